//===- GridSampling.cpp - Images and volumes at the points of a grid ------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sampling of images and volumes at positions that a tensor says, relative to
// their size.
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/CubicWeights.h"
#include "ops_tensor/Kernels.h"
#include "ops_tensor/Linspace.h"
#include "ops_tensor/Reduce.h"

#include <algorithm>
#include <climits>
#include <cmath>

using namespace tsrt;

namespace {

/// What lies outside of the image.
enum class Padding { Zeros, Border, Reflection };
enum class Mode { Linear, Nearest, Cubic };

/// A coordinate in [-1, 1] as a position, rounded as T is.
template <class T>
T positionOf(T v, int64_t n, bool align) {
  return align ? (v + 1) * (T(n - 1) / 2) : (v + 1) * (T(n) / 2) - T(0.5);
}
/// A position put inside by the padding; zeros: as it is. A position that is
/// not a number is the first of an image, the last of a volume; in a volume
/// without border it, and infinity, lie outside.
double putInside(double x, int64_t n, Padding padding, bool align,
                 bool isVolume) {
  if (padding == Padding::Zeros)
    return !isVolume || std::fabs(x) < INT_MAX - 1 ? x : -100;
  if (padding == Padding::Reflection) {
    double low = align ? 0 : -0.5, span = align ? double(n - 1) : double(n);
    if (span <= 0)
      return 0;
    x = std::fabs(x - low);
    double extra = std::fmod(x, span);
    bool odd = std::fmod(std::floor(x / span), 2) == 1;
    x = odd ? span - extra + low : extra + low;
  }
  if (std::isnan(x))
    return isVolume ? double(n - 1) : 0;
  return std::min(std::max(x, 0.0), double(n - 1));
}

/// The elements along one dimension that a sample is made of, with weights; -1:
/// outside.
struct Taps {
  int64_t count = 0;
  int64_t at[4];
  double weight[4];
  void add(double position, double w, int64_t n) {
    bool isInside = position >= 0 && position <= double(n - 1);
    at[count] = isInside ? int64_t(position) : -1;
    weight[count++] = w;
  }
};
Taps tapsOf(double x, int64_t n, Mode mode, Padding padding, bool align,
            bool isVolume) {
  Taps taps;
  if (mode == Mode::Cubic) {
    double first = std::floor(x), w[4];
    cubicWeights(x - first, w);
    for (int k = 0; k < 4; ++k)
      taps.add(putInside(first - 1 + k, n, padding, align, false), w[k], n);
    return taps;
  }
  x = putInside(x, n, padding, align, isVolume);
  if (mode == Mode::Nearest) {
    taps.add(isVolume ? std::round(x) : std::nearbyint(x), 1, n);
    return taps;
  }
  double first = std::floor(x);
  taps.add(first, 1 - (x - first), n);
  taps.add(first + 1, x - first, n);
  return taps;
}

bool checkGrid(const Tensor &t, const Tensor &grid, int64_t mode) {
  if (failed())
    return false;
  int64_t spatial = t.dim() - 2;
  if ((t.dim() != 4 && t.dim() != 5) || t.dim() != grid.dim())
    return bail("grid_sampler(): expected 4D or 5D input and grid with same "
                "number of dimensions, but got input with sizes %s and grid "
                "with sizes %s",
                t.sizes().str().c_str(), grid.sizes().str().c_str());
  if (t.size(0) != grid.size(0))
    return bail("grid_sampler(): expected grid and input to have same batch "
                "size, but got input with sizes %s and grid with sizes %s",
                t.sizes().str().c_str(), grid.sizes().str().c_str());
  if (grid.size(-1) != spatial)
    return bail("grid_sampler(): expected grid to have size %lld in last "
                "dimension, but got grid with sizes %s",
                LL(spatial), grid.sizes().str().c_str());
  for (int64_t d = 2; d < t.dim(); ++d)
    if (t.size(d) == 0)
      return bail("grid_sampler(): expected input to have non-empty spatial "
                  "dimensions, but input has sizes %s with dimension %lld "
                  "being empty",
                  t.sizes().str().c_str(), LL(d));
  if (t.dtype() != TSRT_F32 && t.dtype() != TSRT_F64) {
    if (spatial == 2)
      return bail("grid_sampler_2d_cpu not implemented for %s",
                  scalarTypeName(t.dtype()));
    bailNotImplemented("grid_sampler3d_cpu", t.dtype());
    return false;
  }
  if (t.dim() == 5 && mode == 2)
    return bail("grid_sampler(): bicubic interpolation only supports 4D input");
  if (t.dtype() != grid.dtype())
    return bail("grid_sampler(): expected input and grid to have same dtype, "
                "but input has %s and grid has %s",
                cppTypeName(t.dtype()), cppTypeName(grid.dtype()));
  return true;
}

/// Samples [N, C, (D,) H, W] at [N, (d,) h, w, 2 or 3], whose last dimension
/// is x, y (, z).
Tensor gridSampler(const Tensor &t, const Tensor &grid, int64_t mode,
                   int64_t padding, bool align) {
  if (!checkGrid(t, grid, mode))
    return {};
  int64_t channels = t.size(1), spatial = t.dim() - 2;
  int64_t h = t.size(-2), w = t.size(-1), depth = spatial == 3 ? t.size(2) : 1;
  Dims shape = grid.sizes().slice(1, grid.dim() - 1);
  int64_t points = shape.product(), plane = depth * h * w;
  std::vector<double> in = elementsAs<double>(t), g = elementsAs<double>(grid);
  std::vector<double> out(t.size(0) * channels * points);
  auto taps = [&](const double *v, int64_t n) {
    double x = t.dtype() == TSRT_F64 ? positionOf(*v, n, align)
                                     : positionOf(float(*v), n, align);
    return tapsOf(x, n, Mode(mode), Padding(padding), align, spatial == 3);
  };
  for (int64_t b = 0; b < t.size(0); ++b)
    for (int64_t i = 0; i < points; ++i) {
      const double *v = &g[(b * points + i) * spatial];
      Taps xs = taps(v, w), ys = taps(v + 1, h), zs;
      if (spatial == 3)
        zs = taps(v + 2, depth);
      else
        zs.add(0, 1, 1);
      for (int64_t c = 0; c < channels; ++c) {
        const double *image = &in[(b * channels + c) * plane];
        // Zeros outside: a weight that is not a number counts there, too.
        auto valueAt = [&](const double *image, int64_t z, int64_t y,
                           int64_t x) {
          bool isInside = z >= 0 && y >= 0 && x >= 0;
          return isInside ? image[(z * h + y) * w + x] : 0;
        };
        double sum = 0;
        for (int64_t z = 0; z < zs.count; ++z)
          for (int64_t y = 0; y < ys.count; ++y)
            for (int64_t x = 0; x < xs.count; ++x)
              sum += valueAt(image, zs.at[z], ys.at[y], xs.at[x]) *
                     (zs.weight[z] * ys.weight[y] * xs.weight[x]);
        out[(b * channels + c) * points + i] = sum;
      }
    }
  Dims sizes{t.size(0), channels};
  for (int64_t s : shape)
    sizes.push_back(s);
  Tensor result = empty(sizes, t.dtype());
  if (result.numel())
    storeElements(Compute::F64, out.data(), t.dtype(), result.data(),
                  result.itemsize(), result.numel());
  return result;
}

/// The grid of an affine map: `theta` is [N, 2, 3] or [N, 3, 4], `size` that of
/// the image, without the last dimension of the result.
Tensor affineGrid(const Tensor &theta, const Dims &size, bool align) {
  int64_t spatial = int64_t(size.size()) - 2;
  if (spatial != 2 && spatial != 3)
    return bail("AffineGridGenerator needs 4d (spatial) or 5d (volumetric) "
                "inputs.");
  if (theta.dim() != 3 || theta.size(0) != size[0] ||
      theta.size(1) != spatial || theta.size(2) != spatial + 1)
    return bail("Expected a batch of %lldD affine matrices of shape "
                "Nx%lldx%lld for size %s. Got %s.",
                LL(spatial), LL(spatial), LL(spatial + 1), size.str().c_str(),
                theta.sizes().str().c_str());
  std::vector<double> maps = elementsAs<double>(theta), out;
  auto coordinate = [&](int64_t i, int64_t n) {
    if (n <= 1)
      return 0.0;
    if (theta.dtype() != int(TSRT_F32)) {
      double x = linspaceElement(-1.0, 1.0, n, i);
      return align ? x : x * double(n - 1) / double(n);
    }
    float x = linspaceElement(-1.0f, 1.0f, n, i);
    if (!align) {
      x *= float(n - 1);
      x /= float(n);
    }
    return double(x);
  };
  int64_t depth = spatial == 3 ? size[2] : 1;
  int64_t h = size[spatial], w = size[spatial + 1];
  for (int64_t b = 0; b < size[0]; ++b)
    for (int64_t i = 0; i < depth * h * w; ++i) {
      double v[] = {coordinate(i % w, w), coordinate(i / w % h, h),
                    spatial == 3 ? coordinate(i / w / h, depth) : 1, 1};
      for (int64_t r = 0; r < spatial; ++r) {
        double sum = 0;
        for (int64_t c = 0; c <= spatial; ++c)
          sum += maps[(b * spatial + r) * (spatial + 1) + c] * v[c];
        out.push_back(sum);
      }
    }
  Dims sizes{size[0]};
  for (int64_t d = 0; d < spatial; ++d)
    sizes.push_back(size[2 + d]);
  sizes.push_back(spatial);
  Tensor result = empty(sizes, theta.dtype());
  if (result.numel())
    storeElements(Compute::F64, out.data(), theta.dtype(), result.data(),
                  result.itemsize(), result.numel());
  return result;
}

const KernelEntry entries[] = {
    TSRT_OP("grid_sampler", gridSampler),
    TSRT_OP("grid_sampler_2d", gridSampler),
    TSRT_OP("grid_sampler_3d", gridSampler),
    TSRT_OP("affine_grid_generator", affineGrid),
};
const KernelTable table(entries);

} // namespace
