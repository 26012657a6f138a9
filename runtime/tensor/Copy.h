//===- Copy.h - Conversion, copies and fills --------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_TENSOR_COPY_H
#define TSRT_TENSOR_COPY_H

#include "tensor/Tensor.h"

namespace tsrt {

/// Reads `n` elements of `dtype`, `stride` bytes apart, into a dense buffer of
/// the compute type `to`.
void loadElements(Compute to, void *out, int dtype, const void *in,
                  int64_t stride, int64_t n);
/// Writes `n` dense elements of compute type `from` to elements of `dtype`,
/// `stride` bytes apart.
void storeElements(Compute from, const void *in, int dtype, void *out,
                   int64_t stride, int64_t n);

/// Every element becomes `value`.
void fillInPlace(const Tensor &t, Scalar value);
/// `source` broadcast to the shape of `target`, converted, written into it.
void copyInPlace(const Tensor &target, const Tensor &source);
/// The tensor itself when it has the dtype, else a converted copy that keeps
/// the order of dimensions.
Tensor toDType(const Tensor &t, int dtype);
/// The tensor itself when it is row-major, else a row-major copy.
Tensor contiguous(const Tensor &t);
/// Row-major and of the dtype.
Tensor contiguousAs(const Tensor &t, int dtype);
/// A copy that shares nothing; keeps the order of dimensions.
Tensor cloneOf(const Tensor &t);
/// The elements as dense values of a compute type.
template <class T>
std::vector<T> elementsAs(const Tensor &t) {
  constexpr Compute c = ComputeOf<T>::value;
  std::vector<T> v(t.numel());
  Tensor dense = contiguous(t);
  if (dense && !v.empty())
    loadElements(c, v.data(), dense.dtype(), dense.data(), dense.itemsize(),
                 dense.numel());
  return v;
}

} // namespace tsrt

#endif // TSRT_TENSOR_COPY_H
