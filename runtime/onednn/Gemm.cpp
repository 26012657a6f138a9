//===- Gemm.cpp - Matrix products through oneDNN --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "onednn/OneDnn.h"

#include <dnnl.h>

using namespace tsrt;

bool tsrt::onednnGemm(int64_t m, int64_t n, int64_t k, const float *a,
                      int64_t aRow, int64_t aColumn, const float *b,
                      int64_t bRow, int64_t bColumn, float *c) {
  // A vector's unused stride may be anything.
  if (m == 1)
    aRow = aColumn == 1 ? k : aRow;
  if (k == 1) {
    aColumn = 1;
    bRow = bColumn == 1 ? n : bRow;
  }
  if (n == 1)
    bColumn = bRow == 1 ? k : bColumn;
  auto fits = [](int64_t row, int64_t column, int64_t rows, int64_t columns) {
    return (column == 1 && row >= columns) || (row == 1 && column >= rows);
  };
  if (!fits(aRow, aColumn, m, k) || !fits(bRow, bColumn, k, n))
    return false;
  bool ta = !(aColumn == 1 && aRow >= k), tb = !(bColumn == 1 && bRow >= n);
  return dnnl_sgemm(ta ? 'T' : 'N', tb ? 'T' : 'N', m, n, k, 1.0f, a,
                    ta ? aColumn : aRow, b, tb ? bColumn : bRow, 0.0f, c,
                    n) == dnnl_success;
}
