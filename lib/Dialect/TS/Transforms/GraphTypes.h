//===- GraphTypes.h - Types of what graphs are given ------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_DIALECT_TS_TRANSFORMS_GRAPHTYPES_H
#define TORCHSCRIPT_LIB_DIALECT_TS_TRANSFORMS_GRAPHTYPES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ts {

/// Gives what the operators of control flow of a program carry the types that
/// it begins with, as far as they are known: a graph has to hand on what it is
/// given. Stacks behind loops over slices have the types of what is stacked.
void assumeGraphTypes(func::FuncOp function);

/// Checks that what was assumed of an operator of control flow holds. Fails
/// after errors at the places of the operators.
LogicalResult settleGraphTypes(Operation *op);

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_DIALECT_TS_TRANSFORMS_GRAPHTYPES_H
