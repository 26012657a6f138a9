//===- FunctionModule.h - A module made of functions ------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An archive holds one module; functions become its methods.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TARGET_TORCHSCRIPTARCHIVE_FUNCTIONMODULE_H
#define TORCHSCRIPT_LIB_TARGET_TORCHSCRIPTARCHIVE_FUNCTIONMODULE_H

#include "TorchScript/Dialect/TS/IR/TS.h"

namespace torchscript {

/// Adds a class with a method for each function that callers know by name, and
/// its instance, which is returned; null when there is no such function, which
/// is reported. `only` is the symbol of the one function to take; empty for
/// all.
mlir::ts::ObjectOp makeFunctionModule(mlir::ModuleOp module,
                                      llvm::StringRef only = "");

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_TARGET_TORCHSCRIPTARCHIVE_FUNCTIONMODULE_H
