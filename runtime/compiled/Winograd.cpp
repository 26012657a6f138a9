//===- Winograd.cpp - 3x3 convolutions with fewer products ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles go through the three steps in blocks that stay in a core's cache. Each
// thread takes blocks, for all filters or for a group of them, and waits for
// nobody in between. Results do not depend on how the work is shared.
//
//===----------------------------------------------------------------------===//

#include "Winograd.h"

#include "Prepared.h"
#include "VectorLevel.h"
#include "tsrt.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <unistd.h>
#include <utility>

using namespace tsrt;
using namespace tsrt::winograd;

const Kernels *winograd::findKernels() {
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

template <class Function>
static void inParallel(int64_t n, const Function &function) {
  tsrt_parallel_for(
      n, 1,
      [](void *context, int64_t begin, int64_t end) {
        (*static_cast<const Function *>(context))(begin, end);
      },
      const_cast<Function *>(&function));
}

//===----------------------------------------------------------------------===//
// Shares of threads
//===----------------------------------------------------------------------===//

/// The first filter of a panel, or `f` behind the last.
static int64_t firstOfPanel(int64_t f, int64_t panel, int64_t index) {
  int64_t first = std::min(index, f / panel) * panel;
  for (index -= f / panel; index > 0; --index)
    first += int64_t(1) << (63 - __builtin_clzll(uint64_t(f - first)));
  return first;
}

/// Rows of a product that registers hold together.
static constexpr int64_t kRows = 6;

/// Nanoseconds of the thread that has most to do. Weights come from the last
/// cache while products are computed; the last rows of a block wait for them.
/// The rates are measured (docs/codegen.md).
static double estimate(const Problem &p, int64_t panel, int64_t threads,
                       Plan plan) {
  constexpr double flops = 110, weights = 20, values = 25, wait = 0.65;
  int64_t blocks = (p.tiles() + plan.block - 1) / plan.block;
  int64_t turns = (blocks * plan.groups + threads - 1) / threads;
  int64_t panels = countPanels(p.f, panel);
  auto filters =
      double(std::min(p.f, (panels + plan.groups - 1) / plan.groups * panel));
  double sum = 0;
  for (int64_t turn = 0; turn < turns; ++turn) {
    int64_t first = turn % blocks * plan.block;
    int64_t count = std::min(plan.block, p.tiles() - first);
    double rows = double(count) + (count % kRows ? wait : 0);
    sum += double(p.c) * filters * std::max(2 * rows / flops, 4 / weights) +
           double(count) * (double(p.c) + filters) * 8 / values;
  }
  return sum * double(p.points());
}

/// Half of a core's second cache, as far as it is known.
static int64_t getBlockBytes() {
  constexpr int64_t fewest = 256 << 10, usual = 512 << 10, most = 1 << 20;
#ifdef _SC_LEVEL2_CACHE_SIZE
  int64_t cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
  if (cache > 0)
    return std::clamp(cache / 2, fewest, most);
#endif
  return usual;
}

/// Blocks of tiles fit into half of a core's second cache beside the weights of
/// a panel. Packed weights are read once for each block: it is not too small.
/// Groups of filters transform the same inputs, each for itself, which costs
/// less than waiting for one another.
Plan winograd::Convolution::choosePlan(int64_t threads) const {
  constexpr int64_t least = 32;
  static const int64_t bytes = getBlockBytes();
  const int64_t tiles = problem.tiles();
  int64_t panels = countPanels(problem.f, kernels.panel);
  Plan best{tiles, 1};
  double shortest = 0;
  for (int64_t groups = 1; groups <= std::min(panels, threads); ++groups) {
    int64_t tile = problem.points() * (problem.c + problem.f / groups) *
                   int64_t(sizeof(float));
    int64_t most = std::max(least, bytes / tile);
    int64_t fewest = (tiles + most - 1) / most;
    for (int64_t blocks = fewest; blocks < fewest + threads; ++blocks) {
      int64_t even = (tiles + blocks - 1) / blocks;
      int64_t rounded = std::min(tiles, (even + kRows - 1) / kRows * kRows);
      for (int64_t block : {rounded, even}) {
        double time =
            estimate(problem, kernels.panel, threads, {block, groups});
        if (shortest != 0 && time >= shortest)
          continue;
        best = {block, groups};
        shortest = time;
      }
    }
  }
  return best;
}

Plan winograd::Convolution::getPlan() const {
  int64_t threads = tsrt_get_num_threads();
  Plan plan;
  if (plans.find(threads, plan))
    return plan;
  plan = choosePlan(threads);
  plans.keep(threads, plan);
  return plan;
}

winograd::Convolution::Convolution(const Problem &problem,
                                   const Kernels &kernels, const float *weights,
                                   const float *scale, const void *image)
    : problem(problem), kernels(kernels) {
  auto pack = [&](void *memory) {
    inParallel(countPanels(problem.f, kernels.panel),
               [&](int64_t begin, int64_t end) {
                 kernels.packWeights(this->problem, weights, scale, begin, end,
                                     static_cast<float *>(memory));
               });
  };
  // The number is that of the order.
  std::string key = "winograd 1";
  for (int64_t number : {kernels.panel, problem.tile, problem.c, problem.f})
    key += " " + std::to_string(number);
  int64_t size = problem.points() * problem.c * problem.f;
  packed = PackedMemory({std::move(key), image, weights,
                         size_t(problem.c * problem.f * 9) * sizeof(float)},
                        size_t(size) * sizeof(float), pack);
}

bool winograd::Convolution::run(Operands operands) const {
  operands.packed = packed.floats();
  const Plan plan = getPlan();
  const int64_t tiles = problem.tiles(), inputs = problem.c / kChannels;
  const int64_t blocks = (tiles + plan.block - 1) / plan.block;
  const int64_t panels = countPanels(problem.f, kernels.panel);
  std::atomic<bool> isFinite{true};
  // A thread stays with a group, whose weights it has in its cache.
  inParallel(blocks * plan.groups, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t group = i / blocks, first = i % blocks * plan.block;
      int64_t from = group * panels / plan.groups,
              to = (group + 1) * panels / plan.groups;
      Block block{&problem, first, std::min(plan.block, tiles - first), nullptr,
                  nullptr};
      int64_t size = problem.points() * block.inputStep();
      int64_t all = size + problem.points() * block.productStep();
      block.inputs =
          static_cast<float *>(getScratch(size_t(all) * sizeof(float)));
      block.products = block.inputs + size;
      kernels.transformInputs(block, operands.input, 0, inputs);
      for (int64_t point = 0; point < problem.points(); ++point)
        kernels.multiply(block, operands.packed, point * panels + from,
                         point * panels + to);
      if (!kernels.transformOutputs(
              block, operands,
              firstOfPanel(problem.f, kernels.panel, from) / kChannels,
              firstOfPanel(problem.f, kernels.panel, to) / kChannels))
        isFinite = false;
    }
  });
  return isFinite;
}
