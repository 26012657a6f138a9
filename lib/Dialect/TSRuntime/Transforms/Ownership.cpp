//===- Ownership.cpp - Who owns a value -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ownership of the results and operands of ts and tsrt operations.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TSRuntime/Transforms/Ownership.h"

#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Dialect/TSRuntime/IR/Representation.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"

using namespace mlir;
using namespace mlir::tsrt;

Ownership tsrt::getOwnership(Value value) {
  if (!isRefcounted(value.getType()))
    return Ownership::Uncounted;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner()->isEntryBlock() ? Ownership::Borrowed
                                               : Ownership::Owned;
  Operation *op = value.getDefiningOp();
  if (isa<ZeroOp, ts::ConstantStrOp>(op))
    return Ownership::Uncounted;
  if (isa<ts::TensorLiteralOp, ts::ObjectRefOp>(op))
    return Ownership::Borrowed;
  if (auto load = dyn_cast<ListLoadOp>(op))
    return load.getBorrowed() ? Ownership::Borrowed : Ownership::Owned;
  return Ownership::Owned;
}

bool tsrt::takesOperand(Operation *op, unsigned index) {
  if (auto owner = dyn_cast<OwnershipOpInterface>(op))
    return owner.takesOperand(index);
  if (isa<ts::TupleConstructOp, ts::DerefineOp, ts::UncheckedCastOp, ts::BoxOp,
          ts::UnboxOp>(op))
    return true;
  if (auto call = dyn_cast<OpCallOp>(op))
    return call.isLastUse(index);
  // Appending to a string nobody else holds needs no copy of it.
  if (auto call = dyn_cast<RuntimeCallOp>(op))
    return call.getCallee() == "tsrt_try_append" && index == 0;
  if (isa<ts::SetAttrOp>(op))
    return index == 1;
  if (isa<ts::GlobalStoreOp>(op))
    return index == 0;
  return false;
}
