//===- Views.h - Views of tensors -------------------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Shapes and dimensions are those of the PyTorch functions of the same names;
// bad ones are noted with PyTorch's texts.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_TENSOR_VIEWS_H
#define TSRT_TENSOR_VIEWS_H

#include "tensor/Copy.h"

namespace tsrt {

/// A dimension counted from the end when negative; notes an IndexError when out
/// of range (0-dim tensors accept 0 and -1).
int64_t wrapDim(int64_t dim, int64_t rank);
/// As above; notes an IndexError for 0-dim tensors, too.
int64_t wrapOwnDim(int64_t dim, int64_t rank);
/// All of a list of dimensions, each at most once.
Dims wrapDims(const Dims &dims, int64_t rank);

Tensor asStrided(const Tensor &t, const Dims &sizes, const Dims &strides,
                 int64_t offset);
Tensor expand(const Tensor &t, const Dims &sizes);
Tensor permute(const Tensor &t, const Dims &dims);
Tensor transpose(const Tensor &t, int64_t a, int64_t b);
Tensor movedim(const Tensor &t, int64_t source, int64_t target);
Tensor selectAt(const Tensor &t, int64_t dim, int64_t index);
Tensor narrow(const Tensor &t, int64_t dim, int64_t start, int64_t length);
Tensor slice(const Tensor &t, int64_t dim, OptInt start, OptInt end,
             int64_t step);
Tensor unsqueeze(const Tensor &t, int64_t dim);
Tensor squeeze(const Tensor &t, int64_t dim);
Tensor diagonal(const Tensor &t, int64_t offset, int64_t a, int64_t b);
/// A view, or an error when strides do not allow it.
Tensor viewTo(const Tensor &t, const Dims &sizes);
/// A view where possible, else a copy.
Tensor reshape(const Tensor &t, const Dims &sizes);
Tensor flatten(const Tensor &t, int64_t first = 0, int64_t last = -1);
/// Sizes with -1 replaced; notes an error when they do not hold `numel`.
Dims inferSize(const Dims &sizes, int64_t numel);
/// Strides of `t` seen with other sizes, if there are any.
std::optional<Dims> viewStrides(const Tensor &t, const Dims &sizes);
/// Complex as pairs of reals (a new last dimension of 2), and back.
Tensor viewAsReal(const Tensor &t);
Tensor viewAsComplex(const Tensor &t);

} // namespace tsrt

#endif // TSRT_TENSOR_VIEWS_H
