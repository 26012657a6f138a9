//===- BitGenerator.cpp - The generator PCG64 -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BitGenerator.h"
#include "Ziggurat.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace torchscript::evaluate;

uint64_t BitGenerator::next64() {
  constexpr Wide multiplier =
      (Wide(0x2360ed051fc65da4) << 64) | 0x4385df649fccf645;
  state = state * multiplier + increment;
  uint64_t mixed = uint64_t(state >> 64) ^ uint64_t(state);
  unsigned turn = unsigned(state >> 122);
  return (mixed >> turn) | (mixed << (-turn & 63));
}

uint32_t BitGenerator::next32() {
  if (hasHalf) {
    hasHalf = false;
    return half;
  }
  uint64_t bits = next64();
  hasHalf = true;
  half = uint32_t(bits >> 32);
  return uint32_t(bits);
}

namespace {
/// What the ziggurats need of a generator, for floats of one width.
struct WideDraws {
  using Integer = uint64_t;
  using Float = double;
  BitGenerator &bits;
  Integer next() { return bits.next64(); }
  Float nextUniform() { return bits.nextDouble(); }
};
struct NarrowDraws {
  using Integer = uint32_t;
  using Float = float;
  BitGenerator &bits;
  Integer next() { return bits.next32(); }
  Float nextUniform() { return bits.nextFloat(); }
};
} // namespace

/// A height between the edges of a layer.
template <typename Draws, typename Layers>
static typename Draws::Float drawHeight(Draws &draws, const Layers &layers,
                                        unsigned i) {
  return (layers.density[i - 1] - layers.density[i]) * draws.nextUniform() +
         layers.density[i];
}

template <typename Draws, typename Layers>
static typename Draws::Float drawNormal(Draws draws, const Layers &layers) {
  using Float = typename Draws::Float;
  using Integer = typename Draws::Integer;
  constexpr Integer mask =
      (Integer(1) << (std::numeric_limits<Float>::digits - 1)) - 1;
  constexpr Float tail = normalTail;
  for (;;) {
    Integer bits = draws.next();
    unsigned i = bits & 255;
    Integer part = (bits >> 9) & mask;
    Float x = part * layers.scale[i];
    if (bits & 256)
      x = -x;
    if (part < layers.inside[i])
      return x;
    if (i == 0) {
      // The tail, by Marsaglia's method.
      for (;;) {
        Float beyond = -Float(0.27366123732975827203338247596) *
                       std::log1p(-draws.nextUniform());
        Float y = -std::log1p(-draws.nextUniform());
        if (y + y > beyond * beyond)
          return (part >> 8) & 1 ? -(tail + beyond) : tail + beyond;
      }
    }
    if (drawHeight(draws, layers, i) < std::exp(-0.5 * x * x))
      return x;
  }
}

/// `unused` low bits of a draw are left out.
template <typename Draws, typename Layers>
static typename Draws::Float drawExponential(Draws draws, const Layers &layers,
                                             unsigned unused) {
  using Float = typename Draws::Float;
  for (;;) {
    auto bits = draws.next() >> unused;
    unsigned i = bits & 255;
    bits >>= 8;
    Float x = bits * layers.scale[i];
    if (bits < layers.inside[i])
      return x;
    if (i == 0)
      return Float(exponentialTail) - std::log1p(-draws.nextUniform());
    if (drawHeight(draws, layers, i) < std::exp(-x))
      return x;
  }
}

double BitGenerator::nextNormal() {
  return drawNormal(WideDraws{*this}, getNormalZiggurat().wide);
}
float BitGenerator::nextNormalFloat() {
  return drawNormal(NarrowDraws{*this}, getNormalZiggurat().narrow);
}
double BitGenerator::nextExponential() {
  return drawExponential(WideDraws{*this}, getExponentialZiggurat().wide, 3);
}
float BitGenerator::nextExponentialFloat() {
  return drawExponential(NarrowDraws{*this}, getExponentialZiggurat().narrow,
                         1);
}

double BitGenerator::nextGamma(double shape) {
  if (shape == 0)
    return 0;
  if (shape == 1)
    return nextExponential();
  if (shape < 1) {
    const double power = 1 / shape;
    for (;;) {
      double u = nextDouble(), bound = nextExponential(), x;
      if (u <= 1 - shape) {
        x = std::pow(u, power);
      } else {
        double y = -std::log((1 - u) / shape);
        x = std::pow(1 - shape + shape * y, power);
        bound += y;
      }
      if (x <= bound)
        return x;
    }
  }
  const double d = shape - 1.0 / 3.0, c = 1 / std::sqrt(9 * d);
  for (;;) {
    double x, root;
    do {
      x = nextNormal();
      root = 1 + c * x;
    } while (root <= 0);
    double v = root * root * root, u = nextDouble(), square = x * x;
    if (u < 1 - 0.0331 * square * square ||
        std::log(u) < 0.5 * square + d * (1 - v + std::log(v)))
      return d * v;
  }
}

double BitGenerator::nextBeta(double a, double b) {
  if (a > 1 || b > 1) {
    double first = nextGamma(a), second = nextGamma(b);
    return first / (first + second);
  }
  for (;;) {
    double u = nextDouble(), v = nextDouble();
    double x = std::pow(u, 1 / a), y = std::pow(v, 1 / b);
    if (x + y > 1)
      continue;
    if (x + y > 0)
      return x / (x + y);
    // Both powers vanished: by their logarithms.
    double logX = std::log(u) / a, logY = std::log(v) / b;
    double most = std::max(logX, logY);
    logX -= most;
    logY -= most;
    return std::exp(logX - std::log(std::exp(logX) + std::exp(logY)));
  }
}

/// log(gamma(x)) for x >= 1 by Stirling's series, with the terms of S. Zhang
/// and J. Jin (Computation of Special Functions, 1996): where means are great,
/// the roundings decide.
static double logGamma(double x) {
  static const double terms[] = {8.333333333333333e-02, -2.777777777777778e-03,
                                 7.936507936507937e-04, -5.952380952380952e-04,
                                 8.417508417508418e-04, -1.917526917526918e-03,
                                 6.410256410256410e-03, -2.955065359477124e-02,
                                 1.796443723688307e-01, -1.39243221690590e+00};
  if (x == 1 || x == 2)
    return 0;
  int64_t steps = x <= 7 ? int64_t(7 - x) : 0;
  double from = x + steps, square = 1 / (from * from), sum = terms[9];
  for (int i = 8; i >= 0; --i)
    sum = sum * square + terms[i];
  double result = sum / from + 0.5 * std::log(2 * M_PI) +
                  (from - 0.5) * std::log(from) - from;
  for (; steps > 0; --steps) {
    from -= 1;
    result -= std::log(from);
  }
  return result;
}

int64_t BitGenerator::nextPoisson(double mean) {
  if (mean == 0)
    return 0;
  if (mean < 10) {
    const double least = std::exp(-mean);
    int64_t count = 0;
    for (double product = nextDouble(); product > least;
         product *= nextDouble())
      ++count;
    return count;
  }
  const double logMean = std::log(mean);
  const double b = 0.931 + 2.53 * std::sqrt(mean), a = -0.059 + 0.02483 * b;
  const double logInverseAlpha = std::log(1.1239 + 1.1328 / (b - 3.4));
  const double likely = 0.9277 - 3.6224 / (b - 2);
  for (;;) {
    double u = nextDouble() - 0.5, v = nextDouble(), near = 0.5 - std::abs(u);
    double k = std::floor((2 * a / near + b) * u + mean + 0.43);
    if (near >= 0.07 && v <= likely)
      return int64_t(k);
    if (k < 0 || (near < 0.013 && v > near))
      continue;
    if (std::log(v) + logInverseAlpha - std::log(a / (near * near) + b) <=
        -mean + k * logMean - logGamma(k + 1))
      return int64_t(k);
  }
}

uint64_t BitGenerator::nextBelow(uint64_t last) {
  return IntegerDrawer(*this, 64).draw(last);
}

uint64_t BitGenerator::nextMasked(uint64_t last) {
  if (last == 0)
    return 0;
  uint64_t mask = ~uint64_t(0) >> __builtin_clzll(last);
  for (;;) {
    uint64_t bits = (last <= UINT32_MAX ? next32() : next64()) & mask;
    if (bits <= last)
      return bits;
  }
}

uint64_t IntegerDrawer::drawPart() {
  if (width == 64)
    return bits.next64();
  if (width == 32)
    return bits.next32();
  if (left == 0) {
    word = bits.next32();
    left = 32 / width - 1;
  } else {
    word >>= width;
    --left;
  }
  return word & ((1u << width) - 1);
}

/// The high half of a product of a draw and the number of integers; draws whose
/// low half makes some integers more likely are drawn again.
uint64_t IntegerDrawer::drawScaled(uint64_t last) {
  using Wide = BitGenerator::Wide;
  const uint64_t most = ~uint64_t(0) >> (64 - width);
  uint64_t count = last + 1;
  Wide product = Wide(drawPart()) * count;
  if ((uint64_t(product) & most) < count) {
    uint64_t least = (most - last) % count;
    while ((uint64_t(product) & most) < least)
      product = Wide(drawPart()) * count;
  }
  return uint64_t(product >> width);
}

uint64_t IntegerDrawer::draw(uint64_t last) {
  if (last == 0)
    return 0;
  if (width == 64 && last <= UINT32_MAX)
    return IntegerDrawer(bits, 32).draw(last);
  if (last == ~uint64_t(0) >> (64 - width))
    return drawPart();
  return drawScaled(last);
}
