//===- DemoteCarried.h - Variables for what loops carry ---------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TARGET_TORCHSCRIPT_DEMOTECARRIED_H
#define TORCHSCRIPT_LIB_TARGET_TORCHSCRIPT_DEMOTECARRIED_H

#include "mlir/IR/BuiltinOps.h"

namespace torchscript {

/// Makes variables of what loops carry, which TorchScript's text has not. The
/// module means the same.
void demoteCarriedValues(mlir::ModuleOp module);

} // namespace torchscript

#endif // TORCHSCRIPT_LIB_TARGET_TORCHSCRIPT_DEMOTECARRIED_H
