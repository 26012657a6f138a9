//===- Layers.h - Layers that other kernels are made of ---------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Activations and normalization, for kernels of whole blocks of a network.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_TENSOR_LAYERS_H
#define TSRT_OPS_TENSOR_LAYERS_H

#include "ops_tensor/Kernels.h"

#include <string_view>

namespace tsrt {

/// max(x, 0); NaN stays.
Tensor relu(const Tensor &x);
/// Scales what is not positive by random factors between the bounds.
Tensor randomRelu(const Tensor &x, double lower, double upper);
/// Zeros in random places, with probability `p`, and the rest larger so that
/// the mean stays.
Tensor dropElements(const Tensor &x, double p);
/// x Phi(x); `approximate` is `none` or `tanh`.
Tensor gelu(const Tensor &x, std::string_view approximate);
/// e^x divided by its sum along a dimension.
Tensor softmax(const Tensor &x, int64_t dim);
/// The norm of order p over dimensions (all when not given); real.
Tensor vectorNorm(const Tensor &x, Scalar p, std::optional<Dims> dims,
                  bool keepdim, OptInt dtype);
/// Normalizes over the last dimensions, whose sizes are `shape`; weight and
/// bias may be undefined.
Tensor layerNorm(const Tensor &x, const Dims &shape, const Tensor &weight,
                 const Tensor &bias, double eps);

} // namespace tsrt

#endif // TSRT_OPS_TENSOR_LAYERS_H
