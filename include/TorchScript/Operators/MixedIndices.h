//===- MixedIndices.h - Masks beside other indices --------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_OPERATORS_MIXEDINDICES_H
#define TORCHSCRIPT_OPERATORS_MIXEDINDICES_H

#include "TorchScript/Dialect/TS/IR/TS.h"

namespace mlir::ts {

/// Replaces masks that an operator reads by, or takes beside other indices, by
/// the places where they are true: an index for each of their dimensions; and
/// reads by a mask of the tensor's sizes by the selection of elements. False,
/// and nothing was done, for other operators, and where masks and the
/// dimensions they stand for are not known to have the same sizes.
bool expandMixedIndices(OperatorOp op);

} // namespace mlir::ts

#endif // TORCHSCRIPT_OPERATORS_MIXEDINDICES_H
