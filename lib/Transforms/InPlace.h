//===- InPlace.h - In-place operators as pure ones --------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an in-place operator computes, without the write.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TRANSFORMS_INPLACE_H
#define TORCHSCRIPT_LIB_TRANSFORMS_INPLACE_H

#include "TorchScript/Dialect/TS/IR/TS.h"

namespace mlir::ts {

/// The new elements of the tensor that the in-place operator `op` writes to,
/// its operand 0, computed from `operands` (those of the operator, as they are
/// now): of the type of operand 0, whose dtype and sizes are known, and fresh.
/// Null, and nothing is built, when the operator has no pure form, when that
/// has no rule, or when the call fails because the result cannot be stored.
Value buildWritten(OpBuilder &builder, OperatorOp op, ArrayRef<Value> operands);

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_TRANSFORMS_INPLACE_H
