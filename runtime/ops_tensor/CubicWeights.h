//===- CubicWeights.h - Weights of cubic convolution ------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interpolation between four points (Keys, 1981), with the parameter PyTorch
// uses.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_TENSOR_CUBICWEIGHTS_H
#define TSRT_OPS_TENSOR_CUBICWEIGHTS_H

#include <cmath>

namespace tsrt {

/// Weights of cubic convolution with a = -0.75 at distance t from the second
/// of four points.
template <class T>
void cubicWeights(T t, T w[4]) {
  constexpr T a = T(-0.75);
  auto inner = [](T x) { return ((a + 2) * x - (a + 3)) * x * x + 1; };
  auto outer = [](T x) { return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a; };
  w[0] = outer(t + 1);
  w[1] = inner(t);
  w[2] = inner(1 - t);
  w[3] = outer(2 - t);
}

/// The same as PyTorch's kernels of grids compute them: some products are fused
/// with what is added to them.
template <class T>
void fusedCubicWeights(T t, T w[4]) {
  constexpr T a = T(-0.75);
  auto inner = [](T x) {
    T product = std::fma(a + 2, x, -(a + 3)) * x * x;
    return product + 1;
  };
  auto outer = [](T x) {
    T product = std::fma(std::fma(a, x, -5 * a), x, 8 * a) * x;
    return product - 4 * a;
  };
  T u = 1 - t;
  w[0] = outer(t + 1);
  w[1] = inner(t);
  w[2] = inner(u);
  w[3] = outer(u + 1);
}

} // namespace tsrt

#endif // TSRT_OPS_TENSOR_CUBICWEIGHTS_H
