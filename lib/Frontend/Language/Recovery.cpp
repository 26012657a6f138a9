//===- Recovery.cpp - Going on after an error ------------------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What follows a statement with an error is checked, too. The function is not
// kept; names whose values depend on the error become unknown, so that nothing
// is reported twice. Also the proposals for names that are not known.
//
//===----------------------------------------------------------------------===//

#include "Recovery.h"

#include "TorchScript/Frontend/Syntax/TreeVisitor.h"

using namespace torchscript;

FunctionEmitter::Recovery::Recovery(FunctionEmitter &emitter)
    : emitter(emitter), block(emitter.block), depth(emitter.env.depth()),
      place(emitter.builder.saveInsertionPoint()), loop(emitter.loop) {}

void FunctionEmitter::Recovery::forgetName(llvm::StringRef name) {
  Binding binding;
  binding.meaning = emitter.make<UnknownMeaning>();
  emitter.env.bind(name, std::move(binding));
}

void FunctionEmitter::Recovery::forgetTarget(const Expr *target) {
  if (auto *name = llvm::dyn_cast<NameExpr>(target))
    return forgetName(name->name);
  if (auto *star = llvm::dyn_cast<StarredExpr>(target))
    return forgetTarget(star->value);
  if (auto *tuple = llvm::dyn_cast<TupleExpr>(target))
    for (Expr *element : tuple->elements)
      forgetTarget(element);
}

/// All names an expression reads.
void FunctionEmitter::Recovery::forgetNames(const Expr *expr) {
  if (auto *name = llvm::dyn_cast<NameExpr>(expr))
    if (Binding *binding = emitter.env.find(name->name);
        binding && binding->isVariable())
      forgetName(name->name);
  forEachChild(expr, [&](Expr *child) { forgetNames(child); });
}

void FunctionEmitter::Recovery::forget(const Stmt *statement) {
  if (auto *assign = llvm::dyn_cast<AssignStmt>(statement)) {
    for (Expr *target : assign->targets)
      forgetTarget(target);
  } else if (auto *annotated = llvm::dyn_cast<AnnAssignStmt>(statement)) {
    forgetTarget(annotated->target);
  } else if (auto *augmented = llvm::dyn_cast<AugAssignStmt>(statement)) {
    forgetTarget(augmented->target);
  } else if (auto *loop = llvm::dyn_cast<ForStmt>(statement)) {
    forgetTarget(loop->target);
  } else if (auto *with = llvm::dyn_cast<WithStmt>(statement)) {
    for (const WithItem &item : with->items)
      if (item.target)
        forgetTarget(item.target);
  } else if (auto *assertion = llvm::dyn_cast<AssertStmt>(statement)) {
    forgetNames(assertion->condition);
  } else if (auto *branch = llvm::dyn_cast<IfStmt>(statement)) {
    // An exit may have refined them.
    forgetNames(branch->condition);
  }
  forEachBlock(statement, [&](Block inner) {
    for (Stmt *nested : inner)
      forget(nested);
  });
}

bool FunctionEmitter::Recovery::recover(const Stmt *statement) {
  // Texts of others are not for the user to correct.
  if (emitter.entry.isLibrary || emitter.entry.scope->isArchive() ||
      emitter.inlinedAt)
    return false;
  emitter.failed = false;
  emitter.loop = loop;
  while (emitter.block != block) {
    BlockState *inner = emitter.block;
    emitter.block = inner->parent;
    if (inner->dead)
      emitter.retired.push_back(std::move(inner->dead));
    delete inner;
  }
  while (emitter.env.depth() > depth)
    emitter.env.pop();
  emitter.builder.restoreInsertionPoint(place);
  forget(statement);
  if (llvm::isa<ReturnStmt, RaiseStmt>(statement))
    block->exits = true;
  return true;
}

void FunctionEmitter::suggest(Diagnostic &diagnostic, llvm::StringRef unknown,
                              llvm::ArrayRef<std::string> names) {
  unsigned best = unsigned(unknown.size() + 2) / 3 + 1;
  llvm::StringRef closest;
  for (const std::string &name : names) {
    unsigned distance = unknown.edit_distance(name, /*AllowReplacements=*/true,
                                              /*MaxEditDistance=*/best);
    if (distance >= best || distance == 0)
      continue;
    best = distance;
    closest = name;
  }
  if (!closest.empty())
    diagnostic.note({}, "did you mean '" + closest + "'?");
}

/// The statement at the top of a file that imports a name, and the module that
/// it names; null for none.
static const Stmt *findImport(const SyntaxTree &tree, llvm::StringRef name,
                              llvm::StringRef &module) {
  for (const Stmt *statement : tree.body) {
    const auto *import = llvm::dyn_cast<ImportStmt>(statement);
    const auto *from = llvm::dyn_cast<ImportFromStmt>(statement);
    if (!import && (!from || from->level))
      continue;
    for (const ImportAlias &alias : import ? import->names : from->names) {
      llvm::StringRef own = import ? alias.name.split('.').first : alias.name;
      if ((alias.asName.empty() ? own : alias.asName) != name)
        continue;
      module = import ? alias.name : from->module;
      return statement;
    }
  }
  return nullptr;
}

void FunctionEmitter::undefinedName(SourceRange range, llvm::StringRef name) {
  llvm::SmallVector<std::string> names;
  auto add = [&](llvm::StringRef known) { names.push_back(known.str()); };
  env.forEachName(add);
  entry.scope->forEachName(add);
  for (const char *builtin :
       {"print", "len", "range", "enumerate", "zip", "sorted", "isinstance",
        "int", "float", "bool", "str", "list", "dict", "tuple", "torch"})
    add(builtin);
  Diagnostic &diagnostic = error(range, "undefined value " + name);
  llvm::StringRef module;
  const Stmt *import = findImport(entry.scope->getTree(), name, module);
  if (import && !unit.getFinder().find(module).file)
    diagnostic.note(import->getRange(),
                    "the module '" + module +
                        "' was not found; --import-path=DIR names further "
                        "directories of modules");
  else
    suggest(diagnostic, name, names);
}
