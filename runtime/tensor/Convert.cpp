//===- Convert.cpp - Loops between storage types and compute types --------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tensor/Copy.h"
#include "tensor/Quantizer.h"

using namespace tsrt;

namespace {

template <class T>
T read(const char *p) {
  T v;
  if constexpr (std::is_same_v<T, bool>) {
    return *reinterpret_cast<const uint8_t *>(p) != 0;
  } else {
    std::memcpy(&v, p, sizeof(T));
    return v;
  }
}

/// A number as an integer, as the hardware truncates it.
template <class S>
int64_t toInt64(S s) {
  if constexpr (std::is_integral_v<S>)
    return int64_t(s);
  else
    return s >= S(-9223372036854775808.0) && s < S(9223372036854775808.0)
               ? int64_t(s)
               : INT64_MIN;
}

/// C++'s conversion between any two element types, defined for all values.
template <class D, class S>
D convert(S s) {
  if constexpr (std::is_same_v<D, S>) {
    return s;
  } else if constexpr (std::is_same_v<S, ComplexHalf>) {
    return convert<D>(c64(s.re, s.im));
  } else if constexpr (std::is_same_v<S, Half> || std::is_same_v<S, BFloat16>) {
    return convert<D>(float(s));
  } else if constexpr (std::is_same_v<D, ComplexHalf>) {
    c64 c = convert<c64>(s);
    return {Half(c.real()), Half(c.imag())};
  } else if constexpr (std::is_same_v<D, bool>) {
    return s != S(0);
  } else if constexpr (isComplexT<D>) {
    using R = RealOf<D>;
    if constexpr (isComplexT<S>)
      return D(R(s.real()), R(s.imag()));
    else
      return D(R(s), R(0));
  } else if constexpr (isComplexT<S>) {
    return convert<D>(s.real());
  } else if constexpr (std::is_same_v<D, Half> || std::is_same_v<D, BFloat16>) {
    return D(float(s));
  } else if constexpr (std::is_integral_v<D> && isFloatT<S>) {
    if constexpr (sizeof(D) == 8 || std::is_same_v<D, uint8_t>)
      return D(toInt64(s));
    else
      return D(s >= S(-2147483648.0) && s < S(2147483648.0) ? int32_t(s)
                                                            : INT32_MIN);
  } else {
    return D(s);
  }
}

template <class C>
void loadInto(C *out, int dtype, const char *in, int64_t stride, int64_t n) {
  visitDType(dtype, [&](auto tag) {
    using S = decltype(tag);
    if (stride == int64_t(sizeof(S))) {
      for (int64_t i = 0; i < n; ++i)
        out[i] = convert<C>(read<S>(in + i * int64_t(sizeof(S))));
      return;
    }
    for (int64_t i = 0; i < n; ++i)
      out[i] = convert<C>(read<S>(in + i * stride));
  });
}

template <class C>
void storeFrom(const C *in, int dtype, char *out, int64_t stride, int64_t n) {
  visitDType(dtype, [&](auto tag) {
    using D = decltype(tag);
    if (stride == int64_t(sizeof(D))) {
      for (int64_t i = 0; i < n; ++i) {
        D v = convert<D>(in[i]);
        std::memcpy(out + i * int64_t(sizeof(D)), &v, sizeof(D));
      }
      return;
    }
    for (int64_t i = 0; i < n; ++i) {
      D v = convert<D>(in[i]);
      std::memcpy(out + i * stride, &v, sizeof(D));
    }
  });
}

} // namespace

void tsrt::loadElements(Compute to, void *out, int dtype, const void *in,
                        int64_t stride, int64_t n) {
  dtype = integerDType(dtype);
  if (nativeDType(to) == dtype && stride == tsrt_dtype_size(dtype)) {
    std::memcpy(out, in, n * stride);
    return;
  }
  visitCompute(to, [&](auto tag) {
    loadInto(static_cast<decltype(tag) *>(out), dtype,
             static_cast<const char *>(in), stride, n);
  });
}

void tsrt::storeElements(Compute from, const void *in, int dtype, void *out,
                         int64_t stride, int64_t n) {
  dtype = integerDType(dtype);
  if (nativeDType(from) == dtype && stride == tsrt_dtype_size(dtype)) {
    std::memmove(out, in, n * stride);
    return;
  }
  visitCompute(from, [&](auto tag) {
    storeFrom(static_cast<const decltype(tag) *>(in), dtype,
              static_cast<char *>(out), stride, n);
  });
}
