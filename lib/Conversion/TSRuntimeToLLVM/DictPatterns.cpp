//===- DictPatterns.cpp - Dicts -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Patterns for the construction of dicts and for their accesses: the look-up is
// a call by the type of the key, what follows is compiled for the value type.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace mlir::tsrt;

namespace {

constexpr StringLiteral kDictValue = "dict value";

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

/// Base of the accesses of entries by key.
template <typename OpTy>
struct DictPattern : RuntimePattern<OpTy> {
  using RuntimePattern<OpTy>::RuntimePattern;

protected:
  Lowering &l() const { return this->lowering; }

  /// The address of the value of a key, or null.
  Value find(OpBuilder &b, Location loc, ts::DictType type, Value dict,
             Value key) const {
    Type keyType = type.getKeyType();
    if (keyType.isInteger(64))
      return l().call(b, loc, "tsrt_dict_find_int", l().ptr(), {dict, key});
    if (isa<ts::StrType>(keyType))
      return l().call(b, loc, "tsrt_dict_find_str", l().ptr(), {dict, key});
    return l().call(b, loc, "tsrt_dict_find", l().ptr(),
                    {dict, l().spill(b, loc, key)});
  }

  /// The helper of an access: `found` and `missing` write its ends. The first
  /// arguments are the dict and the key.
  LLVM::LLVMFuncOp
  getAccess(StringRef access, ts::DictType type, Type result,
            ArrayRef<Type> furtherArguments,
            function_ref<void(OpBuilder &, ValueRange, Value)> found,
            function_ref<void(OpBuilder &, ValueRange)> missing) const {
    std::string name;
    llvm::raw_string_ostream(name) << "tsrt.dict." << access << "." << type;
    SmallVector<Type> arguments{l().ptr(), l().native(type.getKeyType())};
    llvm::append_range(arguments, furtherArguments);
    return l().helper(
        name, result, arguments, [&](OpBuilder &b, LLVM::LLVMFuncOp function) {
          function.setAlwaysInline(true);
          Location loc = function.getLoc();
          Region &body = function.getBody();
          Block *entry = &body.front();
          ValueRange given = entry->getArguments();
          Value place = find(b, loc, type, given[0], given[1]);
          Value isMissing = b.create<LLVM::ICmpOp>(
              loc, LLVM::ICmpPredicate::eq, place, l().nullPointer(b, loc));
          Block *onMissing = b.createBlock(&body, body.end());
          Block *onFound = b.createBlock(&body, body.end());
          b.setInsertionPointToEnd(entry);
          b.create<LLVM::CondBrOp>(loc, isMissing, onMissing, onFound);
          b.setInsertionPointToStart(onMissing);
          missing(b, given);
          b.setInsertionPointToStart(onFound);
          found(b, given, place);
        });
  }

  Value loadValue(OpBuilder &b, Location loc, Type type, Value place) const {
    Value value = l().loadOf(b, loc, l().native(type), place, kDictValue);
    l().retain(b, loc, type, value);
    return value;
  }
};

struct DictHasPattern : DictPattern<DictHasOp> {
  using DictPattern::DictPattern;
  LogicalResult matchAndRewrite(DictHasOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    Value place = find(b, loc, op.getDict().getType(), adaptor.getDict(),
                       adaptor.getKey());
    b.replaceOpWithNewOp<LLVM::ICmpOp>(op, LLVM::ICmpPredicate::ne, place,
                                       l().nullPointer(b, loc));
    return success();
  }
};

struct DictGetPattern : DictPattern<DictGetOp> {
  using DictPattern::DictPattern;
  LogicalResult matchAndRewrite(DictGetOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    if (!op.getError())
      return op.emitOpError("has no error result: run ts-lower-raise first");
    Location loc = op.getLoc();
    ts::DictType type = op.getDict().getType();
    Type value = l().native(type.getValueType());
    Type result =
        LLVM::LLVMStructType::getLiteral(getContext(), {l().ptr(), value});
    auto give = [&](OpBuilder &b, Value error, Value value) {
      Value both = b.create<LLVM::UndefOp>(loc, result);
      both = b.create<LLVM::InsertValueOp>(loc, both, error, 0);
      both = b.create<LLVM::InsertValueOp>(loc, both, value, 1);
      b.create<LLVM::ReturnOp>(loc, both);
    };
    auto function = getAccess(
        "get", type, result, {},
        [&](OpBuilder &b, ValueRange given, Value place) {
          give(b, l().nullPointer(b, loc),
               loadValue(b, loc, type.getValueType(), place));
        },
        [&](OpBuilder &b, ValueRange given) {
          Value error = l().call(b, loc, "tsrt_dict_key_error", l().ptr(),
                                 {given[0], l().spill(b, loc, given[1])});
          give(b, error, l().zero(b, loc, value));
        });
    auto call = b.create<LLVM::CallOp>(
        loc, function, ValueRange{adaptor.getDict(), adaptor.getKey()});
    Value error = b.create<LLVM::ExtractValueOp>(loc, call.getResult(), 0);
    Value found = b.create<LLVM::ExtractValueOp>(loc, call.getResult(), 1);
    b.replaceOp(op, {error, found});
    return success();
  }
};

struct DictGetOrPattern : DictPattern<DictGetOrOp> {
  using DictPattern::DictPattern;
  LogicalResult matchAndRewrite(DictGetOrOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    ts::DictType type = op.getDict().getType();
    Type value = l().native(type.getValueType());
    auto function = getAccess(
        "get_or", type, value, {value},
        [&](OpBuilder &b, ValueRange given, Value place) {
          Value found = loadValue(b, loc, type.getValueType(), place);
          l().release(b, loc, type.getValueType(), given[2]);
          b.create<LLVM::ReturnOp>(loc, found);
        },
        [&](OpBuilder &b, ValueRange given) {
          b.create<LLVM::ReturnOp>(loc, given[2]);
        });
    b.replaceOpWithNewOp<LLVM::CallOp>(op, function,
                                       ValueRange{adaptor.getDict(),
                                                  adaptor.getKey(),
                                                  adaptor.getOtherwise()});
    return success();
  }
};

struct DictSetPattern : DictPattern<DictSetOp> {
  using DictPattern::DictPattern;
  LogicalResult matchAndRewrite(DictSetOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    if (!op.getError())
      return op.emitOpError("has no error result: run ts-lower-raise first");
    Location loc = op.getLoc();
    ts::DictType type = op.getDict().getType();
    Type valueType = type.getValueType(), native = l().native(valueType);
    auto function = getAccess(
        "set", type, l().ptr(), {native},
        [&](OpBuilder &b, ValueRange given, Value place) {
          // The old value goes last: its destruction sees a consistent dict.
          Value old = isRefcounted(valueType)
                          ? l().loadOf(b, loc, native, place, kDictValue)
                          : Value();
          l().storeOf(b, loc, given[2], place, kDictValue);
          if (old)
            l().release(b, loc, valueType, old);
          Value none = l().nullPointer(b, loc);
          b.create<LLVM::ReturnOp>(loc, none);
        },
        [&](OpBuilder &b, ValueRange given) {
          Value error = l().call(b, loc, "tsrt_dict_set", l().ptr(),
                                 {given[0], l().spill(b, loc, given[1]),
                                  l().spill(b, loc, given[2])});
          l().release(b, loc, valueType, given[2]);
          b.create<LLVM::ReturnOp>(loc, error);
        });
    b.replaceOpWithNewOp<LLVM::CallOp>(
        op, function,
        ValueRange{adaptor.getDict(), adaptor.getKey(), adaptor.getValue()});
    return success();
  }
};

} // namespace

void tsrt::populateDictPatterns(Lowering &lowering,
                                RewritePatternSet &patterns) {
  patterns.add<DictGetOrPattern, DictGetPattern, DictHasPattern,
               DictMakePattern, DictSetPattern>(lowering);
}
