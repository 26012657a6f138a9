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

/// Gives each reader of a list that changes in its block a list with the
/// elements it has there, and takes the changes out. False, and nothing was
/// done, when the list does not change, is seen by others than operators, or an
/// effect is not known. The end of the block may take the list with it.
bool splitListVersions(ListConstructOp made);

/// Unrolls a loop of few turns that changes lists, or reads their elements one
/// by one. False when it is no such loop.
bool unrollListLoop(ForOp loop);

} // namespace mlir::ts

#endif // LIB_DIALECT_TS_TRANSFORMS_LISTVERSIONS_H
