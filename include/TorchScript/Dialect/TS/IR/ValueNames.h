//===- ValueNames.h - Names of values in written code -----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_VALUENAMES_H
#define TORCHSCRIPT_DIALECT_TS_IR_VALUENAMES_H

#include "llvm/ADT/StringRef.h"

namespace mlir::ts {

/// A value that does not get the name of the variable it is assigned to: `[]`
/// without a type, which PyTorch's compiler puts in place of a literal that had
/// the name, and a conversion to the variable's type, whose operand has it.
constexpr llvm::StringLiteral kUnnamedAttr = "ts.unnamed";

/// On a loop, the counters of `enumerate` among what it iterates over: pairs of
/// the position of each and the number of turns it would have.
constexpr llvm::StringLiteral kCountersAttr = "ts.counters";

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_IR_VALUENAMES_H
