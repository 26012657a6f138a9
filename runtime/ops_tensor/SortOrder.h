//===- SortOrder.h - The order of the elements of a row ---------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_TENSOR_SORTORDER_H
#define TSRT_OPS_TENSOR_SORTORDER_H

#include "ops_tensor/Elementwise.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace tsrt {

/// What becomes of equal elements: they keep their order, or have that in which
/// std::sort leaves them, which is PyTorch's unless a stable order is asked
/// for.
enum class Ties { Keep, AsSorted };

/// Positions of the n elements of a row in rising or falling order, with NaN
/// above everything. T: int64_t, float, double.
template <class T>
void sortOrder(const T *row, int64_t n, bool descending, int64_t *order,
               Ties ties = Ties::Keep);

/// The positions of the first `k` of a sorted row, in order if `sorted` (all
/// but the last). Which of equal elements these are, and in which order,
/// follows from the algorithm, as in PyTorch.
template <class T>
void selectOrder(const T *row, int64_t n, bool descending, bool sorted,
                 int64_t k, int64_t *order) {
  std::iota(order, order + n, int64_t(0));
  auto isBefore = [&](int64_t a, int64_t b) {
    return descending ? lessNan(row[b], row[a]) : lessNan(row[a], row[b]);
  };
  if (k == 0)
    return;
  if (k * 64 <= n) {
    std::partial_sort(order, order + k, order + n, isBefore);
    return;
  }
  std::nth_element(order, order + k - 1, order + n, isBefore);
  if (sorted)
    std::sort(order, order + k - 1, isBefore);
}

} // namespace tsrt

#endif // TSRT_OPS_TENSOR_SORTORDER_H
