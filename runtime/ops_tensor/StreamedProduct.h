//===- StreamedProduct.h - A few rows times large weights -------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products that take as long as reading their weights, which lie in the second
// cache: nothing is packed, and each weight is read once for all rows.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_TENSOR_STREAMEDPRODUCT_H
#define TSRT_OPS_TENSOR_STREAMEDPRODUCT_H

#include <cstdint>

namespace tsrt {

/// Rows above which a blocked product is faster.
constexpr int64_t kMaxStreamedRows = 3;

/// y[rows, n] = x[rows, k] * w[n, k] transposed, all contiguous. The weights
/// are read from the last row to the first when `isBackward`: of weights that
/// do not fit into a cache, those that were read last are still there when a
/// second product begins with them. Sums have the same order in all cases. In
/// parallel when there are many weights.
void multiplyStreamed(int64_t rows, int64_t n, int64_t k, const float *x,
                      const float *w, bool isBackward, float *y);

} // namespace tsrt

#endif // TSRT_OPS_TENSOR_STREAMEDPRODUCT_H
