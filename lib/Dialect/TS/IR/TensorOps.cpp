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

LogicalResult SymbolOp::verify() {
  if (getName().empty())
    return emitOpError("has no name");
  int64_t min = getMin();
  if (min < 0)
    return emitOpError("of a size that may be negative: min is ") << min;
  if (std::optional<uint64_t> max = getMax(); max && int64_t(*max) < min)
    return emitOpError("has no values: min is ")
           << min << ", max is " << int64_t(*max);
  return success();
}

LogicalResult BindShapeOp::verify() {
  AffineMap map = getSizes();
  auto type = cast<RankedTensorType>(getValue().getType());
  if (map.getNumDims() != 0)
    return emitOpError("sizes are expressions of symbols, found a map of ")
           << map.getNumDims() << " dimension(s)";
  if (map.getNumSymbols() != getSymbols().size())
    return emitOpError("the map has ")
           << map.getNumSymbols() << " symbol(s), there are "
           << getSymbols().size() << " operand(s)";
  if (int64_t(map.getNumResults()) != type.getRank())
    return emitOpError("the map has ") << map.getNumResults()
                                       << " result(s), the value "
                                       << type.getRank() << " dimension(s)";
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    if (constant && constant.getValue() < 0)
      return emitOpError("size ") << dim << " is negative";
    if (constant && !type.isDynamicDim(dim) &&
        constant.getValue() != type.getDimSize(dim))
      return emitOpError("size ") << dim << " is " << constant.getValue()
                                  << ", the type has " << type.getDimSize(dim);
  }
  return success();
}
