//===- Linspace.h - Evenly spaced numbers ---------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evenly spaced numbers with the bits that PyTorch's kernels give them.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_TENSOR_LINSPACE_H
#define TSRT_OPS_TENSOR_LINSPACE_H

#include <cmath>
#include <cstdint>

namespace tsrt {

/// Number `i` of `steps` from `start` to `end`, float or double. The first half
/// is counted from the start and the second from the end, with one rounding; as
/// long as there are two vectors of 32 bytes left, only the first element of
/// each vector is, and the others are counted from it with two.
template <class T>
T linspaceElement(T start, T end, int64_t steps, int64_t i) {
  if (steps == 1)
    return start;
  constexpr int64_t lanes = 32 / int64_t(sizeof(T));
  T step = (end - start) / T(steps - 1);
  int64_t inVectors = steps - steps % (2 * lanes);
  int64_t from = i < inVectors ? i - i % lanes : i;
  T base = from < steps / 2 ? std::fma(step, T(from), start)
                            : std::fma(-step, T(steps - from - 1), end);
  T rest = step * T(i - from);
  return base + rest;
}

} // namespace tsrt

#endif // TSRT_OPS_TENSOR_LINSPACE_H
