//===- View.h - The family of views -----------------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_OPERATORS_VIEW_VIEW_H
#define TORCHSCRIPT_LIB_OPERATORS_VIEW_VIEW_H

#include "TorchScript/Operators/Lowering.h"
#include "TorchScript/Operators/Views.h"

namespace mlir::ts::view {
#include "TorchScript/Operators/ViewArguments.h.inc"

/// The dimensions `aten::squeeze` drops; nothing when that is not known.
std::optional<SmallVector<int64_t>> getSqueezedDims(Inference &i, const TensorInfo &self,
                                                    OperatorOp op);

bool inferIdentity(Inference &i, OperatorOp op);
bool inferPart(Inference &i, OperatorOp op);
bool inferViewAsReal(Inference &i, OperatorOp op);
bool inferViewAsComplex(Inference &i, OperatorOp op);
bool inferConvert(Inference &i, OperatorOp op);
bool inferCopy(Inference &i, OperatorOp op);
bool inferAtLeast(Inference &i, OperatorOp op);
bool inferUnflatten(Inference &i, OperatorOp op);
bool inferDropout(Inference &i, OperatorOp op);
bool inferReshape(Inference &i, OperatorOp op);
bool inferFlatten(Inference &i, OperatorOp op);
bool inferSqueeze(Inference &i, OperatorOp op);
bool inferUnsqueeze(Inference &i, OperatorOp op);
bool inferPermute(Inference &i, OperatorOp op);
bool inferSelect(Inference &i, OperatorOp op);
bool inferSlice(Inference &i, OperatorOp op);
bool inferDiagonal(Inference &i, OperatorOp op);
bool inferAsStrided(Inference &i, OperatorOp op);
bool inferUnfold(Inference &i, OperatorOp op);
bool inferExpand(Inference &i, OperatorOp op);
bool inferSliceScatter(Inference &i, OperatorOp op);
bool inferSelectScatter(Inference &i, OperatorOp op);
bool inferDiagonalScatter(Inference &i, OperatorOp op);

} // namespace mlir::ts::view

#endif // TORCHSCRIPT_LIB_OPERATORS_VIEW_VIEW_H
