//===- ProgramNames.h - Names of nodes --------------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_DIALECT_TS_TRANSFORMS_PROGRAMNAMES_H
#define TORCHSCRIPT_LIB_DIALECT_TS_TRANSFORMS_PROGRAMNAMES_H

#include "TorchScript/Base/NodeNames.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ts {

/// Gives the operators of an exported program `ts.node`, and those with several
/// results `ts.node_parts`. `names` has the names of the inputs.
void nameNodes(func::FuncOp function, torchscript::NodeNames &names);

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_DIALECT_TS_TRANSFORMS_PROGRAMNAMES_H
