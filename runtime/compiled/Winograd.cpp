//===- Winograd.cpp - 3x3 convolutions with fewer products ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles go through the three steps in blocks that stay in a core's cache. Each
// thread takes blocks; where there are fewer of them than threads, all threads
// take parts of a step.
//
//===----------------------------------------------------------------------===//

#include "Winograd.h"

#include "Prepared.h"
#include "tsrt.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>
#include <oneapi/dnnl/dnnl.hpp>

using namespace tsrt;
using namespace tsrt::winograd;

const Kernels *winograd::findKernels() {
#if defined(__x86_64__)
  static const Kernels *found = []() -> const Kernels * {
    auto has =
        [isa = unsigned(dnnl::get_effective_cpu_isa())](dnnl::cpu_isa wanted) {
          return (isa & unsigned(wanted)) == unsigned(wanted);
        };
    if (has(dnnl::cpu_isa::avx512_core))
      return &kAVX512Kernels;
    if (has(dnnl::cpu_isa::avx2) && __builtin_cpu_supports("fma"))
      return &kAVX2Kernels;
    return nullptr;
  }();
  return found;
#else
  return nullptr;
#endif
}

void winograd::Convolution::Free::operator()(float *p) const { std::free(p); }

template <class Function>
static void inParallel(int64_t n, const Function &function) {
  tsrt_parallel_for(
      n, 1,
      [](void *context, int64_t begin, int64_t end) {
        (*static_cast<const Function *>(context))(begin, end);
      },
      const_cast<Function *>(&function));
}

/// How many tiles fit into half of a core's second cache beside the weights of
/// a panel. Packed weights are read once for each block: it is not too small.
int64_t winograd::Convolution::chooseBlock() const {
  constexpr int64_t bytes = 512 << 10, least = 24;
  int64_t tile = problem.points() * (problem.c + problem.f) * sizeof(float);
  int64_t most = std::max(least, bytes / tile), tiles = problem.tiles();
  int64_t blocks = (tiles + most - 1) / most;
  // Blocks of about the same size, without a rest of rows in registers.
  constexpr int64_t rows = 6;
  return std::min(tiles,
                  ((tiles + blocks - 1) / blocks + rows - 1) / rows * rows);
}

winograd::Convolution::Convolution(const Problem &problem,
                                   const Kernels &kernels, const float *weights,
                                   const float *scale)
    : problem(problem), kernels(kernels), block(chooseBlock()) {
  int64_t size = problem.points() * problem.c * problem.f;
  packed.reset(static_cast<float *>(
      std::aligned_alloc(64, size_t(size) * sizeof(float))));
  if (!packed)
    throw std::bad_alloc();
  inParallel(countPanels(problem.f, kernels.panel),
             [&](int64_t begin, int64_t end) {
               kernels.packWeights(this->problem, weights, scale, begin, end,
                                   packed.get());
             });
}

bool winograd::Convolution::run(Operands operands) const {
  operands.packed = packed.get();
  const int64_t tiles = problem.tiles(), blocks = (tiles + block - 1) / block;
  const int64_t inputs = problem.c / kChannels, outputs = problem.f / kChannels;
  const int64_t products =
      problem.points() * countPanels(problem.f, kernels.panel);
  auto makeBlock = [&](int64_t index) {
    Block made{&problem, index * block, std::min(block, tiles - index * block),
               nullptr, nullptr};
    int64_t size = problem.points() * made.inputStep();
    int64_t all = size + problem.points() * made.productStep();
    made.inputs = static_cast<float *>(getScratch(size_t(all) * sizeof(float)));
    made.products = made.inputs + size;
    return made;
  };
  std::atomic<bool> isFinite{true};
  auto finish = [&](const Block &made, int64_t begin, int64_t end) {
    if (!kernels.transformOutputs(made, operands, begin, end))
      isFinite = false;
  };
  if (blocks >= tsrt_get_num_threads()) {
    inParallel(blocks, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        Block made = makeBlock(i);
        kernels.transformInputs(made, operands.input, 0, inputs);
        kernels.multiply(made, operands.packed, 0, products);
        finish(made, 0, outputs);
      }
    });
    return isFinite;
  }
  for (int64_t i = 0; i < blocks; ++i) {
    Block made = makeBlock(i);
    inParallel(inputs, [&](int64_t begin, int64_t end) {
      kernels.transformInputs(made, operands.input, begin, end);
    });
    inParallel(products, [&](int64_t begin, int64_t end) {
      kernels.multiply(made, operands.packed, begin, end);
    });
    inParallel(outputs,
               [&](int64_t begin, int64_t end) { finish(made, begin, end); });
  }
  return isFinite;
}
