//===- Conversions.cpp - int, float, bool, complex, str and friends -------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions between scalars and strings.
//
//===----------------------------------------------------------------------===//

#include "core/Format.h"
#include "core/Kernel.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>

using namespace tsrt;

namespace {

/// int(str): the whole text as a decimal number, blanks may precede it.
Result<int64_t> intOfStr(const tsrt_str *s) {
  // Few digits alone need no check of the range.
  constexpr int64_t safeDigits = 18;
  if (s->size >= 1 && s->size <= safeDigits) {
    int64_t value = 0, i = 0;
    for (; i < s->size && s->data[i] >= '0' && s->data[i] <= '9'; ++i)
      value = value * 10 + (s->data[i] - '0');
    if (i == s->size)
      return value;
  }
  char *end = nullptr;
  errno = 0;
  long long value = std::strtoll(s->data, &end, 10);
  if (end == s->data || errno == ERANGE)
    return fail("stoll");
  if (end != s->data + s->size)
    return failText(kRuntimeError, "invalid literal for int() with base 10: '" +
                                       std::string(view(s)) + "'");
  return int64_t(value);
}

Result<double> floatOfStr(tsrt_str *s) {
  char *end = nullptr;
  errno = 0;
  double value = std::strtod(s->data, &end);
  if (end == s->data || errno == ERANGE)
    return fail("stod");
  if (end != s->data + s->size)
    return failText(kRuntimeError, "could not convert string to float: '" +
                                       std::string(view(s)) + "'");
  return value;
}

Result<int64_t> intOfNumber(Scalar x) {
  if (x.isComplex())
    return fail("can't convert complex to int");
  return x.toInt();
}
/// Of a complex number the real part, as in TorchScript.
double floatOfNumber(Scalar x) {
  return x.isComplex() ? x.toComplex().real() : x.toDouble();
}

StrRef strOfInt(int64_t value) {
  char text[24];
  char *end = std::to_chars(text, text + sizeof(text), value).ptr;
  return makeStr({text, size_t(end - text)});
}

StrRef strOfValue(const tsrt_value &value) {
  if (kindOf(value) == TSRT_INT)
    return strOfInt(value.u.i);
  if (kindOf(value) == TSRT_STR)
    return StrRef::retain(static_cast<tsrt_str *>(value.u.p));
  std::string text;
  formatValue(text, value);
  return makeStr(text);
}

/// "-0b101": sign, prefix, digits.
template <int bits>
std::string inBase(int64_t value) {
  const char *prefix = bits == 1 ? "0b" : bits == 3 ? "0o" : "0x";
  uint64_t rest = value < 0 ? 0 - uint64_t(value) : uint64_t(value);
  std::string digits;
  do
    digits += "0123456789abcdef"[rest & ((1 << bits) - 1)];
  while (rest >>= bits);
  return (value < 0 ? "-" : "") + std::string(prefix) +
         std::string(digits.rbegin(), digits.rend());
}

Result<int64_t> ord(std::string_view s) {
  if (s.size() != 1)
    return fail("String for ord() must be 1 character, found %zu", s.size());
  return int64_t(uint8_t(s[0]));
}

Result<std::string> chr(int64_t i) {
  if (i < 0 || i >= 0x110000)
    return fail("chr() arg not in range(0x110000), found %lld",
                static_cast<long long>(i));
  return std::string(1, char(uint8_t(i)));
}

Result<Device> deviceOfStr(tsrt_str *text) {
  if (view(text).empty())
    return failText(kRuntimeError, "Device string must not be empty");
  Device device;
  if (parseDevice(view(text), device))
    return device;
  std::string_view name = view(text).substr(0, view(text).find(':'));
  auto isNameCharacter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  Device ignored;
  std::string index(view(text).substr(name.size()));
  if (name.empty() || !std::all_of(name.begin(), name.end(), isNameCharacter) ||
      parseDevice(name, ignored) || !parseDevice("cpu" + index, ignored))
    return failText(kRuntimeError,
                    "Invalid device string: '" + std::string(view(text)) + "'");
  return failText(kRuntimeError,
                  "Expected one of cpu, cuda, ipu, xpu, mkldnn, opengl, "
                  "opencl, ideep, hip, ve, fpga, ort, xla, lazy, vulkan, mps, "
                  "meta, hpu, privateuseone device type at start of device "
                  "string: " +
                      std::string(name));
}

const KernelEntry entries[] = {
    {"aten::Int.bool", fn([](bool x) { return int64_t(x); })},
    {"aten::Int.float", fn([](double x) { return doubleToInt(x); })},
    {"aten::Int.Scalar", kernel<intOfNumber>},
    {"aten::Int.str", fn([](tsrt_str *s) { return intOfStr(s); })},
    {"aten::Float.Scalar", kernel<floatOfNumber>},
    {"aten::Float.int", fn([](int64_t x) { return double(x); })},
    {"aten::Float.bool", fn([](bool x) { return double(x); })},
    {"aten::Float.str", kernel<floatOfStr>},
    {"aten::Bool.int", fn([](int64_t x) { return x != 0; })},
    {"aten::Bool.float", fn([](double x) { return x != 0; })},
    {"aten::Complex.Scalar", fn([](Scalar x) { return x.toComplex(); })},
    {"aten::Complex.int_bool",
     fn([](int64_t x, bool y) { return Complex(double(x), y); })},
    {"aten::Complex.bool_int",
     fn([](bool x, int64_t y) { return Complex(x, double(y)); })},
    {"aten::Complex.float_bool",
     fn([](double x, bool y) { return Complex(x, y); })},
    {"aten::Complex.bool_float",
     fn([](bool x, double y) { return Complex(x, y); })},
    {"aten::Complex.float_int",
     fn([](double x, double y) { return Complex(x, y); })},
    {"aten::Complex.int_float",
     fn([](double x, double y) { return Complex(x, y); })},
    {"aten::Complex.int_int",
     fn([](double x, double y) { return Complex(x, y); })},
    {"aten::Complex.bool_bool",
     fn([](bool x, bool y) { return Complex(x, y); })},
    {"aten::Complex.float_float",
     fn([](double x, double y) { return Complex(x, y); })},
    {"aten::str", kernel<strOfValue>},
    {"aten::bin", kernel<inBase<1>>},
    {"aten::oct", kernel<inBase<3>>},
    {"aten::hex", kernel<inBase<4>>},
    {"aten::ord", kernel<ord>},
    {"aten::chr", kernel<chr>},
    {"aten::device", kernel<deviceOfStr>},
    {"prim::type", fn([](Device device) {
       return std::string(deviceKindName(device.kind()));
     })},
    {"prim::index", fn([](Device device) {
       return device.index() < 0 ? std::optional<int64_t>()
                                 : std::optional<int64_t>(device.index());
     })},
};
const KernelTable table(entries);

} // namespace

/// Hands a result to compiled code.
static tsrt_error *give(Result<int64_t> found, int64_t *result) {
  *result = found ? *found : 0;
  return found ? nullptr : found.failure().error;
}

tsrt_str *tsrt_str_of_int(int64_t value) { return strOfInt(value).take(); }

tsrt_error *tsrt_str_to_int(const tsrt_str *s, int64_t *result) {
  return give(intOfStr(s), result);
}

tsrt_error *tsrt_str_ord(const tsrt_str *s, int64_t *result) {
  return give(ord(view(s)), result);
}
