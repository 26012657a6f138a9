//===- BitGenerator.cpp - The generator PCG64 -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BitGenerator.h"
#include "Ziggurat.h"

#include <cmath>

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

double BitGenerator::nextNormal() {
  const Layers<uint64_t, double> &layers = getNormalZiggurat().wide;
  for (;;) {
    uint64_t bits = next64();
    unsigned i = bits & 255;
    uint64_t part = (bits >> 9) & 0x000fffffffffffff;
    double x = part * layers.scale[i];
    if (bits & 256)
      x = -x;
    if (part < layers.inside[i])
      return x;
    if (i == 0) {
      // The tail, by Marsaglia's method.
      for (;;) {
        double beyond =
            -0.27366123732975827203338247596 * std::log1p(-nextDouble());
        double y = -std::log1p(-nextDouble());
        if (y + y > beyond * beyond)
          return (part >> 8) & 1 ? -(normalTail + beyond) : normalTail + beyond;
      }
    }
    double height = (layers.density[i - 1] - layers.density[i]) * nextDouble() +
                    layers.density[i];
    if (height < std::exp(-0.5 * x * x))
      return x;
  }
}

float BitGenerator::nextNormalFloat() {
  const Layers<uint32_t, float> &layers = getNormalZiggurat().narrow;
  for (;;) {
    uint32_t bits = next32();
    unsigned i = bits & 255;
    uint32_t part = bits >> 9;
    float x = part * layers.scale[i];
    if (bits & 256)
      x = -x;
    if (part < layers.inside[i])
      return x;
    if (i == 0) {
      constexpr float tail = normalTail;
      for (;;) {
        float beyond = -0.27366123732975827203338247596f * log1pf(-nextFloat());
        float y = -log1pf(-nextFloat());
        if (y + y > beyond * beyond)
          return (part >> 8) & 1 ? -(tail + beyond) : tail + beyond;
      }
    }
    float height = (layers.density[i - 1] - layers.density[i]) * nextFloat() +
                   layers.density[i];
    if (height < std::exp(-0.5 * x * x))
      return x;
  }
}

double BitGenerator::nextExponential() {
  const Layers<uint64_t, double> &layers = getExponentialZiggurat().wide;
  for (;;) {
    uint64_t bits = next64() >> 3;
    unsigned i = bits & 255;
    bits >>= 8;
    double x = bits * layers.scale[i];
    if (bits < layers.inside[i])
      return x;
    if (i == 0)
      return exponentialTail - std::log1p(-nextDouble());
    double height = (layers.density[i - 1] - layers.density[i]) * nextDouble() +
                    layers.density[i];
    if (height < std::exp(-x))
      return x;
  }
}

float BitGenerator::nextExponentialFloat() {
  const Layers<uint32_t, float> &layers = getExponentialZiggurat().narrow;
  for (;;) {
    uint32_t bits = next32() >> 1;
    unsigned i = bits & 255;
    bits >>= 8;
    float x = bits * layers.scale[i];
    if (bits < layers.inside[i])
      return x;
    if (i == 0)
      return float(exponentialTail) - log1pf(-nextFloat());
    float height = (layers.density[i - 1] - layers.density[i]) * nextFloat() +
                   layers.density[i];
    if (height < expf(-x))
      return x;
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
