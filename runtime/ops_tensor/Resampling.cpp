//===- Resampling.cpp - Nearest, linear and cubic interpolation of grids --===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Every mode is separable: along each spatial dimension an output position is a
// weighted sum of a few input positions (its taps), applied one dimension after
// the other.
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/CubicWeights.h"
#include "ops_tensor/Kernels.h"
#include "ops_tensor/MemoryFormat.h"
#include "ops_tensor/Reduce.h"

#include <algorithm>
#include <cmath>

using namespace tsrt;

namespace {

enum class Mode { Nearest, NearestExact, Linear, Cubic };

/// The input positions and weights of one output position, in the type that the
/// elements are summed in.
template <class T>
struct Taps {
  std::vector<std::pair<int64_t, T>> list;
};

/// The scale from output to input positions.
double scaleOf(int64_t in, int64_t out, bool alignCorners,
               std::optional<double> factor) {
  if (alignCorners)
    return out > 1 ? double(in - 1) / double(out - 1) : 0;
  return factor && *factor > 0 ? 1 / *factor : double(in) / double(out);
}

template <class T>
std::vector<Taps<T>> makeTaps(Mode mode, int64_t in, int64_t out,
                              bool alignCorners, std::optional<double> factor) {
  std::vector<Taps<T>> taps(out);
  double exact = scaleOf(in, out, alignCorners, factor);
  // Positions are computed in float, as PyTorch does for float tensors.
  float scale = float(exact);
  auto clamp = [in](int64_t i) {
    return std::min(std::max<int64_t>(i, 0), in - 1);
  };
  for (int64_t o = 0; o < out; ++o) {
    if (mode == Mode::Nearest) {
      taps[o].list = {{clamp(int64_t(std::floor(float(o) * scale))), T(1)}};
      continue;
    }
    if (mode == Mode::NearestExact) {
      taps[o].list = {
          {clamp(int64_t(std::floor((float(o) + 0.5f) * scale))), T(1)}};
      continue;
    }
    // The scale is rounded, the positions are not, but for the element that a
    // cubic one is behind.
    double at = double(T(exact)) * (alignCorners ? double(o) : o + 0.5) -
                (alignCorners ? 0 : 0.5);
    if (mode == Mode::Linear) {
      at = std::max(at, 0.0);
      int64_t i = clamp(int64_t(at));
      T w = T(std::min(std::max(at - double(i), 0.0), 1.0));
      if (in == out)
        taps[o].list = {{o, T(1)}, {o, T(0)}};
      else
        taps[o].list = {{i, 1 - w}, {clamp(i + 1), w}};
      continue;
    }
    int64_t i = int64_t(std::floor(T(at)));
    T w[4];
    fusedCubicWeights(T(at - double(i)), w);
    for (int k = 0; k < 4; ++k)
      taps[o].list.push_back({clamp(i - 1 + k), w[k]});
  }
  return taps;
}

/// Taps of the antialiased modes: a triangle or cubic filter stretched over the
/// input positions one output covers.
template <class T>
std::vector<Taps<T>> filterTaps(bool cubic, int64_t in, int64_t out,
                                bool alignCorners,
                                std::optional<double> factor) {
  std::vector<Taps<T>> taps(out);
  double scale = scaleOf(in, out, alignCorners, factor);
  double stretch = std::max(scale, 1.0), support = (cubic ? 2 : 1) * stretch;
  auto filter = [cubic](double x) {
    constexpr double a = -0.5;
    x = std::abs(x);
    if (!cubic)
      return x < 1 ? 1 - x : 0.0;
    if (x < 1)
      return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0.0;
  };
  for (int64_t o = 0; o < out; ++o) {
    double centre = scale * (double(o) + 0.5);
    int64_t first = std::max<int64_t>(int64_t(centre - support + 0.5), 0);
    int64_t last = std::min<int64_t>(int64_t(centre + support + 0.5), in);
    double total = 0;
    for (int64_t i = first; i < last; ++i) {
      double w = filter((double(i) - centre + 0.5) / stretch);
      taps[o].list.push_back({i, T(w)});
      total += w;
    }
    for (auto &tap : taps[o].list)
      tap.second = total != 0 ? T(double(tap.second) / total) : tap.second;
  }
  return taps;
}

/// Applies taps along one dimension of a dense buffer.
template <class T>
std::vector<T> applyTaps(const std::vector<T> &in, Dims &shape, int64_t dim,
                         const std::vector<Taps<T>> &taps) {
  int64_t n = shape[dim], m = int64_t(taps.size());
  int64_t inner = shape.slice(dim + 1, shape.size()).product();
  int64_t outer = shape.slice(0, dim).product();
  std::vector<T> out(outer * m * inner);
  for (int64_t a = 0; a < outer; ++a)
    for (int64_t o = 0; o < m; ++o) {
      T *to = out.data() + (a * m + o) * inner;
      bool isFirst = true;
      for (auto [i, w] : taps[o].list) {
        const T *from = in.data() + (a * n + i) * inner;
        for (int64_t k = 0; k < inner; ++k)
          to[k] = isFirst ? w * from[k] : std::fma(w, from[k], to[k]);
        isFirst = false;
      }
    }
  shape[dim] = m;
  return out;
}

using Factors = std::vector<std::optional<double>>;

/// Resampling in the type T, the last dimension first.
template <class T>
Tensor resampleAs(const Tensor &t, const Dims &size, Mode mode, bool align,
                  const Factors &factors, bool antialias) {
  Dims shape = t.sizes();
  std::vector<T> values = elementsAs<T>(t);
  for (int64_t d = int64_t(size.size()); d-- > 0;) {
    std::optional<double> factor =
        d < int64_t(factors.size()) ? factors[d] : std::nullopt;
    int64_t in = t.size(d + 2);
    values =
        applyTaps(values, shape, d + 2,
                  antialias ? filterTaps<T>(mode == Mode::Cubic, in, size[d],
                                            align, factor)
                            : makeTaps<T>(mode, in, size[d], align, factor));
  }
  Tensor out = empty(shape, t.dtype());
  if (out && out.numel())
    storeElements(ComputeOf<T>::value, values.data(), t.dtype(), out.data(),
                  out.itemsize(), out.numel());
  return out;
}

Tensor resample(const Tensor &t, const Dims &size, Mode mode, bool align,
                const Factors &factors, bool antialias = false) {
  int64_t n = int64_t(size.size());
  if (t.dim() != n + 2)
    return bail("It is expected input_size equals to %lld, but got size %lld",
                LL(n + 2), LL(t.dim()));
  for (int64_t d = 0; d < n; ++d)
    if (size[d] <= 0 || t.size(d + 2) <= 0)
      return bail("Input and output sizes should be greater than 0, but got "
                  "input (%s) output (%s)",
                  t.sizes().str().c_str(), size.str().c_str());
  if (t.isIntegral(false) && mode != Mode::Nearest &&
      mode != Mode::NearestExact && t.dtype() != TSRT_U8)
    return bail("\"compute_indices_weights_%s\" not implemented for '%s'",
                mode == Mode::Cubic ? "cubic" : "linear",
                scalarTypeName(t.dtype()));
  // Floats are summed as floats: the rounding of positions and sums is seen
  // beside infinite and very large numbers.
  Tensor out =
      t.dtype() == TSRT_F32
          ? resampleAs<float>(t, size, mode, align, factors, antialias)
          : resampleAs<double>(t, size, mode, align, factors, antialias);
  bool keepsFormat = mode != Mode::Cubic;
  return inFormat(out, keepsFormat ? suggestedFormat(t) : 0);
}

/// The .vec overloads: an explicit size, or factors to make one from.
Tensor resampleVec(const Tensor &t, const std::optional<Dims> &size, Mode mode,
                   bool align, const std::optional<FloatSpan> &scales,
                   int64_t n, bool antialias = false) {
  if (size)
    return int64_t(size->size()) == n
               ? resample(t, *size, mode, align, {}, antialias)
               : Tensor(bail("It is expected output_size equals to %lld, but "
                             "got size %zu",
                             LL(n), size->size()));
  if (!scales)
    return bail("Must specify exactly one of output_size and scale_factors");
  Dims wanted;
  Factors factors;
  for (int64_t d = 0; d < n && d < scales->size; ++d) {
    wanted.push_back(int64_t(double(t.size(d + 2)) * (*scales)[d]));
    factors.push_back((*scales)[d]);
  }
  return resample(t, wanted, mode, align, factors, antialias);
}

template <Mode M, int N>
Tensor plainVec(const Tensor &t, std::optional<Dims> size,
                std::optional<FloatSpan> scales) {
  return resampleVec(t, size, M, false, scales, N);
}
template <Mode M, int N, bool Antialias = false>
Tensor alignedVec(const Tensor &t, std::optional<Dims> size, bool align,
                  std::optional<FloatSpan> scales) {
  return resampleVec(t, size, M, align, scales, N, Antialias);
}
using Factor = std::optional<double>;
template <Mode M>
Tensor plain1(const Tensor &t, const Dims &s, Factor a) {
  return resample(t, s, M, false, {a});
}
template <Mode M>
Tensor plain2(const Tensor &t, const Dims &s, Factor a, Factor b) {
  return resample(t, s, M, false, {a, b});
}
template <Mode M>
Tensor plain3(const Tensor &t, const Dims &s, Factor a, Factor b, Factor c) {
  return resample(t, s, M, false, {a, b, c});
}
Tensor linear1(const Tensor &t, const Dims &s, bool align, Factor a) {
  return resample(t, s, Mode::Linear, align, {a});
}
template <Mode M, bool Antialias = false>
Tensor aligned2(const Tensor &t, const Dims &s, bool align, Factor a,
                Factor b) {
  return resample(t, s, M, align, {a, b}, Antialias);
}
Tensor linear3(const Tensor &t, const Dims &s, bool align, Factor a, Factor b,
               Factor c) {
  return resample(t, s, Mode::Linear, align, {a, b, c});
}

const KernelEntry entries[] = {
    {"aten::upsample_nearest1d.vec", op<plainVec<Mode::Nearest, 1>>},
    {"aten::upsample_nearest2d.vec", op<plainVec<Mode::Nearest, 2>>},
    {"aten::upsample_nearest3d.vec", op<plainVec<Mode::Nearest, 3>>},
    {"aten::_upsample_nearest_exact1d.vec",
     op<plainVec<Mode::NearestExact, 1>>},
    {"aten::_upsample_nearest_exact2d.vec",
     op<plainVec<Mode::NearestExact, 2>>},
    {"aten::_upsample_nearest_exact3d.vec",
     op<plainVec<Mode::NearestExact, 3>>},
    TSRT_OP("upsample_nearest1d", plain1<Mode::Nearest>),
    TSRT_OP("upsample_nearest2d", plain2<Mode::Nearest>),
    TSRT_OP("upsample_nearest3d", plain3<Mode::Nearest>),
    TSRT_OP("_upsample_nearest_exact1d", plain1<Mode::NearestExact>),
    TSRT_OP("_upsample_nearest_exact2d", plain2<Mode::NearestExact>),
    TSRT_OP("_upsample_nearest_exact3d", plain3<Mode::NearestExact>),
    {"aten::upsample_linear1d.vec", op<alignedVec<Mode::Linear, 1>>},
    {"aten::upsample_bilinear2d.vec", op<alignedVec<Mode::Linear, 2>>},
    {"aten::upsample_trilinear3d.vec", op<alignedVec<Mode::Linear, 3>>},
    {"aten::upsample_bicubic2d.vec", op<alignedVec<Mode::Cubic, 2>>},
    {"aten::_upsample_bilinear2d_aa.vec",
     op<alignedVec<Mode::Linear, 2, true>>},
    {"aten::_upsample_bicubic2d_aa.vec", op<alignedVec<Mode::Cubic, 2, true>>},
    TSRT_OP("upsample_linear1d", linear1),
    TSRT_OP("upsample_bilinear2d", aligned2<Mode::Linear>),
    TSRT_OP("upsample_bicubic2d", aligned2<Mode::Cubic>),
    TSRT_OP("_upsample_bilinear2d_aa", aligned2<Mode::Linear, true>),
    TSRT_OP("_upsample_bicubic2d_aa", aligned2<Mode::Cubic, true>),
    TSRT_OP("upsample_trilinear3d", linear3),
};
const KernelTable table(entries);

} // namespace
