//===- PrintExpr.cpp - Expressions as source text -------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints expressions with as few parentheses as the grammar allows.
//
//===----------------------------------------------------------------------===//

#include "PrintPython.h"

#include "Lexer.h"

#include "llvm/Support/Format.h"

using namespace torchscript;

namespace {
/// How tightly an expression binds; an operand that binds less than its place
/// demands needs parentheses.
enum Level : unsigned {
  Open, ///< An unparenthesized tuple, `yield`.
  Named,
  Conditional,
  Or,
  And,
  Not,
  Compare,
  BitOr,
  BitXor,
  BitAnd,
  Shift,
  Sum,
  Product,
  Sign,
  Power,
  Await,
  Atom,
};
} // namespace

static Level getLevel(BinaryOperator op) {
  switch (op) {
  case BinaryOperator::BitOr:
    return BitOr;
  case BinaryOperator::BitXor:
    return BitXor;
  case BinaryOperator::BitAnd:
    return BitAnd;
  case BinaryOperator::LShift:
  case BinaryOperator::RShift:
    return Shift;
  case BinaryOperator::Add:
  case BinaryOperator::Sub:
    return Sum;
  case BinaryOperator::Pow:
    return Power;
  default:
    return Product;
  }
}

static Level getLevel(const Expr *expr) {
  switch (expr->getKind()) {
  case Expr::Kind::Tuple:
    return llvm::cast<TupleExpr>(expr)->parenthesized ? Atom : Open;
  case Expr::Kind::Yield:
  case Expr::Kind::YieldFrom:
    return Open;
  case Expr::Kind::Named:
    return Named;
  case Expr::Kind::Conditional:
  case Expr::Kind::Lambda:
    return Conditional;
  case Expr::Kind::Bool:
    return llvm::cast<BoolExpr>(expr)->op == BoolOperator::Or ? Or : And;
  case Expr::Kind::Compare:
    return Compare;
  case Expr::Kind::Unary:
    return llvm::cast<UnaryExpr>(expr)->op == UnaryOperator::Not ? Not : Sign;
  case Expr::Kind::Binary:
    return getLevel(llvm::cast<BinaryExpr>(expr)->op);
  case Expr::Kind::Await:
    return Await;
  default:
    return Atom;
  }
}

void PythonPrinter::operand(const Expr *e, unsigned level) {
  bool parens = getLevel(e) < level;
  if (parens)
    os << '(';
  expr(e);
  if (parens)
    os << ')';
}

void PythonPrinter::list(llvm::ArrayRef<Expr *> elements, unsigned level) {
  llvm::interleave(
      elements, os, [&](const Expr *e) { operand(e, level); }, ", ");
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

void PythonPrinter::fstring(const FStringExpr *e) {
  // The pieces as written: their quotes fit the strings inside the fields.
  DiagnosticSink sink;
  Lexer lexer(*e->getRange().file, sink);
  llvm::StringRef separator;
  for (const Token &token : lexer.lexExpression(e->getRange())) {
    if (token.kind != Tok::String)
      continue;
    os << separator
       << SourceRange(e->getRange().file, token.begin, token.end).getText();
    separator = " ";
  }
}

void PythonPrinter::bytes(llvm::StringRef value) {
  os << "b\"";
  for (unsigned char c : value) {
    if (c >= 0x20 && c < 0x7F && c != '"' && c != '\\')
      os << static_cast<char>(c);
    else
      os << llvm::format("\\x%02x", c);
  }
  os << '"';
}

void PythonPrinter::arguments(llvm::ArrayRef<Expr *> positional,
                              llvm::ArrayRef<KeywordArgument> keywords) {
  llvm::StringRef separator;
  for (const Expr *argument : positional) {
    os << separator;
    operand(argument, Named);
    separator = ", ";
  }
  for (const KeywordArgument &keyword : keywords) {
    os << separator;
    if (keyword.name.empty())
      os << "**";
    else
      os << keyword.name << '=';
    operand(keyword.value, Conditional);
    separator = ", ";
  }
}

void PythonPrinter::comprehension(const ComprehensionExpr *e) {
  bool isList = e->getKind() == Expr::Kind::ListComprehension;
  bool isGenerator = e->getKind() == Expr::Kind::Generator;
  os << (isList ? '[' : isGenerator ? '(' : '{');
  if (e->key) {
    operand(e->key, Conditional);
    os << ": ";
    operand(e->element, Conditional);
  } else {
    operand(e->element, Named);
  }
  for (const ComprehensionClause &clause : e->clauses) {
    os << (clause.isAsync ? " async for " : " for ");
    operand(clause.target, Open);
    os << " in ";
    operand(clause.iterable, Or);
    for (const Expr *condition : clause.conditions) {
      os << " if ";
      operand(condition, Or);
    }
  }
  os << (isList ? ']' : isGenerator ? ')' : '}');
}

void PythonPrinter::subscript(const SubscriptExpr *e) {
  operand(e->value, Atom);
  os << '[';
  auto *tuple = llvm::dyn_cast<TupleExpr>(e->index);
  bool hasSlice = tuple && llvm::any_of(tuple->elements, [](const Expr *i) {
                    return llvm::isa<SliceExpr>(i);
                  });
  if (tuple && (hasSlice || !tuple->parenthesized)) {
    list(tuple->elements, Conditional);
    if (tuple->elements.size() == 1)
      os << ',';
  } else {
    expr(e->index);
  }
  os << ']';
}

void PythonPrinter::parameters(const ParameterList *list) {
  llvm::StringRef separator;
  auto previous = ParameterKind::Regular;
  bool sawStar = false;
  for (const Parameter &parameter : list->parameters) {
    if (previous == ParameterKind::PositionalOnly &&
        parameter.kind != previous) {
      os << separator << '/';
      separator = ", ";
    }
    previous = parameter.kind;
    os << separator;
    if (parameter.kind == ParameterKind::KeywordOnly && !sawStar)
      os << "*, ";
    sawStar |= parameter.kind == ParameterKind::KeywordOnly ||
               parameter.kind == ParameterKind::VarPositional;
    if (parameter.kind == ParameterKind::VarPositional)
      os << '*';
    else if (parameter.kind == ParameterKind::VarKeyword)
      os << "**";
    os << parameter.name;
    if (parameter.annotation) {
      os << ": ";
      operand(parameter.annotation, Conditional);
    }
    if (parameter.defaultValue) {
      os << (parameter.annotation ? " = " : "=");
      operand(parameter.defaultValue, Conditional);
    }
    separator = ", ";
  }
  if (previous == ParameterKind::PositionalOnly)
    os << separator << '/';
}

void PythonPrinter::binary(const BinaryExpr *e) {
  Level level = getLevel(e->op);
  if (level == Power) {
    operand(e->lhs, Await);
    os << " ** ";
    return operand(e->rhs, Sign);
  }
  operand(e->lhs, level);
  os << ' ' << getSpelling(e->op) << ' ';
  operand(e->rhs, level + 1);
}

void PythonPrinter::displays(const Expr *e) {
  if (auto *tuple = llvm::dyn_cast<TupleExpr>(e)) {
    if (tuple->parenthesized)
      os << '(';
    list(tuple->elements, tuple->parenthesized ? Named : Conditional);
    if (tuple->elements.size() == 1)
      os << ',';
    if (tuple->parenthesized)
      os << ')';
  } else if (auto *listExpr = llvm::dyn_cast<ListExpr>(e)) {
    os << '[';
    list(listExpr->elements, Named);
    os << ']';
  } else if (auto *set = llvm::dyn_cast<SetExpr>(e)) {
    os << '{';
    list(set->elements, Named);
    os << '}';
  } else {
    os << '{';
    auto entry = [&](const DictEntry &item) {
      if (!item.key) {
        os << "**";
        return operand(item.value, BitOr);
      }
      operand(item.key, Conditional);
      os << ": ";
      operand(item.value, Conditional);
    };
    llvm::interleave(llvm::cast<DictExpr>(e)->entries, os, entry, ", ");
    os << '}';
  }
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

void PythonPrinter::literal(const Expr *e) {
  switch (e->getKind()) {
  case Expr::Kind::Integer: {
    auto *i = llvm::cast<IntegerLiteral>(e);
    if (i->overflow)
      os << i->getText();
    else
      os << i->value;
    return;
  }
  case Expr::Kind::Float:
    return printFloatLiteral(llvm::cast<FloatLiteral>(e)->value, os);
  case Expr::Kind::Imaginary:
    printFloatLiteral(llvm::cast<ImaginaryLiteral>(e)->value, os);
    os << 'j';
    return;
  case Expr::Kind::String:
    return printStringLiteral(llvm::cast<StringLiteral>(e)->value, os);
  case Expr::Kind::Bytes:
    return bytes(llvm::cast<BytesLiteral>(e)->value);
  case Expr::Kind::Boolean:
    os << (llvm::cast<BooleanLiteral>(e)->value ? "True" : "False");
    return;
  case Expr::Kind::None:
    os << "None";
    return;
  case Expr::Kind::Ellipsis:
    os << "...";
    return;
  default:
    llvm_unreachable("not a literal");
  }
}

void PythonPrinter::operation(const Expr *e) {
  switch (e->getKind()) {
  case Expr::Kind::Unary: {
    auto *u = llvm::cast<UnaryExpr>(e);
    bool isNot = u->op == UnaryOperator::Not;
    os << getSpelling(u->op) << (isNot ? " " : "");
    return operand(u->operand, isNot ? Not : Sign);
  }
  case Expr::Kind::Binary:
    return binary(llvm::cast<BinaryExpr>(e));
  case Expr::Kind::Bool: {
    auto *b = llvm::cast<BoolExpr>(e);
    bool isOr = b->op == BoolOperator::Or;
    llvm::interleave(
        b->values, os, [&](const Expr *v) { operand(v, isOr ? And : Not); },
        isOr ? " or " : " and ");
    return;
  }
  case Expr::Kind::Compare: {
    auto *c = llvm::cast<CompareExpr>(e);
    operand(c->operands[0], BitOr);
    for (size_t i = 0; i < c->operators.size(); ++i) {
      os << ' ' << getSpelling(c->operators[i]) << ' ';
      operand(c->operands[i + 1], BitOr);
    }
    return;
  }
  case Expr::Kind::Conditional: {
    auto *c = llvm::cast<ConditionalExpr>(e);
    operand(c->thenValue, Or);
    os << " if ";
    operand(c->condition, Or);
    os << " else ";
    return operand(c->elseValue, Conditional);
  }
  default:
    llvm_unreachable("not an operation");
  }
}

void PythonPrinter::expr(const Expr *e) {
  switch (e->getKind()) {
  case Expr::Kind::Integer:
  case Expr::Kind::Float:
  case Expr::Kind::Imaginary:
  case Expr::Kind::String:
  case Expr::Kind::Bytes:
  case Expr::Kind::Boolean:
  case Expr::Kind::None:
  case Expr::Kind::Ellipsis:
    return literal(e);
  case Expr::Kind::FString:
    return fstring(llvm::cast<FStringExpr>(e));
  case Expr::Kind::Name:
    os << llvm::cast<NameExpr>(e)->name;
    return;
  case Expr::Kind::Attribute: {
    auto *a = llvm::cast<AttributeExpr>(e);
    // `1.real` would be a float.
    bool isNumber = llvm::isa<IntegerLiteral>(a->value);
    os << (isNumber ? "(" : "");
    operand(a->value, Atom);
    os << (isNumber ? ")." : ".") << a->name;
    return;
  }
  case Expr::Kind::Subscript:
    return subscript(llvm::cast<SubscriptExpr>(e));
  case Expr::Kind::Slice: {
    auto *s = llvm::cast<SliceExpr>(e);
    if (s->lower)
      operand(s->lower, Conditional);
    os << ':';
    if (s->upper)
      operand(s->upper, Conditional);
    if (s->step) {
      os << ':';
      operand(s->step, Conditional);
    }
    return;
  }
  case Expr::Kind::Starred:
    os << '*';
    return operand(llvm::cast<StarredExpr>(e)->value, BitOr);
  case Expr::Kind::Call: {
    auto *c = llvm::cast<CallExpr>(e);
    operand(c->callee, Atom);
    os << '(';
    arguments(c->arguments, c->keywords);
    os << ')';
    return;
  }
  case Expr::Kind::Unary:
  case Expr::Kind::Binary:
  case Expr::Kind::Bool:
  case Expr::Kind::Compare:
  case Expr::Kind::Conditional:
    return operation(e);
  case Expr::Kind::Named: {
    auto *n = llvm::cast<NamedExpr>(e);
    os << n->target->name << " := ";
    return operand(n->value, Conditional);
  }
  case Expr::Kind::List:
  case Expr::Kind::Tuple:
  case Expr::Kind::Set:
  case Expr::Kind::Dict:
    return displays(e);
  case Expr::Kind::ListComprehension:
  case Expr::Kind::SetComprehension:
  case Expr::Kind::DictComprehension:
  case Expr::Kind::Generator:
    return comprehension(llvm::cast<ComprehensionExpr>(e));
  case Expr::Kind::Lambda: {
    auto *l = llvm::cast<LambdaExpr>(e);
    os << (l->parameters->parameters.empty() ? "lambda" : "lambda ");
    parameters(l->parameters);
    os << ": ";
    return operand(l->body, Conditional);
  }
  case Expr::Kind::Yield: {
    os << "yield";
    if (auto *value = llvm::cast<YieldExpr>(e)->value) {
      os << ' ';
      operand(value, Open);
    }
    return;
  }
  case Expr::Kind::YieldFrom:
    os << "yield from ";
    return operand(llvm::cast<YieldFromExpr>(e)->value, Conditional);
  case Expr::Kind::Await:
    os << "await ";
    return operand(llvm::cast<AwaitExpr>(e)->value, Atom);
  }
}

void torchscript::printPython(const Expr *expr, llvm::raw_ostream &os) {
  PythonPrinter(os).expr(expr);
}
