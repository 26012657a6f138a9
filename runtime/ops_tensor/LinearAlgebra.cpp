//===- LinearAlgebra.cpp - Factorizations, determinants, inverses, solving ===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Batches of matrices, computed in double or double complex.
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/Matrices.h"

using namespace tsrt;

namespace {

/// LU with partial pivoting in place; the row exchanges; the sign. `info` is
/// the 1-based position of the first zero pivot, or 0.
template <class W>
int64_t factorLU(Matrix<W> &a, std::vector<int64_t> &pivots, int &sign,
                 bool pivoting = true) {
  int64_t k = std::min(a.rows, a.columns), info = 0;
  sign = 1;
  pivots.assign(k, 0);
  for (int64_t j = 0; j < k; ++j) {
    int64_t p = j;
    for (int64_t i = j + 1; pivoting && i < a.rows; ++i)
      if (pivotWeight(a(i, j)) > pivotWeight(a(p, j)))
        p = i;
    pivots[j] = p;
    if (p != j) {
      sign = -sign;
      for (int64_t c = 0; c < a.columns; ++c)
        std::swap(a(j, c), a(p, c));
    }
    if (a(j, j) == W(0)) {
      info = info ? info : j + 1;
      continue;
    }
    for (int64_t i = j + 1; i < a.rows; ++i) {
      W f = a(i, j) /= a(j, j);
      for (int64_t c = j + 1; c < a.columns; ++c)
        a(i, c) -= f * a(j, c);
    }
  }
  return info;
}
/// Solves L U x = P b in place.
template <class W>
void solveLU(const Matrix<W> &lu, const std::vector<int64_t> &pivots,
             Matrix<W> &b) {
  int64_t n = lu.rows;
  for (int64_t i = 0; i < n; ++i)
    if (pivots[i] != i)
      for (int64_t c = 0; c < b.columns; ++c)
        std::swap(b(i, c), b(pivots[i], c));
  for (int64_t c = 0; c < b.columns; ++c) {
    for (int64_t i = 0; i < n; ++i)
      for (int64_t k = 0; k < i; ++k)
        b(i, c) -= lu(i, k) * b(k, c);
    for (int64_t i = n; i-- > 0;) {
      for (int64_t k = i + 1; k < n; ++k)
        b(i, c) -= lu(i, k) * b(k, c);
      b(i, c) /= lu(i, i);
    }
  }
}

Tensor det(const Tensor &t) {
  if (!checkMatrices("linalg.det", t, true))
    return {};
  Tensor result;
  withField(t, [&](auto tag) {
    using W = decltype(tag);
    Sink<W> sink(batchOf(t), {}, t.dtype());
    for (Matrix<W> &m : matricesOf<W>(t)) {
      std::vector<int64_t> pivots;
      int sign;
      factorLU(m, pivots, sign);
      W d = sign;
      for (int64_t i = 0; i < m.rows; ++i)
        d *= m(i, i);
      sink.put({d});
    }
    result = sink.out;
  });
  return result;
}
std::tuple<Tensor, Tensor> slogdet(const Tensor &t) {
  if (!checkMatrices("linalg.slogdet", t, true))
    return {};
  std::tuple<Tensor, Tensor> result;
  withField(t, [&](auto tag) {
    using W = decltype(tag);
    Sink<W> signs(batchOf(t), {}, t.dtype());
    Sink<double> logs(batchOf(t), {}, toRealDType(t.dtype()));
    for (Matrix<W> &m : matricesOf<W>(t)) {
      std::vector<int64_t> pivots;
      int sign;
      factorLU(m, pivots, sign);
      W s = sign;
      double l = 0;
      for (int64_t i = 0; i < m.rows; ++i) {
        double a = std::abs(m(i, i));
        s *= a == 0 ? W(0) : m(i, i) / a;
        l += std::log(a);
      }
      signs.put({s});
      logs.put({l});
    }
    result = {signs.out, logs.out};
  });
  return result;
}
Tensor logdet(const Tensor &t) {
  auto [sign, logs] = slogdet(t);
  static constexpr Loops combine = loops<2, inexactTypes>(
      "logdet", [](auto s, auto l, auto *) { return l + std::log(s); });
  return pointwise(combine, {sign, logs}, t.dtype(), t.dtype());
}

/// Solutions of A X = B and whether each A is singular (1-based position).
std::tuple<Tensor, Tensor> solveEx(const Tensor &a, const Tensor &b, bool left,
                                   bool) {
  if (!checkMatrices("linalg.solve", a, true))
    return {};
  // A stack of vectors: one dimension less, with the batch shape of A.
  bool vector = b.dim() == 1 || (b.dim() + 1 == a.dim() &&
                                 b.sizes() == a.sizes().slice(0, a.dim() - 1));
  Tensor rhs = vector ? unsqueeze(b, -1) : b;
  Tensor matrix = a;
  if (!left) {
    matrix = transpose(a, -2, -1);
    rhs = transpose(rhs, -2, -1);
  }
  if (rhs.size(-2) != a.size(-1)) {
    bail("linalg.solve: Incompatible shapes of A and B for the equation %s "
         "(%lldx%lld and %lldx%lld)",
         left ? "AX = B" : "XA = B", LL(a.size(-2)), LL(a.size(-1)),
         LL(b.size(-2)), LL(b.size(-1)));
    return {};
  }
  Dims batch = broadcastShapes(batchOf(matrix), batchOf(rhs));
  if (failed())
    return {};
  auto widen = [&](const Tensor &t) {
    Dims shape = batch;
    shape.push_back(t.size(-2));
    shape.push_back(t.size(-1));
    return expand(t, shape);
  };
  Tensor wideA = widen(matrix), wideB = widen(rhs), result, infos;
  withField(a, [&](auto tag) {
    using W = decltype(tag);
    Sink<W> sink(batch, {rhs.size(-2), rhs.size(-1)}, a.dtype());
    Sink<int64_t> flags(batch, {}, TSRT_I32);
    std::vector<Matrix<W>> as = matricesOf<W>(wideA), bs = matricesOf<W>(wideB);
    for (size_t i = 0; i < as.size(); ++i) {
      std::vector<int64_t> pivots;
      int sign;
      int64_t info = factorLU(as[i], pivots, sign);
      solveLU(as[i], pivots, bs[i]);
      sink.put(bs[i].v);
      flags.put({info});
    }
    result = sink.out;
    infos = flags.out;
  });
  if (!left)
    result = contiguous(transpose(result, -2, -1));
  return {vector ? squeeze(result, -1) : result, infos};
}
Tensor solve(const Tensor &a, const Tensor &b, bool left) {
  auto [x, infos] = solveEx(a, b, left, true);
  for (int64_t v : elementsAs<int64_t>(infos))
    if (v)
      return bailAs("LinAlgError", "torch.linalg.solve: The solver failed "
                                   "because the input matrix is singular.");
  return x;
}
Tensor eyeLike(const Tensor &t) {
  Tensor eye = zeros({t.size(-1), t.size(-1)}, t.dtype());
  fillInPlace(diagonal(eye, 0, 0, 1), 1);
  return eye;
}
std::tuple<Tensor, Tensor> invEx(const Tensor &t, bool check) {
  if (!checkMatrices("linalg.inv", t, true))
    return {};
  Tensor eye = expand(eyeLike(t), t.sizes());
  return solveEx(t, eye, true, check);
}
Tensor inv(const Tensor &t) {
  auto [x, infos] = invEx(t, true);
  std::vector<int64_t> v = elementsAs<int64_t>(infos);
  for (size_t i = 0; i < v.size(); ++i)
    if (v[i] && t.dim() > 2)
      return bailAs("LinAlgError",
                    "linalg.inv: (Batch element %zu): The diagonal element "
                    "%lld is zero, the inversion could not be completed "
                    "because the input matrix is singular.",
                    i, LL(v[i]));
    else if (v[i])
      return bailAs("LinAlgError",
                    "linalg.inv: The diagonal element %lld is zero, the "
                    "inversion could not be completed because the input matrix "
                    "is singular.",
                    LL(v[i]));
  return x;
}

std::tuple<Tensor, Tensor, Tensor> luFactorEx(const Tensor &t, bool pivot,
                                              bool) {
  if (!checkMatrices("torch.linalg.lu_factor", t, false))
    return {};
  std::tuple<Tensor, Tensor, Tensor> result;
  withField(t, [&](auto tag) {
    using W = decltype(tag);
    int64_t k = std::min(t.size(-2), t.size(-1));
    Sink<W> lu(batchOf(t), {t.size(-2), t.size(-1)}, t.dtype());
    Sink<int64_t> pivots(batchOf(t), {k}, TSRT_I32);
    Sink<int64_t> infos(batchOf(t), {}, TSRT_I32);
    for (Matrix<W> &m : matricesOf<W>(t)) {
      std::vector<int64_t> p;
      int sign;
      infos.put({factorLU(m, p, sign, pivot)});
      for (int64_t &v : p)
        ++v; // 1-based, as LAPACK's
      lu.put(m.v);
      pivots.put(p);
    }
    result = {lu.out, pivots.out, infos.out};
  });
  return result;
}
std::tuple<Tensor, Tensor> luFactor(const Tensor &t, bool pivot) {
  auto [lu, pivots, infos] = luFactorEx(t, pivot, true);
  return {lu, pivots};
}
std::tuple<Tensor, Tensor, Tensor> luWithInfo(const Tensor &t, bool pivot,
                                              bool) {
  return luFactorEx(t, pivot, false);
}
std::tuple<Tensor, Tensor, Tensor> lu(const Tensor &t, bool pivot) {
  if (!checkMatrices("torch.linalg.lu", t, false))
    return {};
  std::tuple<Tensor, Tensor, Tensor> result;
  withField(t, [&](auto tag) {
    using W = decltype(tag);
    int64_t m = t.size(-2), n = t.size(-1), k = std::min(m, n);
    Sink<W> ps(batchOf(t), {m, m}, t.dtype()),
        ls(batchOf(t), {m, k}, t.dtype()), us(batchOf(t), {k, n}, t.dtype());
    for (Matrix<W> &a : matricesOf<W>(t)) {
      std::vector<int64_t> pivots, order(m);
      int sign;
      factorLU(a, pivots, sign, pivot);
      for (int64_t i = 0; i < m; ++i)
        order[i] = i;
      for (size_t i = 0; i < pivots.size(); ++i)
        std::swap(order[i], order[pivots[i]]);
      Matrix<W> p(m, m);
      for (int64_t i = 0; i < m; ++i)
        p(order[i], i) = 1;
      auto [l, u] = splitFactors(a);
      ps.put(p.v);
      ls.put(l.v);
      us.put(u.v);
    }
    result = {pivot ? ps.out : empty({0}, t.dtype()), ls.out, us.out};
  });
  return result;
}

std::tuple<Tensor, Tensor> choleskyEx(const Tensor &t, bool upper, bool) {
  if (!checkMatrices("linalg.cholesky", t, true))
    return {};
  std::tuple<Tensor, Tensor> result;
  withField(t, [&](auto tag) {
    using W = decltype(tag);
    Sink<W> sink(batchOf(t), {t.size(-1), t.size(-1)}, t.dtype());
    Sink<int64_t> infos(batchOf(t), {}, TSRT_I32);
    for (Matrix<W> &a : matricesOf<W>(t)) {
      int64_t n = a.rows, info = 0;
      Matrix<W> l(n, n);
      for (int64_t j = 0; j < n; ++j)
        for (int64_t i = j; i < n; ++i) {
          W s = upper ? conjugate(a(j, i)) : a(i, j);
          for (int64_t k = 0; k < j; ++k)
            s -= l(i, k) * conjugate(l(j, k));
          if (i == j) {
            double d = std::real(c128(s));
            if (!(d > 0) && !info)
              info = j + 1;
            l(i, i) = std::sqrt(d);
          } else {
            l(i, j) = s / l(j, j);
          }
        }
      Matrix<W> r(n, n);
      for (int64_t i = 0; i < n; ++i)
        for (int64_t j = 0; j <= i; ++j)
          (upper ? r(j, i) : r(i, j)) = upper ? conjugate(l(i, j)) : l(i, j);
      sink.put(r.v);
      infos.put({info});
    }
    result = {sink.out, infos.out};
  });
  return result;
}
Tensor cholesky(const Tensor &t, bool upper) {
  auto [l, infos] = choleskyEx(t, upper, true);
  std::vector<int64_t> v = elementsAs<int64_t>(infos);
  for (size_t i = 0; i < v.size(); ++i)
    if (v[i])
      return bailAs(
          "LinAlgError",
          "linalg.cholesky: %sThe factorization could not be "
          "completed because the input is not positive-definite (the "
          "leading minor of order %lld is not positive-definite).",
          t.dim() > 2 ? ("(Batch element " + std::to_string(i) + "): ").c_str()
                      : "",
          LL(v[i]));
  return l;
}

Tensor solveTriangular(const Tensor &a, const Tensor &b, bool upper, bool left,
                       bool unit) {
  if (!checkMatrices("linalg.solve_triangular", a, true))
    return {};
  // The triangle alone, with ones on the diagonal when asked, is a matrix like
  // any other for the solver.
  Tensor m = contiguous(cloneOf(a));
  int64_t n = a.size(-1);
  for (int64_t r = 0; r < n; ++r)
    for (int64_t c = 0; c < n; ++c) {
      Tensor element = selectAt(selectAt(m, -1, c), -1, r);
      if (upper ? c < r : c > r)
        fillInPlace(element, 0);
      else if (r == c && unit)
        fillInPlace(element, 1);
    }
  return std::get<0>(solveEx(m, b, left, false));
}
std::tuple<Tensor, Tensor> triangularSolve(const Tensor &b, const Tensor &a,
                                           bool upper, bool transposed,
                                           bool unit) {
  Tensor m = transposed ? transpose(a, -2, -1) : a;
  return {solveTriangular(m, b, upper != transposed, true, unit), cloneOf(a)};
}

/// Solves A X = B for A = L L^H (or U^H U) given by its Cholesky factor.
Tensor choleskySolve(const Tensor &b, const Tensor &factor, bool upper) {
  if (!checkMatrices("cholesky_solve", factor, true))
    return {};
  static constexpr Loops conj = loops<1, complexTypes>(
      "conj", [](auto x, auto *) { return std::conj(x); });
  Tensor turned = transpose(factor, -2, -1);
  if (factor.isComplex())
    turned = pointwise(conj, {turned}, turned.dtype(), turned.dtype());
  const Tensor &l = upper ? turned : factor, &u = upper ? factor : turned;
  return solveTriangular(u, solveTriangular(l, b, false, true, false), true,
                         true, false);
}
Tensor choleskyInverse(const Tensor &factor, bool upper) {
  return choleskySolve(contiguous(expand(eyeLike(factor), factor.sizes())),
                       factor, upper);
}

Tensor matrixPower(const Tensor &t, int64_t n) {
  if (!checkMatrices("linalg.matrix_power", t, true))
    return {};
  Tensor base = n < 0 ? inv(t) : t;
  uint64_t e = n < 0 ? 0 - uint64_t(n) : uint64_t(n);
  Tensor result = contiguous(expand(eyeLike(t), t.sizes()));
  bool any = false;
  for (; e; e >>= 1) {
    if (e & 1) {
      result = any ? matmul(result, base) : base;
      any = true;
    }
    if (e > 1)
      base = matmul(base, base);
  }
  return any ? result : cloneOf(result);
}

Tensor crossDim(const Tensor &a, const Tensor &b, int64_t dim) {
  Dims shape = broadcastShapes(a.sizes(), b.sizes());
  dim = wrapDim(dim, int64_t(shape.size()));
  if (failed())
    return {};
  if (a.dim() != b.dim())
    return bail(
        "linalg.cross: inputs must have the same number of dimensions.");
  if (a.size(dim) != 3 || b.size(dim) != 3)
    return bail("linalg.cross: inputs dimension %lld must have length 3. Got "
                "%lld and %lld",
                LL(dim), LL(a.size(dim)), LL(b.size(dim)));
  Tensor x = expand(a, shape), y = expand(b, shape);
  Tensor out = empty(shape, resultType({a, b}));
  for (int64_t i = 0; i < 3; ++i) {
    int64_t j = (i + 1) % 3, k = (i + 2) % 3;
    copyInPlace(selectAt(out, dim, i),
                selectAt(x, dim, j) * selectAt(y, dim, k) -
                    selectAt(x, dim, k) * selectAt(y, dim, j));
  }
  return out;
}
Tensor cross(const Tensor &a, const Tensor &b, OptInt dim) {
  if (dim)
    return crossDim(a, b, *dim);
  for (int64_t d = 0; d < a.dim(); ++d)
    if (a.size(d) == 3)
      return crossDim(a, b, d);
  return bail("no dimension of size 3 in input");
}
/// Powers 0 .. n-1 of the elements, in a new last dimension.
Tensor vander(const Tensor &points, OptInt n) {
  Tensor x = points.dim() ? points : unsqueeze(points, 0);
  int64_t columns = n.value_or(x.size(-1));
  Dims exponents;
  for (int64_t i = 0; i < columns; ++i)
    exponents.push_back(i);
  Tensor t = x.isIntegral() ? toDType(x, TSRT_I64) : x;
  return power(unsqueeze(t, -1), fromInts(exponents));
}

const KernelEntry entries[] = {
    TSRT_OP_O("linalg_det", det),
    TSRT_OP("det", det),
    TSRT_OP_O("linalg_slogdet", slogdet),
    TSRT_OP("slogdet", slogdet),
    TSRT_OP("logdet", logdet),
    TSRT_OP_O("linalg_solve", solve),
    TSRT_OP("linalg_solve_ex", solveEx),
    TSRT_OP_O("linalg_inv", inv),
    TSRT_OP_O("inverse", inv),
    TSRT_OP("linalg_inv_ex", invEx),
    TSRT_OP("linalg_lu_factor", luFactor),
    TSRT_OP("linalg_lu_factor_ex", luFactorEx),
    TSRT_OP("_lu_with_info", luWithInfo),
    TSRT_OP("linalg_lu", lu),
    TSRT_OP_O("linalg_cholesky", cholesky),
    TSRT_OP_O("cholesky", cholesky),
    TSRT_OP("linalg_cholesky_ex", choleskyEx),
    TSRT_OP_O("linalg_solve_triangular", solveTriangular),
    TSRT_OP("triangular_solve", triangularSolve),
    TSRT_OP_O("cholesky_solve", choleskySolve),
    TSRT_OP_O("cholesky_inverse", choleskyInverse),
    TSRT_OP_O("matrix_power", matrixPower),
    TSRT_OP_O("linalg_matrix_power", matrixPower),
    TSRT_OP_O("linalg_cross", crossDim),
    TSRT_OP_O("cross", cross),
    TSRT_OP("linalg_vander", vander),
};
const KernelTable table(entries);

} // namespace

bool tsrt::checkMatrices(const char *name, const Tensor &t, bool square) {
  if (failed())
    return false;
  if (t.dim() < 2)
    bail("%s: The input tensor A must have at least 2 dimensions.", name);
  else if (square && t.size(-1) != t.size(-2))
    bail("%s: A must be batches of square matrices, but they are %lld by %lld "
         "matrices",
         name, LL(t.size(-2)), LL(t.size(-1)));
  else if (t.isIntegral() || t.dtype() == TSRT_F16 || t.dtype() == TSRT_BF16)
    bail("%s: Expected a floating point or complex tensor as input. Got %s",
         name, scalarTypeName(t.dtype()));
  return !failed();
}
