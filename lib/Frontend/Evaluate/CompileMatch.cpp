//===- CompileMatch.cpp - Instructions of match -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The subject stays on the stack until a case is chosen. The values and classes
// that a pattern names are evaluated first; MatchCase then walks through the
// pattern and gives what its names are bound to.
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

#include "TorchScript/Frontend/Syntax/TreeVisitor.h"

using namespace torchscript;
using namespace torchscript::evaluate;

/// Whether a pattern matches everything.
static bool isIrrefutable(const Pattern *pattern) {
  switch (pattern->kind) {
  case Pattern::Kind::Capture:
    return true;
  case Pattern::Kind::As:
    return isIrrefutable(pattern->parts[0]);
  case Pattern::Kind::Or:
    return isIrrefutable(pattern->parts.back());
  default:
    return false;
  }
}

/// Adds the names that a pattern binds and reports what no pattern may be.
void Compiler::collectNames(const Pattern *pattern,
                            std::vector<llvm::StringRef> &names) {
  if (pattern->kind == Pattern::Kind::Or) {
    std::vector<llvm::StringRef> first;
    for (const Pattern *part : pattern->parts) {
      std::vector<llvm::StringRef> own;
      collectNames(part, own);
      if (part != pattern->parts.back() && isIrrefutable(part))
        error(part->range, "the alternatives behind this one are unreachable");
      if (part == pattern->parts.front())
        first = own;
      else if (own.size() != first.size() ||
               !llvm::all_of(own, [&](llvm::StringRef name) {
                 return llvm::is_contained(first, name);
               }))
        error(pattern->range, "alternative patterns bind different names");
    }
    for (llvm::StringRef name : first)
      names.push_back(name);
    return;
  }
  unsigned stars = 0;
  for (const Pattern *part : pattern->parts) {
    collectNames(part, names);
    if (part->kind == Pattern::Kind::Star &&
        (pattern->kind != Pattern::Kind::Sequence || stars++))
      error(part->range, pattern->kind == Pattern::Kind::Sequence
                             ? "multiple starred expressions in sequence pattern"
                             : "a starred pattern stands in a sequence only");
  }
  if (pattern->name.empty())
    return;
  if (llvm::is_contained(names, pattern->name))
    error(pattern->range, "multiple assignments to name '" + pattern->name +
                              "' in pattern");
  names.push_back(pattern->name);
}

void Compiler::checkCases(const MatchStmt *stmt) {
  for (const MatchCase &branch : stmt->cases)
    if (&branch != &stmt->cases.back() && !branch.guard &&
        isIrrefutable(branch.pattern))
      error(branch.range, "this pattern makes remaining patterns unreachable");
}

void Compiler::compileMatch(const MatchStmt *stmt) {
  checkCases(stmt);
  Label end = newLabel();
  compile(stmt->subject);
  for (const MatchCase &branch : stmt->cases)
    compileCase(branch, end);
  emit(Op::Pop);
  bind(end);
}

void Compiler::compileCase(const MatchCase &branch, Label end) {
  unit->range = branch.range;
  CompiledPattern compiled;
  compiled.pattern = branch.pattern;
  collectNames(branch.pattern, compiled.names);
  forEachExpr(branch.pattern, [&](Expr *expr) {
    compiled.values.try_emplace(expr, compiled.values.size());
    compile(expr);
  });
  emit(Op::BuildTuple, compiled.values.size());
  std::vector<llvm::StringRef> names = compiled.names;
  unit->code->patterns.push_back(std::move(compiled));
  Label fails = newLabel(), next = newLabel();
  emit(Op::MatchCase, unit->code->patterns.size() - 1);
  emit(Op::JumpIfFalse, fails);
  emit(Op::Unpack, names.size());
  for (llvm::StringRef name : names)
    accessName(name, Access::Store);
  if (branch.guard)
    compileCondition(branch.guard, next, false);
  emit(Op::Pop);
  compile(branch.body);
  emit(Op::Jump, end);
  bind(fails);
  emit(Op::Pop);
  bind(next);
}
