//===- ProgramWrites.h - Blocks without writes ------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TRANSFORMS_PROGRAMWRITES_H
#define TORCHSCRIPT_LIB_TRANSFORMS_PROGRAMWRITES_H

#include "mlir/IR/Block.h"

namespace mlir::ts {

/// The view or cast of a tensor that a tensor is; null for one of its own.
Operation *getProgramView(Value tensor);

/// Replaces the writes of a block, which is no loop's but those of operators of
/// control flow inside of it, by operators that give new values. What the block
/// ends with are the contents that the tensors have there; tensors from outside
/// stay as they were. Errors, which are reported, as in ts-functionalize-program.
LogicalResult removeWrites(Block &block);

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_TRANSFORMS_PROGRAMWRITES_H
