//===- ParseCompound.cpp - Statements with blocks -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `if`, `while`, `for`, `with`, `try`, and blocks.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

using namespace torchscript;

/// Longest chain of `elif`: each is one level in the tree.
static constexpr unsigned maxElifs = 500;

Stmt *Parser::parseCompoundStatement() {
  uint32_t begin = current().begin;
  Token first = current();
  switch (current().kind) {
  case Tok::KwIf:
    return parseIf();
  case Tok::KwWhile:
    return parseWhile();
  case Tok::KwFor:
    return parseFor(begin, first, false);
  case Tok::KwWith:
    return parseWith(begin, first, false);
  case Tok::KwTry:
    return parseTry();
  case Tok::KwDef:
    return parseFunction({}, begin, first, false);
  case Tok::KwClass:
    return parseClass({});
  case Tok::KwAsync:
    return parseAsync({});
  default:
    return parseDecorated();
  }
}

/// `: statements` on the same line, or an indented block. `owner` names the
/// statement in messages.
std::optional<Block> Parser::parseBlock(llvm::StringRef owner) {
  if (!at(Tok::Colon)) {
    expected("':' after " + owner);
    return std::nullopt;
  }
  advance();
  llvm::SmallVector<Stmt *> body;
  if (!accept(Tok::Newline)) {
    if (at(Tok::EndOfFile)) {
      expected("a statement after ':'");
      return std::nullopt;
    }
    parseSimpleLine(body);
    return tree.copy(llvm::ArrayRef<Stmt *>(body));
  }
  if (!at(Tok::Indent)) {
    expected("an indented block after " + owner);
    return std::nullopt;
  }
  if (blockDepth >= options.maxBlockDepth) {
    fail(here(), "blocks are nested too deeply (limit " +
                     llvm::Twine(options.maxBlockDepth) + ")");
    skipTokensOfBlock();
    return std::nullopt;
  }
  Nesting nesting(blockDepth);
  advance();
  while (!at(Tok::Dedent) && !at(Tok::EndOfFile))
    parseStatementInto(body);
  accept(Tok::Dedent);
  return tree.copy(llvm::ArrayRef<Stmt *>(body));
}

bool Parser::parseElse(Block &orelse, llvm::StringRef owner) {
  if (!accept(Tok::KwElse))
    return true;
  std::optional<Block> block = parseBlock(owner);
  if (block)
    orelse = *block;
  return block.has_value();
}

//===----------------------------------------------------------------------===//
// if, while, for
//===----------------------------------------------------------------------===//

/// An `if` with all its `elif` clauses, read in a loop and then nested.
Stmt *Parser::parseIf() {
  struct Clause {
    Token keyword;
    Expr *condition;
    Block body;
  };
  llvm::SmallVector<Clause> clauses;
  Block orelse;
  do {
    Clause clause{current(), nullptr, {}};
    llvm::StringRef owner =
        clauses.empty() ? "the condition of 'if'" : "the condition of 'elif'";
    if (clauses.size() == maxElifs)
      return fail(here(), "too many 'elif' branches (limit " +
                              llvm::Twine(maxElifs) + ")");
    advance();
    if (!(clause.condition = parseNamedExpression()))
      return nullptr;
    std::optional<Block> body = parseBlock(owner);
    if (!body)
      return nullptr;
    clause.body = *body;
    clauses.push_back(clause);
  } while (at(Tok::KwElif));
  if (!parseElse(orelse, "'else'"))
    return nullptr;
  Stmt *result = nullptr;
  while (!clauses.empty()) {
    Clause clause = clauses.pop_back_val();
    auto *stmt = tree.create<IfStmt>(since(clause.keyword.begin),
                                     rangeOf(clause.keyword));
    stmt->isElif = !clauses.empty();
    stmt->condition = clause.condition;
    stmt->body = clause.body;
    stmt->orelse = result ? tree.copy(llvm::ArrayRef(result)) : orelse;
    result = stmt;
    if (stmt->isElif && !checkHeight(stmt))
      return nullptr;
  }
  return result;
}

Stmt *Parser::parseWhile() {
  SourceRange keyword = here();
  advance();
  Expr *condition = parseNamedExpression();
  if (!condition)
    return nullptr;
  std::optional<Block> body;
  {
    Nesting loop(loopDepth);
    body = parseBlock("the condition of 'while'");
  }
  Block orelse;
  if (!body || !parseElse(orelse, "'else'"))
    return nullptr;
  auto *stmt = tree.create<WhileStmt>(since(keyword.begin), keyword);
  stmt->condition = condition;
  stmt->body = *body;
  stmt->orelse = orelse;
  return stmt;
}

Stmt *Parser::parseFor(uint32_t begin, Token first, bool isAsync) {
  advance();
  Expr *target = parseTargetList(TargetUse::Loop);
  if (!target || !expect(Tok::KwIn, "after the target of 'for'"))
    return nullptr;
  Expr *iterable = parseExpressionList();
  if (!iterable)
    return nullptr;
  uint32_t headerEnd = lastEnd;
  const TypeComment *comment = typeCommentAt(headerEnd, lineEnd(headerEnd));
  std::optional<Block> body;
  {
    Nesting loop(loopDepth);
    body = parseBlock("the header of 'for'");
  }
  Block orelse;
  if (!body || !parseElse(orelse, "'else'"))
    return nullptr;
  auto *stmt = tree.create<ForStmt>(since(begin), rangeOf(first));
  stmt->isAsync = isAsync;
  stmt->target = target;
  stmt->iterable = iterable;
  stmt->body = *body;
  stmt->orelse = orelse;
  stmt->typeComment = comment;
  return stmt;
}

//===----------------------------------------------------------------------===//
// with
//===----------------------------------------------------------------------===//

/// True when the parentheses behind `with` hold items, not one expression.
bool Parser::atParenthesizedWithItems() const {
  if (!at(Tok::LParen))
    return false;
  unsigned level = 0;
  bool isList = false;
  for (size_t i = index; i < tokens.size(); ++i) {
    switch (tokens[i].kind) {
    case Tok::LParen:
    case Tok::LBracket:
    case Tok::LBrace:
      ++level;
      break;
    case Tok::RParen:
    case Tok::RBracket:
    case Tok::RBrace:
      if (--level == 0)
        return isList && i + 1 < tokens.size() &&
               tokens[i + 1].kind == Tok::Colon;
      break;
    case Tok::Comma:
    case Tok::KwAs:
      isList |= level == 1;
      break;
    case Tok::KwFor:
    case Tok::KwYield:
    case Tok::ColonEqual:
      if (level == 1)
        return false;
      break;
    case Tok::Newline:
    case Tok::EndOfFile:
      return false;
    default:
      break;
    }
  }
  return false;
}

bool Parser::parseWithItem(WithItem &item) {
  if (!(item.context = parseExpression()))
    return false;
  if (!accept(Tok::KwAs))
    return true;
  item.target = at(Tok::Star) ? parseStarred() : parseBinary(0);
  return item.target && checkTarget(item.target, TargetUse::With);
}

bool Parser::parseWithItems(llvm::SmallVectorImpl<WithItem> &items) {
  bool inParens = atParenthesizedWithItems() && accept(Tok::LParen);
  do {
    if (inParens && !items.empty() && at(Tok::RParen))
      break;
    WithItem item;
    if (!parseWithItem(item))
      return false;
    items.push_back(item);
  } while (accept(Tok::Comma));
  return !inParens || expect(Tok::RParen, "after the items of 'with'");
}

Stmt *Parser::parseWith(uint32_t begin, Token first, bool isAsync) {
  advance();
  llvm::SmallVector<WithItem, 2> items;
  if (!parseWithItems(items))
    return nullptr;
  const TypeComment *comment = typeCommentAt(lastEnd, lineEnd(lastEnd));
  std::optional<Block> body = parseBlock("the items of 'with'");
  if (!body)
    return nullptr;
  auto *stmt = tree.create<WithStmt>(since(begin), rangeOf(first));
  stmt->isAsync = isAsync;
  stmt->items = tree.copy(llvm::ArrayRef(items));
  stmt->body = *body;
  stmt->typeComment = comment;
  return stmt;
}

//===----------------------------------------------------------------------===//
// try
//===----------------------------------------------------------------------===//

bool Parser::parseHandler(TryStmt *stmt, ExceptHandler &handler) {
  uint32_t begin = current().begin;
  advance();
  bool isStar = accept(Tok::Star);
  if (stmt->isStar != isStar && stmt->handlers.data() != nullptr) {
    fail(here(), "cannot mix 'except' and 'except*' in one 'try'");
    return false;
  }
  stmt->isStar = isStar;
  if (!at(Tok::Colon)) {
    if (!(handler.type = parseExpression()) || !parseAsName(handler.name))
      return false;
  }
  std::optional<Block> body = parseBlock("'except'");
  if (!body)
    return false;
  handler.body = *body;
  handler.range = since(begin);
  return true;
}

Stmt *Parser::parseTry() {
  SourceRange keyword = here();
  advance();
  std::optional<Block> body = parseBlock("'try'");
  if (!body)
    return nullptr;
  TryStmt parsed(keyword, keyword);
  llvm::SmallVector<ExceptHandler, 2> handlers;
  while (at(Tok::KwExcept)) {
    ExceptHandler handler;
    if (!parseHandler(&parsed, handler))
      return nullptr;
    handlers.push_back(handler);
    parsed.handlers = handlers;
  }
  if (!handlers.empty() && !parseElse(parsed.orelse, "'else'"))
    return nullptr;
  if (accept(Tok::KwFinally)) {
    std::optional<Block> block = parseBlock("'finally'");
    if (!block)
      return nullptr;
    parsed.finalbody = *block;
  } else if (handlers.empty()) {
    return expected("'except' or 'finally' after the block of 'try'");
  }
  auto *stmt = tree.create<TryStmt>(since(keyword.begin), keyword);
  stmt->isStar = parsed.isStar;
  stmt->body = *body;
  stmt->handlers = tree.copy(llvm::ArrayRef(handlers));
  stmt->orelse = parsed.orelse;
  stmt->finalbody = parsed.finalbody;
  return stmt;
}
