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

/// Tensors are lent for a direct call without counting; an argument whose last
/// use the call is gets released behind it.
template <>
struct DirectArg<Tensor> {
  bool read(int32_t kind, uint64_t word, Reuse) {
    value = Tensor(TensorRef::adopt(reinterpret_cast<tsrt_tensor *>(word)));
    return kind == TSRT_TENSOR || kind == TSRT_NONE;
  }
  Tensor &get() { return value; }
  ~DirectArg() { value.take(); }
  Tensor value;
};
template <>
struct DirectArg<Input> {
  bool read(int32_t kind, uint64_t word, Reuse reuse) {
    value.reuse = reuse;
    return tensor.read(kind, word, reuse);
  }
  Input &get() { return value; }
  DirectArg<Tensor> tensor;
  Input value{tensor.get()};
};
template <>
struct Arg<Input> : Arg<Tensor> {};
template <>
inline constexpr uint64_t tensorResults<Tensor> = 1;
template <>
inline constexpr uint64_t tensorResults<Tensors> = 1;
template <>
struct Held<Input> {
  using type = Tensor;
};
template <>
struct DirectRet<Tensor> {
  static void put(Tensor t, uint64_t *results) {
    results[0] = reinterpret_cast<uint64_t>(t.take());
  }
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

/// Whether elements along the dimension share memory because it was expanded.
bool isShared(const Tensor &t, int64_t dim);
/// Notes the error of writing to an expanded tensor; false when it is none.
bool refuseExpanded(const Tensor &target);
/// Notes PyTorch's error for a write to a tensor of which another part is read;
/// returns whether it did.
bool refuseOverlap(const Tensor &target, const Tensor &other);
/// The same for a write to a tensor of which any element is read.
bool refuseSharing(const Tensor &target, const Tensor &other);

/// Which elements PyTorch lets an operator read while it writes a tensor.
enum class Sharing {
  /// Any.
  Free,
  /// Those it writes, in the same order, but no others of the same memory; an
  /// operand keeps its sizes.
  Same,
  /// Those it writes, where an operand may get other sizes.
  SameResized,
  /// The same, where operands are views that are made before it gets them.
  SameViews,
  /// The same for the first operand, and none for the others.
  SameFirst,
  /// The same for the first operand, and any for the others.
  SameFirstOnly,
  /// None.
  None
};

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

/// The error of a kernel that writes a tensor while it reads elements of
/// `count` operands, or lists of such, that it may not read, or null. `sizes`
/// are those that the tensor is going to have, which an operand may refuse.
tsrt_error *checkOverlap(const tsrt_value &written, const Dims *sizes,
                         const tsrt_value *read, int32_t count,
                         Sharing sharing);
/// The same for the first `count` tensors of `targets`, which get the sizes of
/// the results.
tsrt_error *checkOuts(const tsrt_value *targets, const tsrt_value *results,
                      int32_t count, const tsrt_value *read, int32_t numRead,
                      Sharing sharing);

template <class F>
struct ReturnOf;
template <class R, class... A>
struct ReturnOf<R (*)(A...)> {
  using type = R;
};
template <auto F>
constexpr int countOf = resultCount<typename ReturnOf<decltype(F)>::type>;

/// The boxed entry of constantOp.
template <auto F>
tsrt_error *boxedConstantOp(const tsrt_value *args, int32_t numArgs,
                            tsrt_value *results, int32_t numResults) {
  return finish(boxedKernel<F>(args, numArgs, results, numResults), results,
                countOf<F>);
}

/// The boxed entry of op.
template <auto F>
tsrt_error *boxedOp(const tsrt_value *args, int32_t numArgs,
                    tsrt_value *results, int32_t numResults) {
  tsrt_error *error = boxedConstantOp<F>(args, numArgs, results, numResults);
  if (!error)
    propagateGrad(args, numArgs, results, countOf<F>);
  return error;
}

/// The boxed entry of inPlace.
template <auto F, Sharing S>
tsrt_error *boxedInPlace(const tsrt_value *args, int32_t numArgs,
                         tsrt_value *results, int32_t numResults) {
  if (numArgs > 0)
    if (tsrt_error *error =
            checkOverlap(args[0], nullptr, args + 1, numArgs - 1, S))
      return error;
  if (tsrt_error *error = boxedOp<F>(args, numArgs, results, numResults))
    return error;
  return writeResults(results, args, 1, /*resize=*/false);
}

/// The boxed entry of outOf.
template <auto F, Sharing S, int Checked>
tsrt_error *boxedOutOf(const tsrt_value *args, int32_t numArgs,
                       tsrt_value *results, int32_t numResults) {
  constexpr int count = countOf<F>;
  if (numArgs < count)
    return wrongArgumentCount(count, numArgs);
  int32_t numRead = numArgs - count;
  if (tsrt_error *error = boxedOp<F>(args, numRead, results, numResults))
    return error;
  if constexpr (S != Sharing::Free)
    if (tsrt_error *error =
            checkOuts(args + numRead, results, Checked, args, numRead, S))
      return error;
  return writeResults(results, args + numRead, count, /*resize=*/true);
}

} // namespace detail

/// The kernel of a function that may note an error and whose results do not
/// depend on the arguments differentiably.
template <auto F>
inline constexpr Kernel constantOp{detail::boxedConstantOp<F>,
                                   directKernel<F, DirectMode::Noting>};

/// The kernel of a function that may note an error.
template <auto F>
inline constexpr Kernel op{detail::boxedOp<F>,
                           directKernel<F, DirectMode::Propagating>};

/// The in-place overload: the result is copied into the first argument.
template <auto F>
inline constexpr Kernel inPlace{detail::boxedInPlace<F, Sharing::Same>,
                                directKernel<F, DirectMode::InPlace>};

/// The in-place overload of a function that may read no element that it writes
/// but through the first argument.
template <auto F>
inline constexpr Kernel inPlaceApart{detail::boxedInPlace<F, Sharing::None>};

/// The out= overload: the trailing arguments receive the results; what the
/// first ones share with operands is checked.
template <auto F, Sharing S = Sharing::Free, int Checked = detail::countOf<F>>
inline constexpr Kernel outOf{detail::boxedOutOf<F, S, Checked>};

} // namespace tsrt

/// Table lines: the plain overload; with the in-place one; with that of out=,
/// which may write what it reads, or no element of it; the same of a function
/// of elements, and that with the in-place one.
#define TSRT_OP(name, ...) {"aten::" name, op<__VA_ARGS__>}
#define TSRT_OP_I(name, ...)                                                   \
  TSRT_OP(name, __VA_ARGS__), { "aten::" name "_", inPlace<__VA_ARGS__> }
#define TSRT_OP_O(name, ...)                                                   \
  TSRT_OP(name, __VA_ARGS__), { "aten::" name ".out", outOf<__VA_ARGS__> }
#define TSRT_OP_A(name, ...)                                                   \
  TSRT_OP(name, __VA_ARGS__), {                                                \
    "aten::" name ".out", outOf<__VA_ARGS__, Sharing::None>                    \
  }
#define TSRT_OP_E(name, ...)                                                   \
  TSRT_OP(name, __VA_ARGS__), {                                                \
    "aten::" name ".out", outOf<__VA_ARGS__, Sharing::Same>                    \
  }
#define TSRT_OP_IE(name, ...)                                                  \
  TSRT_OP_I(name, __VA_ARGS__), {                                              \
    "aten::" name ".out", outOf<__VA_ARGS__, Sharing::Same>                    \
  }

#endif // TSRT_OPS_TENSOR_KERNELS_H
