//===- ClassDeclarations.h - Declarations of classes -------------*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes ts.class with attributes and methods.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_FRONTEND_LANGUAGE_CLASSDECLARATIONS_H
#define TORCHSCRIPT_FRONTEND_LANGUAGE_CLASSDECLARATIONS_H

#include "TorchScript/Frontend/Language/Compilation.h"

#include "TorchScript/Dialect/TS/IR/TS.h"

namespace torchscript {

/// Where the definition of a class starts.
mlir::Location getClassLocation(mlir::MLIRContext *context,
                                const ClassDef *def);

/// Writes `ts.class` at the end of the module, with the attributes of the type
/// and without methods.
mlir::ts::ClassOp declareClassOp(Compilation &unit, const ClassDef *def,
                                 const ClassType &type);

/// Adds a method to a class.
void declareMethodOp(mlir::ts::ClassOp op, llvm::StringRef name,
                     mlir::func::FuncOp function, bool isStatic = false,
                     bool isProperty = false);

} // namespace torchscript

#endif // TORCHSCRIPT_FRONTEND_LANGUAGE_CLASSDECLARATIONS_H
