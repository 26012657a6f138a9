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

/// Writes the class of modules with its attributes and methods; false after an
/// error. The values of attributes are no part of the text.
bool writeModuleClass(mlir::ts::ClassOp op, ModuleNames &names,
                      llvm::raw_ostream &os);

/// The function of a class that implements a method of an interface: it has
/// the names of the parameters. Null when no class of the module does.
mlir::func::FuncOp getImplementation(mlir::ts::InterfaceOp op,
                                     llvm::StringRef method,
                                     const ModuleNames &names);

/// Reports what has no text; returns false.
bool refuse(mlir::Operation *op, const llvm::Twine &what);

/// Writes an interface; false after an error.
bool writeInterface(mlir::ts::InterfaceOp op, const ModuleNames &names,
                    llvm::raw_ostream &os);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_TARGET_TORCHSCRIPT_CLASSES_H
