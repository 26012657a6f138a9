//===- Encodings.cpp - Texts as bytes and back -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Natives.h"

#include "llvm/Support/ConvertUTF.h"

using namespace torchscript;
using namespace torchscript::evaluate;

namespace {
enum class Codec { Utf8, Ascii, Latin1, Utf16, Utf16Little, Utf16Big, Utf32 };

/// A codec and what is done with what it does not know.
struct Encoding {
  Codec codec;
  std::string name, errors;
};
} // namespace

static Encoding readEncoding(Interpreter &in, const Value &name,
                             const Value &errors) {
  Encoding encoding;
  encoding.errors = errors ? in.str(errors) : "strict";
  std::string given = name ? in.str(name) : "utf-8", plain;
  for (char c : given)
    if (c != '-' && c != '_' && c != ' ')
      plain.push_back(char(tolower(uint8_t(c))));
  const std::pair<const char *, Codec> codecs[] = {
      {"utf8", Codec::Utf8},          {"u8", Codec::Utf8},
      {"ascii", Codec::Ascii},        {"usascii", Codec::Ascii},
      {"latin1", Codec::Latin1},      {"iso88591", Codec::Latin1},
      {"utf16", Codec::Utf16},        {"utf16le", Codec::Utf16Little},
      {"utf16be", Codec::Utf16Big},   {"utf32", Codec::Utf32}};
  for (auto &[spelling, codec] : codecs)
    if (plain == spelling) {
      encoding.codec = codec;
      encoding.name = codec == Codec::Latin1  ? "latin-1"
                      : codec == Codec::Ascii ? "ascii"
                                              : "utf-8";
      return encoding;
    }
  in.raise(in.types.LookupError, "unknown encoding: " + given);
}

static void appendUnits(std::string &data, uint32_t unit, unsigned bytes,
                        bool isBig) {
  for (unsigned i = 0; i < bytes; ++i)
    data.push_back(char(unit >> 8 * (isBig ? bytes - 1 - i : i)));
}

static void appendUtf16(std::string &data, uint32_t c, bool isBig) {
  if (c < 0x10000)
    return appendUnits(data, c, 2, isBig);
  appendUnits(data, 0xd800 + ((c - 0x10000) >> 10), 2, isBig);
  appendUnits(data, 0xdc00 + ((c - 0x10000) & 0x3ff), 2, isBig);
}

/// One byte for each code point below `limit`.
static std::string encodeBytes(Interpreter &in, const std::u32string &points,
                               const Encoding &encoding, uint32_t limit) {
  std::string data;
  for (size_t i = 0; i < points.size(); ++i) {
    if (points[i] < limit) {
      data.push_back(char(points[i]));
    } else if (encoding.errors == "replace") {
      data.push_back('?');
    } else if (encoding.errors == "strict") {
      std::string shown = formatInt(in, in.makeInt(points[i]), 16);
      bool isShort = points[i] < 0x100;
      in.raise(in.types.UnicodeEncodeError,
               "'" + encoding.name + "' codec can't encode character '\\" +
                   (isShort ? "x" : points[i] < 0x10000 ? "u" : "U") +
                   std::string((isShort ? 2 : points[i] < 0x10000 ? 4 : 8) -
                                   shown.size(),
                               '0') +
                   shown + "' in position " + llvm::Twine(i) +
                   ": ordinal not in range(" + llvm::Twine(limit) + ")");
    }
  }
  return data;
}

Value evaluate::encodeText(Interpreter &in, llvm::StringRef text,
                           const Value &name, const Value &errors) {
  Encoding encoding = readEncoding(in, name, errors);
  if (encoding.codec == Codec::Utf8)
    return in.makeBytes(text.str());
  in.reserve(text.size(), 4);
  std::u32string points = decodeUtf8(text);
  std::string data;
  switch (encoding.codec) {
  case Codec::Ascii:
    return in.makeBytes(encodeBytes(in, points, encoding, 128));
  case Codec::Latin1:
    return in.makeBytes(encodeBytes(in, points, encoding, 256));
  case Codec::Utf32:
    appendUnits(data, 0xfeff, 4, false);
    for (char32_t c : points)
      appendUnits(data, c, 4, false);
    return in.makeBytes(std::move(data));
  default:
    if (encoding.codec == Codec::Utf16)
      appendUnits(data, 0xfeff, 2, false);
    for (char32_t c : points)
      appendUtf16(data, c, encoding.codec == Codec::Utf16Big);
    return in.makeBytes(std::move(data));
  }
}

/// Raises, or writes a replacement, for a byte that no text has.
static void refuseByte(Interpreter &in, const Encoding &encoding,
                       llvm::StringRef data, size_t i, llvm::StringRef why,
                       std::string &text) {
  if (encoding.errors == "replace")
    return appendUtf8(text, 0xfffd);
  if (encoding.errors == "ignore")
    return;
  std::string shown =
      formatInt(in, in.makeInt(uint8_t(data[i])), 16);
  in.raise(in.types.UnicodeDecodeError,
           "'" + encoding.name + "' codec can't decode byte 0x" +
               (shown.size() < 2 ? "0" : "") + shown + " in position " +
               llvm::Twine(i) + ": " + why);
}

static std::string decodeUtf8Bytes(Interpreter &in, llvm::StringRef data,
                                   const Encoding &encoding) {
  std::string text;
  size_t i = 0;
  while (i < data.size()) {
    auto *begin = reinterpret_cast<const llvm::UTF8 *>(data.data()) + i;
    unsigned size = llvm::getNumBytesForUTF8(*begin);
    if (i + size <= data.size() &&
        llvm::isLegalUTF8Sequence(begin, begin + size)) {
      text.append(data.data() + i, size);
      i += size;
      continue;
    }
    uint8_t first = *begin;
    bool isStart = first >= 0xc2 && first <= 0xf4;
    refuseByte(in, encoding, data, i,
               !isStart                 ? "invalid start byte"
               : i + 1 >= data.size()   ? "unexpected end of data"
                                        : "invalid continuation byte",
               text);
    ++i;
  }
  return text;
}

Value evaluate::decodeBytes(Interpreter &in, llvm::StringRef data,
                            const Value &name, const Value &errors) {
  Encoding encoding = readEncoding(in, name, errors);
  in.reserve(data.size(), 4);
  if (encoding.codec == Codec::Utf8)
    return in.makeStr(decodeUtf8Bytes(in, data, encoding));
  std::string text;
  if (encoding.codec == Codec::Ascii || encoding.codec == Codec::Latin1) {
    for (size_t i = 0; i < data.size(); ++i)
      if (encoding.codec == Codec::Ascii && (data[i] & 0x80))
        refuseByte(in, encoding, data, i, "ordinal not in range(128)", text);
      else
        appendUtf8(text, uint8_t(data[i]));
    return in.makeStr(std::move(text));
  }
  unsigned bytes = encoding.codec == Codec::Utf32 ? 4 : 2;
  bool isBig = encoding.codec == Codec::Utf16Big;
  std::u32string points;
  for (size_t i = 0; i + bytes <= data.size(); i += bytes) {
    uint32_t unit = 0;
    for (unsigned k = 0; k < bytes; ++k)
      unit |= uint32_t(uint8_t(data[i + (isBig ? bytes - 1 - k : k)])) << 8 * k;
    bool isMark = unit == 0xfeff && i == 0 &&
                  encoding.codec != Codec::Utf16Little && !isBig;
    bool isLow = bytes == 2 && unit >= 0xdc00 && unit < 0xe000;
    if (isLow && !points.empty() && points.back() >= 0xd800 &&
        points.back() < 0xdc00)
      points.back() =
          0x10000 + ((points.back() - 0xd800) << 10) + (unit - 0xdc00);
    else if (!isMark && unit < 0x110000)
      points.push_back(unit);
  }
  if (data.size() % bytes)
    in.raise(in.types.UnicodeDecodeError, "truncated data");
  return in.makeStr(encodeUtf8(points));
}
