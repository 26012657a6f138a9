//===- Elementwise.h - Rules of elementwise operators -----------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_TENSOR_ELEMENTWISE_H
#define TSRT_OPS_TENSOR_ELEMENTWISE_H

#include "ops_tensor/Kernels.h"

namespace tsrt {

/// How the result's dtype follows from the operands'.
enum class ResultKind {
  Same,    ///< the promoted dtype
  Inexact, ///< integers compute in the default float dtype
  Real,    ///< as Same, complex gives its real dtype
  Angle,   ///< as Inexact, complex gives its real dtype
  Bool     ///< bool
};

/// An elementwise operator: its loops and the dtype of its result.
struct Rule {
  Loops loops;
  ResultKind kind;
};

/// Dtype to compute in and dtype of the result, from the promoted dtype.
inline std::pair<int, int> ruleDTypes(ResultKind kind, int promoted) {
  switch (kind) {
  case ResultKind::Inexact:
    return {inexact(promoted), inexact(promoted)};
  case ResultKind::Real:
    return {promoted, toRealDType(promoted)};
  case ResultKind::Angle:
    return {inexact(promoted), toRealDType(inexact(promoted))};
  case ResultKind::Bool:
    return {promoted, TSRT_B8};
  default:
    return {promoted, promoted};
  }
}

/// Applies a rule to operands with promotion.
inline Tensor applyRule(const Rule &rule, TensorRange in,
                        const std::vector<Scalar> &params = {},
                        Donor donor = {}) {
  auto [common, out] = ruleDTypes(rule.kind, resultType(in));
  return pointwise(rule.loops, in, common, out, params, {}, donor);
}

/// The operator of a rule on one tensor.
template <const Rule &R>
Tensor unary(Input self) {
  Donor donor({self});
  return applyRule(R, self.tensor, {}, donor);
}
/// On two tensors; on a tensor and a number; on a number and a tensor.
template <const Rule &R>
Tensor binary(Input self, Input other) {
  Donor donor({self, other});
  return applyRule(R, {self, other}, {}, donor);
}
template <const Rule &R>
Tensor binaryScalar(Input self, Scalar other) {
  Donor donor({self});
  return applyRule(R, {self, NumberOperand(other)}, {}, donor);
}
template <const Rule &R>
Tensor scalarBinary(Scalar self, Input other) {
  Donor donor({other});
  return applyRule(R, {NumberOperand(self), other}, {}, donor);
}

/// Defines `id##Element`, which computes one element of an operator on x, and
/// the operator's rule, `id##Rule`; p are its parameters.
#define TSRT_UNARY(id, types, kind, ...)                                       \
  constexpr auto id##Element = [](auto x, auto *p) {                           \
    using T = decltype(x);                                                     \
    (void)p;                                                                   \
    (void)sizeof(T);                                                           \
    __VA_ARGS__;                                                               \
  };                                                                           \
  constexpr Rule id##Rule{                                                     \
      loops < 1, types,                                                        \
      ResultKind::kind == ResultKind::Bool > (#id, id##Element),               \
      ResultKind::kind};
/// The same for an operator on a and b.
#define TSRT_BINARY(id, types, kind, ...)                                      \
  constexpr auto id##Element = [](auto a, auto b, auto *p) {                   \
    using T = decltype(a);                                                     \
    (void)p;                                                                   \
    (void)sizeof(T);                                                           \
    __VA_ARGS__;                                                               \
  };                                                                           \
  constexpr Rule id##Rule{                                                     \
      loops < 2, types,                                                        \
      ResultKind::kind == ResultKind::Bool > (#id, id##Element),               \
      ResultKind::kind};

/// Exports `id##Element` to compiled kernels, see tsrt_kernel.h: of real
/// numbers, of two of them, of a complex number, of two of them.
#define TSRT_EXPORT_OF(id, suffix, type)                                       \
  extern "C" TSRT_API type tsrt_math_##id##_##suffix(type x) {                 \
    return type(id##Element(x, static_cast<type *>(nullptr)));                 \
  }
#define TSRT_EXPORT_REAL(id)                                                   \
  TSRT_EXPORT_OF(id, f32, float) TSRT_EXPORT_OF(id, f64, double)
#define TSRT_EXPORT_OF2(id, suffix, type)                                      \
  extern "C" TSRT_API type tsrt_math_##id##_##suffix(type a, type b) {         \
    return type(id##Element(a, b, static_cast<type *>(nullptr)));              \
  }
#define TSRT_EXPORT_REAL2(id)                                                  \
  TSRT_EXPORT_OF2(id, f32, float) TSRT_EXPORT_OF2(id, f64, double)
#define TSRT_EXPORT_PART(id, suffix, type, part)                               \
  extern "C" TSRT_API type tsrt_math_##id##_##suffix##_##part(type re,         \
                                                              type im) {       \
    using Complex = std::complex<type>;                                        \
    return Complex(id##Element(Complex(re, im),                                \
                               static_cast<Complex *>(nullptr)))               \
        .part();                                                               \
  }
#define TSRT_EXPORT_COMPLEX(id)                                                \
  TSRT_EXPORT_PART(id, c64, float, real)                                       \
  TSRT_EXPORT_PART(id, c64, float, imag)                                       \
  TSRT_EXPORT_PART(id, c128, double, real)                                     \
  TSRT_EXPORT_PART(id, c128, double, imag)
#define TSRT_EXPORT_PART2(id, suffix, type, part)                              \
  extern "C" TSRT_API type tsrt_math_##id##_##suffix##_##part(                 \
      type re, type im, type re2, type im2) {                                  \
    using Complex = std::complex<type>;                                        \
    return Complex(id##Element(Complex(re, im), Complex(re2, im2),             \
                               static_cast<Complex *>(nullptr)))               \
        .part();                                                               \
  }
#define TSRT_EXPORT_COMPLEX2(id)                                               \
  TSRT_EXPORT_PART2(id, c64, float, real)                                      \
  TSRT_EXPORT_PART2(id, c64, float, imag)                                      \
  TSRT_EXPORT_PART2(id, c128, double, real)                                    \
  TSRT_EXPORT_PART2(id, c128, double, imag)

/// 1 / x; of a complex number its conjugate over the square of its absolute
/// value, as it is, as PyTorch computes it.
template <class T>
T reciprocalOf(T x) {
  if constexpr (isComplexT<T>) {
    auto square = x.real() * x.real() + x.imag() * x.imag();
    return T(x.real() / square, -x.imag() / square);
  } else {
    return T(1) / x;
  }
}

/// NaN test for every compute type.
template <class T>
bool isNan(T x) {
  if constexpr (isComplexT<T>)
    return std::isnan(x.real()) || std::isnan(x.imag());
  else if constexpr (isIntT<T>)
    return false;
  else
    return std::isnan(x);
}
/// Order with NaN above everything (sort, max).
template <class T>
bool lessNan(T a, T b) {
  return !isNan(a) && (isNan(b) || a < b);
}

} // namespace tsrt

#endif // TSRT_OPS_TENSOR_ELEMENTWISE_H
