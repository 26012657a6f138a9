//===- Lexer.cpp - Lines, indentation and brackets ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The line structure of a source text: indentation, joined lines, brackets,
// comments, punctuation.
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ConvertUTF.h"

using namespace torchscript;

/// How many brackets CPython lets a text have open at once.
static constexpr size_t maxNestedBrackets = 200;

bool torchscript::isKeyword(Tok kind) {
  switch (kind) {
#define TS_KEYWORD(NAME, SPELLING) case Tok::NAME:
#include "Tokens.def"
    return true;
  default:
    return false;
  }
}

llvm::StringRef torchscript::describe(Tok kind) {
  switch (kind) {
  case Tok::EndOfFile:
    return "end of text";
  case Tok::Newline:
    return "end of line";
  case Tok::Indent:
    return "an indented block";
  case Tok::Dedent:
    return "end of block";
  case Tok::Error:
    return "invalid text";
  case Tok::Name:
    return "a name";
  case Tok::Integer:
  case Tok::Float:
  case Tok::Imaginary:
    return "a number";
  case Tok::String:
    return "a string";
#define TS_KEYWORD(NAME, SPELLING)                                             \
  case Tok::NAME:                                                              \
    return "'" SPELLING "'";
#define TS_PUNCTUATION(NAME, SPELLING)                                         \
  case Tok::NAME:                                                              \
    return "'" SPELLING "'";
#include "Tokens.def"
  }
  return "";
}

void Lexer::fail(uint32_t begin, uint32_t end, const llvm::Twine &message) {
  sink.error(rangeOf(begin, end), message);
}

//===----------------------------------------------------------------------===//
// Driver
//===----------------------------------------------------------------------===//

void Lexer::checkEncoding() {
  const auto *begin = reinterpret_cast<const llvm::UTF8 *>(text.data());
  const llvm::UTF8 *cursor = begin;
  const llvm::UTF8 *end = begin + text.size();
  if (llvm::isLegalUTF8String(&cursor, end))
    return;
  uint32_t offset = static_cast<uint32_t>(cursor - begin);
  fail(offset, offset + 1,
       "invalid UTF-8: byte 0x" +
           llvm::utohexstr(static_cast<unsigned char>(text[offset]), true, 2));
}

std::vector<Token> Lexer::lexFile() {
  checkEncoding();
  if (text.starts_with("\xEF\xBB\xBF"))
    position = 3;
  indents.push_back({0, 0});
  lexAll();
  if (!tokens.empty() && tokens.back().kind != Tok::Newline &&
      tokens.back().kind != Tok::Dedent)
    push(Tok::Newline, limit, limit);
  for (; indents.size() > 1; indents.pop_back())
    push(Tok::Dedent, limit, limit);
  push(Tok::EndOfFile, limit, limit);
  return std::move(tokens);
}

std::vector<Token> Lexer::lexExpression(SourceRange range) {
  position = range.begin;
  limit = std::min(range.end, file.size());
  expressionOnly = true;
  atLineStart = false;
  lexAll();
  push(Tok::EndOfFile, limit, limit);
  return std::move(tokens);
}

void Lexer::lexAll() {
  while (!atEnd()) {
    if (atLineStart && brackets.empty() && !expressionOnly)
      lexLineStart();
    else
      lexToken();
  }
  if (!brackets.empty()) {
    const Bracket &open = brackets.back();
    fail(open.offset, open.offset + 1,
         llvm::Twine(describe(open.kind)) + " was never closed");
    brackets.clear();
    push(Tok::Error, limit, limit);
  }
}

void Lexer::lexToken() {
  char c = peek();
  switch (c) {
  case ' ':
  case '\t':
  case '\f':
    ++position;
    return;
  case '\n':
  case '\r':
    return lexNewline();
  case '\\':
    return lexBackslash();
  case '#':
    return lexComment();
  default:
    break;
  }
  bool firstOfLine = atLineStart;
  atLineStart = false;
  int prefix = getStringPrefixSize(rest());
  if (prefix >= 0)
    return lexString(prefix);
  if (llvm::isDigit(c) || (c == '.' && llvm::isDigit(peek(1))))
    return lexNumber();
  if (llvm::isAlpha(c) || c == '_' || (static_cast<unsigned char>(c) >= 0x80)) {
    if (firstOfLine && !brackets.empty() && abandonBrackets())
      return;
    return lexName();
  }
  lexPunctuation();
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

/// Measures the indentation of a line outside brackets, skipping blank lines
/// and lines that hold only a comment.
void Lexer::lexLineStart() {
  unsigned column = 0, alternate = 0;
  for (; !atEnd(); ++position) {
    char c = peek();
    if (c == ' ') {
      ++column;
      ++alternate;
    } else if (c == '\t') {
      column = (column / 8 + 1) * 8;
      ++alternate;
    } else if (c == '\f') {
      column = alternate = 0;
    } else {
      break;
    }
  }
  if (atEnd())
    return;
  switch (peek()) {
  case '#':
    return lexComment();
  case '\n':
  case '\r':
    return lexNewline();
  default:
    applyIndentation(column, alternate);
    atLineStart = false;
  }
}

void Lexer::applyIndentation(unsigned column, unsigned alternate) {
  Indentation top = indents.back();
  bool inconsistent = (column == top.column && alternate != top.alternate) ||
                      (column > top.column && alternate <= top.alternate) ||
                      (column < top.column && alternate >= top.alternate);
  if (inconsistent)
    fail(position, position + 1,
         "inconsistent use of tabs and spaces in indentation");
  if (column > top.column) {
    indents.push_back({column, alternate});
    push(Tok::Indent, position, position);
    return;
  }
  while (column < indents.back().column) {
    indents.pop_back();
    push(Tok::Dedent, position, position);
  }
  if (column != indents.back().column)
    fail(position, position + 1,
         "unindent does not match any outer indentation level");
}

void Lexer::lexNewline() {
  uint32_t begin = position;
  position += peek() == '\r' && peek(1) == '\n' ? 2 : 1;
  atLineStart = true;
  if (expressionOnly || !brackets.empty())
    return;
  // A blank line is no logical line.
  if (tokens.empty() || tokens.back().kind == Tok::Newline ||
      tokens.back().kind == Tok::Indent || tokens.back().kind == Tok::Dedent)
    return;
  push(Tok::Newline, begin, begin);
}

void Lexer::lexBackslash() {
  uint32_t begin = position++;
  if (peek() == '\r' && peek(1) == '\n')
    position += 2;
  else if (peek() == '\n' || peek() == '\r')
    ++position;
  else {
    if (atEnd())
      fail(begin, position, "unexpected end of text after '\\'");
    else
      fail(begin, position,
           "unexpected character after line continuation character '\\'");
    push(Tok::Error, begin, position);
    return;
  }
  if (atEnd()) {
    fail(begin, begin + 1, "unexpected end of text after '\\'");
    push(Tok::Error, begin, begin + 1);
  }
}

/// Whether a comment ends in `# type: ignore` or `# type: ignore[code]`; the
/// number of characters before that.
static std::optional<size_t> findIgnore(llvm::StringRef comment) {
  if (comment.consume_back("]")) {
    comment = comment.rtrim("abcdefghijklmnopqrstuvwxyz"
                            "ABCDEFGHIJKLMNOPQRSTUVWXYZ-");
    if (!comment.consume_back("["))
      return std::nullopt;
  }
  if (!comment.consume_back("# type: ignore"))
    return std::nullopt;
  return comment.size();
}

void Lexer::lexComment() {
  uint32_t begin = position;
  size_t stop = text.find_first_of("\r\n", begin);
  position = static_cast<uint32_t>(std::min<size_t>(stop, limit));
  llvm::StringRef comment = text.slice(begin, position).rtrim(" \t\f");
  // `# type: T`, in any spacing.
  llvm::StringRef body = comment.drop_front().ltrim(" \t");
  if (!body.consume_front("type"))
    return;
  body = body.ltrim(" \t");
  if (!body.consume_front(":"))
    return;
  bool isRegular = comment.starts_with("# type:");
  std::optional<size_t> ignored = findIgnore(comment);
  if (ignored == size_t(0))
    return;
  llvm::StringRef rest = body;
  if (!isRegular && rest.consume_front(" ignore") &&
      (rest.empty() || (rest.starts_with("[") && rest.ends_with("]"))))
    return;
  body = body.ltrim(" \t");
  TypeComment record;
  record.text = body;
  uint32_t bodyBegin = static_cast<uint32_t>(body.data() - text.data());
  record.textRange =
      rangeOf(bodyBegin, bodyBegin + static_cast<uint32_t>(body.size()));
  record.range = rangeOf(begin, begin + static_cast<uint32_t>(comment.size()));
  record.regularPrefix = isRegular && !ignored;
  size_t lineStart = text.take_front(begin).find_last_of("\r\n");
  lineStart = lineStart == llvm::StringRef::npos ? 0 : lineStart + 1;
  record.ownLine = text.slice(lineStart, begin).trim(" \t\f").empty();
  comments.push_back(record);
}

//===----------------------------------------------------------------------===//
// Punctuation and brackets
//===----------------------------------------------------------------------===//

void Lexer::lexPunctuation() {
  struct Entry {
    llvm::StringRef spelling;
    Tok kind;
  };
  static const Entry table[] = {
#define TS_PUNCTUATION(NAME, SPELLING) {SPELLING, Tok::NAME},
#include "Tokens.def"
  };
  llvm::StringRef remaining = rest();
  for (const Entry &entry : table) {
    if (!remaining.starts_with(entry.spelling))
      continue;
    uint32_t begin = position;
    position += static_cast<uint32_t>(entry.spelling.size());
    switch (entry.kind) {
    case Tok::LParen:
    case Tok::LBracket:
    case Tok::LBrace:
      if (openBracket(entry.kind, begin))
        break;
      return push(Tok::Error, begin, position);
    case Tok::RParen:
    case Tok::RBracket:
    case Tok::RBrace:
      return closeBracket(entry.kind, begin);
    default:
      break;
    }
    return push(entry.kind, begin, position);
  }
  lexInvalidCharacter();
}

bool Lexer::openBracket(Tok kind, uint32_t begin) {
  brackets.push_back({kind, begin});
  if (brackets.size() <= maxNestedBrackets || saidTooNested)
    return true;
  saidTooNested = true;
  fail(begin, position, "too many nested parentheses");
  return false;
}

void Lexer::closeBracket(Tok kind, uint32_t begin) {
  if (brackets.empty()) {
    fail(begin, position, "unmatched " + llvm::Twine(describe(kind)));
    return push(Tok::Error, begin, position);
  }
  Bracket open = brackets.back();
  brackets.pop_back();
  saidTooNested &= !brackets.empty();
  Tok expected = open.kind == Tok::LParen     ? Tok::RParen
                 : open.kind == Tok::LBracket ? Tok::RBracket
                                              : Tok::RBrace;
  if (kind == expected)
    return push(kind, begin, position);
  sink.error(rangeOf(begin, position),
             llvm::Twine("closing ") + describe(kind) +
                 " does not match opening " + describe(open.kind))
      .note(rangeOf(open.offset, open.offset + 1), "opened here");
  push(Tok::Error, begin, position);
}

/// A line inside brackets that starts with a word no expression can contain: a
/// bracket was not closed. Reports it and starts a new logical line, so that
/// the rest of the text is still checked.
bool Lexer::abandonBrackets() {
  if (expressionOnly)
    return false;
  llvm::StringRef word =
      rest().take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  bool startsStatement =
      llvm::StringSwitch<bool>(word)
          .Cases("def", "class", "return", "import", "raise", true)
          .Cases("while", "with", "assert", "del", "pass", true)
          .Cases("break", "continue", "global", "nonlocal", "try", true)
          .Default(false);
  if (!startsStatement)
    return false;
  const Bracket &open = brackets.back();
  fail(open.offset, open.offset + 1,
       llvm::Twine(describe(open.kind)) + " was never closed");
  brackets.clear();
  saidTooNested = false;
  push(Tok::Error, position, position);
  push(Tok::Newline, position, position);
  size_t lineStart = text.take_front(position).find_last_of("\r\n");
  position = lineStart == llvm::StringRef::npos
                 ? 0
                 : static_cast<uint32_t>(lineStart + 1);
  atLineStart = true;
  return true;
}
