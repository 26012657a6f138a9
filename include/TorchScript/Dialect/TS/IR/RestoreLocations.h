//===- RestoreLocations.h - Places of merged constants -----------*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives places to the constants that MLIR's folder makes one of.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_RESTORELOCATIONS_H
#define TORCHSCRIPT_DIALECT_TS_IR_RESTORELOCATIONS_H

#include "mlir/IR/Operation.h"

namespace mlir::ts {

/// Gives every operation below `root` that has no location one: that of its
/// first user, in the order of the text, else that of the operation around it.
/// The folder of MLIR takes the locations of constants that it moves or merges;
/// passes that use it call this when they are done. Returns how many operations
/// there are, `root` included.
unsigned restoreLocations(Operation *root);

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_IR_RESTORELOCATIONS_H
