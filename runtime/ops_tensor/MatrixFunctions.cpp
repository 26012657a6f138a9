//===- MatrixFunctions.cpp - Exponentials and powers of matrices ----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of square matrices, and the unpacking of LU factors.
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Matrices.h"

#include <numeric>

using namespace tsrt;

namespace {

template <class W>
Matrix<W> multiply(const Matrix<W> &a, const Matrix<W> &b) {
  Matrix<W> c(a.rows, b.columns);
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t k = 0; k < a.columns; ++k)
      for (int64_t j = 0; j < b.columns; ++j)
        c(i, j) += a(i, k) * b(k, j);
  return c;
}

/// The exponential by scaling and squaring of Taylor's series, which has
/// converged after 18 terms for norms up to 1/2.
template <class W>
Matrix<W> exponential(Matrix<W> a) {
  int64_t n = a.rows;
  double norm = 0;
  for (int64_t j = 0; j < n; ++j) {
    double column = 0;
    for (int64_t i = 0; i < n; ++i)
      column += std::abs(a(i, j));
    norm = column <= norm ? norm : column;
  }
  int squarings = 0;
  if (std::isfinite(norm))
    for (; norm > 0.5; norm /= 2)
      ++squarings;
  for (W &x : a.v)
    x *= std::ldexp(1.0, -squarings);
  Matrix<W> result = identity<W>(n), term = identity<W>(n);
  for (int k = 1; k <= 18; ++k) {
    term = multiply(term, a);
    for (size_t i = 0; i < term.v.size(); ++i) {
      term.v[i] /= double(k);
      result.v[i] += term.v[i];
    }
  }
  while (squarings--)
    result = multiply(result, result);
  return result;
}
Tensor matrixExp(const Tensor &t) {
  if (!checkMatrices("linalg.matrix_exp", t, true))
    return {};
  Tensor result;
  withField(t, [&](auto tag) {
    using W = decltype(tag);
    Sink<W> sink(batchOf(t), {t.size(-1), t.size(-1)}, t.dtype());
    for (Matrix<W> &a : matricesOf<W>(t))
      sink.put(exponential(std::move(a)).v);
    result = sink.out;
  });
  return result;
}

/// P, L and U of factors as lu_factor gives them.
std::tuple<Tensor, Tensor, Tensor> luUnpack(const Tensor &t,
                                            const Tensor &pivots,
                                            bool wantsData, bool wantsPivots) {
  if (failed())
    return {};
  if (t.dim() < 2) {
    bail("lu_unpack: Expected tensor with 2 or more dimensions. Got size: %s "
         "instead",
         t.sizes().str().c_str());
    return {};
  }
  if (wantsPivots && pivots.dtype() != TSRT_I32) {
    bail("torch.lu_unpack: LU_pivots is expected to be a contiguous tensor of "
         "torch.int32 dtype.\nNote: this function is intended to be used with "
         "the output produced by torch.linalg.lu_factor");
    return {};
  }
  int64_t m = t.size(-2), n = t.size(-1), k = std::min(m, n);
  Tensor p = empty({0}, t.dtype()), l = p, u = p;
  if (wantsData)
    withField(t, [&](auto tag) {
      using W = decltype(tag);
      Sink<W> lower(batchOf(t), {m, k}, t.dtype()),
          upper(batchOf(t), {k, n}, t.dtype());
      for (Matrix<W> &a : matricesOf<W>(t)) {
        auto [below, above] = splitFactors(a);
        lower.put(below.v);
        upper.put(above.v);
      }
      l = lower.out;
      u = upper.out;
    });
  if (!wantsPivots)
    return {p, l, u};
  Sink<double> permutations(batchOf(t), {m, m}, t.dtype());
  std::vector<int64_t> places = elementsAs<int64_t>(pivots);
  for (size_t at = 0; at + k <= places.size() && k; at += k) {
    std::vector<int64_t> order(m);
    std::iota(order.begin(), order.end(), int64_t(0));
    for (int64_t i = 0; i < k; ++i) {
      if (places[at + i] < 1 || places[at + i] > m) {
        bail("pivots passed to lu_unpack must be between 1 and LU.size(-2) "
             "inclusive.Did you properly pass the result of lu_factor?");
        return {};
      }
      std::swap(order[i], order[places[at + i] - 1]);
    }
    std::vector<double> matrix(m * m);
    for (int64_t i = 0; i < m; ++i)
      matrix[order[i] * m + i] = 1;
    permutations.put(matrix);
  }
  return {permutations.out, l, u};
}

const KernelEntry entries[] = {
    TSRT_OP_O("linalg_matrix_exp", matrixExp),
    TSRT_OP("matrix_exp", matrixExp),
    TSRT_OP("lu_unpack", luUnpack),
};
const KernelTable table(entries);

} // namespace
