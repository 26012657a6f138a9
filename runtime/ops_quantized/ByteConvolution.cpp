//===- ByteConvolution.cpp - Convolutions of bytes ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elements of a kernel that lie next to each other in an image are a run,
// read four bytes at a time; what is behind a run's end has weights of zero.
//
//===----------------------------------------------------------------------===//

#include "ops_quantized/ByteConvolution.h"

#include "compiled/VectorLevel.h"
#include "core/ForEachISA.h"
#include "core/Parallel.h"
#include "ops_quantized/ByteKernel.h"
#include "ops_tensor/MemoryFormat.h"

#include <algorithm>
#include <cstring>

using namespace tsrt;
using Geometry = ConvolutionGeometry;

bytes::Kernel bytes::findKernel() {
#if defined(__x86_64__)
  static const Kernel found = hasInstructions(dnnl::cpu_isa::avx512_core_vnni)
                                  ? convolveRowVNNI
                                  : nullptr;
  return found;
#else
  return nullptr;
#endif
}

//===----------------------------------------------------------------------===//
// Weights
//===----------------------------------------------------------------------===//

namespace {
/// The runs of a kernel of two dimensions.
struct Runs {
  int64_t channels, height, width;
  /// Elements of a row of the kernel that a run covers: all or one.
  int64_t covered;

  int64_t count() const { return height * width / covered; }
  int64_t bytes() const { return covered * channels; }
  int64_t stepsOfRun() const { return (bytes() + 3) / 4; }
  int64_t steps() const { return count() * stepsOfRun(); }
};
} // namespace

static Runs runsOf(int64_t channels, int64_t height, int64_t width,
                   int64_t dilation) {
  return {channels, height, width, dilation == 1 ? width : 1};
}

/// The channels that the panel beginning at one has room for.
static int64_t panelWidth(int64_t results, int64_t first) {
  return std::min(bytes::kPanel, (results - first + bytes::kWidth - 1) /
                                     bytes::kWidth * bytes::kWidth);
}

/// The weights of a kernel whose runs are known, a row for each result.
static BytePanels packRuns(const PackedRows &rows, const Runs &runs) {
  BytePanels packed;
  if (!bytes::findKernel() ||
      std::any_of(rows.integers.begin(), rows.integers.end(),
                  [](int16_t w) { return w < INT8_MIN || w > INT8_MAX; }))
    return packed;
  int64_t steps = runs.steps(), area = runs.height * runs.width;
  int64_t panels = rows.rows / bytes::kPanel * bytes::kPanel;
  packed.weights =
      zeros({(panels + panelWidth(rows.rows, panels)) * steps * 4}, TSRT_I8);
  if (!packed.weights)
    return packed;
  packed.sums.assign(size_t(rows.rows), 0);
  for (int64_t first = 0; first < rows.rows; first += bytes::kPanel) {
    int64_t wide = panelWidth(rows.rows, first);
    int8_t *panel = packed.weights.data<int8_t>() + first * steps * 4;
    for (int64_t o = first; o < std::min(rows.rows, first + bytes::kPanel); ++o)
      for (int64_t element = 0; element < area; ++element)
        for (int64_t c = 0; c < runs.channels; ++c) {
          int16_t weight =
              rows.integers[size_t(o * rows.step + c * area + element)];
          int64_t byte = element % runs.covered * runs.channels + c;
          int64_t step = element / runs.covered * runs.stepsOfRun() + byte / 4;
          panel[(step * wide + o - first) * 4 + byte % 4] = int8_t(weight);
          packed.sums[size_t(o)] += weight;
        }
  }
  return packed;
}

BytePanels bytes::packPanels(const ConvParams &params) {
  if (params.stride.size() != 2 || params.groups != 1 || params.isTransposed)
    return {};
  const Dims &w = params.weight.sizes();
  return packRuns(params.rows, runsOf(w[1], w[2], w[3], params.dilation[1]));
}

BytePanels bytes::packPanels(const PackedRows &rows) {
  return packRuns(rows, runsOf(rows.columns, 1, 1, 1));
}

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

namespace {
/// Images with their padding.
struct Padded {
  Tensor memory;
  const uint8_t *data;
  int64_t height, width, channels;

  int64_t rowBytes() const { return width * channels; }
};
} // namespace

/// Images with `zero` around them, or the images themselves where nothing is
/// and nobody reads behind their end.
static Padded pad(const Tensor &x, const Geometry &g, uint8_t zero) {
  Padded p{x, static_cast<const uint8_t *>(x.data()), g.in[1], g.in[2],
           g.channels};
  const int64_t top = g.padding[1], left = g.padding[2];
  if (!top && !left && g.channels % 4 == 0)
    return p;
  p.height += 2 * top;
  p.width += 2 * left;
  p.memory = empty({g.batch * p.height * p.rowBytes() + 3}, TSRT_U8);
  if (!p.memory)
    return p;
  auto *to = p.memory.data<uint8_t>();
  p.data = to;
  const int64_t inRow = g.in[2] * g.channels, side = left * g.channels;
  parallelFor(
      g.batch * p.height,
      std::max<int64_t>(1, (1 << 16) / std::max<int64_t>(p.rowBytes(), 1)),
      [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          uint8_t *row = to + i * p.rowBytes();
          int64_t y = i % p.height - top;
          if (y < 0 || y >= g.in[1]) {
            std::memset(row, zero, size_t(p.rowBytes()));
            continue;
          }
          std::memset(row, zero, size_t(side));
          std::memcpy(row + side,
                      x.data<uint8_t>() + (i / p.height * g.in[1] + y) * inRow,
                      size_t(inRow));
          std::memset(row + side + inRow, zero, size_t(side));
        }
      });
  std::memset(to + g.batch * p.height * p.rowBytes(), 0, 3);
  return p;
}

//===----------------------------------------------------------------------===//
// All channels of an image
//===----------------------------------------------------------------------===//

/// Where each group of four bytes of the kernel lies in an image.
static std::vector<int64_t> placeSteps(const Runs &runs, const Padded &image,
                                       const Geometry &g) {
  std::vector<int64_t> steps;
  for (int64_t run = 0; run < runs.count(); ++run) {
    int64_t element = run * runs.covered;
    int64_t begin = element / runs.width * g.dilation[1] * image.rowBytes() +
                    element % runs.width * g.dilation[2] * g.channels;
    for (int64_t i = 0; i < runs.stepsOfRun(); ++i)
      steps.push_back(begin + i * 4);
  }
  return steps;
}

namespace {
/// What becomes of sums: bytes by all of it, or floats by bias and factors.
struct Results {
  const float *bias, *factors;
  RequantizationBounds bounds;
  uint8_t *bytes;
  float *floats;
};
} // namespace

static Results bytesBy(const Requantization &by, uint8_t *out) {
  return {by.bias.data(), by.factors.data(), by.bounds, out, nullptr};
}

static void convolveAll(const BytePanels &panels, const Geometry &g,
                        const Padded &image, int64_t zero,
                        const Results &results) {
  Runs runs = runsOf(g.channels, g.kernel[1], g.kernel[2], g.dilation[2]);
  std::vector<int64_t> steps = placeSteps(runs, image, g);
  std::vector<int32_t> start;
  for (int32_t sum : panels.sums)
    start.push_back(int32_t(-zero * sum));
  // Rows of results; where results look at places next to each other across
  // rows, rows are pieces of the whole image.
  bool isFlat = g.kernelArea() == 1 && g.stride[1] == 1 && g.stride[2] == 1 &&
                image.width == g.out[2];
  constexpr int64_t piece = 96;
  int64_t length = isFlat ? std::min(piece, g.outArea()) : g.out[2];
  int64_t rows = isFlat ? (g.outArea() + length - 1) / length : g.out[1];
  int64_t numPanels = (g.results + bytes::kPanel - 1) / bytes::kPanel;
  bytes::Row common{};
  common.spacing = g.stride[2] * g.channels;
  common.steps = steps.data();
  common.numSteps = int64_t(steps.size());
  common.bounds = results.bounds;
  common.outSpacing = g.results;
  bytes::Kernel kernel = bytes::findKernel();
  // Neighbouring rows share the weights of a panel.
  auto computeRow = [&](int64_t index) {
    int64_t row = index % rows, n = index / rows % g.batch;
    int64_t first = index / rows / g.batch * bytes::kPanel;
    int64_t begin = row * length;
    bytes::Row r = common;
    r.image =
        image.data + n * image.height * image.rowBytes() +
        (isFlat ? begin * g.channels : row * g.stride[1] * image.rowBytes());
    r.count = std::min(length, g.outArea() - begin);
    r.weights = panels.weights.data<int8_t>() + first * r.numSteps * 4;
    r.start = start.data() + first;
    r.bias = results.bias + first;
    r.factors = results.factors + first;
    r.channels = std::min(bytes::kPanel, g.results - first);
    int64_t place = (n * g.outArea() + begin) * g.results + first;
    r.out = results.bytes ? results.bytes + place : nullptr;
    r.floats = results.floats ? results.floats + place : nullptr;
    kernel(r);
  };
  int64_t work = std::max<int64_t>(length * common.numSteps * bytes::kPanel, 1);
  parallelFor(numPanels * g.batch * rows,
              std::max<int64_t>(1, (1 << 20) / work),
              [&](int64_t begin, int64_t end) {
                for (int64_t i = begin; i < end; ++i)
                  computeRow(i);
              });
}

//===----------------------------------------------------------------------===//
// Each channel for itself
//===----------------------------------------------------------------------===//

namespace {
/// What one result's channels see: `numTaps` elements of the kernel.
struct Taps {
  /// Where they lie, from the first one on.
  const int64_t *places;
  int64_t numTaps;
  /// [tap][channel]
  const float *weights;
  int64_t channels;
};
} // namespace

/// Sums of V * 16 channels from one on, in single precision: exact, as there
/// are not too many taps.
template <int V, class T>
static inline __attribute__((always_inline)) void
sumVectors(const T *at, const Taps &taps, int64_t channel, int32_t *sums) {
  constexpr int width = 16;
  typedef T Bytes __attribute__((vector_size(width)));
  typedef float Floats __attribute__((vector_size(width * 4), aligned(4)));
  typedef int32_t Integers __attribute__((vector_size(width * 4), aligned(4)));
  Floats total[V] = {};
  for (int64_t tap = 0; tap < taps.numTaps; ++tap) {
    const T *from = at + taps.places[tap] + channel;
    const float *weights = taps.weights + tap * taps.channels + channel;
#pragma unroll
    for (int v = 0; v < V; ++v) {
      Bytes bytes;
      __builtin_memcpy(&bytes, from + v * width, width);
      total[v] += __builtin_convertvector(bytes, Floats) *
                  *reinterpret_cast<const Floats *>(weights + v * width);
    }
  }
#pragma unroll
  for (int v = 0; v < V; ++v)
    *reinterpret_cast<Integers *>(sums + channel + v * width) =
        __builtin_convertvector(total[v], Integers);
}

template <class T>
static inline __attribute__((always_inline)) void
sumChannels(const T *at, const Taps &taps, int32_t *sums) {
  int64_t channel = 0;
  for (; channel + 64 <= taps.channels; channel += 64)
    sumVectors<4>(at, taps, channel, sums);
  for (; channel + 16 <= taps.channels; channel += 16)
    sumVectors<1>(at, taps, channel, sums);
  for (; channel < taps.channels; ++channel) {
    float total = 0;
    for (int64_t tap = 0; tap < taps.numTaps; ++tap)
      total += float(at[taps.places[tap] + channel]) *
               taps.weights[tap * taps.channels + channel];
    sums[channel] = int32_t(total);
  }
}

TSRT_FOR_EACH_ISA
static void sumSigned(const void *at, const Taps &taps, int32_t *sums) {
  sumChannels(static_cast<const int8_t *>(at), taps, sums);
}
TSRT_FOR_EACH_ISA
static void sumUnsigned(const void *at, const Taps &taps, int32_t *sums) {
  sumChannels(static_cast<const uint8_t *>(at), taps, sums);
}

/// Elements of a kernel up to which sums of products of bytes are exact in
/// single precision.
static constexpr int64_t kMostTaps = (1 << 24) / (255 * 128);

static void convolveEach(const PackedRows &rows, const Geometry &g,
                         const Padded &image, int64_t zero, bool isSigned,
                         const Requantization &by, uint8_t *out) {
  const int64_t channels = g.channels, area = g.kernelArea();
  std::vector<float> weights(size_t(area * channels));
  std::vector<int64_t> places;
  std::vector<int32_t> start(size_t(channels), 0);
  for (int64_t element = 0; element < area; ++element) {
    places.push_back(element / g.kernel[2] * g.dilation[1] * image.rowBytes() +
                     element % g.kernel[2] * g.dilation[2] * channels);
    for (int64_t c = 0; c < channels; ++c) {
      int16_t weight = rows.integers[size_t(c * rows.step + element)];
      weights[size_t(element * channels + c)] = weight;
      start[size_t(c)] -= int32_t(zero) * weight;
    }
  }
  Taps taps{places.data(), area, weights.data(), channels};
  auto computeRow = [&](int64_t index, int32_t *sums) {
    const uint8_t *row = image.data + (index / g.out[1] * image.height +
                                       index % g.out[1] * g.stride[1]) *
                                          image.rowBytes();
    for (int64_t ox = 0; ox < g.out[2]; ++ox) {
      (isSigned ? sumSigned : sumUnsigned)(row + ox * g.stride[2] * channels,
                                           taps, sums);
      for (int64_t c = 0; c < channels; ++c)
        sums[c] += start[size_t(c)];
      by.applyToRows(sums, channels, 0,
                     out + (index * g.out[2] + ox) * channels);
    }
  };
  int64_t work = std::max<int64_t>(g.out[2] * area * channels, 1);
  parallelFor(g.batch * g.out[1], std::max<int64_t>(1, (1 << 16) / work),
              [&](int64_t begin, int64_t end) {
                std::vector<int32_t> sums(static_cast<size_t>(channels));
                for (int64_t i = begin; i < end; ++i)
                  computeRow(i, sums.data());
              });
}

Tensor bytes::convolve(const ConvParams &params, const Geometry &g,
                       const Tensor &x, const Dims &sizes,
                       const Requantization &by) {
  bool isDeep = !params.panels.sums.empty() && x.dtype() == TSRT_QU8;
  bool isEach = params.stride.size() == 2 && !g.isTransposed &&
                g.channels == g.groups && g.results == g.groups &&
                g.kernelArea() <= kMostTaps &&
                (x.dtype() == TSRT_QU8 || x.dtype() == TSRT_QI8);
  if (!isDeep && !isEach)
    return {};
  int64_t zero = quantizerOf(x)->zeroPoint;
  Tensor in = inFormat(integersOf(x), 2);
  Tensor out = emptyStrided(sizes, formatStrides(sizes, 2), in.dtype());
  if (!out)
    return {};
  Padded image = pad(in, g, uint8_t(zero));
  if (!image.memory)
    return {};
  if (isEach)
    convolveEach(params.rows, g, image, zero, x.dtype() == TSRT_QI8, by,
                 static_cast<uint8_t *>(out.data()));
  else
    convolveAll(params.panels, g, image, zero,
                bytesBy(by, static_cast<uint8_t *>(out.data())));
  return out;
}

/// The product of rows with packed panels.
static bool multiplyRows(const BytePanels &panels, const Tensor &x,
                         int64_t columns, const Results &by) {
  if (panels.sums.empty() || x.dtype() != TSRT_QU8 || x.numel() == 0)
    return false;
  // A row of an image, whose channels are the columns.
  auto results = int64_t(panels.sums.size());
  Geometry g{};
  g.in = g.out = {1, 1, x.numel() / columns};
  g.kernel = g.stride = g.dilation = {1, 1, 1};
  g.batch = g.groups = 1;
  g.channels = columns;
  g.results = results;
  int64_t zero = quantizerOf(x)->zeroPoint;
  Padded rows = pad(contiguous(integersOf(x)), g, uint8_t(zero));
  if (rows.memory)
    convolveAll(panels, g, rows, zero, by);
  return bool(rows.memory);
}

bool bytes::multiply(const BytePanels &panels, const Tensor &x, int64_t columns,
                     const Requantization &by, uint8_t *out) {
  return multiplyRows(panels, x, columns, bytesBy(by, out));
}

bool bytes::multiply(const BytePanels &panels, const Tensor &x, int64_t columns,
                     const std::vector<float> &factors,
                     const std::vector<float> &bias, float *out) {
  return multiplyRows(panels, x, columns,
                      {bias.data(), factors.data(), {}, nullptr, out});
}
