//===- ArchiveTensors.cpp - Tensors of an archive -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes tensors as references to records of the archive, small constants as
// their elements.
//
//===----------------------------------------------------------------------===//

#include "ArchiveInstance.h"

#include "TorchScript/Dialect/TS/IR/TS.h"

using namespace torchscript;
using llvm::Twine;
namespace ts = mlir::ts;

/// Constants of at most this many elements become part of the program.
static constexpr int64_t maxInlineElements = 16;

mlir::Type torchscript::lowerDType(DType dtype, mlir::MLIRContext *context) {
  mlir::Builder builder(context);
  switch (dtype) {
  case DType::UInt8:
    return builder.getIntegerType(8, /*isSigned=*/false);
  case DType::Int8:
    return builder.getIntegerType(8);
  case DType::Int16:
    return builder.getIntegerType(16);
  case DType::Int32:
    return builder.getIntegerType(32);
  case DType::Int64:
    return builder.getIntegerType(64);
  case DType::Float16:
    return builder.getF16Type();
  case DType::BFloat16:
    return builder.getBF16Type();
  case DType::Float32:
    return builder.getF32Type();
  case DType::Float64:
    return builder.getF64Type();
  case DType::Complex64:
    return mlir::ComplexType::get(builder.getF32Type());
  case DType::Complex128:
    return mlir::ComplexType::get(builder.getF64Type());
  case DType::Bool:
    return builder.getI1Type();
  default:
    return {};
  }
}

mlir::Attribute ArchiveInstance::getTensor(const ArchiveTensor &tensor,
                                           const Twine &name) {
  if (tensor.layout != ArchiveTensor::Layout::Strided)
    return notSupported(name, "sparse tensors");
  mlir::Type dtype = lowerDType(tensor.dtype, context);
  if (!dtype)
    return notSupported(name, "tensors of dtype " + getDTypeName(tensor.dtype));
  if (tensor.conjugate || tensor.negative)
    return notSupported(name, "tensors that are conjugated or negated when "
                              "they are read");
  if (llvm::any_of(tensor.strides, [](int64_t n) { return n < 0; }))
    return notSupported(name, "tensors with negative strides");
  return ts::TensorRefAttr::get(
      context, mlir::StringAttr::get(context, tensor.storage->recordName),
      dtype, tensor.sizes, tensor.strides, tensor.storageOffset,
      tensor.requiresGrad);
}

mlir::Attribute ArchiveInstance::getConstantTensor(const ArchiveTensor &tensor,
                                                   const Twine &name) {
  mlir::Attribute reference = getTensor(tensor, name);
  int64_t count = reference ? tensor.getNumElements() : 0;
  if (!reference || tensor.requiresGrad || count > maxInlineElements ||
      constantUses.lookup(tensor.storage->recordName) != 1 ||
      tensor.dtype == DType::UInt8)
    return reference;
  auto bytes = program.getArchive().readTensor(tensor);
  if (!bytes) {
    program.getDiagnostics().error({}, llvm::toString(bytes.takeError()));
    return {};
  }
  auto type = mlir::RankedTensorType::get(tensor.sizes,
                                          lowerDType(tensor.dtype, context));
  if (tensor.dtype == DType::Bool) {
    llvm::SmallVector<bool> values;
    for (char byte : *bytes)
      values.push_back(byte != 0);
    return mlir::DenseElementsAttr::get(type, llvm::ArrayRef<bool>(values));
  }
  if (count == 0)
    return mlir::DenseElementsAttr::get(type,
                                        llvm::ArrayRef<mlir::Attribute>());
  // Records are little endian, as is every machine this runs on.
  return mlir::DenseElementsAttr::getFromRawBuffer(type, *bytes);
}
