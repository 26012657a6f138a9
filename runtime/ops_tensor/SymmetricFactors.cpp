//===- SymmetricFactors.cpp - L D L^T factors of symmetric matrices -------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The Bunch-Kaufman factorization of symmetric and Hermitian matrices (Golub
// and Van Loan, Matrix Computations, 4.4): A = L D L^T with D of blocks of one
// or two rows. Pivots are written as LAPACK writes them: 1-based, negative
// twice for a block of two.
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Matrices.h"

using namespace tsrt;

namespace {

template <class W>
W conjugateIf(bool yes, W x) {
  return yes ? conjugate(x) : x;
}

/// One factorization in place, in the lower triangle.
template <class W>
struct Factors {
  Matrix<W> &a;
  bool hermitian;
  std::vector<int64_t> pivots;
  int64_t info = 0;

  Factors(Matrix<W> &a, bool hermitian)
      : a(a), hermitian(hermitian), pivots(a.rows) {
    for (int64_t k = 0; k < a.rows;)
      k += step(k);
  }

  double diagonalWeight(int64_t k) const {
    return hermitian ? std::fabs(std::real(c128(a(k, k))))
                     : pivotWeight(a(k, k));
  }
  /// The row below k whose element in column k weighs most.
  int64_t heaviest(int64_t k) const {
    int64_t best = k + 1;
    for (int64_t i = k + 2; i < a.rows; ++i)
      if (pivotWeight(a(i, k)) > pivotWeight(a(best, k)))
        best = i;
    return best;
  }
  /// Chooses the pivot of column k: its row, and the block's size.
  std::pair<int64_t, int64_t> choose(int64_t k) {
    const double alpha = (1 + std::sqrt(17.0)) / 8;
    double own = diagonalWeight(k);
    int64_t row = heaviest(k);
    double column = k + 1 < a.rows ? pivotWeight(a(row, k)) : 0;
    if (std::max(own, column) == 0 || std::isnan(own)) {
      info = info ? info : k + 1;
      return {k, 0};
    }
    if (own >= alpha * column)
      return {k, 1};
    double widest = 0;
    for (int64_t j = k; j < row; ++j)
      widest = std::max(widest, pivotWeight(a(row, j)));
    for (int64_t i = row + 1; i < a.rows; ++i)
      widest = std::max(widest, pivotWeight(a(i, row)));
    if (own >= alpha * column * (column / widest))
      return {k, 1};
    return {row, diagonalWeight(row) >= alpha * widest ? 1 : 2};
  }
  /// Exchanges rows and columns x < y of what is left.
  void exchange(int64_t k, int64_t x, int64_t y, bool isBlock) {
    for (int64_t i = y + 1; i < a.rows; ++i)
      std::swap(a(i, x), a(i, y));
    for (int64_t j = x + 1; j < y; ++j) {
      W kept = conjugateIf(hermitian, a(j, x));
      a(j, x) = conjugateIf(hermitian, a(y, j));
      a(y, j) = kept;
    }
    a(y, x) = conjugateIf(hermitian, a(y, x));
    std::swap(a(x, x), a(y, y));
    if (isBlock)
      std::swap(a(k + 1, k), a(y, k));
  }
  int64_t step(int64_t k) {
    auto [pivot, size] = choose(k);
    int64_t own = k + std::max<int64_t>(size, 1) - 1;
    if (pivot != own && size)
      exchange(k, own, pivot, size == 2);
    for (int64_t i = k; i < own + 1 && hermitian; ++i)
      a(i, i) = std::real(c128(a(i, i)));
    if (size == 2) {
      pivots[k] = pivots[k + 1] = -(pivot + 1);
      eliminateBlock(k);
      return 2;
    }
    pivots[k] = pivot + 1;
    if (size == 0)
      return 1;
    W inverse = W(1) / a(k, k);
    for (int64_t j = k + 1; j < a.rows; ++j)
      for (int64_t i = j; i < a.rows; ++i)
        a(i, j) -= a(i, k) * inverse * conjugateIf(hermitian, a(j, k));
    for (int64_t i = k + 1; i < a.rows; ++i)
      a(i, k) *= inverse;
    return 1;
  }
  void eliminateBlock(int64_t k) {
    // The inverse of [d, conj(e); e, f], times the rows below.
    W d = a(k, k), e = a(k + 1, k), f = a(k + 1, k + 1);
    W determinant = d * f - e * conjugateIf(hermitian, e);
    for (int64_t j = k + 2; j < a.rows; ++j) {
      W x = (f * a(j, k) - e * a(j, k + 1)) / determinant;
      W y =
          (d * a(j, k + 1) - conjugateIf(hermitian, e) * a(j, k)) / determinant;
      for (int64_t i = j; i < a.rows; ++i)
        a(i, j) -= a(i, k) * conjugateIf(hermitian, x) +
                   a(i, k + 1) * conjugateIf(hermitian, y);
      a(j, k) = x;
      a(j, k + 1) = y;
    }
  }
};

std::tuple<Tensor, Tensor, Tensor> factorEx(const Tensor &t, bool hermitian,
                                            bool) {
  if (!checkMatrices("torch.linalg.ldl_factor_ex", t, true))
    return {};
  std::tuple<Tensor, Tensor, Tensor> result;
  withField(t, [&](auto tag) {
    using W = decltype(tag);
    int64_t n = t.size(-1);
    Sink<W> factors(batchOf(t), {n, n}, t.dtype());
    Sink<int64_t> pivots(batchOf(t), {n}, TSRT_I32),
        infos(batchOf(t), {}, TSRT_I32);
    for (Matrix<W> &a : matricesOf<W>(t)) {
      Factors<W> f(a, hermitian && t.isComplex());
      for (int64_t i = 0; i < n; ++i)
        for (int64_t j = i + 1; j < n; ++j)
          a(i, j) = 0;
      factors.put(a.v);
      pivots.put(f.pivots);
      infos.put({f.info});
    }
    result = {factors.out, pivots.out, infos.out};
  });
  return result;
}
std::tuple<Tensor, Tensor> factor(const Tensor &t, bool hermitian) {
  auto [factors, pivots, infos] = factorEx(t, hermitian, true);
  if (!failed())
    for (int64_t info : elementsAs<int64_t>(infos))
      if (info) {
        bailAs("LinAlgError",
               "torch.linalg.ldl_factor: The diagonal element %lld is zero, "
               "the factorization could not be completed because the input "
               "matrix is singular.",
               LL(info));
        return {};
      }
  return {factors, pivots};
}

/// Solves A x = b in place by the factors of A.
template <class W>
void solveFactored(const Matrix<W> &a, const int64_t *pivots, bool hermitian,
                   Matrix<W> &b) {
  int64_t n = a.rows;
  auto exchange = [&](int64_t x, int64_t y) {
    for (int64_t c = 0; c < b.columns && x != y; ++c)
      std::swap(b(x, c), b(y, c));
  };
  for (int64_t k = 0; k < n;) {
    bool isBlock = pivots[k] < 0 && k + 1 < n;
    exchange(isBlock ? k + 1 : k, std::abs(pivots[k]) - 1);
    for (int64_t c = 0; c < b.columns; ++c) {
      W x = b(k, c), y = isBlock ? b(k + 1, c) : W(0);
      for (int64_t i = k + (isBlock ? 2 : 1); i < n; ++i)
        b(i, c) -= a(i, k) * x + (isBlock ? a(i, k + 1) * y : W(0));
      if (isBlock) {
        W d = a(k, k), e = a(k + 1, k), f = a(k + 1, k + 1);
        W upper = conjugateIf(hermitian, e);
        W determinant = d * f - e * upper;
        b(k, c) = (f * x - upper * y) / determinant;
        b(k + 1, c) = (d * y - e * x) / determinant;
      } else {
        b(k, c) = x / a(k, k);
      }
    }
    k += isBlock ? 2 : 1;
  }
  for (int64_t k = n - 1; k >= 0;) {
    bool isBlock = pivots[k] < 0 && k > 0;
    for (int64_t row = isBlock ? k - 1 : k; row <= k; ++row)
      for (int64_t c = 0; c < b.columns; ++c)
        for (int64_t i = k + 1; i < n; ++i)
          b(row, c) -= conjugateIf(hermitian, a(i, row)) * b(i, c);
    exchange(k, std::abs(pivots[k]) - 1);
    k -= isBlock ? 2 : 1;
  }
}

Tensor solve(const Tensor &t, const Tensor &pivots, const Tensor &b,
             bool hermitian) {
  if (!checkMatrices("torch.linalg.ldl_solve", t, true))
    return {};
  if (b.dim() < 2)
    return bail("torch.linalg.ldl_solve: Expected B to have at least 2 "
                "dimensions, but it has %lld dimensions instead",
                LL(b.dim()));
  if (b.size(-2) != t.size(-1))
    return bail("linalg.ldl_solve: Incompatible matrix sizes for "
                "torch.linalg.ldl_solve: each A matrix is %lld by %lld but "
                "each b matrix is %lld by %lld.",
                LL(t.size(-2)), LL(t.size(-1)), LL(b.size(-2)), LL(b.size(-1)));
  Dims batch = broadcastShapes(batchOf(t), batchOf(b));
  if (failed())
    return {};
  auto widen = [&](const Tensor &x, int64_t trailing) {
    Dims shape = batch;
    for (int64_t d = -trailing; d < 0; ++d)
      shape.push_back(x.size(d));
    return expand(x, shape);
  };
  std::vector<int64_t> places = elementsAs<int64_t>(widen(pivots, 1));
  Tensor result;
  withField(t, [&](auto tag) {
    using W = decltype(tag);
    int64_t n = t.size(-1);
    Sink<W> sink(batch, {n, b.size(-1)}, t.dtype());
    std::vector<Matrix<W>> as = matricesOf<W>(widen(t, 2)),
                           bs = matricesOf<W>(widen(b, 2));
    for (int64_t i = 0; i < int64_t(as.size()); ++i) {
      for (int64_t k = 0; k < n; ++k) {
        int64_t place = std::abs(places[i * n + k]);
        if (place < 1 || place > n) {
          bail("torch.linalg.ldl_solve: pivots must lie between 1 and %lld",
               LL(n));
          return;
        }
      }
      solveFactored(as[i], places.data() + i * n, hermitian && t.isComplex(),
                    bs[i]);
      sink.put(bs[i].v);
    }
    result = sink.out;
  });
  return result;
}

const KernelEntry entries[] = {
    TSRT_OP("linalg_ldl_factor", factor),
    TSRT_OP("linalg_ldl_factor_ex", factorEx),
    TSRT_OP_O("linalg_ldl_solve", solve),
};
const KernelTable table(entries);

} // namespace
