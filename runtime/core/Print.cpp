//===- Print.cpp - print and warnings -------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the text of print and warnings.warn goes.
//
//===----------------------------------------------------------------------===//

#include "core/Format.h"
#include "core/OutOfMemory.h"
#include "core/OutputOrder.h"
#include "tsrt_program.h"

#include <cstdio>
#include <mutex>

using namespace tsrt;

namespace {

/// A destination that the host may replace.
struct Sink {
  std::mutex mutex;
  tsrt_write_fn write = nullptr;
  void *context = nullptr;

  void set(tsrt_write_fn fn, void *newContext) {
    std::lock_guard<std::mutex> lock(mutex);
    write = fn;
    context = newContext;
  }
  void put(const std::string &text, FILE *fallback) {
    std::lock_guard<std::mutex> lock(mutex);
    if (write)
      write(context, text.data(), text.size());
    else
      std::fwrite(text.data(), 1, text.size(), fallback);
  }
};

Sink &printSink() {
  static Sink *sink = new Sink;
  return *sink;
}

Sink &warnSink() {
  static Sink *sink = new Sink;
  return *sink;
}

} // namespace

static void print(const tsrt_value *values, int32_t n) {
  std::string text;
  for (int32_t i = 0; i < n; ++i) {
    if (i)
      text += ' ';
    formatValue(text, values[i]);
  }
  text += '\n';
  if (!logPrint(text))
    writeOutput(text);
}

void tsrt_print(const tsrt_value *values, int32_t n) {
  try {
    print(values, n);
  } catch (...) {
    tsrt_error_release(errorOfException());
    static const char text[] = "Warning: out of memory in print\n";
    std::fputs(text, stderr);
  }
}

void tsrt_write(const char *bytes, size_t size) {
  try {
    std::string text(bytes, size);
    if (!logPrint(text))
      writeOutput(text);
  } catch (...) {
    tsrt_error_release(errorOfException());
  }
}

void tsrt::writeOutput(const std::string &text) {
  printSink().put(text, stdout);
}

void tsrt_warn(const tsrt_str *message) {
  std::string text = "Warning: ";
  text += view(message);
  text += '\n';
  warnSink().put(text, stderr);
}

void tsrt_set_print(tsrt_write_fn fn, void *context) {
  printSink().set(fn, context);
}

void tsrt_set_warn(tsrt_write_fn fn, void *context) {
  warnSink().set(fn, context);
}
