//===- ContainerPatterns.cpp - Lists and strings -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Patterns for the construction and the inlined accesses of lists, and for
// the length of strings. Offsets are those of tsrt_list and tsrt_str in tsrt.h.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace mlir::tsrt;

namespace {

/// Offsets of the members of `tsrt_list`; `tsrt_str` has its size there, too.
constexpr int64_t kSize = 16, kCapacity = 24, kData = 32;

Value loadData(Lowering &l, OpBuilder &b, Location loc, Value list) {
  return l.loadOf(b, loc, l.ptr(), l.offset(b, loc, list, kData), "list data");
}

Value loadSize(Lowering &l, OpBuilder &b, Location loc, Value list) {
  return l.loadOf(b, loc, l.i64(), l.offset(b, loc, list, kSize), "list size");
}

void storeSize(Lowering &l, OpBuilder &b, Location loc, Value size,
               Value list) {
  l.storeOf(b, loc, size, l.offset(b, loc, list, kSize), "list size");
}

struct ListMakePattern : RuntimePattern<ListMakeOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ListMakeOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    Lowering &l = lowering;
    Value count = l.constant(b, loc, l.i64(), op.getElements().size());
    Value list = l.call(b, loc, "tsrt_list_new", l.ptr(),
                        {l.descriptor(b, loc, op.getList().getType()), count});
    if (!op.getElements().empty()) {
      Type element = l.native(op.getList().getType().getElementType());
      Value data = loadData(l, b, loc, list);
      for (auto [i, value] : llvm::enumerate(adaptor.getElements()))
        l.storeOf(
            b, loc, value,
            l.element(b, loc, element, data, l.constant(b, loc, l.i64(), i)),
            Lowering::elementKind(element));
      storeSize(l, b, loc, count, list);
    }
    b.replaceOp(op, list);
    return success();
  }
};

struct ListSizePattern : RuntimePattern<ListSizeOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ListSizeOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    b.replaceOp(op, loadSize(lowering, b, loc, adaptor.getList()));
    return success();
  }
};

struct ListLoadPattern : RuntimePattern<ListLoadOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ListLoadOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    Type type = op.getResult().getType();
    Type element = lowering.native(type);
    Value address = lowering.element(
        b, loc, element, loadData(lowering, b, loc, adaptor.getList()),
        adaptor.getIndex());
    Value value = lowering.loadOf(b, loc, element, address,
                                  Lowering::elementKind(element));
    if (!op.getBorrowed())
      lowering.retain(b, loc, type, value);
    b.replaceOp(op, value);
    return success();
  }
};

struct ListStorePattern : RuntimePattern<ListStoreOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ListStoreOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    Type type = op.getValue().getType();
    Type element = lowering.native(type);
    Value address = lowering.element(
        b, loc, element, loadData(lowering, b, loc, adaptor.getList()),
        adaptor.getIndex());
    StringRef kind = Lowering::elementKind(element);
    Value old = isRefcounted(type)
                    ? lowering.loadOf(b, loc, element, address, kind)
                    : Value();
    lowering.storeOf(b, loc, adaptor.getValue(), address, kind);
    if (old)
      lowering.release(b, loc, type, old);
    b.eraseOp(op);
    return success();
  }
};

struct ListAppendPattern : RuntimePattern<ListAppendOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ListAppendOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    Type element = lowering.native(op.getValue().getType());
    if (op.getReserved()) {
      Value list = adaptor.getList();
      Value size = loadSize(lowering, b, loc, list);
      Value place = lowering.element(b, loc, element,
                                     loadData(lowering, b, loc, list), size);
      lowering.storeOf(b, loc, adaptor.getValue(), place,
                       Lowering::elementKind(element));
      storeSize(lowering, b, loc,
                b.create<LLVM::AddOp>(
                    loc, size, lowering.constant(b, loc, lowering.i64(), 1)),
                list);
      if (op.getError())
        b.replaceOp(op, lowering.nullPointer(b, loc));
      else
        b.eraseOp(op);
      return success();
    }
    auto function = getAppend(element);
    auto call = b.create<LLVM::CallOp>(
        loc, function,
        ValueRange{adaptor.getList(),
                   lowering.spill(b, loc, adaptor.getValue())});
    b.replaceOp(op, call.getResults());
    return success();
  }

private:
  /// The function that appends an element of a native type, at an address:
  /// grows the storage when it is full. Its result is an error or null.
  LLVM::LLVMFuncOp getAppend(Type element) const {
    Lowering &l = lowering;
    std::string name;
    llvm::raw_string_ostream(name) << "tsrt.append." << element;
    return l.helper(name, l.ptr(), {l.ptr(), l.ptr()},
                    [&](OpBuilder &b, LLVM::LLVMFuncOp function) {
                      function.setAlwaysInline(true);
                      writeAppend(b, function, element);
                    });
  }

  void writeAppend(OpBuilder &b, LLVM::LLVMFuncOp function,
                   Type element) const {
    Lowering &l = lowering;
    Location loc = l.module.getLoc();
    Region &body = function.getBody();
    Block *entry = &body.front();
    Value list = entry->getArgument(0), source = entry->getArgument(1);
    Block *full = b.createBlock(&body, body.end());
    Block *failed = b.createBlock(&body, body.end());
    Block *room = b.createBlock(&body, body.end());

    b.setInsertionPointToStart(entry);
    Value size = loadSize(l, b, loc, list);
    Value capacity = l.loadOf(
        b, loc, l.i64(), l.offset(b, loc, list, kCapacity), "list capacity");
    Value isFull =
        b.create<LLVM::ICmpOp>(loc, LLVM::ICmpPredicate::eq, size, capacity);
    b.create<LLVM::CondBrOp>(loc, isFull, full, room);

    b.setInsertionPointToStart(full);
    Value error = l.call(b, loc, "tsrt_try_grow", l.ptr(), {list, source});
    Value hasFailed = b.create<LLVM::ICmpOp>(loc, LLVM::ICmpPredicate::ne,
                                             error, l.nullPointer(b, loc));
    b.create<LLVM::CondBrOp>(loc, hasFailed, failed, room);

    b.setInsertionPointToStart(failed);
    b.create<LLVM::ReturnOp>(loc, error);

    b.setInsertionPointToStart(room);
    Value place = l.element(b, loc, element, loadData(l, b, loc, list), size);
    l.storeOf(b, loc, l.load(b, loc, element, source), place,
              Lowering::elementKind(element));
    Value next =
        b.create<LLVM::AddOp>(loc, size, l.constant(b, loc, l.i64(), 1));
    storeSize(l, b, loc, next, list);
    b.create<LLVM::ReturnOp>(loc, l.nullPointer(b, loc));
  }
};

struct ListReservePattern : RuntimePattern<ListReserveOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ListReserveOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    lowering.call(b, op.getLoc(), "tsrt_list_reserve", {},
                  {adaptor.getList(), adaptor.getCount()});
    b.eraseOp(op);
    return success();
  }
};

struct StrSizePattern : RuntimePattern<StrSizeOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(StrSizeOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    Value place = lowering.offset(b, loc, adaptor.getStr(), kSize);
    b.replaceOp(op, lowering.loadOf(b, loc, lowering.i64(), place, "str size"));
    return success();
  }
};

} // namespace

void tsrt::populateContainerPatterns(Lowering &lowering,
                                     RewritePatternSet &patterns) {
  patterns.add<ListAppendPattern, ListLoadPattern, ListMakePattern,
               ListReservePattern, ListSizePattern, ListStorePattern,
               StrSizePattern>(lowering);
}
