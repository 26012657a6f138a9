//===- Pointwise.h - Elementwise operations over compute types --*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// An elementwise operation is a generic lambda, compiled once for each compute
// type it supports. Its arguments are the operands' elements and, last, a
// pointer to its parameters in the compute type:
//
//   constexpr Loops lerp = loops<3, allTypes>("lerp", [](auto a, auto b, auto
//   w,
//                                             auto *) { ... });
//
// Elements of other dtypes are converted chunk by chunk.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_TENSOR_POINTWISE_H
#define TSRT_TENSOR_POINTWISE_H

#include "tensor/Iterator.h"

#include <type_traits>

namespace tsrt {

/// Computes `n` dense elements.
using LoopFn = void (*)(void *out, const void *const *in, int64_t n,
                        const void *params);

/// The loops of one operation by compute type; null: not implemented for it.
struct Loops {
  const char *name;
  LoopFn fn[numComputeTypes];
};

/// Sets of compute types.
enum TypeSet : unsigned {
  intTypes = 1,
  floatTypes = 2 | 4,
  complexTypes = 8 | 16,
  realTypes = intTypes | floatTypes,
  inexactTypes = floatTypes | complexTypes,
  allTypes = realTypes | complexTypes
};

namespace detail {

template <class T, class F, int N>
struct ElementLoop {
  template <size_t... Is>
  static void run(T *out, const void *const *in, int64_t n, const T *params,
                  std::index_sequence<Is...>) {
    alignas(F) char storage = 0;
    const F &f = reinterpret_cast<const F &>(storage);
    const T *const p[] = {static_cast<const T *>(in[Is])..., nullptr};
    for (int64_t i = 0; i < n; ++i)
      out[i] = static_cast<T>(f(p[Is][i]..., params));
  }
  static void call(void *out, const void *const *in, int64_t n,
                   const void *params) {
    run(static_cast<T *>(out), in, n, static_cast<const T *>(params),
        std::make_index_sequence<N>());
  }
};

template <class T, class F, int N, bool Supported>
constexpr LoopFn loopOf() {
  if constexpr (Supported)
    return &ElementLoop<T, F, N>::call;
  else
    return nullptr;
}

} // namespace detail

/// The loops of an operation on N operands for a set of compute types.
template <int N, unsigned Types, class F>
constexpr Loops loops(const char *name, F) {
  static_assert(std::is_empty_v<F>, "the operation must not capture");
  return {name,
          {detail::loopOf<int64_t, F, N, (Types & 1) != 0>(),
           detail::loopOf<float, F, N, (Types & 2) != 0>(),
           detail::loopOf<double, F, N, (Types & 4) != 0>(),
           detail::loopOf<c64, F, N, (Types & 8) != 0>(),
           detail::loopOf<c128, F, N, (Types & 16) != 0>()}};
}

/// Applies an operation to operands broadcast against each other: elements are
/// converted to dtype `common`, results to `outDType`. With `out`, the result
/// is written there (its shape must be the broadcast shape; its dtype must be
/// one the result may be cast to) and `out` is returned.
Tensor pointwise(const Loops &loops, TensorRange in, int common, int outDType,
                 const std::vector<Scalar> &params = {},
                 const Tensor &out = {});

/// The dtype arithmetic on a dtype gives when the result must be inexact.
inline int inexact(int dtype) {
  return isIntegral(dtype) ? defaultFloat : dtype;
}

/// Makes `out` (of an out= overload) ready for a result of these sizes.
void prepareOut(const Tensor &out, const Dims &sizes, int dtype);

} // namespace tsrt

#endif // TSRT_TENSOR_POINTWISE_H
