//===- Kernels.h - Typed adapters of tensor kernels -------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Extends core/Kernel.h with tensors: op<f> boxes a C++ function on Tensor,
// Dims, Scalar, ...; inPlace<f> and outOf<f> derive the overloads that end in
// "_" and in ".out" from the same function.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_TENSOR_KERNELS_H
#define TSRT_OPS_TENSOR_KERNELS_H

#include "core/Kernel.h"
#include "tensor/Pointwise.h"
#include "tensor/Views.h"

namespace tsrt {

using LL = long long;

/// A tensor argument; None gives an undefined tensor.
template <>
struct Arg<Tensor> {
  static bool get(const tsrt_value &v, Tensor &out) {
    if (isNone(v))
      return true;
    if (kindOf(v) != TSRT_TENSOR)
      return false;
    out = Tensor::borrow(static_cast<tsrt_tensor *>(v.u.p));
    return true;
  }
  static constexpr const char *name = "Tensor";
};
/// A list of integers, or one integer.
template <>
struct Arg<Dims> {
  static bool get(const tsrt_value &v, Dims &out) {
    if (kindOf(v) == TSRT_INT) {
      out = {v.u.i};
      return true;
    }
    IntSpan span;
    if (!Arg<IntSpan>::get(v, span))
      return false;
    out = Dims(span.begin(), span.end());
    return true;
  }
  static constexpr const char *name = "List[int]";
};
template <>
struct Arg<Tensors> {
  static bool get(const tsrt_value &v, Tensors &out) {
    TensorSpan span;
    if (!Arg<TensorSpan>::get(v, span))
      return false;
    for (tsrt_tensor *t : span)
      out.push_back(t ? Tensor::borrow(t) : Tensor());
    return true;
  }
  static constexpr const char *name = "List[Tensor]";
};

template <>
struct Ret<Tensor> {
  static void put(Tensor t, tsrt_value *out) { *out = objectValue(t.take()); }
};
template <>
inline const tsrt_type *typeOf<Tensor>() {
  return &tsrt_type_tensor;
}
template <>
struct Ret<Tensors> {
  static void put(const Tensors &v, tsrt_value *out) {
    std::vector<TensorRef> refs;
    for (const Tensor &t : v)
      refs.push_back(TensorRef::retain(t.get()));
    *out = objectValue(makeList(refs).take());
  }
};
template <>
struct Ret<Dims> {
  static void put(const Dims &v, tsrt_value *out) {
    *out =
        objectValue(makeList(std::vector<int64_t>(v.begin(), v.end())).take());
  }
};

/// Arguments a kernel takes and does not look at (layout, generator, ...).
using Ignored = tsrt_value;

namespace detail {

/// Turns noted errors into the kernel's error; its results are then dropped.
tsrt_error *finish(tsrt_error *error, tsrt_value *results, int32_t numResults);
/// Marks floating results as requiring gradients when an argument does.
void propagateGrad(const tsrt_value *args, int32_t numArgs, tsrt_value *results,
                   int32_t numResults);
/// Writes result i into the tensor of `targets[i]`, resizing it when `resize`,
/// and returns the targets as the results.
tsrt_error *writeResults(tsrt_value *results, const tsrt_value *targets,
                         int32_t count, bool resize);

/// Number of results of a return type.
template <class R>
struct CountOf {
  static constexpr int value = 1;
};
template <>
struct CountOf<void> {
  static constexpr int value = 0;
};
template <class... Ts>
struct CountOf<std::tuple<Ts...>> {
  static constexpr int value = sizeof...(Ts);
};
template <class F>
struct ReturnOf;
template <class R, class... A>
struct ReturnOf<R (*)(A...)> {
  using type = R;
};
template <auto F>
constexpr int resultCount =
    CountOf<typename ReturnOf<decltype(F)>::type>::value;

} // namespace detail

/// The boxed kernel of a function that may note an error and whose results do
/// not depend on the arguments differentiably.
template <auto F>
tsrt_error *constantOp(const tsrt_value *args, int32_t numArgs,
                       tsrt_value *results, int32_t numResults) {
  return detail::finish(kernel<F>(args, numArgs, results, numResults), results,
                        detail::resultCount<F>);
}

/// The boxed kernel of a function that may note an error.
template <auto F>
tsrt_error *op(const tsrt_value *args, int32_t numArgs, tsrt_value *results,
               int32_t numResults) {
  tsrt_error *error = constantOp<F>(args, numArgs, results, numResults);
  if (!error)
    detail::propagateGrad(args, numArgs, results, detail::resultCount<F>);
  return error;
}

/// The in-place overload: the result is copied into the first argument.
template <auto F>
tsrt_error *inPlace(const tsrt_value *args, int32_t numArgs,
                    tsrt_value *results, int32_t numResults) {
  if (tsrt_error *error = op<F>(args, numArgs, results, numResults))
    return error;
  return detail::writeResults(results, args, 1, /*resize=*/false);
}

/// The out= overload: the trailing arguments receive the results.
template <auto F>
tsrt_error *outOf(const tsrt_value *args, int32_t numArgs, tsrt_value *results,
                  int32_t numResults) {
  constexpr int count = detail::resultCount<F>;
  if (numArgs < count)
    return wrongArgumentCount(count, numArgs);
  if (tsrt_error *error = op<F>(args, numArgs - count, results, numResults))
    return error;
  return detail::writeResults(results, args + numArgs - count, count,
                              /*resize=*/true);
}

/// Boxed kernel of a lambda that may note an error.
template <class L>
constexpr tsrt_kernel tensorFn(L) {
  return [](const tsrt_value *args, int32_t numArgs, tsrt_value *results,
            int32_t numResults) -> tsrt_error * {
    using F = decltype(&L::operator());
    constexpr int count = detail::CountOf<
        typename detail::ReturnOf<decltype(+std::declval<L>())>::type>::value;
    static_assert(sizeof(F) > 0);
    return detail::finish(
        detail::Thunk<L>::call(args, numArgs, results, numResults), results,
        count);
  };
}

} // namespace tsrt

/// Table lines: the plain overload; with the in-place one; with both derived.
#define TSRT_OP(name, ...) {"aten::" name, op<__VA_ARGS__>}
#define TSRT_OP_I(name, ...)                                                   \
  TSRT_OP(name, __VA_ARGS__), { "aten::" name "_", inPlace<__VA_ARGS__> }
#define TSRT_OP_O(name, ...)                                                   \
  TSRT_OP(name, __VA_ARGS__), { "aten::" name ".out", outOf<__VA_ARGS__> }
#define TSRT_OP_IO(name, ...)                                                  \
  TSRT_OP_I(name, __VA_ARGS__), { "aten::" name ".out", outOf<__VA_ARGS__> }

#endif // TSRT_OPS_TENSOR_KERNELS_H
