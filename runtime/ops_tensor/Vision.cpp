//===- Vision.cpp - Boxes, regions of interest, deformed convolutions -----===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operators of torchvision that its detection networks call. Regions are
// rows of an image's number and the corners x1, y1, x2, y2.
//
//===----------------------------------------------------------------------===//

#include "core/ForEachISA.h"
#include "core/Parallel.h"
#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/Products.h"
#include "ops_tensor/Reduce.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace tsrt;

namespace {

//===-- Boxes -------------------------------------------------------------===//

/// Greedy suppression: boxes by falling score, without those whose intersection
/// with one that was kept exceeds `threshold` of their union.
template <class T>
std::vector<int64_t> keepBoxes(const std::vector<T> &boxes,
                               const std::vector<T> &scores, double threshold) {
  size_t n = scores.size();
  std::vector<int64_t> order(n), kept;
  std::iota(order.begin(), order.end(), 0);
  // NaN comes first, as when sorting downwards; equal scores keep their order.
  std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    T x = scores[a], y = scores[b];
    if (std::isnan(x) || std::isnan(y))
      return std::isnan(x) && (!std::isnan(y) || a < b);
    return x > y || (x == y && a < b);
  });
  std::vector<T> areas(n);
  for (size_t i = 0; i < n; ++i)
    areas[i] = (boxes[4 * i + 2] - boxes[4 * i]) *
               (boxes[4 * i + 3] - boxes[4 * i + 1]);
  std::vector<bool> suppressed(n);
  for (size_t first = 0; first < n; ++first) {
    int64_t i = order[first];
    if (suppressed[i])
      continue;
    kept.push_back(i);
    const T *a = &boxes[4 * i];
    for (size_t next = first + 1; next < n; ++next) {
      int64_t j = order[next];
      if (suppressed[j])
        continue;
      const T *b = &boxes[4 * j];
      T width = std::max(T(0), std::min(a[2], b[2]) - std::max(a[0], b[0]));
      T height = std::max(T(0), std::min(a[3], b[3]) - std::max(a[1], b[1]));
      T shared = width * height;
      if (double(shared / (areas[i] + areas[j] - shared)) > threshold)
        suppressed[j] = true;
    }
  }
  return kept;
}

Tensor nms(const Tensor &boxes, const Tensor &scores, double threshold) {
  if (boxes.dim() != 2)
    return bail("boxes should be a 2d tensor, got %lldD", LL(boxes.dim()));
  if (boxes.size(1) != 4)
    return bail("boxes should have 4 elements in dimension 1, got %lld",
                LL(boxes.size(1)));
  if (scores.dim() != 1)
    return bail("scores should be a 1d tensor, got %lldD", LL(scores.dim()));
  if (boxes.size(0) != scores.size(0))
    return bail("boxes and scores should have same number of elements in "
                "dimension 0, got %lld and %lld",
                LL(boxes.size(0)), LL(scores.size(0)));
  if (boxes.dtype() != scores.dtype())
    return bail("dets should have the same type as scores");
  std::vector<int64_t> kept;
  if (boxes.dtype() == TSRT_F32)
    kept = keepBoxes(elementsAs<float>(boxes), elementsAs<float>(scores),
                     threshold);
  else if (boxes.dtype() == TSRT_F64)
    kept = keepBoxes(elementsAs<double>(boxes), elementsAs<double>(scores),
                     threshold);
  else if (boxes.numel())
    return bail("\"nms_kernel\" not implemented for '%s'",
                scalarTypeName(boxes.dtype()));
  return fromInts(Dims(kept.data(), kept.data() + kept.size()));
}

//===-- Regions -----------------------------------------------------------===//

/// A pooling of regions: the sizes of its parts, and what every operator asks
/// of them.
struct Regions {
  int64_t count, channels, height, width, outHeight, outWidth;
  double scale;

  int64_t bins() const { return outHeight * outWidth; }
  int64_t plane() const { return height * width; }
};

/// "torch.FloatTensor" and the like.
std::string className(const Tensor &t) {
  return std::string("torch.") + scalarTypeName(t.dtype()) + "Tensor";
}

Regions regionsOf(const char *name, const Tensor &images, const Tensor &rois,
                  double scale, int64_t outHeight, int64_t outWidth) {
  Regions r{rois.size(0), images.size(1), images.size(2), images.size(3),
            outHeight,    outWidth,       scale};
  if (images.dim() != 4)
    bail("%s: expected images of 4 dimensions, but got %s", name,
         images.sizes().str().c_str());
  else if (rois.dim() != 2 || rois.size(1) != 5)
    bail("rois must have shape as Tensor[K, 5]");
  else if (images.dtype() != rois.dtype())
    bail("Expected tensor for argument #1 'input' to have the same type as "
         "tensor for argument #2 'rois'; but type %s does not equal %s (while "
         "checking arguments for %s_forward_kernel)",
         className(images).c_str(), className(rois).c_str(), name);
  else if (outHeight < 0 || outWidth < 0)
    bail("%s: the output size (%lld, %lld) is negative", name, LL(outHeight),
         LL(outWidth));
  else if (images.dtype() != TSRT_F32 && images.dtype() != TSRT_F64 &&
           images.dtype() != TSRT_F16)
    bail("\"%s\" not implemented for '%s'", name,
         scalarTypeName(images.dtype()));
  return r;
}

/// The number of the image of a region; notes an error when there is none.
template <class T>
int64_t imageOf(const T *roi, int64_t images) {
  if (!(roi[0] >= 0 && roi[0] < T(images)))
    return bail("a region names image %g of %lld", double(roi[0]), LL(images));
  return int64_t(roi[0]);
}

/// The four pixels around a place, by number in the plane, and their weights.
template <class T>
struct Corners {
  int64_t pixels[4];
  T weights[4];

  /// Finds them; says no more than a pixel outside, where all is zero. Nearer
  /// there are the border's.
  bool find(int64_t height, int64_t width, T y, T x) {
    if (!(y >= -1 && y <= T(height) && x >= -1 && x <= T(width)))
      return false;
    y = std::max(y, T(0));
    x = std::max(x, T(0));
    int64_t top = int64_t(y), left = int64_t(x), bottom = top + 1,
            right = left + 1;
    if (top >= height - 1) {
      top = bottom = height - 1;
      y = T(top);
    }
    if (left >= width - 1) {
      left = right = width - 1;
      x = T(left);
    }
    T dy = y - T(top), dx = x - T(left);
    pixels[0] = top * width + left;
    pixels[1] = top * width + right;
    pixels[2] = bottom * width + left;
    pixels[3] = bottom * width + right;
    weights[0] = (1 - dy) * (1 - dx);
    weights[1] = (1 - dy) * dx;
    weights[2] = dy * (1 - dx);
    weights[3] = dy * dx;
    return true;
  }

  /// What is between their numbers, as PyTorch computes it, on all processors.
  T blend(T a, T b, T c, T d) const {
#pragma clang fp contract(off)
    return weights[0] * a + weights[1] * b + weights[2] * c + weights[3] * d;
  }
};

/// Averages samples in each bin of a region.
template <class T>
struct AlignedBins {
  T top, left, binHeight, binWidth;
  int64_t rows, columns; // of samples in a bin

  /// `offset` shifts the region; `grow`: a region is a pixel large at least.
  AlignedBins(const Regions &r, const T *roi, T offset, bool grow,
              int64_t samples) {
    T scale = T(r.scale);
    left = roi[1] * scale - offset;
    top = roi[2] * scale - offset;
    T width = roi[3] * scale - offset - left;
    T height = roi[4] * scale - offset - top;
    if (grow) {
      width = std::max(width, T(1));
      height = std::max(height, T(1));
    }
    binHeight = height / T(r.outHeight);
    binWidth = width / T(r.outWidth);
    auto count = [samples](T size) {
      if (samples > 0)
        return samples;
      // What an integer does not hold is too large in any case.
      return int64_t(std::ceil(std::max(T(-1e9), std::min(size, T(1e9)))));
    };
    rows = count(binHeight);
    columns = count(binWidth);
  }

  /// Notes an error for bins whose samples would take hours: those of regions
  /// far larger than the image.
  void checkSize(const char *name) const {
    constexpr int64_t most = int64_t(1) << 24;
    if (rows > 0 && columns > most / rows)
      bail("%s: a region has too many samples per bin, %lld x %lld", name,
           LL(rows), LL(columns));
  }

  /// Calls f(corners) for the samples of a bin, but for those outside.
  template <class F>
  void forSamples(const Regions &r, int64_t row, int64_t column,
                  const F &f) const {
    Corners<T> corners;
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j)
        if (corners.find(r.height, r.width,
                         top + T(row) * binHeight +
                             (T(i) + T(.5)) * binHeight / T(rows),
                         left + T(column) * binWidth +
                             (T(j) + T(.5)) * binWidth / T(columns)))
          f(corners);
  }

  T average(const T *plane, const Regions &r, int64_t row, int64_t column,
            T number) const {
    T sum = 0;
    forSamples(r, row, column, [&](const Corners<T> &at) {
      sum += at.blend(plane[at.pixels[0]], plane[at.pixels[1]],
                      plane[at.pixels[2]], plane[at.pixels[3]]);
    });
    return sum / number;
  }
};

/// Adds a sample of all channels of an image whose channels lie last.
template <class T>
inline __attribute__((always_inline)) void
addSampleOf(T *__restrict sums, const T *__restrict image, int64_t channels,
            const Corners<T> &at) {
  const Corners<T> corners = at; // which no sum overwrites
  const T *p[4];
  for (int64_t k = 0; k < 4; ++k)
    p[k] = image + at.pixels[k] * channels;
  for (int64_t c = 0; c < channels; ++c)
    sums[c] += corners.blend(p[0][c], p[1][c], p[2][c], p[3][c]);
}
TSRT_FOR_EACH_ISA
void addSample(float *sums, const float *image, int64_t channels,
               const Corners<float> &at) {
  addSampleOf(sums, image, channels, at);
}
TSRT_FOR_EACH_ISA
void addSample(double *sums, const double *image, int64_t channels,
               const Corners<double> &at) {
  addSampleOf(sums, image, channels, at);
}

/// A buffer of the elements of `out`, which `fill(buffer)` computes.
template <class T, class Fill>
Tensor filled(const Dims &sizes, int dtype, const Fill &fill) {
  Tensor out = empty(sizes, dtype);
  std::vector<T> buffer(out.numel());
  fill(buffer);
  if (failed())
    return {};
  if (out.numel())
    storeElements(ComputeOf<T>::value, buffer.data(), dtype, out.data(),
                  out.itemsize(), out.numel());
  return out;
}

/// Calls f(float or double): what elements of a dtype are computed in.
template <class F>
auto withFloats(int dtype, const F &f) {
  return dtype == TSRT_F64 ? f(double()) : f(float());
}

/// Pools every region into `channels` x bins elements: `pool(roi, image, out)`
/// gets the region's row, the first plane of its image and its results.
template <class Pool>
Tensor poolRegions(const Regions &r, const Tensor &images, const Tensor &rois,
                   int64_t channels, const Pool &pool) {
  return withFloats(images.dtype(), [&](auto tag) {
    using T = decltype(tag);
    std::vector<T> in = elementsAs<T>(images), regions = elementsAs<T>(rois);
    Dims sizes{r.count, channels, r.outHeight, r.outWidth};
    return filled<T>(sizes, images.dtype(), [&](std::vector<T> &out) {
      for (int64_t n = 0; n < r.count && !failed(); ++n) {
        const T *roi = &regions[5 * n];
        int64_t image = imageOf(roi, images.size(0));
        if (!failed())
          pool(roi, in.data() + image * r.channels * r.plane(),
               out.data() + n * channels * r.bins());
      }
    });
  });
}

/// The bins of a region, [channel][bin], of an image whose channels lie last.
template <class T>
void alignRegion(const Regions &r, const AlignedBins<T> &bins, const T *image,
                 std::vector<T> &sums, T *out) {
  T number =
      T(std::max<int64_t>(bins.rows * std::max<int64_t>(bins.columns, 0), 1));
  for (int64_t bin = 0; bin < r.bins(); ++bin) {
    std::fill(sums.begin(), sums.end(), T(0));
    bins.forSamples(r, bin / r.outWidth, bin % r.outWidth,
                    [&](const Corners<T> &at) {
                      addSample(sums.data(), image, r.channels, at);
                    });
    for (int64_t c = 0; c < r.channels; ++c)
      out[c * r.bins() + bin] = sums[size_t(c)] / number;
  }
}

Tensor roiAlign(const Tensor &images, const Tensor &rois, double scale,
                int64_t outHeight, int64_t outWidth, int64_t samples,
                bool aligned) {
  Regions r = regionsOf("roi_align", images, rois, scale, outHeight, outWidth);
  if (failed())
    return {};
  return withFloats(images.dtype(), [&](auto tag) {
    using T = decltype(tag);
    std::vector<T> regions = elementsAs<T>(rois);
    std::vector<AlignedBins<T>> bins;
    std::vector<int64_t> numbers;
    for (int64_t n = 0; n < r.count && !failed(); ++n) {
      numbers.push_back(imageOf(&regions[5 * n], images.size(0)));
      bins.emplace_back(r, &regions[5 * n], aligned ? T(.5) : T(0), !aligned,
                        samples);
      bins.back().checkSize("roi_align");
    }
    if (failed())
      return Tensor();
    // Channels last: one place and its weights serve all of them.
    std::vector<T> in = elementsAs<T>(transpose(
        reshape(images, {images.size(0), r.channels, r.plane()}), 1, 2));
    Dims sizes{r.count, r.channels, r.outHeight, r.outWidth};
    return filled<T>(sizes, images.dtype(), [&](std::vector<T> &out) {
      parallelFor(r.count, 1, [&](int64_t begin, int64_t end) {
        std::vector<T> sums(size_t(r.channels));
        for (int64_t n = begin; n < end; ++n)
          alignRegion(r, bins[size_t(n)],
                      in.data() + numbers[size_t(n)] * r.plane() * r.channels,
                      sums, out.data() + n * r.channels * r.bins());
      });
    });
  });
}

/// The channels of position-sensitive pooling; each bin has its own.
int64_t binChannels(const Regions &r) {
  if (r.bins() <= 0 || r.channels % r.bins())
    return bail("input channels must be a multiple of pooling height * "
                "pooling width");
  return r.channels / r.bins();
}

/// For each bin of a position-sensitive pooling, the channel it reads.
Tensor channelMapping(const Regions &r, int64_t channels) {
  if (failed())
    return {};
  Tensor mapping =
      empty({r.count, channels, r.outHeight, r.outWidth}, TSRT_I32);
  for (int64_t i = 0; i < mapping.numel(); ++i)
    mapping.data<int32_t>()[i] = int32_t(i % r.channels);
  return mapping;
}

std::tuple<Tensor, Tensor> psRoiAlign(const Tensor &images, const Tensor &rois,
                                      double scale, int64_t outHeight,
                                      int64_t outWidth, int64_t samples) {
  Regions r =
      regionsOf("ps_roi_align", images, rois, scale, outHeight, outWidth);
  int64_t channels = failed() ? 0 : binChannels(r);
  if (failed())
    return {};
  Tensor result = poolRegions(
      r, images, rois, channels, [&](auto *roi, auto *image, auto *out) {
        using T = std::decay_t<decltype(*out)>;
        AlignedBins<T> bins(r, roi, T(.5), false, samples);
        bins.checkSize("ps_roi_align");
        if (failed())
          return;
        for (int64_t c = 0; c < r.channels; ++c) {
          int64_t bin = c % r.bins();
          out[c] = bins.average(image + c * r.plane(), r, bin / outWidth,
                                bin % outWidth, T(bins.rows * bins.columns));
        }
      });
  return {result, channelMapping(r, channels)};
}

/// The pixels of a bin.
struct PixelBin {
  int64_t top, bottom, left, right;

  bool isEmpty() const { return bottom <= top || right <= left; }
};

/// Bins of a region whose corners are rounded to pixels.
template <class T>
struct RoundedBins {
  const Regions &regions;
  int64_t corners[4];
  T binHeight, binWidth;

  /// `more` pixels belong to a region besides the difference of its corners.
  RoundedBins(const Regions &r, const T *roi, int64_t more) : regions(r) {
    for (int i = 0; i < 4; ++i) {
      // Within what an integer holds.
      double at = std::round(double(roi[i + 1] * T(r.scale)));
      corners[i] = std::isfinite(at) && std::fabs(at) < 1e9 ? int64_t(at) : 0;
    }
    binWidth =
        T(std::max<int64_t>(corners[2] - corners[0] + more, 1)) / T(r.outWidth);
    binHeight = T(std::max<int64_t>(corners[3] - corners[1] + more, 1)) /
                T(r.outHeight);
  }

  /// Bin `bin`, without the last `spare` rows and columns of the image.
  PixelBin at(int64_t bin, int64_t spare) const {
    // From the floor to the ceiling of its bounds.
    auto bound = [](T position, int64_t start, int64_t limit) {
      return std::min(std::max<int64_t>(int64_t(position) + start, 0), limit);
    };
    int64_t row = bin / regions.outWidth, column = bin % regions.outWidth;
    int64_t height = regions.height - spare, width = regions.width - spare;
    return {bound(std::floor(T(row) * binHeight), corners[1], height),
            bound(std::ceil(T(row + 1) * binHeight), corners[1], height),
            bound(std::floor(T(column) * binWidth), corners[0], width),
            bound(std::ceil(T(column + 1) * binWidth), corners[0], width)};
  }
};

std::tuple<Tensor, Tensor> roiPool(const Tensor &images, const Tensor &rois,
                                   double scale, int64_t outHeight,
                                   int64_t outWidth) {
  Regions r = regionsOf("roi_pool", images, rois, scale, outHeight, outWidth);
  if (failed())
    return {};
  Tensor best = empty({r.count, r.channels, outHeight, outWidth}, TSRT_I32);
  int32_t *where = best.data<int32_t>();
  Tensor result = poolRegions(
      r, images, rois, r.channels, [&](auto *roi, auto *image, auto *out) {
        using T = std::decay_t<decltype(*out)>;
        RoundedBins<T> bins(r, roi, 1);
        for (int64_t i = 0; i < r.channels * r.bins(); ++i) {
          PixelBin bin = bins.at(i % r.bins(), 0);
          const T *plane = image + i / r.bins() * r.plane();
          *where = -1;
          out[i] = bin.isEmpty() ? T(0) : std::numeric_limits<T>::lowest();
          for (int64_t y = bin.top; y < bin.bottom; ++y)
            for (int64_t x = bin.left; x < bin.right; ++x)
              if (plane[y * r.width + x] > out[i]) {
                *where = int32_t(y * r.width + x);
                out[i] = plane[*where];
              }
          ++where;
        }
      });
  return {result, failed() ? Tensor() : best};
}

std::tuple<Tensor, Tensor> psRoiPool(const Tensor &images, const Tensor &rois,
                                     double scale, int64_t outHeight,
                                     int64_t outWidth) {
  Regions r =
      regionsOf("ps_roi_pool", images, rois, scale, outHeight, outWidth);
  int64_t channels = failed() ? 0 : binChannels(r);
  if (failed())
    return {};
  Tensor result = poolRegions(
      r, images, rois, channels, [&](auto *roi, auto *image, auto *out) {
        using T = std::decay_t<decltype(*out)>;
        RoundedBins<T> bins(r, roi, 0);
        for (int64_t c = 0; c < r.channels; ++c) {
          // The last row and column count as outside.
          PixelBin bin = bins.at(c % r.bins(), 1);
          const T *plane = image + c * r.plane();
          T sum = 0;
          for (int64_t y = bin.top; y < bin.bottom; ++y)
            for (int64_t x = bin.left; x < bin.right; ++x)
              sum += plane[y * r.width + x];
          out[c] =
              bin.isEmpty()
                  ? T(0)
                  : sum / T((bin.bottom - bin.top) * (bin.right - bin.left));
        }
      });
  return {result, channelMapping(r, channels)};
}

//===-- Deformed convolution ----------------------------------------------===//

/// Bilinear interpolation; pixels outside are zero.
template <class T>
T interpolateInside(const T *plane, int64_t height, int64_t width, T y, T x) {
  if (!(y > -1 && y < T(height) && x > -1 && x < T(width)))
    return 0;
  int64_t top = int64_t(std::floor(y)), left = int64_t(std::floor(x));
  T dy = y - T(top), dx = x - T(left);
  auto pixel = [&](int64_t i, int64_t j) {
    return i >= 0 && i < height && j >= 0 && j < width ? plane[i * width + j]
                                                       : T(0);
  };
  return (1 - dy) * (1 - dx) * pixel(top, left) +
         (1 - dy) * dx * pixel(top, left + 1) +
         dy * (1 - dx) * pixel(top + 1, left) +
         dy * dx * pixel(top + 1, left + 1);
}

/// The taps a convolution reads, each at its offset: for every image
/// [channels * taps, positions].
template <class T>
std::vector<T> deformedColumns(const Tensor &input, const Tensor &offset,
                               const Tensor &mask, const int64_t kernel[2],
                               const int64_t stride[2], const int64_t pad[2],
                               const int64_t dilation[2], int64_t offsetGroups,
                               bool useMask, const int64_t outSize[2]) {
  int64_t batch = input.size(0), channels = input.size(1);
  int64_t height = input.size(2), width = input.size(3);
  int64_t taps = kernel[0] * kernel[1], positions = outSize[0] * outSize[1];
  std::vector<T> in = elementsAs<T>(input), shifts = elementsAs<T>(offset);
  std::vector<T> weights = useMask ? elementsAs<T>(mask) : std::vector<T>();
  std::vector<T> columns(batch * channels * taps * positions);
  parallelFor(batch * channels, 1, [&](int64_t begin, int64_t end) {
    for (int64_t plane = begin; plane < end; ++plane) {
      int64_t group = plane % channels / (channels / offsetGroups) +
                      plane / channels * offsetGroups;
      for (int64_t tap = 0; tap < taps; ++tap)
        for (int64_t at = 0; at < positions; ++at) {
          const T *shift = &shifts[(group * taps + tap) * 2 * positions + at];
          T y = T(at / outSize[1] * stride[0] - pad[0] +
                  tap / kernel[1] * dilation[0]) +
                shift[0];
          T x = T(at % outSize[1] * stride[1] - pad[1] +
                  tap % kernel[1] * dilation[1]) +
                shift[positions];
          T value = interpolateInside(&in[plane * height * width], height,
                                      width, y, x);
          if (useMask)
            value *= weights[(group * taps + tap) * positions + at];
          columns[(plane * taps + tap) * positions + at] = value;
        }
    }
  });
  return columns;
}

Tensor deformConv2d(const Tensor &input, const Tensor &weight,
                    const Tensor &offset, const Tensor &mask,
                    const Tensor &bias, int64_t strideH, int64_t strideW,
                    int64_t padH, int64_t padW, int64_t dilationH,
                    int64_t dilationW, int64_t groups, int64_t offsetGroups,
                    bool useMask) {
  int64_t kernel[] = {weight.size(2), weight.size(3)};
  int64_t stride[] = {strideH, strideW}, pad[] = {padH, padW},
          dilation[] = {dilationH, dilationW};
  if (input.dim() != 4 || offset.dim() != 4 || weight.dim() != 4 ||
      (useMask && mask.dim() != 4))
    return bail("deform_conv2d: input, offset, mask and weight must have 4 "
                "dimensions");
  for (int d = 0; d < 2; ++d) {
    if (kernel[d] <= 0)
      return bail("weight_h: %lld weight_w: %lld", LL(kernel[0]),
                  LL(kernel[1]));
    if (stride[d] <= 0)
      return bail("stride_h: %lld stride_w: %lld", LL(strideH), LL(strideW));
    if (pad[d] < 0)
      return bail("pad_h: %lld pad_w: %lld", LL(padH), LL(padW));
    if (dilation[d] <= 0)
      return bail("dil_h: %lld dil_w: %lld", LL(dilationH), LL(dilationW));
  }
  int64_t channels = input.size(1), outputs = weight.size(0);
  int64_t taps = kernel[0] * kernel[1], outSize[2];
  for (int d = 0; d < 2; ++d) {
    int64_t reach = dilation[d] * (kernel[d] - 1) + 1;
    int64_t room = input.size(2 + d) + 2 * pad[d] - reach;
    outSize[d] = room < 0 ? 0 : room / stride[d] + 1;
  }
  if (groups <= 0 || weight.size(1) * groups != channels || outputs % groups)
    return bail("deform_conv2d: %lld groups do not fit input %s and weight %s",
                LL(groups), input.sizes().str().c_str(),
                weight.sizes().str().c_str());
  if (offsetGroups <= 0 || channels % offsetGroups)
    return bail("deform_conv2d: %lld offset groups do not divide %lld channels",
                LL(offsetGroups), LL(channels));
  if (offset.size(1) != offsetGroups * 2 * taps)
    return bail("offset.shape[1] is not valid: got: %lld expected: %lld",
                LL(offset.size(1)), LL(offsetGroups * 2 * taps));
  if (useMask && mask.size(1) != offsetGroups * taps)
    return bail("mask.shape[1] is not valid: got: %lld expected: %lld",
                LL(mask.size(1)), LL(offsetGroups * taps));
  for (const Tensor *t : {&offset, &mask}) {
    const char *name = t == &mask ? "mask" : "offset";
    if (t->size(0) != input.size(0))
      return bail("invalid batch size of %s", name);
    if ((t != &mask || useMask) &&
        (t->size(2) != outSize[0] || t->size(3) != outSize[1]))
      return bail("%s output dims: (%lld, %lld) - computed output dims: (%lld, "
                  "%lld)",
                  name, LL(t->size(2)), LL(t->size(3)), LL(outSize[0]),
                  LL(outSize[1]));
  }
  if (outSize[0] <= 0 || outSize[1] <= 0)
    return bail("Calculated output size too small - out_h: %lld out_w: %lld",
                LL(outSize[0]), LL(outSize[1]));
  if (bias.defined() && bias.numel() != outputs)
    return bail("deform_conv2d: a bias of %lld elements for %lld outputs",
                LL(bias.numel()), LL(outputs));
  if (!input.isFloating())
    return bail("\"deformable_im2col\" not implemented for '%s'",
                scalarTypeName(input.dtype()));
  int64_t positions = outSize[0] * outSize[1];
  Tensor columns = withFloats(input.dtype(), [&](auto tag) {
    using T = decltype(tag);
    Dims sizes{input.size(0) * groups, channels / groups * taps, positions};
    return filled<T>(sizes, input.dtype(), [&](std::vector<T> &out) {
      out = deformedColumns<T>(input, offset, mask, kernel, stride, pad,
                               dilation, offsetGroups, useMask, outSize);
    });
  });
  if (failed())
    return {};
  // [1, groups, outputs, taps] x [batch, groups, taps, positions].
  Tensor filters =
      reshape(weight, {1, groups, outputs / groups, channels / groups * taps});
  Tensor product =
      matmul(filters, reshape(columns, {input.size(0), groups,
                                        channels / groups * taps, positions}));
  Tensor out =
      reshape(product, {input.size(0), outputs, outSize[0], outSize[1]});
  return bias.defined() ? add(out, reshape(bias, {1, outputs, 1, 1}), 1) : out;
}

int64_t cudaVersion() { return -1; }

const KernelEntry entries[] = {
    {"torchvision::nms", constantOp<nms>},
    {"torchvision::roi_align", op<roiAlign>},
    {"torchvision::roi_pool", op<roiPool>},
    {"torchvision::ps_roi_align", op<psRoiAlign>},
    {"torchvision::ps_roi_pool", op<psRoiPool>},
    {"torchvision::deform_conv2d", op<deformConv2d>},
    {"torchvision::_cuda_version", op<cudaVersion>},
};
const KernelTable table(entries);

} // namespace
