//===- Value.h - Scalars, devices and boxed values in C++ -------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C++ views of tsrt_value: what kernels take and return.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_CORE_VALUE_H
#define TSRT_CORE_VALUE_H

#include "core/Ref.h"

#include <complex>
#include <cstring>
#include <string>
#include <string_view>

namespace tsrt {

using Complex = std::complex<double>;

/// The kind of a boxed value; a null type is None.
inline int32_t kindOf(const tsrt_value &value) {
  return value.type ? value.type->kind : int32_t(TSRT_NONE);
}
inline bool isNone(const tsrt_value &value) {
  return kindOf(value) == TSRT_NONE;
}

/// Boxed values that own nothing.
inline tsrt_value noneValue() {
  tsrt_value value;
  value.type = &tsrt_type_none;
  value.u.raw[0] = value.u.raw[1] = 0;
  return value;
}
inline tsrt_value intValue(int64_t i) {
  tsrt_value value = noneValue();
  value.type = &tsrt_type_int;
  value.u.i = i;
  return value;
}
inline tsrt_value boolValue(bool b) {
  tsrt_value value = intValue(b);
  value.type = &tsrt_type_bool;
  return value;
}
inline tsrt_value floatValue(double f) {
  tsrt_value value = noneValue();
  value.type = &tsrt_type_float;
  value.u.f = f;
  return value;
}
inline tsrt_value complexValue(Complex c) {
  tsrt_value value = noneValue();
  value.type = &tsrt_type_complex;
  value.u.c[0] = c.real();
  value.u.c[1] = c.imag();
  return value;
}
/// A boxed heap object; takes over the caller's reference.
inline tsrt_value objectValue(void *object) {
  if (!object)
    return noneValue();
  tsrt_value value = noneValue();
  value.type = static_cast<tsrt_header *>(object)->type;
  value.u.p = object;
  return value;
}

/// A number: int, float, complex, or the bool that item() may give.
struct Scalar {
  int32_t kind = TSRT_INT; /* TSRT_BOOL, _INT, _FLOAT or _COMPLEX */
  int64_t i = 0;           /* bool and int */
  double re = 0, im = 0;   /* float and complex */

  Scalar() = default;
  Scalar(bool value) : kind(TSRT_BOOL), i(value) {}
  Scalar(int value) : i(value) {}
  Scalar(int64_t value) : i(value) {}
  Scalar(double value) : kind(TSRT_FLOAT), re(value) {}
  Scalar(Complex value)
      : kind(TSRT_COMPLEX), re(value.real()), im(value.imag()) {}

  bool isBool() const { return kind == TSRT_BOOL; }
  bool isInt() const { return kind == TSRT_INT; }
  bool isFloat() const { return kind == TSRT_FLOAT; }
  bool isComplex() const { return kind == TSRT_COMPLEX; }
  /// bool or int.
  bool isIntegral() const { return kind <= TSRT_INT; }

  /// Conversions; a float is truncated (saturating; NaN gives INT64_MIN), a
  /// complex loses its imaginary part.
  int64_t toInt() const;
  double toDouble() const { return isIntegral() ? double(i) : re; }
  Complex toComplex() const { return {toDouble(), isComplex() ? im : 0}; }
  bool toBool() const { return isIntegral() ? i != 0 : re != 0 || im != 0; }

  /// Boxed form.
  tsrt_value box() const;
  /// From a boxed number or bool; false for any other kind.
  static bool unbox(const tsrt_value &value, Scalar &out);
};

/// Truncation of a float to int as the hardware does it.
int64_t doubleToInt(double value);

/// torch.device, see docs/architecture.md: kind in the low byte (c10's device
/// type number), index + 1 in the next 16 bits.
struct Device {
  int64_t bits = 0; /* cpu */
  int kind() const { return int(bits & 0xff); }
  /// -1: no index.
  int index() const { return int((bits >> 8) & 0xffff) - 1; }
  static Device make(int kind, int index) {
    return {int64_t(kind) | int64_t(index + 1) << 8};
  }
};

/// "cuda" of a device type number; "privateuseone" and the like included.
const char *deviceKindName(int kind);
/// Parses "cuda:1"; false when it names no device.
bool parseDevice(std::string_view text, Device &out);
/// "cuda:1", "cpu".
std::string deviceName(Device device);

/// An owned boxed value.
class Value {
public:
  Value() : value(noneValue()) {}
  Value(const Value &other) : value(other.value) { tsrt_value_retain(&value); }
  Value(Value &&other) noexcept
      : value(std::exchange(other.value, noneValue())) {}
  ~Value() { tsrt_value_release(&value); }
  Value &operator=(Value other) noexcept {
    std::swap(value, other.value);
    return *this;
  }
  /// Takes over the references in `owned`.
  static Value adopt(tsrt_value owned) {
    Value result;
    result.value = owned;
    return result;
  }
  /// Adds references to what `borrowed` holds.
  static Value retain(const tsrt_value &borrowed) {
    tsrt_value_retain(&borrowed);
    return adopt(borrowed);
  }
  /// Boxes the native value of static type `type` at `data`.
  static Value box(const tsrt_type *type, const void *data) {
    Value result;
    tsrt_box_value(type, data, &result.value);
    return result;
  }

  const tsrt_value &get() const { return value; }
  const tsrt_value *operator&() const { return &value; }
  int32_t kind() const { return kindOf(value); }
  /// Gives the references away to the caller.
  tsrt_value take() { return std::exchange(value, noneValue()); }

private:
  tsrt_value value;
};

/// The bytes of a string.
inline std::string_view view(const tsrt_str *s) {
  return {s->data, size_t(s->size)};
}
/// A string of `size` bytes, which the caller writes.
StrRef newStr(size_t size);
/// The string of one byte.
StrRef characterStr(char c);
/// A string object, shared when it is short.
TSRT_API StrRef makeStr(std::string_view text);

} // namespace tsrt

#endif // TSRT_CORE_VALUE_H
