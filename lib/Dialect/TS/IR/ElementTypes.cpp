//===- ElementTypes.cpp - dtypes as element types
//--------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The element types that stand for dtypes.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/ElementTypes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using torchscript::DType;

Type ts::getElementType(MLIRContext *context, DType dtype) {
  Builder builder(context);
  switch (dtype) {
  case DType::UInt8:
    return builder.getIntegerType(8, /*isSigned=*/false);
  case DType::Int8:
    return builder.getI8Type();
  case DType::Int16:
    return builder.getI16Type();
  case DType::Int32:
    return builder.getI32Type();
  case DType::Int64:
    return builder.getI64Type();
  case DType::Float16:
    return builder.getF16Type();
  case DType::BFloat16:
    return builder.getBF16Type();
  case DType::Float32:
    return builder.getF32Type();
  case DType::Float64:
    return builder.getF64Type();
  case DType::Complex32:
    return ComplexType::get(builder.getF16Type());
  case DType::Complex64:
    return ComplexType::get(builder.getF32Type());
  case DType::Complex128:
    return ComplexType::get(builder.getF64Type());
  case DType::Bool:
    return builder.getI1Type();
  default:
    return {};
  }
}

std::optional<DType> ts::getDType(Type type) {
  for (DType dtype :
       {DType::Float32, DType::Int64, DType::Bool, DType::Float64, DType::Int32,
        DType::UInt8, DType::Int8, DType::Int16, DType::Float16,
        DType::BFloat16, DType::Complex32, DType::Complex64, DType::Complex128})
    if (type == getElementType(type.getContext(), dtype))
      return dtype;
  return std::nullopt;
}
