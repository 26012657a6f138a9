//===- ListVersions.h - Lists that change, at each place --------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_TS_TRANSFORMS_LISTVERSIONS_H
#define LIB_DIALECT_TS_TRANSFORMS_LISTVERSIONS_H

#include "TorchScript/Dialect/TS/IR/TS.h"

namespace mlir::ts {

/// The uses of an object that is made in a block, in the order of the
/// operations of the block that they are in: all, or those before the first
/// operation with a use that is not understood.
struct OrderedUses {
  SmallVector<OpOperand *> uses;
  bool areAll = true;
};
OrderedUses getOrderedUses(Value object,
                           llvm::function_ref<bool(OpOperand &)> isUnderstood);

/// Gives each reader of a list that changes in its block a list with the
/// elements it has there, and takes the changes out. Where the list is seen by
/// others than operators, or an effect is not known, only who reads it before
/// gets one. False when nothing was done. The end of the block may take the list
/// with it.
bool splitListVersions(ListConstructOp made);

/// Unrolls a loop of one turn, or of few that change lists or dicts, or read
/// elements of lists one by one. False when it is no such loop.
bool unrollListLoop(ForOp loop);

} // namespace mlir::ts

#endif // LIB_DIALECT_TS_TRANSFORMS_LISTVERSIONS_H
