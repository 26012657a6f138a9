//===- VariableOps.cpp - Local variables ----------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Slots stay between the operations of variables.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/TSOps.h"

using namespace mlir;
using namespace mlir::ts;

LogicalResult VarOp::verify() {
  for (Operation *user : getSlot().getUsers())
    if (!isa<LoadOp, StoreOp, DelOp>(user)) {
      InFlightDiagnostic diagnostic =
          emitOpError("makes the slot \"")
          << getName() << "\", which only 'ts.load', 'ts.store' and 'ts.del' "
          << "may use";
      diagnostic.attachNote(user->getLoc())
          << "used by '" << user->getName() << "'";
      return diagnostic;
    }
  return success();
}

/// Checks that the slot an operation works on is a variable.
static LogicalResult verifySlot(Operation *op, Value slot) {
  if (slot.getDefiningOp<VarOp>())
    return success();
  return op->emitOpError("expects the slot of a 'ts.var'");
}

LogicalResult LoadOp::verify() { return verifySlot(*this, getSlot()); }

LogicalResult StoreOp::verify() { return verifySlot(*this, getSlot()); }

LogicalResult DelOp::verify() { return verifySlot(*this, getSlot()); }
