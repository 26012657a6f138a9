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

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <vector>

using namespace tsrt;

struct tsrt_error {
  std::string cls, message;
  std::vector<const tsrt_frame *> frames; // innermost first
  bool isUnsupported = false;
};

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
  return new tsrt_error{cls, message, {}};
}

tsrt_error *tsrt_error_newf(const char *cls, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  auto *error = new tsrt_error{cls, formatArguments(format, arguments), {}};
  va_end(arguments);
  return error;
}

tsrt_error *tsrt_raise(const char *cls, const tsrt_str *message) {
  std::string text;
  if (message)
    text.assign(message->data, size_t(message->size));
  // TS-EXC-013
  if (cls && std::strcmp(cls, "AssertionError") == 0)
    return new tsrt_error{kRuntimeError, "AssertionError: " + text, {}};
  return new tsrt_error{cls && *cls ? cls : kRuntimeError, text, {}};
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
  if (e->frames.size() < maxFrames)
    e->frames.push_back(frame);
  else
    e->frames.back() = frame;
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

void tsrt_error_release(tsrt_error *e) { delete e; }
