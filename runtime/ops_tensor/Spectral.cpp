//===- Spectral.cpp - Singular values, matrix norms, pseudo-inverses ------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/Matrices.h"
#include "ops_tensor/Products.h"
#include "ops_tensor/Reduce.h"

#include <algorithm>
#include <numeric>

using namespace tsrt;

namespace {

/// U, S and Vh of a batch: reduced ('S'), of all dimensions ('A'), or S alone
/// ('N').
std::tuple<Tensor, Tensor, Tensor> factored(const char *name, const Tensor &t,
                                            char job) {
  if (!failed() && t.dim() < 2) {
    bail("%s: input should have at least 2 dimensions, but has %lld dimensions "
         "instead",
         name, LL(t.dim()));
    return {};
  }
  if (!checkFactorable(name, t, false))
    return {};
  std::tuple<Tensor, Tensor, Tensor> result;
  withField(t, [&](auto tag) {
    using T = decltype(tag);
    using R = RealOf<T>;
    int64_t m = t.size(-2), n = t.size(-1), k = std::min(m, n);
    Dims batch = batchOf(t), vectors = job == 'N' ? Dims{0} : batch;
    Columns<T> a(t), u(vectors, m, job == 'A' ? m : k),
        vh(vectors, job == 'A' ? n : k, n);
    Tensor s = empty(joined(batch, {k}), toRealDType(t.dtype())),
           infos = zeros(batch, TSRT_I32);
    for (int64_t i = 0; i < a.count && k; ++i)
      infos.data<int>()[i] = lapack::gesdd<T>(
          job, a.rows, a.columns, a[i], s.template data<R>() + i * k,
          job == 'N' ? nullptr : u[i], job == 'N' ? nullptr : vh[i]);
    if (checkInfos(name, infos, Fault::Values))
      result = {u.tensor(), s, vh.tensor()};
    if (!k && job == 'A') // orthonormal bases of which nothing is known
      result = {contiguous(eyeLike(u.tensor())), s,
                contiguous(eyeLike(vh.tensor()))};
  });
  return result;
}
std::tuple<Tensor, Tensor, Tensor> reducedSvd(const Tensor &t) {
  return factored("linalg.svd", t, 'S');
}
std::tuple<Tensor, Tensor, Tensor> svd(const Tensor &t, bool full, Ignored) {
  return factored("linalg.svd", t, full ? 'A' : 'S');
}
Tensor svdvals(const Tensor &t, Ignored) {
  return std::get<1>(factored("linalg.svd", t, 'N'));
}
Tensor conjugateTranspose(const Tensor &t) {
  return conjugated(transpose(t, -2, -1));
}
std::tuple<Tensor, Tensor, Tensor> svdOld(const Tensor &t, bool some,
                                          bool vectors) {
  auto [u, s, vh] = some ? reducedSvd(t) : svd(t, true, noneValue());
  if (!vectors && !failed()) {
    fillInPlace(u, 0);
    fillInPlace(vh, 0);
  }
  return {u, s, failed() ? Tensor() : contiguous(conjugateTranspose(vh))};
}

/// A tolerance, of the batch's shape or one element, beside singular values.
Tensor column(const Tensor &tolerance, const Tensor &values) {
  return toDType(tolerance.numel() == 1 ? reshape(tolerance, {1})
                                        : unsqueeze(tolerance, -1),
                 values.dtype());
}
/// Singular values above max(atol, rtol * largest), inverted; the rest 0. The
/// tolerances have the shape of the batch, or one element.
Tensor pinvTolerances(const Tensor &t, const Tensor &atol, const Tensor &rtol) {
  if (t.numel() == 0) {
    Dims shape = t.sizes();
    std::swap(shape[t.dim() - 1], shape[t.dim() - 2]);
    return zeros(shape, t.dtype());
  }
  auto [u, s, vh] = reducedSvd(t);
  static constexpr Loops invert = loops<4, floatTypes>(
      "pinv", [](auto s, auto top, auto atol, auto rtol, auto *) {
        using T = decltype(s);
        return s > std::max(atol, rtol * top) ? T(1) / s : T(0);
      });
  Tensor inverse = pointwise(
      invert, {s, amax(s, {-1}, true), column(atol, s), column(rtol, s)},
      s.dtype(), s.dtype());
  return matmul(conjugateTranspose(vh) * unsqueeze(inverse, -2),
                conjugateTranspose(u));
}
Tensor pinvTolerance(const Tensor &t, double atol, double rtol) {
  return pinvTolerances(t, scalarTensor(atol, TSRT_F64),
                        scalarTensor(rtol, TSRT_F64));
}
double epsilonOf(int dtype) {
  return toRealDType(dtype) == TSRT_F64 ? 2.220446049250313e-16
                                        : 1.1920928955078125e-7;
}
double defaultRtol(const Tensor &t) {
  return epsilonOf(t.dtype()) * double(std::max(t.size(-1), t.size(-2)));
}
/// The matrices to factor: with `hermitian` only a triangle counts.
Tensor givenMatrices(const char *name, const Tensor &t, bool hermitian) {
  return hermitian && checkMatrices(name, t, true) ? hermitianOf(t, false) : t;
}
Tensor pinvFloats(const Tensor &t, std::optional<double> atol,
                  std::optional<double> rtol, bool hermitian) {
  double a = atol.value_or(0);
  return pinvTolerance(givenMatrices("linalg.pinv", t, hermitian), a,
                       rtol.value_or(a > 0 ? 0 : defaultRtol(t)));
}
Tensor pinvRcond(const Tensor &t, double rcond, bool hermitian) {
  return pinvTolerance(givenMatrices("linalg.pinv", t, hermitian), 0, rcond);
}
Tensor pinverse(const Tensor &t, double rcond) {
  return pinvTolerance(t, 0, rcond);
}
/// How many singular values are above the tolerances.
Tensor rankAbove(const Tensor &t, const Tensor &atol, const Tensor &rtol,
                 bool hermitian) {
  Tensor s =
      svdvals(givenMatrices("linalg.matrix_rank", t, hermitian), noneValue());
  if (failed() || t.numel() == 0)
    return failed() ? Tensor() : zeros(batchOf(t), TSRT_I64);
  static constexpr Loops isAbove = loops<4, floatTypes>(
      "matrix_rank", [](auto s, auto top, auto atol, auto rtol, auto *) {
        return decltype(s)(s > std::max(atol, rtol * top));
      });
  return toDType(
      sum(pointwise(isAbove,
                    {s, amax(s, {-1}, true), column(atol, s), column(rtol, s)},
                    s.dtype(), s.dtype()),
          {-1}),
      TSRT_I64);
}
Tensor matrixRank(const Tensor &t, std::optional<double> atol,
                  std::optional<double> rtol, bool hermitian) {
  double a = atol.value_or(0);
  double r = rtol.value_or(a > 0 ? 0 : defaultRtol(t));
  return rankAbove(t, scalarTensor(a, TSRT_F64), scalarTensor(r, TSRT_F64),
                   hermitian);
}
/// The two tolerances of tensors: the relative one where the other is not
/// above 0 is the default, unless it is given.
std::pair<Tensor, Tensor> tolerancesOf(const Tensor &t,
                                       const std::optional<Tensor> &atol,
                                       const std::optional<Tensor> &rtol) {
  Tensor a = atol && *atol ? *atol : scalarTensor(0.0, TSRT_F64);
  if (rtol && *rtol)
    return {a, *rtol};
  static constexpr Loops orDefault =
      loops<1, floatTypes>("tolerance", [](auto a, auto *p) {
        return a > 0 ? decltype(a)(0) : p[0];
      });
  return {a, pointwise(orDefault, {a}, TSRT_F64, TSRT_F64, {defaultRtol(t)})};
}
Tensor matrixRankTensors(const Tensor &t, std::optional<Tensor> atol,
                         std::optional<Tensor> rtol, bool hermitian) {
  auto [a, r] = tolerancesOf(t, atol, rtol);
  return rankAbove(t, a, r, hermitian);
}
Tensor pinvTensors(const Tensor &t, std::optional<Tensor> atol,
                   std::optional<Tensor> rtol, bool hermitian) {
  auto [a, r] = tolerancesOf(t, atol, rtol);
  return pinvTolerances(givenMatrices("linalg.pinv", t, hermitian), a, r);
}

std::optional<lapack::LeastSquares>
driverOf(std::optional<std::string_view> driver) {
  std::string_view name = driver.value_or("gelsy");
  if (name == "gels")
    return lapack::LeastSquares::Gels;
  if (name == "gelsy")
    return lapack::LeastSquares::Gelsy;
  if (name == "gelsd")
    return lapack::LeastSquares::Gelsd;
  if (name == "gelss")
    return lapack::LeastSquares::Gelss;
  bail("torch.linalg.lstsq: parameter `driver` should be one of (gels, gelsy, "
       "gelsd, gelss)");
  return std::nullopt;
}

/// Of a tall system with solutions of full rank: the sum of squares of the rows
/// that a driver leaves below the solution in x.
Tensor residualsOf(const Tensor &x, int64_t n) {
  static constexpr Loops square = loops<1, inexactTypes>(
      "square", [](auto v, auto *) { return decltype(v)(std::norm(v)); });
  int real = toRealDType(x.dtype());
  return toDType(sum(pointwise(square, {narrow(x, -2, n, x.size(-2) - n)},
                               x.dtype(), real),
                     {-2}),
                 real);
}

/// The solution of A x = B that LAPACK's driver gives, and what it says of A.
template <class T>
std::tuple<Tensor, Tensor, Tensor, Tensor>
solveLeastSquares(const Tensor &t, const Tensor &b,
                  std::optional<double> tolerance,
                  lapack::LeastSquares driver) {
  using lapack::LeastSquares;
  using R = RealOf<T>;
  Dims batch = broadcastShapes(batchOf(t), batchOf(b));
  if (failed())
    return {};
  int64_t m = t.size(-2), n = t.size(-1), k = std::min(m, n);
  bool hasRank = driver != LeastSquares::Gels,
       hasValues =
           driver == LeastSquares::Gelsd || driver == LeastSquares::Gelss;
  Columns<T> a(widened(t, batch)), x(batch, std::max(m, n), b.size(-1));
  fillInPlace(x.tensor(), 0);
  copyInPlace(narrow(x.tensor(), -2, 0, m), widened(b, batch));
  R rcond = R(tolerance.value_or(defaultRtol(t)));
  // What A alone decides has A's batch.
  Tensor ranks = hasRank ? zeros(batchOf(t), TSRT_I64) : empty({0}, TSRT_I64);
  Tensor values = empty(hasValues ? joined(batchOf(t), {k}) : Dims{0},
                        toRealDType(t.dtype()));
  std::vector<int64_t> places = placesIn(t, batch);
  Tensor infos = zeros(batch, TSRT_I32);
  bool isFull = true;
  for (int64_t i = 0; i < a.count && k; ++i) {
    int rank = 0;
    int info = lapack::leastSquares<T>(
        driver, a.rows, a.columns, x.columns, a[i], x[i], rcond,
        hasValues ? values.data<R>() + places[i] * k : nullptr, &rank);
    // gels leaves the result of a rank below the full one as it is.
    infos.data<int>()[i] = driver == LeastSquares::Gels ? 0 : info;
    if (hasRank)
      ranks.data<int64_t>()[places[i]] = rank;
    isFull = isFull && (!hasRank || rank == n);
  }
  if (!checkInfos("torch.linalg.lstsq", infos, Fault::Values))
    return {};
  Tensor residuals = empty({0}, toRealDType(t.dtype()));
  if (m > n && isFull && driver != LeastSquares::Gelsy)
    residuals = residualsOf(x.tensor(), n);
  return {narrow(x.tensor(), -2, 0, n), residuals, ranks, values};
}
std::tuple<Tensor, Tensor, Tensor, Tensor>
lstsq(const Tensor &a, const Tensor &b, std::optional<double> rcond,
      std::optional<std::string_view> driverName) {
  const char *name = "torch.linalg.lstsq";
  if (!failed() && (a.dim() < 2 || b.dim() < 1))
    bail("%s: %s must have at least %d dimension%s", name,
         a.dim() < 2 ? "input" : "other", a.dim() < 2 ? 2 : 1,
         a.dim() < 2 ? "s." : ".");
  auto driver = driverOf(driverName);
  if (!driver || !checkFactorable(name, a, false))
    return {};
  bool isVector = b.dim() + 1 == a.dim();
  Tensor rhs = isVector ? unsqueeze(b, -1) : b;
  if (b.dim() > a.dim() || b.dim() + 1 < a.dim())
    bail("%s: input.dim() must be greater or equal to other.dim() and "
         "(input.dim() - other.dim()) <= 1",
         name);
  else if (a.size(-2) != rhs.size(-2))
    bail("%s: input.size(-2) should match other.size(-%d)", name,
         isVector ? 1 : 2);
  else if (a.dtype() != b.dtype())
    bail("%s: Expected input and other to have the same dtype, but got "
         "input's dtype %s and other's dtype %s",
         name, scalarTypeName(a.dtype()), scalarTypeName(b.dtype()));
  if (failed())
    return {};
  std::tuple<Tensor, Tensor, Tensor, Tensor> result;
  withField(a, [&](auto tag) {
    result = solveLeastSquares<decltype(tag)>(a, rhs, rcond, *driver);
  });
  if (isVector && !failed())
    std::get<0>(result) = squeeze(std::get<0>(result), -1);
  return result;
}
Tensor nuclearDims(const Tensor &t, const Dims &dims, bool keepdim) {
  if (dims.size() != 2)
    return bail("nuclear_norm requires a 'dim' argument of size 2");
  Dims d = wrapDims(dims, t.dim());
  if (failed())
    return {};
  Dims order;
  for (int64_t i = 0; i < t.dim(); ++i)
    if (!d.contains(i))
      order.push_back(i);
  order.push_back(d[0]);
  order.push_back(d[1]);
  Tensor norm = sum(svdvals(permute(t, order), noneValue()), {-1});
  if (!keepdim)
    return norm;
  Dims shape = t.sizes();
  shape[d[0]] = shape[d[1]] = 1;
  return reshape(norm, shape);
}
Tensor nuclear(const Tensor &t, bool keepdim) {
  return nuclearDims(t, {0, 1}, keepdim);
}

const KernelEntry entries[] = {
    TSRT_OP("linalg_svd", svd),
    TSRT_OP_O("linalg_svdvals", svdvals),
    TSRT_OP("svd", svdOld),
    {"aten::linalg_pinv.atol_rtol_float", op<pinvFloats>},
    TSRT_OP("linalg_pinv", pinvRcond),
    TSRT_OP("pinverse", pinverse),
    {"aten::linalg_pinv.atol_rtol_tensor", op<pinvTensors>},
    {"aten::linalg_matrix_rank.atol_rtol_float", op<matrixRank>},
    {"aten::linalg_matrix_rank.atol_rtol_tensor", op<matrixRankTensors>},
    TSRT_OP("linalg_lstsq", lstsq),
    TSRT_OP_O("nuclear_norm", nuclear),
    {"aten::nuclear_norm.dim", op<nuclearDims>},
    {"aten::nuclear_norm.dim_out", outOf<nuclearDims>},
};
const KernelTable table(entries);

} // namespace
