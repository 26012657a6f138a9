//===- Promotion.cpp - Type promotion -------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PyTorch's type promotion: tensors with dimensions decide within a category
// (bool, integer, floating, complex); tensors without dimensions and numbers
// only when they are of a higher category.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/ElementTypes.h"
#include "TorchScript/Operators/Dtypes.h"

using namespace mlir;
using namespace mlir::ts;

/// 0 bool, 1 integer, 2 floating, 3 complex.
static int getCategory(Type type) {
  if (type.isInteger(1))
    return 0;
  if (isa<IntegerType>(type))
    return 1;
  return isa<FloatType>(type) ? 2 : 3;
}

/// The common dtype of two dtypes of any category; either may be null.
static Type promotePair(Type a, Type b) {
  if (!a || a == b)
    return b;
  if (!b)
    return a;
  int categoryA = getCategory(a), categoryB = getCategory(b);
  if (categoryA == 3 || categoryB == 3) {
    // complex<f32> holds all but f64.
    auto isDouble = [](Type type) { return getPartDtype(type).isF64(); };
    Builder builder(a.getContext());
    return ComplexType::get(isDouble(a) || isDouble(b)
                                ? cast<Type>(builder.getF64Type())
                                : cast<Type>(builder.getF32Type()));
  }
  if (categoryA != categoryB)
    return categoryA > categoryB ? a : b;
  unsigned widthA = a.getIntOrFloatBitWidth();
  unsigned widthB = b.getIntOrFloatBitWidth();
  if (categoryA == 2 && widthA == 16 && widthB == 16) // f16 and bf16
    return Float32Type::get(a.getContext());
  if (widthA == widthB) // uint8 and int8
    return IntegerType::get(a.getContext(), 16);
  return widthA > widthB ? a : b;
}

TSTensorType ts::getTensorType(Type type) {
  if (auto value = dyn_cast<RankedTensorType>(type))
    return TSTensorType::isValidDtype(value.getElementType())
               ? TSTensorType::fromBuiltin(value)
               : TSTensorType();
  return dyn_cast<TSTensorType>(type);
}

TSTensorType ts::getTensorType(Value operand) {
  return getTensorType(lookThroughCasts(operand).getType());
}

RankedTensorType ts::getValueType(TSTensorType type) {
  return RankedTensorType::get(type.getShape(), type.getDtype());
}

Type ts::getTensorDtype(Type type) {
  TSTensorType tensor = getTensorType(type);
  return tensor ? tensor.getDtype() : Type();
}

Type ts::getPartDtype(Type dtype) {
  auto complex = dyn_cast<ComplexType>(dtype);
  return complex ? complex.getElementType() : dtype;
}

Type ts::getComputeType(Type dtype) {
  if (dtype && dtype.isUnsignedInteger())
    return IntegerType::get(dtype.getContext(), dtype.getIntOrFloatBitWidth());
  return dtype;
}

Type ts::getDtype(const IntArgument &argument, Type otherwise) {
  if (argument.isNone())
    return otherwise;
  std::optional<int64_t> code = argument.constant();
  std::optional<torchscript::DType> dtype =
      code ? torchscript::getDType(*code) : std::nullopt;
  return dtype ? getElementType(argument.getValue().getContext(), *dtype)
               : Type();
}

Type ts::promoteDtypes(TypeRange types) {
  Type withDims, withoutDims, numbers;
  for (Type type : types) {
    if (TSTensorType tensor = getTensorType(type)) {
      if (!tensor.hasDtype() || !tensor.hasRank())
        return {};
      Type &slot = tensor.getShape().empty() ? withoutDims : withDims;
      slot = promotePair(slot, tensor.getDtype());
    } else if (isa<Float64Type>(type)) {
      numbers = promotePair(numbers, Float32Type::get(type.getContext()));
    } else if (type.isInteger(64) || type.isInteger(1)) {
      numbers = promotePair(numbers, type);
    } else if (isa<ComplexType>(type)) {
      numbers = promotePair(
          numbers, ComplexType::get(Float32Type::get(type.getContext())));
    } else {
      return {};
    }
  }
  auto combine = [](Type higher, Type lower) {
    if (!higher || !lower)
      return promotePair(higher, lower);
    return getCategory(lower) > getCategory(higher) ? promotePair(higher, lower)
                                                    : higher;
  };
  return combine(combine(withDims, withoutDims), numbers);
}
