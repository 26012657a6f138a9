//===- Statistics.cpp - Variance, norms, quantiles, closeness, distances --===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/IndexHelpers.h"
#include "ops_tensor/Layers.h"
#include "ops_tensor/Matrices.h"
#include "ops_tensor/MemoryFormat.h"
#include "ops_tensor/Products.h"
#include "ops_tensor/Reduce.h"

#include <algorithm>

using namespace tsrt;

namespace {

/// Variance by two passes; real for complex input.
Tensor variance(const Tensor &t, const Dims &dims, int64_t correction,
                bool keepdim, bool root) {
  if (t.isIntegral())
    return bail("std and var only support floating point and complex dtypes");
  int out = toRealDType(t.dtype());
  return reduce<inexactTypes>(
      "std_var", t, dims, keepdim, t.dtype(), out, [=](auto *row, int64_t n) {
        using T = std::decay_t<decltype(*row)>;
        using W = std::conditional_t<isComplexT<T>, c128, double>;
        W mean(0);
        for (int64_t i = 0; i < n; ++i)
          mean += W(row[i]);
        mean /= double(n);
        double s = 0, imaginary = 0;
        for (int64_t i = 0; i < n; ++i) {
          W far = W(row[i]) - mean;
          s += std::real(far) * std::real(far);
          if constexpr (isComplexT<T>)
            imaginary += far.imag() * far.imag();
        }
        double divisor = std::max<double>(double(n - correction), 0);
        double v = n == 0 ? NAN : s / divisor;
        if constexpr (isComplexT<T>)
          v += imaginary / divisor;
        return root ? std::sqrt(v) : v;
      });
}
template <bool Root>
Tensor varAll(const Tensor &t, bool unbiased) {
  return variance(t, {}, unbiased, false, Root);
}
template <bool Root>
Tensor varDims(const Tensor &t, std::optional<Dims> dims, bool unbiased,
               bool keepdim) {
  return variance(t, dims.value_or(Dims()), unbiased, keepdim, Root);
}
template <bool Root>
Tensor varCorrection(const Tensor &t, std::optional<Dims> dims,
                     OptInt correction, bool keepdim) {
  return variance(t, dims.value_or(Dims()), correction.value_or(1), keepdim,
                  Root);
}
/// The mean that comes with a variance, from running differences: an infinite
/// element makes it NaN unless it is the last.
Tensor runningMean(const Tensor &t, const Dims &dims, bool keepdim) {
  return reduce<inexactTypes>(
      "std_mean", t, dims, keepdim, t.dtype(), t.dtype(),
      [](auto *row, int64_t n) {
        using T = std::decay_t<decltype(*row)>;
        using W = std::conditional_t<isComplexT<T>, c128, double>;
        W mean(n ? 0 : NAN);
        for (int64_t i = 0; i < n; ++i)
          mean += (W(row[i]) - mean) / double(i + 1);
        return T(mean);
      });
}
template <bool Root>
std::tuple<Tensor, Tensor> varMeanAll(const Tensor &t, bool unbiased) {
  return {varAll<Root>(t, unbiased), runningMean(t, {}, false)};
}
template <bool Root>
std::tuple<Tensor, Tensor> varMeanDims(const Tensor &t,
                                       std::optional<Dims> dims, bool unbiased,
                                       bool keepdim) {
  return {varDims<Root>(t, dims, unbiased, keepdim),
          runningMean(t, dims.value_or(Dims()), keepdim)};
}
template <bool Root>
std::tuple<Tensor, Tensor> varMeanCorrection(const Tensor &t,
                                             std::optional<Dims> dims,
                                             OptInt correction, bool keepdim) {
  return {varCorrection<Root>(t, dims, correction, keepdim),
          runningMean(t, dims.value_or(Dims()), keepdim)};
}

/// A number as an element of T, of halves when `isHalf`, has it: what overflows
/// is infinite.
template <class T>
double roundedTo(double v, bool isHalf) {
  if (isHalf && v >= 65520)
    return INFINITY;
  if constexpr (sizeof(RealOf<T>) == 4)
    return double(float(v));
  else
    return v;
}

} // namespace

Tensor tsrt::vectorNorm(const Tensor &t, Scalar order, std::optional<Dims> dims,
                        bool keepdim, OptInt dtype) {
  if (t.isIntegral() && !dtype)
    return bail("linalg.vector_norm: Expected a floating point or complex "
                "tensor as input. Got %s",
                scalarTypeName(t.dtype()));
  int in = int(dtype.value_or(t.dtype())), out = toRealDType(in);
  double p = order.toDouble();
  Tensor x =
      t.isIntegral() || isComplex(in) != t.isComplex() ? toDType(t, in) : t;
  return reduce<inexactTypes>(
      "linalg_vector_norm_cpu", x, dims.value_or(Dims()), keepdim, in, out,
      [p, isHalf = in == TSRT_F16](auto *row, int64_t n) {
        using T = std::decay_t<decltype(*row)>;
        double s = p == -INFINITY ? INFINITY : 0;
        for (int64_t i = 0; i < n; ++i) {
          double a = std::abs(c128(row[i]));
          if constexpr (!isComplexT<T>)
            a = std::abs(double(row[i]));
          if (p == INFINITY)
            s = std::isnan(a) || a > s ? a : s;
          else if (p == -INFINITY)
            s = std::isnan(a) || a < s ? a : s;
          else if (p == 0)
            s += a != 0;
          else if (p == 1)
            s += a;
          else if (p == 2)
            s += roundedTo<T>(a * a, isHalf);
          else
            s += roundedTo<T>(std::pow(a, p), isHalf);
        }
        if (std::isinf(p) || p == 0 || p == 1)
          return s;
        s = roundedTo<T>(s, isHalf);
        return p == 2 ? std::sqrt(s) : std::pow(s, 1 / p);
      });
}
namespace {

Tensor normScalar(const Tensor &t, Scalar p) {
  return vectorNorm(t, p, {}, false, {});
}
Tensor normDim(const Tensor &t, OptScalar p, const Dims &dims, bool keepdim) {
  return vectorNorm(t, p.value_or(Scalar(2)), dims, keepdim, {});
}
Tensor normDimDType(const Tensor &t, OptScalar p, const Dims &dims,
                    bool keepdim, int64_t dtype) {
  return vectorNorm(t, p.value_or(Scalar(2)), dims, keepdim, dtype);
}
Tensor normDType(const Tensor &t, OptScalar p, int64_t dtype) {
  return vectorNorm(t, p.value_or(Scalar(2)), {}, false, dtype);
}
Tensor frobenius(const Tensor &t) { return normScalar(t, 2); }
Tensor frobeniusDim(const Tensor &t, const Dims &dims, bool keepdim) {
  if (dims.size() > 2)
    return bail("Expected at most 2 dimensions, but got %lld dimensions "
                "instead.",
                LL(dims.size()));
  return normDim(t, Scalar(2), dims, keepdim);
}
Tensor dist(const Tensor &a, const Tensor &b, Scalar p) {
  return normScalar(a - b, p);
}
Tensor renorm(const Tensor &t, Scalar p, int64_t dim, Scalar limit) {
  if (t.dim() < 2)
    return bail("renorm: input needs at least 2 dimensions, got %lld "
                "dimensions",
                LL(t.dim()));
  dim = wrapDim(dim, t.dim());
  Dims dims;
  for (int64_t d = 0; d < t.dim(); ++d)
    if (d != dim)
      dims.push_back(d);
  static constexpr Loops factor =
      loops<1, floatTypes>("renorm_scale_factor_cpu", [](auto n, auto *p) {
        using T = decltype(n);
        return n > p[0] ? p[0] / (n + T(1e-7)) : T(1);
      });
  bool isHalf = t.dtype() == TSRT_F16 || t.dtype() == TSRT_BF16;
  Tensor norms =
      vectorNorm(t, p, dims, true, isHalf ? OptInt(TSRT_F32) : OptInt());
  return inFormat(toDType(t * pointwise(factor, {norms}, norms.dtype(),
                                        norms.dtype(), {limit}),
                          t.dtype()),
                  0);
}

/// Quantiles of rows; q in [0, 1], `q` 0-dim drops its dimension.
Tensor quantiles(const Tensor &self, const Tensor &q, OptInt dim, bool keepdim,
                 std::string_view how, bool ignoreNan) {
  bool isTaken = self.dtype() == TSRT_F32 || self.dtype() == TSRT_F64;
  if (!isTaken || self.numel() == 0)
    return self.numel() == 0
               ? Tensor(bail("quantile() input tensor must be non-empty"))
               : Tensor(bail("quantile() input tensor must be either float or "
                             "double dtype"));
  if (q.dim() > 1)
    return bail("quantile() q must be a scalar or 1D tensor");
  if (q.dtype() != self.dtype())
    return bail("quantile() q tensor must be same dtype as the input tensor");
  if (how != "linear" && how != "lower" && how != "higher" &&
      how != "midpoint" && how != "nearest")
    return bail("quantile() interpolation must be one of linear, lower, "
                "higher, midpoint or nearest, but got %.*s",
                int(how.size()), how.data());
  std::vector<double> at = elementsAs<double>(q);
  for (double v : at)
    if (!(v >= 0 && v <= 1))
      return bail("quantile() q values must be in the range [0, 1]");
  Tensor t = dim ? self : flatten(contiguous(self));
  Tensors results;
  for (double fraction : at)
    results.push_back(reduce<floatTypes>(
        "quantile", t, {dim.value_or(0)}, keepdim, t.dtype(), t.dtype(),
        [&](auto *row, int64_t n) {
          using T = std::decay_t<decltype(*row)>;
          std::vector<T> v(row, row + n);
          std::sort(v.begin(), v.end(), [](T a, T b) { return lessNan(a, b); });
          int64_t numbers = n;
          while (numbers > 0 && isNan(v[numbers - 1]))
            --numbers;
          if ((!ignoreNan && numbers < n) || numbers == 0)
            return T(NAN);
          T rank = T(fraction) * T(numbers - 1);
          T low = std::floor(rank), high = std::ceil(rank), w = rank - low;
          if (how == "lower")
            return v[int64_t(low)];
          if (how == "higher")
            return v[int64_t(high)];
          if (how == "nearest")
            return v[int64_t(std::nearbyint(rank))];
          if (how == "midpoint")
            w = T(0.5);
          T a = v[int64_t(low)], b = v[int64_t(high)];
          return w < T(0.5) ? a + w * (b - a) : b - (b - a) * (1 - w);
        }));
  if (!dim && keepdim)
    for (Tensor &r : results)
      r = reshape(r, Dims(self.dim(), 1));
  // The quantiles of a row lie side by side.
  return q.dim() == 0 ? results[0] : movedim(stack(results, -1), -1, 0);
}
template <bool Nan>
Tensor quantileTensor(const Tensor &t, const Tensor &q, OptInt dim,
                      bool keepdim, std::string_view how) {
  return quantiles(t, q, dim, keepdim, how, Nan);
}
template <bool Nan>
Tensor quantileScalar(const Tensor &t, double q, OptInt dim, bool keepdim,
                      std::string_view how) {
  return quantiles(t, scalarTensor(q, t.dtype()), dim, keepdim, how, Nan);
}

Tensor isclose(const Tensor &a, const Tensor &b, double rtol, double atol,
               bool equalNan) {
  static constexpr Loops close =
      loops<2, allTypes>("isclose", [](auto a, auto b, auto *p) {
        using T = decltype(a);
        if (a == b)
          return T(1);
        if (isNan(a) || isNan(b))
          return T(isNan(a) && isNan(b) && p[2] != T(0));
        if constexpr (isIntT<T>) {
          return T(0);
        } else {
          auto size = std::abs(b), gap = std::abs(a - b);
          bool finite = std::isfinite(std::abs(a)) && std::isfinite(size);
          return T(finite && gap <= std::abs(p[1]) + std::abs(p[0]) * size);
        }
      });
  if (a.dtype() != b.dtype())
    return bail("%s did not match %s", scalarTypeName(a.dtype()),
                scalarTypeName(b.dtype()));
  if (rtol < 0)
    return bail("rtol must be greater than or equal to zero, but got %g", rtol);
  if (atol < 0)
    return bail("atol must be greater than or equal to zero, but got %g", atol);
  int common =
      a.isIntegral() && (rtol != 0 || atol != 0) ? TSRT_F64 : a.dtype();
  return pointwise(close, {a, b}, common, TSRT_B8,
                   {rtol, atol, int64_t(equalNan)});
}
bool allTrue(const Tensor &mask) {
  for (int64_t v : elementsAs<int64_t>(mask))
    if (!v)
      return false;
  return true;
}
bool allclose(const Tensor &a, const Tensor &b, double rtol, double atol,
              bool equalNan) {
  return allTrue(isclose(a, b, rtol, atol, equalNan)) && !failed();
}
bool equal(const Tensor &a, const Tensor &b) {
  static constexpr Loops same = loops<2, allTypes>(
      "equal", [](auto a, auto b, auto *) { return decltype(a)(a == b); });
  if (a.dtype() != b.dtype())
    return bail("Expected object of data type %s but got data type %s for "
                "argument #2 'other' in call to equal",
                scalarTypeName(a.dtype()), scalarTypeName(b.dtype()));
  return a.sizes() == b.sizes() &&
         allTrue(pointwise(same, {a, b}, a.dtype(), TSRT_B8));
}

/// Without its dimensions of size 1.
Tensor squeezed(const Tensor &t) {
  Dims shape;
  for (int64_t s : t.sizes())
    if (s != 1)
      shape.push_back(s);
  return reshape(t, shape);
}
/// Notes an error unless the weights of `count` observations, if there are any,
/// are as PyTorch wants them; returns whether they are.
bool checkWeights(const char *name, const Tensor &w, int64_t count,
                  bool isIntegral) {
  if (!w)
    return true;
  if (w.dim() > 1)
    bail("cov(): expected %s to have one or fewer dimensions but got %s with "
         "%lld dimensions",
         name, name, LL(w.dim()));
  else if (w.isIntegral() != isIntegral)
    bail("cov(): expected %s to have %s dtype but got %s with %s dtype", name,
         isIntegral ? "integral" : "floating point", name,
         scalarTypeName(w.dtype()));
  else if (w.numel() != count)
    bail("cov(): expected %s to have the same numel as there are observations "
         "in the input but got %lld != %lld",
         name, LL(w.numel()), LL(count));
  for (int64_t i = 0; i < w.numel() && !failed(); ++i)
    if (w.at(i).toDouble() < 0)
      bail("cov(): %s cannot be negative", name);
  return !failed();
}

Tensor cov(const Tensor &self, int64_t correction, const Tensor &fweights,
           const Tensor &aweights) {
  if (self.dim() > 2)
    return bail("cov(): expected input to have two or fewer dimensions but got "
                "an input with %lld dimensions",
                LL(self.dim()));
  Tensor x = self.dim() < 2 ? reshape(self, {1, -1}) : self;
  int64_t count = x.size(1);
  if (!checkWeights("fweights", fweights, count, true) ||
      !checkWeights("aweights", aweights, count, false))
    return {};
  if (x.isIntegral())
    x = toDType(x, defaultFloat);
  // Weights keep their dtypes, which promote, as sums of them do.
  Tensor w = fweights;
  if (aweights)
    w = w ? w * aweights : aweights;
  Tensor total = w ? sum(w) : wrapNumber(count);
  if (w && total.at(0).toDouble() == 0)
    return bail("cov(): weights sum to zero, can't be normalized");
  Tensor d = x - sum(w ? x * w : x, {1}, true) / total;
  Tensor norm = total - (w && aweights && correction != 0
                             ? sum(w * aweights) * Scalar(correction) / total
                             : wrapNumber(correction));
  if (norm.at(0).toDouble() <= 0)
    norm = zeros({}, norm.dtype());
  Tensor other = conjugated(transpose(w ? d * w : d, 0, 1));
  return squeezed(mm(d, contiguous(other)) / norm);
}

Tensor pairwiseDistance(const Tensor &a, const Tensor &b, double p, double eps,
                        bool keepdim) {
  return vectorNorm(a - b + Scalar(eps), p, Dims{-1}, keepdim, {});
}
Tensor cosineSimilarity(const Tensor &a, const Tensor &b, int64_t dim,
                        double eps) {
  static constexpr Loops guard =
      loops<1, floatTypes>("cosine_similarity", [](auto norm, auto *p) {
        return isNan(norm) ? norm : std::max(norm, p[0]);
      });
  if (!a.isFloating() && !a.isComplex())
    return bail("expected common dtype to be floating point, yet common dtype "
                "is %s",
                scalarTypeName(resultType({a, b})));
  // Of the operands broadcast against each other; each is normalized first.
  int dtype = resultType({a, b});
  Dims shape = broadcastShapes(a.sizes(), b.sizes());
  auto normalized = [&](const Tensor &t) {
    Tensor x = toDType(expand(t, shape), dtype);
    Tensor norm = vectorNorm(x, 2, Dims{dim}, true, {});
    return x / pointwise(guard, {norm}, norm.dtype(), norm.dtype(), {eps});
  };
  if (failed())
    return {};
  return sum(normalized(a) * normalized(b), {dim});
}

#define VARIANCE(name, root)                                                   \
  TSRT_OP(name, varAll<root>), {"aten::" name ".dim", op<varDims<root>>},      \
      {"aten::" name ".correction", op<varCorrection<root>>},                  \
      {"aten::" name ".out", outOf<varDims<root>>},                            \
      TSRT_OP(name "_mean", varMeanAll<root>),                                 \
      {"aten::" name "_mean.dim", op<varMeanDims<root>>}, {                    \
    "aten::" name "_mean.correction", op<varMeanCorrection<root>>              \
  }

const KernelEntry entries[] = {
    VARIANCE("std", true),
    VARIANCE("var", false),
    TSRT_OP_O("linalg_vector_norm", vectorNorm),
    {"aten::norm.Scalar", op<normScalar>},
    {"aten::norm.ScalarOpt_dim", op<normDim>},
    {"aten::norm.ScalarOpt_dim_dtype", op<normDimDType>},
    {"aten::norm.ScalarOpt_dtype", op<normDType>},
    {"aten::norm.out", outOf<normDim>},
    {"aten::norm.dtype_out", outOf<normDimDType>},
    TSRT_OP("frobenius_norm", frobenius),
    {"aten::frobenius_norm.dim", op<frobeniusDim>},
    {"aten::frobenius_norm.out", outOf<frobeniusDim>},
    TSRT_OP("dist", dist),
    TSRT_OP_I("renorm", renorm),
    {"aten::renorm.out", outOf<renorm, Sharing::SameResized>},
    TSRT_OP("quantile", quantileTensor<false>),
    {"aten::quantile.scalar", op<quantileScalar<false>>},
    TSRT_OP("nanquantile", quantileTensor<true>),
    {"aten::nanquantile.scalar", op<quantileScalar<true>>},
    TSRT_OP("isclose", isclose),
    TSRT_OP("allclose", allclose),
    TSRT_OP("equal", equal),
    TSRT_OP("cov", cov),
    TSRT_OP("pairwise_distance", pairwiseDistance),
    TSRT_OP("cosine_similarity", cosineSimilarity),
};
const KernelTable table(entries);

} // namespace
