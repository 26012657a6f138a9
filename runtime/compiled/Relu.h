//===- Relu.h - relu behind a product or convolution ------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// oneDNN's own relu, as a post operation, makes zero of NaN.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_COMPILED_RELU_H
#define TSRT_COMPILED_RELU_H

#include "tsrt.h"

namespace tsrt {

/// relu of the n elements at `data`, in parallel; NaN and -0 stay.
inline void reluInPlace(float *data, int64_t n) {
  constexpr int64_t grain = 1 << 15;
  tsrt_parallel_for(
      n, grain,
      [](void *context, int64_t begin, int64_t end) {
        auto *x = static_cast<float *>(context);
        for (int64_t i = begin; i < end; ++i)
          x[i] = x[i] < 0 ? 0 : x[i];
      },
      data);
}

} // namespace tsrt

#endif // TSRT_COMPILED_RELU_H
