//===- ParsePostfix.cpp - Attributes, calls and subscripts ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What follows an atom: `.name`, `(arguments)`, `[index]`.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

using namespace torchscript;

Expr *Parser::parsePostfix() {
  uint32_t begin = current().begin;
  Expr *value = parseAtom();
  while (value) {
    switch (current().kind) {
    case Tok::Dot: {
      advance();
      std::optional<NameRef> name =
          parseName("an attribute name after '.'", /*anyWord=*/true);
      if (!name)
        return nullptr;
      value = tree.create<AttributeExpr>(since(begin), value, name->name,
                                         name->range);
      break;
    }
    case Tok::LParen:
      value = parseCall(begin, value);
      break;
    case Tok::LBracket:
      value = parseSubscript(begin, value);
      break;
    default:
      return value;
    }
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// The arguments of a call or class header up to `end`, which is left.
bool Parser::parseArguments(Tok end, llvm::SmallVectorImpl<Expr *> &arguments,
                            llvm::SmallVectorImpl<KeywordArgument> &keywords) {
  uint32_t open = lastEnd - 1;
  while (!at(end)) {
    uint32_t begin = current().begin;
    KeywordArgument keyword;
    if (accept(Tok::StarStar)) {
      if (!(keyword.value = parseExpression()))
        return false;
      keyword.range = since(begin);
      keywords.push_back(keyword);
    } else if (atName(/*anyWord=*/true) && peekToken().kind == Tok::Equal) {
      keyword.name = textOf(current());
      keyword.nameRange = here();
      for (const KeywordArgument &other : keywords) {
        if (other.name != keyword.name)
          continue;
        sink.error(keyword.nameRange,
                   "keyword argument '" + keyword.name + "' is given twice")
            .note(other.nameRange, "first given here");
        return false;
      }
      advance();
      advance();
      if (!(keyword.value = parseExpression()))
        return false;
      keyword.range = since(begin);
      keywords.push_back(keyword);
    } else {
      bool isStarred = accept(Tok::Star);
      Expr *value = isStarred ? parseExpression() : parseNamedExpression();
      if (!value)
        return false;
      if (isStarred) {
        value = tree.create<StarredExpr>(since(begin), value);
      } else if (atComprehension()) {
        // `f(x for x in y)`: the parentheses belong to the generator as well.
        bool alone = arguments.empty() && keywords.empty();
        value = finishComprehension(Expr::Kind::Generator, Tok::EndOfFile,
                                    alone ? open : begin, nullptr, value);
        if (!value)
          return false;
        if (!alone || !at(end)) {
          fail(value->getRange(), "a generator expression must be in "
                                  "parentheses when it is not the only "
                                  "argument");
          return false;
        }
        arguments.push_back(value);
        return true;
      }
      if (!keywords.empty() && !isStarred) {
        fail(value->getRange(), keywords.back().name.empty()
                                    ? "positional argument follows '**'"
                                    : "positional argument follows keyword "
                                      "argument");
        return false;
      }
      arguments.push_back(value);
    }
    if (!accept(Tok::Comma))
      break;
  }
  if (at(end))
    return true;
  expected("',' or ')' in the argument list");
  return false;
}

Expr *Parser::parseCall(uint32_t begin, Expr *callee) {
  Nesting nesting(depth);
  if (tooDeep())
    return nullptr;
  advance();
  llvm::SmallVector<Expr *> arguments;
  llvm::SmallVector<KeywordArgument> keywords;
  if (!parseArguments(Tok::RParen, arguments, keywords))
    return nullptr;
  advance();
  return tree.create<CallExpr>(since(begin), callee,
                               tree.copy(llvm::ArrayRef<Expr *>(arguments)),
                               tree.copy(llvm::ArrayRef(keywords)));
}

//===----------------------------------------------------------------------===//
// Subscripts
//===----------------------------------------------------------------------===//

Expr *Parser::parseSliceOrExpression() {
  uint32_t begin = current().begin;
  if (at(Tok::Star))
    return parseStarred();
  Expr *lower = nullptr, *upper = nullptr, *step = nullptr;
  if (!at(Tok::Colon)) {
    lower = parseNamedExpression();
    if (!lower || !at(Tok::Colon))
      return lower;
  }
  advance();
  if (atExpressionStart() && !(upper = parseExpression()))
    return nullptr;
  if (accept(Tok::Colon) && atExpressionStart() && !(step = parseExpression()))
    return nullptr;
  return tree.create<SliceExpr>(since(begin), lower, upper, step);
}

Expr *Parser::parseSubscriptIndex() {
  uint32_t begin = current().begin;
  Expr *first = parseSliceOrExpression();
  if (!first)
    return nullptr;
  // `x[*a]` is a tuple even without a comma.
  if (!at(Tok::Comma) && !llvm::isa<StarredExpr>(first))
    return first;
  llvm::SmallVector<Expr *> elements = {first};
  while (accept(Tok::Comma) && !at(Tok::RBracket)) {
    Expr *next = parseSliceOrExpression();
    if (!next)
      return nullptr;
    elements.push_back(next);
  }
  return tree.create<TupleExpr>(
      since(begin), tree.copy(llvm::ArrayRef<Expr *>(elements)), false);
}

Expr *Parser::parseSubscript(uint32_t begin, Expr *value) {
  Nesting nesting(depth);
  if (tooDeep())
    return nullptr;
  advance();
  if (at(Tok::RBracket))
    return fail(here(), "expected an index between '[' and ']'");
  Expr *index = parseSubscriptIndex();
  if (!index || !expect(Tok::RBracket, "after the index"))
    return nullptr;
  return tree.create<SubscriptExpr>(since(begin), value, index);
}
