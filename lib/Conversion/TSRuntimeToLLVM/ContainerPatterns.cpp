//===- ContainerPatterns.cpp - Lists and dicts -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Patterns for the inlined accesses of lists and the construction of
// containers. Offsets are those of tsrt_list in tsrt.h.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace mlir::tsrt;

namespace {

/// Offsets of the members of `tsrt_list`.
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
    auto function = getAppend(b, element);
    b.create<LLVM::CallOp>(
        loc, function,
        ValueRange{adaptor.getList(),
                   lowering.spill(b, loc, adaptor.getValue())});
    b.eraseOp(op);
    return success();
  }

private:
  /// The function that appends an element of a native type, at an address:
  /// grows the storage when it is full.
  LLVM::LLVMFuncOp getAppend(OpBuilder &builder, Type element) const {
    Lowering &l = lowering;
    std::string name;
    llvm::raw_string_ostream(name) << "tsrt.append." << element;
    if (auto found = l.module.lookupSymbol<LLVM::LLVMFuncOp>(name))
      return found;
    OpBuilder b = OpBuilder::atBlockEnd(l.module.getBody());
    Location loc = l.module.getLoc();
    auto function = b.create<LLVM::LLVMFuncOp>(
        loc, name,
        LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(l.getContext()),
                                    {l.ptr(), l.ptr()}),
        LLVM::Linkage::Internal);
    function.setAlwaysInline(true);
    Block *entry = function.addEntryBlock(b);
    Region &body = function.getBody();
    Block *full = b.createBlock(&body, body.end());
    Block *room = b.createBlock(&body, body.end());
    Block *done = b.createBlock(&body, body.end(), {l.ptr()}, {loc});
    Value list = entry->getArgument(0), source = entry->getArgument(1);

    b.setInsertionPointToStart(entry);
    Value size = loadSize(l, b, loc, list);
    Value capacity = l.loadOf(
        b, loc, l.i64(), l.offset(b, loc, list, kCapacity), "list capacity");
    Value isFull =
        b.create<LLVM::ICmpOp>(loc, LLVM::ICmpPredicate::eq, size, capacity);
    b.create<LLVM::CondBrOp>(loc, isFull, full, room);

    b.setInsertionPointToStart(full);
    Value grown = l.call(b, loc, "tsrt_list_grow", l.ptr(), list);
    b.create<LLVM::BrOp>(loc, ValueRange(grown), done);

    b.setInsertionPointToStart(room);
    Value place = l.element(b, loc, element, loadData(l, b, loc, list), size);
    b.create<LLVM::BrOp>(loc, ValueRange(place), done);

    b.setInsertionPointToStart(done);
    l.storeOf(b, loc, l.load(b, loc, element, source), done->getArgument(0),
              Lowering::elementKind(element));
    Value next =
        b.create<LLVM::AddOp>(loc, size, l.constant(b, loc, l.i64(), 1));
    storeSize(l, b, loc, next, list);
    b.create<LLVM::ReturnOp>(loc, ValueRange());
    return function;
  }
};

struct DictMakePattern : RuntimePattern<DictMakeOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(DictMakeOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    Lowering &l = lowering;
    if (!op.getError())
      return op.emitOpError("has no error result: run ts-lower-raise first");
    Value dict = l.call(b, loc, "tsrt_dict_new", l.ptr(),
                        l.descriptor(b, loc, op.getDict().getType()));
    // tsrt_dict_set_all stops at the first error.
    ValueRange entries = adaptor.getEntries();
    Value addresses =
        l.stackSlot(b, loc, l.ptr(), std::max<size_t>(1, entries.size()));
    for (auto [i, entry] : llvm::enumerate(entries))
      l.store(b, loc, l.spill(b, loc, entry),
              l.offset(b, loc, addresses, int64_t(i) * 8));
    Value error = l.call(
        b, loc, "tsrt_dict_set_all", l.ptr(),
        {dict, addresses, l.constant(b, loc, l.i64(), entries.size() / 2)});
    // On error the result is null, and the dict is not needed.
    Value failed = b.create<LLVM::ICmpOp>(loc, LLVM::ICmpPredicate::ne, error,
                                          l.nullPointer(b, loc));
    Value null = l.nullPointer(b, loc);
    l.call(b, loc, "tsrt_release", {},
           b.create<LLVM::SelectOp>(loc, failed, dict, null).getResult());
    Value result = b.create<LLVM::SelectOp>(loc, failed, null, dict);
    b.replaceOp(op, {error, result});
    return success();
  }
};

} // namespace

void tsrt::populateContainerPatterns(Lowering &lowering,
                                     RewritePatternSet &patterns) {
  patterns.add<DictMakePattern, ListAppendPattern, ListLoadPattern,
               ListMakePattern, ListSizePattern, ListStorePattern>(lowering);
}
