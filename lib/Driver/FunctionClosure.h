//===- FunctionClosure.h - A function with what it needs -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies one function and everything it may call into a module of its own.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_DRIVER_FUNCTIONCLOSURE_H
#define TORCHSCRIPT_LIB_DRIVER_FUNCTIONCLOSURE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace torchscript {

/// A module with the function `symbol` of `module`, the functions it may call,
/// and all declarations. Functions that only calls reach become private.
mlir::OwningOpRef<mlir::ModuleOp> extractFunction(mlir::ModuleOp module,
                                                  llvm::StringRef symbol);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_DRIVER_FUNCTIONCLOSURE_H
