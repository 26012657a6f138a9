//===- Parser.cpp - Entry points and token handling -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entry points of the parser, token handling, limits.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

#include "TorchScript/Frontend/Syntax/TreeVisitor.h"

using namespace torchscript;

/// Highest expression tree: bounds the recursion of whoever walks it. Chains
/// such as `a + b + ...` grow a tree without nesting in the text.
static constexpr unsigned maxTreeHeight = 1000;

void Parser::advance() {
  if (current().kind > Tok::Dedent)
    lastEnd = current().end;
  if (index + 1 < tokens.size())
    ++index;
}

bool Parser::accept(Tok kind) {
  if (!at(kind))
    return false;
  advance();
  return true;
}

std::nullptr_t Parser::fail(SourceRange range, const llvm::Twine &message) {
  sink.error(range, message);
  return nullptr;
}

std::nullptr_t Parser::expected(const llvm::Twine &what) {
  // The lexer has said what is wrong with an invalid token.
  if (at(Tok::Error))
    return nullptr;
  SourceRange range = here();
  llvm::StringRef found = describe(current().kind);
  if (at(Tok::Name) || at(Tok::Integer) || at(Tok::Float) || at(Tok::Imaginary))
    return fail(range,
                "expected " + what + ", found '" + textOf(current()) + "'");
  return fail(range, "expected " + what + ", found " + found);
}

bool Parser::expect(Tok kind, llvm::StringRef where) {
  if (accept(kind))
    return true;
  expected(llvm::Twine(describe(kind)) + (where.empty() ? "" : " ") + where);
  return false;
}

bool Parser::atName(bool anyWord) const {
  return at(Tok::Name) || (anyWord && options.dialect == Dialect::Archive &&
                           isKeyword(current().kind));
}

std::optional<NameRef> Parser::parseName(llvm::StringRef what, bool anyWord) {
  if (!atName(anyWord)) {
    if (isKeyword(current().kind))
      fail(here(), "expected " + what + ", found the keyword " +
                       describe(current().kind));
    else
      expected(what);
    return std::nullopt;
  }
  NameRef name{textOf(current()), here()};
  advance();
  return name;
}

bool Parser::tooDeep() {
  if (depth <= options.maxExpressionDepth)
    return false;
  fail(here(), "expression is nested too deeply (limit " +
                   llvm::Twine(options.maxExpressionDepth) + ")");
  return true;
}

/// Height of an expression tree, or a number above the limit.
static unsigned measureHeight(Expr *root) {
  llvm::SmallVector<std::pair<Expr *, unsigned>, 32> work = {{root, 1}};
  unsigned height = 0;
  while (!work.empty()) {
    auto [expr, level] = work.pop_back_val();
    height = std::max(height, level);
    if (height > maxTreeHeight)
      return height;
    forEachChild(expr, [&, next = level + 1](Expr *child) {
      work.push_back({child, next});
    });
  }
  return height;
}

bool Parser::checkHeight(const Stmt *stmt) {
  bool valid = true;
  forEachExpr(stmt, [&](Expr *expr) {
    if (!valid || measureHeight(expr) <= maxTreeHeight)
      return;
    valid = false;
    fail(expr->getRange(), "expression has too many chained operators (limit " +
                               llvm::Twine(maxTreeHeight) +
                               "); split it into several statements");
  });
  return valid;
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

Block Parser::parseModule() {
  llvm::SmallVector<Stmt *> body;
  while (!at(Tok::EndOfFile))
    parseStatementInto(body);
  return tree.copy(llvm::ArrayRef<Stmt *>(body));
}

Expr *Parser::parseWholeExpression() {
  Expr *expr = parseExpressionList();
  if (expr && !at(Tok::EndOfFile))
    return expected("end of expression");
  return expr;
}

Expr *Parser::parseFieldExpression() {
  Expr *expr = parseExpressionListOrYield();
  if (expr && !at(Tok::EndOfFile))
    return expected("'}' after the expression of an f-string");
  return expr;
}

std::unique_ptr<SyntaxTree>
torchscript::parseFile(std::shared_ptr<const SourceFile> file,
                       DiagnosticSink &sink, const ParseOptions &options) {
  auto tree = std::make_unique<SyntaxTree>(std::move(file));
  const SourceFile &source = tree->getFile();
  if (source.getText().size() > options.maxSize) {
    sink.error(
        {&source, 0, 0},
        "source text is too large: " + llvm::Twine(source.getText().size()) +
            " bytes (limit " + llvm::Twine(options.maxSize) + ")");
    return tree;
  }
  Lexer lexer(source, sink);
  std::vector<Token> tokens = lexer.lexFile();
  tree->typeComments =
      tree->copy(llvm::ArrayRef<TypeComment>(lexer.takeTypeComments()));
  Parser parser(*tree, std::move(tokens), sink, options);
  tree->body = parser.parseModule();
  return tree;
}

Expr *torchscript::parseExpression(SyntaxTree &tree, SourceRange range,
                                   DiagnosticSink &sink,
                                   const ParseOptions &options) {
  unsigned errors = sink.getNumErrors();
  Lexer lexer(tree.getFile(), sink);
  Parser parser(tree, lexer.lexExpression(range), sink, options);
  Expr *expr = parser.parseWholeExpression();
  if (expr && measureHeight(expr) > maxTreeHeight) {
    sink.error(range, "expression has too many chained operators");
    return nullptr;
  }
  return sink.getNumErrors() == errors ? expr : nullptr;
}
