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
// the rounding of the result. Other types go to the C++ library.
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

} // namespace tsrt

#endif // TSRT_OPS_TENSOR_FLOATMATH_H
