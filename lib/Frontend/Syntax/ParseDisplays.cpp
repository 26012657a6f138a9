//===- ParseDisplays.cpp - Atoms, displays and comprehensions -------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Atoms: names, constants, parentheses; list, set and dict displays and
// comprehensions.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

using namespace torchscript;

Expr *Parser::parseAtom() {
  SourceRange range = here();
  switch (current().kind) {
  case Tok::Name: {
    llvm::StringRef name = textOf(current());
    advance();
    return tree.create<NameExpr>(range, name);
  }
  case Tok::Integer:
  case Tok::Float:
  case Tok::Imaginary:
    return parseNumber();
  case Tok::String:
    return parseStrings();
  case Tok::KwTrue:
  case Tok::KwFalse: {
    bool value = at(Tok::KwTrue);
    advance();
    return tree.create<BooleanLiteral>(range, value);
  }
  case Tok::KwNone:
    advance();
    return tree.create<NoneLiteral>(range);
  case Tok::Ellipsis:
    advance();
    return tree.create<EllipsisLiteral>(range);
  case Tok::LParen:
    return parseParenthesized();
  case Tok::LBracket:
    return parseListDisplay();
  case Tok::LBrace:
    return parseBraceDisplay();
  default:
    return expected("an expression");
  }
}

Expr *Parser::parseParenthesized() {
  Nesting nesting(depth);
  if (tooDeep())
    return nullptr;
  uint32_t begin = current().begin;
  advance();
  llvm::SmallVector<Expr *> elements;
  if (!at(Tok::RParen)) {
    Expr *first = at(Tok::KwYield) ? parseYield() : parseStarOrNamed();
    if (!first)
      return nullptr;
    if (atComprehension())
      return finishComprehension(Expr::Kind::Generator, Tok::RParen, begin,
                                 nullptr, first);
    if (!at(Tok::Comma)) {
      if (!expect(Tok::RParen, "to close '('"))
        return nullptr;
      if (llvm::isa<StarredExpr>(first))
        return fail(first->getRange(), "cannot use a starred expression here");
      first->addParens(since(begin));
      return first;
    }
    elements.push_back(first);
    while (accept(Tok::Comma) && !at(Tok::RParen)) {
      Expr *next = parseStarOrNamed();
      if (!next)
        return nullptr;
      elements.push_back(next);
    }
  }
  if (!expect(Tok::RParen, "to close '('"))
    return nullptr;
  return tree.create<TupleExpr>(
      since(begin), tree.copy(llvm::ArrayRef<Expr *>(elements)), true);
}

Expr *Parser::parseListDisplay() {
  Nesting nesting(depth);
  if (tooDeep())
    return nullptr;
  uint32_t begin = current().begin;
  advance();
  llvm::SmallVector<Expr *> elements;
  while (!at(Tok::RBracket)) {
    Expr *element = parseStarOrNamed();
    if (!element)
      return nullptr;
    if (elements.empty() && atComprehension())
      return finishComprehension(Expr::Kind::ListComprehension, Tok::RBracket,
                                 begin, nullptr, element);
    elements.push_back(element);
    if (!accept(Tok::Comma))
      break;
  }
  if (!expect(Tok::RBracket, "to close '['"))
    return nullptr;
  return tree.create<ListExpr>(since(begin),
                               tree.copy(llvm::ArrayRef<Expr *>(elements)));
}

//===----------------------------------------------------------------------===//
// Sets and dicts
//===----------------------------------------------------------------------===//

/// `key: value` or `**value`.
bool Parser::parseDictEntry(DictEntry &entry) {
  if (accept(Tok::StarStar))
    return (entry.value = parseBinary(0)) != nullptr;
  entry.key = parseExpression();
  if (!entry.key || !expect(Tok::Colon, "after a dict key"))
    return false;
  return (entry.value = parseExpression()) != nullptr;
}

Expr *Parser::parseBraceDisplay() {
  Nesting nesting(depth);
  if (tooDeep())
    return nullptr;
  uint32_t begin = current().begin;
  advance();
  if (accept(Tok::RBrace))
    return tree.create<DictExpr>(since(begin), llvm::ArrayRef<DictEntry>());
  DictEntry first;
  if (at(Tok::StarStar)) {
    if (!parseDictEntry(first))
      return nullptr;
    return parseDictRest(begin, first);
  }
  Expr *element = parseStarOrNamed();
  if (!element)
    return nullptr;
  bool canBeKey = !llvm::isa<StarredExpr>(element);
  if (!canBeKey || !accept(Tok::Colon))
    return parseSetRest(begin, element);
  first.key = element;
  if (!(first.value = parseExpression()))
    return nullptr;
  return parseDictRest(begin, first);
}

Expr *Parser::parseSetRest(uint32_t begin, Expr *first) {
  if (atComprehension())
    return finishComprehension(Expr::Kind::SetComprehension, Tok::RBrace, begin,
                               nullptr, first);
  llvm::SmallVector<Expr *> elements = {first};
  while (accept(Tok::Comma) && !at(Tok::RBrace)) {
    Expr *next = parseStarOrNamed();
    if (!next)
      return nullptr;
    elements.push_back(next);
  }
  if (!expect(Tok::RBrace, "to close '{'"))
    return nullptr;
  return tree.create<SetExpr>(since(begin),
                              tree.copy(llvm::ArrayRef<Expr *>(elements)));
}

Expr *Parser::parseDictRest(uint32_t begin, DictEntry first) {
  if (atComprehension()) {
    if (!first.key)
      return fail(first.value->getRange(),
                  "'**' cannot be used in a dict comprehension");
    return finishComprehension(Expr::Kind::DictComprehension, Tok::RBrace,
                               begin, first.key, first.value);
  }
  llvm::SmallVector<DictEntry> entries = {first};
  while (accept(Tok::Comma) && !at(Tok::RBrace)) {
    DictEntry entry;
    if (!parseDictEntry(entry))
      return nullptr;
    entries.push_back(entry);
  }
  if (!expect(Tok::RBrace, "to close '{'"))
    return nullptr;
  return tree.create<DictExpr>(since(begin),
                               tree.copy(llvm::ArrayRef(entries)));
}

//===----------------------------------------------------------------------===//
// Comprehensions
//===----------------------------------------------------------------------===//

bool Parser::atComprehension() const {
  return at(Tok::KwFor) || (at(Tok::KwAsync) && peekToken().kind == Tok::KwFor);
}

bool Parser::parseClauses(llvm::SmallVectorImpl<ComprehensionClause> &clauses) {
  while (atComprehension()) {
    ComprehensionClause clause;
    uint32_t begin = current().begin;
    clause.isAsync = accept(Tok::KwAsync);
    advance();
    clause.target = parseTargetList(TargetUse::Loop);
    if (!clause.target || !expect(Tok::KwIn, "in the comprehension"))
      return false;
    if (!(clause.iterable = parseDisjunction()))
      return false;
    llvm::SmallVector<Expr *> conditions;
    while (accept(Tok::KwIf)) {
      Expr *condition = parseDisjunction();
      if (!condition)
        return false;
      conditions.push_back(condition);
    }
    clause.conditions = tree.copy(llvm::ArrayRef<Expr *>(conditions));
    clause.range = since(begin);
    clauses.push_back(clause);
  }
  return true;
}

/// The clauses behind the element, then `close`. With EndOfFile the closing
/// parenthesis is a call's: it is left, and counted into the range.
Expr *Parser::finishComprehension(Expr::Kind kind, Tok close, uint32_t begin,
                                  Expr *key, Expr *element) {
  if (llvm::isa<StarredExpr>(element))
    return fail(element->getRange(),
                "iterable unpacking cannot be used in a comprehension");
  llvm::SmallVector<ComprehensionClause, 2> clauses;
  if (!parseClauses(clauses))
    return nullptr;
  SourceRange range = since(begin);
  if (close != Tok::EndOfFile) {
    if (!expect(close, "after the comprehension"))
      return nullptr;
    range = since(begin);
  } else if (at(Tok::RParen)) {
    range.end = current().end;
  }
  return tree.create<ComprehensionExpr>(kind, range, key, element,
                                        tree.copy(llvm::ArrayRef(clauses)));
}
