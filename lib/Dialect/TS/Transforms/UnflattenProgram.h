//===- UnflattenProgram.h - Methods of submodules again ---------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_DIALECT_TS_TRANSFORMS_UNFLATTENPROGRAM_H
#define TORCHSCRIPT_LIB_DIALECT_TS_TRANSFORMS_UNFLATTENPROGRAM_H

#include "TorchScript/Dialect/TS/IR/TS.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::ts {

/// The methods of modules by the modules' paths.
using ModuleMethods = llvm::StringMap<SmallVector<func::FuncOp>>;

/// Moves what a method of the module with the empty path calls of modules below
/// it (ModuleStacks.h) into methods of these. What calls of one module do alike
/// is one method; the first is `forward`, others `forward_1`, ... Values that
/// cross the border of a call are arguments and results, and so are tensors of
/// modules that are not below the called one. `getType` gives the type of the
/// module of a path.
ModuleMethods
outlineModules(func::FuncOp method,
               llvm::function_ref<ObjectType(StringRef)> getType);

/// The name of a method in its class: what is behind the last dot of its symbol.
StringRef getMethodName(func::FuncOp method);

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_DIALECT_TS_TRANSFORMS_UNFLATTENPROGRAM_H
