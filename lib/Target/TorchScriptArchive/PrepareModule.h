//===- PrepareModule.h - What an archive needs ------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes out of a module what no archive of the instance would have.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TARGET_TORCHSCRIPTARCHIVE_PREPAREMODULE_H
#define TORCHSCRIPT_LIB_TARGET_TORCHSCRIPTARCHIVE_PREPAREMODULE_H

#include "TorchScript/Dialect/TS/IR/TS.h"

namespace torchscript {

/// Where `forward` of a class is a function that importers made to run the
/// hooks: makes it the method itself and lets the class name the hooks, as
/// archives do.
void separateHooks(mlir::ModuleOp module);

/// Erases what neither the instance nor its methods reach.
void keepReachable(mlir::ModuleOp module, mlir::ts::ObjectOp root);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_TARGET_TORCHSCRIPTARCHIVE_PREPAREMODULE_H
