//===- Literals.cpp - Values of literal tokens ----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values of number literals; escapes of string literals.
//
//===----------------------------------------------------------------------===//

#include "Literals.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Unicode.h"

#include <cstdlib>

using namespace torchscript;

static std::string withoutUnderscores(llvm::StringRef text) {
  std::string digits;
  digits.reserve(text.size());
  for (char c : text)
    if (c != '_')
      digits.push_back(c);
  return digits;
}

bool torchscript::parseIntegerText(llvm::StringRef text, uint64_t &value) {
  std::string digits = withoutUnderscores(text);
  llvm::StringRef body = digits;
  unsigned radix = 10;
  if (body.consume_front_insensitive("0x"))
    radix = 16;
  else if (body.consume_front_insensitive("0o"))
    radix = 8;
  else if (body.consume_front_insensitive("0b"))
    radix = 2;
  body = body.ltrim('0');
  value = 0;
  return body.empty() || !body.getAsInteger(radix, value);
}

double torchscript::parseFloatText(llvm::StringRef text) {
  return std::strtod(withoutUnderscores(text).c_str(), nullptr);
}

void torchscript::appendUtf8(uint32_t c, std::string &out) {
  auto tail = [&](unsigned shift) {
    out.push_back(static_cast<char>(0x80 | ((c >> shift) & 0x3F)));
  };
  if (c < 0x80) {
    out.push_back(static_cast<char>(c));
  } else if (c < 0x800) {
    out.push_back(static_cast<char>(0xC0 | (c >> 6)));
    tail(0);
  } else if (c < 0x10000) {
    out.push_back(static_cast<char>(0xE0 | (c >> 12)));
    tail(6);
    tail(0);
  } else {
    out.push_back(static_cast<char>(0xF0 | (c >> 18)));
    tail(12);
    tail(6);
    tail(0);
  }
}

namespace {

/// Decodes one literal body.
class Decoder {
public:
  Decoder(SourceRange range, bool isBytes, std::string &out,
          DiagnosticSink &sink)
      : range(range), text(range.getText()), isBytes(isBytes), out(out),
        sink(sink) {}

  bool run(bool isRaw) {
    while (position < text.size()) {
      char c = text[position];
      if (c == '\r') {
        // Line ends inside literals are "\n", however the file spells them.
        position += text.substr(position + 1).starts_with("\n") ? 2 : 1;
        out.push_back('\n');
      } else if (isBytes && static_cast<unsigned char>(c) >= 0x80) {
        return fail(1, "bytes can only contain ASCII literal characters");
      } else if (c == '\\' && !isRaw) {
        if (!escape())
          return false;
      } else {
        out.push_back(c);
        ++position;
      }
    }
    return true;
  }

private:
  bool fail(size_t size, const llvm::Twine &message) {
    uint32_t begin = range.begin + static_cast<uint32_t>(position);
    uint32_t end = std::min<uint32_t>(begin + size, range.end);
    sink.error({range.file, begin, end}, message);
    return false;
  }

  void append(uint32_t value) {
    if (isBytes)
      out.push_back(static_cast<char>(value));
    else
      appendUtf8(value, out);
  }

  bool escape() {
    if (position + 1 == text.size()) {
      out.push_back('\\');
      ++position;
      return true;
    }
    char c = text[position + 1];
    switch (c) {
    case '\r':
      position += text.substr(position + 2).starts_with("\n") ? 3 : 2;
      return true;
    case '\n':
      break;
    case '\\':
    case '\'':
    case '"':
      out.push_back(c);
      break;
    case 'a':
      out.push_back('\a');
      break;
    case 'b':
      out.push_back('\b');
      break;
    case 'f':
      out.push_back('\f');
      break;
    case 'n':
      out.push_back('\n');
      break;
    case 'r':
      out.push_back('\r');
      break;
    case 't':
      out.push_back('\t');
      break;
    case 'v':
      out.push_back('\v');
      break;
    case 'x':
      return hex(2);
    default:
      if (c >= '0' && c <= '7')
        return octal();
      if (!isBytes && c == 'u')
        return hex(4);
      if (!isBytes && c == 'U')
        return hex(8);
      if (!isBytes && c == 'N')
        return named();
      // An unknown escape stands for itself.
      out.push_back('\\');
      ++position;
      return true;
    }
    position += 2;
    return true;
  }

  /// `\\N{LATIN SMALL LETTER A}`.
  bool named() {
    llvm::StringRef rest = text.substr(position + 2);
    size_t close = rest.find('}');
    if (!rest.starts_with("{") || close == llvm::StringRef::npos)
      return fail(2, "malformed escape: expected '{NAME}' after '\\N'");
    std::string name = rest.slice(1, close).upper();
    std::optional<char32_t> code =
        llvm::sys::unicode::nameToCodepointStrict(name);
    if (!code)
      return fail(close + 3, "unknown Unicode character name '" +
                                 rest.slice(1, close) + "'");
    append(*code);
    position += close + 3;
    return true;
  }

  bool octal() {
    size_t end = position + 1;
    uint32_t value = 0;
    for (; end < text.size() && end < position + 4 && text[end] >= '0' &&
           text[end] <= '7';
         ++end)
      value = value * 8 + static_cast<uint32_t>(text[end] - '0');
    append(isBytes ? value & 0xFF : value);
    position = end;
    return true;
  }

  bool hex(unsigned digits) {
    llvm::StringRef body = text.substr(position + 2, digits);
    uint32_t value = 0;
    if (body.size() != digits || !llvm::all_of(body, llvm::isHexDigit) ||
        body.getAsInteger(16, value))
      return fail(2 + body.take_while(llvm::isHexDigit).size(),
                  "truncated escape: expected " + llvm::Twine(digits) +
                      " hexadecimal digits after '\\" +
                      llvm::Twine(text[position + 1]) + "'");
    if (value > 0x10FFFF)
      return fail(2 + digits, "illegal code point: beyond U+10FFFF");
    append(value);
    position += 2 + digits;
    return true;
  }

  SourceRange range;
  llvm::StringRef text;
  bool isBytes;
  std::string &out;
  DiagnosticSink &sink;
  size_t position = 0;
};

} // namespace

bool torchscript::decodeStringBody(SourceRange range, bool isRaw, bool isBytes,
                                   std::string &out, DiagnosticSink &sink) {
  return Decoder(range, isBytes, out, sink).run(isRaw);
}
