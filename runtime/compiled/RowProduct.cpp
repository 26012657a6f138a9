//===- RowProduct.cpp - One row times constant weights --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A panel of rows is summed up in registers while its weights pass by in the
// order of memory.
//
//===----------------------------------------------------------------------===//

#include "RowProduct.h"

#include "core/ForEachISA.h"
#include "tsrt.h"

#include <algorithm>
#include <string>
#include <utility>

using namespace tsrt;

/// Rows of a panel: enough vectors for all sums that are on their way.
static constexpr int64_t kPanel = 64;

/// Products that are worth a thread.
static constexpr int64_t kGrain = 1 << 17;

/// The sums of one panel.
TSRT_FOR_EACH_ISA
static void multiplyPanel(const float *__restrict x, int64_t c,
                          const float *__restrict weights,
                          float *__restrict sums) {
  float local[kPanel] = {};
  for (int64_t k = 0; k < c; ++k, weights += kPanel)
    for (int64_t i = 0; i < kPanel; ++i)
      local[i] += x[k] * weights[i];
  for (int64_t i = 0; i < kPanel; ++i)
    sums[i] = local[i];
}

RowProduct::RowProduct(int64_t f, int64_t c, const float *weights,
                       const float *scale, const void *image)
    : f(f), c(c) {
  int64_t panels = (f + kPanel - 1) / kPanel;
  auto pack = [&](void *memory) {
    auto *next = static_cast<float *>(memory);
    for (int64_t begin = 0; begin < f; begin += kPanel)
      for (int64_t k = 0; k < c; ++k)
        for (int64_t row = begin; row < begin + kPanel; ++row)
          *next++ = row < f ? weights[row * c + k] * (scale ? scale[row] : 1.0f)
                            : 0.0f;
  };
  // The number is that of the order.
  std::string key = "row 1 " + std::to_string(f) + " " + std::to_string(c);
  packed = PackedMemory(
      {std::move(key), image, weights, size_t(f * c) * sizeof(float)},
      size_t(panels * kPanel * c) * sizeof(float), pack);
}

void RowProduct::run(const float *x, const float *bias, bool accumulate,
                     float *y) const {
  auto multiply = [&](int64_t begin, int64_t end) {
    for (int64_t panel = begin; panel < end; ++panel) {
      float sums[kPanel];
      multiplyPanel(x, c, packed.floats() + panel * kPanel * c, sums);
      for (int64_t row = panel * kPanel, i = 0; row < f && i < kPanel;
           ++row, ++i) {
        float sum = sums[i] + (bias ? bias[row] : 0.0f);
        y[row] = accumulate ? sum + y[row] : sum;
      }
    }
  };
  tsrt_parallel_for((f + kPanel - 1) / kPanel,
                    std::max<int64_t>(1, kGrain / (kPanel * c)),
                    [](void *context, int64_t begin, int64_t end) {
                      (*static_cast<decltype(multiply) *>(context))(begin, end);
                    },
                    &multiply);
}
