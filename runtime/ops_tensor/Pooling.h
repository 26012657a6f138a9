//===- Pooling.h - Maxima of windows ----------------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What operators on quantized tensors take of pooling.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_TENSOR_POOLING_H
#define TSRT_OPS_TENSOR_POOLING_H

#include "tensor/Tensor.h"

namespace tsrt {

/// aten::max_pool2d of a tensor of real numbers or integers, with or without a
/// batch; images whose channels lie last stay in that order. Notes an error
/// when the window does not fit.
Tensor maxPool2d(const Tensor &t, const Dims &kernel, const Dims &stride,
                 const Dims &padding, const Dims &dilation, bool ceilMode);

} // namespace tsrt

#endif // TSRT_OPS_TENSOR_POOLING_H
