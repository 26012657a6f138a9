//===- SpecialMethods.h - Methods that the runtime calls --------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which methods a descriptor of a class may hand to the runtime.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_DIALECT_TS_IR_SPECIALMETHODS_H
#define TORCHSCRIPT_DIALECT_TS_IR_SPECIALMETHODS_H

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::ts {

/// Whether the runtime may call a method by its name. It sorts by a `__lt__`
/// that compares two objects of the class; `type` may have a leading result for
/// errors.
inline bool isCallableByRuntime(StringRef name, FunctionType type) {
  if (name != "__lt__")
    return true;
  return type.getNumInputs() == 2 && type.getInput(0) == type.getInput(1) &&
         type.getNumResults() > 0 && type.getResults().back().isInteger(1);
}

} // namespace mlir::ts

#endif // TORCHSCRIPT_DIALECT_TS_IR_SPECIALMETHODS_H
