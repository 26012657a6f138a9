//===- ElementReads.h - Numbers from tensors of one element -----*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `float(t)`, `int(t)` and `bool(t)` as an element of a value.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_OPERATORS_ELEMENTREADS_H
#define TORCHSCRIPT_OPERATORS_ELEMENTREADS_H

#include "TorchScript/Dialect/TS/IR/TS.h"

namespace mlir::ts {

/// Whether the operator makes a number of its operand, a tensor that is known
/// to have one element of a dtype that converts to it without fail.
bool isElementRead(OperatorOp op);

/// The number that an element read on a value makes of `elements`, the operand
/// with signless elements.
Value lowerElementRead(OpBuilder &builder, OperatorOp op, Value elements);

} // namespace mlir::ts

#endif // TORCHSCRIPT_OPERATORS_ELEMENTREADS_H
