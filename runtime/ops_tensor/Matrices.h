//===- Matrices.h - Batches of matrices in double ---------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linear algebra takes each matrix of a batch out as a dense matrix of double
// or double complex, and puts the results back.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_TENSOR_MATRICES_H
#define TSRT_OPS_TENSOR_MATRICES_H

#include "ops_tensor/Products.h"
#include "ops_tensor/Reduce.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tsrt {

/// A dense row-major matrix.
template <class W>
struct Matrix {
  int64_t rows, columns;
  std::vector<W> v;
  Matrix(int64_t rows, int64_t columns)
      : rows(rows), columns(columns), v(rows * columns, W(0)) {}
  W &operator()(int64_t r, int64_t c) { return v[r * columns + c]; }
  W operator()(int64_t r, int64_t c) const { return v[r * columns + c]; }
};
/// The unit matrix of n rows.
template <class W>
Matrix<W> identity(int64_t n) {
  Matrix<W> m(n, n);
  for (int64_t i = 0; i < n; ++i)
    m(i, i) = 1;
  return m;
}
/// The complex conjugate.
inline double conjugate(double x) { return x; }
inline c128 conjugate(c128 x) { return std::conj(x); }

/// The size of an element as LAPACK takes it to choose pivots.
inline double pivotWeight(double x) { return std::fabs(x); }
inline double pivotWeight(c128 x) {
  return std::fabs(x.real()) + std::fabs(x.imag());
}

/// Reports when `t` is no batch of (square) matrices of a field.
bool checkMatrices(const char *name, const Tensor &t, bool square);

/// Results of a batched operation, filled matrix by matrix.
template <class W>
struct Sink {
  Tensor out;
  int64_t next = 0;
  Sink(const Dims &batch, const Dims &matrix, int dtype) {
    Dims shape = batch;
    for (int64_t s : matrix)
      shape.push_back(s);
    out = empty(shape, dtype);
  }
  void put(const std::vector<W> &v) {
    if (!out || v.empty())
      return;
    storeElements(ComputeOf<W>::value, v.data(), out.dtype(),
                  out.data<char>() + next * out.itemsize(), out.itemsize(),
                  int64_t(v.size()));
    next += int64_t(v.size());
  }
};
/// The matrices of a batch in W.
template <class W>
std::vector<Matrix<W>> matricesOf(const Tensor &t) {
  int64_t r = t.size(-2), c = t.size(-1);
  std::vector<W> all = elementsAs<W>(t);
  std::vector<Matrix<W>> out;
  int64_t n = t.sizes().slice(0, t.dim() - 2).product();
  for (int64_t i = 0; i < n; ++i) {
    Matrix<W> m(r, c);
    std::copy_n(all.data() + i * r * c, r * c, m.v.data());
    out.push_back(std::move(m));
  }
  return out;
}
/// The unit lower and the upper triangle of an LU factorization that is stored
/// in one matrix.
template <class W>
std::pair<Matrix<W>, Matrix<W>> splitFactors(const Matrix<W> &a) {
  int64_t k = std::min(a.rows, a.columns);
  Matrix<W> lower(a.rows, k), upper(k, a.columns);
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t j = 0; j < a.columns; ++j)
      if (j < i && j < k)
        lower(i, j) = a(i, j);
      else if (i < k)
        upper(i, j) = a(i, j);
  for (int64_t i = 0; i < k; ++i)
    lower(i, i) = 1;
  return {std::move(lower), std::move(upper)};
}
/// The sizes before the last two.
inline Dims batchOf(const Tensor &t) { return t.sizes().slice(0, t.dim() - 2); }
/// Runs f with a value of double or c128 as the dtype asks.
template <class F>
void withField(const Tensor &t, F f) {
  if (t.isComplex())
    f(c128());
  else
    f(double());
}

/// The Hermitian matrices that have one triangle of the matrices of `t`.
Tensor hermitianOf(const Tensor &t, bool upper);

} // namespace tsrt

#endif // TSRT_OPS_TENSOR_MATRICES_H
