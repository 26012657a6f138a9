//===- SpecialMath.cpp - Special functions of real numbers ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/SpecialMath.h"

#include <cmath>
#include <initializer_list>
#include <limits>

using namespace tsrt;

static constexpr double inf = std::numeric_limits<double>::infinity();

/// B_2k / (2k)! for k = 1..., the coefficients of Euler-Maclaurin summation.
static const double eulerMaclaurin[] = {
    8.3333333333333333e-2,   -1.3888888888888889e-3,  3.3068783068783069e-5,
    -8.2671957671957672e-7,  2.0876756987868099e-8,   -5.2841901386874932e-10,
    1.3382536530684679e-11,  -3.3896802963225829e-13, 8.5860620562778446e-15,
    -2.1748686985580619e-16, 5.5090028283602295e-18,  -1.3954464685812523e-19};

double special::digamma(double x) {
  if (x == 0)
    return std::copysign(inf, -x);
  if (x < 0) {
    double whole;
    if (std::modf(x, &whole) == 0)
      return NAN;
    double fraction = x - std::floor(x); // reflection, 6.3.7
    return digamma(1 - x) - M_PI / std::tan(M_PI * fraction);
  }
  double shift = 0;
  for (; x < 12; ++x)
    shift += 1 / x;
  double z = 1 / (x * x); // 6.3.18
  double series =
      z * (1.0 / 12 -
           z * (1.0 / 120 -
                z * (1.0 / 252 -
                     z * (1.0 / 240 - z * (1.0 / 132 - z * 691.0 / 32760)))));
  return std::log(x) - 0.5 / x - series - shift;
}

double special::zeta(double x, double q) {
  if (x == 1)
    return inf;
  if (x < 1)
    return NAN;
  if (q <= 0) {
    if (q == std::floor(q))
      return inf;
    if (x != std::floor(x))
      return NAN;
  }
  double s = 0, a = q, power = 0;
  for (int i = 0; i < 12 || a <= 9; ++i, a += 1) {
    power = std::pow(a, -x);
    s += power;
    if (std::fabs(power) < 1e-17 * std::fabs(s))
      return s;
  }
  power = std::pow(a, -x);
  s += a * power / (x - 1) + 0.5 * power;
  // The rising product x (x + 1) ... apart from the power: PyTorch's zeta of
  // very large numbers is NaN, 0 times infinity.
  double rising = x;
  for (int k = 0; k < 12; ++k) {
    power /= a;
    s += eulerMaclaurin[k] * rising * power;
    rising *= (x + 2 * k + 1) * (x + 2 * k + 2);
    power /= a;
  }
  return s;
}

double special::polygamma(int n, double x) {
  double factorial = std::tgamma(double(n) + 1);
  return (n % 2 ? factorial : -factorial) * zeta(double(n) + 1, x);
}

/// A rational approximation and two steps of Newton's method; the products of
/// the polynomials are fused, as in PyTorch's kernel.
template <class T>
static T inverseErf(T y) {
  auto evaluate = [](std::initializer_list<double> coefficients, T z) {
    T value = 0;
    for (double c : coefficients)
      value = std::fma(value, z, T(c));
    return value;
  };
  T size = std::fabs(y);
  if (std::isnan(y) || size > 1)
    return NAN;
  if (size == 1)
    return std::copysign(T(inf), y);
  T x;
  if (size <= T(0.7)) {
    T z = y * y;
    x = y *
        evaluate({-0.140543331, 0.914624893, -1.645349621, 0.886226899}, z) /
        evaluate({0.012229801, -0.329097515, 1.442710462, -2.118377725, 1}, z);
  } else {
    T z = std::sqrt(-std::log((1 - size) / 2));
    T top = evaluate({1.641345311, 3.429567803, -1.624906493, -1.970840454}, z);
    x = std::copysign(top, y) / evaluate({1.637067800, 3.543889200, 1}, z);
  }
  T slope = T(2) / T(std::sqrt(M_PI));
  for (int i = 0; i < 2; ++i)
    x = x - (std::erf(x) - y) / (slope * std::exp(-x * x));
  return x;
}
double special::erfinv(double y) { return inverseErf(y); }
float special::erfinv(float y) { return inverseErf(y); }

/// The inverse of erf to the last digits.
static double refinedErfinv(double y) {
  if (std::fabs(y) > 1 || std::isnan(y))
    return NAN;
  if (std::fabs(y) == 1)
    return std::copysign(inf, y);
  if (y == 0)
    return y;
  // A start from the logarithmic approximation, then Newton-Halley steps.
  double w = std::log1p(-y * y), t = 2 / (M_PI * 0.147) + w / 2;
  double x = std::copysign(std::sqrt(std::sqrt(t * t - w / 0.147) - t), y);
  for (int i = 0; i < 4; ++i) {
    double error = std::fabs(y) > 0.5
                       ? std::copysign(1, y) *
                             ((1 - std::fabs(y)) - std::erfc(std::fabs(x)))
                       : std::erf(x) - y;
    double step = error / (M_2_SQRTPI * std::exp(-x * x));
    x -= step / (1 + x * step);
  }
  return x;
}

double special::ndtri(double p) {
  if (p < 0 || p > 1 || std::isnan(p))
    return NAN;
  if (p == 0 || p == 1)
    return p == 0 ? -inf : inf;
  if (p > 1e-3)
    return M_SQRT2 * refinedErfinv(2 * p - 1);
  // The far tail: Newton steps on log p.
  double target = std::log(p), x = -std::sqrt(-2 * target);
  for (int i = 0; i < 30; ++i) {
    double l = logNdtr(x);
    double slope = std::exp(-0.5 * x * x - l) / std::sqrt(2 * M_PI);
    double step = (l - target) / slope;
    x -= step;
    if (std::fabs(step) < 1e-15 * std::fabs(x))
      break;
  }
  return x;
}

double special::erfcx(double x) {
  if (x < 25)
    return x < -26.7 ? inf : std::exp(x * x) * std::erfc(x);
  double z = 1 / (2 * x * x), term = 1, sum = 1; // 7.1.23
  for (int k = 1; k < 8; ++k)
    sum += term *= -(2 * k - 1) * z;
  return sum / (x * std::sqrt(M_PI));
}

double special::logNdtr(double x) {
  double t = x * M_SQRT1_2;
  return x < -1 ? std::log(erfcx(-t) / 2) - t * t
                : std::log1p(-std::erfc(t) / 2);
}

/// x^a e^-x / Gamma(a).
static double gammaFactor(double a, double x) {
  return std::exp(a * std::log(x) - x - std::lgamma(a));
}
/// The power series of the lower function, 6.5.29.
static double lowerSeries(double a, double x) {
  double term = 1 / a, s = term;
  for (double n = a + 1; n < a + 5000 && term > s * 1e-17; ++n)
    s += term *= x / n;
  return s * gammaFactor(a, x);
}
/// The continued fraction of the upper function, 6.5.31.
static double upperFraction(double a, double x) {
  double b = x + 1 - a, c = 1e300, d = 1 / b, h = d;
  for (int i = 1; i < 5000; ++i) {
    double an = -i * (i - a);
    b += 2;
    d = 1 / (an * d + b);
    c = b + an / c;
    h *= d * c;
    if (std::fabs(d * c - 1) < 1e-16)
      break;
  }
  return h * gammaFactor(a, x);
}
/// Both functions for large a, by the uniform expansion of Temme (SIAM J. Math.
/// Anal. 10, 1979): Q = erfc(eta sqrt(a/2)) / 2 + R with eta^2 / 2 = mu -
/// log(1 + mu), mu = x/a - 1.
static double uniformGamma(double a, double x, bool upper) {
  double mu = (x - a) / a;
  if (std::fabs(mu) > 0.5)
    return (mu > 0) != upper;
  double eta, c0;
  if (std::fabs(mu) < 1e-2) {
    eta = mu *
          (1 - mu * (1.0 / 3 - mu * (7.0 / 36 - mu * (73.0 / 540 -
                                                      mu * (1331.0 / 12960)))));
    c0 = -1.0 / 3 +
         eta * (1.0 / 12 - eta * (2.0 / 135 - eta * (1.0 / 864 + eta / 2835)));
  } else {
    eta = std::copysign(std::sqrt(2 * (mu - std::log1p(mu))), mu);
    c0 = 1 / mu - 1 / eta;
  }
  double rest = std::exp(-a * eta * eta / 2) / std::sqrt(2 * M_PI * a) *
                (c0 - 1.0 / (540 * a));
  double tail = eta * std::sqrt(a / 2);
  return upper ? std::erfc(tail) / 2 + rest : std::erfc(-tail) / 2 - rest;
}

// The order in which PyTorch looks at the edges decides what NaN gives there.
double special::gammaLower(double a, double x) {
  if (x < 0 || a < 0)
    return NAN;
  if (a == 0)
    return x > 0 ? 1 : NAN;
  if (x == 0)
    return 0;
  if (std::isinf(a))
    return std::isinf(x) ? NAN : 0;
  if (std::isinf(x))
    return 1;
  if (std::isnan(a) || std::isnan(x))
    return NAN;
  if (a > 1e4)
    return uniformGamma(a, x, /*upper=*/false);
  return x < a + 1 ? lowerSeries(a, x) : 1 - upperFraction(a, x);
}
double special::gammaUpper(double a, double x) {
  if (x < 0 || a < 0)
    return NAN;
  if (a == 0)
    return x > 0 ? 0 : NAN;
  if (x == 0)
    return 1;
  if (std::isinf(a))
    return std::isinf(x) ? NAN : 1;
  if (std::isinf(x))
    return 0;
  if (std::isnan(a) || std::isnan(x))
    return NAN;
  if (a > 1e4)
    return uniformGamma(a, x, /*upper=*/true);
  return x < a + 1 ? 1 - lowerSeries(a, x) : upperFraction(a, x);
}

/// I_n(x) exp(-|x|) for n = 0 or 1 and x >= 0.
static double scaledI(int n, double x) {
  if (x < 30) { // 9.6.10
    double q = x * x / 4, term = n ? x / 2 : 1, s = term;
    for (int k = 1; k < 200 && term > s * 1e-17; ++k)
      s += term *= q / (double(k) * (k + n));
    return s * std::exp(-x);
  }
  double mu = 4.0 * n * n, term = 1, s = 1; // 9.7.1
  for (int k = 1; k < 30; ++k) {
    double next = -term * (mu - (2.0 * k - 1) * (2.0 * k - 1)) / (k * 8 * x);
    if (std::fabs(next) > std::fabs(term))
      break;
    s += term = next;
  }
  return s / std::sqrt(2 * M_PI * x);
}
double special::i0e(double x) { return scaledI(0, std::fabs(x)); }
double special::i1e(double x) {
  return std::copysign(scaledI(1, std::fabs(x)), x);
}

void special::besselAmplitudes(int n, double x, double &p, double &q) {
  double mu = 4.0 * n * n, term = 1;
  p = 1;
  q = 0;
  for (int k = 1; k < 40; ++k) {
    double odd = 2.0 * k - 1, next = term * (mu - odd * odd) / (k * 8 * x);
    if (std::fabs(next) >= std::fabs(term) || std::fabs(next) < 1e-18)
      break;
    term = next;
    (k % 2 ? q : p) += k % 4 < 2 ? term : -term;
  }
  double scale = std::sqrt(2 / (M_PI * x));
  p *= scale;
  q *= scale;
}

double special::besselJ(int n, double x) {
  if (std::isnan(x))
    return x;
  return std::isinf(x) ? NAN : ::jn(n, x);
}
double special::besselY(int n, double x) {
  if (std::isnan(x) || x < 0)
    return NAN;
  return x == 0 ? -inf : std::isinf(x) ? NAN : ::yn(n, x);
}
double special::besselKScaled(int n, double x) {
  if (std::isnan(x) || x < 0)
    return NAN;
  if (x == 0)
    return inf;
  if (std::isinf(x))
    return 0;
  if (x > 700) { // 9.7.2
    double mu = 4.0 * n * n, z = 1 / (8 * x);
    return std::sqrt(M_PI_2 / x) *
           (1 +
            (mu - 1) * z * (1 + (mu - 9) * z / 2 * (1 + (mu - 25) * z / 3)));
  }
  if (x < 2) { // 9.6.11, 9.6.13
    constexpr double euler = 0.57721566490153286061;
    double q = x * x / 4, l = std::log(x / 2);
    double term = 1, harmonic = 0, s0 = 0;
    double i0 = 0;
    for (int k = 0; k < 30; ++k) {
      if (k) {
        term *= q / (double(k) * k);
        harmonic += 1.0 / k;
      }
      i0 += term;
      s0 += term * harmonic;
    }
    double k0 = -(l + euler) * i0 + s0;
    if (n == 0)
      return k0 * std::exp(x);
    // K1 from the Wronskian I0 K1 + I1 K0 = 1/x.
    double i1 = scaledI(1, x) * std::exp(x);
    return (1 / x - i1 * k0) / i0 * std::exp(x);
  }
  // The integral of exp(-x (cosh t - 1)) cosh(n t): the trapezoidal rule
  // converges doubly exponentially.
  double h = 0.02, s = 0.5;
  for (int i = 1; i < 2000; ++i) {
    double t = i * h,
           term = std::exp(-x * (std::cosh(t) - 1)) * std::cosh(n * t);
    s += term;
    if (term < 1e-18)
      break;
  }
  return s * h;
}
double special::besselK(int n, double x) {
  return x > 0 ? besselKScaled(n, x) * std::exp(-x) : besselKScaled(n, x);
}

double special::airyAiNegative(double x, double z, double angle) {
  if (std::isinf(z))
    return NAN;
  double c = 1, p = 1, q = 0, power = 1; // 10.4.60
  for (int k = 1; k < 20; ++k) {
    double next = c * (6.0 * k - 5) * (6.0 * k - 3) * (6.0 * k - 1) /
                  (216.0 * k * (2.0 * k - 1));
    power /= z;
    if (std::fabs(next * power) > std::fabs(c * power * z))
      break;
    c = next;
    double term = c * power;
    (k % 2 ? q : p) += (k / 2) % 2 ? -term : term;
  }
  return (std::sin(angle) * p - std::cos(angle) * q) /
         (std::sqrt(M_PI) * std::pow(-x, 0.25));
}

double special::airyAi(double x) {
  if (std::isnan(x) || std::isinf(x))
    return NAN;
  if (std::fabs(x) < 5) { // 10.4.2
    double f = 1, g = x, fTerm = 1, gTerm = x, cube = x * x * x;
    for (int k = 1; k < 60; ++k) {
      f += fTerm *= cube / ((3.0 * k - 1) * (3.0 * k));
      g += gTerm *= cube / ((3.0 * k) * (3.0 * k + 1));
    }
    if (x < 2)
      return 0.35502805388781723926 * f - 0.25881940379280679840 * g;
  }
  double z = 2.0 / 3 * std::pow(std::fabs(x), 1.5);
  if (x >= 2) { // 10.4.14 with K_{1/3} by its integral
    double h = 0.02, s = 0.5;
    for (int i = 1; i < 2000; ++i) {
      double t = i * h;
      double term = std::exp(-z * (std::cosh(t) - 1)) * std::cosh(t / 3);
      s += term;
      if (term < 1e-18)
        break;
    }
    return s * h * std::exp(-z) * std::sqrt(x / 3) / M_PI;
  }
  return airyAiNegative(x, z, z + M_PI / 4);
}
