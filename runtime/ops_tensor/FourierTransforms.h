//===- FourierTransforms.h - Transforms of tensors --------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_TENSOR_FOURIERTRANSFORMS_H
#define TSRT_OPS_TENSOR_FOURIERTRANSFORMS_H

#include "tensor/Tensor.h"

namespace tsrt {

/// Discrete Fourier transforms of `in` along distinct dimensions into `out`,
/// another tensor, with the sign of torch.fft.fft when `forward`; the results
/// are multiplied by `factor`. Float or double; strides may be anything.
///
/// Both complex and of one shape.
void transformComplex(const Tensor &in, const Tensor &out, const Dims &dims,
                      bool forward, double factor);
/// From real n to the n / 2 + 1 first elements along the last of `dims`.
void transformReal(const Tensor &in, const Tensor &out, const Dims &dims,
                   bool forward, double factor);
/// From these back to n real elements, the others being what they must be for
/// the result to be real.
void transformToReal(const Tensor &in, const Tensor &out, const Dims &dims,
                     bool forward, double factor);

} // namespace tsrt

#endif // TSRT_OPS_TENSOR_FOURIERTRANSFORMS_H
