//===- OperatorPatterns.cpp - Calls of operators -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of operators, with arguments in words or in boxes, and accesses of one
// element of a tensor.
//
//===----------------------------------------------------------------------===//

#include "BoxedArguments.h"
#include "Lowering.h"

using namespace mlir;
using namespace mlir::tsrt;

namespace {

/// The arguments of a call by words (`tsrt_direct` in tsrt.h).
class WordArguments {
public:
  /// `types` are those before conversion.
  WordArguments(Lowering &l, OpBuilder &b, Location loc, OpCallOp op,
                ValueRange values, unsigned numResults)
      : l(l), b(b), loc(loc),
        call(op.getNumOperands() | uint64_t(numResults) << 4) {
    array = op.getNumOperands() == 0
                ? l.nullPointer(b, loc)
                : l.scratch(b, loc, 8 * op.getNumOperands(), 0);
    for (auto [i, type] : llvm::enumerate(op.getOperandTypes())) {
      shift = 8 + 4 * i;
      if (op.isLastUse(i))
        call |= uint64_t(8) << shift;
      l.store(b, loc, getWord(type, values[i]),
              l.offset(b, loc, array, int64_t(8 * i)));
    }
  }

  /// Address of the words.
  Value array;
  /// What the callee is told of them.
  Value getCall() {
    Value result = l.constant(b, loc, l.i64(), int64_t(call));
    for (Value part : dynamicParts)
      result = b.create<LLVM::OrOp>(loc, result, part);
    return result;
  }

private:
  enum Kind : uint64_t { None, Bool, Int, Float, Str = 5, Tensor, List };

  static Kind getKind(Type type) {
    if (type.isInteger(1))
      return Bool;
    if (type.isInteger(64))
      return Int;
    if (type.isF64())
      return Float;
    return isa<ts::StrType>(type)        ? Str
           : isa<ts::TSTensorType>(type) ? Tensor
                                         : List;
  }

  /// The word of a value; notes its kind.
  Value getWord(Type type, Value value) {
    if (isa<ts::TSNoneType>(type))
      return l.constant(b, loc, l.i64(), 0);
    auto optional = dyn_cast<ts::OptionalType>(type);
    if (!optional) {
      call |= getKind(type) << shift;
      return getPresentWord(type, value);
    }
    Type payload = optional.getElementType();
    Value present;
    if (isHeapPointer(type)) {
      present = b.create<LLVM::ICmpOp>(loc, LLVM::ICmpPredicate::ne, value,
                                       l.nullPointer(b, loc));
    } else {
      present = b.create<LLVM::ExtractValueOp>(loc, value, 1);
      value = b.create<LLVM::ExtractValueOp>(loc, value, 0);
    }
    dynamicParts.push_back(b.create<LLVM::SelectOp>(
        loc, present,
        l.constant(b, loc, l.i64(), int64_t(getKind(payload) << shift)),
        l.constant(b, loc, l.i64(), 0)));
    return getPresentWord(payload, value);
  }

  Value getPresentWord(Type type, Value value) {
    if (isHeapPointer(type))
      return b.create<LLVM::PtrToIntOp>(loc, l.i64(), value);
    if (type.isInteger(1))
      return b.create<LLVM::ZExtOp>(loc, l.i64(), value);
    if (type.isF64())
      return b.create<LLVM::BitcastOp>(loc, l.i64(), value);
    return value;
  }

  Lowering &l;
  OpBuilder &b;
  Location loc;
  uint64_t call;
  unsigned shift = 0;
  SmallVector<Value> dynamicParts;
};

struct OpCallPattern : RuntimePattern<OpCallOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(OpCallOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    TypeRange types = op.getResultTypes();
    if (types.empty() || !isa<ErrorType>(types.front()))
      return op.emitOpError("has no error result: run ts-lower-raise first");
    SmallVector<Value> replacements =
        op.isDirect()
            ? callDirectly(op, adaptor.getOperands(), types.drop_front(), b)
            : callBoxed(op, adaptor.getOperands(), types.drop_front(), b);
    b.replaceOp(op, replacements);
    return success();
  }

private:
  SmallVector<Value> callDirectly(OpCallOp op, ValueRange operands,
                                  TypeRange types, OpBuilder &b) const {
    Location loc = op.getLoc();
    Lowering &l = lowering;
    WordArguments arguments(l, b, loc, op, operands, types.size());
    Value results = types.empty() ? l.nullPointer(b, loc)
                                  : l.scratch(b, loc, 8 * types.size(), 1);
    Value handle = l.operatorHandle(b, loc, op.getName());
    // The handle begins with the function.
    Value function = l.load(b, loc, l.ptr(), handle);
    auto type = LLVM::LLVMFunctionType::get(
        l.ptr(), {l.ptr(), l.i64(), l.ptr(), l.ptr()});
    auto call =
        b.create<LLVM::CallOp>(loc, type,
                               ValueRange{function, handle, arguments.getCall(),
                                          arguments.array, results});
    SmallVector<Value> replacements{call.getResult()};
    for (auto [i, type] : llvm::enumerate(types))
      replacements.push_back(
          loadWord(b, loc, type, l.offset(b, loc, results, int64_t(8 * i))));
    return replacements;
  }

  Value loadWord(OpBuilder &b, Location loc, Type type, Value address) const {
    if (isa<ts::TSNoneType>(type))
      return lowering.zero(b, loc, lowering.native(type));
    if (!type.isInteger(1))
      return lowering.load(b, loc, lowering.native(type), address);
    return b.create<LLVM::ICmpOp>(
        loc, LLVM::ICmpPredicate::ne,
        lowering.load(b, loc, lowering.i64(), address),
        lowering.constant(b, loc, lowering.i64(), 0));
  }

  SmallVector<Value> callBoxed(OpCallOp op, ValueRange operands,
                               TypeRange types, OpBuilder &b) const {
    Location loc = op.getLoc();
    BoxedArguments arguments(lowering, b, loc, op.getOperands().getTypes(),
                             operands);
    Value results =
        types.empty() ? lowering.nullPointer(b, loc)
                      : lowering.scratch(b, loc, kValueSize * types.size(), 1);
    Value error = lowering.call(
        b, loc, "tsrt_op_call", lowering.ptr(),
        {lowering.operatorHandle(b, loc, op.getName()), arguments.array,
         lowering.constant(b, loc, lowering.i32(), op.getOperands().size()),
         results, lowering.constant(b, loc, lowering.i32(), types.size())});
    arguments.release(lowering, b, loc);
    for (auto [i, type] : llvm::enumerate(op.getOperandTypes()))
      if (op.isLastUse(i))
        lowering.release(b, loc, type, operands[i]);
    SmallVector<Value> replacements{error};
    for (auto [i, type] : llvm::enumerate(types)) {
      Value boxed =
          lowering.load(b, loc, lowering.valueType(),
                        lowering.offset(b, loc, results, i * kValueSize));
      replacements.push_back(lowering.unboxOwned(b, loc, type, boxed));
    }
    return replacements;
  }
};

/// The kind of number in the names of the runtime's functions.
StringRef getNumberName(Type type) {
  return type.isInteger(1) ? "bool" : type.isF64() ? "float" : "int";
}

/// Calls `tsrt_element_<action>_<type>` with the number at `slot`; true (i1)
/// when it could do it.
Value callElement(Lowering &l, OpBuilder &b, Location loc, StringRef action,
                  Type type, Value tensor, ValueRange indices, Value slot) {
  Value array =
      l.stackSlot(b, loc, l.i64(), std::max<size_t>(indices.size(), 1));
  for (auto [i, index] : llvm::enumerate(indices))
    l.store(b, loc, index, l.offset(b, loc, array, int64_t(8 * i)));
  Value done = l.call(
      b, loc, ("tsrt_element_" + action + "_" + getNumberName(type)).str(),
      b.getI8Type(),
      {tensor, l.constant(b, loc, l.i32(), int64_t(indices.size())), array,
       slot});
  return b.create<LLVM::ICmpOp>(loc, LLVM::ICmpPredicate::ne, done,
                                l.constant(b, loc, b.getI8Type(), 0));
}

struct ElementLoadPattern : RuntimePattern<ElementLoadOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ElementLoadOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    Type type = op.getValue().getType();
    Type memory = type.isInteger(1) ? Type(b.getI8Type()) : type;
    Value slot = lowering.stackSlot(b, loc, memory);
    Value found = callElement(lowering, b, loc, "load", type,
                              adaptor.getTensor(), adaptor.getIndices(), slot);
    Value value = lowering.load(b, loc, memory, slot);
    if (memory != type)
      value = b.create<LLVM::TruncOp>(loc, type, value);
    b.replaceOp(op, {found, value});
    return success();
  }
};

struct ElementStorePattern : RuntimePattern<ElementStoreOp> {
  using RuntimePattern::RuntimePattern;
  LogicalResult matchAndRewrite(ElementStoreOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Location loc = op.getLoc();
    Type type = op.getValue().getType();
    Value value = adaptor.getValue();
    if (type.isInteger(1))
      value = b.create<LLVM::ZExtOp>(loc, b.getI8Type(), value);
    Value slot = lowering.spill(b, loc, value);
    b.replaceOp(op,
                callElement(lowering, b, loc, "store", type,
                            adaptor.getTensor(), adaptor.getIndices(), slot));
    return success();
  }
};

} // namespace

void tsrt::populateOperatorPatterns(Lowering &lowering,
                                    RewritePatternSet &patterns) {
  patterns.add<ElementLoadPattern, ElementStorePattern, OpCallPattern>(
      lowering);
}
