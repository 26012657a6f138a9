//===- Ownership.h - Who owns a value -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules by which tsrt-insert-refcounts and tsrt-optimize-refcounts decide
// which values are counted and which operands are taken over.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TSRUNTIME_TRANSFORMS_OWNERSHIP_H
#define TORCHSCRIPT_DIALECT_TSRUNTIME_TRANSFORMS_OWNERSHIP_H

#include "mlir/IR/Value.h"

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::tsrt {

/// How a value is counted.
enum class Ownership {
  Owned,    ///< carries one reference that must be consumed once
  Borrowed, ///< kept alive by someone else; retained when taken
  Uncounted ///< holds no reference, or only immortal objects
};

/// How `value` is counted.
Ownership getOwnership(Value value);

/// True when `op` (not a terminator) takes over operand `index`.
bool takesOperand(Operation *op, unsigned index);

} // namespace mlir::tsrt

#endif // TORCHSCRIPT_DIALECT_TSRUNTIME_TRANSFORMS_OWNERSHIP_H
