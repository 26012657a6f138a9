//===- Eigen.cpp - Eigenvalues and eigenvectors ---------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hermitian matrices by Jacobi rotations, general ones by the shifted QR
// iteration on a Hessenberg matrix (Golub and Van Loan, Matrix Computations,
// 8.5 and 7.5), all in double complex.
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Matrices.h"

#include <algorithm>
#include <numeric>

using namespace tsrt;

namespace {

using CMatrix = Matrix<c128>;

/// Diagonalizes a Hermitian matrix; the columns of `v` become its
/// eigenvectors, by rising eigenvalues.
std::vector<double> diagonalize(CMatrix a, CMatrix &v) {
  int64_t n = a.rows;
  CMatrix turned = identity<c128>(n);
  for (int sweep = 0; sweep < 60; ++sweep) {
    bool rotated = false;
    for (int64_t p = 0; p < n; ++p)
      for (int64_t q = p + 1; q < n; ++q) {
        double g = std::abs(a(p, q));
        double app = a(p, p).real(), aqq = a(q, q).real();
        if (g == 0 || g <= 1e-17 * std::sqrt(std::fabs(app * aqq)))
          continue;
        rotated = true;
        c128 phase = a(p, q) / g;
        double zeta = (aqq - app) / (2 * g);
        double t = (zeta >= 0 ? 1 : -1) /
                   (std::fabs(zeta) + std::sqrt(1 + zeta * zeta));
        double c = 1 / std::sqrt(1 + t * t), s = c * t;
        // Columns, then rows, then the accumulated vectors.
        auto rotateColumns = [&](CMatrix &m) {
          for (int64_t i = 0; i < n; ++i) {
            c128 x = m(i, p), y = m(i, q) * std::conj(phase);
            m(i, p) = c * x - s * y;
            m(i, q) = s * x + c * y;
          }
        };
        rotateColumns(a);
        for (int64_t i = 0; i < n; ++i) {
          c128 x = a(p, i), y = a(q, i) * phase;
          a(p, i) = c * x - s * y;
          a(q, i) = s * x + c * y;
        }
        a(p, q) = a(q, p) = 0;
        rotateColumns(turned);
      }
    if (!rotated)
      break;
  }
  std::vector<int64_t> order(n);
  std::iota(order.begin(), order.end(), int64_t(0));
  std::stable_sort(order.begin(), order.end(), [&](int64_t x, int64_t y) {
    return a(x, x).real() < a(y, y).real();
  });
  std::vector<double> values;
  v = CMatrix(n, n);
  for (int64_t k = 0; k < n; ++k) {
    values.push_back(a(order[k], order[k]).real());
    for (int64_t i = 0; i < n; ++i)
      v(i, k) = turned(i, order[k]);
  }
  return values;
}

/// A unitary rotation of the rows p and q that makes y zero in (x, y).
struct Givens {
  double c;
  c128 s;
  Givens(c128 x, c128 y) {
    double length = std::hypot(std::abs(x), std::abs(y));
    if (std::abs(x) == 0 || length == 0) {
      c = std::abs(y) == 0 ? 1 : 0;
      s = std::abs(y) == 0 ? c128(0) : std::conj(y) / std::abs(y);
      return;
    }
    c = std::abs(x) / length;
    s = x / std::abs(x) * std::conj(y) / length;
  }
  void rows(CMatrix &m, int64_t p, int64_t q) const {
    for (int64_t j = 0; j < m.columns; ++j) {
      c128 x = m(p, j), y = m(q, j);
      m(p, j) = c * x + s * y;
      m(q, j) = -std::conj(s) * x + c * y;
    }
  }
  void columns(CMatrix &m, int64_t p, int64_t q) const {
    for (int64_t i = 0; i < m.rows; ++i) {
      c128 x = m(i, p), y = m(i, q);
      m(i, p) = c * x + std::conj(s) * y;
      m(i, q) = -s * x + c * y;
    }
  }
};

/// Wilkinson's shift: the eigenvalue of the trailing 2x2 block at `k` that is
/// closer to its last element.
c128 findShift(const CMatrix &h, int64_t k) {
  c128 a = h(k - 1, k - 1), b = h(k - 1, k), c = h(k, k - 1), d = h(k, k);
  c128 half = (a - d) / 2.0, root = std::sqrt(half * half + b * c);
  c128 first = (a + d) / 2.0 + root, second = (a + d) / 2.0 - root;
  return std::abs(first - d) < std::abs(second - d) ? first : second;
}

/// Schur form: `a` becomes upper triangular, q a q^H the former one. False
/// when the iteration does not come to an end.
bool makeTriangular(CMatrix &a, CMatrix &q) {
  int64_t n = a.rows;
  q = identity<c128>(n);
  // To Hessenberg form, an element below the subdiagonal at a time.
  for (int64_t j = 0; j + 2 < n; ++j)
    for (int64_t i = n - 1; i > j + 1; --i) {
      Givens g(a(i - 1, j), a(i, j));
      g.rows(a, i - 1, i);
      g.columns(a, i - 1, i);
      g.columns(q, i - 1, i);
    }
  int64_t k = n - 1;
  for (int steps = 0; k > 0; ++steps) {
    if (steps > 60 * n + 60)
      return false;
    int64_t l = k;
    for (; l > 0; --l)
      if (std::abs(a(l, l - 1)) <=
          1e-16 * (std::abs(a(l, l)) + std::abs(a(l - 1, l - 1)))) {
        a(l, l - 1) = 0;
        break;
      }
    if (l == k) {
      --k;
      continue;
    }
    // An exceptional shift now and then breaks cycles.
    c128 shift = steps % 11 == 10 ? c128(std::abs(a(k, k - 1))) + a(k, k)
                                  : findShift(a, k);
    // One step from l to k by chasing: the first rotation fixes the rest.
    c128 x = a(l, l) - shift, y = a(l + 1, l);
    for (int64_t i = l; i < k; ++i) {
      Givens g(x, y);
      g.rows(a, i, i + 1);
      g.columns(a, i, i + 1);
      g.columns(q, i, i + 1);
      if (i + 2 <= k) {
        x = a(i + 1, i);
        y = a(i + 2, i);
      }
    }
  }
  return true;
}

/// The eigenvectors of the upper triangular `t` in the basis `q`, of length 1
/// with the largest component real.
CMatrix triangularVectors(const CMatrix &t, const CMatrix &q) {
  int64_t n = t.rows;
  CMatrix out(n, n);
  for (int64_t k = 0; k < n; ++k) {
    std::vector<c128> x(n);
    x[k] = 1;
    for (int64_t i = k; i-- > 0;) {
      c128 sum = 0;
      for (int64_t j = i + 1; j <= k; ++j)
        sum += t(i, j) * x[j];
      c128 gap = t(k, k) - t(i, i);
      if (std::abs(gap) < 1e-300)
        gap = 1e-16 * std::max(1.0, std::abs(t(k, k)));
      x[i] = sum / gap;
    }
    double norm = 0, largest = -1;
    c128 pivot = 1;
    for (int64_t i = 0; i < n; ++i) {
      c128 sum = 0;
      for (int64_t j = 0; j <= k; ++j)
        sum += q(i, j) * x[j];
      out(i, k) = sum;
      norm += std::norm(sum);
      if (std::abs(sum) > largest * (1 + 1e-12)) {
        largest = std::abs(sum);
        pivot = sum;
      }
    }
    c128 scale = std::conj(pivot) / std::abs(pivot) / std::sqrt(norm);
    for (int64_t i = 0; i < n; ++i)
      out(i, k) *= scale;
  }
  return out;
}

int toComplexDType(int dtype) {
  return dtype == TSRT_F64 || dtype == TSRT_C128 ? TSRT_C128 : TSRT_C64;
}

std::tuple<Tensor, Tensor> eigOf(const char *name, const Tensor &t) {
  if (!checkMatrices(name, t, true))
    return {};
  int64_t n = t.size(-1);
  int dtype = toComplexDType(t.dtype());
  Sink<c128> values(batchOf(t), {n}, dtype), vectors(batchOf(t), {n, n}, dtype);
  for (CMatrix &a : matricesOf<c128>(t)) {
    CMatrix q(n, n);
    if (!makeTriangular(a, q)) {
      bailAs("LinAlgError", "%s: The algorithm failed to converge.", name);
      return {};
    }
    std::vector<c128> diagonal(n);
    for (int64_t i = 0; i < n; ++i) {
      diagonal[i] = a(i, i);
      // A real matrix has real eigenvalues or pairs of them.
      if (!t.isComplex() &&
          std::fabs(diagonal[i].imag()) < 1e-12 * std::abs(diagonal[i]))
        diagonal[i] = diagonal[i].real();
    }
    values.put(diagonal);
    vectors.put(triangularVectors(a, q).v);
  }
  return {values.out, vectors.out};
}
std::tuple<Tensor, Tensor> eig(const Tensor &t) {
  return eigOf("linalg.eig", t);
}
Tensor eigvals(const Tensor &t) {
  return std::get<0>(eigOf("linalg.eigvals", t));
}

/// Eigenvalues and, when asked, eigenvectors from one triangle.
std::tuple<Tensor, Tensor> eighOf(const char *name, const Tensor &t, bool upper,
                                  bool wantsVectors) {
  if (!checkMatrices(name, t, true))
    return {};
  int64_t n = t.size(-1);
  Sink<double> values(batchOf(t), {n}, toRealDType(t.dtype()));
  Sink<c128> vectors(batchOf(t), {n, n}, t.dtype());
  for (CMatrix &a : matricesOf<c128>(hermitianOf(t, upper))) {
    CMatrix v(n, n);
    values.put(diagonalize(std::move(a), v));
    vectors.put(v.v);
  }
  return {values.out, wantsVectors ? vectors.out : empty({0}, t.dtype())};
}
bool isUpper(std::string_view triangle) {
  return !triangle.empty() && (triangle[0] == 'U' || triangle[0] == 'u');
}
std::tuple<Tensor, Tensor> eigh(const Tensor &t, std::string_view triangle) {
  return eighOf("linalg.eigh", t, isUpper(triangle), true);
}
std::tuple<Tensor, Tensor>
eighVectors(const Tensor &t, std::string_view triangle, bool wantsVectors) {
  return eighOf("linalg.eigh", t, isUpper(triangle), wantsVectors);
}
Tensor eigvalsh(const Tensor &t, std::string_view triangle) {
  return std::get<0>(eighOf("linalg.eigvalsh", t, isUpper(triangle), false));
}
std::tuple<Tensor, Tensor> symeig(const Tensor &t, bool wantsVectors,
                                  bool upper) {
  return eighOf("symeig", t, upper, wantsVectors);
}

const KernelEntry entries[] = {
    TSRT_OP("linalg_eig", eig),
    TSRT_OP_O("linalg_eigvals", eigvals),
    TSRT_OP("linalg_eigh", eigh),
    TSRT_OP("_linalg_eigh", eighVectors),
    TSRT_OP_O("linalg_eigvalsh", eigvalsh),
    TSRT_OP("symeig", symeig),
};
const KernelTable table(entries);

} // namespace

Tensor tsrt::hermitianOf(const Tensor &t, bool upper) {
  int64_t n = t.size(-1);
  Sink<c128> sink(batchOf(t), {n, n}, t.dtype());
  for (CMatrix &a : matricesOf<c128>(t)) {
    for (int64_t i = 0; i < n; ++i) {
      a(i, i) = a(i, i).real();
      for (int64_t j = 0; j < i; ++j) {
        if (upper)
          a(i, j) = std::conj(a(j, i));
        else
          a(j, i) = std::conj(a(i, j));
      }
    }
    sink.put(a.v);
  }
  return sink.out;
}
