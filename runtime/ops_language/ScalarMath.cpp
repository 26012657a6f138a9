//===- ScalarMath.cpp - The functions of math and cmath -------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elementary functions of one scalar, and the integer functions of math.
//
//===----------------------------------------------------------------------===//

#include "core/Kernel.h"
#include "ops_language/Numbers.h"

#include <numeric>

using namespace tsrt;

namespace {

constexpr double kPi = 3.14159265358979323846;

// One struct per function: `real` on floats (ints convert), `cplx` on complex.
#define TSRT_REAL_FUNCTION(Name, expression)                                   \
  struct Name {                                                                \
    static double real(double x) { return expression; }                        \
  };
#define TSRT_COMPLEX_FUNCTION(Name, function)                                  \
  struct Name {                                                                \
    static double real(double x) { return std::function(x); }                  \
    static Complex cplx(Complex x) { return std::function(x); }                \
  };
TSRT_COMPLEX_FUNCTION(Acos, acos)
TSRT_COMPLEX_FUNCTION(Acosh, acosh)
TSRT_COMPLEX_FUNCTION(Asin, asin)
TSRT_COMPLEX_FUNCTION(Asinh, asinh)
TSRT_COMPLEX_FUNCTION(Atan, atan)
TSRT_COMPLEX_FUNCTION(Atanh, atanh)
TSRT_COMPLEX_FUNCTION(Cos, cos)
TSRT_COMPLEX_FUNCTION(Cosh, cosh)
TSRT_COMPLEX_FUNCTION(Exp, exp)
TSRT_COMPLEX_FUNCTION(Log, log)
TSRT_COMPLEX_FUNCTION(Log10, log10)
TSRT_COMPLEX_FUNCTION(Sin, sin)
TSRT_COMPLEX_FUNCTION(Sinh, sinh)
TSRT_COMPLEX_FUNCTION(Sqrt, sqrt)
TSRT_COMPLEX_FUNCTION(Tan, tan)
TSRT_COMPLEX_FUNCTION(Tanh, tanh)
TSRT_REAL_FUNCTION(Degrees, x * 180.0 / kPi)
TSRT_REAL_FUNCTION(Erf, std::erf(x))
TSRT_REAL_FUNCTION(Erfc, std::erfc(x))
TSRT_REAL_FUNCTION(Expm1, std::expm1(x))
TSRT_REAL_FUNCTION(Fabs, std::fabs(x))
TSRT_REAL_FUNCTION(Gamma, std::tgamma(x))
TSRT_REAL_FUNCTION(Lgamma, std::lgamma(x))
TSRT_REAL_FUNCTION(Log1p, std::log1p(x))
TSRT_REAL_FUNCTION(Radians, x *kPi / 180.0)
TSRT_REAL_FUNCTION(Round, std::nearbyint(x))

template <class F>
double onFloat(double x) {
  return F::real(x);
}
template <class F>
Complex onComplex(Complex x) {
  return F::cplx(x);
}
template <class F>
Scalar onNumber(Scalar x) {
  if (x.isComplex())
    return F::cplx(x.toComplex());
  return F::real(x.toDouble());
}
template <class F>
Result<Scalar> onRealNumber(Scalar x) {
  if (x.isComplex())
    return fail("this function does not take complex numbers");
  return Scalar(F::real(x.toDouble()));
}

/// log(x, base).
double logBaseFloats(double x, double base) {
  return std::log(x) / std::log(base);
}
Complex logBaseComplex(Complex x, Complex base) {
  return divide(std::log(x), std::log(base));
}
Scalar logBaseNumbers(Scalar x, Scalar base) {
  if (x.isComplex() || base.isComplex())
    return logBaseComplex(x.toComplex(), base.toComplex());
  return logBaseFloats(x.toDouble(), base.toDouble());
}

/// cmath.phase: pi for negative reals.
double phase(double x) {
  return std::isnan(x) ? x : (std::signbit(x) && x != 0 ? kPi : 0.0);
}
double phaseComplex(Complex x) { return std::atan2(x.imag(), x.real()); }
Scalar phaseNumber(Scalar x) {
  return x.isComplex() ? phaseComplex(x.toComplex()) : phase(x.toDouble());
}

/// cmath.rect.
Complex polar(double radius, double angle) {
  return {radius * std::cos(angle), radius * std::sin(angle)};
}
Result<Scalar> polarNumbers(Scalar radius, Scalar angle) {
  if (radius.isComplex() || angle.isComplex())
    return fail("polar coordinates are real numbers");
  return Scalar(polar(radius.toDouble(), angle.toDouble()));
}

/// math.floor and math.ceil give ints; a number keeps its int.
template <double round(double)>
Result<int64_t> toIntBy(double x) {
  constexpr double limit = 9223372036854775808.0; // 2^63
  double rounded = round(x);
  if (!(rounded >= -limit && rounded <= limit))
    return cannotConvertToInt(rounded);
  return doubleToInt(rounded);
}
template <double round(double)>
Result<Scalar> numberToIntBy(Scalar x) {
  if (x.isComplex())
    return fail("this function does not take complex numbers");
  if (x.isIntegral())
    return Scalar(x.i);
  TSRT_ASSIGN(rounded, toIntBy<round>(x.re));
  return Scalar(rounded);
}
double floorOf(double x) { return std::floor(x); }
double ceilOf(double x) { return std::ceil(x); }

Result<int64_t> factorial(int64_t n) {
  if (n < 0)
    return fail("factorial() not defined for negative values");
  int64_t result = 1;
  // From 66! on, 2^64 divides the product.
  for (int64_t i = 2; i <= n && result != 0; ++i)
    result = wrapMul(result, i);
  return result;
}

int64_t gcd(int64_t a, int64_t b) {
  uint64_t x = a < 0 ? 0 - uint64_t(a) : uint64_t(a);
  uint64_t y = b < 0 ? 0 - uint64_t(b) : uint64_t(b);
  return int64_t(std::gcd(x, y));
}

std::tuple<double, int64_t> frexpOf(double x) {
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);
  return {mantissa, exponent};
}
std::tuple<double, double> modfOf(double x) {
  double whole = 0;
  double fraction = std::modf(x, &whole);
  return {fraction, whole};
}
double ldexpOf(double x, int64_t exponent) {
  constexpr int64_t limit = 100000; // far beyond the range of double
  return std::ldexp(x, int(std::max(-limit, std::min(limit, exponent))));
}

bool isComplexNan(Complex x) {
  return std::isnan(x.real()) || std::isnan(x.imag());
}
bool isComplexInf(Complex x) {
  return std::isinf(x.real()) || std::isinf(x.imag());
}
bool isComplexFinite(Complex x) {
  return std::isfinite(x.real()) && std::isfinite(x.imag());
}

#define TSRT_REAL(name, F)                                                     \
  {name ".int", kernel<onFloat<F>>}, {name ".float", kernel<onFloat<F>>}, {    \
    name ".Scalar", kernel<onRealNumber<F>>                                    \
  }
#define TSRT_BOTH(name, F)                                                     \
  {name ".int", kernel<onFloat<F>>}, {name ".float", kernel<onFloat<F>>},      \
      {name ".complex", kernel<onComplex<F>>}, {                               \
    name ".Scalar", kernel<onNumber<F>>                                        \
  }

const KernelEntry entries[] = {
    TSRT_BOTH("aten::acos", Acos),
    TSRT_BOTH("aten::acosh", Acosh),
    TSRT_BOTH("aten::asin", Asin),
    TSRT_BOTH("aten::asinh", Asinh),
    TSRT_BOTH("aten::atan", Atan),
    TSRT_BOTH("aten::atanh", Atanh),
    TSRT_BOTH("aten::cos", Cos),
    TSRT_BOTH("aten::cosh", Cosh),
    TSRT_BOTH("aten::exp", Exp),
    TSRT_BOTH("aten::log", Log),
    TSRT_BOTH("aten::log10", Log10),
    TSRT_BOTH("aten::sin", Sin),
    TSRT_BOTH("aten::sinh", Sinh),
    TSRT_BOTH("aten::sqrt", Sqrt),
    TSRT_BOTH("aten::tan", Tan),
    TSRT_BOTH("aten::tanh", Tanh),
    TSRT_REAL("aten::degrees", Degrees),
    TSRT_REAL("aten::erf", Erf),
    TSRT_REAL("aten::erfc", Erfc),
    TSRT_REAL("aten::expm1", Expm1),
    TSRT_REAL("aten::fabs", Fabs),
    TSRT_REAL("aten::gamma", Gamma),
    TSRT_REAL("aten::lgamma", Lgamma),
    TSRT_REAL("aten::log1p", Log1p),
    TSRT_REAL("aten::radians", Radians),
    TSRT_REAL("aten::round", Round),
    {"aten::log.int_int", kernel<logBaseFloats>},
    {"aten::log.float_float", kernel<logBaseFloats>},
    {"aten::log.int_float", kernel<logBaseFloats>},
    {"aten::log.float_int", kernel<logBaseFloats>},
    {"aten::log.complex_complex", kernel<logBaseComplex>},
    {"aten::log.int_complex", kernel<logBaseComplex>},
    {"aten::log.complex_int", kernel<logBaseComplex>},
    {"aten::log.float_complex", kernel<logBaseComplex>},
    {"aten::log.complex_float", kernel<logBaseComplex>},
    {"aten::log.Scalar_Scalar", kernel<logBaseNumbers>},
    {"aten::angle.int", kernel<phase>},
    {"aten::angle.float", kernel<phase>},
    {"aten::angle.complex", kernel<phaseComplex>},
    {"aten::angle.Scalar", kernel<phaseNumber>},
    {"aten::polar.int", kernel<polar>},
    {"aten::polar.float", kernel<polar>},
    {"aten::polar.int_float", kernel<polar>},
    {"aten::polar.float_int", kernel<polar>},
    {"aten::polar.Scalar_Scalar", kernel<polarNumbers>},
    {"aten::floor.int", fn([](int64_t x) { return x; })},
    {"aten::floor.float", kernel<toIntBy<floorOf>>},
    {"aten::floor.Scalar", kernel<numberToIntBy<floorOf>>},
    {"aten::ceil.int", fn([](int64_t x) { return x; })},
    {"aten::ceil.float", kernel<toIntBy<ceilOf>>},
    {"aten::ceil.Scalar", kernel<numberToIntBy<ceilOf>>},
    {"aten::factorial.int", kernel<factorial>},
    {"aten::gcd.int", kernel<gcd>},
    {"aten::frexp", kernel<frexpOf>},
    {"aten::modf", kernel<modfOf>},
    {"aten::ldexp", kernel<ldexpOf>},
    {"aten::isnan.float", fn([](double x) { return std::isnan(x); })},
    {"aten::isinf.float", fn([](double x) { return std::isinf(x); })},
    {"aten::isfinite.float", fn([](double x) { return std::isfinite(x); })},
    {"aten::isnan.complex", kernel<isComplexNan>},
    {"aten::isinf.complex", kernel<isComplexInf>},
    {"aten::isfinite.complex", kernel<isComplexFinite>},
};
const KernelTable table(entries);

} // namespace
