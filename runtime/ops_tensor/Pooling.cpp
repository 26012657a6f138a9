//===- Pooling.cpp - Maximum and average pooling, fixed and adaptive ------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/Parallel.h"
#include "onednn/OneDnn.h"
#include "ops_tensor/Elementwise.h"
#include "ops_tensor/MemoryFormat.h"
#include "ops_tensor/Pooling.h"
#include "ops_tensor/Reduce.h"

using namespace tsrt;

namespace {

/// The window of one output position along one dimension: positions
/// first, first + step, ... below last; `span` is its length counting padding.
struct Window {
  int64_t first, last, step, span;
};

/// The windows of a pooling, per spatial dimension and output position; the
/// dimensions are padded to three in front.
struct Windows {
  std::vector<Window> of[3];
  int64_t in[3] = {1, 1, 1};
};

/// Adds the dimensions in front so that there are three.
void padDimensions(Windows &w, const Dims &sizes) {
  for (size_t d = 0; d < 3 - sizes.size(); ++d)
    w.of[d] = {{0, 1, 1, 1}};
  for (size_t d = 0; d < sizes.size(); ++d)
    w.in[3 - sizes.size() + d] = sizes[d];
}

int64_t floorDiv(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/// Output length of a pooling along one dimension.
int64_t outputLength(int64_t in, int64_t kernel, int64_t pad, int64_t stride,
                     int64_t dilation, bool ceilMode) {
  int64_t room = in + 2 * pad - dilation * (kernel - 1) - 1;
  int64_t n = floorDiv(room + (ceilMode ? stride - 1 : 0), stride) + 1;
  // The last window must begin inside the input or its left padding.
  return ceilMode && (n - 1) * stride >= in + pad ? n - 1 : n;
}

/// A list for n dimensions; an empty one takes `fallback`.
Dims spread(const Dims &list, int64_t n, const Dims &fallback,
            const char *function, const char *name) {
  if (list.empty())
    return fallback;
  if (list.size() == 1)
    return Dims(n, list[0]);
  if (int64_t(list.size()) == n)
    return list;
  return bail("%s: %s must either be omitted, a single int, or a tuple of %lld "
              "ints",
              function, name, LL(n));
}

/// Runs body(plane, output position, windows) for all planes and positions.
template <class F>
void forWindows(int64_t planes, const Windows &w, const F &body) {
  int64_t n1 = int64_t(w.of[1].size()), n2 = int64_t(w.of[2].size());
  int64_t n = int64_t(w.of[0].size()) * n1 * n2;
  parallelFor(planes, std::max<int64_t>(1, 4096 / std::max<int64_t>(n, 1)),
              [&](int64_t begin, int64_t end) {
                for (int64_t plane = begin; plane < end; ++plane)
                  for (int64_t i = 0; i < n; ++i)
                    body(plane, plane * n + i, w.of[0][i / (n1 * n2)],
                         w.of[1][i / n2 % n1], w.of[2][i % n2]);
              });
}

/// The format that the result has, too: pooled images stay in theirs.
int64_t keptFormat(const Tensor &t, const Windows &w) {
  bool isOfImages = t.dim() == 4 && w.in[0] == 1 && w.of[0].size() == 1;
  return isOfImages ? suggestedFormat(t) : 0;
}

struct Geometry {
  Dims kernel, stride, padding, dilation;
  Windows windows;
  Dims shape; // of the result
};

Geometry geometry(const char *name, const Tensor &t, int64_t n,
                  const Dims &kernel, const Dims &stride, const Dims &padding,
                  const Dims &dilation, bool ceilMode) {
  Geometry g;
  g.kernel = spread(kernel, n, {}, name, "kernel_size");
  g.stride = spread(stride, n, g.kernel, name, "stride");
  g.padding = spread(padding, n, Dims(n, 0), name, "padding");
  g.dilation = spread(dilation, n, Dims(n, 1), name, "dilation");
  if (failed())
    return g;
  if (t.dim() != n + 1 && t.dim() != n + 2) {
    bail("%s: Expected %lldD or %lldD input tensor, but got %s", name,
         LL(n + 1), LL(n + 2), t.sizes().str().c_str());
    return g;
  }
  g.shape = t.sizes();
  Dims sizes = t.sizes().slice(t.dim() - n, t.dim());
  padDimensions(g.windows, sizes);
  for (int64_t d = 0; d < n; ++d) {
    int64_t k = g.kernel[d], s = g.stride[d], p = g.padding[d],
            step = g.dilation[d], in = sizes[d];
    if (k <= 0 || s <= 0) {
      bail("%s should be greater than zero, but got %s",
           k <= 0 ? "kernel size" : "stride",
           (k <= 0 ? g.kernel : g.stride).str().c_str());
      return g;
    }
    if (p < 0 || p > k / 2) {
      bail("pad should be %s, but got pad=%lld and kernel_size=%lld",
           p < 0 ? "non-negative" : "at most half of kernel size", LL(p),
           LL(k));
      return g;
    }
    int64_t length = outputLength(in, k, p, s, step, ceilMode);
    if (length <= 0) {
      bail("Given input size: (%lld). Calculated output size: (%lld). Output "
           "size is too small",
           LL(in), LL(length));
      return g;
    }
    g.shape[t.dim() - n + d] = length;
    auto &list = g.windows.of[3 - n + d];
    for (int64_t o = 0; o < length; ++o) {
      int64_t first = o * s - p;
      int64_t last = std::min(first + (k - 1) * step + 1, in + p);
      int64_t span = last - first;
      if (first < 0)
        first += (-first + step - 1) / step * step;
      list.push_back({first, std::min(last, in), step, span});
    }
  }
  return g;
}

/// NaN is the largest number.
template <class T>
void keepMaxima(T *__restrict most, const T *__restrict from, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    most[i] = from[i] > most[i] || isNan(from[i]) ? from[i] : most[i];
}

/// Maxima of images whose channels lie last, as such images; undefined for
/// dtypes without an order.
Tensor maxOverChannels(const Tensor &t, const Windows &w, const Dims &shape) {
  bool isHalf = t.dtype() == TSRT_F16 || t.dtype() == TSRT_BF16;
  Tensor x = inFormat(isHalf ? toDType(t, TSRT_F32) : t, 2), raw;
  visitDType(x.dtype(), [&](auto tag) {
    using T = decltype(tag);
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) {
      raw = emptyStrided(shape, formatStrides(shape, 2), x.dtype());
      int64_t channels = x.size(1), image = w.in[1] * w.in[2] * channels;
      const T *in = x.data<T>();
      T *out = raw.data<T>();
      forWindows(x.size(0), w,
                 [&](int64_t n, int64_t o, const Window &, const Window &b,
                     const Window &c) {
                   T *to = out + o * channels;
                   bool isFirst = true;
                   for (int64_t j = b.first; j < b.last; j += b.step)
                     for (int64_t k = c.first; k < c.last; k += c.step) {
                       const T *from =
                           in + n * image + (j * w.in[2] + k) * channels;
                       if (std::exchange(isFirst, false))
                         std::copy_n(from, channels, to);
                       else
                         keepMaxima(to, from, channels);
                     }
                 });
    }
  });
  return toDType(raw, t.dtype());
}

/// Maxima and their positions in the plane; `indices` may be undefined.
Tensor maxOver(const Tensor &t, const Windows &w, const Dims &shape,
               const Tensor &indices) {
  int64_t format = keptFormat(t, w);
  if (format && !indices)
    if (Tensor made = maxOverChannels(t, w, shape))
      return made;
  Tensor result;
  withCompute<realTypes>("max_pool", t.dtype(), [&](auto tag) {
    using T = decltype(tag);
    Tensor x = contiguousAs(t, nativeDType(ComputeOf<T>::value));
    Tensor raw = empty(shape, x.dtype());
    int64_t plane = w.in[0] * w.in[1] * w.in[2];
    int64_t planes = plane ? x.numel() / plane : 0;
    const T *in = x.data<T>();
    T *out = raw.data<T>();
    int64_t *index = indices ? indices.data<int64_t>() : nullptr;
    forWindows(planes, w,
               [&](int64_t p, int64_t o, const Window &a, const Window &b,
                   const Window &c) {
                 const T *from = in + p * plane;
                 int64_t best = -1;
                 for (int64_t i = a.first; i < a.last; i += a.step)
                   for (int64_t j = b.first; j < b.last; j += b.step)
                     for (int64_t k = c.first; k < c.last; k += c.step) {
                       int64_t at = (i * w.in[1] + j) * w.in[2] + k;
                       if (best < 0 || from[at] > from[best] || isNan(from[at]))
                         best = at;
                     }
                 out[o] = from[std::max<int64_t>(best, 0)];
                 if (index)
                   index[o] = best;
               });
    result = inFormat(toDType(raw, t.dtype()), format);
  });
  return result;
}

/// Averages; `divisor` 0: the window's own count.
Tensor meanOver(const Tensor &t, const Windows &w, const Dims &shape,
                bool countPadding, int64_t divisor) {
  Tensor result;
  withCompute<realTypes>("avg_pool", t.dtype(), [&](auto tag) {
    using T = decltype(tag);
    using W = std::conditional_t<isFloatT<T>, double, T>;
    Tensor x = contiguousAs(t, nativeDType(ComputeOf<T>::value));
    Tensor raw = empty(shape, x.dtype());
    int64_t plane = w.in[0] * w.in[1] * w.in[2];
    int64_t planes = plane ? x.numel() / plane : 0;
    const T *in = x.data<T>();
    T *out = raw.data<T>();
    forWindows(planes, w,
               [&](int64_t p, int64_t o, const Window &a, const Window &b,
                   const Window &c) {
                 const T *from = in + p * plane;
                 W s = 0;
                 int64_t count = 0;
                 for (int64_t i = a.first; i < a.last; i += a.step)
                   for (int64_t j = b.first; j < b.last; j += b.step)
                     for (int64_t k = c.first; k < c.last; k += c.step) {
                       s += from[(i * w.in[1] + j) * w.in[2] + k];
                       ++count;
                     }
                 if (countPadding)
                   count = a.span * b.span * c.span;
                 if (divisor)
                   count = divisor;
                 // The sum overflows before it is divided.
                 out[o] = count ? T(W(T(s)) / W(count)) : T(0);
               });
    result = inFormat(toDType(raw, t.dtype()), keptFormat(t, w));
  });
  return result;
}

/// A batched f32 average pooling by oneDNN; undefined when it cannot. There is
/// none of maxima: oneDNN's lose NaN and -inf.
Tensor fastAverage(const Tensor &t, const Geometry &g, int64_t n,
                   bool countPadding) {
  if (t.dtype() != TSRT_F32 || failed() || !t.numel())
    return {};
  Tensor x = contiguous(t), out = empty(g.shape, TSRT_F32);
  Tensor in4 = t.dim() == n + 2 ? x : unsqueeze(x, 0);
  Tensor out4 = t.dim() == n + 2 ? out : unsqueeze(out, 0);
  // oneDNN counts only real positions of a clipped last window.
  for (int64_t d = 0; d < n; ++d)
    if ((g.shape[t.dim() - n + d] - 1) * g.stride[d] + g.kernel[d] >
        t.size(t.dim() - n + d) + g.padding[d])
      return {};
  PoolingShape shape{g.kernel, g.stride, g.padding, g.dilation, countPadding};
  return onednnAveragePooling(in4, shape, out4)
             ? inFormat(out, keptFormat(t, g.windows))
             : Tensor();
}

template <int N>
Tensor maxPool(const Tensor &t, const Dims &kernel, const Dims &stride,
               const Dims &padding, const Dims &dilation, bool ceilMode) {
  static const char *const names[] = {"", "max_pool1d", "max_pool2d",
                                      "max_pool3d"};
  Geometry g =
      geometry(names[N], t, N, kernel, stride, padding, dilation, ceilMode);
  if (failed())
    return {};
  return maxOver(t, g.windows, g.shape, {});
}
template <int N>
std::tuple<Tensor, Tensor>
maxPoolIndices(const Tensor &t, const Dims &kernel, const Dims &stride,
               const Dims &padding, const Dims &dilation, bool ceilMode) {
  static const char *const names[] = {"", "max_pool1d", "max_pool2d",
                                      "max_pool3d"};
  Geometry g =
      geometry(names[N], t, N, kernel, stride, padding, dilation, ceilMode);
  if (failed())
    return {};
  Tensor indices = empty(g.shape, TSRT_I64);
  Tensor values = maxOver(t, g.windows, g.shape, indices);
  return {values, inFormat(indices, keptFormat(t, g.windows))};
}
template <int N>
Tensor avgPool(const Tensor &t, const Dims &kernel, const Dims &stride,
               const Dims &padding, bool ceilMode, bool countPadding,
               OptInt divisor) {
  static const char *const names[] = {"", "avg_pool1d", "avg_pool2d",
                                      "avg_pool3d"};
  Geometry g = geometry(names[N], t, N, kernel, stride, padding, {}, ceilMode);
  if (failed())
    return {};
  if (divisor && *divisor == 0)
    return bail("divisor must be not zero");
  if (Tensor fast = N == 2 && !divisor && !ceilMode
                        ? fastAverage(t, g, N, countPadding)
                        : Tensor())
    return fast;
  return meanOver(t, g.windows, g.shape, countPadding, divisor.value_or(0));
}
Tensor avgPool1d(const Tensor &t, const Dims &kernel, const Dims &stride,
                 const Dims &padding, bool ceilMode, bool countPadding) {
  return avgPool<1>(t, kernel, stride, padding, ceilMode, countPadding, {});
}

/// Adaptive windows: output o covers [floor(o*in/out), ceil((o+1)*in/out)).
Geometry adaptive(const char *name, const Tensor &t, int64_t n,
                  const Dims &output) {
  Geometry g;
  Dims sizes = spread(output, n, {}, name, "output_size");
  if (!failed() && t.dim() != n + 1 && t.dim() != n + 2)
    bail("%s: Expected %lldD or %lldD tensor, but got %s", name, LL(n + 1),
         LL(n + 2), t.sizes().str().c_str());
  if (failed())
    return g;
  g.shape = t.sizes();
  Dims in = t.sizes().slice(t.dim() - n, t.dim());
  padDimensions(g.windows, in);
  for (int64_t d = 0; d < n; ++d) {
    int64_t out = sizes[d];
    if (in[d] == 0 && out != 0) {
      bail("%s: Expected input to have non-zero size for non-batch dimensions, "
           "but input has sizes %s with dimension %lld being empty",
           name, t.sizes().str().c_str(), LL(t.dim() - n + d));
      return g;
    }
    g.shape[t.dim() - n + d] = out;
    for (int64_t o = 0; o < out; ++o) {
      int64_t first = o * in[d] / out, last = ((o + 1) * in[d] + out - 1) / out;
      g.windows.of[3 - n + d].push_back({first, last, 1, last - first});
    }
  }
  return g;
}
template <int N>
Tensor adaptiveAvg(const Tensor &t, const Dims &output) {
  static const char *const names[] = {
      "", "adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d"};
  Geometry g = adaptive(names[N], t, N, output);
  if (failed())
    return {};
  // One number for each channel is a mean, which takes more dtypes.
  if (N == 1 && (t.dtype() == TSRT_F16 || t.isComplex()))
    return output[0] == 1
               ? mean(t, {-1}, /*keepdim=*/true)
               : bailNotImplemented("adaptive_avg_pool2d", t.dtype());
  return meanOver(t, g.windows, g.shape, false, 0);
}
template <int N>
std::tuple<Tensor, Tensor> adaptiveMax(const Tensor &t, const Dims &output) {
  static const char *const names[] = {
      "", "adaptive_max_pool1d", "adaptive_max_pool2d", "adaptive_max_pool3d"};
  Geometry g = adaptive(names[N], t, N, output);
  if (failed())
    return {};
  Tensor indices = empty(g.shape, TSRT_I64);
  Tensor values = maxOver(t, g.windows, g.shape, indices);
  return {values, inFormat(indices, keptFormat(t, g.windows))};
}

/// Values put back to the places `indices` name in planes of `output`.
Tensor unpool(const Tensor &t, const Tensor &indices, const Dims &output) {
  if (indices.dtype() != TSRT_I64)
    return bail("elements in indices should be type int64 but got: %s",
                scalarTypeName(indices.dtype()));
  if (t.sizes() != indices.sizes())
    return bail("Expected shape of indices to be same as that of the input "
                "tensor (%s) but got indices tensor with shape: %s",
                t.sizes().str().c_str(), indices.sizes().str().c_str());
  int64_t n = int64_t(output.size());
  Dims shape = t.sizes();
  int64_t inPlane = 1, outPlane = output.product();
  for (int64_t d = 0; d < n; ++d) {
    inPlane *= shape[t.dim() - n + d];
    shape[t.dim() - n + d] = output[d];
  }
  Tensor x = contiguous(t), where = contiguous(indices);
  Tensor out = zeros(shape, t.dtype());
  int64_t size = t.itemsize();
  for (int64_t i = 0; i < x.numel(); ++i) {
    int64_t at = where.data<int64_t>()[i];
    if (at < 0 || at >= outPlane)
      return bail(
          "Found an invalid max index: %lld (output volumes are of size "
          "%lldx%lld",
          LL(at), LL(output[0]), LL(output.back()));
    std::memcpy(out.data<char>() + (i / inPlane * outPlane + at) * size,
                x.data<char>() + i * size, size);
  }
  return out;
}
Tensor unpool2d(const Tensor &t, const Tensor &indices, const Dims &output) {
  return unpool(t, indices, output);
}
Tensor unpool3d(const Tensor &t, const Tensor &indices, const Dims &output,
                const Dims &, const Dims &) {
  return unpool(t, indices, output);
}

} // namespace

Tensor tsrt::maxPool2d(const Tensor &t, const Dims &kernel, const Dims &stride,
                       const Dims &padding, const Dims &dilation,
                       bool ceilMode) {
  return maxPool<2>(t, kernel, stride, padding, dilation, ceilMode);
}

namespace {

const KernelEntry entries[] = {
    TSRT_OP("max_pool1d", maxPool<1>),
    TSRT_OP("max_pool2d", maxPool2d),
    TSRT_OP("max_pool3d", maxPool<3>),
    TSRT_OP("max_pool1d_with_indices", maxPoolIndices<1>),
    TSRT_OP("max_pool2d_with_indices", maxPoolIndices<2>),
    TSRT_OP("max_pool3d_with_indices", maxPoolIndices<3>),
    TSRT_OP("avg_pool1d", avgPool1d),
    TSRT_OP("avg_pool2d", avgPool<2>),
    TSRT_OP("avg_pool3d", avgPool<3>),
    TSRT_OP("adaptive_avg_pool1d", adaptiveAvg<1>),
    TSRT_OP("adaptive_avg_pool2d", adaptiveAvg<2>),
    TSRT_OP("adaptive_avg_pool3d", adaptiveAvg<3>),
    TSRT_OP("_adaptive_avg_pool2d", adaptiveAvg<2>),
    TSRT_OP("_adaptive_avg_pool3d", adaptiveAvg<3>),
    TSRT_OP("adaptive_max_pool1d", adaptiveMax<1>),
    TSRT_OP("adaptive_max_pool2d", adaptiveMax<2>),
    TSRT_OP("adaptive_max_pool3d", adaptiveMax<3>),
    TSRT_OP("max_unpool2d", unpool2d),
    TSRT_OP("max_unpool3d", unpool3d),
};
const KernelTable table(entries);

} // namespace
