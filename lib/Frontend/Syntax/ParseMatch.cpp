//===- ParseMatch.cpp - The match statement and its patterns --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

using namespace torchscript;

/// `match` is a word like any other unless its line ends in a colon and an
/// indented `case` follows.
bool Parser::atMatch() const {
  if (!atWord("match"))
    return false;
  size_t i = index + 1;
  while (tokens[i].kind != Tok::Newline && tokens[i].kind != Tok::EndOfFile)
    ++i;
  return i + 2 < tokens.size() && tokens[i - 1].kind == Tok::Colon &&
         tokens[i + 1].kind == Tok::Indent && tokens[i + 2].kind == Tok::Name &&
         textOf(tokens[i + 2]) == "case";
}

static Pattern patternOf(Pattern::Kind kind) {
  Pattern pattern{};
  pattern.kind = kind;
  return pattern;
}

Stmt *Parser::parseMatch() {
  SourceRange keyword = here();
  advance();
  Expr *subject = parseExpressionList();
  if (!subject || !expect(Tok::Colon, "after the subject of 'match'") ||
      !expect(Tok::Newline, "after 'match'"))
    return nullptr;
  if (blockDepth >= options.maxBlockDepth) {
    fail(here(), "blocks are nested too deeply (limit " +
                     llvm::Twine(options.maxBlockDepth) + ")");
    skipTokensOfBlock();
    return nullptr;
  }
  Nesting nesting(blockDepth);
  advance();
  llvm::SmallVector<MatchCase> cases;
  while (!at(Tok::Dedent) && !at(Tok::EndOfFile)) {
    MatchCase branch;
    if (!parseCase(branch))
      return nullptr;
    cases.push_back(branch);
  }
  accept(Tok::Dedent);
  auto *stmt = tree.create<MatchStmt>(since(keyword.begin), keyword);
  stmt->subject = subject;
  stmt->cases = tree.copy(llvm::ArrayRef<MatchCase>(cases));
  return stmt;
}

bool Parser::parseCase(MatchCase &branch) {
  uint32_t begin = current().begin;
  if (!atWord("case")) {
    expected("'case'");
    return false;
  }
  advance();
  if (!(branch.pattern = parsePatternList()))
    return false;
  branch.range = since(begin);
  if (accept(Tok::KwIf) && !(branch.guard = parseNamedExpression()))
    return false;
  std::optional<Block> body = parseBlock("the pattern of 'case'");
  if (!body)
    return false;
  branch.body = *body;
  return true;
}

Pattern *Parser::makePattern(Pattern pattern, uint32_t begin) {
  pattern.range = since(begin);
  return tree.create<Pattern>(pattern);
}

/// `p`, or `p, q`: a sequence without parentheses.
Pattern *Parser::parsePatternList() {
  uint32_t begin = current().begin;
  llvm::SmallVector<Pattern *> parts;
  bool isList = false;
  while (!at(Tok::Colon) && !at(Tok::KwIf)) {
    Pattern *part = parsePattern();
    if (!part)
      return nullptr;
    parts.push_back(part);
    if (!accept(Tok::Comma))
      break;
    isList = true;
  }
  if (parts.empty())
    return expected("a pattern");
  if (!isList && parts[0]->kind != Pattern::Kind::Star)
    return parts[0];
  Pattern list = patternOf(Pattern::Kind::Sequence);
  list.parts = tree.copy(llvm::ArrayRef<Pattern *>(parts));
  return makePattern(list, begin);
}

/// A pattern with `as`, or `*name`.
Pattern *Parser::parsePattern() {
  Nesting nesting(depth);
  if (tooDeep())
    return nullptr;
  uint32_t begin = current().begin;
  if (accept(Tok::Star)) {
    std::optional<NameRef> name = parseName("a name after '*'");
    if (!name)
      return nullptr;
    Pattern star = patternOf(Pattern::Kind::Star);
    if (name->name != "_")
      star.name = name->name;
    return makePattern(star, begin);
  }
  Pattern *inner = parseAlternatives();
  if (!inner || !accept(Tok::KwAs))
    return inner;
  std::optional<NameRef> name = parseName("a name after 'as'");
  if (!name)
    return nullptr;
  if (name->name == "_")
    return fail(name->range, "cannot use '_' as a target");
  Pattern bound = patternOf(Pattern::Kind::As);
  bound.name = name->name;
  bound.parts = tree.copy(llvm::ArrayRef<Pattern *>(inner));
  return makePattern(bound, begin);
}

Pattern *Parser::parseAlternatives() {
  uint32_t begin = current().begin;
  llvm::SmallVector<Pattern *> parts;
  do {
    Pattern *part = parseClosedPattern();
    if (!part)
      return nullptr;
    parts.push_back(part);
  } while (accept(Tok::Pipe));
  if (parts.size() == 1)
    return parts[0];
  Pattern any = patternOf(Pattern::Kind::Or);
  any.parts = tree.copy(llvm::ArrayRef<Pattern *>(parts));
  return makePattern(any, begin);
}

Pattern *Parser::parseClosedPattern() {
  uint32_t begin = current().begin;
  switch (current().kind) {
  case Tok::LParen:
    return parseSequencePattern(Tok::RParen);
  case Tok::LBracket:
    return parseSequencePattern(Tok::RBracket);
  case Tok::LBrace:
    return parseMappingPattern();
  case Tok::Name:
    return parseNamePattern();
  default:
    break;
  }
  Pattern value = patternOf(Pattern::Kind::Value);
  if (!(value.value = parsePatternValue()))
    return nullptr;
  return makePattern(value, begin);
}

/// A number with its sign, a complex number, a text, None, True or False.
Expr *Parser::parsePatternValue() {
  switch (current().kind) {
  case Tok::Integer:
  case Tok::Float:
  case Tok::Imaginary:
  case Tok::Minus:
    // Sums and products; what is no number is refused below.
    break;
  case Tok::String:
  case Tok::KwNone:
  case Tok::KwTrue:
  case Tok::KwFalse: {
    Expr *atom = parseAtom();
    if (atom && atom->getKind() == Expr::Kind::FString)
      return fail(atom->getRange(), "patterns may only match literals and "
                                    "attribute lookups");
    return atom;
  }
  default:
    return expected("a pattern");
  }
  uint32_t begin = current().begin;
  auto number = [&]() -> Expr * {
    uint32_t start = current().begin;
    bool negative = accept(Tok::Minus);
    if (!at(Tok::Integer) && !at(Tok::Float) && !at(Tok::Imaginary))
      return expected("a number");
    Expr *literal = parseNumber();
    return literal && negative
               ? tree.create<UnaryExpr>(since(start), UnaryOperator::Minus,
                                        literal)
               : literal;
  };
  Expr *real = number();
  if (!real || (!at(Tok::Plus) && !at(Tok::Minus)))
    return real;
  SourceRange place = here();
  BinaryOperator op = at(Tok::Plus) ? BinaryOperator::Add : BinaryOperator::Sub;
  advance();
  if (!at(Tok::Imaginary))
    return expected("an imaginary number");
  Expr *imaginary = parseNumber();
  return imaginary
             ? tree.create<BinaryExpr>(since(begin), op, place, real, imaginary)
             : nullptr;
}

bool Parser::parsePatterns(Tok close, llvm::SmallVectorImpl<Pattern *> &parts) {
  while (!at(close)) {
    Pattern *part = parsePattern();
    if (!part)
      return false;
    parts.push_back(part);
    if (!accept(Tok::Comma))
      break;
  }
  return expect(close, "after the patterns");
}

/// `[...]` and `(...)`; one pattern in parentheses is itself.
Pattern *Parser::parseSequencePattern(Tok close) {
  Nesting nesting(depth);
  if (tooDeep())
    return nullptr;
  uint32_t begin = current().begin;
  advance();
  llvm::SmallVector<Pattern *> parts;
  if (!parsePatterns(close, parts))
    return nullptr;
  bool endsInComma = index >= 2 && tokens[index - 2].kind == Tok::Comma;
  if (close == Tok::RParen && parts.size() == 1 && !endsInComma &&
      parts[0]->kind != Pattern::Kind::Star)
    return parts[0];
  Pattern list = patternOf(Pattern::Kind::Sequence);
  list.parts = tree.copy(llvm::ArrayRef<Pattern *>(parts));
  return makePattern(list, begin);
}

Pattern *Parser::parseMappingPattern() {
  uint32_t begin = current().begin;
  advance();
  llvm::SmallVector<Pattern *> parts;
  llvm::SmallVector<Expr *> keys;
  Pattern mapping = patternOf(Pattern::Kind::Mapping);
  while (!at(Tok::RBrace)) {
    if (accept(Tok::StarStar)) {
      std::optional<NameRef> rest = parseName("a name after '**'");
      if (!rest)
        return nullptr;
      mapping.name = rest->name;
      accept(Tok::Comma);
      break;
    }
    Expr *key = nullptr;
    if (at(Tok::Name)) {
      Pattern *name = parseNamePattern();
      if (!name)
        return nullptr;
      if (name->kind != Pattern::Kind::Value)
        return fail(name->range, "mapping pattern keys may only match literals "
                                 "and attribute lookups");
      key = name->value;
    } else {
      key = parsePatternValue();
    }
    if (!key || !expect(Tok::Colon, "after the key of a pattern"))
      return nullptr;
    Pattern *part = parsePattern();
    if (!part)
      return nullptr;
    keys.push_back(key);
    parts.push_back(part);
    if (!accept(Tok::Comma))
      break;
  }
  if (!expect(Tok::RBrace, "after the patterns"))
    return nullptr;
  mapping.parts = tree.copy(llvm::ArrayRef<Pattern *>(parts));
  mapping.keys = tree.copy(llvm::ArrayRef<Expr *>(keys));
  return makePattern(mapping, begin);
}

/// A name to bind, `a.b` to compare with, or a class with arguments.
Pattern *Parser::parseNamePattern() {
  uint32_t begin = current().begin;
  NameRef first = *parseName("a pattern");
  Expr *value = tree.create<NameExpr>(first.range, first.name);
  bool isDotted = false;
  for (unsigned height = 0; accept(Tok::Dot); ++height) {
    std::optional<NameRef> member = parseName("a name after '.'");
    if (!member)
      return nullptr;
    value = tree.create<AttributeExpr>(since(begin), value, member->name,
                                       member->range);
    isDotted = true;
    if (height > options.maxExpressionDepth)
      return fail(here(), "the name is too long");
  }
  if (at(Tok::LParen))
    return parseClassPattern(value, begin);
  Pattern pattern =
      patternOf(isDotted ? Pattern::Kind::Value : Pattern::Kind::Capture);
  if (isDotted)
    pattern.value = value;
  else if (first.name != "_")
    pattern.name = first.name;
  return makePattern(pattern, begin);
}

Pattern *Parser::parseClassPattern(Expr *cls, uint32_t begin) {
  advance();
  Pattern pattern = patternOf(Pattern::Kind::Class);
  pattern.value = cls;
  llvm::SmallVector<Pattern *> parts;
  llvm::SmallVector<NameRef> keywords;
  while (!at(Tok::RParen)) {
    bool isNamed = at(Tok::Name) && peekToken().kind == Tok::Equal;
    if (isNamed) {
      keywords.push_back(*parseName("a name"));
      advance();
    } else if (!keywords.empty()) {
      return fail(here(), "positional patterns follow keyword patterns");
    }
    Pattern *part = parsePattern();
    if (!part)
      return nullptr;
    parts.push_back(part);
    if (!accept(Tok::Comma))
      break;
  }
  if (!expect(Tok::RParen, "after the patterns"))
    return nullptr;
  pattern.parts = tree.copy(llvm::ArrayRef<Pattern *>(parts));
  pattern.keywords = tree.copy(llvm::ArrayRef<NameRef>(keywords));
  return makePattern(pattern, begin);
}
