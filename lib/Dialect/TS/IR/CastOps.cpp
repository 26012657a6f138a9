//===- CastOps.cpp - Refinement and conversion between static types -------===//
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

#include "TorchScript/Dialect/TS/IR/Derefine.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"

using namespace mlir;
using namespace mlir::ts;

//===----------------------------------------------------------------------===//
// Derefine and unchecked cast
//===----------------------------------------------------------------------===//

LogicalResult DerefineOp::verify() {
  if (isSubtype(getInput().getType(), getType()))
    return success();
  return emitOpError() << getInput().getType() << " is not a subtype of "
                       << getType();
}

OpFoldResult DerefineOp::fold(FoldAdaptor) {
  if (getInput().getType() == getType())
    return getInput();
  if (auto inner = getInput().getDefiningOp<DerefineOp>()) {
    getInputMutable().assign(inner.getInput());
    return getResult();
  }
  // A cast down and up again.
  if (auto cast = getInput().getDefiningOp<UncheckedCastOp>())
    if (cast.getInput().getType() == getType())
      return cast.getInput();
  return {};
}

LogicalResult UncheckedCastOp::verify() {
  if (isSubtype(getType(), getInput().getType()))
    return success();
  return emitOpError() << getType() << " is not a subtype of "
                       << getInput().getType();
}

OpFoldResult UncheckedCastOp::fold(FoldAdaptor) {
  if (getInput().getType() == getType())
    return getInput();
  for (Value value = getInput();;) {
    auto derefine = value.getDefiningOp<DerefineOp>();
    if (!derefine)
      break;
    value = derefine.getInput();
    if (value.getType() == getType())
      return value;
  }
  if (auto inner = getInput().getDefiningOp<UncheckedCastOp>()) {
    getInputMutable().assign(inner.getInput());
    return getResult();
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

LogicalResult IsInstanceOp::verify() {
  for (Type type : getTypes().getAsValueRange<TypeAttr>())
    if (!isValueType(type))
      return emitOpError() << type << " is not a TorchScript value type";
  return success();
}

/// What a test of the value's type gives: casts may know less of the value than
/// what they are made from, and more. `evaluate` decides by a type, if it can.
static OpFoldResult
foldTypeTest(Value value,
             llvm::function_ref<std::optional<bool>(Type type)> evaluate) {
  while (true) {
    if (std::optional<bool> result = evaluate(value.getType()))
      return BoolAttr::get(value.getContext(), *result);
    Operation *cast = value.getDefiningOp();
    if (!isa_and_present<DerefineOp, UncheckedCastOp>(cast))
      return {};
    value = cast->getOperand(0);
  }
}

OpFoldResult IsInstanceOp::fold(FoldAdaptor) {
  return foldTypeTest(getInput(), [&](Type type) -> std::optional<bool> {
    bool allFalse = true;
    for (Type tested : getTypes().getAsValueRange<TypeAttr>()) {
      std::optional<bool> one = evaluateIsInstance(type, tested);
      if (one && *one)
        return true;
      allFalse &= one.has_value();
    }
    return allFalse ? std::optional(false) : std::nullopt;
  });
}

OpFoldResult IsNoneOp::fold(FoldAdaptor) {
  return foldTypeTest(getInput(), [](Type type) -> std::optional<bool> {
    if (isa<TSNoneType>(type))
      return true;
    return mayBeNone(type) ? std::nullopt : std::optional(false);
  });
}

OpFoldResult UnwrapOp::fold(FoldAdaptor) {
  for (Value value = getInput();;) {
    auto derefine = value.getDefiningOp<DerefineOp>();
    if (!derefine)
      return {};
    value = derefine.getInput();
    if (value.getType() == getType())
      return value;
  }
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

static LogicalResult verifyBox(Operation *op, Type inner, Type outer) {
  if (inner != outer && isSubtype(inner, outer))
    return success();
  return op->emitOpError() << outer << " cannot hold " << inner;
}

LogicalResult BoxOp::verify() {
  return verifyBox(*this, getInput().getType(), getType());
}

LogicalResult UnboxOp::verify() {
  return verifyBox(*this, getType(), getInput().getType());
}

OpFoldResult UnboxOp::fold(FoldAdaptor) {
  if (auto box = getInput().getDefiningOp<BoxOp>())
    if (box.getInput().getType() == getType())
      return box.getInput();
  return {};
}
