//===- SmallProducts.cpp - Products of small matrices
//-------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One row of the result at a time. The loops are compiled twice on x86: for
// every machine, and for those with AVX2.
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/SmallProducts.h"

#include <algorithm>
#include <cmath>
#include <memory>

using namespace tsrt;

namespace {

/// Operands of a product [m, k] [k, n]; strides in elements.
template <class T>
struct Product {
  int64_t m, n, k;
  const T *a, *b;
  int64_t aRow, aColumn, bRow, bColumn;
  T *out;
  double *row, *sums; // room for k and n numbers
};

/// The element (i, j) with sums rounded as they grow, for results that are not
/// finite: what overflows on the way decides between infinity and NaN.
template <class T>
T roundedSum(const Product<T> &p, int64_t i, int64_t j, bool fused) {
  T sum = 0;
  for (int64_t q = 0; q < p.k; ++q) {
    T x = p.a[i * p.aRow + q * p.aColumn], y = p.b[q * p.bRow + j * p.bColumn];
    sum = fused ? std::fma(x, y, sum) : sum + T(x * y);
  }
  return sum;
}

template <class T>
void roundInfinite(const Product<T> &p, bool fused) {
  for (int64_t i = 0; i < p.m; ++i)
    for (int64_t j = 0; j < p.n; ++j)
      if (T &out = p.out[i * p.n + j]; !std::isfinite(out))
        out = roundedSum(p, i, j, fused);
}

template <class T>
[[gnu::always_inline]] inline void multiplyRows(const Product<T> &p) {
#ifdef __clang__
#pragma clang fp reassociate(on) contract(fast)
#endif
  const int64_t n = p.n, k = p.k;
  double *__restrict row = p.row, *__restrict sums = p.sums;
  for (int64_t i = 0; i < p.m; ++i) {
    for (int64_t q = 0; q < k; ++q)
      row[q] = p.a[i * p.aRow + q * p.aColumn];
    T *__restrict out = p.out + i * n;
    if (p.bRow == 1) {
      // Columns of b are dense.
      for (int64_t j = 0; j < n; ++j) {
        const T *__restrict column = p.b + j * p.bColumn;
        double sum = 0;
        for (int64_t q = 0; q < k; ++q)
          sum += row[q] * double(column[q]);
        out[j] = T(sum);
      }
      continue;
    }
    std::fill_n(sums, n, 0.0);
    for (int64_t q = 0; q < k; ++q) {
      const T *__restrict dense = p.b + q * p.bRow;
      double x = row[q];
      for (int64_t j = 0; j < n; ++j)
        sums[j] += x * double(dense[j]);
    }
    for (int64_t j = 0; j < n; ++j)
      out[j] = T(sums[j]);
  }
}

#if defined(__x86_64__) && defined(__clang__)
template <class T>
__attribute__((target("avx2,fma"))) void multiplyAVX2(const Product<T> &p) {
  multiplyRows(p);
}
bool hasAVX2() {
  static const bool has =
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return has;
}
#else
template <class T>
void multiplyAVX2(const Product<T> &p) {
  multiplyRows(p);
}
bool hasAVX2() { return false; }
#endif

template <class T>
bool multiplyAs(const Tensor &a, const Tensor &b, const Tensor &out,
                bool fused) {
  int64_t m = a.size(0), k = a.size(1), n = b.size(1);
  Product<T> p{
      m,           n,           k,           a.data<T>(), b.data<T>(),
      a.stride(0), a.stride(1), b.stride(0), b.stride(1), out.data<T>(),
      nullptr,     nullptr};
  // The stride of a single row or column may be anything.
  if (k == 1)
    p.bRow = p.bColumn == 1 ? n : 1;
  if (n == 1)
    p.bColumn = p.bRow == 1 ? k : 1;
  if (p.bRow != 1 && p.bColumn != 1)
    return false;
  constexpr int64_t fewNumbers = 512;
  double few[fewNumbers];
  std::unique_ptr<double[]> many;
  if (n + k > fewNumbers)
    many.reset(new double[size_t(n + k)]);
  p.row = many ? many.get() : few;
  p.sums = p.row + k;
  if (hasAVX2())
    multiplyAVX2(p);
  else
    multiplyRows(p);
  roundInfinite(p, fused);
  return true;
}

} // namespace

bool tsrt::multiplySmall(const Tensor &a, const Tensor &b, const Tensor &out,
                         bool fused) {
  if (!out.isContiguous() || a.dtype() != b.dtype())
    return false;
  if (a.dtype() == TSRT_F32)
    return multiplyAs<float>(a, b, out, fused);
  if (a.dtype() == TSRT_F64)
    return multiplyAs<double>(a, b, out, fused);
  return false;
}
