//===- LexLiterals.cpp - Names, numbers and strings -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the ends of names, numbers and string literals.
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ConvertUTF.h"

using namespace torchscript;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Blocks of characters outside ASCII that no identifier can contain: Latin-1
/// punctuation, spaces and general punctuation, currency, arrows, mathematical
/// operators, technical symbols and boxes, CJK punctuation, private use,
/// presentation forms of punctuation, pictographs.
static bool isSymbol(uint32_t c) {
  static const struct {
    uint32_t first, last;
  } blocks[] = {
      {0x80, 0xA9},        {0xAB, 0xB4},       {0xB6, 0xB6},
      {0xB8, 0xB9},        {0xBB, 0xBF},       {0xD7, 0xD7},
      {0xF7, 0xF7},        {0x2000, 0x203E},   {0x2041, 0x2053},
      {0x2055, 0x2070},    {0x207A, 0x207E},   {0x208A, 0x208E},
      {0x20A0, 0x20CF},    {0x2190, 0x2BFF},   {0x2E00, 0x2E7F},
      {0x3000, 0x3004},    {0x3008, 0x3020},   {0xD800, 0xF8FF},
      {0xFE10, 0xFE1F},    {0xFE30, 0xFE32},   {0xFE45, 0xFE4C},
      {0xFE50, 0xFE6F},    {0xFEFF, 0xFEFF},   {0xFF01, 0xFF0F},
      {0xFF1A, 0xFF20},    {0xFF3B, 0xFF3E},   {0xFF5B, 0xFF65},
      {0xFFE0, 0xFFFF},    {0x1F000, 0x1FBEF}, {0xE0000, 0xE00FF},
      {0xF0000, 0x10FFFF},
  };
  for (const auto &block : blocks)
    if (c >= block.first && c <= block.last)
      return true;
  return false;
}

/// Decodes the character at the start of `text`; its size in bytes goes to
/// `size`. Invalid bytes count as letters: they were reported already.
static uint32_t decodeCharacter(llvm::StringRef text, unsigned &size) {
  const auto *cursor = reinterpret_cast<const llvm::UTF8 *>(text.data());
  const llvm::UTF8 *begin = cursor;
  llvm::UTF32 c = 0;
  if (llvm::convertUTF8Sequence(&cursor, begin + text.size(), &c,
                                llvm::strictConversion) != llvm::conversionOK) {
    size = 1;
    return 'a';
  }
  size = static_cast<unsigned>(cursor - begin);
  return c;
}

/// Bytes of the identifier character at the start of `text`; 0 for none.
static unsigned identifierCharSize(llvm::StringRef text) {
  if (text.empty())
    return 0;
  char c = text.front();
  if (static_cast<unsigned char>(c) < 0x80)
    return llvm::isAlnum(c) || c == '_' ? 1 : 0;
  unsigned size = 0;
  return isSymbol(decodeCharacter(text, size)) ? 0 : size;
}

static Tok keywordKind(llvm::StringRef word) {
  return llvm::StringSwitch<Tok>(word)
#define TS_KEYWORD(NAME, SPELLING) .Case(SPELLING, Tok::NAME)
#include "Tokens.def"
      .Default(Tok::Name);
}

void Lexer::lexName() {
  uint32_t begin = position;
  while (unsigned size = identifierCharSize(rest()))
    position += size;
  if (position == begin)
    return lexInvalidCharacter();
  push(keywordKind(text.slice(begin, position)), begin, position);
}

void Lexer::lexInvalidCharacter() {
  uint32_t begin = position;
  unsigned size = 1;
  uint32_t c = decodeCharacter(rest(), size);
  position += size;
  if (c == 0) {
    fail(begin, position, "source text cannot contain NUL bytes");
    while (!atEnd() && peek() == '\0')
      ++position;
  } else if (c < 0x20 || c == 0x7F) {
    fail(begin, position,
         "invalid control character 0x" + llvm::utohexstr(c, true, 2));
  } else {
    fail(begin, position,
         "invalid character '" + text.slice(begin, position) + "' (U+" +
             llvm::utohexstr(c, false, 4) + ")");
  }
  push(Tok::Error, begin, position);
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// Skips digits with single underscores between them. False, with nothing
/// skipped, when there is no digit; false too after a misplaced underscore.
bool Lexer::skipDigits(bool (*isDigit)(char)) {
  if (!isDigit(peek()))
    return false;
  while (isDigit(peek()) || (peek() == '_' && isDigit(peek(1))))
    ++position;
  return peek() != '_';
}

static bool isDecimal(char c) { return c >= '0' && c <= '9'; }

/// `0x`, `0o` and `0b` numbers; false when there is no such prefix.
bool Lexer::lexRadixNumber() {
  bool (*isDigit)(char) = nullptr;
  llvm::StringRef name;
  switch (llvm::toLower(peek(1))) {
  case 'x':
    isDigit = [](char c) { return llvm::isHexDigit(c); };
    name = "hexadecimal";
    break;
  case 'o':
    isDigit = [](char c) { return c >= '0' && c <= '7'; };
    name = "octal";
    break;
  case 'b':
    isDigit = [](char c) { return c == '0' || c == '1'; };
    name = "binary";
    break;
  default:
    return false;
  }
  uint32_t begin = position;
  position += 2;
  if (peek() == '_')
    ++position;
  bool valid = skipDigits(isDigit);
  uint32_t end = position;
  while (unsigned size = identifierCharSize(rest()))
    position += size;
  // A keyword may follow directly: `0x1for x in y`.
  if (valid && position != end &&
      keywordKind(text.slice(end, position)) != Tok::Name)
    position = end;
  if (!valid || position != end) {
    fail(begin, position, "invalid " + name + " literal");
    push(Tok::Error, begin, position);
  } else {
    push(Tok::Integer, begin, position);
  }
  return true;
}

void Lexer::lexNumber() {
  if (peek() == '0' && lexRadixNumber())
    return;
  uint32_t begin = position;
  Tok kind = Tok::Integer;
  bool valid = true;
  if (peek() != '.')
    valid = skipDigits(isDecimal);
  uint32_t integerEnd = position;
  if (valid && peek() == '.') {
    kind = Tok::Float;
    ++position;
    if (isDecimal(peek()))
      valid = skipDigits(isDecimal);
    else if (peek() == '_')
      valid = false;
  }
  if (valid && llvm::toLower(peek()) == 'e') {
    unsigned sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
    if (isDecimal(peek(1 + sign))) {
      kind = Tok::Float;
      position += 1 + sign;
      valid = skipDigits(isDecimal);
    }
  }
  if (valid && llvm::toLower(peek()) == 'j') {
    kind = Tok::Imaginary;
    ++position;
  }
  uint32_t end = position;
  while (unsigned size = identifierCharSize(rest()))
    position += size;
  if (valid && position != end &&
      keywordKind(text.slice(end, position)) != Tok::Name)
    position = end;
  llvm::StringRef integer = text.slice(begin, integerEnd);
  if (!valid || position != end) {
    fail(begin, position,
         llvm::Twine("invalid ") +
             (kind == Tok::Imaginary ? "imaginary" : "decimal") + " literal");
    return push(Tok::Error, begin, position);
  }
  if (kind == Tok::Integer && integer.starts_with("0") &&
      integer.find_first_not_of("0_") != llvm::StringRef::npos) {
    fail(begin, position,
         "leading zeros are not permitted in decimal integer literals; use an "
         "0o prefix for octal integers");
    return push(Tok::Error, begin, position);
  }
  push(kind, begin, position);
}

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

int torchscript::getStringPrefixSize(llvm::StringRef text) {
  unsigned size = 0;
  bool raw = false, other = false, unicode = false;
  for (; size < text.size() && size < 3; ++size) {
    switch (text[size]) {
    case '\'':
    case '"':
      return static_cast<int>(size);
    case 'r':
    case 'R':
      if (raw || unicode)
        return -1;
      raw = true;
      break;
    case 'b':
    case 'B':
    case 'f':
    case 'F':
      if (other || unicode)
        return -1;
      other = true;
      break;
    case 'u':
    case 'U':
      if (size != 0)
        return -1;
      unicode = true;
      break;
    default:
      return -1;
    }
  }
  return -1;
}

StringForm torchscript::getStringForm(llvm::StringRef text) {
  StringForm form;
  unsigned prefix = static_cast<unsigned>(getStringPrefixSize(text));
  for (char c : text.take_front(prefix)) {
    c = llvm::toLower(c);
    form.isRaw |= c == 'r';
    form.isBytes |= c == 'b';
    form.isFormat |= c == 'f';
  }
  llvm::StringRef body = text.drop_front(prefix);
  form.quoteSize =
      body.starts_with("\"\"\"") || body.starts_with("'''") ? 3 : 1;
  form.openSize = prefix + form.quoteSize;
  return form;
}

void Lexer::lexString(unsigned prefixSize) {
  uint32_t begin = position;
  StringForm form = getStringForm(rest());
  char quote = peek(prefixSize);
  position += form.openSize;
  while (!atEnd()) {
    char c = peek();
    if (c == '\\') {
      position += peek(1) == '\r' && peek(2) == '\n' ? 3 : 2;
      continue;
    }
    if (form.quoteSize == 1 && (c == '\n' || c == '\r'))
      break;
    if (c == quote &&
        (form.quoteSize == 1 || (peek(1) == quote && peek(2) == quote))) {
      position += form.quoteSize;
      return push(Tok::String, begin, position);
    }
    ++position;
  }
  position = std::min(position, limit);
  uint32_t markEnd = form.quoteSize == 1 ? position : begin + form.openSize;
  fail(begin, markEnd,
       form.quoteSize == 1 ? "unterminated string literal"
                           : "unterminated triple-quoted string literal");
  push(Tok::Error, begin, position);
}
