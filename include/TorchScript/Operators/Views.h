//===- Views.h - Parts and orders of dimensions -----------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How views look at their bases, for those who lower them and for those who
// write through them.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_OPERATORS_VIEWS_H
#define TORCHSCRIPT_OPERATORS_VIEWS_H

#include "TorchScript/Operators/Inference.h"

namespace mlir::ts {

/// What a slice takes of dimension `dim`: `size` elements from `start` on,
/// every `step`-th.
struct SliceInfo {
  int64_t dim = 0;
  Size start, size;
  int64_t step = 1;
};

/// The slice that `aten::slice.Tensor` or `aten::narrow` takes, and
/// `aten::slice_scatter` writes; nothing when its dimension or its step is not
/// constant or out of range. Conditions go to the inference.
std::optional<SliceInfo> getSlice(Inference &inference, OperatorOp op);

/// The element that `aten::select.int` takes: a slice of size 1.
std::optional<SliceInfo> getSelection(Inference &inference, OperatorOp op);

/// A diagonal of the dimensions `dim1` and `dim2`: it begins at the indices
/// `start1` and `start2`, one of which is 0, and has `size` elements.
struct DiagonalInfo {
  int64_t dim1 = 0, dim2 = 1;
  int64_t start1 = 0, start2 = 0;
  Size size;
};
std::optional<DiagonalInfo> getDiagonal(Inference &inference, OperatorOp op);

/// The dimension of the base each dimension of the result of a view of kind
/// Permute comes from.
std::optional<SmallVector<int64_t>> getPermutation(OperatorOp op, int64_t rank);

} // namespace mlir::ts

#endif // TORCHSCRIPT_OPERATORS_VIEWS_H
