//===- MathModule.cpp - The module math -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Natives.h"

#include <cmath>

using namespace torchscript;
using namespace torchscript::evaluate;

[[noreturn]] static void failDomain(Interpreter &in) {
  in.raiseValueError("math domain error");
}

/// A function of one float: inf and nan where C has them are errors in Python.
template <double (*function)(double)>
static Value ofOne(Interpreter &in, Bound &a) {
  double x = in.toFloat(a[0]), result = function(x);
  if (std::isnan(result) && !std::isnan(x))
    failDomain(in);
  if (std::isinf(result) && std::isfinite(x))
    in.raise(in.types.OverflowError, "math range error");
  return in.makeFloat(result);
}

/// Like ofOne; a pole is outside the domain.
template <double (*function)(double)>
static Value ofOneWithPole(Interpreter &in, Bound &a) {
  double x = in.toFloat(a[0]), result = function(x);
  if ((std::isnan(result) && !std::isnan(x)) ||
      (std::isinf(result) && std::isfinite(x)))
    failDomain(in);
  return in.makeFloat(result);
}

/// The logarithm of a number of any size.
static double logOf(Interpreter &in, const Value &value,
                    double (*function)(double), double ofTwo) {
  if (in.isInt(value)) {
    BigView view(value);
    if (mpz_sgn(view.get()) <= 0)
      failDomain(in);
    long exponent;
    double mantissa = mpz_get_d_2exp(&exponent, view.get());
    if (exponent > 1000)
      return function(mantissa) + double(exponent) * ofTwo;
  }
  double x = in.toFloat(value);
  if (x <= 0)
    failDomain(in);
  return function(x);
}

static Value logarithm(Interpreter &in, Bound &a) {
  double result = logOf(in, a[0], std::log, M_LN2);
  if (a.has(1)) {
    double base = logOf(in, a[1], std::log, M_LN2);
    if (base == 0)
      in.raise(in.types.ZeroDivisionError, "float division by zero");
    result /= base;
  }
  return in.makeFloat(result);
}
static Value logarithm2(Interpreter &in, Bound &a) {
  return in.makeFloat(logOf(in, a[0], std::log2, 1));
}
static Value logarithm10(Interpreter &in, Bound &a) {
  return in.makeFloat(logOf(in, a[0], std::log10, std::log10(2)));
}

static Value roundWith(Interpreter &in, Bound &a, StrObject *name,
                       double (*function)(double)) {
  if (auto *number = a[0].dyn<FloatObject>())
    return truncateFloat(in, function(number->number));
  if (Value method = in.findSpecial(a[0], name))
    return in.call(method, {});
  return truncateFloat(in, function(in.toFloat(a[0])));
}
static Value floorOf(Interpreter &in, Bound &a) {
  return roundWith(in, a, in.names.floor_, std::floor);
}
static Value ceilOf(Interpreter &in, Bound &a) {
  return roundWith(in, a, in.names.ceil_, std::ceil);
}
static Value truncOf(Interpreter &in, Bound &a) {
  return roundWith(in, a, in.names.trunc_, std::trunc);
}

static Value power(Interpreter &in, Bound &a) {
  double x = in.toFloat(a[0]), y = in.toFloat(a[1]), result = std::pow(x, y);
  bool finite = std::isfinite(x) && std::isfinite(y);
  if (finite && (std::isnan(result) || (x == 0 && y < 0)))
    failDomain(in);
  if (finite && std::isinf(result))
    in.raise(in.types.OverflowError, "math range error");
  return in.makeFloat(result);
}
static Value arcTangent2(Interpreter &in, Bound &a) {
  return in.makeFloat(std::atan2(in.toFloat(a[0]), in.toFloat(a[1])));
}
static Value copySign(Interpreter &in, Bound &a) {
  return in.makeFloat(std::copysign(in.toFloat(a[0]), in.toFloat(a[1])));
}
static Value floatMod(Interpreter &in, Bound &a) {
  double x = in.toFloat(a[0]), y = in.toFloat(a[1]), result = std::fmod(x, y);
  if (std::isnan(result) && !std::isnan(x) && !std::isnan(y))
    failDomain(in);
  return in.makeFloat(result);
}
static Value remainderOf(Interpreter &in, Bound &a) {
  return in.makeFloat(std::remainder(in.toFloat(a[0]), in.toFloat(a[1])));
}
static Value hypotenuse(Interpreter &in, Bound &a) {
  double total = 0;
  for (const Value &part : a.rest)
    total = std::hypot(total, in.toFloat(part));
  return in.makeFloat(total);
}
static Value distance(Interpreter &in, Bound &a) {
  ValueVector p = in.unpack(a[0]), q = in.unpack(a[1]);
  if (p.size() != q.size())
    in.raiseValueError("both points must have the same number of dimensions");
  double total = 0;
  for (size_t i = 0; i < p.size(); ++i)
    total = std::hypot(total, in.toFloat(p[i]) - in.toFloat(q[i]));
  return in.makeFloat(total);
}
static Value absoluteFloat(Interpreter &in, Bound &a) {
  return in.makeFloat(std::abs(in.toFloat(a[0])));
}
static Value degrees(Interpreter &in, Bound &a) {
  return in.makeFloat(in.toFloat(a[0]) * (180.0 / M_PI));
}
static Value radians(Interpreter &in, Bound &a) {
  return in.makeFloat(in.toFloat(a[0]) * (M_PI / 180.0));
}
static Value isNan(Interpreter &in, Bound &a) {
  return Value::boolean(std::isnan(in.toFloat(a[0])));
}
static Value isInfinite(Interpreter &in, Bound &a) {
  return Value::boolean(std::isinf(in.toFloat(a[0])));
}
static Value isFinite(Interpreter &in, Bound &a) {
  return Value::boolean(std::isfinite(in.toFloat(a[0])));
}

static Value isClose(Interpreter &in, Bound &a) {
  double x = in.toFloat(a[0]), y = in.toFloat(a[1]);
  double relative = a.has(2) ? in.toFloat(a[2]) : 1e-9;
  double absolute = a.has(3) ? in.toFloat(a[3]) : 0;
  if (x == y)
    return Value::boolean(true);
  if (std::isinf(x) || std::isinf(y))
    return Value::boolean(false);
  double difference = std::abs(x - y);
  return Value::boolean(difference <= relative * std::abs(x) ||
                        difference <= relative * std::abs(y) ||
                        difference <= absolute);
}

static Value fraction(Interpreter &in, Bound &a) {
  int exponent = 0;
  double mantissa = std::frexp(in.toFloat(a[0]), &exponent);
  return in.makeTuple({in.makeFloat(mantissa), in.makeInt(exponent)});
}
static Value loadExponent(Interpreter &in, Bound &a) {
  int64_t exponent =
      std::clamp<int64_t>(in.toIndexClamped(a[1]), -100000, 100000);
  return in.makeFloat(std::ldexp(in.toFloat(a[0]), int(exponent)));
}
static Value modf(Interpreter &in, Bound &a) {
  double whole, part = std::modf(in.toFloat(a[0]), &whole);
  return in.makeTuple({in.makeFloat(part), in.makeFloat(whole)});
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

namespace {
struct Big {
  mpz_t number;
  Big() { mpz_init(number); }
  ~Big() { mpz_clear(number); }
};
} // namespace

static Value toInt(Interpreter &in, const Value &value) {
  if (in.isInt(value))
    return value;
  return in.makeInt(in.toIndex(value));
}

template <void (*operation)(mpz_ptr, mpz_srcptr, mpz_srcptr)>
static Value combineAll(Interpreter &in, Bound &a, int64_t start) {
  Big result;
  mpz_set_si(result.number, start);
  for (const Value &value : a.rest) {
    Value number = toInt(in, value);
    operation(result.number, result.number, BigView(number).get());
  }
  return in.makeBig(result.number);
}
static Value greatestDivisor(Interpreter &in, Bound &a) {
  return combineAll<mpz_gcd>(in, a, 0);
}
static Value leastMultiple(Interpreter &in, Bound &a) {
  return combineAll<mpz_lcm>(in, a, 1);
}

/// An argument that a loop runs up to.
static unsigned long toCount(Interpreter &in, const Value &value,
                             const char *name) {
  int64_t count = in.toIndex(value);
  if (count < 0)
    in.raiseValueError(llvm::Twine(name) +
                       "() not defined for negative values");
  if (count > 200000)
    in.raise(in.types.OverflowError,
             llvm::Twine(name) + "() argument is too large");
  return (unsigned long)count;
}

static Value factorial(Interpreter &in, Bound &a) {
  Big result;
  mpz_fac_ui(result.number, toCount(in, a[0], "factorial"));
  return in.makeBig(result.number);
}
static Value combinations(Interpreter &in, Bound &a) {
  Big result;
  Value n = toInt(in, a[0]);
  if (mpz_sgn(BigView(n).get()) < 0)
    in.raiseValueError("n must be a non-negative integer");
  mpz_bin_ui(result.number, BigView(n).get(), toCount(in, a[1], "comb"));
  return in.makeBig(result.number);
}
static Value permutations(Interpreter &in, Bound &a) {
  unsigned long n = toCount(in, a[0], "perm");
  unsigned long k = a.has(1) && !a[1].isNone() ? toCount(in, a[1], "perm") : n;
  Big result;
  mpz_set_ui(result.number, k > n ? 0 : 1);
  for (unsigned long i = 0; i < k && k <= n; ++i)
    mpz_mul_ui(result.number, result.number, n - i);
  return in.makeBig(result.number);
}
static Value integerRoot(Interpreter &in, Bound &a) {
  Value number = toInt(in, a[0]);
  BigView view(number);
  if (mpz_sgn(view.get()) < 0)
    in.raiseValueError("isqrt() argument must be nonnegative");
  Big result;
  mpz_sqrt(result.number, view.get());
  return in.makeBig(result.number);
}

static Value product(Interpreter &in, Bound &a) {
  Value total = a.has(1) ? a[1] : in.makeInt(1);
  in.forEach(a[0], [&](const Value &item) {
    total = in.binary(Operation::Mult, total, item);
    return true;
  });
  return total;
}

/// A sum of floats without errors of rounding (Shewchuk).
static Value exactSum(Interpreter &in, Bound &a) {
  std::vector<double> parts;
  in.forEach(a[0], [&](const Value &item) {
    double x = in.toFloat(item);
    size_t kept = 0;
    for (double y : parts) {
      if (std::abs(x) < std::abs(y))
        std::swap(x, y);
      double high = x + y, low = y - (high - x);
      if (low != 0)
        parts[kept++] = low;
      x = high;
    }
    parts.resize(kept);
    parts.push_back(x);
    return true;
  });
  double total = 0;
  size_t n = parts.size();
  if (n)
    total = parts[--n];
  double low = 0;
  while (n > 0) {
    double x = total, y = parts[--n];
    total = x + y;
    low = y - (total - x);
    if (low != 0)
      break;
  }
  if (n > 0 && ((low < 0 && parts[n - 1] < 0) || (low > 0 && parts[n - 1] > 0))) {
    double y = low * 2, x = total + y;
    if (y == x - total)
      total = x;
  }
  return in.makeFloat(total);
}

static Value nextAfter(Interpreter &in, Bound &a) {
  return in.makeFloat(std::nextafter(in.toFloat(a[0]), in.toFloat(a[1])));
}

/// The distance to the next float away from zero.
static Value unitInLastPlace(Interpreter &in, Bound &a) {
  double x = std::abs(in.toFloat(a[0]));
  if (!std::isfinite(x))
    return in.makeFloat(x);
  double next = std::nextafter(x, HUGE_VAL);
  return in.makeFloat(std::isinf(next) ? x - std::nextafter(x, 0) : next - x);
}

static const NativeDefinition functions[] = {
    {"nextafter", "x, y, /", nextAfter},
    {"ulp", "x, /", unitInLastPlace},
    {"sqrt", "x, /", ofOne<std::sqrt>},
    {"exp", "x, /", ofOne<std::exp>},
    {"expm1", "x, /", ofOne<std::expm1>},
    {"log", "x, base?, /", logarithm},
    {"log2", "x, /", logarithm2},
    {"log10", "x, /", logarithm10},
    {"log1p", "x, /", ofOneWithPole<std::log1p>},
    {"sin", "x, /", ofOne<std::sin>},
    {"cos", "x, /", ofOne<std::cos>},
    {"tan", "x, /", ofOne<std::tan>},
    {"asin", "x, /", ofOne<std::asin>},
    {"acos", "x, /", ofOne<std::acos>},
    {"atan", "x, /", ofOne<std::atan>},
    {"sinh", "x, /", ofOne<std::sinh>},
    {"cosh", "x, /", ofOne<std::cosh>},
    {"tanh", "x, /", ofOne<std::tanh>},
    {"asinh", "x, /", ofOne<std::asinh>},
    {"acosh", "x, /", ofOne<std::acosh>},
    {"atanh", "x, /", ofOneWithPole<std::atanh>},
    {"erf", "x, /", ofOne<std::erf>},
    {"erfc", "x, /", ofOne<std::erfc>},
    {"gamma", "x, /", ofOneWithPole<std::tgamma>},
    {"lgamma", "x, /", ofOneWithPole<std::lgamma>},
    {"cbrt", "x, /", ofOne<std::cbrt>},
    {"exp2", "x, /", ofOne<std::exp2>},
    {"floor", "x, /", floorOf},
    {"ceil", "x, /", ceilOf},
    {"trunc", "x, /", truncOf},
    {"pow", "x, y, /", power},
    {"atan2", "y, x, /", arcTangent2},
    {"copysign", "x, y, /", copySign},
    {"fmod", "x, y, /", floatMod},
    {"remainder", "x, y, /", remainderOf},
    {"hypot", "*rest", hypotenuse},
    {"dist", "p, q, /", distance},
    {"fabs", "x, /", absoluteFloat},
    {"degrees", "x, /", degrees},
    {"radians", "x, /", radians},
    {"isnan", "x, /", isNan},
    {"isinf", "x, /", isInfinite},
    {"isfinite", "x, /", isFinite},
    {"isclose", "a, b, *, rel_tol?, abs_tol?", isClose},
    {"frexp", "x, /", fraction},
    {"ldexp", "x, i, /", loadExponent},
    {"modf", "x, /", modf},
    {"gcd", "*rest", greatestDivisor},
    {"lcm", "*rest", leastMultiple},
    {"factorial", "n, /", factorial},
    {"comb", "n, k, /", combinations},
    {"perm", "n, k?, /", permutations},
    {"isqrt", "n, /", integerRoot},
    {"prod", "iterable, /, *, start?", product},
    {"fsum", "seq, /", exactSum},
};

void evaluate::addMathModule(Interpreter &in, ModuleObject *module) {
  in.addFunctions(module, functions);
  auto add = [&](const char *name, double value) {
    module->attrs->set(in.intern(name), in.makeFloat(value));
  };
  add("pi", M_PI);
  add("e", M_E);
  add("tau", 2 * M_PI);
  add("inf", HUGE_VAL);
  add("nan", NAN);
}
