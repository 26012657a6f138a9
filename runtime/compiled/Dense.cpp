//===- Dense.cpp - Products and depthwise convolutions --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which rows, panels and planes a thread computes.
//
//===----------------------------------------------------------------------===//

#include "Dense.h"

#include "Prepared.h"
#include "VectorLevel.h"
#include "tsrt.h"

#include <algorithm>
#include <initializer_list>
#include <string>

using namespace tsrt;
using namespace tsrt::dense;

/// Multiplications that are worth a thread.
static constexpr int64_t kGrain = 1 << 18;

/// Weights that stay in the second cache, and what passes by them there, in
/// elements.
static constexpr int64_t kSmallWeights = 1 << 16, kChunk = 1 << 16;

/// Weights of which each thread may have a copy in its cache, in elements, and
/// rows that are worth a thread then.
static constexpr int64_t kSharedWeights = 1 << 17, kFewestRows = 24;

const Kernels *dense::findKernels() {
#if defined(__x86_64__)
  switch (getVectorLevel()) {
  case VectorLevel::AVX512:
    return &kAVX512Kernels;
  case VectorLevel::AVX2:
    return &kAVX2Kernels;
  case VectorLevel::None:
    return nullptr;
  }
#endif
  return nullptr;
}

/// Ranges of n tasks that have `work` multiplications each.
template <class Function>
static void inParallel(int64_t n, int64_t work, const Function &function) {
  tsrt_parallel_for(
      n, std::max<int64_t>(1, kGrain / std::max<int64_t>(1, work)),
      [](void *context, int64_t begin, int64_t end) {
        (*static_cast<const Function *>(context))(begin, end);
      },
      const_cast<Function *>(&function));
}

/// The key of weights in the order of one of our kernels. The number is that of
/// the orders: another when one of them changes.
static std::string makeKey(const char *kernel, const Kernels &kernels,
                           std::initializer_list<int64_t> sizes) {
  std::string key = std::string(kernel) + " 1 " +
                    std::to_string(kernels.width) + "x" +
                    std::to_string(kernels.panel);
  for (int64_t size : sizes)
    key += " " + std::to_string(size);
  return key;
}

static int64_t countPanels(const Kernels &kernels, int64_t f) {
  return (f + kernels.panel - 1) / kernels.panel;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

PackedProduct::PackedProduct(const Product &shape, const Kernels &kernels,
                             const PlainWeights &weights, const void *image)
    : shape(shape), kernels(kernels) {
  auto pack = [&](void *memory) {
    inParallel(countPanels(kernels, shape.f), shape.c * kernels.panel,
               [&](int64_t begin, int64_t end) {
                 kernels.packWeights(this->shape, weights, begin, end,
                                     static_cast<float *>(memory));
               });
  };
  packed =
      PackedMemory({makeKey("product", kernels, {shape.c, shape.f}), image,
                    weights.data, size_t(shape.c * shape.f) * sizeof(float)},
                   getRowBytes(kernels, shape.f, shape.c), pack);
}

void PackedProduct::run(const float *x, int64_t rows, const Epilogue &epilogue,
                        int64_t step, float *y) const {
  Product p = shape;
  p.step = step;
  int64_t panels = countPanels(kernels, p.f);
  // Rows pass by small weights; large ones pass by some rows, once.
  bool isSmall = p.c * p.f <= kSmallWeights;
  int64_t chunk = std::min(
      rows,
      std::max<int64_t>(48, isSmall ? kChunk / (p.c + p.f)
                                    : 2 * kChunk / std::min(p.c, kDeepest)));
  int64_t chunks = (rows + chunk - 1) / chunk;
  // Threads share rows, which those who read the output do, too, or the
  // columns of weights that each of them can keep no copy of.
  int64_t threads = tsrt_get_num_threads();
  bool sharesRows = chunks >= 4 * threads;
  if (!sharesRows && threads > 1 && p.c * p.f <= kSharedWeights &&
      rows >= kFewestRows * threads) {
    sharesRows = true;
    chunks = (chunks + threads - 1) / threads * threads;
    chunk = (rows + chunks - 1) / chunks;
  }
  auto compute = [&](int64_t index, int64_t begin, int64_t end) {
    int64_t first = index * rows / chunks, next = (index + 1) * rows / chunks;
    void *scratch = p.c > kDeepest
                        ? getScratch(size_t(chunk * kDeepest) * sizeof(float))
                        : nullptr;
    kernels.multiply(p, epilogue, x + first * p.c, next - first,
                     packed.floats(), begin, end, static_cast<float *>(scratch),
                     y + first * p.step);
  };
  if (sharesRows)
    return inParallel(chunks, chunk * p.c * p.f,
                      [&](int64_t begin, int64_t end) {
                        for (int64_t i = begin; i < end; ++i)
                          compute(i, 0, panels);
                      });
  inParallel(panels, rows * p.c * kernels.panel,
             [&](int64_t begin, int64_t end) {
               for (int64_t i = 0; i < chunks; ++i)
                 compute(i, begin, end);
             });
}

//===----------------------------------------------------------------------===//
// Products of one row
//===----------------------------------------------------------------------===//

size_t dense::getRowBytes(const Kernels &kernels, int64_t f, int64_t c) {
  int64_t wide = (f + kernels.width - 1) / kernels.width * kernels.width;
  return size_t(c * wide) * sizeof(float);
}

void dense::packRow(const Kernels &kernels, int64_t f, int64_t c,
                    const float *weights, float *packed) {
  kernels.packWeights({c, f, f, false}, {weights, 1, c, nullptr}, 0,
                      countPanels(kernels, f), packed);
}

void dense::multiplyRow(const Kernels &kernels, int64_t f, int64_t c,
                        const float *x, const float *packed, bool isBackward,
                        float *y) {
  inParallel(countPanels(kernels, f), c * kernels.panel,
             [&](int64_t begin, int64_t end) {
               kernels.multiplyRow({c, f, f, false}, x, packed, begin, end,
                                   isBackward, y);
             });
}

//===----------------------------------------------------------------------===//
// Depthwise convolutions
//===----------------------------------------------------------------------===//

bool DepthwiseConvolution::isSupported(const Depthwise &s, bool channelsLast,
                                       const Kernels &kernels) {
  // A padded plane stays in the second cache.
  constexpr int64_t largestPlane = 1 << 16;
  if ((s.size != 3 && s.size != 5) || (s.stride != 1 && s.stride != 2))
    return false;
  if (channelsLast)
    return s.c >= kernels.width;
  Padded padded = getPadded(s, kernels.width);
  return s.stride == 1 && s.ow >= kernels.width / 2 && s.left <= s.size &&
         padded.rows * padded.columns <= largestPlane;
}

PackedMemory DepthwiseConvolution::pack(const float *weights,
                                        const float *scale,
                                        const void *image) const {
  int64_t points = shape.size * shape.size;
  size_t bytes = size_t(shape.c * points) * sizeof(float);
  auto pack = [&](void *memory) {
    auto *packed = static_cast<float *>(memory);
    for (int64_t c = 0; c < shape.c; ++c)
      for (int64_t k = 0; k < points; ++k)
        packed[channelsLast ? k * shape.c + c : c * points + k] =
            weights[c * points + k] * (scale ? scale[c] : 1.0f);
  };
  return PackedMemory({makeKey("depthwise", kernels,
                               {shape.c, shape.size, int64_t(channelsLast)}),
                       image, weights, bytes},
                      bytes, pack);
}

void DepthwiseConvolution::run(const float *x, const float *weights,
                               const float *packed, const Epilogue &epilogue,
                               float *y) const {
  int64_t points = shape.size * shape.size;
  if (!channelsLast)
    return inParallel(shape.n * shape.c, shape.oh * shape.ow * points,
                      [&](int64_t begin, int64_t end) {
                        Padded size = getPadded(shape, kernels.width);
                        auto *padded = static_cast<float *>(getScratch(
                            size_t(size.rows * size.columns) * sizeof(float)));
                        kernels.convolvePlanes(shape, epilogue, x,
                                               packed ? packed : weights, begin,
                                               end, padded, y);
                      });
  PackedMemory own;
  if (!packed) {
    own = pack(weights, nullptr);
    packed = own.floats();
  }
  inParallel(shape.n * shape.oh, shape.ow * shape.c * points,
             [&](int64_t begin, int64_t end) {
               kernels.convolvePixels(shape, epilogue, x, packed, begin, end,
                                      y);
             });
}
