//===- TreeVisitor.cpp - Children of syntax tree nodes --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Enumerates the children of expressions and statements.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Syntax/TreeVisitor.h"

using namespace torchscript;

namespace {
using Visit = llvm::function_ref<void(Expr *)>;

void visitOne(Expr *expr, Visit visit) {
  if (expr)
    visit(expr);
}

void visitAll(llvm::ArrayRef<Expr *> list, Visit visit) {
  for (Expr *expr : list)
    visitOne(expr, visit);
}

void visitParts(const FStringExpr *string, Visit visit) {
  for (const FStringPart &part : string->parts) {
    visitOne(part.value, visit);
    visitOne(part.spec, visit);
  }
}
} // namespace

void torchscript::forEachExpr(const ParameterList *parameters, Visit visit) {
  for (const Parameter &parameter : parameters->parameters) {
    visitOne(parameter.annotation, visit);
    visitOne(parameter.defaultValue, visit);
  }
}

void torchscript::forEachChild(const Expr *expr, Visit visit) {
  switch (expr->getKind()) {
  case Expr::Kind::Integer:
  case Expr::Kind::Float:
  case Expr::Kind::Imaginary:
  case Expr::Kind::String:
  case Expr::Kind::Bytes:
  case Expr::Kind::Boolean:
  case Expr::Kind::None:
  case Expr::Kind::Ellipsis:
  case Expr::Kind::Name:
    return;
  case Expr::Kind::FString:
    return visitParts(llvm::cast<FStringExpr>(expr), visit);
  case Expr::Kind::Attribute:
    return visit(llvm::cast<AttributeExpr>(expr)->value);
  case Expr::Kind::Subscript: {
    auto *e = llvm::cast<SubscriptExpr>(expr);
    visit(e->value);
    return visit(e->index);
  }
  case Expr::Kind::Slice: {
    auto *e = llvm::cast<SliceExpr>(expr);
    return visitAll({e->lower, e->upper, e->step}, visit);
  }
  case Expr::Kind::Starred:
    return visit(llvm::cast<StarredExpr>(expr)->value);
  case Expr::Kind::Call: {
    auto *e = llvm::cast<CallExpr>(expr);
    visit(e->callee);
    visitAll(e->arguments, visit);
    for (const KeywordArgument &keyword : e->keywords)
      visit(keyword.value);
    return;
  }
  case Expr::Kind::Unary:
    return visit(llvm::cast<UnaryExpr>(expr)->operand);
  case Expr::Kind::Binary: {
    auto *e = llvm::cast<BinaryExpr>(expr);
    visit(e->lhs);
    return visit(e->rhs);
  }
  case Expr::Kind::Bool:
    return visitAll(llvm::cast<BoolExpr>(expr)->values, visit);
  case Expr::Kind::Compare:
    return visitAll(llvm::cast<CompareExpr>(expr)->operands, visit);
  case Expr::Kind::Conditional: {
    auto *e = llvm::cast<ConditionalExpr>(expr);
    return visitAll({e->thenValue, e->condition, e->elseValue}, visit);
  }
  case Expr::Kind::Named: {
    auto *e = llvm::cast<NamedExpr>(expr);
    visit(e->target);
    return visit(e->value);
  }
  case Expr::Kind::List:
    return visitAll(llvm::cast<ListExpr>(expr)->elements, visit);
  case Expr::Kind::Tuple:
    return visitAll(llvm::cast<TupleExpr>(expr)->elements, visit);
  case Expr::Kind::Set:
    return visitAll(llvm::cast<SetExpr>(expr)->elements, visit);
  case Expr::Kind::Dict:
    for (const DictEntry &entry : llvm::cast<DictExpr>(expr)->entries) {
      visitOne(entry.key, visit);
      visit(entry.value);
    }
    return;
  case Expr::Kind::ListComprehension:
  case Expr::Kind::SetComprehension:
  case Expr::Kind::DictComprehension:
  case Expr::Kind::Generator: {
    auto *e = llvm::cast<ComprehensionExpr>(expr);
    visitOne(e->key, visit);
    visit(e->element);
    for (const ComprehensionClause &clause : e->clauses) {
      visit(clause.target);
      visit(clause.iterable);
      visitAll(clause.conditions, visit);
    }
    return;
  }
  case Expr::Kind::Lambda: {
    auto *e = llvm::cast<LambdaExpr>(expr);
    forEachExpr(e->parameters, visit);
    return visit(e->body);
  }
  case Expr::Kind::Yield:
    return visitOne(llvm::cast<YieldExpr>(expr)->value, visit);
  case Expr::Kind::YieldFrom:
    return visit(llvm::cast<YieldFromExpr>(expr)->value);
  case Expr::Kind::Await:
    return visit(llvm::cast<AwaitExpr>(expr)->value);
  }
}

void torchscript::forEachExpr(const Pattern *pattern, Visit visit) {
  visitOne(pattern->value, visit);
  visitAll(pattern->keys, visit);
  for (const Pattern *part : pattern->parts)
    forEachExpr(part, visit);
}

void torchscript::forEachExpr(const Stmt *stmt, Visit visit) {
  switch (stmt->getKind()) {
  case Stmt::Kind::FunctionDef: {
    auto *s = llvm::cast<FunctionDef>(stmt);
    visitAll(s->decorators, visit);
    forEachExpr(s->parameters, visit);
    return visitOne(s->returns, visit);
  }
  case Stmt::Kind::ClassDef: {
    auto *s = llvm::cast<ClassDef>(stmt);
    visitAll(s->decorators, visit);
    visitAll(s->bases, visit);
    for (const KeywordArgument &keyword : s->keywords)
      visit(keyword.value);
    return;
  }
  case Stmt::Kind::Return:
    return visitOne(llvm::cast<ReturnStmt>(stmt)->value, visit);
  case Stmt::Kind::Delete:
    return visitAll(llvm::cast<DeleteStmt>(stmt)->targets, visit);
  case Stmt::Kind::Assign: {
    auto *s = llvm::cast<AssignStmt>(stmt);
    visitAll(s->targets, visit);
    return visit(s->value);
  }
  case Stmt::Kind::AugAssign: {
    auto *s = llvm::cast<AugAssignStmt>(stmt);
    visit(s->target);
    return visit(s->value);
  }
  case Stmt::Kind::AnnAssign: {
    auto *s = llvm::cast<AnnAssignStmt>(stmt);
    return visitAll({s->target, s->annotation, s->value}, visit);
  }
  case Stmt::Kind::For: {
    auto *s = llvm::cast<ForStmt>(stmt);
    visit(s->target);
    return visit(s->iterable);
  }
  case Stmt::Kind::While:
    return visit(llvm::cast<WhileStmt>(stmt)->condition);
  case Stmt::Kind::If:
    return visit(llvm::cast<IfStmt>(stmt)->condition);
  case Stmt::Kind::With:
    for (const WithItem &item : llvm::cast<WithStmt>(stmt)->items) {
      visit(item.context);
      visitOne(item.target, visit);
    }
    return;
  case Stmt::Kind::Match: {
    auto *s = llvm::cast<MatchStmt>(stmt);
    visit(s->subject);
    for (const MatchCase &branch : s->cases) {
      forEachExpr(branch.pattern, visit);
      visitOne(branch.guard, visit);
    }
    return;
  }
  case Stmt::Kind::Raise: {
    auto *s = llvm::cast<RaiseStmt>(stmt);
    return visitAll({s->exception, s->cause}, visit);
  }
  case Stmt::Kind::Try:
    for (const ExceptHandler &handler : llvm::cast<TryStmt>(stmt)->handlers)
      visitOne(handler.type, visit);
    return;
  case Stmt::Kind::Assert: {
    auto *s = llvm::cast<AssertStmt>(stmt);
    return visitAll({s->condition, s->message}, visit);
  }
  case Stmt::Kind::ExprStmt:
    return visit(llvm::cast<ExprStmt>(stmt)->value);
  case Stmt::Kind::Import:
  case Stmt::Kind::ImportFrom:
  case Stmt::Kind::Global:
  case Stmt::Kind::Nonlocal:
  case Stmt::Kind::Pass:
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
    return;
  }
}

void torchscript::forEachBlock(const Stmt *stmt,
                               llvm::function_ref<void(Block)> visit) {
  auto visitNonEmpty = [&](Block block) {
    if (!block.empty())
      visit(block);
  };
  if (auto *s = llvm::dyn_cast<FunctionDef>(stmt))
    return visitNonEmpty(s->body);
  if (auto *s = llvm::dyn_cast<ClassDef>(stmt))
    return visitNonEmpty(s->body);
  if (auto *s = llvm::dyn_cast<WithStmt>(stmt))
    return visitNonEmpty(s->body);
  if (auto *s = llvm::dyn_cast<IfStmt>(stmt)) {
    visitNonEmpty(s->body);
    return visitNonEmpty(s->orelse);
  }
  if (auto *s = llvm::dyn_cast<WhileStmt>(stmt)) {
    visitNonEmpty(s->body);
    return visitNonEmpty(s->orelse);
  }
  if (auto *s = llvm::dyn_cast<ForStmt>(stmt)) {
    visitNonEmpty(s->body);
    return visitNonEmpty(s->orelse);
  }
  if (auto *s = llvm::dyn_cast<MatchStmt>(stmt)) {
    for (const MatchCase &branch : s->cases)
      visitNonEmpty(branch.body);
    return;
  }
  if (auto *s = llvm::dyn_cast<TryStmt>(stmt)) {
    visitNonEmpty(s->body);
    for (const ExceptHandler &handler : s->handlers)
      visitNonEmpty(handler.body);
    visitNonEmpty(s->orelse);
    return visitNonEmpty(s->finalbody);
  }
}
