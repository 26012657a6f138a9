//===- LinearAlgebra.cpp - LU factors, determinants, inverses, solving ----===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A = P L U by LAPACK's getrf. Where only results count, not the factors, real
// row-major matrices are factored as the column-major ones they look like: the
// transposed ones.
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/Matrices.h"

#include <numeric>

using namespace tsrt;

namespace {

/// Factors of a batch.
template <class T>
struct Factors {
  Columns<T> lu;
  Tensor pivots, infos;

  explicit Factors(const Tensor &t)
      : lu(t),
        pivots(empty(joined(batchOf(t), {std::min(t.size(-2), t.size(-1))}),
                     TSRT_I32)),
        infos(empty(batchOf(t), TSRT_I32)) {
    for (int64_t i = 0; i < lu.count; ++i)
      infos.data<int>()[i] =
          lapack::getrf(lu.rows, lu.columns, lu[i], pivotsOf(i));
  }
  int *pivotsOf(int64_t i) const {
    return pivots.data<int>() + i * pivots.size(-1);
  }
};

bool isCheaperTransposed(const Tensor &t) {
  return t.isContiguous() && !t.isComplex();
}
Tensor asCheaper(const Tensor &t) {
  return isCheaperTransposed(t) ? transpose(t, -2, -1) : t;
}

/// Calls f(i, diagonal of U, whether the exchanges of rows change the sign) for
/// the matrices of a batch.
template <class T, class F>
void forDiagonals(const Tensor &t, F f) {
  Factors<T> factors(asCheaper(t));
  int n = factors.lu.rows;
  for (int64_t i = 0; i < factors.lu.count; ++i) {
    std::vector<T> diagonal(n);
    bool odd = false;
    for (int k = 0; k < n; ++k) {
      diagonal[k] = factors.lu[i][int64_t(k) * (n + 1)];
      odd ^= factors.pivotsOf(i)[k] != k + 1;
    }
    f(i, diagonal, odd);
  }
}

Tensor det(const Tensor &t) {
  if (!checkFactorable("linalg.det", t, true))
    return {};
  Tensor result = empty(batchOf(t), t.dtype());
  withField(t, [&](auto tag) {
    using T = decltype(tag);
    using W = std::conditional_t<isComplexT<T>, c128, double>;
    forDiagonals<T>(t, [&](int64_t i, const std::vector<T> &d, bool odd) {
      W product = odd ? -1 : 1;
      for (T x : d)
        product *= W(x);
      result.data<T>()[i] = T(product);
    });
  });
  return result;
}
std::tuple<Tensor, Tensor> slogdetOf(const char *name, const Tensor &t) {
  if (!checkFactorable(name, t, true))
    return {};
  Tensor signs = empty(batchOf(t), t.dtype());
  Tensor logs = empty(batchOf(t), toRealDType(t.dtype()));
  withField(t, [&](auto tag) {
    using T = decltype(tag);
    using R = RealOf<T>;
    forDiagonals<T>(t, [&](int64_t i, const std::vector<T> &d, bool odd) {
      T sign = odd ? -1 : 1;
      double log = 0;
      for (T x : d) {
        R size = std::abs(x);
        sign *= size == 0 ? T(0) : x / size;
        log += std::log(double(size));
      }
      signs.data<T>()[i] = sign;
      logs.data<R>()[i] = R(log);
    });
  });
  return {signs, logs};
}
std::tuple<Tensor, Tensor> slogdet(const Tensor &t) {
  return slogdetOf("linalg.slogdet", t);
}
Tensor logdet(const Tensor &t) {
  auto [sign, logs] = slogdetOf("logdet", t);
  static constexpr Loops combine = loops<2, inexactTypes>(
      "logdet", [](auto s, auto l, auto *) { return l + std::log(s); });
  return pointwise(combine, {sign, logs}, t.dtype(), t.dtype());
}

/// Is B a stack of vectors: one dimension less, with the batch shape of A?
bool isVectors(const Tensor &a, const Tensor &b) {
  return b.dim() == 1 || (b.dim() + 1 == a.dim() &&
                          b.sizes() == a.sizes().slice(0, a.dim() - 1));
}

/// Checks the right side of an equation that A (or its factors) stand in.
bool checkRightSide(const char *name, const char *matrix, const Tensor &a,
                    const Tensor &b, bool left) {
  if (a.dtype() != b.dtype())
    bail("%s: Expected %s and B to have the same dtype, but found %s of type "
         "%s and B of type %s instead",
         name, matrix, matrix, scalarTypeName(a.dtype()),
         scalarTypeName(b.dtype()));
  else if (b.size(left ? -2 : -1) != a.size(-1))
    bail("%s: Incompatible shapes of A and B for the equation %s (%lldx%lld "
         "and %lldx%lld)",
         name, left ? "AX = B" : "XA = B", LL(a.size(-2)), LL(a.size(-1)),
         LL(b.size(-2)), LL(b.size(-1)));
  return !failed();
}

/// X of A X = B, or X A = B; getrs's `op` says what the factors are of. Of an
/// equation from the right both sides are transposed: rows look like columns.
template <class T>
Tensor solveBy(const Factors<T> &factors, const Tensor &a, const Tensor &b,
               bool left, char op) {
  Dims batch = broadcastShapes(batchOf(a), batchOf(b));
  if (failed())
    return {};
  Columns<T> x(widened(left ? b : transpose(b, -2, -1), batch));
  std::vector<int64_t> places = placesIn(a, batch);
  for (int64_t i = 0; i < x.count; ++i)
    lapack::getrs(op, x.rows, x.columns, factors.lu[places[i]],
                  factors.pivotsOf(places[i]), x[i]);
  return left ? x.tensor() : transpose(x.tensor(), -2, -1);
}

/// Solutions of A X = B and whether each A is singular (1-based position).
std::tuple<Tensor, Tensor> solveInfos(const char *name, const Tensor &a,
                                      const Tensor &b, bool left) {
  if (!checkFactorable(name, a, true))
    return {};
  bool vectors = isVectors(a, b);
  Tensor rhs = vectors ? unsqueeze(b, -1) : b, result, infos;
  if (!checkRightSide(name, "A", a, rhs, left))
    return {};
  withField(a, [&](auto tag) {
    Factors<decltype(tag)> factors(asCheaper(a));
    result = solveBy(factors, a, rhs, left,
                     isCheaperTransposed(a) == left ? 'T' : 'N');
    infos = factors.infos;
  });
  return {vectors ? squeeze(result, -1) : result, infos};
}
std::tuple<Tensor, Tensor> solveEx(const Tensor &a, const Tensor &b, bool left,
                                   bool check) {
  auto [x, infos] = solveInfos("linalg.solve", a, b, left);
  if (check && !checkInfos("torch.linalg.solve_ex", infos, Fault::Solve))
    return {};
  return {x, infos};
}
Tensor solve(const Tensor &a, const Tensor &b, bool left) {
  auto [x, infos] = solveInfos("linalg.solve", a, b, left);
  return checkInfos("torch.linalg.solve", infos, Fault::Solve) ? x : Tensor();
}
std::tuple<Tensor, Tensor> invEx(const Tensor &t, bool check) {
  if (!checkFactorable("linalg.inv", t, true))
    return {};
  auto [x, infos] = solveInfos("linalg.inv", t, eyeLike(t), true);
  if (check && !checkInfos("linalg.inv_ex", infos, Fault::Inverse))
    return {};
  return {x, infos};
}
Tensor inv(const Tensor &t) { return inverseOf("linalg.inv", t); }

bool checkFactors(const Tensor &t, bool pivot) {
  if (!failed() && t.dim() < 2)
    bail("torch.lu_factor: Expected tensor with 2 or more dimensions. Got "
         "size: %s instead",
         t.sizes().str().c_str());
  if (!checkFactorable("torch.linalg.lu_factor", t, false))
    return false;
  if (!pivot)
    bail("linalg.lu_factor: LU without pivoting is not implemented on the CPU");
  return !failed();
}
std::tuple<Tensor, Tensor, Tensor> factored(const Tensor &t, bool pivot) {
  std::tuple<Tensor, Tensor, Tensor> result;
  if (checkFactors(t, pivot))
    withField(t, [&](auto tag) {
      Factors<decltype(tag)> f(t);
      result = {f.lu.tensor(), f.pivots, f.infos};
    });
  return result;
}
std::tuple<Tensor, Tensor, Tensor> luFactorEx(const Tensor &t, bool pivot,
                                              bool check) {
  auto result = factored(t, pivot);
  if (check && !checkInfos("torch.linalg.lu_factor_ex", std::get<2>(result),
                           Fault::Factors))
    return {};
  return result;
}
std::tuple<Tensor, Tensor> luFactor(const Tensor &t, bool pivot) {
  auto [lu, pivots, infos] = factored(t, pivot);
  if (!checkInfos("torch.linalg.lu_factor", infos, Fault::Factors))
    return {};
  return {lu, pivots};
}
std::tuple<Tensor, Tensor, Tensor> luWithInfo(const Tensor &t, bool pivot,
                                              bool) {
  return factored(t, pivot);
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
  if (wantsData) {
    l = triangleOf(narrow(t, -1, 0, k), -1, true);
    copyInPlace(diagonal(l, 0, -2, -1), wrapNumber(int64_t(1)));
    u = triangleOf(narrow(t, -2, 0, k), 0, false);
  }
  if (!wantsPivots)
    return {p, l, u};
  p = zeros(joined(batchOf(t), {m, m}), t.dtype());
  std::vector<int64_t> places = elementsAs<int64_t>(pivots);
  int64_t matrix = 0;
  for (size_t at = 0; at + k <= places.size() && k; at += k, ++matrix) {
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
    for (int64_t i = 0; i < m; ++i)
      storeScalar(p.data<char>() +
                      ((matrix * m + order[i]) * m + i) * p.itemsize(),
                  p.dtype(), Scalar(int64_t(1)));
  }
  return {k ? p : contiguous(eyeLike(p)), l, u};
}
std::tuple<Tensor, Tensor, Tensor> lu(const Tensor &t, bool pivot) {
  if (!checkFactorable("torch.linalg.lu", t, false))
    return {};
  auto [factors, pivots, infos] = factored(t, pivot);
  return luUnpack(factors, pivots, true, true);
}

/// X of P L U X = B by given factors.
Tensor luSolve(const Tensor &lu, const Tensor &pivots, const Tensor &b,
               bool left, bool adjoint) {
  if (!failed() && b.dim() < 2)
    return bail("linalg.lu_solve: The input tensor B must have at least 2 "
                "dimensions.");
  if (!checkFactorable("linalg.lu_solve", lu, true) ||
      !checkRightSide("linalg.lu_solve", "LU", lu, b, left))
    return {};
  if (pivots.dtype() != TSRT_I32)
    return bail("linalg.lu_solve: pivots should be a Tensor of scalar type "
                "torch.int32");
  if (pivots.sizes() != lu.sizes().slice(0, lu.dim() - 1))
    return bail("linalg.lu_solve: Number of pivots per batch should be same as "
                "the dimension of the matrix");
  for (int64_t p : elementsAs<int64_t>(pivots))
    if (p < 1 || p > lu.size(-2))
      return bail("Pivots given to lu_solve must all be %s. Did you properly "
                  "pass the result of lu_factor?",
                  p < 1 ? "greater or equal to 1"
                        : "smaller or equal to LU.size(-2)");
  Dims batch = broadcastShapes(batchOf(lu), batchOf(b));
  Tensor result;
  if (!failed())
    withField(lu, [&](auto tag) {
      using T = decltype(tag);
      // From the right: X A = B is A^H X^H = B^H, or its transposition.
      Tensor from = left ? b : transpose(b, -2, -1);
      bool conjugates = !left && adjoint && lu.isComplex();
      Columns<T> factors(lu),
          x(widened(conjugates ? conjugated(from) : from, batch));
      Tensor dense = contiguous(pivots);
      std::vector<int64_t> places = placesIn(lu, batch);
      char op = adjoint == left ? (left ? 'C' : 'T') : 'N';
      for (int64_t i = 0; i < x.count; ++i)
        lapack::getrs(op, x.rows, x.columns, factors[places[i]],
                      dense.data<int>() + places[i] * x.rows, x[i]);
      result = conjugates ? conjugated(x.tensor()) : x.tensor();
      result = left ? result : transpose(result, -2, -1);
    });
  return result;
}
Tensor luSolveOld(const Tensor &b, const Tensor &lu, const Tensor &pivots) {
  return luSolve(lu, pivots, b, true, false);
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
    TSRT_OP("lu_unpack", luUnpack),
    TSRT_OP_O("linalg_lu_solve", luSolve),
    TSRT_OP_O("lu_solve", luSolveOld),
};
const KernelTable table(entries);

} // namespace

Tensor tsrt::inverseOf(const char *name, const Tensor &t) {
  auto [x, infos] = invEx(t, false);
  return checkInfos(name, infos, Fault::Inverse) ? x : Tensor();
}
