//===- StrFormat.cpp - str.format and the % operator ----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operators with a variable number of arguments that make text.
//
//===----------------------------------------------------------------------===//

#include "core/Format.h"
#include "core/Kernel.h"

#include <cstdio>
#include <vector>

using namespace tsrt;

namespace {

/// The name of a value's kind in error messages.
const char *kindName(const tsrt_value &value) {
  switch (kindOf(value)) {
  case TSRT_NONE:
    return "None";
  case TSRT_BOOL:
    return "Bool";
  case TSRT_INT:
    return "Int";
  case TSRT_FLOAT:
    return "Double";
  case TSRT_COMPLEX:
    return "ComplexDouble";
  case TSRT_STR:
    return "String";
  case TSRT_TENSOR:
    return "Tensor";
  case TSRT_LIST:
    return "GenericList";
  case TSRT_DICT:
    return "GenericDict";
  case TSRT_TUPLE:
    return "Tuple";
  case TSRT_DEVICE:
    return "Device";
  case TSRT_ENUM:
    return "Enum";
  default:
    return "Object";
  }
}

tsrt_error *needStr(const tsrt_value *args, int32_t numArgs) {
  if (numArgs < 1)
    return wrongArgumentCount(1, numArgs);
  if (kindOf(args[0]) != TSRT_STR)
    return wrongArgument(0, "str", args[0]);
  return nullptr;
}

/// str.format: every "{}" takes the next argument; anything else is copied.
tsrt_error *format(const tsrt_value *args, int32_t numArgs, tsrt_value *results,
                   int32_t) {
  if (tsrt_error *error = needStr(args, numArgs))
    return error;
  std::string_view pattern = view(static_cast<tsrt_str *>(args[0].u.p));
  std::string text;
  int32_t next = 1;
  size_t at = 0;
  while (true) {
    size_t braces = pattern.find("{}", at);
    text.append(pattern.substr(at, braces - at));
    if (braces == std::string_view::npos)
      break;
    if (next == numArgs)
      return failText(kRuntimeError, "Too few arguments for format string: " +
                                         std::string(pattern))
          .error;
    formatValue(text, args[next++]);
    at = braces + 2;
  }
  *results = objectValue(makeStr(text).take());
  return nullptr;
}

/// A float as the 32-bit int that %d prints.
int32_t truncateToInt(double value) {
  return value > -2147483649.0 && value < 2147483648.0 ? int32_t(value)
                                                       : INT32_MIN;
}

/// Appends one converted argument.
Status convert(std::string &text, char specifier, const tsrt_value &arg) {
  int32_t kind = kindOf(arg);
  bool isNumber = kind == TSRT_INT || kind == TSRT_FLOAT;
  switch (specifier) {
  case 's':
    formatValue(text, arg);
    return success();
  case 'd':
  case 'i':
    if (!isNumber)
      return fail("%%%c requires a number for formatting, but got %s",
                  specifier, kindName(arg));
    text += std::to_string(kind == TSRT_INT ? arg.u.i
                                            : int64_t(truncateToInt(arg.u.f)));
    return success();
  case 'e':
  case 'E':
  case 'f':
  case 'F': {
    if (!isNumber)
      return fail("%%%c requires a number for formatting, but got %s",
                  specifier, kindName(arg));
    const char conversion[] = {'%', specifier, 0};
    char buffer[400]; // 1e308 has 309 digits
    // In single precision, as TorchScript has it.
    double value = kind == TSRT_INT ? float(arg.u.i) : float(arg.u.f);
    std::snprintf(buffer, sizeof(buffer), conversion, value);
    text += buffer;
    return success();
  }
  case 'c':
    if (kind == TSRT_INT)
      text += char(uint8_t(arg.u.i));
    else if (kind == TSRT_STR && static_cast<tsrt_str *>(arg.u.p)->size == 1)
      text += static_cast<tsrt_str *>(arg.u.p)->data[0];
    else
      return fail("%%%c requires an int or char for formatting, but got %s",
                  specifier, kindName(arg));
    return success();
  default:
    return fail("The specifier %%%c is not supported in TorchScript format "
                "strings",
                specifier);
  }
}

/// The text of a pattern and its arguments.
Result<std::string> percent(std::string_view pattern, const tsrt_value *args,
                            int32_t numArgs) {
  std::string text;
  int32_t next = 0;
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '%') {
      text += pattern[i];
      continue;
    }
    if (++i == pattern.size())
      return fail("Incomplete format specifier");
    if (pattern[i] == '%') {
      text += '%';
      continue;
    }
    if (next == numArgs)
      return fail("Too few arguments for format string");
    TSRT_TRY(convert(text, pattern[i], args[next++]));
  }
  if (next < numArgs)
    return fail("Too many arguments for format string");
  return text;
}

/// The % operator on strings: what stands right of it is the one argument of
/// the pattern, or, when it is a tuple, holds them all.
tsrt_error *percentFormat(const tsrt_value *args, int32_t numArgs,
                          tsrt_value *results, int32_t) {
  if (tsrt_error *error = needStr(args, numArgs))
    return error;
  const tsrt_value *first = args + 1;
  int32_t count = numArgs - 1;
  std::vector<Value> elements;
  std::vector<tsrt_value> spread;
  if (count == 1 && kindOf(*first) == TSRT_TUPLE) {
    const tsrt_type *type = first->type;
    const char *data = static_cast<tsrt_box *>(first->u.p)->data;
    for (uint32_t i = 0; i < type->num_elements; ++i) {
      elements.push_back(
          Value::box(type->elements[i], data + type->offsets[i]));
      spread.push_back(elements.back().get());
    }
    first = spread.data();
    count = int32_t(spread.size());
  }
  Result<std::string> text =
      percent(view(static_cast<tsrt_str *>(args[0].u.p)), first, count);
  if (!text)
    return text.failure().error;
  *results = objectValue(makeStr(*text).take());
  return nullptr;
}

tsrt_error *print(const tsrt_value *args, int32_t numArgs, tsrt_value *,
                  int32_t) {
  tsrt_print(args, numArgs);
  return nullptr;
}

const KernelEntry entries[] = {
    {"aten::format", format},
    {"aten::percentFormat", percentFormat},
    {"prim::Print", print},
};
const KernelTable table(entries);

} // namespace
