//===- StrCase.cpp - Case, predicates and padding of strings --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The str methods that look at single bytes. Letters are ASCII letters.
//
//===----------------------------------------------------------------------===//

#include "core/Kernel.h"
#include "ops_language/Containers.h"

#include <algorithm>

using namespace tsrt;

namespace {

using View = std::string_view;

bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool isLower(char c) { return c >= 'a' && c <= 'z'; }
bool isAlpha(char c) { return isUpper(c) || isLower(c); }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isAlnum(char c) { return isAlpha(c) || isDigit(c); }
bool isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool isPrint(char c) { return c >= ' ' && c <= '~'; }
char toUpper(char c) { return isLower(c) ? char(c - 'a' + 'A') : c; }
char toLower(char c) { return isUpper(c) ? char(c - 'A' + 'a') : c; }

template <char f(char)>
StrRef mapped(View s) {
  StrRef result = newStr(s.size());
  std::transform(s.begin(), s.end(), result->data, f);
  return result;
}
char swapCase(char c) { return isUpper(c) ? toLower(c) : toUpper(c); }

StrRef capitalize(View s) {
  StrRef result = mapped<toLower>(s);
  result->data[0] = toUpper(result->data[0]); // or the NUL at the end
  return result;
}

/// A letter is upper case when no letter stands before it.
std::string title(View s) {
  std::string result(s);
  bool inWord = false;
  for (char &c : result) {
    c = inWord ? toLower(c) : toUpper(c);
    inWord = isAlpha(c);
  }
  return result;
}

/// Not empty and all bytes are in the class.
template <bool f(char)>
bool allAre(View s) {
  return !s.empty() && std::all_of(s.begin(), s.end(), f);
}
bool isPrintable(View s) { return std::all_of(s.begin(), s.end(), isPrint); }
/// As TorchScript has it: an underscore is no part of an identifier.
bool isIdentifier(View s) {
  return !s.empty() && isAlpha(s[0]) &&
         std::all_of(s.begin(), s.end(), isAlnum);
}
bool isUpperText(View s) {
  return std::any_of(s.begin(), s.end(), isAlpha) &&
         std::none_of(s.begin(), s.end(), isLower);
}
bool isLowerText(View s) {
  return std::any_of(s.begin(), s.end(), isAlpha) &&
         std::none_of(s.begin(), s.end(), isUpper);
}
bool isTitleText(View s) {
  bool inWord = false, any = false;
  for (char c : s) {
    if (isAlpha(c) && isUpper(c) == inWord)
      return false;
    any |= isAlpha(c);
    inWord = isAlpha(c);
  }
  return any;
}

/// A string with `left` and `right` fill characters around it.
Result<std::string> padded(View s, int64_t left, int64_t right, View fill) {
  if (fill.size() != 1)
    return fail(
        "TypeError: The fill character must be exactly one character long");
  if (left + right > int64_t(1) << 40)
    return fail("basic_string::_M_replace_aux");
  return std::string(size_t(left), fill[0]).append(s) +
         std::string(size_t(right), fill[0]);
}

/// Number of fill characters.
int64_t padding(View s, int64_t width) {
  return std::max<int64_t>(width - int64_t(s.size()), 0);
}
Result<std::string> center(View s, int64_t width, View fill) {
  int64_t pad = padding(s, width);
  int64_t left = pad / 2 + (pad & width & 1);
  return padded(s, left, pad - left, fill);
}
Result<std::string> ljust(View s, int64_t width, View fill) {
  return padded(s, 0, padding(s, width), fill);
}
Result<std::string> rjust(View s, int64_t width, View fill) {
  return padded(s, padding(s, width), 0, fill);
}
/// A sign stays where it is: behind the zeros.
Result<std::string> zfill(View s, int64_t width) {
  return padded(s, padding(s, width), 0, "0");
}

/// Tabs advance to the next multiple of the tab size, counted from the start of
/// the string.
Result<std::string> expandTabs(View s, int64_t tabSize) {
  std::string result;
  for (char c : s) {
    if (c != '\t') {
      result += c;
      continue;
    }
    if (tabSize <= 0)
      continue;
    if (tabSize > int64_t(1) << 32)
      return fail("expandtabs: the tab size is too large");
    result.append(size_t(tabSize) - result.size() % size_t(tabSize), ' ');
  }
  return result;
}

StrRef strip(View s, View chars, bool left, bool right) {
  size_t begin = 0, end = s.size();
  while (left && begin < end && chars.find(s[begin]) != View::npos)
    ++begin;
  while (right && end > begin && chars.find(s[end - 1]) != View::npos)
    --end;
  return makeStr(s.substr(begin, end - begin));
}

Result<StrRef> getItem(View s, int64_t index) {
  int64_t i = normalizeIndex(index, int64_t(s.size()));
  if (i < 0)
    return fail("basic_string::at: __n (which is %llu) >= this->size() (which "
                "is %zu)",
                static_cast<unsigned long long>(
                    index < 0 ? index + int64_t(s.size()) : index),
                s.size());
  return characterStr(s[size_t(i)]);
}

Result<StrRef> slice(View s, std::optional<int64_t> start,
                     std::optional<int64_t> end, int64_t step) {
  TSRT_ASSIGN(range, sliceRange(int64_t(s.size()), start, end, step));
  if (range.step == 1)
    return makeStr(s.substr(size_t(range.start), size_t(range.count)));
  StrRef result = newStr(size_t(range.count));
  for (int64_t i = 0; i < range.count; ++i)
    result->data[i] = s[size_t(range.start + i * range.step)];
  return result;
}

const KernelEntry entries[] = {
    {"aten::upper", kernel<mapped<toUpper>>},
    {"aten::lower", kernel<mapped<toLower>>},
    {"aten::swapcase", kernel<mapped<swapCase>>},
    {"aten::capitalize", kernel<capitalize>},
    {"aten::title", kernel<title>},
    {"aten::isalpha", kernel<allAre<isAlpha>>},
    {"aten::isdigit", kernel<allAre<isDigit>>},
    {"aten::isdecimal", kernel<allAre<isDigit>>},
    {"aten::isnumeric", kernel<allAre<isDigit>>},
    {"aten::isalnum", kernel<allAre<isAlnum>>},
    {"aten::isspace", kernel<allAre<isSpace>>},
    {"aten::isupper", kernel<isUpperText>},
    {"aten::islower", kernel<isLowerText>},
    {"aten::istitle", kernel<isTitleText>},
    {"aten::isprintable", kernel<isPrintable>},
    {"aten::isidentifier", kernel<isIdentifier>},
    {"aten::center", kernel<center>},
    {"aten::ljust", kernel<ljust>},
    {"aten::rjust", kernel<rjust>},
    {"aten::zfill", kernel<zfill>},
    {"aten::expandtabs", kernel<expandTabs>},
    {"aten::strip",
     fn([](View s, View chars) { return strip(s, chars, true, true); })},
    {"aten::lstrip",
     fn([](View s, View chars) { return strip(s, chars, true, false); })},
    {"aten::rstrip",
     fn([](View s, View chars) { return strip(s, chars, false, true); })},
    {"aten::len.str", fn([](View s) { return int64_t(s.size()); })},
    {"aten::__getitem__.str", kernel<getItem>},
    {"prim::StringIndex", kernel<getItem>},
    {"aten::slice.str", kernel<slice>},
    {"aten::add.str", fn([](tsrt_str *a, tsrt_str *b) {
       return StrRef::adopt(tsrt_str_append(StrRef::retain(a).take(), b));
     })},
};
const KernelTable table(entries);

} // namespace

uint8_t tsrt_str_is_alpha(const tsrt_str *s) {
  return allAre<isAlpha>(view(s));
}
uint8_t tsrt_str_is_digit(const tsrt_str *s) {
  return allAre<isDigit>(view(s));
}
uint8_t tsrt_str_is_alnum(const tsrt_str *s) {
  return allAre<isAlnum>(view(s));
}
uint8_t tsrt_str_is_space(const tsrt_str *s) {
  return allAre<isSpace>(view(s));
}

tsrt_error *tsrt_str_at(const tsrt_str *s, int64_t index, tsrt_str **result) {
  Result<StrRef> item = getItem(view(s), index);
  *result = item ? item->take() : nullptr;
  return item ? nullptr : item.failure().error;
}
