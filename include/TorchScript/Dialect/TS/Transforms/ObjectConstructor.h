//===- ObjectConstructor.h - Functions that make objects --------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns `ts.object`s, which the host makes from their attributes, into code
// that makes them.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_TRANSFORMS_OBJECTCONSTRUCTOR_H
#define TORCHSCRIPT_DIALECT_TS_TRANSFORMS_OBJECTCONSTRUCTOR_H

#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ts {

/// Adds a function `name` that returns a new object like `root`, with new
/// objects for those it refers to. Tensors are shared with all other objects
/// made this way, unless `copyTensors`. Failure after a diagnostic when the
/// value of an attribute is not known.
FailureOr<func::FuncOp> makeConstructor(ModuleOp module, ObjectOp root,
                                        StringRef name, bool copyTensors);

/// The function that makes an object of a class and calls its `__init__`, added
/// when it is not there yet. It has the parameters of `__init__` behind `self`.
func::FuncOp getClassConstructor(ModuleOp module, ClassOp declaration);

/// A function that takes an object like `root`, reads the attributes of `path`
/// one after the other, and calls `method` of what it found; added when it is
/// not there yet. Failure when an attribute's type is no class.
FailureOr<func::FuncOp> getPartMethod(ModuleOp module, ObjectOp root,
                                      ArrayRef<std::string> path,
                                      func::FuncOp method);

/// Adds a function `name` that makes the objects that functions refer to and
/// keeps them in globals, from which the functions read them afterwards, and a
/// function `release` that lets go of them. Nothing when there are none.
LogicalResult makeObjectInitializer(ModuleOp module, StringRef name,
                                    StringRef release);

/// Gives a function whose `self` was specialized away the parameter again:
/// references to `root` and the objects it holds are read from it, as long as
/// no function of the module assigns the attributes on the way.
void addSelfParameter(func::FuncOp function, ObjectOp root);

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_TRANSFORMS_OBJECTCONSTRUCTOR_H
