//===- StreamedProduct.cpp - A few rows times large weights ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows of weights, some at a time, are multiplied with a row of x. The sums of
// one are a vector until its end.
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/StreamedProduct.h"

#include "core/ForEachISA.h"
#include "tsrt.h"

#include <algorithm>

using namespace tsrt;

/// Rows of weights that are read side by side: vectors of their sums hide the
/// latency of an addition and fit into the registers of each instruction set.
static constexpr int64_t kSideBySide = 4;

/// Products that are worth a thread, which is woken up for each call.
static constexpr int64_t kGrain = 1 << 18;

namespace {

constexpr int64_t kWidth = 16;
typedef float Vector __attribute__((vector_size(kWidth * sizeof(float))));
typedef float Loose __attribute__((vector_size(kWidth * sizeof(float)),
                                   aligned(sizeof(float)), may_alias));

/// The products of x[k] and some rows of w.
template <int Rows>
inline __attribute__((always_inline)) void
multiplyRows(const float *x, const float *w, int64_t k, float *y) {
  Vector sums[Rows] = {};
  int64_t whole = k / kWidth * kWidth;
  for (int64_t i = 0; i < whole; i += kWidth) {
    Vector part = *reinterpret_cast<const Loose *>(x + i);
    for (int64_t row = 0; row < Rows; ++row)
      sums[row] += part * *reinterpret_cast<const Loose *>(w + row * k + i);
  }
  for (int64_t row = 0; row < Rows; ++row) {
    Vector v = sums[row];
    v += __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10,
                                 11, 12, 13, 14, 15);
    v += __builtin_shufflevector(v, v, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5,
                                 6, 7);
    float sum = (v[0] + v[2]) + (v[1] + v[3]);
    for (int64_t i = whole; i < k; ++i)
      sum += x[i] * w[row * k + i];
    y[row] = sum;
  }
}

} // namespace

TSRT_FOR_EACH_ISA
static void multiplySome(const float *x, const float *w, int64_t k, float *y) {
  multiplyRows<kSideBySide>(x, w, k, y);
}

TSRT_FOR_EACH_ISA
static void multiplyOne(const float *x, const float *w, int64_t k, float *y) {
  multiplyRows<1>(x, w, k, y);
}

void tsrt::multiplyStreamed(int64_t rows, int64_t n, int64_t k, const float *x,
                            const float *w, bool isBackward, float *y) {
  int64_t groups = (n + kSideBySide - 1) / kSideBySide;
  auto multiply = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t group = isBackward ? begin + end - 1 - i : i;
      int64_t first = group * kSideBySide;
      for (int64_t row = 0; row < rows; ++row) {
        const float *part = x + row * k;
        float *sums = y + row * n;
        if (first + kSideBySide <= n) {
          multiplySome(part, w + first * k, k, sums + first);
          continue;
        }
        for (int64_t j = first; j < n; ++j)
          multiplyOne(part, w + j * k, k, sums + j);
      }
    }
  };
  int64_t products = std::max<int64_t>(1, rows * kSideBySide * k);
  tsrt_parallel_for(
      groups, std::max<int64_t>(1, kGrain / products),
      [](void *context, int64_t begin, int64_t end) {
        (*static_cast<decltype(multiply) *>(context))(begin, end);
      },
      &multiply);
}
