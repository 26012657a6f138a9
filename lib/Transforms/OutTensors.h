//===- OutTensors.h - Results written into given tensors --------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TRANSFORMS_OUTTENSORS_H
#define TORCHSCRIPT_LIB_TRANSFORMS_OUTTENSORS_H

#include "TorchScript/Dialect/TS/IR/TS.h"

namespace mlir::ts {

/// Replaces operators with `out=` by those without it and copies, when all
/// operators of the function that may change sizes are such, and each writes
/// tensors that are known to have the dtypes and the sizes of its results
/// already.
void replaceOutTensors(func::FuncOp function);

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_TRANSFORMS_OUTTENSORS_H
