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

#ifndef TORCHSCRIPT_DIALECT_TS_TRANSFORMS_FUNCTIONCLOSURE_H
#define TORCHSCRIPT_DIALECT_TS_TRANSFORMS_FUNCTIONCLOSURE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace mlir::ts {

/// A number that is the same in processes that have the same function and the
/// same functions that it may call, 32 hexadecimal digits: of the text of their
/// operations, without places.
std::string hashFunction(ModuleOp module, StringRef symbol);

/// A module with the functions `symbols` of `module`, the functions they may
/// call, and all declarations. Functions that only calls reach become private.
OwningOpRef<ModuleOp> extractFunctions(ModuleOp module,
                                       ArrayRef<std::string> symbols);

/// extractFunctions() for one.
OwningOpRef<ModuleOp> extractFunction(ModuleOp module, StringRef symbol);

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_TRANSFORMS_FUNCTIONCLOSURE_H
