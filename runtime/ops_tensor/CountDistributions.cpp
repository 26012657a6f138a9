//===- CountDistributions.cpp - Poisson, binomial and gamma numbers -------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Distributions that are drawn by rejection, with as many uniform and normal
// numbers as PyTorch's kernels take: Poisson and binomial numbers by
// transformed rejection (Wolfgang Hörmann, 1993), gamma numbers as George
// Marsaglia and Wai Wan Tsang do (2000).
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/Random.h"

#include <cfloat>

using namespace tsrt;

namespace {

/// The number of events at a rate of 10 or more.
double drawManyEvents(double rate, Generator &g) {
  double root = std::sqrt(rate), logRate = std::log(rate);
  double b = 0.931 + 2.53 * root, a = -0.059 + 0.02483 * b;
  double inverseAlpha = 1.1239 + 1.1328 / (b - 3.4);
  double limit = 0.9277 - 3.6224 / (b - 2);
  while (true) {
    double u = g.uniformDouble() - 0.5, v = g.uniformDouble();
    double us = 0.5 - std::fabs(u);
    double k = std::floor((2 * a / us + b) * u + rate + 0.43);
    if (us >= 0.07 && v <= limit)
      return k;
    if (k < 0 || (us < 0.013 && v > us))
      continue;
    if (std::log(v) + std::log(inverseAlpha) - std::log(a / (us * us) + b) <=
        -rate + k * logRate - std::lgamma(k + 1))
      return k;
  }
}
/// The number of events: uniform numbers are multiplied until e^-rate.
double drawEvents(double rate, Generator &g) {
  if (rate >= 10)
    return drawManyEvents(rate, g);
  if (rate == 0)
    return 0;
  double end = std::exp(-rate), product = 1;
  for (double count = 0;; ++count) {
    product *= g.uniformDouble();
    if (product <= end)
      return count;
  }
}

/// log(k!) minus its main part.
double stirlingTail(double k) {
  static const double first[] = {0.0810614667953272,  0.0413406959554092,
                                 0.0276779256849983,  0.02079067210376509,
                                 0.0166446911898211,  0.0138761288230707,
                                 0.0118967099458917,  0.0104112652619720,
                                 0.00925546218271273, 0.00833056343336287};
  if (k <= 9)
    return first[int(k)];
  double square = (k + 1) * (k + 1);
  return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1);
}
/// Successes where n p is 10 or more and p at most 1/2.
double drawManySuccesses(double n, double p, Generator &g) {
  double deviation = std::sqrt(n * p * (1 - p));
  double b = 1.15 + 2.53 * deviation, a = -0.0873 + 0.0248 * b + 0.01 * p;
  double c = n * p + 0.5, limit = 0.92 - 4.2 / b, odds = p / (1 - p);
  double alpha = (2.83 + 5.1 / b) * deviation, m = std::floor((n + 1) * p);
  while (true) {
    double u = g.uniformDouble() - 0.5, v = g.uniformDouble();
    double us = 0.5 - std::fabs(u);
    double k = std::floor((2 * a / us + b) * u + c);
    if (us >= 0.07 && v <= limit)
      return k;
    if (k < 0 || k > n)
      continue;
    v = std::log(v * alpha / (a / (us * us) + b));
    double bound = (m + 0.5) * std::log((m + 1) / (odds * (n - m + 1))) +
                   (n + 1) * std::log((n - m + 1) / (n - k + 1)) +
                   (k + 0.5) * std::log(odds * (n - k + 1) / (k + 1)) +
                   stirlingTail(m) + stirlingTail(n - m) - stirlingTail(k) -
                   stirlingTail(n - k);
    if (v <= bound)
      return k;
  }
}
/// Successes of few trials: the distances between them are geometric.
double drawFewSuccesses(double n, double p, Generator &g) {
  double logFailure = std::log1p(-p), sum = 0;
  for (double count = 0;; ++count) {
    sum += std::ceil(std::log(g.uniformDouble()) / logFailure);
    if (sum > n)
      return count;
  }
}
double drawSuccesses(double n, double p, Generator &g) {
  // PyTorch's kernel does not come to an end with some of these.
  if (!std::isfinite(n) || std::isnan(p))
    return NAN;
  if (n <= 0 || p <= 0)
    return 0;
  if (p >= 1)
    return n;
  bool turned = p > 0.5;
  double q = turned ? 1 - p : p;
  double k =
      n * q >= 10 ? drawManySuccesses(n, q, g) : drawFewSuccesses(n, q, g);
  return turned ? n - k : k;
}

/// A gamma number of shape `alpha`, whose precision some steps have.
template <class T>
double drawGamma(T alpha, Generator &g) {
  if (!(alpha >= 0 && std::isfinite(alpha)))
    return NAN;
  double scale = 1;
  if (alpha < 1) {
    if (alpha == 0)
      return 0;
    scale *= std::pow(1 - g.uniformDouble(), double(1 / alpha));
    alpha += 1;
  }
  // Constants have single precision in PyTorch.
  double d = alpha - T(1.0f / 3.0f), c = 1 / std::sqrt(9 * d);
  while (true) {
    double x, y;
    do {
      x = g.normal();
      y = 1 + c * x;
    } while (y <= 0);
    double v = y * y * y, u = 1 - g.uniformDouble(), xx = x * x;
    if (u < 1 - double(0.0331f) * xx * xx)
      return scale * d * v;
    if (std::log(u) < 0.5 * xx + d * (1 - v + std::log(v)))
      return scale * d * v;
  }
}

/// A tensor of the shape of another, whose elements become f(element, g).
template <class F>
Tensor drawEach(const Tensor &t, F f) {
  std::vector<double> values = elementsAs<double>(t);
  size_t next = 0;
  return generate(empty(t.sizes(), t.dtype()),
                  [&](Generator &g) { return f(values[next++], g); });
}
bool isReal(const Tensor &t, const char *kernel, bool half) {
  bool known = t.dtype() == TSRT_F32 || t.dtype() == TSRT_F64 ||
               (half && t.dtype() == TSRT_BF16);
  if (!known)
    bail("\"%s\" not implemented for '%s'", kernel, scalarTypeName(t.dtype()));
  return known;
}

Tensor poisson(const Tensor &rates, Ignored) {
  if (!isReal(rates, "poisson_cpu", /*half=*/true))
    return {};
  for (double rate : elementsAs<double>(rates))
    if (!(rate >= 0 && std::isfinite(rate)))
      return bail("invalid Poisson rate, expected rate to be non-negative");
  return drawEach(rates, drawEvents);
}
Tensor binomial(const Tensor &count, const Tensor &p, Ignored) {
  if (!isReal(count, "binomial_cpu", /*half=*/false))
    return {};
  Dims shape = broadcastShapes(count.sizes(), p.sizes());
  if (failed())
    return {};
  std::vector<double> chances = elementsAs<double>(expand(p, shape));
  size_t next = 0;
  return drawEach(expand(count, shape), [&](double n, Generator &g) {
    return drawSuccesses(n, chances[next++], g);
  });
}
Tensor standardGamma(const Tensor &alpha, Ignored) {
  if (!isReal(alpha, "gamma", /*half=*/false))
    return {};
  if (alpha.dtype() == TSRT_F64)
    return drawEach(alpha, [](double a, Generator &g) {
      double drawn = drawGamma(a, g);
      return std::isnan(drawn) ? drawn : std::fmax(drawn, DBL_MIN);
    });
  return drawEach(alpha, [](double a, Generator &g) {
    float drawn = float(drawGamma(float(a), g));
    return std::isnan(drawn) ? drawn : std::fmax(drawn, FLT_MIN);
  });
}

/// Shares of gamma numbers in double precision, inside of the open interval.
Tensor sampleDirichlet(const Tensor &alpha, Ignored generator) {
  if (!isReal(alpha, "dirichlet", /*half=*/false))
    return {};
  if (alpha.dim() < 1)
    return bail("_sample_dirichlet expects at least one dimension");
  Tensor drawn = standardGamma(toDType(alpha, TSRT_F64), generator);
  if (!drawn)
    return drawn;
  bool isDouble = alpha.dtype() == TSRT_F64;
  double least = isDouble ? DBL_MIN : double(FLT_MIN);
  double most = isDouble ? std::nextafter(1.0, 0.0)
                         : double(std::nextafterf(1.0f, 0.0f));
  double *shares = drawn.data<double>();
  int64_t n = alpha.size(alpha.dim() - 1);
  for (int64_t row = 0; n && row < drawn.numel(); row += n) {
    double total = 0;
    for (int64_t i = row; i < row + n; ++i)
      total += shares[i];
    for (int64_t i = row; i < row + n; ++i) {
      double share = shares[i] / total;
      share = isDouble ? share : double(float(share));
      shares[i] = std::fmin(most, std::fmax(least, share));
    }
  }
  return toDType(drawn, alpha.dtype());
}

const KernelEntry entries[] = {
    TSRT_OP("_sample_dirichlet", sampleDirichlet),
    TSRT_OP("poisson", poisson),
    TSRT_OP("binomial", binomial),
    TSRT_OP("_standard_gamma", standardGamma),
};
const KernelTable table(entries);

} // namespace
