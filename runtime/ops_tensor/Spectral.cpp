//===- Spectral.cpp - Singular values, matrix norms, pseudo-inverses ------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Singular values by one-sided Jacobi rotations in double complex: slow for
// large matrices, accurate for all.
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

/// a = u diag(s) v^H with s falling; a is [m, n] row-major with m >= n, u
/// [m, n], v [n, n].
struct Svd {
  std::vector<c128> u, v;
  std::vector<double> s;
};
Svd jacobi(std::vector<c128> a, int64_t m, int64_t n) {
  std::vector<c128> v(n * n);
  for (int64_t i = 0; i < n; ++i)
    v[i * n + i] = 1;
  for (int sweep = 0; sweep < 60; ++sweep) {
    bool rotated = false;
    for (int64_t p = 0; p < n; ++p)
      for (int64_t q = p + 1; q < n; ++q) {
        double alpha = 0, beta = 0;
        c128 gamma = 0;
        for (int64_t i = 0; i < m; ++i) {
          alpha += std::norm(a[i * n + p]);
          beta += std::norm(a[i * n + q]);
          gamma += std::conj(a[i * n + p]) * a[i * n + q];
        }
        double g = std::abs(gamma);
        if (g == 0 || g <= 1e-15 * std::sqrt(alpha * beta))
          continue;
        rotated = true;
        c128 phase = gamma / g;
        double zeta = (beta - alpha) / (2 * g);
        double t = (zeta >= 0 ? 1 : -1) /
                   (std::fabs(zeta) + std::sqrt(1 + zeta * zeta));
        double c = 1 / std::sqrt(1 + t * t), s = c * t;
        auto rotate = [&](std::vector<c128> &x, int64_t rows) {
          for (int64_t i = 0; i < rows; ++i) {
            c128 xp = x[i * n + p], xq = x[i * n + q] * std::conj(phase);
            x[i * n + p] = c * xp - s * xq;
            x[i * n + q] = s * xp + c * xq;
          }
        };
        rotate(a, m);
        rotate(v, n);
      }
    if (!rotated)
      break;
  }
  Svd r{std::vector<c128>(m * n), std::vector<c128>(n * n), {}};
  std::vector<double> norms(n);
  for (int64_t j = 0; j < n; ++j) {
    double s = 0;
    for (int64_t i = 0; i < m; ++i)
      s += std::norm(a[i * n + j]);
    norms[j] = std::sqrt(s);
  }
  std::vector<int64_t> order(n);
  std::iota(order.begin(), order.end(), int64_t(0));
  std::sort(order.begin(), order.end(), [&](int64_t x, int64_t y) {
    return norms[x] != norms[y] ? norms[x] > norms[y] : x < y;
  });
  for (int64_t k = 0; k < n; ++k) {
    int64_t j = order[k];
    r.s.push_back(norms[j]);
    for (int64_t i = 0; i < m; ++i)
      r.u[i * n + k] = norms[j] > 0 ? a[i * n + j] / norms[j] : c128(0);
    for (int64_t i = 0; i < n; ++i)
      r.v[i * n + k] = v[i * n + j];
  }
  return r;
}

bool checkMatrix(const char *name, const Tensor &t) {
  if (!failed() && t.dim() < 2)
    bail("%s: The input tensor A must have at least 2 dimensions.", name);
  else if (!failed() && t.isIntegral())
    bail("%s: Expected a floating point or complex tensor as input. Got %s",
         name, scalarTypeName(t.dtype()));
  return !failed();
}

/// Reduced factors U, S, Vh of a batch.
std::tuple<Tensor, Tensor, Tensor> reducedSvd(const char *name,
                                              const Tensor &t) {
  if (!checkMatrix(name, t))
    return {};
  int64_t m = t.size(-2), n = t.size(-1), k = std::min(m, n);
  Dims batch = t.sizes().slice(0, t.dim() - 2);
  auto shaped = [&](std::initializer_list<int64_t> tail, int dtype) {
    Dims shape = batch;
    for (int64_t s : tail)
      shape.push_back(s);
    return empty(shape, dtype);
  };
  Tensor u = shaped({m, k}, t.dtype()), vh = shaped({k, n}, t.dtype());
  Tensor s = shaped({k}, toRealDType(t.dtype()));
  std::vector<c128> all = elementsAs<c128>(t);
  std::vector<c128> us, vs;
  std::vector<double> ss;
  for (int64_t b = 0; b < batch.product(); ++b) {
    // A wide matrix is factored as the conjugate transpose of a tall one.
    bool wide = m < n;
    int64_t rows = std::max(m, n);
    std::vector<c128> a(m * n);
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j)
        a[wide ? j * m + i : i * n + j] =
            wide ? std::conj(all[(b * m + i) * n + j])
                 : all[(b * m + i) * n + j];
    Svd r = jacobi(std::move(a), rows, k);
    const std::vector<c128> &left = wide ? r.v : r.u, &right = wide ? r.u : r.v;
    us.insert(us.end(), left.begin(), left.end());
    ss.insert(ss.end(), r.s.begin(), r.s.end());
    for (int64_t i = 0; i < k; ++i)
      for (int64_t j = 0; j < n; ++j)
        vs.push_back(std::conj(right[j * k + i]));
  }
  auto store = [](const Tensor &out, const auto &v) {
    using T = std::decay_t<decltype(v[0])>;
    if (out && out.numel())
      storeElements(ComputeOf<T>::value, v.data(), out.dtype(), out.data(),
                    out.itemsize(), out.numel());
  };
  store(u, us);
  store(s, ss);
  store(vh, vs);
  return {u, s, vh};
}
/// The columns of [m, k], with columns added that make them an orthonormal
/// basis of all m dimensions: unit vectors less their part in the others.
Matrix<c128> completed(const Matrix<c128> &given) {
  int64_t m = given.rows, k = given.columns;
  Matrix<c128> u(m, m);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < k; ++j)
      u(i, j) = given(i, j);
  for (int64_t j = k; j < m; ++j) {
    double longest = -1;
    std::vector<c128> best;
    for (int64_t unit = 0; unit < m; ++unit) {
      std::vector<c128> v(m);
      v[unit] = 1;
      // Twice: once leaves rounding errors of the size of the result.
      for (int64_t p = 0; p < 2 * j; ++p) {
        c128 part = 0;
        for (int64_t i = 0; i < m; ++i)
          part += std::conj(u(i, p % j)) * v[i];
        for (int64_t i = 0; i < m; ++i)
          v[i] -= part * u(i, p % j);
      }
      double length = 0;
      for (c128 x : v)
        length += std::norm(x);
      if (length > longest * (1 + 1e-9)) {
        longest = length;
        best = std::move(v);
      }
    }
    for (int64_t i = 0; i < m; ++i)
      u(i, j) = best[i] / std::sqrt(longest);
  }
  return u;
}
Tensor completedBatch(const Tensor &t) {
  Sink<c128> sink(batchOf(t), {t.size(-2), t.size(-2)}, t.dtype());
  for (const Matrix<c128> &m : matricesOf<c128>(t))
    sink.put(completed(m).v);
  return sink.out;
}
std::tuple<Tensor, Tensor, Tensor> svd(const Tensor &t, bool full, Ignored) {
  auto [u, s, vh] = reducedSvd("linalg.svd", t);
  if (failed() || !full)
    return {u, s, vh};
  if (t.size(-2) > t.size(-1))
    u = completedBatch(u);
  else if (t.size(-2) < t.size(-1))
    vh = contiguous(transpose(completedBatch(transpose(vh, -2, -1)), -2, -1));
  return {u, s, vh};
}
Tensor svdvals(const Tensor &t, Ignored) {
  return std::get<1>(reducedSvd("linalg.svdvals", t));
}
Tensor conjugateTranspose(const Tensor &t) {
  static constexpr Loops conj = loops<1, complexTypes>(
      "conj", [](auto x, auto *) { return std::conj(x); });
  Tensor turned = transpose(t, -2, -1);
  return t.isComplex() ? pointwise(conj, {turned}, t.dtype(), t.dtype())
                       : turned;
}
std::tuple<Tensor, Tensor, Tensor> svdOld(const Tensor &t, bool some,
                                          bool vectors) {
  auto [u, s, vh] = some ? reducedSvd("svd", t) : svd(t, true, noneValue());
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
  auto [u, s, vh] = reducedSvd("linalg.pinv", t);
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

/// The least squares solution of least norm; residuals, rank and singular
/// values as the driver of LAPACK would give them.
std::tuple<Tensor, Tensor, Tensor, Tensor>
lstsq(const Tensor &a, const Tensor &b, std::optional<double> rcond,
      std::optional<std::string_view> driver) {
  if (!checkMatrix("torch.linalg.lstsq", a))
    return {};
  std::string_view by = driver.value_or("gelsy");
  bool isVector = b.dim() == 1 || (b.dim() + 1 == a.dim() &&
                                   b.sizes() == a.sizes().slice(0, b.dim()));
  Tensor rhs = isVector ? unsqueeze(b, -1) : b;
  double tolerance = by == "gels" ? 0 : rcond.value_or(defaultRtol(a));
  Tensor x = matmul(pinvTolerance(a, 0, tolerance), rhs);
  Tensor rank = by == "gels" ? empty({0}, TSRT_I64)
                             : matrixRank(a, std::nullopt, tolerance, false);
  Tensor values = empty({0}, toRealDType(a.dtype())), residuals = values;
  if (by == "gelsd" || by == "gelss")
    values = svdvals(a, noneValue());
  bool isFull = !failed() && a.size(-2) > a.size(-1) && by != "gelsy";
  if (isFull)
    for (int64_t r : elementsAs<int64_t>(rank))
      isFull = isFull && r == a.size(-1);
  if (isFull) {
    static constexpr Loops square = loops<1, inexactTypes>(
        "square", [](auto x, auto *) { return decltype(x)(std::norm(x)); });
    Tensor error = rhs - matmul(a, x);
    residuals = sum(
        pointwise(square, {error}, error.dtype(), toRealDType(error.dtype())),
        {-2});
  }
  return {isVector ? squeeze(x, -1) : x, residuals, rank, values};
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
