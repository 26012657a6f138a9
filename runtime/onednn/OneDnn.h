//===- OneDnn.h - Heavy f32 kernels through oneDNN --------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Each function returns false when oneDNN has no fast implementation for the
// case; the caller then computes it itself. All memory is f32.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_ONEDNN_ONEDNN_H
#define TSRT_ONEDNN_ONEDNN_H

#include "tensor/Tensor.h"

namespace tsrt {

/// c[m, n] = a[m, k] * b[k, n], c row-major; a and b with any strides of which
/// one is 1.
bool onednnGemm(int64_t m, int64_t n, int64_t k, const float *a,
                int64_t aRowStride, int64_t aColumnStride, const float *b,
                int64_t bRowStride, int64_t bColumnStride, float *c);

/// A convolution of n spatial dimensions; the vectors have n entries.
struct ConvolutionShape {
  Dims stride, padding, dilation, outputPadding;
  int64_t groups = 1;
  bool transposed = false;
};

/// out = convolution(input, weight) + bias; all contiguous, `bias` may be
/// undefined. Shapes as in torch.convolution, batched.
bool onednnConvolution(const Tensor &input, const Tensor &weight,
                       const Tensor &bias, const ConvolutionShape &shape,
                       const Tensor &out);

/// Windows of an average pooling.
struct PoolingShape {
  Dims kernel, stride, padding, dilation;
  /// Divide by the whole window, padding included.
  bool countPadding = true;
};

/// out = average over the windows; contiguous, batched.
bool onednnAveragePooling(const Tensor &input, const PoolingShape &shape,
                          const Tensor &out);

} // namespace tsrt

#endif // TSRT_ONEDNN_ONEDNN_H
