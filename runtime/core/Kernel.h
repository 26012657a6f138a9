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
#include "core/TensorHooks.h"
#include "core/Value.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <tuple>

namespace tsrt {

/// How an operator is called: with arguments in boxes, and in words.
struct Kernel {
  tsrt_kernel boxed;
  /// Null: direct calls go through the boxed kernel.
  tsrt_direct direct = nullptr;

  constexpr Kernel(tsrt_kernel boxed, tsrt_direct direct = nullptr)
      : boxed(boxed), direct(direct) {}
};

/// One operator of a table: its schema name with the overload, and its kernel.
struct KernelEntry {
  const char *name;
  Kernel kernel;
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

/// The type of the variable that holds a parameter of type T during a call.
template <class T>
struct Held {
  using type = T;
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

/// What a direct call says of its arguments (tsrt.h), one after the other.
class DirectArguments {
public:
  explicit DirectArguments(uint64_t call)
      : count(call & 15), kinds(call >> 8) {}
  int32_t size() const { return int32_t(count); }
  int32_t kind(size_t i) const { return int32_t(kinds >> (4 * i) & 7); }
  /// Does the caller give its reference away?
  bool isLastUse(size_t i) const { return kinds >> (4 * i) & 8; }
  bool hasLastUses() const { return kinds & 0x8888888888888888; }

private:
  uint64_t count, kinds;
};

/// The boxed form of an argument of a direct call, borrowed.
tsrt_value boxWord(int32_t kind, uint64_t word);

/// One argument of a direct call read as T, for as long as the call lasts.
/// Other types are read through a box.
template <class T, class = void>
struct DirectArg {
  bool read(int32_t kind, uint64_t word, Reuse) {
    return Arg<T>::get(boxWord(kind, word), value);
  }
  T &get() { return value; }
  T value{};
};
template <>
struct DirectArg<int64_t> {
  bool read(int32_t kind, uint64_t word, Reuse) {
    value = int64_t(word);
    return kind == TSRT_INT || kind == TSRT_BOOL;
  }
  int64_t &get() { return value; }
  int64_t value = 0;
};
template <>
struct DirectArg<bool> {
  bool read(int32_t kind, uint64_t word, Reuse) {
    value = word != 0;
    return kind == TSRT_BOOL || kind == TSRT_INT;
  }
  bool &get() { return value; }
  bool value = false;
};
template <>
struct DirectArg<Scalar> {
  bool read(int32_t kind, uint64_t word, Reuse) {
    value.kind = kind;
    if (kind == TSRT_FLOAT)
      std::memcpy(&value.re, &word, sizeof(word));
    else
      value.i = int64_t(word);
    return kind == TSRT_INT || kind == TSRT_FLOAT || kind == TSRT_BOOL;
  }
  Scalar &get() { return value; }
  Scalar value;
};
template <class T>
struct DirectArg<std::optional<T>> {
  bool read(int32_t kind, uint64_t word, Reuse reuse) {
    if (kind == TSRT_NONE)
      return true;
    DirectArg<T> inner;
    if (!inner.read(kind, word, reuse))
      return false;
    value.emplace(inner.get());
    return true;
  }
  std::optional<T> &get() { return value; }
  std::optional<T> value;
};

/// Writes results as words, owned, into results[0...].
template <class T, class = void>
struct DirectRet {
  static void put(T v, uint64_t *results) {
    tsrt_value box[1] = {noneValue()};
    Ret<T>::put(std::move(v), box);
    results[0] = isNone(box[0]) ? 0 : uint64_t(box[0].u.i);
  }
};
template <>
struct DirectRet<int64_t> {
  static void put(int64_t v, uint64_t *results) { results[0] = uint64_t(v); }
};
template <>
struct DirectRet<double> {
  static void put(double v, uint64_t *results) {
    std::memcpy(results, &v, sizeof(v));
  }
};
template <class... Ts>
struct DirectRet<std::tuple<Ts...>> {
  static void put(std::tuple<Ts...> v, uint64_t *results) {
    std::apply(
        [&](Ts &...parts) {
          int i = 0;
          (DirectRet<Ts>::put(std::move(parts), results + i++), ...);
        },
        v);
  }
};

/// How many results a function of this return type has.
template <class R>
inline constexpr int resultCount = 1;
template <>
inline constexpr int resultCount<void> = 0;
template <>
inline constexpr int resultCount<Status> = 0;
template <class... Ts>
inline constexpr int resultCount<std::tuple<Ts...>> = sizeof...(Ts);
template <class T>
inline constexpr int resultCount<Result<T>> = resultCount<T>;

/// Which results hold tensors, one bit for each.
template <class R>
inline constexpr uint64_t tensorResults = 0;
template <class... Ts>
inline constexpr uint64_t tensorResults<std::tuple<Ts...>> = [] {
  uint64_t bits = 0, place = 1;
  ((bits |= tensorResults<Ts> ? place : 0, place *= 2), ...);
  return bits;
}();

/// What a direct entry does besides calling its function.
enum class DirectMode {
  Plain,
  /// Takes the error that tensor functions noted.
  Noting,
  /// And results on tensors that require gradients require them, too.
  Propagating,
  /// And the result is copied into the first argument, if it is not the same.
  InPlace
};
/// The parts of direct entries that do not depend on the function.
void releaseLastUses(DirectArguments arguments, const uint64_t *args);
void propagateGradDirect(DirectArguments arguments, const uint64_t *args,
                         const uint64_t *results, uint64_t tensorResults);
tsrt_error *writeInPlaceDirect(const uint64_t *args, uint64_t *results);
/// The error of an in-place kernel whose target overlaps with another operand
/// in part, or null.
tsrt_error *checkOverlapDirect(DirectArguments arguments, const uint64_t *args);

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
    std::tuple<typename Held<std::decay_t<Args>>::type...> unboxed;
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

template <class R>
struct DirectInvoke {
  /// Calls `f` and writes its results, unless there is an error.
  template <class F, class... Values>
  static tsrt_error *run(F f, DirectMode mode, uint64_t *results,
                         Values &...values) {
    if constexpr (std::is_void_v<R>) {
      f(values.get()...);
      return mode == DirectMode::Plain ? nullptr : takeNoted();
    } else {
      R result = f(values.get()...);
      if (mode != DirectMode::Plain)
        if (tsrt_error *error = takeNoted())
          return error;
      return put(std::move(result), results);
    }
  }

private:
  template <class T>
  static tsrt_error *put(T result, uint64_t *results) {
    DirectRet<T>::put(std::move(result), results);
    return nullptr;
  }
  template <class T>
  static tsrt_error *put(Result<T> result, uint64_t *results) {
    if (!result)
      return result.failure().error;
    return put(std::move(*result), results);
  }
  static tsrt_error *put(Status status, uint64_t *) { return status.take(); }
};

/// Direct entries of all functions of a type.
template <class F>
struct DirectAdapter;
template <class R, class... Args>
struct DirectAdapter<R (*)(Args...)> {
  static tsrt_error *call(R (*f)(Args...), DirectMode mode, uint64_t call,
                          const uint64_t *args, uint64_t *results) {
    return run(f, mode, DirectArguments(call), args, results,
               std::index_sequence_for<Args...>());
  }

private:
  template <size_t... Is>
  [[gnu::noinline]] static tsrt_error *
  run(R (*f)(Args...), DirectMode mode, DirectArguments arguments,
      const uint64_t *args, uint64_t *results, std::index_sequence<Is...>) {
    tsrt_error *error = nullptr;
    if (arguments.size() != int32_t(sizeof...(Args))) {
      error = wrongArgumentCount(sizeof...(Args), arguments.size());
    } else {
      std::tuple<DirectArg<std::decay_t<Args>>...> values;
      auto reuse = [&](size_t i) {
        return mode == DirectMode::InPlace && i == 0 ? Reuse::Target
               : arguments.isLastUse(i)              ? Reuse::LastUse
                                                     : Reuse::None;
      };
      (void)((std::get<Is>(values).read(arguments.kind(Is), args[Is],
                                        reuse(Is)) ||
              (error = wrongArgument(Is, Arg<std::decay_t<Args>>::name,
                                     boxWord(arguments.kind(Is), args[Is])),
               false)) &&
             ...);
      if (!error && mode == DirectMode::InPlace && sizeof...(Args) > 1)
        error = checkOverlapDirect(arguments, args);
      if (!error)
        error = DirectInvoke<R>::run(f, mode, results, std::get<Is>(values)...);
    }
    if constexpr (tensorResults<R> != 0) {
      if (!error && mode >= DirectMode::Propagating)
        propagateGradDirect(arguments, args, results, tensorResults<R>);
      if (!error && mode == DirectMode::InPlace && results[0] != args[0])
        error = writeInPlaceDirect(args, results);
    }
    if (error)
      std::fill_n(results, resultCount<R>, 0);
    releaseLastUses(arguments, args);
    return error;
  }
};

template <class L>
struct Thunk {
  static_assert(std::is_empty_v<L>, "the callable must not capture");
  static tsrt_error *call(const tsrt_value *args, int32_t numArgs,
                          tsrt_value *results, int32_t) {
    alignas(L) char storage = 0;
    return AdapterOf<decltype(&L::operator())>::type::call(
        reinterpret_cast<const L &>(storage), args, numArgs, results);
  }
  template <DirectMode Mode>
  static tsrt_error *direct(const tsrt_op *, uint64_t call,
                            const uint64_t *args, uint64_t *results) {
    alignas(L) char storage = 0;
    auto *function = +reinterpret_cast<const L &>(storage);
    return DirectAdapter<decltype(function)>::call(function, Mode, call, args,
                                                   results);
  }
};

} // namespace detail

/// The boxed entry of a function.
template <auto F>
tsrt_error *boxedKernel(const tsrt_value *args, int32_t numArgs,
                        tsrt_value *results, int32_t) {
  return detail::AdapterOf<decltype(F)>::type::call(F, args, numArgs, results);
}

/// The direct entry of a function.
template <auto F, DirectMode Mode = DirectMode::Plain>
tsrt_error *directKernel(const tsrt_op *, uint64_t call, const uint64_t *args,
                         uint64_t *results) {
  return detail::DirectAdapter<decltype(F)>::call(F, Mode, call, args, results);
}

/// The kernel of a function: kernel<addInt>.
template <auto F>
inline constexpr Kernel kernel{boxedKernel<F>, directKernel<F>};

/// The kernel of a lambda without captures.
template <class L>
constexpr Kernel fn(L) {
  return {&detail::Thunk<L>::call,
          &detail::Thunk<L>::template direct<DirectMode::Plain>};
}

/// Calls another operator by name, for composite kernels.
Status callOperator(const char *name, const tsrt_value *args, int32_t numArgs,
                    tsrt_value *results, int32_t numResults);

} // namespace tsrt

#endif // TSRT_CORE_KERNEL_H
