//===- ParseExpressions.cpp - Operators and their precedence --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expressions from the loosest to the tightest operator, lambda and yield.
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

using namespace torchscript;

//===----------------------------------------------------------------------===//
// Spelling
//===----------------------------------------------------------------------===//

llvm::StringRef torchscript::getSpelling(UnaryOperator op) {
  static constexpr llvm::StringLiteral table[] = {"+", "-", "~", "not"};
  return table[static_cast<unsigned>(op)];
}

llvm::StringRef torchscript::getSpelling(BinaryOperator op) {
  static constexpr llvm::StringLiteral table[] = {
      "+", "-", "*", "@", "/", "//", "%", "**", "<<", ">>", "&", "|", "^"};
  return table[static_cast<unsigned>(op)];
}

llvm::StringRef torchscript::getSpelling(BoolOperator op) {
  return op == BoolOperator::And ? "and" : "or";
}

llvm::StringRef torchscript::getSpelling(CompareOperator op) {
  static constexpr llvm::StringLiteral table[] = {
      "==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in"};
  return table[static_cast<unsigned>(op)];
}

//===----------------------------------------------------------------------===//
// Lists of expressions
//===----------------------------------------------------------------------===//

bool Parser::atExpressionStart() const {
  switch (current().kind) {
  case Tok::Name:
  case Tok::Integer:
  case Tok::Float:
  case Tok::Imaginary:
  case Tok::String:
  case Tok::KwTrue:
  case Tok::KwFalse:
  case Tok::KwNone:
  case Tok::KwNot:
  case Tok::KwLambda:
  case Tok::KwAwait:
  case Tok::Ellipsis:
  case Tok::LParen:
  case Tok::LBracket:
  case Tok::LBrace:
  case Tok::Plus:
  case Tok::Minus:
  case Tok::Tilde:
  case Tok::Star:
  case Tok::Error:
    return true;
  default:
    return false;
  }
}

Expr *Parser::parseStarred() {
  uint32_t begin = current().begin;
  advance();
  Expr *value = parseBinary(0);
  if (!value)
    return nullptr;
  return tree.create<StarredExpr>(since(begin), value);
}

Expr *Parser::parseStarOrNamed() {
  return at(Tok::Star) ? parseStarred() : parseNamedExpression();
}

Expr *Parser::parseExpressionList() {
  uint32_t begin = current().begin;
  Expr *first = at(Tok::Star) ? parseStarred() : parseExpression();
  if (!first || !at(Tok::Comma))
    return first;
  llvm::SmallVector<Expr *> elements = {first};
  while (accept(Tok::Comma)) {
    if (!atExpressionStart())
      break;
    Expr *next = at(Tok::Star) ? parseStarred() : parseExpression();
    if (!next)
      return nullptr;
    elements.push_back(next);
  }
  return tree.create<TupleExpr>(
      since(begin), tree.copy(llvm::ArrayRef<Expr *>(elements)), false);
}

Expr *Parser::parseExpressionListOrYield() {
  return at(Tok::KwYield) ? parseYield() : parseExpressionList();
}

Expr *Parser::parseYield() {
  uint32_t begin = current().begin;
  SourceRange keyword = here();
  advance();
  if (functionDepth == 0)
    return fail(keyword, "'yield' outside function");
  if (accept(Tok::KwFrom)) {
    Expr *value = parseExpression();
    if (!value)
      return nullptr;
    return tree.create<YieldFromExpr>(since(begin), value);
  }
  Expr *value = nullptr;
  if (atExpressionStart() && !(value = parseExpressionList()))
    return nullptr;
  return tree.create<YieldExpr>(since(begin), value);
}

//===----------------------------------------------------------------------===//
// Loose operators
//===----------------------------------------------------------------------===//

Expr *Parser::parseNamedExpression() {
  uint32_t begin = current().begin;
  Expr *target = parseExpression();
  if (!target || !at(Tok::ColonEqual))
    return target;
  auto *name = llvm::dyn_cast<NameExpr>(target);
  if (!name || name->getNumParens())
    return fail(here(), "':=' needs a plain name on its left");
  advance();
  Expr *value = parseExpression();
  if (!value)
    return nullptr;
  return tree.create<NamedExpr>(since(begin), name, value);
}

Expr *Parser::parseExpression() {
  Nesting nesting(depth);
  if (tooDeep())
    return nullptr;
  if (at(Tok::KwLambda))
    return parseLambda();
  uint32_t begin = current().begin;
  Expr *thenValue = parseDisjunction();
  if (!thenValue || !accept(Tok::KwIf))
    return thenValue;
  Expr *condition = parseDisjunction();
  if (!condition)
    return nullptr;
  if (!expect(Tok::KwElse, "of the conditional expression"))
    return nullptr;
  Expr *elseValue = parseExpression();
  if (!elseValue)
    return nullptr;
  return tree.create<ConditionalExpr>(since(begin), condition, thenValue,
                                      elseValue);
}

Expr *Parser::parseLambda() {
  uint32_t begin = current().begin;
  advance();
  ParameterList *parameters = parseParameters(Tok::Colon, false);
  if (!parameters || !expect(Tok::Colon, "after the parameters of a lambda"))
    return nullptr;
  ++functionDepth;
  Expr *body = parseExpression();
  --functionDepth;
  if (!body)
    return nullptr;
  return tree.create<LambdaExpr>(since(begin), parameters, body);
}

Expr *Parser::parseBoolRun(Tok token, BoolOperator op) {
  uint32_t begin = current().begin;
  bool isOr = op == BoolOperator::Or;
  Expr *first =
      isOr ? parseBoolRun(Tok::KwAnd, BoolOperator::And) : parseInversion();
  if (!first || !at(token))
    return first;
  llvm::SmallVector<Expr *> values = {first};
  while (accept(token)) {
    Expr *next =
        isOr ? parseBoolRun(Tok::KwAnd, BoolOperator::And) : parseInversion();
    if (!next)
      return nullptr;
    values.push_back(next);
  }
  return tree.create<BoolExpr>(since(begin), op,
                               tree.copy(llvm::ArrayRef<Expr *>(values)));
}

Expr *Parser::parseDisjunction() {
  return parseBoolRun(Tok::KwOr, BoolOperator::Or);
}

Expr *Parser::parseInversion() {
  if (!at(Tok::KwNot))
    return parseComparison();
  Nesting nesting(depth);
  if (tooDeep())
    return nullptr;
  uint32_t begin = current().begin;
  advance();
  Expr *operand = parseInversion();
  if (!operand)
    return nullptr;
  return tree.create<UnaryExpr>(since(begin), UnaryOperator::Not, operand);
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

/// Consumes a comparison operator; false when there is none.
bool Parser::parseCompareOperator(CompareOperator &op, SourceRange &range) {
  uint32_t begin = current().begin;
  switch (current().kind) {
  case Tok::EqualEqual:
    op = CompareOperator::Eq;
    break;
  case Tok::NotEqual:
    op = CompareOperator::NotEq;
    break;
  case Tok::Less:
    op = CompareOperator::Lt;
    break;
  case Tok::LessEqual:
    op = CompareOperator::LtE;
    break;
  case Tok::Greater:
    op = CompareOperator::Gt;
    break;
  case Tok::GreaterEqual:
    op = CompareOperator::GtE;
    break;
  case Tok::KwIn:
    op = CompareOperator::In;
    break;
  case Tok::KwIs:
    op = CompareOperator::Is;
    if (peekToken().kind == Tok::KwNot) {
      op = CompareOperator::IsNot;
      advance();
    }
    break;
  case Tok::KwNot:
    if (peekToken().kind != Tok::KwIn)
      return false;
    op = CompareOperator::NotIn;
    advance();
    break;
  default:
    return false;
  }
  advance();
  range = since(begin);
  return true;
}

Expr *Parser::parseComparison() {
  uint32_t begin = current().begin;
  Expr *first = parseBinary(0);
  if (!first)
    return nullptr;
  CompareOperator op;
  SourceRange opRange;
  if (!parseCompareOperator(op, opRange))
    return first;
  llvm::SmallVector<CompareOperator, 2> ops;
  llvm::SmallVector<SourceRange, 2> ranges;
  llvm::SmallVector<Expr *, 3> operands = {first};
  do {
    ops.push_back(op);
    ranges.push_back(opRange);
    Expr *next = parseBinary(0);
    if (!next)
      return nullptr;
    operands.push_back(next);
  } while (parseCompareOperator(op, opRange));
  return tree.create<CompareExpr>(since(begin), tree.copy(llvm::ArrayRef(ops)),
                                  tree.copy(llvm::ArrayRef(ranges)),
                                  tree.copy(llvm::ArrayRef<Expr *>(operands)));
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

namespace {
struct Infix {
  BinaryOperator op;
  unsigned precedence;
};
} // namespace

static std::optional<Infix> getInfix(Tok kind) {
  switch (kind) {
  case Tok::Pipe:
    return Infix{BinaryOperator::BitOr, 1};
  case Tok::Caret:
    return Infix{BinaryOperator::BitXor, 2};
  case Tok::Amp:
    return Infix{BinaryOperator::BitAnd, 3};
  case Tok::LessLess:
    return Infix{BinaryOperator::LShift, 4};
  case Tok::GreaterGreater:
    return Infix{BinaryOperator::RShift, 4};
  case Tok::Plus:
    return Infix{BinaryOperator::Add, 5};
  case Tok::Minus:
    return Infix{BinaryOperator::Sub, 5};
  case Tok::Star:
    return Infix{BinaryOperator::Mult, 6};
  case Tok::Slash:
    return Infix{BinaryOperator::Div, 6};
  case Tok::SlashSlash:
    return Infix{BinaryOperator::FloorDiv, 6};
  case Tok::Percent:
    return Infix{BinaryOperator::Mod, 6};
  case Tok::At:
    return Infix{BinaryOperator::MatMult, 6};
  default:
    return std::nullopt;
  }
}

/// All left-associative operators that bind tighter than `minPrecedence`.
Expr *Parser::parseBinary(unsigned minPrecedence) {
  uint32_t begin = current().begin;
  Expr *lhs = parseUnary();
  while (lhs) {
    std::optional<Infix> infix = getInfix(current().kind);
    if (!infix || infix->precedence <= minPrecedence)
      return lhs;
    SourceRange opRange = here();
    advance();
    Expr *rhs = parseBinary(infix->precedence);
    if (!rhs)
      return nullptr;
    lhs = tree.create<BinaryExpr>(since(begin), infix->op, opRange, lhs, rhs);
  }
  return nullptr;
}

Expr *Parser::parseUnary() {
  UnaryOperator op;
  switch (current().kind) {
  case Tok::Plus:
    op = UnaryOperator::Plus;
    break;
  case Tok::Minus:
    op = UnaryOperator::Minus;
    break;
  case Tok::Tilde:
    op = UnaryOperator::Invert;
    break;
  default:
    return parsePower();
  }
  Nesting nesting(depth);
  if (tooDeep())
    return nullptr;
  uint32_t begin = current().begin;
  advance();
  Expr *operand = parseUnary();
  if (!operand)
    return nullptr;
  return tree.create<UnaryExpr>(since(begin), op, operand);
}

Expr *Parser::parsePower() {
  uint32_t begin = current().begin;
  Expr *base = nullptr;
  if (accept(Tok::KwAwait)) {
    Expr *value = parsePostfix();
    base = value ? tree.create<AwaitExpr>(since(begin), value) : nullptr;
  } else {
    base = parsePostfix();
  }
  if (!base || !at(Tok::StarStar))
    return base;
  Nesting nesting(depth);
  if (tooDeep())
    return nullptr;
  SourceRange opRange = here();
  advance();
  Expr *exponent = parseUnary();
  if (!exponent)
    return nullptr;
  return tree.create<BinaryExpr>(since(begin), BinaryOperator::Pow, opRange,
                                 base, exponent);
}
