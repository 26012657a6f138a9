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
  /// The same writing bools, by compute type, for operations that give bools;
  /// or null.
  LoopFn test[3] = {};
  /// The same from bools to bools, or null.
  LoopFn onBools = nullptr;
  /// Those of bfloat16 and float16 where each step of the computation is
  /// rounded to the dtype, and not its result alone; or null.
  LoopFn bySteps[2] = {};
};

/// What becomes of the result of a step: nothing, ...
struct KeepStep {
  template <class T>
  T operator()(T x) const {
    return x;
  }
};
/// ... or it is rounded to a dtype of 16 bits.
template <class Storage>
struct RoundStep {
  float operator()(float x) const { return Storage(x); }
};

/// An operand whose memory may serve the result; null: there is none.
struct Donor {
  tsrt_tensor *tensor = nullptr;
  Reuse reuse = Reuse::None;

  Donor() = default;
  /// The first operand that may. Counts owners, so make it before handles are
  /// copied.
  Donor(std::initializer_list<Input> inputs);
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

template <class T, class Out, class F, int N>
struct ElementLoop {
  template <size_t... Is>
  static void run(Out *out, const void *const *in, int64_t n, const T *params,
                  std::index_sequence<Is...>) {
    alignas(F) char storage = 0;
    const F &f = reinterpret_cast<const F &>(storage);
    const T *const p[] = {static_cast<const T *>(in[Is])..., nullptr};
    for (int64_t i = 0; i < n; ++i)
      out[i] = static_cast<Out>(static_cast<T>(f(p[Is][i]..., params)));
  }
  static void call(void *out, const void *const *in, int64_t n,
                   const void *params) {
    run(static_cast<Out *>(out), in, n, static_cast<const T *>(params),
        std::make_index_sequence<N>());
  }
};

/// An operation that takes what to do with its steps as its first argument.
template <class F, class Step>
struct BySteps {
  template <class... Args>
  auto operator()(Args... args) const {
    alignas(F) char storage = 0;
    return reinterpret_cast<const F &>(storage)(Step(), args...);
  }
};

template <class T, class Out, class F, int N, bool Supported>
constexpr LoopFn loopOf() {
  if constexpr (Supported)
    return &ElementLoop<T, Out, F, N>::call;
  else
    return nullptr;
}

} // namespace detail

/// The loops of an operation on N operands for a set of compute types.
/// `GivesBool`: the result is a bool whatever the operands are.
template <int N, unsigned Types, bool GivesBool = false, class F>
constexpr Loops loops(const char *name, F) {
  static_assert(std::is_empty_v<F>, "the operation must not capture");
  constexpr bool ints = Types & 1, floats = Types & 2, doubles = Types & 4;
  return {name,
          {detail::loopOf<int64_t, int64_t, F, N, ints>(),
           detail::loopOf<float, float, F, N, floats>(),
           detail::loopOf<double, double, F, N, doubles>(),
           detail::loopOf<c64, c64, F, N, (Types & 8) != 0>(),
           detail::loopOf<c128, c128, F, N, (Types & 16) != 0>()},
          {detail::loopOf<int64_t, bool, F, N, ints && GivesBool>(),
           detail::loopOf<float, bool, F, N, floats && GivesBool>(),
           detail::loopOf<double, bool, F, N, doubles && GivesBool>()},
          detail::loopOf<uint8_t, bool, F, N,
                         ints && (GivesBool || Types == intTypes)>()};
}

/// The loops of an operation that PyTorch rounds after each step in dtypes of
/// 16 bits: (round, elements..., parameters) with round(x) for each step but
/// the last.
template <int N, unsigned Types, class F>
constexpr Loops loopsBySteps(const char *name, F) {
  static_assert(std::is_empty_v<F>, "the operation must not capture");
  Loops result = loops<N, Types>(name, detail::BySteps<F, KeepStep>());
  result.bySteps[0] =
      detail::loopOf<float, float, detail::BySteps<F, RoundStep<BFloat16>>, N,
                     (Types & 2) != 0>();
  result.bySteps[1] =
      detail::loopOf<float, float, detail::BySteps<F, RoundStep<Half>>, N,
                     (Types & 2) != 0>();
  return result;
}

/// Applies an operation to operands broadcast against each other: elements are
/// converted to dtype `common`, results to `outDType`. With `out`, the result
/// is written there (its shape must be the broadcast shape; its dtype must be
/// one the result may be cast to) and `out` is returned. The donor is one of
/// the operands.
Tensor pointwise(const Loops &loops, TensorRange in, int common, int outDType,
                 const std::vector<Scalar> &params = {}, const Tensor &out = {},
                 Donor donor = {});

/// The dtype arithmetic on a dtype gives when the result must be inexact.
inline int inexact(int dtype) {
  return isIntegral(dtype) ? defaultFloat : dtype;
}

/// Makes `out` (of an out= overload) ready for a result of these sizes.
void prepareOut(const Tensor &out, const Dims &sizes, int dtype);

} // namespace tsrt

#endif // TSRT_TENSOR_POINTWISE_H
