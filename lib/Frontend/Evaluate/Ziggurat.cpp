//===- Ziggurat.cpp - Tables of normal and exponential numbers -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ziggurat.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace torchscript::evaluate;

/// The float that nine decimal digits of a number are.
static float roundDecimally(double number) {
  char text[32];
  snprintf(text, sizeof(text), "%.8e", number);
  return strtof(text, nullptr);
}

/// numpy's edges were found in doubles, each from the one before it.
static Ziggurat makeNormalZiggurat() {
  Ziggurat made;
  const double area = 0.0049286732339746519;
  double edge = normalTail, density = std::exp(-0.5 * edge * edge);
  auto set = [&](unsigned i, double width, double height, double inside) {
    made.wide.inside[i] = uint64_t(std::nearbyint(inside * 0x1p52));
    made.wide.scale[i] = width * 0x1p-52;
    made.wide.density[i] = height;
    made.narrow.inside[i] = uint32_t(std::nearbyint(inside * 0x1p23));
    made.narrow.scale[i] = float(width * 0x1p-23);
    made.narrow.density[i] = float(height);
  };
  set(0, area / density, 1.0, edge * density / area);
  for (unsigned i = 255; i > 0; --i) {
    double next = i > 1 ? std::sqrt(-2 * std::log(area / edge + density)) : 0.0;
    set(i, edge, density, next / edge);
    edge = next;
    density = std::exp(-0.5 * edge * edge);
    // The one density that was rounded to the other side.
    if (i - 1 == 38)
      density = 0x1.5ad29acc85c89p-1;
  }
  return made;
}

/// These are exact but for their last rounding.
static Ziggurat makeExponentialZiggurat() {
  Ziggurat made;
  const long double tail = 7.6971174701310497140446280481L;
  long double edge = tail, density = std::exp(-tail);
  const long double area = (tail + 1) * density;
  auto set = [&](unsigned i, long double width, long double height,
                 long double inside) {
    made.wide.inside[i] = 2 * uint64_t(inside * 0x1p52L);
    made.wide.scale[i] = double(width * 0x1p-53L);
    made.wide.density[i] = double(height);
    made.narrow.inside[i] = uint32_t(std::nearbyint(inside * 0x1p23L));
    made.narrow.scale[i] = roundDecimally(double(width * 0x1p-23L));
    made.narrow.density[i] = roundDecimally(double(height));
  };
  set(0, area / density, 1.0L, tail * density / area);
  for (unsigned i = 255; i > 0; --i) {
    long double nextDensity = density + area / edge;
    long double next = i > 1 ? -std::log(nextDensity) : 0.0L;
    set(i, edge, density, next / edge);
    edge = next;
    density = nextDensity;
  }
  // Too close to the middle of two doubles for long double.
  made.wide.scale[38] = 0x1.54a0629786f4dp-54;
  return made;
}

const Ziggurat &torchscript::evaluate::getNormalZiggurat() {
  static const Ziggurat made = makeNormalZiggurat();
  return made;
}

const Ziggurat &torchscript::evaluate::getExponentialZiggurat() {
  static const Ziggurat made = makeExponentialZiggurat();
  return made;
}
