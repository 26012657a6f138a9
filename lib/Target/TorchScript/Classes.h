//===- Classes.h - Exports classes and interfaces ---------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Class statements of script classes and interfaces.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TARGET_TORCHSCRIPT_CLASSES_H
#define TORCHSCRIPT_LIB_TARGET_TORCHSCRIPT_CLASSES_H

#include "Names.h"

namespace torchscript {

/// Writes a script class with its methods; false after an error.
bool writeClass(mlir::ts::ClassOp op, ModuleNames &names,
                llvm::raw_ostream &os);

/// Writes an interface; false after an error.
bool writeInterface(mlir::ts::InterfaceOp op, const ModuleNames &names,
                    llvm::raw_ostream &os);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_TARGET_TORCHSCRIPT_CLASSES_H
