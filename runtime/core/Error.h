//===- Error.h - Results and failures of runtime functions ------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors are values: a function that may fail returns Result<T>, a kernel's
// adapter turns it into the tsrt_error pointer of the C ABI.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_CORE_ERROR_H
#define TSRT_CORE_ERROR_H

#include "tsrt.h"

#include <string>
#include <utility>
#include <variant>

namespace tsrt {

/// An owned error on its way to the caller; converts to any Result<T>.
struct [[nodiscard]] Failure {
  tsrt_error *error;
};

/// A RuntimeError with a printf-style message.
[[gnu::format(printf, 1, 2)]] Failure fail(const char *format, ...);
/// An error of class `cls` ("builtins.ValueError", ...), printf-style message.
[[gnu::format(printf, 2, 3)]] Failure failAs(const char *cls,
                                             const char *format, ...);
/// The error for what the runtime lacks (tsrt_error_is_unsupported).
Failure failUnsupported(const std::string &what);
/// failAs() for a message that may hold NUL or '%' characters.
Failure failText(const char *cls, const std::string &message);

/// Class names of errors, as TorchScript reports them.
inline constexpr const char *kRuntimeError = "RuntimeError";
inline constexpr const char *kIndexError = "IndexError";
inline constexpr const char *kValueError = "ValueError";
inline constexpr const char *kNotImplementedError = "NotImplementedError";

/// A value of type T or an error. Test it, then read it with `*`:
///   Result<int64_t> n = f();
///   if (!n) return n.failure();
template <class T>
class [[nodiscard]] Result {
public:
  Result(T value) : content(std::in_place_index<0>, std::move(value)) {}
  template <class U, class = std::enable_if_t<
                         std::is_convertible_v<U &&, T> &&
                         !std::is_same_v<std::decay_t<U>, T> &&
                         !std::is_same_v<std::decay_t<U>, Failure> &&
                         !std::is_same_v<std::decay_t<U>, Result>>>
  Result(U &&value)
      : content(std::in_place_index<0>, T(std::forward<U>(value))) {}
  Result(Failure failure) : content(std::in_place_index<1>, failure) {}
  Result(Result &&other) noexcept
      : content(std::exchange(other.content, Failure{nullptr})) {}
  Result &operator=(Result &&other) noexcept {
    std::swap(content, other.content);
    return *this;
  }
  ~Result() {
    if (Failure *failure = std::get_if<1>(&content))
      tsrt_error_release(failure->error);
  }

  explicit operator bool() const { return content.index() == 0; }
  T &operator*() { return *std::get_if<0>(&content); }
  T *operator->() { return std::get_if<0>(&content); }
  /// Moves the error out; only when this is one.
  Failure failure() {
    return std::exchange(*std::get_if<1>(&content), Failure{nullptr});
  }

private:
  std::variant<T, Failure> content;
};

/// Success or an error.
class [[nodiscard]] Status {
public:
  Status() = default;
  Status(Failure failure) : error(failure.error) {}
  explicit Status(tsrt_error *error) : error(error) {}
  Status(Status &&other) noexcept
      : error(std::exchange(other.error, nullptr)) {}
  Status &operator=(Status &&other) noexcept {
    std::swap(error, other.error);
    return *this;
  }
  ~Status() { tsrt_error_release(error); }

  /// True on success.
  explicit operator bool() const { return !error; }
  /// Moves the error out; only when this is one.
  Failure failure() { return {std::exchange(error, nullptr)}; }
  /// The form of the C ABI: the error, or null.
  tsrt_error *take() { return std::exchange(error, nullptr); }

private:
  tsrt_error *error = nullptr;
};

inline Status success() { return Status(); }

} // namespace tsrt

/// Returns from the enclosing function (of a Result or Status type) with the
/// error of `expression`, when it has one.
#define TSRT_TRY(expression)                                                   \
  do {                                                                         \
    auto tsrtStatus = (expression);                                            \
    if (!tsrtStatus)                                                           \
      return tsrtStatus.failure();                                             \
  } while (false)

/// Declares `variable` with the value of a Result, or returns its error.
#define TSRT_ASSIGN(variable, expression)                                      \
  auto variable##OrError = (expression);                                       \
  if (!variable##OrError)                                                      \
    return variable##OrError.failure();                                        \
  auto variable = std::move(*variable##OrError)

#endif // TSRT_CORE_ERROR_H
