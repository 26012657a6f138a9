//===- DimensionRuns.h - Dimensions behind each other -----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known of the strides of tensors whose sizes are not known: which
// dimension lies behind which in memory.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_TRANSFORMS_DIMENSIONRUNS_H
#define TORCHSCRIPT_LIB_TRANSFORMS_DIMENSIONRUNS_H

#include "TorchScript/Dialect/TS/IR/TS.h"

namespace mlir::ts {

/// Whether the result of an operator that gives its first operand in another
/// shape has the elements where they are; false where that is not known.
bool isReshapedInPlace(OperatorOp view);

} // namespace mlir::ts

#endif // TORCHSCRIPT_LIB_TRANSFORMS_DIMENSIONRUNS_H
