//===- BitGenerator.h - The generator PCG64 -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_LIB_FRONTEND_EVALUATE_BITGENERATOR_H
#define TORCHSCRIPT_LIB_FRONTEND_EVALUATE_BITGENERATOR_H

#include <cstdint>

namespace torchscript::evaluate {

/// PCG XSL RR 128/64 of M. E. O'Neill (PCG: A Family of Simple Fast
/// Space-Efficient Statistically Good Algorithms for Random Number Generation,
/// 2014), and the numbers that numpy makes of its bits.
struct BitGenerator {
  using Wide = unsigned __int128;
  Wide state = 0;
  /// Odd.
  Wide increment = 1;
  /// The high half of a draw whose low half was the last one of 32 bits.
  bool hasHalf = false;
  uint32_t half = 0;

  uint64_t next64();
  uint32_t next32();
  /// From 0 to 1, 1 excluded.
  double nextDouble() { return (next64() >> 11) * 0x1p-53; }
  float nextFloat() { return (next32() >> 8) * 0x1p-24f; }
  double nextNormal();
  float nextNormalFloat();
  double nextExponential();
  float nextExponentialFloat();
  /// Of scale 1, by the method of G. Marsaglia and W. W. Tsang (A Simple Method
  /// for Generating Gamma Variables, 2000); below the shape 1 by that of J. H.
  /// Ahrens and U. Dieter (1974). Shapes are not negative.
  double nextGamma(double shape);
  /// By the method of M. D. Joehnk (1964), and from gammas where a parameter is
  /// above 1. Parameters are positive.
  double nextBeta(double a, double b);
  /// By products of uniform numbers, from a mean of 10 on by W. Hoermann's
  /// method PTRS (1993). Means are from 0 to 2 ** 62.
  int64_t nextPoisson(double mean);
  /// From 0 to `last`, by the method of D. Lemire (Fast Random Integer
  /// Generation in an Interval, 2019).
  uint64_t nextBelow(uint64_t last);
  /// From 0 to `last`, by rejection of masked bits.
  uint64_t nextMasked(uint64_t last);
};

/// Integers from 0 to a last one, of 1, 8, 16, 32 or 64 bits. Those of less
/// than 32 bits take their bits from one draw after the other, so one of these
/// draws all integers of a call.
class IntegerDrawer {
public:
  IntegerDrawer(BitGenerator &bits, unsigned width)
      : bits(bits), width(width) {}
  uint64_t draw(uint64_t last);

private:
  uint64_t drawPart();
  uint64_t drawScaled(uint64_t last);

  BitGenerator &bits;
  unsigned width;
  uint32_t word = 0;
  unsigned left = 0;
};

} // namespace torchscript::evaluate

#endif // TORCHSCRIPT_LIB_FRONTEND_EVALUATE_BITGENERATOR_H
