//===- StrSearchMethods.cpp - Methods of str: searching, splitting, joining -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Natives.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace torchscript;
using namespace torchscript::evaluate;

static const std::string &textOf(const Value &value) {
  return value.as<StrObject>()->text;
}

/// Byte offset of a code point.
static size_t offsetOf(const StrObject *str, size_t index) {
  if (str->isAscii())
    return std::min(index, str->text.size());
  size_t at = 0;
  while (index > 0 && at < str->text.size()) {
    ++at;
    while (at < str->text.size() && (str->text[at] & 0xc0) == 0x80)
      ++at;
    --index;
  }
  return at;
}

static int64_t indexOf(const StrObject *str, size_t offset) {
  if (str->isAscii())
    return int64_t(offset);
  int64_t count = 0;
  for (size_t i = 0; i < offset; ++i)
    count += (str->text[i] & 0xc0) != 0x80;
  return count;
}

namespace {
/// The part of a string that `start` and `end` choose, in bytes.
struct Part {
  size_t begin, end;
  bool isEmpty; ///< start lies behind end
};
} // namespace

static Part choosePart(Interpreter &in, Bound &a, size_t first) {
  auto *str = a[0].as<StrObject>();
  int64_t length = int64_t(str->length);
  auto place = [&](size_t i, int64_t missing) {
    if (!a.has(i) || a[i].isNone())
      return missing;
    int64_t index = in.toIndexClamped(a[i]);
    return index < 0 ? std::max<int64_t>(index + length, 0) : index;
  };
  int64_t start = place(first, 0), end = std::min(place(first + 1, length), length);
  if (start > end)
    return {0, 0, true};
  return {offsetOf(str, size_t(start)), offsetOf(str, size_t(end)), false};
}

static int64_t findIn(Interpreter &in, Bound &a, bool fromEnd) {
  llvm::StringRef needle = in.toStr(a[1], "argument");
  Part part = choosePart(in, a, 2);
  if (part.isEmpty)
    return -1;
  llvm::StringRef text =
      llvm::StringRef(textOf(a[0])).slice(part.begin, part.end);
  size_t found = fromEnd ? text.rfind(needle) : text.find(needle);
  if (found == llvm::StringRef::npos)
    return -1;
  return indexOf(a[0].as<StrObject>(), found + part.begin);
}

static Value find(Interpreter &in, Bound &a) {
  return in.makeInt(findIn(in, a, false));
}
static Value findLast(Interpreter &in, Bound &a) {
  return in.makeInt(findIn(in, a, true));
}
static Value index(Interpreter &in, Bound &a) {
  int64_t found = findIn(in, a, false);
  if (found < 0)
    in.raiseValueError("substring not found");
  return in.makeInt(found);
}
static Value indexLast(Interpreter &in, Bound &a) {
  int64_t found = findIn(in, a, true);
  if (found < 0)
    in.raiseValueError("substring not found");
  return in.makeInt(found);
}

static Value count(Interpreter &in, Bound &a) {
  llvm::StringRef needle = in.toStr(a[1], "argument");
  Part part = choosePart(in, a, 2);
  if (part.isEmpty)
    return in.makeInt(0);
  llvm::StringRef text =
      llvm::StringRef(textOf(a[0])).slice(part.begin, part.end);
  if (needle.empty())
    return in.makeInt(indexOf(a[0].as<StrObject>(), part.end) -
                      indexOf(a[0].as<StrObject>(), part.begin) + 1);
  int64_t found = 0;
  for (size_t at = text.find(needle); at != llvm::StringRef::npos;
       at = text.find(needle, at + needle.size()))
    ++found;
  return in.makeInt(found);
}

template <bool atEnd>
static Value matchesEnd(Interpreter &in, Bound &a) {
  Part part = choosePart(in, a, 2);
  llvm::StringRef text =
      llvm::StringRef(textOf(a[0])).slice(part.begin, part.end);
  auto matches = [&](const Value &affix) {
    llvm::StringRef wanted =
        in.toStr(affix, atEnd ? "endswith first arg" : "startswith first arg");
    return !part.isEmpty &&
           (atEnd ? text.ends_with(wanted) : text.starts_with(wanted));
  };
  if (auto *tuple = a[1].dyn<TupleObject>()) {
    for (const Value &affix : tuple->items)
      if (matches(affix))
        return Value::boolean(true);
    return Value::boolean(false);
  }
  return Value::boolean(matches(a[1]));
}

static Value removePrefix(Interpreter &in, Bound &a) {
  llvm::StringRef text = textOf(a[0]);
  text.consume_front(in.toStr(a[1], "removeprefix() argument"));
  return in.makeStr(text.str());
}
static Value removeSuffix(Interpreter &in, Bound &a) {
  llvm::StringRef text = textOf(a[0]);
  text.consume_back(in.toStr(a[1], "removesuffix() argument"));
  return in.makeStr(text.str());
}

static Value replace(Interpreter &in, Bound &a) {
  llvm::StringRef text = textOf(a[0]);
  llvm::StringRef from = in.toStr(a[1], "replace() argument 1");
  llvm::StringRef to = in.toStr(a[2], "replace() argument 2");
  int64_t most = a.has(3) ? in.toIndex(a[3]) : -1;
  std::string result;
  if (from.empty()) {
    std::u32string points = decodeUtf8(text);
    in.reserve(points.size() + 1, to.size() + 4);
    for (size_t i = 0; i <= points.size(); ++i) {
      if (most != 0) {
        result += to.str();
        --most;
      }
      if (i < points.size())
        appendUtf8(result, points[i]);
    }
    return in.makeStr(std::move(result));
  }
  while (most != 0) {
    size_t found = text.find(from);
    if (found == llvm::StringRef::npos)
      break;
    result += text.take_front(found).str();
    result += to.str();
    text = text.drop_front(found + from.size());
    --most;
    in.reserve(result.size());
  }
  return in.makeStr(result + text.str());
}

//===----------------------------------------------------------------------===//
// Stripping
//===----------------------------------------------------------------------===//

static bool isSpace(char32_t c) {
  return (c >= 9 && c <= 13) || (c >= 0x1c && c <= 0x20) || c == 0x85 ||
         c == 0xa0 || c == 0x3000 || (c >= 0x2000 && c <= 0x200a);
}

template <bool left, bool right>
static Value strip(Interpreter &in, Bound &a) {
  std::u32string points = decodeUtf8(textOf(a[0])), chars;
  bool any = !a.has(1) || a[1].isNone();
  if (!any)
    chars = decodeUtf8(in.toStr(a[1], "strip arg"));
  auto goes = [&](char32_t c) {
    return any ? isSpace(c) : chars.find(c) != std::u32string::npos;
  };
  size_t begin = 0, end = points.size();
  while (left && begin < end && goes(points[begin]))
    ++begin;
  while (right && end > begin && goes(points[end - 1]))
    --end;
  return in.makeStr(encodeUtf8(points.substr(begin, end - begin)));
}

//===----------------------------------------------------------------------===//
// Splitting and joining
//===----------------------------------------------------------------------===//

static Value join(Interpreter &in, Bound &a) {
  std::string result;
  const std::string &separator = textOf(a[0]);
  size_t i = 0;
  in.forEach(a[1], [&](const Value &item) {
    auto *part = item.dyn<StrObject>();
    if (!part)
      in.raiseTypeError("sequence item " + llvm::Twine(i) +
                        ": expected str instance, " + in.typeName(item) +
                        " found");
    in.reserve(result.size() + part->text.size());
    if (i++)
      result += separator;
    result += part->text;
    return true;
  });
  return in.makeStr(std::move(result));
}

static Value splitBlanks(Interpreter &in, llvm::StringRef text, int64_t most,
                         bool fromEnd) {
  ValueVector parts;
  auto isBlank = [](char c) { return (c >= 9 && c <= 13) || c == ' ' || (c >= 0x1c && c < 0x20); };
  if (fromEnd) {
    while (true) {
      while (!text.empty() && isBlank(text.back()))
        text = text.drop_back();
      if (text.empty())
        break;
      if (most-- == 0) {
        parts.push_back(in.makeStr(text.str()));
        break;
      }
      size_t begin = text.size();
      while (begin > 0 && !isBlank(text[begin - 1]))
        --begin;
      parts.push_back(in.makeStr(text.drop_front(begin).str()));
      text = text.take_front(begin);
    }
    std::reverse(parts.begin(), parts.end());
    return in.makeList(std::move(parts));
  }
  while (true) {
    while (!text.empty() && isBlank(text.front()))
      text = text.drop_front();
    if (text.empty())
      break;
    if (most-- == 0) {
      parts.push_back(in.makeStr(text.str()));
      break;
    }
    size_t end = 0;
    while (end < text.size() && !isBlank(text[end]))
      ++end;
    parts.push_back(in.makeStr(text.take_front(end).str()));
    text = text.drop_front(end);
  }
  return in.makeList(std::move(parts));
}

template <bool fromEnd>
static Value split(Interpreter &in, Bound &a) {
  llvm::StringRef text = textOf(a[0]);
  int64_t most = a.has(2) ? in.toIndex(a[2]) : -1;
  if (!a.has(1) || a[1].isNone())
    return splitBlanks(in, text, most, fromEnd);
  llvm::StringRef separator = in.toStr(a[1], "separator");
  if (separator.empty())
    in.raiseValueError("empty separator");
  ValueVector parts;
  while (most != 0) {
    size_t found = fromEnd ? text.rfind(separator) : text.find(separator);
    if (found == llvm::StringRef::npos)
      break;
    llvm::StringRef before = text.take_front(found);
    llvm::StringRef after = text.drop_front(found + separator.size());
    parts.push_back(in.makeStr((fromEnd ? after : before).str()));
    text = fromEnd ? before : after;
    --most;
  }
  parts.push_back(in.makeStr(text.str()));
  if (fromEnd)
    std::reverse(parts.begin(), parts.end());
  return in.makeList(std::move(parts));
}

static Value splitLines(Interpreter &in, Bound &a) {
  llvm::StringRef text = textOf(a[0]);
  bool keeps = a.has(1) && in.isTrue(a[1]);
  ValueVector lines;
  while (!text.empty()) {
    size_t end = std::min(text.find_first_of("\n\r\f\v"), text.size());
    size_t next = end;
    if (next < text.size())
      next += text.substr(end).starts_with("\r\n") ? 2 : 1;
    lines.push_back(in.makeStr(text.take_front(keeps ? next : end).str()));
    text = text.drop_front(next);
  }
  return in.makeList(std::move(lines));
}

template <bool fromEnd>
static Value partition(Interpreter &in, Bound &a) {
  llvm::StringRef text = textOf(a[0]);
  llvm::StringRef separator = in.toStr(a[1], "separator");
  if (separator.empty())
    in.raiseValueError("empty separator");
  size_t found = fromEnd ? text.rfind(separator) : text.find(separator);
  if (found == llvm::StringRef::npos) {
    Value whole = in.makeStr(text.str()), nothing = in.makeStr("");
    return fromEnd ? in.makeTuple({nothing, nothing, whole})
                   : in.makeTuple({whole, nothing, nothing});
  }
  return in.makeTuple(
      {in.makeStr(text.take_front(found).str()), a[1],
       in.makeStr(text.drop_front(found + separator.size()).str())});
}

static const NativeDefinition methods[] = {
    {"find", "self, sub, start?, end?, /", find},
    {"rfind", "self, sub, start?, end?, /", findLast},
    {"index", "self, sub, start?, end?, /", index},
    {"rindex", "self, sub, start?, end?, /", indexLast},
    {"count", "self, sub, start?, end?, /", count},
    {"startswith", "self, prefix, start?, end?, /", matchesEnd<false>},
    {"endswith", "self, suffix, start?, end?, /", matchesEnd<true>},
    {"removeprefix", "self, prefix, /", removePrefix},
    {"removesuffix", "self, suffix, /", removeSuffix},
    {"replace", "self, old, new, count?, /", replace},
    {"strip", "self, chars?, /", strip<true, true>},
    {"lstrip", "self, chars?, /", strip<true, false>},
    {"rstrip", "self, chars?, /", strip<false, true>},
    {"join", "self, iterable, /", join},
    {"split", "self, sep?, maxsplit?", split<false>},
    {"rsplit", "self, sep?, maxsplit?", split<true>},
    {"splitlines", "self, keepends?", splitLines},
    {"partition", "self, sep, /", partition<false>},
    {"rpartition", "self, sep, /", partition<true>},
};

void evaluate::addStrSearchMethods(Interpreter &in) {
  in.addMethods(in.types.str, methods);
}

//===----------------------------------------------------------------------===//
// bytes
//===----------------------------------------------------------------------===//

static Value newBytes(Interpreter &in, Bound &a) {
  if (!a.has(1))
    return in.makeBytes("");
  if (auto *bytes = a[1].dyn<BytesObject>())
    return in.makeBytes(bytes->data);
  if (auto *text = a[1].dyn<StrObject>()) {
    if (!a.has(2))
      in.raiseTypeError("string argument without an encoding");
    return encodeText(in, text->text, a[2], a.has(3) ? a[3] : Value());
  }
  std::string data;
  if (in.isInt(a[1])) {
    int64_t size = in.toIndex(a[1]);
    if (size < 0)
      in.raiseValueError("negative count");
    in.reserve(size_t(size));
    data.resize(size_t(size));
    return in.makeBytes(std::move(data));
  }
  in.forEach(a[1], [&](const Value &item) {
    int64_t byte = in.toIndex(item);
    if (byte < 0 || byte > 255)
      in.raiseValueError("bytes must be in range(0, 256)");
    data.push_back(char(byte));
    in.reserve(data.size());
    return true;
  });
  return in.makeBytes(std::move(data));
}

static Value decode(Interpreter &in, Bound &a) {
  return decodeBytes(in, a[0].as<BytesObject>()->data,
                     a.has(1) ? a[1] : Value(), a.has(2) ? a[2] : Value());
}

static Value hex(Interpreter &in, Bound &a) {
  const std::string &data = a[0].as<BytesObject>()->data;
  std::string text, separator;
  if (a[1])
    separator = a[1].is(Kind::Str) ? a[1].as<StrObject>()->text
                                   : a[1].as<BytesObject>()->data;
  // Groups are counted from the right, or from the left when it is negative.
  int64_t group = a[2] ? in.toIndex(a[2]) : 1;
  int64_t size = int64_t(data.size());
  for (int64_t i = 0; i < size; ++i) {
    int64_t place = group < 0 ? i : size - i;
    if (i && group && place % std::abs(group) == 0)
      text += separator;
    text.push_back("0123456789abcdef"[uint8_t(data[i]) >> 4]);
    text.push_back("0123456789abcdef"[uint8_t(data[i]) & 15]);
  }
  return in.makeStr(std::move(text));
}

static Value fromHex(Interpreter &in, Bound &a) {
  llvm::StringRef text = in.toStr(a[1], "text");
  std::string data;
  for (size_t i = 0; i < text.size(); ++i) {
    if (isspace(uint8_t(text[i])))
      continue;
    unsigned high = llvm::hexDigitValue(text[i]);
    unsigned low = i + 1 < text.size() ? llvm::hexDigitValue(text[i + 1]) : ~0u;
    if (high > 15 || low > 15)
      in.raiseValueError("non-hexadecimal number found in fromhex() arg at "
                         "position " +
                         llvm::Twine(high > 15 ? i : i + 1));
    data.push_back(char(high << 4 | low));
    ++i;
  }
  return in.makeBytes(std::move(data));
}

/// Methods that bytes have in common with texts: each byte is the code point of
/// its number.
static const char *const sharedMethods[] = {
    "capitalize", "center",  "count",      "endswith",     "expandtabs",
    "find",       "index",   "isalnum",    "isalpha",      "isascii",
    "isdigit",    "islower", "isspace",    "istitle",      "isupper",
    "join",       "ljust",   "lower",      "lstrip",       "partition",
    "replace",    "rfind",   "rindex",     "rjust",        "rpartition",
    "rsplit",     "rstrip",  "split",      "splitlines",   "startswith",
    "strip",      "title",   "upper",      "zfill",        "removeprefix",
    "swapcase",   "removesuffix"};

static Value toText(Interpreter &in, const Value &value) {
  if (auto *bytes = value.dyn<BytesObject>()) {
    std::string text;
    for (uint8_t byte : bytes->data)
      appendUtf8(text, byte);
    return in.makeStr(std::move(text));
  }
  if (value.is(Kind::Str))
    in.raiseTypeError("a bytes-like object is required, not 'str'");
  if (ValueVector *items = getItems(value)) {
    ValueVector texts;
    for (const Value &item : *items)
      texts.push_back(toText(in, item));
    return in.makeTuple(std::move(texts));
  }
  return value;
}

static Value fromText(Interpreter &in, const Value &value) {
  if (auto *str = value.dyn<StrObject>()) {
    std::string data;
    for (char32_t c : decodeUtf8(str->text))
      data.push_back(char(c));
    return in.makeBytes(std::move(data));
  }
  if (ValueVector *items = getItems(value)) {
    ValueVector parts;
    for (const Value &item : *items)
      parts.push_back(fromText(in, item));
    return value.is(Kind::List) ? in.makeList(std::move(parts))
                                : in.makeTuple(std::move(parts));
  }
  return value;
}

template <size_t method>
static Value asText(Interpreter &in, Bound &a) {
  ValueVector rest;
  for (const Value &value : a.rest)
    rest.push_back(toText(in, value));
  if (llvm::StringRef(sharedMethods[method]) == "join" && rest.size() == 1) {
    // Whatever gives bytes, not lists and tuples alone.
    ValueVector parts;
    in.forEach(a.rest[0], [&](const Value &part) {
      parts.push_back(toText(in, part));
      return true;
    });
    rest[0] = in.makeTuple(std::move(parts));
  }
  ValueVector names, named;
  for (auto &entry : a.keywords.as<DictObject>()->entries)
    if (entry.key) {
      names.push_back(entry.key);
      named.push_back(toText(in, entry.value));
    }
  return fromText(in, in.call(in.getAttr(toText(in, a[0]),
                                         sharedMethods[method]),
                              Arguments(rest, names, named)));
}

template <size_t... methods>
static void addSharedMethods(Interpreter &in, std::index_sequence<methods...>) {
  static const NativeDefinition definitions[] = {
      {sharedMethods[methods], "self, *rest, **keywords", asText<methods>}...};
  in.addMethods(in.types.bytes, definitions);
}

static llvm::StringRef toBytes(Interpreter &in, const Value &value) {
  if (auto *bytes = value.dyn<BytesObject>())
    return bytes->data;
  in.raiseTypeError("a bytes-like object is required, not '" +
                    in.typeName(value) + "'");
}

static Value makeTable(Interpreter &in, Bound &a) {
  llvm::StringRef from = toBytes(in, a[0]), to = toBytes(in, a[1]);
  if (from.size() != to.size())
    in.raiseValueError("maketrans arguments must have same length");
  std::string table(256, '\0');
  for (unsigned i = 0; i < table.size(); ++i)
    table[i] = char(i);
  for (auto [old, byte] : llvm::zip(from, to))
    table[uint8_t(old)] = byte;
  return in.makeBytes(std::move(table));
}

static Value translate(Interpreter &in, Bound &a) {
  bool isMapped = a[1] && !a[1].isNone();
  llvm::StringRef table = isMapped ? toBytes(in, a[1]) : "";
  llvm::StringRef dropped = a[2] ? toBytes(in, a[2]) : "";
  if (isMapped && table.size() != 256)
    in.raiseValueError("translation table must be 256 characters long");
  std::string data;
  for (char byte : toBytes(in, a[0]))
    if (!dropped.contains(byte))
      data.push_back(isMapped ? table[uint8_t(byte)] : byte);
  return in.makeBytes(std::move(data));
}

static const NativeDefinition tableFunction[] = {
    {"maketrans", "from, to, /", makeTable}};
static const NativeDefinition fromHexFunction[] = {
    {"fromhex", "cls, text, /", fromHex}};
static const NativeDefinition bytesMethods[] = {
    {"__new__", "cls, source?, encoding?, errors?", newBytes},
    {"decode", "self, encoding?, errors?", decode},
    {"hex", "self, sep?, bytes_per_sep?", hex},
    {"translate", "self, table, /, delete?", translate},
};

void evaluate::addBytesMethods(Interpreter &in) {
  in.types.bytes->getDict()->set(
      in.intern("maketrans"),
      Value(new WrapperObject(Kind::StaticMethod, in.types.staticMethod,
                              in.makeNative(tableFunction[0], nullptr))));
  in.types.bytes->getDict()->set(
      in.intern("fromhex"),
      Value(new WrapperObject(Kind::ClassMethod, in.types.classMethod,
                              in.makeNative(fromHexFunction[0], nullptr))));
  addSharedMethods(in, std::make_index_sequence<std::size(sharedMethods)>());
  in.addMethods(in.types.bytes, bytesMethods);
}
