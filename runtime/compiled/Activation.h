//===- Activation.h - What follows a product or convolution -----*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Activations as oneDNN's post operations and as loops. oneDNN's relu and clip
// make numbers of NaN; its other activations keep it.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_COMPILED_ACTIVATION_H
#define TSRT_COMPILED_ACTIVATION_H

#include "ops_tensor/FloatMath.h"
#include "tsrt.h"

#include <oneapi/dnnl/dnnl.hpp>

namespace tsrt {

/// The numbers are those of tsrt_onednn_convolution's parameters.
enum class Activation { None, Relu, Clamp, HardSwish, Silu };

/// Does oneDNN's form lose NaN?
inline bool losesNan(Activation activation) {
  return activation == Activation::Relu || activation == Activation::Clamp;
}

inline void appendActivation(dnnl::post_ops &after, Activation activation,
                             float lower, float upper) {
  using dnnl::algorithm;
  switch (activation) {
  case Activation::None:
    return;
  case Activation::Relu:
    return after.append_eltwise(1, algorithm::eltwise_relu, 0, 0);
  case Activation::Clamp:
    return after.append_eltwise(1, algorithm::eltwise_clip, lower, upper);
  case Activation::HardSwish:
    return after.append_eltwise(1, algorithm::eltwise_hardswish, 0, 0);
  case Activation::Silu:
    return after.append_eltwise(1, algorithm::eltwise_swish, 1, 0);
  }
}

/// The activation of the n elements at `data`, in parallel; NaN stays, and so
/// does -0 in relu.
inline void activateInPlace(float *data, int64_t n, Activation activation,
                            float lower, float upper) {
  constexpr int64_t grain = 1 << 15;
  struct Loop {
    float *x, lower, upper;
  } loop{data, lower, upper};
  if (activation == Activation::Relu)
    tsrt_parallel_for(
        n, grain,
        [](void *context, int64_t begin, int64_t end) {
          float *x = static_cast<Loop *>(context)->x;
          for (int64_t i = begin; i < end; ++i)
            x[i] = x[i] < 0 ? 0 : x[i];
        },
        &loop);
  else if (activation == Activation::Clamp)
    tsrt_parallel_for(
        n, grain,
        [](void *context, int64_t begin, int64_t end) {
          Loop l = *static_cast<Loop *>(context);
          for (int64_t i = begin; i < end; ++i) {
            float x = l.x[i] < l.lower ? l.lower : l.x[i];
            l.x[i] = x > l.upper ? l.upper : x;
          }
        },
        &loop);
  else if (activation == Activation::HardSwish)
    tsrt_parallel_for(
        n, grain,
        [](void *context, int64_t begin, int64_t end) {
          float *x = static_cast<Loop *>(context)->x;
          for (int64_t i = begin; i < end; ++i) {
            float inner = x[i] + 3 < 0 ? 0 : x[i] + 3;
            x[i] = x[i] * (inner > 6 ? 6 : inner) / 6;
          }
        },
        &loop);
  else if (activation == Activation::Silu)
    tsrt_parallel_for(
        n, grain,
        [](void *context, int64_t begin, int64_t end) {
          float *x = static_cast<Loop *>(context)->x;
          for (int64_t i = begin; i < end; ++i)
            x[i] = x[i] * sigmoidOf(x[i]);
        },
        &loop);
}

} // namespace tsrt

#endif // TSRT_COMPILED_ACTIVATION_H
