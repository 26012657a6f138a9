//===- ProgramModules.h - Stacks of modules in programs ---------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_DIALECT_TS_TRANSFORMS_PROGRAMMODULES_H
#define TORCHSCRIPT_LIB_DIALECT_TS_TRANSFORMS_PROGRAMMODULES_H

#include "TorchScript/Dialect/TS/IR/TS.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ts {

/// Gives the operations of a function, whose locations say which calls they were
/// inlined from, the stacks of modules from an object on. A module that is
/// reached twice has the names of its first path.
void nameModuleStacks(func::FuncOp function, ObjectOp root);

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_DIALECT_TS_TRANSFORMS_PROGRAMMODULES_H
