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

/// A list that does not get the name of the variable it is assigned to: `[]`
/// without a type, which PyTorch's compiler puts in place of a literal that had
/// the name.
constexpr llvm::StringLiteral kUnnamedAttr = "ts.unnamed";

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_IR_VALUENAMES_H
