//===- Kernel.h - Registration and typed adapters of kernels ----*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns plain C++ functions into boxed kernels and lists them by name:
//
//   static int64_t add(int64_t a, int64_t b) { ... }
//   static const KernelEntry entries[] = {
//       {"aten::add.int", kernel<add>},
//       {"aten::neg.int", fn([](int64_t a) { return -a; })},
//   };
//   static const KernelTable table(entries);
//
// Arguments are borrowed: int64_t, double, bool, Complex, Scalar, Device,
// std::string_view, tsrt_str *, tsrt_tensor *, tsrt_list *, tsrt_dict *,
// IntSpan, FloatSpan, BoolSpan, TensorSpan, std::optional of all these, and
// const tsrt_value & for any value. Results: the same scalars, Ref<T>, Value,
// std::string, Scalar, Device, std::vector<int64_t|double|bool|Ref<T>>,
// std::optional of these, std::tuple (several results), void; each also inside
// Result<...>; Status for no result. Further types: specialise Arg and Ret.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_CORE_KERNEL_H
#define TSRT_CORE_KERNEL_H

#include "core/Error.h"
#include "core/List.h"
#include "core/Value.h"

#include <optional>
#include <string>
#include <tuple>

namespace tsrt {

/// One operator of a table: its schema name with the overload, and its kernel.
struct KernelEntry {
  const char *name;
  tsrt_kernel kernel;
};

/// Announces a table of static storage; the hash map over all tables is built
/// at the first tsrt_op_find.
class KernelTable {
public:
  template <size_t N>
  explicit KernelTable(const KernelEntry (&entries)[N])
      : entries(entries), size(N), next(first) {
    first = this;
  }

  const KernelEntry *const entries;
  const size_t size;
  const KernelTable *const next;
  /// The most recently announced table.
  static const KernelTable *first;
};

/// Reads one boxed argument as T; false when it has another type.
template <class T, class = void>
struct Arg;
/// Writes a result of type T, owned, into results[0...].
template <class T, class = void>
struct Ret;

template <>
struct Arg<int64_t> {
  static bool get(const tsrt_value &v, int64_t &out) {
    out = v.u.i;
    return kindOf(v) == TSRT_INT || kindOf(v) == TSRT_BOOL ||
           kindOf(v) == TSRT_ENUM;
  }
  static constexpr const char *name = "int";
};
template <>
struct Arg<bool> {
  static bool get(const tsrt_value &v, bool &out) {
    out = v.u.i != 0;
    return kindOf(v) == TSRT_BOOL || kindOf(v) == TSRT_INT;
  }
  static constexpr const char *name = "bool";
};
template <>
struct Arg<double> {
  static bool get(const tsrt_value &v, double &out) {
    Scalar scalar;
    if (!Scalar::unbox(v, scalar) || scalar.isComplex())
      return false;
    out = scalar.toDouble();
    return true;
  }
  static constexpr const char *name = "float";
};
template <>
struct Arg<Complex> {
  static bool get(const tsrt_value &v, Complex &out) {
    Scalar scalar;
    if (!Scalar::unbox(v, scalar))
      return false;
    out = scalar.toComplex();
    return true;
  }
  static constexpr const char *name = "complex";
};
template <>
struct Arg<Scalar> {
  static bool get(const tsrt_value &v, Scalar &out) {
    return Scalar::unbox(v, out);
  }
  static constexpr const char *name = "number";
};
template <>
struct Arg<Device> {
  static bool get(const tsrt_value &v, Device &out) {
    out.bits = v.u.i;
    return kindOf(v) == TSRT_DEVICE;
  }
  static constexpr const char *name = "Device";
};
template <>
struct Arg<tsrt_value> {
  static bool get(const tsrt_value &v, tsrt_value &out) {
    out = v;
    return true;
  }
  static constexpr const char *name = "any value";
};
template <>
struct Arg<tsrt_str *> {
  static bool get(const tsrt_value &v, tsrt_str *&out) {
    out = static_cast<tsrt_str *>(v.u.p);
    return kindOf(v) == TSRT_STR;
  }
  static constexpr const char *name = "str";
};
template <>
struct Arg<std::string_view> {
  static bool get(const tsrt_value &v, std::string_view &out) {
    if (kindOf(v) != TSRT_STR)
      return false;
    out = view(static_cast<tsrt_str *>(v.u.p));
    return true;
  }
  static constexpr const char *name = "str";
};
template <>
struct Arg<tsrt_tensor *> {
  static bool get(const tsrt_value &v, tsrt_tensor *&out) {
    out = static_cast<tsrt_tensor *>(v.u.p);
    return kindOf(v) == TSRT_TENSOR;
  }
  static constexpr const char *name = "Tensor";
};
template <>
struct Arg<tsrt_list *> {
  static bool get(const tsrt_value &v, tsrt_list *&out) {
    out = static_cast<tsrt_list *>(v.u.p);
    return kindOf(v) == TSRT_LIST;
  }
  static constexpr const char *name = "List";
};
template <>
struct Arg<tsrt_dict *> {
  static bool get(const tsrt_value &v, tsrt_dict *&out) {
    out = static_cast<tsrt_dict *>(v.u.p);
    return kindOf(v) == TSRT_DICT;
  }
  static constexpr const char *name = "Dict";
};

namespace detail {
/// Reads a list whose elements are of kind `kind` (or an empty one).
template <class T>
bool getSpan(const tsrt_value &v, int32_t kind, Span<T> &out) {
  if (kindOf(v) != TSRT_LIST)
    return false;
  auto *list = static_cast<tsrt_list *>(v.u.p);
  const tsrt_type *element = elementType(list);
  if (element->kind == TSRT_OPTIONAL && kind == TSRT_TENSOR)
    element = element->elements[0];
  if (element->kind != kind && list->size != 0)
    return false;
  out = span<T>(list);
  return true;
}
} // namespace detail

template <>
struct Arg<IntSpan> {
  static bool get(const tsrt_value &v, IntSpan &out) {
    return detail::getSpan(v, TSRT_INT, out);
  }
  static constexpr const char *name = "List[int]";
};
template <>
struct Arg<FloatSpan> {
  static bool get(const tsrt_value &v, FloatSpan &out) {
    return detail::getSpan(v, TSRT_FLOAT, out);
  }
  static constexpr const char *name = "List[float]";
};
template <>
struct Arg<BoolSpan> {
  static bool get(const tsrt_value &v, BoolSpan &out) {
    return detail::getSpan(v, TSRT_BOOL, out);
  }
  static constexpr const char *name = "List[bool]";
};
template <>
struct Arg<TensorSpan> {
  static bool get(const tsrt_value &v, TensorSpan &out) {
    return detail::getSpan(v, TSRT_TENSOR, out);
  }
  static constexpr const char *name = "List[Tensor]";
};
template <class T>
struct Arg<std::optional<T>> {
  static bool get(const tsrt_value &v, std::optional<T> &out) {
    if (isNone(v))
      return true;
    return Arg<T>::get(v, out.emplace());
  }
  static constexpr const char *name = Arg<T>::name;
};

template <>
struct Ret<int64_t> {
  static void put(int64_t v, tsrt_value *out) { *out = intValue(v); }
};
template <>
struct Ret<bool> {
  static void put(bool v, tsrt_value *out) { *out = boolValue(v); }
};
template <>
struct Ret<double> {
  static void put(double v, tsrt_value *out) { *out = floatValue(v); }
};
template <>
struct Ret<Complex> {
  static void put(Complex v, tsrt_value *out) { *out = complexValue(v); }
};
template <>
struct Ret<Scalar> {
  static void put(Scalar v, tsrt_value *out) { *out = v.box(); }
};
template <>
struct Ret<Device> {
  static void put(Device v, tsrt_value *out) {
    *out = intValue(v.bits);
    out->type = &tsrt_type_device;
  }
};
template <>
struct Ret<std::string> {
  static void put(const std::string &v, tsrt_value *out) {
    *out = objectValue(makeStr(v).take());
  }
};
template <>
struct Ret<Value> {
  static void put(Value v, tsrt_value *out) { *out = v.take(); }
};
template <class T>
struct Ret<Ref<T>> {
  static void put(Ref<T> v, tsrt_value *out) { *out = objectValue(v.take()); }
};
template <class T>
struct Ret<std::vector<T>> {
  static void put(const std::vector<T> &v, tsrt_value *out) {
    *out = objectValue(makeList(v).take());
  }
};
template <class T>
struct Ret<std::optional<T>> {
  static void put(std::optional<T> v, tsrt_value *out) {
    if (v)
      Ret<T>::put(std::move(*v), out);
    else
      *out = noneValue();
  }
};
template <class... Ts>
struct Ret<std::tuple<Ts...>> {
  static void put(std::tuple<Ts...> v, tsrt_value *out) {
    std::apply(
        [&](Ts &...parts) {
          int i = 0;
          (Ret<Ts>::put(std::move(parts), out + i++), ...);
        },
        v);
  }
};

/// The error of an argument of the wrong type.
tsrt_error *wrongArgument(int32_t index, const char *expected,
                          const tsrt_value &found);
/// The error of a wrong number of arguments.
tsrt_error *wrongArgumentCount(int32_t expected, int32_t found);

namespace detail {

template <class R>
struct Invoke {
  template <class F, class Tuple>
  static tsrt_error *run(const F &f, Tuple &args, tsrt_value *results) {
    Ret<R>::put(std::apply(f, args), results);
    return nullptr;
  }
};
template <>
struct Invoke<void> {
  template <class F, class Tuple>
  static tsrt_error *run(const F &f, Tuple &args, tsrt_value *results) {
    std::apply(f, args);
    return nullptr;
  }
};
template <>
struct Invoke<Status> {
  template <class F, class Tuple>
  static tsrt_error *run(const F &f, Tuple &args, tsrt_value *results) {
    return std::apply(f, args).take();
  }
};
template <class R>
struct Invoke<Result<R>> {
  template <class F, class Tuple>
  static tsrt_error *run(const F &f, Tuple &args, tsrt_value *results) {
    Result<R> result = std::apply(f, args);
    if (!result)
      return result.failure().error;
    Ret<R>::put(std::move(*result), results);
    return nullptr;
  }
};

template <class R, class... Args>
struct Adapter {
  template <class F>
  static tsrt_error *call(const F &f, const tsrt_value *args, int32_t numArgs,
                          tsrt_value *results) {
    return callImpl(f, args, numArgs, results,
                    std::index_sequence_for<Args...>());
  }

private:
  template <class F, size_t... Is>
  static tsrt_error *callImpl(const F &f, const tsrt_value *args,
                              int32_t numArgs, tsrt_value *results,
                              std::index_sequence<Is...>) {
    if (numArgs != int32_t(sizeof...(Args)))
      return wrongArgumentCount(sizeof...(Args), numArgs);
    std::tuple<std::decay_t<Args>...> unboxed;
    tsrt_error *error = nullptr;
    (void)((Arg<std::decay_t<Args>>::get(args[Is], std::get<Is>(unboxed)) ||
            (error = wrongArgument(Is, Arg<std::decay_t<Args>>::name, args[Is]),
             false)) &&
           ...);
    if (error)
      return error;
    return Invoke<R>::run(f, unboxed, results);
  }
};

template <class F>
struct AdapterOf;
template <class R, class... Args>
struct AdapterOf<R (*)(Args...)> {
  using type = Adapter<R, Args...>;
};
template <class C, class R, class... Args>
struct AdapterOf<R (C::*)(Args...) const> {
  using type = Adapter<R, Args...>;
};

template <class L>
struct Thunk {
  static tsrt_error *call(const tsrt_value *args, int32_t numArgs,
                          tsrt_value *results, int32_t) {
    static_assert(std::is_empty_v<L>, "the callable must not capture");
    alignas(L) char storage = 0;
    return AdapterOf<decltype(&L::operator())>::type::call(
        reinterpret_cast<const L &>(storage), args, numArgs, results);
  }
};

} // namespace detail

/// The boxed kernel of a function: kernel<addInt>.
template <auto F>
tsrt_error *kernel(const tsrt_value *args, int32_t numArgs, tsrt_value *results,
                   int32_t) {
  return detail::AdapterOf<decltype(F)>::type::call(F, args, numArgs, results);
}

/// The boxed kernel of a lambda without captures.
template <class L>
constexpr tsrt_kernel fn(L) {
  return &detail::Thunk<L>::call;
}

/// Calls another operator by name, for composite kernels.
Status callOperator(const char *name, const tsrt_value *args, int32_t numArgs,
                    tsrt_value *results, int32_t numResults);

} // namespace tsrt

#endif // TSRT_CORE_KERNEL_H
