//===- FunctionCode.h - Functions as PyTorch prints them --------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_TARGET_TORCHSCRIPT_FUNCTIONCODE_H
#define TORCHSCRIPT_TARGET_TORCHSCRIPT_FUNCTIONCODE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>
#include <string>

namespace torchscript {

/// The text that `.code` of a compiled function or method is in PyTorch: of a
/// function in source form of a module. Where a function is left in the middle
/// of a loop, and in a few other places, the text says the same with other
/// names and statements. Nothing when the function cannot be written at all,
/// which is reported.
std::optional<std::string> printFunctionCode(mlir::func::FuncOp function);

} // namespace torchscript

#endif // TORCHSCRIPT_TARGET_TORCHSCRIPT_FUNCTIONCODE_H
