//===- Unary.cpp - Elementwise operators on one tensor --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/Elementwise.h"
#include "ops_tensor/FloatMath.h"

using namespace tsrt;

namespace {

template <class T>
T signOf(T x) {
  return T((T(0) < x) - (x < T(0)));
}

template <class T>
T roundEven(T x) {
  if constexpr (isIntT<T>)
    return x;
  else
    return std::nearbyint(x);
}

template <class T>
T sgnOf(T x) {
  if constexpr (isComplexT<T>) {
    auto m = std::sqrt(x.real() * x.real() + x.imag() * x.imag());
    return m == 0 ? T(0) : T(x.real() / m, x.imag() / m);
  } else {
    return signOf(x);
  }
}

constexpr auto sincSteps = [](auto round, auto x, auto *) {
  using T = decltype(x);
  if (x == T(0))
    return T(1);
  T y = round(x * round(T(RealOf<T>(M_PI))));
  return round(T(std::sin(y))) / y;
};
constexpr auto sincElement = [](auto x, auto *p) {
  return sincSteps(KeepStep(), x, p);
};
constexpr Rule sincRule{loopsBySteps<1, inexactTypes>("sinc", sincSteps),
                        ResultKind::Inexact};

template <class T>
auto angleOf(T x) {
  if constexpr (isComplexT<T>)
    return std::arg(x);
  else
    return isNan(x) ? x : x < 0 ? T(M_PI) : T(0);
}

template <class T>
T log1pOf(T x) {
  if constexpr (isComplexT<T>) {
    // |1+z| via log1p of |z|^2 + 2 Re z keeps small z exact.
    using R = RealOf<T>;
    R re = x.real(), im = x.imag();
    R m = re * re + im * im + 2 * re;
    return T(std::log1p(m) / 2, std::atan2(im, re + 1));
  } else {
    // PyTorch's vectorized logarithm gives up a little early.
    constexpr T largest = sizeof(T) == 4 ? T(1e38) : T(1e307);
    return x > largest ? std::numeric_limits<T>::infinity() : std::log1p(x);
  }
}

template <class T>
T expm1Of(T x) {
  if constexpr (isComplexT<T>)
    return std::exp(x) - T(1);
  else
    return std::expm1(x);
}

template <class T>
T truncOf(T x) {
  if constexpr (isIntT<T>)
    return x;
  else
    return std::trunc(x);
}

template <class T>
bool isInfinite(T x) {
  if constexpr (isComplexT<T>)
    return std::isinf(x.real()) || std::isinf(x.imag());
  else if constexpr (isIntT<T>)
    return false;
  else
    return std::isinf(x);
}

template <class T>
T absOf(T x) {
  if constexpr (isIntT<T>)
    return x < 0 ? T(0) - x : x;
  else
    return T(std::abs(x));
}

TSRT_UNARY(acos, inexactTypes, Inexact, return std::acos(x))
TSRT_UNARY(acosh, inexactTypes, Inexact, return std::acosh(x))
TSRT_UNARY(asin, inexactTypes, Inexact, return std::asin(x))
TSRT_UNARY(asinh, inexactTypes, Inexact, return std::asinh(x))
TSRT_UNARY(atan, inexactTypes, Inexact, return std::atan(x))
TSRT_UNARY(atanh, inexactTypes, Inexact, return std::atanh(x))
TSRT_UNARY(cos, inexactTypes, Inexact, return std::cos(x))
TSRT_UNARY(cosh, inexactTypes, Inexact, return std::cosh(x))
TSRT_UNARY(sin, inexactTypes, Inexact, return std::sin(x))
TSRT_UNARY(sinh, inexactTypes, Inexact, return std::sinh(x))
TSRT_UNARY(tan, inexactTypes, Inexact, return std::tan(x))
TSRT_UNARY(tanh, inexactTypes, Inexact, return tanhOf(x))
TSRT_UNARY(exp, inexactTypes, Inexact, return expOf(x))
TSRT_UNARY(expm1, inexactTypes, Inexact, return expm1Of(x))
TSRT_UNARY(exp2, floatTypes, Inexact, return std::exp2(x))
TSRT_UNARY(log, inexactTypes, Inexact, return std::log(x))
TSRT_UNARY(log10, inexactTypes, Inexact, return std::log10(x))
TSRT_UNARY(log1p, inexactTypes, Inexact, return log1pOf(x))
TSRT_UNARY(log2, inexactTypes, Inexact,
           if constexpr (isComplexT<T>) return std::log(x) /
               T(RealOf<T>(M_LN2));
           else return std::log2(x))
TSRT_UNARY(sqrt, inexactTypes, Inexact, return std::sqrt(x))
TSRT_UNARY(rsqrt, inexactTypes, Inexact, return reciprocalOf(T(std::sqrt(x))))
TSRT_UNARY(reciprocal, inexactTypes, Inexact, return reciprocalOf(x))
TSRT_UNARY(sigmoid, inexactTypes, Inexact, return sigmoidOf(x))
TSRT_UNARY(erf, floatTypes, Inexact, return std::erf(x))
TSRT_UNARY(erfc, floatTypes, Inexact, return std::erfc(x))
TSRT_UNARY(lgamma, floatTypes, Inexact, return std::lgamma(x))
TSRT_UNARY(deg2rad, floatTypes, Inexact, return x * T(M_PI / 180))
TSRT_UNARY(rad2deg, floatTypes, Inexact, return x * T(180 / M_PI))

TSRT_UNARY(abs, allTypes, Real, return absOf(x))
TSRT_UNARY(angle, inexactTypes, Angle, return angleOf(x))
TSRT_UNARY(neg, allTypes, Same,
           if constexpr (isIntT<T>) return T(0ull - uint64_t(x));
           else return -x)
TSRT_UNARY(floor, realTypes, Same, if constexpr (isIntT<T>) return x;
           else return std::floor(x))
TSRT_UNARY(ceil, realTypes, Same, if constexpr (isIntT<T>) return x;
           else return std::ceil(x))
TSRT_UNARY(trunc, realTypes, Same, return truncOf(x))
TSRT_UNARY(round, realTypes, Same, return roundEven(x))
TSRT_UNARY(frac, floatTypes, Same, return x - truncOf(x))
TSRT_UNARY(sign, realTypes, Same, return signOf(x))
TSRT_UNARY(sgn, allTypes, Same, return sgnOf(x))
TSRT_UNARY(square, allTypes, Same, return x * x)
TSRT_UNARY(conj, allTypes, Same,
           if constexpr (isComplexT<T>) return std::conj(x);
           else return x)
TSRT_UNARY(bitwise_not, intTypes, Same, return ~x)
TSRT_UNARY(logical_not, allTypes, Bool, return T(x == T(0)))
TSRT_UNARY(isnan, allTypes, Bool, return T(isNan(x)))
TSRT_UNARY(isinf, allTypes, Bool, return T(isInfinite(x)))
TSRT_UNARY(isfinite, allTypes, Bool, return T(!isInfinite(x) && !isNan(x)))
TSRT_UNARY(isposinf, realTypes, Bool, return T(isInfinite(x) && x > T(0)))
TSRT_UNARY(isneginf, realTypes, Bool, return T(isInfinite(x) && x < T(0)))
TSRT_UNARY(isreal, allTypes, Bool,
           if constexpr (isComplexT<T>) return T(x.imag() == 0);
           else return T(1))
TSRT_UNARY(signbit, realTypes, Bool, if constexpr (isIntT<T>) return T(x < 0);
           else return T(std::signbit(x)))

Tensor neg(const Tensor &self) {
  if (self.dtype() == TSRT_B8)
    return bail("Negation, the `-` operator, on a bool tensor is not "
                "supported. If you are trying to invert a mask, use the `~` or "
                "`logical_not()` operator instead.");
  return unary<negRule>(self);
}

Tensor bitwiseNot(const Tensor &self) {
  if (self.isFloating() || self.isComplex())
    return bail("\"bitwise_not_cpu\" not implemented for '%s'",
                scalarTypeName(self.dtype()));
  return self.dtype() == TSRT_B8 ? unary<logical_notRule>(self)
                                 : unary<bitwise_notRule>(self);
}

Tensor square(const Tensor &self) {
  return self.dtype() == TSRT_B8 ? unary<squareRule>(toDType(self, TSRT_I64))
                                 : unary<squareRule>(self);
}

/// 10^decimals scaling; negative decimals divide first.
Tensor roundDecimals(const Tensor &self, int64_t decimals) {
  if (self.isIntegral())
    return decimals == 0 ? self
                         : bail("\"round_vml_cpu\" not implemented for '%s'",
                                scalarTypeName(self.dtype()));
  static constexpr Loops scaled =
      loops<1, floatTypes>("round_vml_cpu", [](auto x, auto *p) {
        return p[1] != 0 ? std::nearbyint(x / p[0]) * p[0]
                         : std::nearbyint(x * p[0]) / p[0];
      });
  if (decimals == 0)
    return unary<roundRule>(self);
  return pointwise(
      scaled, {self}, self.dtype(), self.dtype(),
      {std::pow(10.0, double(std::llabs(decimals))), int64_t(decimals < 0)});
}

Tensor realPart(const Tensor &self) {
  return self.isComplex() ? selectAt(viewAsReal(self), -1, 0) : self;
}
Tensor imagPart(const Tensor &self) {
  if (!self.isComplex())
    return bail("imag is not implemented for tensors with non-complex dtypes.");
  return selectAt(viewAsReal(self), -1, 1);
}
Tensor conjugate(const Tensor &self) {
  return self.isComplex() ? unary<conjRule>(self) : self;
}
Tensor identity(const Tensor &self) { return self; }
Tensor positive(const Tensor &self) {
  if (self.dtype() == TSRT_B8)
    return bail("The `+` operator, on a bool tensor is not supported.");
  return self;
}
/// Conjugate transpose of the last two dimensions.
Tensor adjoint(const Tensor &self) {
  if (self.dim() == 0)
    return conjugate(self);
  if (self.dim() < 2)
    return bail("tensor.adjoint() is only supported on matrices or batches of "
                "matrices. Got %lld-D tensor.",
                LL(self.dim()));
  return conjugate(transpose(self, -2, -1));
}
Tensor matrixH(const Tensor &self) {
  if (self.dim() != 2 && self.dim() != 0)
    return bail("tensor.H is only supported on matrices (2-D tensors). Got "
                "%lld-D tensor.",
                LL(self.dim()));
  return self.dim() == 0 ? conjugate(self) : conjugate(transpose(self, 0, 1));
}
Tensor chalf(const Tensor &self, Ignored) { return toDType(self, TSRT_C32); }

Tensor nanToNum(const Tensor &self, std::optional<double> nan,
                std::optional<double> posinf, std::optional<double> neginf) {
  static constexpr Loops replace =
      loops<1, realTypes>("nan_to_num", [](auto x, auto *p) {
        if (isNan(x))
          return p[0];
        if (isInfinite(x))
          return x > 0 ? p[1] : p[2];
        return x;
      });
  if (self.isIntegral())
    return cloneOf(self);
  if (self.isComplex()) {
    Tensor parts = nanToNum(contiguous(viewAsReal(self)), nan, posinf, neginf);
    return viewAsComplex(parts);
  }
  double largest = self.dtype() == TSRT_F64   ? 1.7976931348623157e308
                   : self.dtype() == TSRT_F16 ? 65504
                   : self.dtype() == TSRT_F32 ? 3.4028234663852886e38
                                              : 3.3895313892515355e38;
  return pointwise(
      replace, {self}, self.dtype(), self.dtype(),
      {nan.value_or(0), posinf.value_or(largest), neginf.value_or(-largest)});
}

#define UNARY(id) TSRT_OP_IE(#id, unary<id##Rule>)
#define ALIAS(name, id) TSRT_OP_IE(name, unary<id##Rule>)

const KernelEntry entries[] = {
    UNARY(acos),
    UNARY(acosh),
    UNARY(asin),
    UNARY(asinh),
    UNARY(atan),
    UNARY(atanh),
    UNARY(cos),
    UNARY(cosh),
    UNARY(sin),
    UNARY(sinh),
    UNARY(tan),
    UNARY(tanh),
    UNARY(exp),
    UNARY(expm1),
    UNARY(exp2),
    UNARY(log),
    UNARY(log10),
    UNARY(log1p),
    UNARY(log2),
    UNARY(sqrt),
    UNARY(rsqrt),
    UNARY(reciprocal),
    UNARY(sigmoid),
    UNARY(erf),
    UNARY(erfc),
    UNARY(lgamma),
    UNARY(sinc),
    UNARY(deg2rad),
    UNARY(rad2deg),
    UNARY(abs),
    UNARY(floor),
    UNARY(ceil),
    UNARY(trunc),
    UNARY(round),
    UNARY(frac),
    UNARY(sign),
    UNARY(sgn),
    UNARY(logical_not),
    ALIAS("arccos", acos),
    ALIAS("arccosh", acosh),
    ALIAS("arcsin", asin),
    ALIAS("arcsinh", asinh),
    ALIAS("arctan", atan),
    ALIAS("arctanh", atanh),
    ALIAS("absolute", abs),
    ALIAS("fix", trunc),
    ALIAS("conj_physical", conj),
    ALIAS("special_expm1", expm1),
    ALIAS("special_exp2", exp2),
    ALIAS("special_log1p", log1p),
    ALIAS("special_expit", sigmoid),
    ALIAS("special_erf", erf),
    ALIAS("special_erfc", erfc),
    ALIAS("special_gammaln", lgamma),
    ALIAS("special_sinc", sinc),
    TSRT_OP_E("angle", unary<angleRule>),
    TSRT_OP("isnan", unary<isnanRule>),
    TSRT_OP("isinf", unary<isinfRule>),
    TSRT_OP("isfinite", unary<isfiniteRule>),
    TSRT_OP_E("isposinf", unary<isposinfRule>),
    TSRT_OP_E("isneginf", unary<isneginfRule>),
    TSRT_OP("isreal", unary<isrealRule>),
    TSRT_OP_E("signbit", unary<signbitRule>),
    {"prim::abs", op<unary<absRule>>},
    TSRT_OP_IE("neg", neg),
    TSRT_OP_IE("negative", neg),
    TSRT_OP_IE("bitwise_not", bitwiseNot),
    TSRT_OP_IE("square", square),
    {"aten::round.decimals", op<roundDecimals>},
    {"aten::round_.decimals", inPlace<roundDecimals>},
    {"aten::round.decimals_out", outOf<roundDecimals, Sharing::Same>},
    {"aten::special_round", op<roundDecimals>},
    TSRT_OP("real", realPart),
    TSRT_OP("imag", imagPart),
    TSRT_OP("conj", conjugate),
    TSRT_OP("_conj", conjugate),
    TSRT_OP("_conj_physical", conjugate),
    TSRT_OP("resolve_conj", identity),
    TSRT_OP("resolve_neg", identity),
    TSRT_OP("positive", positive),
    TSRT_OP("adjoint", adjoint),
    TSRT_OP("mH", adjoint),
    TSRT_OP("matrix_H", matrixH),
    TSRT_OP("H", matrixH),
    TSRT_OP("chalf", chalf),
    TSRT_OP_IE("nan_to_num", nanToNum),
};
const KernelTable table(entries);

} // namespace

Tensor tsrt::exponentialOf(Input x) { return unary<expRule>(x); }
Tensor tsrt::logarithmOf(Input x) { return unary<logRule>(x); }
Tensor tsrt::magnitudeOf(Input x) { return unary<absRule>(x); }

// What compiled kernels call.
TSRT_EXPORT_REAL(erfc)
TSRT_EXPORT_REAL(lgamma)
TSRT_EXPORT_COMPLEX(acos)
TSRT_EXPORT_COMPLEX(acosh)
TSRT_EXPORT_COMPLEX(asin)
TSRT_EXPORT_COMPLEX(asinh)
TSRT_EXPORT_COMPLEX(atan)
TSRT_EXPORT_COMPLEX(atanh)
TSRT_EXPORT_COMPLEX(cos)
TSRT_EXPORT_COMPLEX(cosh)
TSRT_EXPORT_COMPLEX(sin)
TSRT_EXPORT_COMPLEX(sinh)
TSRT_EXPORT_COMPLEX(tan)
TSRT_EXPORT_COMPLEX(tanh)
TSRT_EXPORT_COMPLEX(exp)
TSRT_EXPORT_COMPLEX(expm1)
TSRT_EXPORT_COMPLEX(log)
TSRT_EXPORT_COMPLEX(log10)
TSRT_EXPORT_COMPLEX(log1p)
TSRT_EXPORT_COMPLEX(log2)
TSRT_EXPORT_COMPLEX(sqrt)
TSRT_EXPORT_COMPLEX(rsqrt)
TSRT_EXPORT_COMPLEX(reciprocal)
TSRT_EXPORT_COMPLEX(sigmoid)
TSRT_EXPORT_COMPLEX(sinc)
TSRT_EXPORT_COMPLEX(angle)
TSRT_EXPORT_COMPLEX(abs)
TSRT_EXPORT_COMPLEX(sgn)
