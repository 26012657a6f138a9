//===- ParseDefinitions.cpp - Functions and classes -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Function and class definitions, parameters, decorators.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace torchscript;

Stmt *Parser::parseDecorated() {
  llvm::SmallVector<Expr *> decorators;
  while (accept(Tok::At)) {
    Expr *decorator = parseNamedExpression();
    if (!decorator || !expect(Tok::Newline, "after the decorator"))
      return nullptr;
    decorators.push_back(decorator);
  }
  if (at(Tok::KwDef))
    return parseFunction(decorators, current().begin, current(), false);
  if (at(Tok::KwClass))
    return parseClass(decorators);
  if (at(Tok::KwAsync) && peekToken().kind == Tok::KwDef)
    return parseAsync(decorators);
  return expected("'def' or 'class' after a decorator");
}

Stmt *Parser::parseAsync(llvm::ArrayRef<Expr *> decorators) {
  uint32_t begin = current().begin;
  Token first = current();
  advance();
  switch (current().kind) {
  case Tok::KwDef:
    return parseFunction(decorators, begin, first, true);
  case Tok::KwFor:
    return parseFor(begin, first, true);
  case Tok::KwWith:
    return parseWith(begin, first, true);
  default:
    return expected("'def', 'for' or 'with' after 'async'");
  }
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

bool Parser::parseParameter(Parameter &parameter, bool annotated) {
  uint32_t begin = current().begin;
  std::optional<NameRef> name = parseName("a parameter name", true);
  if (!name)
    return false;
  parameter.name = name->name;
  parameter.nameRange = name->range;
  if (annotated && accept(Tok::Colon)) {
    bool mayStar = parameter.kind == ParameterKind::VarPositional;
    parameter.annotation =
        mayStar && at(Tok::Star) ? parseStarred() : parseExpression();
    if (!parameter.annotation)
      return false;
  }
  if (at(Tok::Equal)) {
    if (parameter.kind == ParameterKind::VarPositional ||
        parameter.kind == ParameterKind::VarKeyword) {
      fail(here(), "a starred parameter cannot have a default value");
      return false;
    }
    advance();
    if (!(parameter.defaultValue = parseExpression()))
      return false;
  }
  parameter.range = since(begin);
  return true;
}

bool Parser::checkParameters(llvm::ArrayRef<Parameter> parameters) {
  llvm::SmallVector<const Parameter *, 8> seen;
  const Parameter *withDefault = nullptr;
  for (const Parameter &parameter : parameters) {
    for (const Parameter *other : seen) {
      if (other->name != parameter.name)
        continue;
      sink.error(parameter.nameRange,
                 "duplicate parameter '" + parameter.name + "'")
          .note(other->nameRange, "first declared here");
      return false;
    }
    // Compared one by one: long lists are caught by the limit below.
    if (seen.size() < 1000)
      seen.push_back(&parameter);
    if (parameter.kind != ParameterKind::PositionalOnly &&
        parameter.kind != ParameterKind::Regular)
      continue;
    if (parameter.defaultValue) {
      withDefault = &parameter;
    } else if (withDefault) {
      sink.error(parameter.nameRange, "parameter '" + parameter.name +
                                          "' without a default follows one "
                                          "with a default")
          .note(withDefault->nameRange, "this one has a default");
      return false;
    }
  }
  return true;
}

/// The parameters up to `end`, which is left.
ParameterList *Parser::parseParameters(Tok end, bool annotated) {
  uint32_t begin = lastEnd;
  llvm::SmallVector<Parameter, 8> parameters;
  ParameterKind kind = ParameterKind::Regular;
  bool sawSlash = false, bareStar = false;
  while (!at(end)) {
    if (at(Tok::Slash)) {
      if (sawSlash || parameters.empty() || kind != ParameterKind::Regular)
        return fail(here(), "'/' must stand once, behind the positional-only "
                            "parameters"),
               nullptr;
      sawSlash = true;
      advance();
      for (Parameter &parameter : parameters)
        parameter.kind = ParameterKind::PositionalOnly;
    } else if (at(Tok::Star) || at(Tok::StarStar)) {
      bool isKeywords = at(Tok::StarStar);
      if (!isKeywords && kind != ParameterKind::Regular)
        return fail(here(), "'*' may appear only once in a parameter list"),
               nullptr;
      if (isKeywords && bareStar)
        return fail(here(), "named parameters must follow a bare '*'"), nullptr;
      advance();
      if (!isKeywords && at(Tok::Comma)) {
        bareStar = true;
      } else {
        Parameter parameter;
        parameter.kind = isKeywords ? ParameterKind::VarKeyword
                                    : ParameterKind::VarPositional;
        if (!parseParameter(parameter, annotated))
          return nullptr;
        parameters.push_back(parameter);
        bareStar = false;
        if (isKeywords) {
          accept(Tok::Comma);
          break;
        }
      }
      kind = ParameterKind::KeywordOnly;
    } else {
      Parameter parameter;
      parameter.kind = kind;
      if (!parseParameter(parameter, annotated))
        return nullptr;
      parameters.push_back(parameter);
      bareStar = false;
    }
    if (!accept(Tok::Comma))
      break;
  }
  if (!at(end))
    return expected(llvm::Twine("',' or ") + describe(end) +
                    " in the parameter list");
  if (bareStar)
    return fail(here(), "named parameters must follow a bare '*'"), nullptr;
  if (!checkParameters(parameters))
    return nullptr;
  attachTypeComments(parameters, current().begin);
  auto *list = tree.create<ParameterList>();
  list->parameters = tree.copy(llvm::ArrayRef(parameters));
  list->range = {&file, begin, current().begin};
  return list;
}

//===----------------------------------------------------------------------===//
// Functions and classes
//===----------------------------------------------------------------------===//

Stmt *Parser::parseFunction(llvm::ArrayRef<Expr *> decorators, uint32_t begin,
                            Token first, bool isAsync) {
  advance();
  std::optional<NameRef> name = parseName("a function name after 'def'", true);
  if (!name || !expect(Tok::LParen, "after the function name"))
    return nullptr;
  ParameterList *parameters = parseParameters(Tok::RParen, true);
  if (!parameters || !expect(Tok::RParen, "after the parameters"))
    return nullptr;
  Expr *returns = nullptr;
  if (accept(Tok::Arrow) && !(returns = parseExpression()))
    return nullptr;
  uint32_t headerEnd = lastEnd, colonEnd = current().end;
  std::optional<Block> body;
  {
    llvm::SaveAndRestore loops(loopDepth, 0u);
    llvm::SaveAndRestore classes(inClassBody, false);
    Nesting nesting(functionDepth);
    body = parseBlock("the header of the function");
  }
  if (!body)
    return nullptr;
  auto *stmt = tree.create<FunctionDef>(since(begin), rangeOf(first));
  stmt->name = name->name;
  stmt->nameRange = name->range;
  stmt->isAsync = isAsync;
  stmt->decorators = tree.copy(decorators);
  stmt->parameters = parameters;
  stmt->returns = returns;
  stmt->headerRange = {&file, begin, headerEnd};
  stmt->body = *body;
  attachTypeComments(stmt, colonEnd);
  return stmt;
}

Stmt *Parser::parseClass(llvm::ArrayRef<Expr *> decorators) {
  SourceRange keyword = here();
  advance();
  std::optional<NameRef> name = parseName("a class name after 'class'", true);
  if (!name)
    return nullptr;
  llvm::SmallVector<Expr *> bases;
  llvm::SmallVector<KeywordArgument> keywords;
  if (accept(Tok::LParen)) {
    if (!parseArguments(Tok::RParen, bases, keywords))
      return nullptr;
    advance();
  }
  std::optional<Block> body;
  {
    llvm::SaveAndRestore loops(loopDepth, 0u);
    llvm::SaveAndRestore functions(functionDepth, 0u);
    llvm::SaveAndRestore classes(inClassBody, true);
    body = parseBlock("the header of the class");
  }
  if (!body)
    return nullptr;
  auto *stmt = tree.create<ClassDef>(since(keyword.begin), keyword);
  stmt->name = name->name;
  stmt->nameRange = name->range;
  stmt->decorators = tree.copy(decorators);
  stmt->bases = tree.copy(llvm::ArrayRef<Expr *>(bases));
  stmt->keywords = tree.copy(llvm::ArrayRef(keywords));
  stmt->body = *body;
  return stmt;
}
