//===- Iterator.h - Strided iteration over several tensors ------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_TENSOR_ITERATOR_H
#define TSRT_TENSOR_ITERATOR_H

#include "tensor/Tensor.h"

#include <functional>

namespace tsrt {

/// One tensor of a common iteration: strides in bytes, one per dimension of the
/// shape; 0 where it is broadcast.
struct Operand {
  char *data = nullptr;
  Dims strides;

  Operand() = default;
  /// `t` expanded to `shape` (which it must be broadcastable to).
  Operand(const Tensor &t, const Dims &shape);
};

/// Runs along the innermost dimension: pointers and byte strides of every
/// operand, and the number of elements.
using RunBody =
    std::function<void(char *const *data, const int64_t *strides, int64_t n)>;

/// Visits all elements of `shape` in runs. Dimensions are ordered by the first
/// operand's strides and merged where all operands allow. With `parallel`,
/// large iterations are split between threads: the first operand must then
/// address every element once.
void forEachRun(const Dims &shape, const std::vector<Operand> &operands,
                const RunBody &body, bool parallel = false);

/// The shape all operands broadcast to; notes the mismatch otherwise.
Dims broadcastShapes(const Dims &a, const Dims &b);
Dims broadcastShapes(TensorRange operands);
/// Can `from` be expanded to `to`?
bool isExpandable(const Dims &from, const Dims &to);

} // namespace tsrt

#endif // TSRT_TENSOR_ITERATOR_H
