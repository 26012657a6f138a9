//===- SortOrder.h - The order of the elements of a row ---------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_TENSOR_SORTORDER_H
#define TSRT_OPS_TENSOR_SORTORDER_H

#include <cstdint>

namespace tsrt {

/// Positions of the n elements of a row in rising or falling order, with NaN
/// above everything; equal elements keep theirs. T: int64_t, float, double.
template <class T>
void sortOrder(const T *row, int64_t n, bool descending, int64_t *order);

} // namespace tsrt

#endif // TSRT_OPS_TENSOR_SORTORDER_H
