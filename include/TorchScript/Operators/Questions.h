//===- Questions.h - Questions that types answer ----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_OPERATORS_QUESTIONS_H
#define TORCHSCRIPT_OPERATORS_QUESTIONS_H

#include "TorchScript/Dialect/TS/IR/TS.h"

namespace mlir::ts {

/// Whether one value is the other, as `x is None` asks, built at the insertion
/// point; null for other operators, and where the types do not tell.
Value answerIdentity(OpBuilder &builder, OperatorOp op);

/// The answer to a question about rank, sizes or dtype of the first operand as
/// far as its type tells it: a list of sizes asks for those that are not known.
/// Null for other operators, and where the type does not tell.
Value answerFromType(OpBuilder &builder, OperatorOp op);

} // namespace mlir::ts

#endif // TORCHSCRIPT_OPERATORS_QUESTIONS_H
