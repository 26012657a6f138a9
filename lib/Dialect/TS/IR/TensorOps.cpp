//===- TensorOps.cpp - Between tensor objects and tensor values -----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Verifiers and folders.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/TSOps.h"

using namespace mlir;
using namespace mlir::ts;

/// Checks that a tensor object may have the contents of a value.
static LogicalResult verifyContents(Operation *op, TSTensorType object,
                                    RankedTensorType value) {
  if (!object.hasDtype() || !object.hasRank())
    return op->emitOpError() << object << " has no known rank and dtype";
  // In linalg bytes have no sign.
  RankedTensorType builtin = object.toBuiltin();
  Type element = value.getElementType();
  if (builtin.getElementType() != element && object.getDtype() != element)
    return op->emitOpError() << "element type " << element
                             << " of the value, expected " << object.getDtype();
  if (failed(verifyCompatibleShape(builtin, value)))
    return op->emitOpError()
           << "shape of " << value << " does not match " << object;
  return success();
}

LogicalResult TensorValueOp::verify() {
  return verifyContents(*this, getTensor().getType(),
                        cast<RankedTensorType>(getType()));
}

OpFoldResult TensorValueOp::fold(FoldAdaptor) {
  // A fresh tensor that was used nowhere else keeps its value.
  auto ref = getTensor().getDefiningOp<TensorRefOp>();
  if (!ref || ref.getValue().getType() != getType())
    return {};
  for (Operation *user : ref.getTensor().getUsers())
    if (!isa<TensorValueOp>(user))
      return {};
  return ref.getValue();
}

LogicalResult TensorRefOp::verify() {
  return verifyContents(*this, getType(),
                        cast<RankedTensorType>(getValue().getType()));
}

LogicalResult TensorOverwriteOp::verify() {
  return verifyContents(*this, getTensor().getType(),
                        cast<RankedTensorType>(getValue().getType()));
}

LogicalResult TensorLiteralOp::verify() {
  Attribute value = getValue();
  if (!isa<TensorRefAttr, DenseElementsAttr, DenseResourceElementsAttr>(value))
    return emitOpError() << value << " is not a tensor";
  if (!isValueOfType(value, getType()))
    return emitOpError() << value << " is not a value of type " << getType();
  return success();
}
