//===- SymbolNames.h - Names of a program's functions -----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TSRUNTIME_IR_SYMBOLNAMES_H
#define TORCHSCRIPT_DIALECT_TSRUNTIME_IR_SYMBOLNAMES_H

#include "llvm/ADT/StringRef.h"

namespace mlir::ts {

/// What the symbols of a program's functions begin with, from
/// ts-flatten-kernels on: then functions of libraries stand beside them, whose
/// names a program may use as well.
constexpr llvm::StringLiteral kProgramPrefix = "ts.";

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TSRUNTIME_IR_SYMBOLNAMES_H
