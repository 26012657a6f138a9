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

#include "TorchScript/Dialect/TS/IR/ElementTypes.h"
#include "TorchScript/Frontend/Language/TypeLowering.h"

#include "TorchScript/Dialect/TS/IR/TS.h"

using namespace torchscript;
using llvm::Twine;
namespace ts = mlir::ts;

/// Constants of at most this many elements become part of the program.
static constexpr int64_t maxInlineElements = 16;

mlir::Attribute ArchiveInstance::getTensor(const ArchiveTensor &tensor,
                                           const Twine &name) {
  return writer.getTensor(*source.get(tensor), name.str());
}

mlir::Attribute ArchiveInstance::getConstantTensor(const ArchiveTensor &tensor,
                                                   const Twine &name) {
  mlir::Attribute reference = getTensor(tensor, name);
  int64_t count = reference ? tensor.getNumElements() : 0;
  if (!reference || tensor.quantizer || tensor.requiresGrad || count > maxInlineElements ||
      constantUses.lookup(tensor.storage->recordName) != 1 ||
      tensor.dtype == DType::UInt8)
    return reference;
  auto bytes = program.getArchive().readTensor(tensor);
  if (!bytes) {
    program.getDiagnostics().error({}, llvm::toString(bytes.takeError()));
    return {};
  }
  auto type = mlir::RankedTensorType::get(
      tensor.sizes, ts::getElementType(context, tensor.dtype));
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
