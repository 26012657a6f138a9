//===- FloatMath.h - Exponentials that vectorize -----------------*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// exp, the logistic function and tanh of floats without branches or calls, so
// that loops over them are vectorized. They compute in double and are exact to
// the rounding of the result. Other types go to the C++ library. The quick ones
// compute in float, at most 2 units in the last place from the exact result.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_TENSOR_FLOATMATH_H
#define TSRT_OPS_TENSOR_FLOATMATH_H

#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace tsrt {

/// e^x with a relative error below 1e-8. x = n ln 2 + r; a Taylor polynomial
/// gives e^r, the exponent field 2^n.
inline double roughExp(double x) {
  constexpr double log2e = 1.4426950408889634, ln2 = 0.6931471805599453;
  // Adding it rounds to an integer, which stands in the low bits.
  constexpr double toInteger = 0x1.8p52;
  x = x < -700.0 ? -700.0 : x;
  x = x > 700.0 ? 700.0 : x;
  double shifted = x * log2e + toInteger;
  double r = x - (shifted - toInteger) * ln2;
  double p = 1.0 / 5040;
  p = p * r + 1.0 / 720;
  p = p * r + 1.0 / 120;
  p = p * r + 1.0 / 24;
  p = p * r + 1.0 / 6;
  p = p * r + 0.5;
  p = p * r + 1.0;
  p = p * r + 1.0;
  uint64_t bits;
  std::memcpy(&bits, &shifted, sizeof(bits));
  bits = (bits + 1023) << 52;
  double scale;
  std::memcpy(&scale, &bits, sizeof(scale));
  return p * scale;
}

template <class T>
T expOf(T x) {
  if constexpr (std::is_same_v<T, float>)
    return float(roughExp(x));
  else
    return std::exp(x);
}

/// 1 / (1 + e^-x)
template <class T>
T sigmoidOf(T x) {
  if constexpr (std::is_same_v<T, float>)
    return float(1.0 / (1.0 + roughExp(-double(x))));
  else
    return T(1) / (T(1) + std::exp(-x));
}

template <class T>
T tanhOf(T x) {
  if constexpr (std::is_same_v<T, float>) {
    double e = roughExp(2.0 * x);
    double far = (e - 1.0) / (e + 1.0);
    double near = x * (1.0 - double(x) * double(x) * (1.0 / 3));
    return float(x > -1e-4f && x < 1e-4f ? near : far);
  } else {
    return std::tanh(x);
  }
}

/// e^x = scale (1 + rest), |rest| < 0.42; scale is 2^(n + shift) for n + shift
/// from -126 to 127.
struct QuickExp {
  float scale, rest;
};
inline QuickExp quickExp(float x, int32_t shift) {
  constexpr float log2e = 1.44269504f, toInteger = 0x1.8p23f;
  // ln 2 in two parts, of which the first has few digits: n times it is exact.
  constexpr float ln2High = 0.693359375f, ln2Low = -2.12194440e-4f;
  float shifted = x * log2e + toInteger, n = shifted - toInteger;
  float r = (x - n * ln2High) - n * ln2Low;
  float p = 0.000199144312138f;
  p = p * r + 0.00139411080857f;
  p = p * r + 0.00833327260714f;
  p = p * r + 0.0416663534834f;
  p = p * r + 0.166666668187f;
  p = p * r + 0.500000004666f;
  uint32_t bits;
  std::memcpy(&bits, &shifted, sizeof(bits));
  bits = (bits + uint32_t(127 + shift)) << 23;
  float scale;
  std::memcpy(&scale, &bits, sizeof(scale));
  return {scale, r * r * p + r};
}

/// 1 / (1 + e^-x); 0 below -89, where it is less than any normal number.
inline float quickSigmoid(float x) {
  float y = x > 20.0f ? -20.0f : -x;
  y = y > 89.0f ? 89.0f : y;
  // Half of 1 + e^y: 2^128 is no float. The smaller parts are added first.
  QuickExp e = quickExp(y, -1);
  float result = 0.5f / ((e.scale * e.rest + 0.5f) + e.scale);
  return x < -89.0f ? 0.0f : result;
}

/// tanh x = 1 - 2 / (e^2x + 1) for x > 0, and a polynomial near 0.
inline float quickTanh(float x) {
  float size = std::fabs(x), z = size * size;
  float p = -0.00589522293317f;
  p = p * z + 0.0207960723278f;
  p = p * z - 0.0537838770041f;
  p = p * z + 0.133319249157f;
  p = p * z - 0.333332980401f;
  float near = size * z * p + size;
  QuickExp e = quickExp(2.0f * (size > 10.0f ? 10.0f : size), 0);
  float far = 1.0f - 2.0f / (e.scale * e.rest + (e.scale + 1.0f));
  return std::copysign(size < 0.6f ? near : far, x);
}

} // namespace tsrt

#endif // TSRT_OPS_TENSOR_FLOATMATH_H
