//===- Boxing.cpp - Boxing -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between native values and tsrt_value, and between native values of a type and
// its supertypes.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace mlir::tsrt;

bool Lowering::needsBox(Type type) {
  if (auto optional = dyn_cast<ts::OptionalType>(type))
    return needsBox(optional.getElementType());
  return isa<ts::TSTupleType>(type);
}

Value Lowering::makeValue(OpBuilder &b, Location loc, Value type, Value first,
                          Value second) {
  Value result = b.create<LLVM::UndefOp>(loc, valueType());
  result = b.create<LLVM::InsertValueOp>(loc, result, type, 0);
  result = b.create<LLVM::InsertValueOp>(loc, result, first, 1);
  return b.create<LLVM::InsertValueOp>(loc, result, second, 2);
}

Value Lowering::isNone(OpBuilder &b, Location loc, Value value) {
  Value type = b.create<LLVM::ExtractValueOp>(loc, value, 0);
  Value none = descriptor(b, loc, ts::TSNoneType::get(getContext()));
  Value isNull = b.create<LLVM::ICmpOp>(loc, LLVM::ICmpPredicate::eq, type,
                                        nullPointer(b, loc));
  Value known = b.create<LLVM::SelectOp>(loc, isNull, none, type);
  Value kind = load(b, loc, i32(), known);
  return b.create<LLVM::ICmpOp>(loc, LLVM::ICmpPredicate::eq, kind,
                                constant(b, loc, i32(), 0));
}

Value Lowering::boxBorrowed(OpBuilder &b, Location loc, Type type, Value value,
                            SmallVectorImpl<Value> &cleanup) {
  if (isBoxedValue(type))
    return value;
  Value zero = constant(b, loc, i64(), 0);
  auto simple = [&](Value payload) {
    return makeValue(b, loc, descriptor(b, loc, type), payload, zero);
  };
  auto none = [&] {
    Type noneType = ts::TSNoneType::get(getContext());
    return makeValue(b, loc, descriptor(b, loc, noneType), zero, zero);
  };
  if (isa<ts::TSNoneType>(type))
    return none();
  if (type.isInteger(1))
    return simple(b.create<LLVM::ZExtOp>(loc, i64(), value));
  if (type.isF64())
    return simple(b.create<LLVM::BitcastOp>(loc, i64(), value));
  if (isa<ComplexType>(type)) {
    Value parts[2];
    for (int64_t i = 0; i < 2; ++i)
      parts[i] = b.create<LLVM::BitcastOp>(
          loc, i64(), b.create<LLVM::ExtractValueOp>(loc, value, i));
    return makeValue(b, loc, descriptor(b, loc, type), parts[0], parts[1]);
  }
  if (needsBox(type)) {
    Value out = stackSlot(b, loc, valueType());
    call(b, loc, "tsrt_box_value", {},
         {descriptor(b, loc, type), spill(b, loc, value), out});
    cleanup.push_back(out);
    return load(b, loc, valueType(), out);
  }
  if (auto optional = dyn_cast<ts::OptionalType>(type)) {
    Type payload = optional.getElementType();
    Value inner = value, present;
    if (isHeapPointer(type)) {
      present = b.create<LLVM::ICmpOp>(loc, LLVM::ICmpPredicate::ne, value,
                                       nullPointer(b, loc));
      // The static descriptor will do, except where the object must be asked.
      if (isa<ts::InterfaceType>(payload)) {
        Value out = stackSlot(b, loc, valueType());
        call(b, loc, "tsrt_box_value", {},
             {descriptor(b, loc, type), spill(b, loc, value), out});
        cleanup.push_back(out);
        return load(b, loc, valueType(), out);
      }
    } else {
      inner = b.create<LLVM::ExtractValueOp>(loc, value, 0);
      present = b.create<LLVM::ExtractValueOp>(loc, value, 1);
    }
    Value boxed = boxBorrowed(b, loc, payload, inner, cleanup);
    return b.create<LLVM::SelectOp>(loc, present, boxed, none());
  }
  if (isa<ts::InterfaceType>(type)) {
    Value dynamic = load(b, loc, ptr(), offset(b, loc, value, 8));
    return makeValue(b, loc, dynamic,
                     b.create<LLVM::PtrToIntOp>(loc, i64(), value), zero);
  }
  if (isHeapPointer(type))
    return simple(b.create<LLVM::PtrToIntOp>(loc, i64(), value));
  return simple(value); // int, enum, device
}

Value Lowering::boxOwned(OpBuilder &b, Location loc, Type type, Value value) {
  SmallVector<Value> cleanup;
  Value result = boxBorrowed(b, loc, type, value, cleanup);
  // A fresh box has its own references; those of the native value are done.
  if (!cleanup.empty())
    release(b, loc, type, value);
  return result;
}

Value Lowering::unboxOwned(OpBuilder &b, Location loc, Type type, Value value) {
  if (isBoxedValue(type))
    return value;
  if (needsBox(type)) {
    Value out = stackSlot(b, loc, native(type));
    call(b, loc, "tsrt_take_native", {},
         {spill(b, loc, value), descriptor(b, loc, type), out});
    return load(b, loc, native(type), out);
  }
  Value payload = b.create<LLVM::ExtractValueOp>(loc, value, 1);
  if (isa<ts::TSNoneType>(type))
    return constant(b, loc, b.getI8Type(), 0);
  if (type.isInteger(1))
    return b.create<LLVM::ICmpOp>(loc, LLVM::ICmpPredicate::ne, payload,
                                  constant(b, loc, i64(), 0));
  if (type.isF64())
    return b.create<LLVM::BitcastOp>(loc, type, payload);
  if (isa<ComplexType>(type)) {
    Value result = b.create<LLVM::UndefOp>(loc, native(type));
    for (int64_t i = 0; i < 2; ++i)
      result = b.create<LLVM::InsertValueOp>(
          loc, result,
          b.create<LLVM::BitcastOp>(
              loc, b.getF64Type(),
              b.create<LLVM::ExtractValueOp>(loc, value, i + 1)),
          i);
    return result;
  }
  if (auto optional = dyn_cast<ts::OptionalType>(type)) {
    Value absent = isNone(b, loc, value);
    if (isHeapPointer(type))
      return b.create<LLVM::SelectOp>(
          loc, absent, nullPointer(b, loc),
          b.create<LLVM::IntToPtrOp>(loc, ptr(), payload));
    Value inner = unboxOwned(b, loc, optional.getElementType(), value);
    Value some = b.create<LLVM::UndefOp>(loc, native(type));
    some = b.create<LLVM::InsertValueOp>(loc, some, inner, 0);
    some = b.create<LLVM::InsertValueOp>(loc, some,
                                         constant(b, loc, b.getI1Type(), 1), 1);
    return b.create<LLVM::SelectOp>(loc, absent, zero(b, loc, native(type)),
                                    some);
  }
  if (isHeapPointer(type))
    return b.create<LLVM::IntToPtrOp>(loc, ptr(), payload);
  return payload; // int, enum, device
}

Value Lowering::convert(OpBuilder &b, Location loc, Type from, Type to,
                        Value value) {
  if (from == to)
    return value;
  if (isBoxedValue(to))
    return boxOwned(b, loc, from, value);
  if (isBoxedValue(from))
    return unboxOwned(b, loc, to, value);
  if (isa<ts::TSNoneType>(from) || isa<ts::TSNoneType>(to))
    return zero(b, loc, native(to));
  auto fromOptional = dyn_cast<ts::OptionalType>(from);
  auto toOptional = dyn_cast<ts::OptionalType>(to);
  if (isHeapPointer(from) && isHeapPointer(to))
    return value;
  if (toOptional && !fromOptional) {
    Value inner = convert(b, loc, from, toOptional.getElementType(), value);
    Value result = b.create<LLVM::UndefOp>(loc, native(to));
    result = b.create<LLVM::InsertValueOp>(loc, result, inner, 0);
    return b.create<LLVM::InsertValueOp>(loc, result,
                                         constant(b, loc, b.getI1Type(), 1), 1);
  }
  if (fromOptional) {
    Value inner = b.create<LLVM::ExtractValueOp>(loc, value, 0);
    if (!toOptional)
      return convert(b, loc, fromOptional.getElementType(), to, inner);
    inner = convert(b, loc, fromOptional.getElementType(),
                    toOptional.getElementType(), inner);
    Value result = b.create<LLVM::UndefOp>(loc, native(to));
    result = b.create<LLVM::InsertValueOp>(loc, result, inner, 0);
    return b.create<LLVM::InsertValueOp>(
        loc, result, b.create<LLVM::ExtractValueOp>(loc, value, 1), 1);
  }
  auto fromTuple = dyn_cast<ts::TSTupleType>(from);
  auto toTuple = dyn_cast<ts::TSTupleType>(to);
  if (!fromTuple || !toTuple || fromTuple.size() != toTuple.size())
    return value;
  Value result = b.create<LLVM::UndefOp>(loc, native(to));
  for (size_t i = 0, e = fromTuple.size(); i < e; ++i) {
    Value part = b.create<LLVM::ExtractValueOp>(loc, value, i);
    part = convert(b, loc, fromTuple.getElements()[i], toTuple.getElements()[i],
                   part);
    result = b.create<LLVM::InsertValueOp>(loc, result, part, i);
  }
  return result;
}
