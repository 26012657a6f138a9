//===- StrMethods.cpp - Methods of str: case, padding, kinds of characters -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Natives.h"

#include "llvm/ADT/StringExtras.h"

#include <clocale>
#include <cwctype>

using namespace torchscript;
using namespace torchscript::evaluate;

static const std::string &textOf(const Value &value) {
  return value.as<StrObject>()->text;
}

//===----------------------------------------------------------------------===//
// Letters
//===----------------------------------------------------------------------===//

/// Upper and lower case of the Latin, Greek and Cyrillic letters; others have
/// none here.
static char32_t toUpper(char32_t c) {
  if (c < 0x80)
    return c >= 'a' && c <= 'z' ? c - 32 : c;
  if ((c >= 0xe0 && c <= 0xfe && c != 0xf7) || (c >= 0x3b1 && c <= 0x3c9 && c != 0x3c2) ||
      (c >= 0x430 && c <= 0x44f))
    return c - 32;
  if (c >= 0x450 && c <= 0x45f)
    return c - 80;
  if (c == 0xff)
    return 0x178;
  if (c >= 0x100 && c <= 0x17f && c != 0x131 && c != 0x138 && c != 0x149 &&
      c != 0x17f) {
    bool oddIsLower = !((c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17e));
    return (c % 2 == 1) == oddIsLower ? c - 1 : c;
  }
  return c;
}

static char32_t toLower(char32_t c) {
  if (c < 0x80)
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
  if ((c >= 0xc0 && c <= 0xde && c != 0xd7) || (c >= 0x391 && c <= 0x3a9) ||
      (c >= 0x410 && c <= 0x42f))
    return c + 32;
  if (c >= 0x400 && c <= 0x40f)
    return c + 80;
  if (c >= 0x100 && c <= 0x17f && c != 0x130 && c != 0x138 && c != 0x149 &&
      c != 0x178 && c != 0x17f) {
    bool evenIsUpper = !((c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17e));
    return (c % 2 == 0) == evenIsUpper ? c + 1 : c;
  }
  return c;
}

static bool isUpper(char32_t c) { return toLower(c) != c; }
static bool isLower(char32_t c) {
  return toUpper(c) != c || c == 0xdf || c == 0xaa || c == 0xba;
}
static bool isDigit(char32_t c) { return c >= '0' && c <= '9'; }
static bool isLetter(char32_t c) {
  if (c < 0x80)
    return (c | 32) >= 'a' && (c | 32) <= 'z';
  return c == 0xaa || c == 0xb5 || c == 0xba ||
         (c >= 0xc0 && c != 0xd7 && c != 0xf7 && c < 0x2000) ||
         (c >= 0x3040 && c < 0xd7a4) || (c >= 0xf900 && c < 0xfb00);
}
static bool isSpace(char32_t c) {
  return (c >= 9 && c <= 13) || (c >= 0x1c && c <= 0x20) || c == 0x85 ||
         c == 0xa0 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 ||
         c == 0x2029 || c == 0x3000;
}

template <typename Map>
static Value mapText(Interpreter &in, const Value &self, Map map) {
  std::u32string points = decodeUtf8(textOf(self));
  std::u32string result;
  for (size_t i = 0; i < points.size(); ++i)
    result.push_back(map(points[i], i ? points[i - 1] : U'\0'));
  return in.makeStr(encodeUtf8(result));
}

static Value upper(Interpreter &in, Bound &a) {
  std::u32string result;
  for (char32_t c : decodeUtf8(textOf(a[0])))
    if (c == 0xdf)
      result += U"SS";
    else
      result.push_back(toUpper(c));
  return in.makeStr(encodeUtf8(result));
}
static Value lower(Interpreter &in, Bound &a) {
  return mapText(in, a[0], [](char32_t c, char32_t) { return toLower(c); });
}
static Value swapCase(Interpreter &in, Bound &a) {
  return mapText(in, a[0], [](char32_t c, char32_t) {
    return isUpper(c) ? toLower(c) : toUpper(c);
  });
}
static Value title(Interpreter &in, Bound &a) {
  return mapText(in, a[0], [](char32_t c, char32_t before) {
    return isUpper(before) || isLower(before) ? toLower(c) : toUpper(c);
  });
}
static Value capitalize(Interpreter &in, Bound &a) {
  return mapText(in, a[0], [](char32_t c, char32_t before) {
    return before ? toLower(c) : toUpper(c);
  });
}

template <bool (*test)(char32_t)>
static Value isAll(Interpreter &, Bound &a) {
  const std::string &text = textOf(a[0]);
  if (text.empty())
    return Value::boolean(false);
  for (char32_t c : decodeUtf8(text))
    if (!test(c))
      return Value::boolean(false);
  return Value::boolean(true);
}

static bool isAlnum(char32_t c) { return isLetter(c) || isDigit(c); }

template <bool (*test)(char32_t), bool (*contrary)(char32_t)>
static Value isCased(Interpreter &, Bound &a) {
  bool any = false;
  for (char32_t c : decodeUtf8(textOf(a[0]))) {
    if (contrary(c))
      return Value::boolean(false);
    any |= test(c);
  }
  return Value::boolean(any);
}

static Value isTitle(Interpreter &, Bound &a) {
  bool any = false, inWord = false;
  for (char32_t c : decodeUtf8(textOf(a[0]))) {
    bool cased = isUpper(c) || isLower(c);
    if (cased && isUpper(c) == inWord)
      return Value::boolean(false);
    inWord = cased;
    any |= cased;
  }
  return Value::boolean(any);
}

static Value isIdentifier(Interpreter &, Bound &a) {
  bool isFirst = true;
  for (char32_t c : decodeUtf8(textOf(a[0]))) {
    if (!isLetter(c) && c != '_' && (isFirst || !isDigit(c)))
      return Value::boolean(false);
    isFirst = false;
  }
  return Value::boolean(!isFirst);
}

static Value isAscii(Interpreter &, Bound &a) {
  return Value::boolean(a[0].as<StrObject>()->isAscii());
}

static Value isPrintableText(Interpreter &, Bound &a) {
  for (char32_t c : decodeUtf8(textOf(a[0])))
    if (c < 0x20 || c == 0x7f || (c >= 0x80 && c < 0xa1) || c == 0xad)
      return Value::boolean(false);
  return Value::boolean(true);
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

/// How many characters are missing, and the character to fill with.
static size_t getPadding(Interpreter &in, Bound &a, std::string &fill,
                         bool takesFill = true) {
  fill = " ";
  if (takesFill && a.has(2)) {
    fill = in.toStr(a[2], "The fill character").str();
    if (a[2].as<StrObject>()->length != 1)
      in.raiseTypeError("The fill character must be exactly one character "
                        "long");
  }
  int64_t missing =
      in.toIndex(a[1]) - int64_t(a[0].as<StrObject>()->length);
  if (missing <= 0)
    return 0;
  in.reserve(size_t(missing), fill.size());
  return size_t(missing);
}

static std::string times(const std::string &text, size_t count) {
  std::string result;
  result.reserve(text.size() * count);
  for (size_t i = 0; i < count; ++i)
    result += text;
  return result;
}

static Value justifyLeft(Interpreter &in, Bound &a) {
  std::string fill;
  size_t missing = getPadding(in, a, fill);
  return in.makeStr(textOf(a[0]) + times(fill, missing));
}
static Value justifyRight(Interpreter &in, Bound &a) {
  std::string fill;
  size_t missing = getPadding(in, a, fill);
  return in.makeStr(times(fill, missing) + textOf(a[0]));
}
static Value center(Interpreter &in, Bound &a) {
  std::string fill;
  size_t missing = getPadding(in, a, fill);
  size_t width = missing + a[0].as<StrObject>()->length;
  size_t left = missing / 2 + (missing & width & 1);
  return in.makeStr(times(fill, left) + textOf(a[0]) +
                    times(fill, missing - left));
}
static Value zeroFill(Interpreter &in, Bound &a) {
  std::string fill;
  size_t missing = getPadding(in, a, fill, /*takesFill=*/false);
  std::string text = textOf(a[0]);
  bool hasSign = !text.empty() && (text[0] == '-' || text[0] == '+');
  text.insert(hasSign ? 1 : 0, missing, '0');
  return in.makeStr(std::move(text));
}

static Value expandTabs(Interpreter &in, Bound &a) {
  int64_t size = a.has(1) ? in.toIndex(a[1]) : 8;
  if (size > 10000)
    in.raise(in.types.OverflowError, "new string is too long");
  std::string result;
  size_t column = 0;
  for (char c : textOf(a[0])) {
    if (c == '\t') {
      size_t count = size > 0 ? size_t(size) - column % size_t(size) : 0;
      in.reserve(result.size() + count);
      result.append(count, ' ');
      column += count;
      continue;
    }
    result.push_back(c);
    column = c == '\n' || c == '\r' ? 0 : column + ((c & 0xc0) != 0x80);
  }
  return in.makeStr(std::move(result));
}

//===----------------------------------------------------------------------===//
// Making strings
//===----------------------------------------------------------------------===//

static Value newStr(Interpreter &in, Bound &a) {
  std::string text;
  if (a.has(1)) {
    if (auto *bytes = a[1].dyn<BytesObject>(); bytes && a.has(2))
      text = decodeBytes(in, bytes->data, a[2], a.has(3) ? a[3] : Value())
                 .as<StrObject>()
                 ->text;
    else
      text = in.str(a[1]);
  }
  auto *type = a[0].dyn<TypeObject>();
  if (type && type != in.types.str)
    return Value(new StrObject(type, std::move(text)));
  return in.makeStr(std::move(text));
}

static Value formatMethod(Interpreter &in, Bound &a) {
  return in.makeStr(formatFields(in, textOf(a[0]), a.rest, a.keywords));
}

static Value formatMap(Interpreter &in, Bound &a) {
  return in.makeStr(formatFields(in, textOf(a[0]), {}, a[1]));
}

static Value encode(Interpreter &in, Bound &a) {
  return encodeText(in, textOf(a[0]), a.has(1) ? a[1] : Value(),
                    a.has(2) ? a[2] : Value());
}

/// `lower`, and two letters for the sharp s.
static Value casefold(Interpreter &in, Bound &a) {
  Value lowered = lower(in, a);
  std::string text;
  for (char32_t c : decodeUtf8(lowered.as<StrObject>()->text))
    if (c == 0xdf)
      text += "ss";
    else
      appendUtf8(text, c);
  return in.makeStr(std::move(text));
}

/// A dict from code points, for `translate`.
static Value makeTranslation(Interpreter &in, Bound &a) {
  Value table = in.makeDict();
  if (!a.has(1)) {
    for (auto &entry : a[0].is(Kind::Dict) ? a[0].as<DictObject>()->entries
                                           : decltype(DictObject::entries)()) {
      if (!entry.key)
        continue;
      auto *key = entry.key.dyn<StrObject>();
      std::u32string point = key ? decodeUtf8(key->text) : std::u32string();
      in.dictSet(table, point.size() == 1 ? in.makeInt(point[0]) : entry.key,
                 entry.value);
    }
    return table;
  }
  std::u32string from = decodeUtf8(in.toStr(a[0], "maketrans argument"));
  std::u32string to = decodeUtf8(in.toStr(a[1], "maketrans argument"));
  if (from.size() != to.size())
    in.raiseValueError(
        "the first two maketrans arguments must have equal length");
  for (size_t i = 0; i < from.size(); ++i)
    in.dictSet(table, in.makeInt(from[i]), in.makeInt(to[i]));
  if (a.has(2))
    for (char32_t c : decodeUtf8(in.toStr(a[2], "maketrans argument")))
      in.dictSet(table, in.makeInt(c), Value::none());
  return table;
}

static Value translate(Interpreter &in, Bound &a) {
  std::string result;
  for (char32_t c : decodeUtf8(textOf(a[0]))) {
    Value key = in.makeInt(c);
    Value *found = a[1].is(Kind::Dict) ? in.dictFind(a[1], key) : nullptr;
    if (!found)
      appendUtf8(result, c);
    else if (in.isInt(*found))
      appendUtf8(result, uint32_t(in.toIndex(*found)));
    else if (found->is(Kind::Str))
      result += textOf(*found);
    in.reserve(result.size());
  }
  return in.makeStr(std::move(result));
}

static const NativeDefinition strMethods[] = {
    {"__new__", "cls, object?, encoding?, errors?", newStr},
    {"upper", "self", upper},
    {"lower", "self", lower},
    {"casefold", "self", casefold},
    {"swapcase", "self", swapCase},
    {"title", "self", title},
    {"capitalize", "self", capitalize},
    {"isdigit", "self", isAll<isDigit>},
    {"isdecimal", "self", isAll<isDigit>},
    {"isnumeric", "self", isAll<isDigit>},
    {"isalpha", "self", isAll<isLetter>},
    {"isalnum", "self", isAll<isAlnum>},
    {"isspace", "self", isAll<isSpace>},
    {"isupper", "self", isCased<isUpper, isLower>},
    {"islower", "self", isCased<isLower, isUpper>},
    {"istitle", "self", isTitle},
    {"isidentifier", "self", isIdentifier},
    {"isascii", "self", isAscii},
    {"isprintable", "self", isPrintableText},
    {"ljust", "self, width, fillchar?, /", justifyLeft},
    {"rjust", "self, width, fillchar?, /", justifyRight},
    {"center", "self, width, fillchar?, /", center},
    {"zfill", "self, width, /", zeroFill},
    {"expandtabs", "self, tabsize?", expandTabs},
    {"format", "self, /, *rest, **keywords", formatMethod},
    {"format_map", "self, mapping, /", formatMap},
    {"encode", "self, encoding?, errors?", encode},
    {"translate", "self, table, /", translate},
};
static const NativeDefinition makeTransFunction[] = {
    {"maketrans", "x, y?, z?, /", makeTranslation}};

void evaluate::addStrMethods(Interpreter &in) {
  in.addMethods(in.types.str, strMethods);
  in.types.str->getDict()->set(
      in.intern("maketrans"),
      Value(new WrapperObject(Kind::StaticMethod, in.types.staticMethod,
                              in.makeNative(makeTransFunction[0], nullptr))));
}
