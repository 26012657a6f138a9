//===- ParseStatements.cpp - Simple statements and recovery ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements of one line, and how the parser goes on after an error.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

using namespace torchscript;

//===----------------------------------------------------------------------===//
// Recovery
//===----------------------------------------------------------------------===//

/// Skips to the start of the next logical line.
void Parser::skipLine() {
  while (!at(Tok::Newline) && !at(Tok::EndOfFile) && !at(Tok::Dedent) &&
         !at(Tok::Indent))
    advance();
  accept(Tok::Newline);
}

/// Skips an indented block without looking at it.
void Parser::skipTokensOfBlock() {
  unsigned level = 0;
  do {
    if (at(Tok::Indent))
      ++level;
    else if (at(Tok::Dedent))
      --level;
    advance();
  } while (level != 0 && !at(Tok::EndOfFile));
}

/// Parses the block of a statement whose header was wrong, for its errors.
void Parser::checkSkippedBlock() {
  if (!at(Tok::Indent))
    return;
  if (blockDepth >= options.maxBlockDepth)
    return skipTokensOfBlock();
  advance();
  Nesting block(blockDepth), function(functionDepth), loop(loopDepth);
  llvm::SmallVector<Stmt *> discarded;
  while (!at(Tok::Dedent) && !at(Tok::EndOfFile))
    parseStatementInto(discarded);
  accept(Tok::Dedent);
}

/// After an error in a statement that began at token `start`: goes to the next
/// statement, past the block and the further clauses of the wrong one.
void Parser::recover(size_t start) {
  bool atStart = index > start && (tokens[index - 1].kind == Tok::Newline ||
                                   tokens[index - 1].kind == Tok::Dedent);
  if (!atStart)
    skipLine();
  checkSkippedBlock();
  while (at(Tok::KwElse) || at(Tok::KwElif) || at(Tok::KwExcept) ||
         at(Tok::KwFinally)) {
    skipLine();
    checkSkippedBlock();
  }
  if (index == start)
    advance();
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// Parses the next statement (or line of simple statements) and appends what is
/// valid. Always consumes something.
void Parser::parseStatementInto(llvm::SmallVectorImpl<Stmt *> &out) {
  size_t start = index;
  switch (current().kind) {
  case Tok::Newline:
  case Tok::Dedent:
    return advance();
  case Tok::Indent:
    fail(here(), "unexpected indent");
    return checkSkippedBlock();
  case Tok::KwElse:
  case Tok::KwElif:
  case Tok::KwExcept:
  case Tok::KwFinally:
    if (options.dialect == Dialect::Archive && inClassBody)
      break;
    expected("a statement");
    return recover(start);
  case Tok::KwIf:
  case Tok::KwWhile:
  case Tok::KwFor:
  case Tok::KwWith:
  case Tok::KwTry:
  case Tok::KwDef:
  case Tok::KwClass:
  case Tok::KwAsync:
  case Tok::At: {
    // `class : Tensor` in the class bodies of archives.
    if (options.dialect == Dialect::Archive && inClassBody &&
        peekToken().kind == Tok::Colon)
      break;
    Stmt *stmt = parseCompoundStatement();
    if (!stmt)
      return recover(start);
    if (checkHeight(stmt))
      out.push_back(stmt);
    return;
  }
  default:
    if (atMatch()) {
      Stmt *stmt = parseMatch();
      if (!stmt)
        return recover(start);
      out.push_back(stmt);
      return;
    }
    break;
  }
  parseSimpleLine(out);
}

void Parser::parseSimpleLine(llvm::SmallVectorImpl<Stmt *> &out) {
  size_t start = index;
  while (true) {
    Stmt *stmt = parseSimpleStatement();
    if (!stmt)
      return recover(start);
    if (checkHeight(stmt))
      out.push_back(stmt);
    if (accept(Tok::Newline) || at(Tok::EndOfFile))
      return;
    if (!accept(Tok::Semicolon)) {
      auto *name =
          llvm::isa<ExprStmt>(stmt)
              ? llvm::dyn_cast<NameExpr>(llvm::cast<ExprStmt>(stmt)->value)
              : nullptr;
      if (name && name->name == "print" && !at(Tok::Error))
        fail(here(), "expected '(' after 'print': it is a function");
      else
        expected("end of line");
      return recover(start);
    }
    if (accept(Tok::Newline))
      return;
  }
}

Stmt *Parser::parseSimpleStatement() {
  SourceRange range = here();
  bool isField = options.dialect == Dialect::Archive && inClassBody &&
                 isKeyword(current().kind) && peekToken().kind == Tok::Colon;
  if (isField) {
    Token first = current();
    advance();
    return parseAnnotatedAssignment(
        first.begin, first,
        tree.create<NameExpr>(rangeOf(first), textOf(first)));
  }
  switch (current().kind) {
  case Tok::KwPass:
    advance();
    return tree.create<PassStmt>(range);
  case Tok::KwBreak:
  case Tok::KwContinue:
    return parseLoopExit();
  case Tok::KwReturn:
    return parseReturn();
  case Tok::KwDel:
    return parseDelete();
  case Tok::KwRaise:
    return parseRaise();
  case Tok::KwAssert:
    return parseAssert();
  case Tok::KwGlobal:
  case Tok::KwNonlocal:
    return parseNameList();
  case Tok::KwImport:
    return parseImport();
  case Tok::KwFrom:
    return parseImportFrom();
  default:
    return parseExpressionStatement();
  }
}

Stmt *Parser::parseLoopExit() {
  SourceRange range = here();
  bool isBreak = at(Tok::KwBreak);
  if (loopDepth == 0)
    return fail(range,
                isBreak ? "'break' outside loop" : "'continue' outside loop");
  advance();
  if (isBreak)
    return tree.create<BreakStmt>(range);
  return tree.create<ContinueStmt>(range);
}

Stmt *Parser::parseReturn() {
  SourceRange keyword = here();
  if (functionDepth == 0)
    return fail(keyword, "'return' outside function");
  advance();
  Expr *value = nullptr;
  if (!at(Tok::Newline) && !at(Tok::Semicolon) && !at(Tok::EndOfFile) &&
      !(value = parseExpressionList()))
    return nullptr;
  return tree.create<ReturnStmt>(since(keyword.begin), keyword, value);
}

Stmt *Parser::parseDelete() {
  SourceRange keyword = here();
  advance();
  llvm::SmallVector<Expr *> targets;
  do {
    if (!targets.empty() && !atExpressionStart())
      break;
    Expr *target = parseBinary(0);
    if (!target || !checkTarget(target, TargetUse::Delete))
      return nullptr;
    targets.push_back(target);
  } while (accept(Tok::Comma));
  return tree.create<DeleteStmt>(since(keyword.begin), keyword,
                                 tree.copy(llvm::ArrayRef<Expr *>(targets)));
}

Stmt *Parser::parseRaise() {
  SourceRange keyword = here();
  advance();
  Expr *exception = nullptr, *cause = nullptr;
  if (!at(Tok::Newline) && !at(Tok::Semicolon) && !at(Tok::EndOfFile)) {
    if (!(exception = parseExpression()))
      return nullptr;
    if (accept(Tok::KwFrom) && !(cause = parseExpression()))
      return nullptr;
  }
  return tree.create<RaiseStmt>(since(keyword.begin), keyword, exception,
                                cause);
}

Stmt *Parser::parseAssert() {
  SourceRange keyword = here();
  advance();
  Expr *condition = parseExpression(), *message = nullptr;
  if (!condition)
    return nullptr;
  if (accept(Tok::Comma) && !(message = parseExpression()))
    return nullptr;
  return tree.create<AssertStmt>(since(keyword.begin), keyword, condition,
                                 message);
}

/// `global a, b` and `nonlocal a, b`.
Stmt *Parser::parseNameList() {
  SourceRange keyword = here();
  bool isGlobal = at(Tok::KwGlobal);
  advance();
  llvm::SmallVector<NameRef> names;
  do {
    std::optional<NameRef> name = parseName("a name");
    if (!name)
      return nullptr;
    names.push_back(*name);
  } while (accept(Tok::Comma));
  llvm::ArrayRef<NameRef> list = tree.copy(llvm::ArrayRef(names));
  SourceRange range = since(keyword.begin);
  if (isGlobal)
    return tree.create<GlobalStmt>(range, keyword, list);
  return tree.create<NonlocalStmt>(range, keyword, list);
}

//===----------------------------------------------------------------------===//
// Expressions and assignments
//===----------------------------------------------------------------------===//

static std::optional<BinaryOperator> getAugmentedOperator(Tok kind) {
  switch (kind) {
  case Tok::PlusEqual:
    return BinaryOperator::Add;
  case Tok::MinusEqual:
    return BinaryOperator::Sub;
  case Tok::StarEqual:
    return BinaryOperator::Mult;
  case Tok::SlashEqual:
    return BinaryOperator::Div;
  case Tok::SlashSlashEqual:
    return BinaryOperator::FloorDiv;
  case Tok::PercentEqual:
    return BinaryOperator::Mod;
  case Tok::AtEqual:
    return BinaryOperator::MatMult;
  case Tok::AmpEqual:
    return BinaryOperator::BitAnd;
  case Tok::PipeEqual:
    return BinaryOperator::BitOr;
  case Tok::CaretEqual:
    return BinaryOperator::BitXor;
  case Tok::LessLessEqual:
    return BinaryOperator::LShift;
  case Tok::GreaterGreaterEqual:
    return BinaryOperator::RShift;
  case Tok::StarStarEqual:
    return BinaryOperator::Pow;
  default:
    return std::nullopt;
  }
}

Stmt *Parser::parseExpressionStatement() {
  uint32_t begin = current().begin;
  Token first = current();
  if (!atExpressionStart() && !at(Tok::KwYield))
    return expected("a statement");
  Expr *value = parseExpressionListOrYield();
  if (!value)
    return nullptr;
  if (at(Tok::Colon))
    return parseAnnotatedAssignment(begin, first, value);
  if (at(Tok::Equal))
    return parseAssignment(begin, first, value);
  if (std::optional<BinaryOperator> op = getAugmentedOperator(current().kind)) {
    if (!checkTarget(value, TargetUse::Augmented))
      return nullptr;
    SourceRange opRange = here();
    advance();
    Expr *rhs = parseExpressionListOrYield();
    if (!rhs)
      return nullptr;
    return tree.create<AugAssignStmt>(since(begin), rangeOf(first), value, *op,
                                      opRange, rhs);
  }
  if (at(Tok::ColonEqual))
    return fail(here(), "':=' must be in parentheses at statement level; use "
                        "'=' to assign");
  if (llvm::isa<StarredExpr>(value))
    return fail(value->getRange(), "cannot use a starred expression here");
  return tree.create<ExprStmt>(since(begin), rangeOf(first), value);
}

Stmt *Parser::parseAnnotatedAssignment(uint32_t begin, Token first,
                                       Expr *target) {
  if (!llvm::isa<NameExpr, AttributeExpr, SubscriptExpr>(target))
    return fail(target->getRange(),
                "only a single name, attribute or subscript can be annotated");
  advance();
  Expr *annotation = parseExpression(), *value = nullptr;
  if (!annotation)
    return nullptr;
  if (accept(Tok::Equal) && !(value = parseExpressionListOrYield()))
    return nullptr;
  return tree.create<AnnAssignStmt>(since(begin), rangeOf(first), target,
                                    annotation, value);
}

Stmt *Parser::parseAssignment(uint32_t begin, Token first, Expr *value) {
  llvm::SmallVector<Expr *, 2> targets;
  while (accept(Tok::Equal)) {
    if (!checkTarget(value, TargetUse::Assign))
      return nullptr;
    targets.push_back(value);
    if (!(value = parseExpressionListOrYield()))
      return nullptr;
  }
  auto *stmt = tree.create<AssignStmt>(
      since(begin), rangeOf(first), tree.copy(llvm::ArrayRef<Expr *>(targets)),
      value);
  stmt->typeComment = typeCommentAt(lastEnd, lineEnd(lastEnd));
  return stmt;
}
