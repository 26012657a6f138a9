//===- Scopes.cpp - Which scope a name belongs to -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scopes.h"

#include "TorchScript/Frontend/Syntax/TreeVisitor.h"

using namespace torchscript;
using namespace torchscript::evaluate;

Scopes::Scopes(const SyntaxTree &tree, DiagnosticSink &sink) : sink(sink) {
  module = open(Scope::Kind::Module, nullptr, &tree);
  visit(module, tree.body);
  resolve(module);
}

Scope *Scopes::open(Scope::Kind kind, Scope *parent, const void *node) {
  all.push_back(std::make_unique<Scope>(kind, parent));
  Scope *scope = all.back().get();
  if (parent) {
    scope->className = parent->className;
    parent->children.push_back(scope);
  }
  byNode[node] = scope;
  return scope;
}

llvm::StringRef Scopes::mangle(const Scope *scope, llvm::StringRef name) {
  if (scope->className.empty() || !name.starts_with("__") ||
      name.ends_with("__") || name.contains('.'))
    return name;
  llvm::StringRef cls = llvm::StringRef(scope->className).ltrim('_');
  if (cls.empty())
    return name;
  return strings.try_emplace(("_" + cls + name).str(), 0).first->getKey();
}

void Scopes::bind(Scope *scope, llvm::StringRef name, SourceRange range) {
  Scope::Use &use = scope->names[mangle(scope, name)];
  use.isBound = true;
  if (!use.range)
    use.range = range;
}

void Scopes::use(Scope *scope, llvm::StringRef name, SourceRange range) {
  Scope::Use &use = scope->names[mangle(scope, name)];
  use.isUsed = true;
  if (!use.range)
    use.range = range;
  // `super()` needs the class that the method stands in.
  if (name == "super" && scope->isFunction())
    scope->names["__class__"].isUsed = true;
}

void Scopes::bindTarget(Scope *scope, const Expr *target) {
  if (auto *name = llvm::dyn_cast<NameExpr>(target))
    return bind(scope, name->name, name->getRange());
  if (auto *tuple = llvm::dyn_cast<TupleExpr>(target)) {
    for (Expr *element : tuple->elements)
      bindTarget(scope, element);
    return;
  }
  if (auto *list = llvm::dyn_cast<ListExpr>(target)) {
    for (Expr *element : list->elements)
      bindTarget(scope, element);
    return;
  }
  if (auto *starred = llvm::dyn_cast<StarredExpr>(target))
    return bindTarget(scope, starred->value);
  visit(scope, target);
}

void Scopes::bindPattern(Scope *scope, const Pattern *pattern) {
  visit(scope, pattern->value);
  visitAll(scope, pattern->keys);
  if (!pattern->name.empty())
    bind(scope, pattern->name, pattern->range);
  for (const Pattern *part : pattern->parts)
    bindPattern(scope, part);
}

void Scopes::visitAll(Scope *scope, llvm::ArrayRef<Expr *> exprs) {
  for (Expr *expr : exprs)
    visit(scope, expr);
}

void Scopes::visitParameters(Scope *outer, Scope *inner,
                             const ParameterList *parameters) {
  for (const Parameter &parameter : parameters->parameters) {
    if (parameter.annotation)
      visit(outer, parameter.annotation);
    if (parameter.defaultValue)
      visit(outer, parameter.defaultValue);
    if (parameter.name.empty())
      continue;
    Scope::Use &use = inner->names[mangle(inner, parameter.name)];
    if (use.isParameter)
      sink.error(parameter.nameRange, "duplicate argument '" + parameter.name +
                                          "' in function definition");
    use.isBound = use.isParameter = true;
    use.range = parameter.nameRange;
  }
}

void Scopes::visitFunction(Scope *scope, const FunctionDef *function) {
  visitAll(scope, function->decorators);
  if (function->returns)
    visit(scope, function->returns);
  Scope *inner = open(Scope::Kind::Function, scope, function);
  visitParameters(scope, inner, function->parameters);
  bind(scope, function->name, function->nameRange);
  visit(inner, function->body);
}

void Scopes::visitClass(Scope *scope, const ClassDef *cls) {
  visitAll(scope, cls->decorators);
  visitAll(scope, cls->bases);
  for (const KeywordArgument &keyword : cls->keywords)
    visit(scope, keyword.value);
  bind(scope, cls->name, cls->nameRange);
  Scope *inner = open(Scope::Kind::Class, scope, cls);
  inner->className = cls->name.str();
  visit(inner, cls->body);
}

void Scopes::visitComprehension(Scope *scope, const ComprehensionExpr *expr) {
  visit(scope, expr->clauses.front().iterable);
  Scope *inner = open(Scope::Kind::Comprehension, scope, expr);
  inner->isGenerator = expr->getKind() == Expr::Kind::Generator;
  inner->names[".0"].isBound = inner->names[".0"].isParameter = true;
  bool isFirst = true;
  for (const ComprehensionClause &clause : expr->clauses) {
    if (!isFirst)
      visit(inner, clause.iterable);
    isFirst = false;
    bindTarget(inner, clause.target);
    visitAll(inner, clause.conditions);
  }
  if (expr->key)
    visit(inner, expr->key);
  visit(inner, expr->element);
}

void Scopes::visit(Scope *scope, const Expr *expr) {
  if (!expr)
    return;
  switch (expr->getKind()) {
  case Expr::Kind::Name: {
    auto *name = llvm::cast<NameExpr>(expr);
    return use(scope, name->name, name->getRange());
  }
  case Expr::Kind::Lambda: {
    auto *lambda = llvm::cast<LambdaExpr>(expr);
    Scope *inner = open(Scope::Kind::Function, scope, lambda);
    visitParameters(scope, inner, lambda->parameters);
    return visit(inner, lambda->body);
  }
  case Expr::Kind::ListComprehension:
  case Expr::Kind::SetComprehension:
  case Expr::Kind::DictComprehension:
  case Expr::Kind::Generator:
    return visitComprehension(scope, llvm::cast<ComprehensionExpr>(expr));
  case Expr::Kind::Named: {
    auto *named = llvm::cast<NamedExpr>(expr);
    visit(scope, named->value);
    // The name belongs to the function around comprehensions.
    Scope *owner = scope;
    while (owner->kind == Scope::Kind::Comprehension)
      owner = owner->parent;
    bind(owner, named->target->name, named->target->getRange());
    for (Scope *inner = scope; inner != owner; inner = inner->parent) {
      Scope::Use &use = inner->names[mangle(inner, named->target->name)];
      use.isUsed = use.isNonlocal = true;
    }
    return;
  }
  case Expr::Kind::Yield:
  case Expr::Kind::YieldFrom:
    if (!scope->isFunction())
      sink.error(expr->getRange(), "'yield' outside function");
    else if (scope->kind == Scope::Kind::Comprehension)
      sink.error(expr->getRange(), "'yield' inside a comprehension");
    scope->isGenerator = true;
    break;
  default:
    break;
  }
  forEachChild(expr, [&](Expr *child) { visit(scope, child); });
}

void Scopes::visitDeclaration(Scope *scope, llvm::ArrayRef<NameRef> names,
                              bool isGlobal) {
  for (const NameRef &name : names) {
    Scope::Use &use = scope->names[mangle(scope, name.name)];
    if (use.isParameter)
      sink.error(name.range, "name '" + name.name + "' is parameter and " +
                                 (isGlobal ? "global" : "nonlocal"));
    else if (use.isBound || use.isUsed)
      sink.error(name.range, "name '" + name.name +
                                 "' is used prior to its declaration");
    (isGlobal ? use.isGlobal : use.isNonlocal) = true;
    use.range = name.range;
    if (!isGlobal && scope->kind == Scope::Kind::Module)
      sink.error(name.range, "nonlocal declaration not allowed at module level");
  }
}

void Scopes::visit(Scope *scope, Block block) {
  for (const Stmt *stmt : block)
    visit(scope, stmt);
}

void Scopes::visit(Scope *scope, const Stmt *stmt) {
  switch (stmt->getKind()) {
  case Stmt::Kind::FunctionDef:
    return visitFunction(scope, llvm::cast<FunctionDef>(stmt));
  case Stmt::Kind::ClassDef:
    return visitClass(scope, llvm::cast<ClassDef>(stmt));
  case Stmt::Kind::Global:
    return visitDeclaration(scope, llvm::cast<GlobalStmt>(stmt)->names, true);
  case Stmt::Kind::Nonlocal:
    return visitDeclaration(scope, llvm::cast<NonlocalStmt>(stmt)->names,
                            false);
  case Stmt::Kind::Assign:
    visit(scope, llvm::cast<AssignStmt>(stmt)->value);
    for (Expr *target : llvm::cast<AssignStmt>(stmt)->targets)
      bindTarget(scope, target);
    return;
  case Stmt::Kind::AugAssign:
    visit(scope, llvm::cast<AugAssignStmt>(stmt)->value);
    if (auto *name =
            llvm::dyn_cast<NameExpr>(llvm::cast<AugAssignStmt>(stmt)->target))
      use(scope, name->name, name->getRange());
    return bindTarget(scope, llvm::cast<AugAssignStmt>(stmt)->target);
  case Stmt::Kind::AnnAssign: {
    auto *assign = llvm::cast<AnnAssignStmt>(stmt);
    if (!scope->isFunction())
      visit(scope, assign->annotation);
    if (assign->value)
      visit(scope, assign->value);
    return bindTarget(scope, assign->target);
  }
  case Stmt::Kind::Delete:
    for (Expr *target : llvm::cast<DeleteStmt>(stmt)->targets)
      bindTarget(scope, target);
    return;
  case Stmt::Kind::Import:
    for (const ImportAlias &alias : llvm::cast<ImportStmt>(stmt)->names)
      bind(scope,
           alias.asName.empty() ? alias.name.split('.').first : alias.asName,
           alias.range);
    return;
  case Stmt::Kind::ImportFrom:
    for (const ImportAlias &alias : llvm::cast<ImportFromStmt>(stmt)->names)
      if (alias.name != "*")
        bind(scope, alias.asName.empty() ? alias.name : alias.asName,
             alias.range);
    return;
  default:
    break;
  }
  if (auto *loop = llvm::dyn_cast<ForStmt>(stmt)) {
    visit(scope, loop->iterable);
    bindTarget(scope, loop->target);
  } else if (auto *with = llvm::dyn_cast<WithStmt>(stmt)) {
    for (const WithItem &item : with->items) {
      visit(scope, item.context);
      if (item.target)
        bindTarget(scope, item.target);
    }
  } else if (auto *match = llvm::dyn_cast<MatchStmt>(stmt)) {
    visit(scope, match->subject);
    for (const MatchCase &branch : match->cases) {
      bindPattern(scope, branch.pattern);
      visit(scope, branch.guard);
    }
  } else {
    forEachExpr(stmt, [&](Expr *expr) { visit(scope, expr); });
  }
  if (auto *attempt = llvm::dyn_cast<TryStmt>(stmt))
    for (const ExceptHandler &handler : attempt->handlers)
      if (!handler.name.empty())
        bind(scope, handler.name, handler.range);
  forEachBlock(stmt, [&](Block block) { visit(scope, block); });
}

//===----------------------------------------------------------------------===//
// Resolution
//===----------------------------------------------------------------------===//

/// Finds a name in the functions around `scope` and makes it a cell of the one
/// that binds it, free in those between.
Place Scopes::resolveFree(Scope *scope, llvm::StringRef name) {
  for (Scope *outer = scope->parent; outer; outer = outer->parent) {
    if (outer->kind == Scope::Kind::Module)
      break;
    bool isClassCell =
        outer->kind == Scope::Kind::Class && name == "__class__";
    if (outer->kind == Scope::Kind::Class && !isClassCell)
      continue;
    auto found = outer->names.find(name);
    bool binds = isClassCell || (found != outer->names.end() &&
                                 found->second.isBound &&
                                 !found->second.isGlobal &&
                                 !found->second.isNonlocal);
    if (found != outer->names.end() && found->second.isGlobal)
      break;
    if (!binds)
      continue;
    Scope::Use &use = outer->names[name];
    use.isBound = true;
    use.place = Place::Cell;
    for (Scope *between = scope->parent; between != outer;
         between = between->parent) {
      Scope::Use &passed = between->names[name];
      if (between->kind == Scope::Kind::Class && passed.isBound) {
        if (!llvm::is_contained(between->passed, name))
          between->passed.push_back(name);
        continue;
      }
      if (passed.place == Place::Unknown || between->isFunction())
        passed.place = Place::Free;
    }
    return Place::Free;
  }
  return Place::ImplicitGlobal;
}

void Scopes::resolve(Scope *scope) {
  // Resolving adds names to scopes around this one only.
  for (auto &[name, use] : scope->names) {
    if (use.place == Place::Cell || use.place == Place::Free)
      continue;
    if (use.isGlobal || scope->kind == Scope::Kind::Module) {
      use.place = Place::Global;
    } else if (use.isNonlocal) {
      use.place = resolveFree(scope, name);
      if (use.place != Place::Free && scope->kind != Scope::Kind::Comprehension)
        sink.error(use.range, "no binding for nonlocal '" + name + "' found");
    } else if (use.isBound) {
      use.place = Place::Local;
    } else {
      use.place = resolveFree(scope, name);
    }
  }
  for (Scope *child : scope->children)
    resolve(child);
}
