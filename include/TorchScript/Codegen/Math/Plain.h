//===- Plain.h - Numbers for the functions of Functions.h ---------*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain numbers with the interface that Functions.h asks for. Fused chooses how
// often mulAdd rounds, as the target does for compiled code.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_CODEGEN_MATH_PLAIN_H
#define TORCHSCRIPT_CODEGEN_MATH_PLAIN_H

#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>

namespace torchscript::math {

template <class T, bool Fused>
struct Plain;

/// A truth value.
struct PlainMask {
  bool v;
  PlainMask operator&(PlainMask y) const { return {v && y.v}; }
  PlainMask operator|(PlainMask y) const { return {v || y.v}; }
};

/// The bits of a number; arithmetic wraps.
template <class T, bool Fused>
struct PlainBits {
  using Unsigned = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  using Signed = std::make_signed_t<Unsigned>;
  Unsigned v;

  PlainBits operator+(PlainBits y) const { return {Unsigned(v + y.v)}; }
  PlainBits operator-(PlainBits y) const { return {Unsigned(v - y.v)}; }
  PlainBits operator&(PlainBits y) const { return {Unsigned(v & y.v)}; }
  PlainBits operator|(PlainBits y) const { return {Unsigned(v | y.v)}; }
  PlainBits operator^(PlainBits y) const { return {Unsigned(v ^ y.v)}; }
  PlainBits operator+(int64_t y) const { return {Unsigned(v + Unsigned(y))}; }
  PlainBits operator&(int64_t y) const { return {Unsigned(v & Unsigned(y))}; }
  PlainBits operator<<(int y) const { return {Unsigned(v << y)}; }
  /// The sign comes in from the left.
  PlainBits operator>>(int y) const { return {Unsigned(Signed(v) >> y)}; }
  PlainMask operator!=(int y) const { return {v != Unsigned(y)}; }
  PlainMask operator<(int y) const { return {Signed(v) < y}; }

  friend Plain<T, Fused> fromBits(PlainBits bits) {
    Plain<T, Fused> x;
    std::memcpy(&x.v, &bits.v, sizeof(T));
    return x;
  }
  friend Plain<T, Fused> toNumber(PlainBits bits) {
    return {T(Signed(bits.v))};
  }
};

/// The number of a table that the last five bits count.
template <class T, bool Fused>
std::optional<Plain<T, Fused>> lookUpAtOnce(PlainBits<T, Fused> place,
                                            const float (&table)[32]) {
  return Plain<T, Fused>{T(table[place.v % 32])};
}

template <class T, bool Fused>
struct Plain {
  using Wide = Plain<double, Fused>;
  T v;

  friend Plain operator+(Plain x, Plain y) { return {x.v + y.v}; }
  friend Plain operator-(Plain x, Plain y) { return {x.v - y.v}; }
  friend Plain operator*(Plain x, Plain y) { return {x.v * y.v}; }
  friend Plain operator/(Plain x, Plain y) { return {x.v / y.v}; }
  friend Plain operator+(Plain x, double y) { return {x.v + T(y)}; }
  friend Plain operator-(Plain x, double y) { return {x.v - T(y)}; }
  friend Plain operator*(Plain x, double y) { return {x.v * T(y)}; }
  friend Plain operator+(double x, Plain y) { return {T(x) + y.v}; }
  friend Plain operator-(double x, Plain y) { return {T(x) - y.v}; }
  friend Plain operator*(double x, Plain y) { return {T(x) * y.v}; }
  friend Plain operator/(double x, Plain y) { return {T(x) / y.v}; }
  friend Plain operator-(Plain x) { return {-x.v}; }
  friend PlainMask operator<(Plain x, double y) { return {x.v < T(y)}; }
  friend PlainMask operator>=(Plain x, double y) { return {x.v >= T(y)}; }
  friend PlainMask operator!=(Plain x, double y) { return {x.v != T(y)}; }
  friend PlainMask operator>(Plain x, double y) { return {x.v > T(y)}; }
  friend PlainMask operator==(Plain x, double y) { return {x.v == T(y)}; }
  friend PlainMask operator>(Plain x, Plain y) { return {x.v > y.v}; }
  friend PlainMask operator==(Plain x, Plain y) { return {x.v == y.v}; }
  /// True of NaN.
  friend PlainMask operator!=(Plain x, Plain y) { return {x.v != y.v}; }

  friend Plain like(Plain, double number) { return {T(number)}; }
  friend Plain select(PlainMask mask, Plain x, Plain y) {
    return mask.v ? x : y;
  }
  friend Plain abs(Plain x) { return {std::fabs(x.v)}; }
  friend Plain sqrt(Plain x) { return {std::sqrt(x.v)}; }
  friend Plain mulAdd(Plain x, Plain y, Plain z) {
    return {Fused ? std::fma(x.v, y.v, z.v) : x.v * y.v + z.v};
  }
  friend std::optional<Plain> fusedAtOnce(Plain x, Plain y, Plain z) {
    if (!Fused)
      return std::nullopt;
    return Plain{std::fma(x.v, y.v, z.v)};
  }
  friend PlainBits<T, Fused> toBits(Plain x) {
    PlainBits<T, Fused> bits;
    std::memcpy(&bits.v, &x.v, sizeof(T));
    return bits;
  }
  friend Wide widen(Plain x) { return {double(x.v)}; }
  friend Plain<float, Fused> narrow(Plain x) { return {float(x.v)}; }
};

} // namespace torchscript::math

#endif // TORCHSCRIPT_CODEGEN_MATH_PLAIN_H
