//===- ProgramForms.h - Operators of exported programs ----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decompositions for exported programs that depend on strides or on how many
// tensors there are, which text cannot express.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_OPERATORS_PROGRAMFORMS_H
#define TORCHSCRIPT_OPERATORS_PROGRAMFORMS_H

#include "TorchScript/Dialect/TS/IR/TS.h"

namespace mlir::ts {

/// Puts what programs without such operators have in the place of `reshape` and
/// its like, of `contiguous`, and of operators that give several views; with
/// `isCore`, of those that Core ATen lacks, too. `isView` says whether the
/// operator's result shares its operand's storage. A list that is no operator's
/// is made for what takes it apart to forward. False for other operators, and
/// where too little is known.
bool expandForProgram(OperatorOp op, bool isView, bool isCore);

} // namespace mlir::ts

#endif // TORCHSCRIPT_OPERATORS_PROGRAMFORMS_H
