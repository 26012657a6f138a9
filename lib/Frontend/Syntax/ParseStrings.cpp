//===- ParseStrings.cpp - Numbers, strings and f-strings ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Literal expressions: numbers, adjacent strings, f-strings with their fields.
//
//===----------------------------------------------------------------------===//

#include "Literals.h"
#include "ParserImpl.h"

#include "llvm/ADT/StringExtras.h"

using namespace torchscript;

Expr *Parser::parseNumber() {
  SourceRange range = here();
  llvm::StringRef text = range.getText();
  Tok kind = current().kind;
  advance();
  if (kind == Tok::Imaginary)
    return tree.create<ImaginaryLiteral>(range,
                                         parseFloatText(text.drop_back()));
  if (kind == Tok::Float)
    return tree.create<FloatLiteral>(range, parseFloatText(text));
  uint64_t value = 0;
  bool fits = parseIntegerText(text, value);
  return tree.create<IntegerLiteral>(range, value, !fits);
}

/// Joins the pieces of adjacent string literals and cuts f-strings into parts.
class Parser::FStringBuilder {
public:
  explicit FStringBuilder(Parser &parser) : parser(parser) {}

  /// Adds the body of a plain string literal.
  bool addPlain(SourceRange body, bool isRaw) {
    extendLiteral(body);
    return decodeStringBody(body, isRaw, false, literal, parser.sink);
  }

  /// Adds the body of an f-string literal.
  bool addFormat(SourceRange body, bool isRaw) {
    position = body.begin;
    limit = body.end;
    raw = isRaw;
    return parseParts(/*level=*/0);
  }

  /// Ends the last literal part and returns all parts.
  llvm::ArrayRef<FStringPart> finish() {
    flushLiteral();
    return parser.tree.copy(llvm::ArrayRef(parts));
  }

private:
  llvm::StringRef text() const { return parser.file.getText(); }
  SourceRange range(uint32_t begin, uint32_t end) const {
    return {&parser.file, begin, end};
  }
  bool fail(uint32_t begin, uint32_t end, const llvm::Twine &message) {
    parser.fail(range(begin, end), message);
    return false;
  }
  char peek() const { return position < limit ? text()[position] : '\0'; }

  void extendLiteral(SourceRange body) {
    literalRange = literalRange.merge(body);
  }
  void flushLiteral() {
    if (!literal.empty()) {
      FStringPart part;
      part.text = parser.tree.copy(llvm::StringRef(literal));
      part.range = literalRange;
      parts.push_back(part);
    }
    literal.clear();
    literalRange = SourceRange();
  }

  bool addSegment(uint32_t begin, uint32_t end) {
    if (begin == end)
      return true;
    return addPlain(range(begin, end), raw);
  }

  bool parseParts(unsigned level);
  bool parseField(unsigned level);
  bool findExpressionEnd(uint32_t open);
  bool parseConversion(FStringPart &part);
  bool parseSpec(FStringPart &part, unsigned level);

  Parser &parser;
  llvm::SmallVector<FStringPart> parts;
  std::string literal;
  SourceRange literalRange;
  uint32_t position = 0;
  uint32_t limit = 0;
  bool raw = false;
};

/// Literal text and fields up to the end of the literal or, in a format
/// specification, up to the `}` that ends the field.
bool Parser::FStringBuilder::parseParts(unsigned level) {
  uint32_t begin = position;
  while (position < limit) {
    char c = peek();
    if (!raw && text().slice(position, limit).starts_with("\\N{")) {
      // The braces of a character name are no field.
      size_t close = text().find('}', position);
      position = static_cast<uint32_t>(std::min<size_t>(close, limit));
      position += position < limit;
      continue;
    }
    if (c == '\\' && !raw && position + 1 < limit &&
        text()[position + 1] == '\\') {
      position += 2;
      continue;
    }
    if (c != '{' && c != '}') {
      ++position;
      continue;
    }
    bool doubled = position + 1 < limit && text()[position + 1] == c;
    if (level == 0 && doubled) {
      if (!addSegment(begin, position + 1))
        return false;
      position += 2;
      begin = position;
      continue;
    }
    if (c == '}') {
      if (level != 0)
        break;
      return fail(position, position + 1,
                  "single '}' is not allowed in an f-string; write '}}'");
    }
    if (!addSegment(begin, position) || !parseField(level))
      return false;
    begin = position;
  }
  return addSegment(begin, position);
}

/// Moves to the end of a field's expression: a `!`, `:`, `=` or `}` outside
/// brackets and strings.
bool Parser::FStringBuilder::findExpressionEnd(uint32_t open) {
  llvm::SmallVector<char> brackets;
  char quote = 0;
  bool triple = false;
  auto at = [&](uint32_t offset) {
    return offset < limit ? text()[offset] : '\0';
  };
  for (; position < limit; ++position) {
    char c = peek();
    if (c == '\\')
      return fail(position, position + 1,
                  "the expression of an f-string cannot contain a backslash");
    bool tripled = at(position + 1) == c && at(position + 2) == c;
    if (quote) {
      if (c == quote && (!triple || tripled)) {
        position += triple ? 2 : 0;
        quote = 0;
      }
      continue;
    }
    switch (c) {
    case '\'':
    case '"':
      quote = c;
      triple = tripled;
      position += triple ? 2 : 0;
      continue;
    case '#':
      return fail(position, position + 1,
                  "the expression of an f-string cannot contain a comment");
    case '(':
    case '[':
    case '{':
      brackets.push_back(c == '(' ? ')' : c == '[' ? ']' : '}');
      continue;
    default:
      break;
    }
    if (brackets.empty() && llvm::StringRef("!=<>").contains(c) &&
        at(position + 1) == '=') {
      ++position;
      continue;
    }
    if (brackets.empty() && llvm::StringRef("!:}=").contains(c))
      return true;
    if (c == ')' || c == ']' || c == '}') {
      if (brackets.empty() || brackets.pop_back_val() != c)
        return fail(position, position + 1,
                    llvm::Twine("unmatched '") + llvm::Twine(c) +
                        "' in the expression of an f-string");
    }
  }
  if (quote)
    return fail(open, limit, "unterminated string in an f-string expression");
  return fail(open, open + 1, "'{' of an f-string field was never closed");
}

bool Parser::FStringBuilder::parseConversion(FStringPart &part) {
  if (peek() != '!')
    return true;
  ++position;
  char c = peek();
  if (c != 's' && c != 'r' && c != 'a')
    return fail(position, std::min(position + 1, limit),
                "invalid conversion of an f-string field: expected 's', 'r' or "
                "'a' after '!'");
  part.conversion = c;
  ++position;
  return true;
}

bool Parser::FStringBuilder::parseSpec(FStringPart &part, unsigned level) {
  if (peek() != ':')
    return true;
  uint32_t begin = ++position;
  FStringBuilder spec(parser);
  spec.position = begin;
  spec.limit = limit;
  spec.raw = raw;
  if (!spec.parseParts(level + 1))
    return false;
  position = spec.position;
  part.spec =
      parser.tree.create<FStringExpr>(range(begin, position), spec.finish());
  return true;
}

bool Parser::FStringBuilder::parseField(unsigned level) {
  uint32_t open = position++;
  if (level > 1)
    return fail(open, open + 1, "f-string fields are nested too deeply");
  uint32_t begin = position;
  if (!findExpressionEnd(open))
    return false;
  uint32_t end = position;
  if (range(begin, end).getText().trim(" \t\r\n\f").empty())
    return fail(open, end + 1, "an f-string field needs an expression");

  Lexer lexer(parser.file, parser.sink);
  Parser inner(parser.tree, lexer.lexExpression(range(begin, end)), parser.sink,
               parser.options);
  inner.depth = parser.depth + 1;
  inner.functionDepth = parser.functionDepth;
  FStringPart part;
  if (!(part.value = inner.parseFieldExpression()))
    return false;

  bool showsText = peek() == '=';
  if (showsText) {
    ++position;
    while (position < limit && llvm::isSpace(peek()))
      ++position;
    extendLiteral(range(begin, position));
    literal += range(begin, position).getText();
  }
  if (!parseConversion(part) || !parseSpec(part, level))
    return false;
  if (peek() != '}')
    return fail(position, std::min(position + 1, limit),
                "expected '}' to close the field of an f-string");
  ++position;
  if (showsText && !part.conversion && !part.spec)
    part.conversion = 'r';
  part.range = range(open, position);
  flushLiteral();
  parts.push_back(part);
  return true;
}

Expr *Parser::parseStrings() {
  uint32_t begin = current().begin;
  FStringBuilder builder(*this);
  std::string bytes;
  bool sawBytes = false, sawText = false, sawFormat = false, valid = true;
  unsigned numPieces = 0;
  Nesting nesting(depth);
  if (tooDeep())
    return nullptr;
  for (; at(Tok::String); advance(), ++numPieces) {
    StringForm form = getStringForm(textOf(current()));
    SourceRange body(&file, current().begin + form.openSize,
                     current().end - form.quoteSize);
    (form.isBytes ? sawBytes : sawText) = true;
    sawFormat |= form.isFormat;
    if (!valid)
      continue;
    if (sawBytes && sawText) {
      fail(here(), "cannot join bytes and str literals");
      valid = false;
    } else if (form.isBytes) {
      valid = decodeStringBody(body, form.isRaw, true, bytes, sink);
    } else if (form.isFormat) {
      valid = builder.addFormat(body, form.isRaw);
    } else {
      valid = builder.addPlain(body, form.isRaw);
    }
  }
  if (!valid)
    return nullptr;
  SourceRange range = since(begin);
  if (sawBytes)
    return tree.create<BytesLiteral>(range, tree.copy(llvm::StringRef(bytes)));
  llvm::ArrayRef<FStringPart> parts = builder.finish();
  if (sawFormat)
    return tree.create<FStringExpr>(range, parts);
  llvm::StringRef value = parts.empty() ? llvm::StringRef() : parts[0].text;
  return tree.create<StringLiteral>(range, value, numPieces);
}
