//===- Error.cpp - Errors as values ---------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Error objects: class, message and traceback frames.
//
//===----------------------------------------------------------------------===//

#include "core/Error.h"

#include "core/OutOfMemory.h"
#include "core/TensorHooks.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <vector>

using namespace tsrt;

struct tsrt_error {
  std::string cls, message;
  std::vector<const tsrt_frame *> frames; // innermost first
  bool isUnsupported = false;
};

/// What is left to say when there is no memory for an error.
static tsrt_error *lastError() {
  static tsrt_error error{"RuntimeError", "std::bad_alloc", {}};
  return &error;
}

/// An error, whatever it takes.
template <class F>
static tsrt_error *makeSurely(const F &make) noexcept {
  try {
    return make();
  } catch (...) {
    return lastError();
  }
}

static std::string formatArguments(const char *format, va_list arguments) {
  va_list copy;
  va_copy(copy, arguments);
  int size = std::vsnprintf(nullptr, 0, format, copy);
  va_end(copy);
  std::string text(size > 0 ? size_t(size) : 0, '\0');
  if (size > 0)
    std::vsnprintf(text.data(), text.size() + 1, format, arguments);
  return text;
}

tsrt_error *tsrt_error_new(const char *cls, const char *message) {
  return makeSurely([&] { return new tsrt_error{cls, message, {}}; });
}

tsrt_error *tsrt_error_newf(const char *cls, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  tsrt_error *error = makeSurely([&] {
    return new tsrt_error{cls, formatArguments(format, arguments), {}};
  });
  va_end(arguments);
  return error;
}

static tsrt_error *raise(const char *cls, const tsrt_str *message) {
  std::string text;
  if (message)
    text.assign(message->data, size_t(message->size));
  // TS-EXC-013
  if (cls && std::strcmp(cls, "AssertionError") == 0)
    return new tsrt_error{kRuntimeError, "AssertionError: " + text, {}};
  return new tsrt_error{cls && *cls ? cls : kRuntimeError, text, {}};
}

tsrt_error *tsrt_raise(const char *cls, const tsrt_str *message) {
  return makeSurely([&] { return raise(cls, message); });
}

tsrt_error *tsrt::errorOfException() noexcept {
  if (tsrt_error *noted = takeNoted())
    return noted;
  return makeSurely([] {
    try {
      throw;
    } catch (const TensorMemoryError &e) {
      return tsrt_error_newf(
          kRuntimeError,
          "[enforce fail at alloc_cpu.cpp:75] err == 0. DefaultCPUAllocator: "
          "can't allocate memory: you tried to allocate %zu bytes. Error code "
          "12 (Cannot allocate memory)",
          e.bytes);
    } catch (const std::length_error &) {
      // More than a container could ever hold.
    } catch (const std::bad_alloc &) {
    } catch (const std::exception &e) {
      return tsrt_error_new(kRuntimeError, e.what());
    } catch (...) {
    }
    return tsrt_error_new(kRuntimeError, "std::bad_alloc");
  });
}

Failure tsrt::fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  Failure failure{
      new tsrt_error{kRuntimeError, formatArguments(format, arguments), {}}};
  va_end(arguments);
  return failure;
}

Failure tsrt::failAs(const char *cls, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  Failure failure{new tsrt_error{cls, formatArguments(format, arguments), {}}};
  va_end(arguments);
  return failure;
}

Failure tsrt::failUnsupported(const std::string &what) {
  auto *error =
      new tsrt_error{kNotImplementedError, "not supported yet: " + what, {}};
  error->isUnsupported = true;
  return {error};
}

Failure tsrt::failText(const char *cls, const std::string &message) {
  return {new tsrt_error{cls, message, {}}};
}

tsrt_error *tsrt_error_add_frame(tsrt_error *e, const tsrt_frame *frame) {
  // A runaway recursion keeps its innermost and outermost frames.
  constexpr size_t maxFrames = 10000;
  if (e == lastError())
    return e; // shared
  if (e->frames.size() >= maxFrames) {
    e->frames.back() = frame;
    return e;
  }
  try {
    e->frames.push_back(frame);
  } catch (const std::bad_alloc &) {
    // The message matters more.
  }
  return e;
}

const char *tsrt_error_class(const tsrt_error *e) { return e->cls.c_str(); }

int32_t tsrt_error_is_unsupported(const tsrt_error *e) {
  return e->isUnsupported;
}

const char *tsrt_error_message(const tsrt_error *e) {
  return e->message.c_str();
}

int32_t tsrt_error_num_frames(const tsrt_error *e) {
  return int32_t(e->frames.size());
}

const tsrt_frame *tsrt_error_get_frame(const tsrt_error *e, int32_t i) {
  return i >= 0 && size_t(i) < e->frames.size() ? e->frames[size_t(i)]
                                                : nullptr;
}

void tsrt_error_release(tsrt_error *e) {
  if (e && e != lastError())
    delete e;
}
