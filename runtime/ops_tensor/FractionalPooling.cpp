//===- FractionalPooling.cpp - Maxima of windows at random places ---------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fractional max-pooling (Graham, 2014) of images and volumes: a sample in
// [0, 1) for each channel and dimension says where the windows begin.
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Reduce.h"

#include <limits>

using namespace tsrt;

namespace {

/// Where the windows of one dimension begin.
template <class T>
Dims windowStarts(T sample, int64_t in, int64_t out, int64_t window) {
  Dims starts(out);
  T step = out > 1 ? T(in - window) / T(out - 1) : T(0);
  for (int64_t i = 0; i + 1 < out; ++i)
    starts[i] = int64_t((T(i) + sample) * step) - int64_t(sample * step);
  if (out > 0)
    starts[out - 1] = in - window;
  return starts;
}

/// Pools the last `Spatial` dimensions; gives the maxima and their places in
/// the channel.
template <int Spatial>
std::tuple<Tensor, Tensor> pool(const Tensor &t, const Dims &window,
                                const Dims &out, const Tensor &samples) {
  const char *name =
      Spatial == 2 ? "fractional_max_pool2d()" : "fractional_max_pool3d_out()";
  if (failed())
    return {};
  int64_t rank = t.dim();
  auto fail = [&](const char *what) {
    bail("%s: %s", name, what);
    return std::tuple<Tensor, Tensor>();
  };
  if (rank != Spatial + 1 && rank != Spatial + 2)
    return fail(Spatial == 2 ? "Expected 3D or 4D tensor for input"
                             : "Expected 4D or 5D tensor for input");
  if (window.size() != Spatial || out.size() != Spatial)
    return fail("kernel_size and output_size must have an element for each "
                "dimension");
  int64_t channels = t.sizes().slice(0, rank - Spatial).product();
  if (samples.numel() != channels * Spatial)
    return fail("_random_samples must have a number for each channel and "
                "dimension");
  int64_t in[Spatial], plane = 1;
  for (int d = 0; d < Spatial; ++d) {
    in[d] = t.size(rank - Spatial + d);
    plane *= in[d];
    static constexpr const char *names[] = {"time", "height", "width"};
    const char *dimension = names[3 - Spatial + d];
    if (window[d] < 1 || out[d] < 1 ||
        out[d] + window[d] - 1 > in[d] - (Spatial == 3)) {
      bail("%s: pool %s %lld too large relative to input %s %lld", name,
           dimension, LL(window[d]), dimension, LL(in[d]));
      return {};
    }
  }
  Dims shape = t.sizes().slice(0, rank - Spatial);
  for (int64_t s : out)
    shape.push_back(s);
  std::tuple<Tensor, Tensor> result;
  withCompute<floatTypes>(
      "fractional_max_pool_out_frame", t.dtype(), [&](auto tag) {
        using T = decltype(tag);
        std::vector<T> v = elementsAs<T>(t), sample = elementsAs<T>(samples);
        Tensor maxima = empty(shape, nativeDType(ComputeOf<T>::value));
        Tensor places = empty(shape, TSRT_I64);
        if (!maxima)
          return;
        T *best = maxima.data<T>();
        int64_t *place = places.data<int64_t>();
        int64_t windowSize = window.product(), count = out.product();
        for (int64_t c = 0; c < channels; ++c) {
          // Samples belong to the dimensions from the last for images, from the
          // first for volumes.
          Dims starts[Spatial];
          for (int d = 0; d < Spatial; ++d)
            starts[d] =
                windowStarts(sample[c * Spatial + (Spatial == 2 ? 1 - d : d)],
                             in[d], out[d], window[d]);
          for (int64_t i = 0; i < count; ++i, ++best, ++place) {
            *best = -std::numeric_limits<T>::infinity();
            *place = -1;
            for (int64_t k = 0; k < windowSize; ++k) {
              int64_t at = 0, o = i, w = k, outScale = count,
                      windowScale = windowSize;
              for (int d = 0; d < Spatial; ++d) {
                outScale /= out[d];
                windowScale /= window[d];
                at = at * in[d] + starts[d][o / outScale] + w / windowScale;
                o %= outScale;
                w %= windowScale;
              }
              T x = v[c * plane + at];
              if (x > *best || isNan(x) || *place < 0) {
                *best = x;
                *place = at;
              }
            }
          }
        }
        result = {toDType(maxima, t.dtype()), places};
      });
  return result;
}

const KernelEntry entries[] = {
    TSRT_OP("fractional_max_pool2d", pool<2>),
    TSRT_OP("fractional_max_pool3d", pool<3>),
};
const KernelTable table(entries);

} // namespace
