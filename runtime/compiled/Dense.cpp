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
#include <atomic>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>
#if defined(__x86_64__) && defined(__linux__)
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

using namespace tsrt;
using namespace tsrt::dense;

/// Multiplications that are worth a thread.
static constexpr int64_t kGrain = 1 << 18;

/// Weights that stay in the second cache, and what passes by them there, in
/// elements.
static constexpr int64_t kSmallWeights = 1 << 16, kChunk = 1 << 16;

/// Halves of rows that stay there, as elements.
static constexpr int64_t kTileChunk = 1 << 18;

/// Weights of which each thread may have a copy in its cache, in elements, and
/// rows that are worth a thread then.
static constexpr int64_t kSharedWeights = 1 << 17, kFewestRows = 24;

/// Tiles are computed in pairs of rows.
static constexpr int64_t kPairOfTiles = 2 * kTileRows;

/// Rows that are worth reading all weights for a thread of their own, elements
/// of deep rows that a thread splits together, and tasks of a thread.
static constexpr int64_t kOwnRows = 40, kSplitRows = 1 << 18, kTasks = 32;

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

#if defined(__x86_64__) && defined(__linux__)
/// Whether the processor has tiles, and the system lets all threads of this
/// process use them, for which it keeps 8 kB more of each.
static bool requestTiles() {
  constexpr unsigned amxBf16 = 1u << 22, amxTile = 1u << 24;
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) ||
      (d & (amxBf16 | amxTile)) != (amxBf16 | amxTile))
    return false;
  // ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA
  return syscall(SYS_arch_prctl, 0x1023, 18) == 0;
}
#endif

const Bf16x3Kernels *dense::findBf16x3Kernels() {
#if defined(__x86_64__) && defined(__linux__)
  static const bool found = getVectorLevel() == VectorLevel::AVX512 &&
                            hasInstructions(dnnl::cpu_isa::avx512_core_amx) &&
                            requestTiles();
  return found ? &kAMXKernels : nullptr;
#else
  return nullptr;
#endif
}

const Bf16x3Kernels *dense::chooseBf16x3(int64_t rows, int64_t c, int64_t f) {
  return rows >= kTileRows && c >= kTileDepth && f >= kTileColumns
             ? findBf16x3Kernels()
             : nullptr;
}

/// Ranges of n tasks that have `work` multiplications each, and of `fewest`
/// tasks or more.
template <class Function>
static void inParallel(int64_t n, int64_t work, const Function &function,
                       int64_t fewest = 1) {
  tsrt_parallel_for(
      n, std::max({fewest, kGrain / std::max<int64_t>(1, work), int64_t(1)}),
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

static int64_t countTileRows(int64_t rows) {
  return (rows + kTileRows - 1) / kTileRows;
}

static int64_t countPanels(int64_t panel, int64_t f) {
  return (f + panel - 1) / panel;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

PackedProduct::PackedProduct(const Product &shape, const Kernels &kernels,
                             const PlainWeights &weights, const void *image,
                             const Bf16x3Kernels *tiles)
    : shape(shape), kernels(kernels), tiles(tiles) {
  if (tiles && packHalves(weights, image))
    return;
  this->tiles = nullptr;
  auto pack = [&](void *memory) {
    inParallel(countPanels(kernels.panel, shape.f), shape.c * kernels.panel,
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

bool PackedProduct::packHalves(const PlainWeights &weights, const void *image) {
  PackingSource source{
      "bf16x3 1 " + std::to_string(tiles->panel) + "x" +
          std::to_string(tiles->deepest) + " " + std::to_string(shape.c) + " " +
          std::to_string(shape.f),
      image, weights.data, size_t(shape.c * shape.f) * sizeof(float)};
  size_t bytes = getBf16x3Bytes(shape);
  // Who made the image looked at the weights.
  if (!source.hasImage(bytes) && !tiles->takesWeights(shape, weights))
    return false;
  auto pack = [&](void *memory) {
    inParallel(countPanels(tiles->panel, shape.f), shape.c * tiles->panel,
               [&](int64_t begin, int64_t end) {
                 tiles->packWeights(shape, weights, begin, end, memory);
               });
  };
  packed = PackedMemory(std::move(source), bytes, pack);
  return true;
}

int64_t PackedProduct::chooseChunk(int64_t rows) const {
  // Rows pass by small weights; large ones pass by some rows, once.
  int64_t deepest =
      tiles ? getBf16x3Depth(*tiles, shape.c) : std::min(shape.c, kDeepest);
  int64_t large = (tiles ? kTileChunk : 2 * kChunk) / deepest;
  int64_t chunk = std::max<int64_t>(48, shape.c * shape.f <= kSmallWeights
                                            ? kChunk / (shape.c + shape.f)
                                            : large);
  return std::min(rows, chunk);
}

namespace {
/// Rows in the memory of a thread, split for a part of the depth or all of it.
struct SplitRows {
  SplitRows(int64_t rows, int64_t depth) {
    size_t bytes = getBf16x3Halves(rows, depth);
    halves = static_cast<char *>(getScratch(bytes + size_t(rows)));
    exact = halves + bytes;
  }
  char *halves, *exact;
};
} // namespace

/// Numbers of `count` pieces of work, from this one on, that no others have.
static uint64_t numberWork(int64_t count) {
  static std::atomic<uint64_t> next{1};
  return next.fetch_add(uint64_t(count));
}

/// Whether the calling thread is new to this work, and has no rows of it split
/// in its memory; not any more afterwards.
static bool beginsWork(uint64_t number) {
  static thread_local uint64_t last = 0;
  return std::exchange(last, number) != number;
}

void PackedProduct::multiply(const Product &product, const Epilogue &epilogue,
                             const float *x, int64_t rows, int64_t begin,
                             int64_t end, float *y) const {
  if (tiles) {
    int64_t depth = getBf16x3Depth(*tiles, shape.c);
    SplitRows split(rows, depth);
    for (int64_t k = 0; k < shape.c; k += depth) {
      tiles->split(product, x, rows, k, 0, countTileRows(rows), split.halves,
                   split.exact);
      tiles->multiply(product, epilogue, x, rows, k, packed.get(), begin, end,
                      split.halves, split.exact, y);
    }
    return;
  }
  void *scratch = shape.c > kDeepest
                      ? getScratch(size_t(rows * kDeepest) * sizeof(float))
                      : nullptr;
  kernels.multiply(product, epilogue, x, rows, packed.floats(), begin, end,
                   static_cast<float *>(scratch), nullptr, y);
}

void PackedProduct::shareRowsAndColumns(const Product &p,
                                        const Epilogue &epilogue,
                                        const float *x, int64_t rows,
                                        float *y) const {
  // A thread has rows of its own and goes through all columns, so that what it
  // reads and writes is what it does in the operators before and behind; others
  // help it with the last columns. Few rows are not worth all weights again.
  int64_t threads = tsrt_get_num_threads();
  bool isDeep = p.c > kDeepest && rows > 1;
  int64_t most = isDeep ? std::max(kFewestRows, kSplitRows / p.c) : rows;
  int64_t parts = std::max(std::clamp<int64_t>(rows / kOwnRows, 1, threads),
                           (rows + most - 1) / most);
  int64_t panels = countPanels(kernels.panel, p.f);
  int64_t ranges = std::clamp<int64_t>(threads * kTasks / parts, 1, panels);
  // A thread splits the rows of a part once.
  const uint64_t work = numberWork(parts);
  auto compute = [&](int64_t part, int64_t begin, int64_t end) {
    int64_t first = part * rows / parts;
    int64_t count = (part + 1) * rows / parts - first;
    float *split = nullptr;
    if (isDeep) {
      split = static_cast<float *>(
          getScratch(size_t((rows / parts + 1) * p.c) * sizeof(float)));
      if (beginsWork(work + uint64_t(part)))
        kernels.splitRows(p, x + first * p.c, count, split);
    }
    kernels.multiply(p, epilogue, x + first * p.c, count, packed.floats(),
                     begin * panels / ranges, end * panels / ranges, nullptr,
                     split, y + first * p.step);
  };
  inParallel(parts * ranges, (rows / parts + 1) * p.c * (p.f / ranges + 1),
             [&](int64_t begin, int64_t end) {
               for (int64_t next; begin < end; begin = next) {
                 int64_t part = begin / ranges, base = part * ranges;
                 next = std::min(end, base + ranges);
                 compute(part, begin - base, next - base);
               }
             });
}

void PackedProduct::shareTiles(const Product &p, const Epilogue &epilogue,
                               const float *x, int64_t rows, float *y) const {
  // All of the depth where its halves stay in the second cache, or else a part
  // after the other. A thread splits all rows in its first range of columns:
  // that takes less time than to get halves from another core.
  constexpr int64_t most = kTileChunk + kTileChunk / 4;
  int64_t depth = getBf16x3Depth(*tiles, p.c);
  int64_t together = rows * roundUp(p.c, depth) <= most ? p.c : depth;
  // Rows that are not for halves in a part are not in those behind it, either,
  // whoever splits these.
  std::vector<std::atomic<char>> exact(size_t(together < p.c ? rows : 0));
  auto compute = [&](uint64_t work, int64_t first, int64_t begin, int64_t end) {
    SplitRows split(rows, std::min(together, p.c));
    auto forParts = [&](const auto &function) {
      for (int64_t k = first; k < std::min(p.c, first + together); k += depth)
        function(k, split.halves + getBf16x3Halves(rows, k - first));
    };
    if (beginsWork(work)) {
      for (size_t row = 0; first > 0 && row < exact.size(); ++row)
        split.exact[row] = exact[row].load(std::memory_order_relaxed);
      forParts([&](int64_t k, char *halves) {
        tiles->split(p, x, rows, k, 0, countTileRows(rows), halves,
                     split.exact);
      });
      for (size_t row = 0; row < exact.size(); ++row)
        if (split.exact[row])
          exact[row].store(1, std::memory_order_relaxed);
    }
    forParts([&](int64_t k, const char *halves) {
      tiles->multiply(p, epilogue, x, rows, k, packed.get(), begin, end, halves,
                      split.exact, y);
    });
  };
  for (int64_t k = 0; k < p.c; k += together) {
    uint64_t work = numberWork(1);
    inParallel(
        countPanels(tiles->panel, p.f),
        rows * std::min(together, p.c - k) * tiles->panel,
        [&](int64_t begin, int64_t end) { compute(work, k, begin, end); });
  }
}

void PackedProduct::run(const float *x, int64_t rows, const Epilogue &epilogue,
                        int64_t step, float *y) const {
  Product p = shape;
  p.step = step;
  int64_t panels = countPanels(getPanel(), p.f);
  int64_t chunk = chooseChunk(rows), chunks = (rows + chunk - 1) / chunk;
  // Tiles are whole but in the last chunk.
  int64_t unit = tiles ? kPairOfTiles : 1;
  // Threads share rows, which those who read the output do, too, or the
  // columns of weights that each of them can keep no copy of.
  int64_t threads = tsrt_get_num_threads();
  bool sharesRows = chunks >= 4 * threads;
  if (!sharesRows && threads > 1 && p.c * p.f <= kSharedWeights &&
      rows >= std::max(kFewestRows, unit) * threads) {
    sharesRows = true;
    int64_t each =
        std::clamp<int64_t>(rows / (2 * kFewestRows * threads), 1, 4);
    chunks = std::max(chunks, each * threads);
    chunks = (chunks + threads - 1) / threads * threads;
    chunk = (rows + chunks - 1) / chunks;
  }
  auto firstOf = [&](int64_t index) {
    return index == chunks ? rows : index * rows / chunks / unit * unit;
  };
  auto compute = [&](int64_t index) {
    int64_t first = firstOf(index), count = firstOf(index + 1) - first;
    const float *from = x + first * p.c;
    float *to = y + first * p.step;
    if (count > 0 && (sharesRows || threads == 1))
      multiply(p, epilogue, from, count, 0, panels, to);
    else if (count > 0)
      shareTiles(p, epilogue, from, count, to);
  };
  if (sharesRows)
    return inParallel(chunks, chunk * p.c * p.f,
                      [&](int64_t begin, int64_t end) {
                        for (int64_t i = begin; i < end; ++i)
                          compute(i);
                      });
  if (!tiles && threads > 1)
    return shareRowsAndColumns(p, epilogue, x, rows, y);
  for (int64_t i = 0; i < chunks; ++i)
    compute(i);
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
                      countPanels(kernels.panel, f), packed);
}

void dense::multiplyRow(const Kernels &kernels, int64_t f, int64_t c,
                        const float *x, const float *packed, bool isBackward,
                        float *y) {
  inParallel(countPanels(kernels.panel, f), c * kernels.panel,
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
  // Rows of a group stay in the second cache.
  constexpr int64_t mostElements = 1 << 16;
  if ((s.size != 3 && s.size != 5) || (s.stride != 1 && s.stride != 2))
    return false;
  if (channelsLast)
    return s.c >= kernels.width;
  Padded padded = getPadded(s, kernels.width);
  return s.stride == 1 && s.ow >= kernels.width / 2 && s.left <= s.size &&
         padded.rows * padded.columns <= mostElements;
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
