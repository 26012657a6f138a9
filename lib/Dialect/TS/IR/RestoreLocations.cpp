//===- RestoreLocations.cpp - Places of merged constants ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes locations from users for what has lost its own.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/RestoreLocations.h"

#include "mlir/IR/Location.h"

using namespace mlir;

/// The user of an operation's results that has a location and stands first in
/// the block; users in inner regions count where their ancestor stands.
static Operation *firstPlacedUser(Operation *op) {
  Operation *first = nullptr, *place = nullptr;
  for (Operation *user : op->getUsers()) {
    if (isa<UnknownLoc>(user->getLoc()))
      continue;
    // Users in other blocks of the region come after those in this one.
    Operation *here = op->getBlock()->findAncestorOpInBlock(*user);
    if (!place || (here && (!first || here->isBeforeInBlock(first)))) {
      first = here;
      place = user;
    }
  }
  return place;
}

unsigned ts::restoreLocations(Operation *root) {
  unsigned count = 0;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    ++count;
    if (!isa<UnknownLoc>(op->getLoc()) || op == root)
      return;
    Operation *user = firstPlacedUser(op);
    op->setLoc((user ? user : op->getParentOp())->getLoc());
  });
  return count;
}
