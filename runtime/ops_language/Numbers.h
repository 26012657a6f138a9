//===- Numbers.h - Scalar arithmetic of the language ------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic on int, float and complex as TorchScript defines it: ints wrap,
// complex products and quotients are the plain formulas.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_LANGUAGE_NUMBERS_H
#define TSRT_OPS_LANGUAGE_NUMBERS_H

#include "core/Error.h"
#include "core/Value.h"

#include <cmath>

namespace tsrt {

inline int64_t wrapAdd(int64_t a, int64_t b) {
  return int64_t(uint64_t(a) + uint64_t(b));
}
inline int64_t wrapSub(int64_t a, int64_t b) {
  return int64_t(uint64_t(a) - uint64_t(b));
}
inline int64_t wrapMul(int64_t a, int64_t b) {
  return int64_t(uint64_t(a) * uint64_t(b));
}
inline int64_t wrapNeg(int64_t a) { return wrapSub(0, a); }

/// Rounds toward minus infinity; b is not zero; INT64_MIN // -1 wraps.
inline int64_t floorDivide(int64_t a, int64_t b) {
  if (b == -1)
    return wrapNeg(a);
  int64_t quotient = a / b;
  return quotient - (a % b != 0 && (a < 0) != (b < 0));
}
/// The remainder with the divisor's sign; b is not zero.
inline int64_t floorModulo(int64_t a, int64_t b) {
  if (b == -1)
    return 0;
  int64_t rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
inline double floorDivide(double a, double b) { return std::floor(a / b); }
/// fmod with the divisor's sign.
inline double floorModulo(double a, double b) {
  return std::fmod(b + std::fmod(a, b), b);
}

inline Complex multiply(Complex a, Complex b) {
  return {a.real() * b.real() - a.imag() * b.imag(),
          a.real() * b.imag() + a.imag() * b.real()};
}
/// Smith's algorithm.
inline Complex divide(Complex n, Complex d) {
  double a = n.real(), b = n.imag(), c = d.real(), e = d.imag();
  if (std::fabs(c) >= std::fabs(e)) {
    double ratio = e / c, scale = 1.0 / (c + e * ratio);
    return {(a + b * ratio) * scale, (b - a * ratio) * scale};
  }
  double ratio = c / e, scale = 1.0 / (c * ratio + e);
  return {(a * ratio + b) * scale, (b * ratio - a) * scale};
}

/// The error of a float that no int can hold.
inline Failure cannotConvertToInt(double value) {
  return fail("Cannot convert float %f to integer",
              std::isnan(value) ? std::fabs(value) : value);
}

/// a << b and a >> b with the count taken modulo 64, as the machine does.
inline int64_t shiftLeft(int64_t a, int64_t b) {
  return int64_t(uint64_t(a) << (uint64_t(b) & 63));
}
inline int64_t shiftRight(int64_t a, int64_t b) {
  return a >> (uint64_t(b) & 63);
}

} // namespace tsrt

#endif // TSRT_OPS_LANGUAGE_NUMBERS_H
