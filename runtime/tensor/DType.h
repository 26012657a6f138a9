//===- DType.h - Element types of tensors -----------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_TENSOR_DTYPE_H
#define TSRT_TENSOR_DTYPE_H

#include "core/Value.h"

#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>

namespace tsrt {

using c64 = std::complex<float>;
using c128 = std::complex<double>;

/// IEEE half precision, a storage type: computing happens in float.
struct Half {
  _Float16 v;
  Half() = default;
  Half(float f) : v(static_cast<_Float16>(f)) {}
  operator float() const { return static_cast<float>(v); }
};

/// The upper half of a float, rounded to nearest even.
struct BFloat16 {
  uint16_t bits;
  BFloat16() = default;
  BFloat16(float f) {
    uint32_t u;
    std::memcpy(&u, &f, 4);
    bits = f != f ? 0x7fc0 : (u + 0x7fff + ((u >> 16) & 1)) >> 16;
  }
  operator float() const {
    uint32_t u = static_cast<uint32_t>(bits) << 16;
    float f;
    std::memcpy(&f, &u, 4);
    return f;
  }
};

/// A complex number of two halves, a storage type.
struct ComplexHalf {
  Half re, im;
};

/// The types kernels compute in. Every dtype is loaded into one of them and
/// stored back: integers and bool in 64 bits, halves in float.
enum class Compute : uint8_t { I64, F32, F64, C64, C128 };
constexpr int numComputeTypes = 5;

template <class T>
struct ComputeOf;
template <>
struct ComputeOf<int64_t> {
  static constexpr Compute value = Compute::I64;
};
template <>
struct ComputeOf<float> {
  static constexpr Compute value = Compute::F32;
};
template <>
struct ComputeOf<double> {
  static constexpr Compute value = Compute::F64;
};
template <>
struct ComputeOf<c64> {
  static constexpr Compute value = Compute::C64;
};
template <>
struct ComputeOf<c128> {
  static constexpr Compute value = Compute::C128;
};

template <class T>
struct IsComplexImpl {
  static constexpr bool value = false;
};
template <class T>
struct IsComplexImpl<std::complex<T>> {
  static constexpr bool value = true;
};
template <class T>
constexpr bool isComplexT = IsComplexImpl<T>::value;
template <class T>
constexpr bool isIntT = std::is_integral_v<T>;
template <class T>
constexpr bool isFloatT = std::is_floating_point_v<T>;

/// The real type under a compute type.
template <class T>
struct RealOfImpl {
  using type = T;
};
template <class T>
struct RealOfImpl<std::complex<T>> {
  using type = T;
};
template <class T>
using RealOf = typename RealOfImpl<T>::type;

inline bool isComplex(int d) {
  return d == TSRT_C64 || d == TSRT_C128 || d == TSRT_C32;
}
inline bool isFloating(int d) {
  return d == TSRT_F32 || d == TSRT_F64 || d == TSRT_F16 || d == TSRT_BF16;
}
/// Integer dtypes, bool included when asked.
inline bool isIntegral(int d, bool withBool = true) {
  return (d >= TSRT_U8 && d <= TSRT_I64) || (withBool && d == TSRT_B8);
}
inline bool isValidDType(int d) {
  return (d >= 0 && d <= TSRT_B8) || d == TSRT_BF16;
}

/// Type in which elements of a dtype are computed.
inline Compute computeType(int d) {
  switch (d) {
  case TSRT_F16:
  case TSRT_BF16:
  case TSRT_F32:
    return Compute::F32;
  case TSRT_F64:
    return Compute::F64;
  case TSRT_C32:
  case TSRT_C64:
    return Compute::C64;
  case TSRT_C128:
    return Compute::C128;
  default:
    return Compute::I64;
  }
}

/// Is a dtype stored exactly as its compute type?
inline bool isNative(int d) {
  return d == TSRT_I64 || d == TSRT_F32 || d == TSRT_F64 || d == TSRT_C64 ||
         d == TSRT_C128;
}
/// The dtype stored as a compute type.
inline int nativeDType(Compute c) {
  static constexpr int table[] = {TSRT_I64, TSRT_F32, TSRT_F64, TSRT_C64,
                                  TSRT_C128};
  return table[static_cast<int>(c)];
}
inline int64_t computeSize(Compute c) {
  static constexpr int table[] = {8, 4, 8, 8, 16};
  return table[static_cast<int>(c)];
}

/// tsrt_dtype_size without a call.
inline int64_t dtypeSize(int d) {
  static constexpr uint8_t sizes[] = {
#define TSRT_DTYPE(id, number, size, name, kind, cpp, npy, brief, letter) size,
#include "tsrt_dtypes.def"
#undef TSRT_DTYPE
  };
  return sizes[d & 15];
}

/// Complex dtype whose parts have the dtype `d`, and the reverse.
int toComplexDType(int d);
int toRealDType(int d);
/// "Float", "Long", ...: the name in messages and in printed tensors.
const char *scalarTypeName(int dtype);
/// "float", "long int": the C++ spelling in some messages.
const char *cppTypeName(int dtype);
/// The smallest dtype both convert to, PyTorch's lattice.
int promoteTypes(int a, int b);
/// May a result of dtype `from` be stored into a tensor of dtype `to`?
bool canCast(int from, int to);
/// The default dtype of floating point results.
constexpr int defaultFloat = TSRT_F32;

/// Calls `f` with a value of the C++ storage type of `dtype`.
template <class F>
decltype(auto) visitDType(int dtype, F &&f) {
  switch (dtype) {
  case TSRT_U8:
    return f(uint8_t());
  case TSRT_I8:
    return f(int8_t());
  case TSRT_I16:
    return f(int16_t());
  case TSRT_I32:
    return f(int32_t());
  case TSRT_F16:
    return f(Half());
  case TSRT_F32:
    return f(float());
  case TSRT_F64:
    return f(double());
  case TSRT_C32:
    return f(ComplexHalf());
  case TSRT_C64:
    return f(c64());
  case TSRT_C128:
    return f(c128());
  case TSRT_B8:
    return f(bool());
  case TSRT_BF16:
    return f(BFloat16());
  default:
    return f(int64_t());
  }
}

/// Calls `f` with a value of the compute type.
template <class F>
decltype(auto) visitCompute(Compute c, F &&f) {
  switch (c) {
  case Compute::F32:
    return f(float());
  case Compute::F64:
    return f(double());
  case Compute::C64:
    return f(c64());
  case Compute::C128:
    return f(c128());
  default:
    return f(int64_t());
  }
}

/// As visitCompute, without the complex types (they go to double).
template <class F>
decltype(auto) visitReal(Compute c, F &&f) {
  switch (c) {
  case Compute::F32:
    return f(float());
  case Compute::I64:
    return f(int64_t());
  default:
    return f(double());
  }
}

} // namespace tsrt

#endif // TSRT_TENSOR_DTYPE_H
