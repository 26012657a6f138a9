//===- CompileDefinitions.cpp - Instructions of functions and classes -*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

using namespace torchscript;
using namespace torchscript::evaluate;

Value evaluate::getDocumentation(Interpreter &in, torchscript::Block body) {
  auto *stmt = body.empty() ? nullptr : llvm::dyn_cast<ExprStmt>(body.front());
  auto *text = stmt ? llvm::dyn_cast<StringLiteral>(stmt->value) : nullptr;
  return text ? in.makeStr(text->value.str()) : Value::none();
}

uint32_t Compiler::compileDefaults(const ParameterList *parameters) {
  uint32_t flags = 0, count = 0;
  for (const Parameter &parameter : parameters->parameters) {
    bool isPositional = parameter.kind == ParameterKind::PositionalOnly ||
                        parameter.kind == ParameterKind::Regular;
    if (!isPositional || !parameter.defaultValue)
      continue;
    compile(parameter.defaultValue);
    ++count;
  }
  if (count) {
    emit(Op::BuildTuple, count);
    flags |= kHasDefaults;
  }
  count = 0;
  for (const Parameter &parameter : parameters->parameters) {
    if (parameter.kind != ParameterKind::KeywordOnly || !parameter.defaultValue)
      continue;
    emitConst(Value(mangled(parameter.name)));
    compile(parameter.defaultValue);
    ++count;
  }
  if (count) {
    emit(Op::BuildDict, count);
    flags |= kHasKeywordDefaults;
  }
  return flags;
}

bool Compiler::compileAnnotations(const FunctionDef *function) {
  uint32_t count = 0;
  auto add = [&](llvm::StringRef name, const Expr *annotation) {
    emitConst(Value(mangled(name)));
    compileAnnotation(annotation);
    ++count;
  };
  for (const Parameter &parameter : function->parameters->parameters)
    if (parameter.annotation)
      add(parameter.name, parameter.annotation);
  if (function->returns)
    add("return", function->returns);
  if (count)
    emit(Op::BuildDict, count);
  return count != 0;
}

void Compiler::compileFunction(const FunctionDef *function) {
  if (function->isAsync)
    return error(function->getFirstToken(), "'async def' is not supported",
                 true);
  for (const Expr *decorator : function->decorators)
    compile(decorator);
  uint32_t flags = compileDefaults(function->parameters);
  if (compileAnnotations(function))
    flags |= kHasAnnotations;
  Unit inner;
  enter(inner, scopes.get(function), function->name, function);
  inner.code->doc = getDocumentation(in, function->body);
  layOutSlots(inner, function->parameters);
  compile(function->body);
  emitConst(Value::none());
  emit(Op::Return);
  makeFunction(leave(), flags);
  for (size_t i = function->decorators.size(); i > 0; --i) {
    unit->range = function->decorators[i - 1]->getRange();
    emit(Op::Call, 1);
  }
  unit->range = function->getRange();
  accessName(function->name, Access::Store);
}

void Compiler::compileClassBody(const ClassDef *cls) {
  Unit inner;
  enter(inner, scopes.get(cls), cls->name, cls);
  layOutSlots(inner, nullptr);
  emit(Op::LoadGlobal, nameOperand("__name__"));
  emit(Op::StoreName, nameOperand("__module__"));
  emitConst(in.makeStr(inner.code->qualifiedName));
  emit(Op::StoreName, nameOperand("__qualname__"));
  Value doc = getDocumentation(in, cls->body);
  if (!doc.isNone()) {
    emitConst(doc);
    emit(Op::StoreName, nameOperand("__doc__"));
  }
  compile(cls->body);
  // The cell that methods find their class in, for who builds it.
  auto cell = inner.cellIndex.find(in.intern("__class__"));
  bool hasCell = cell != inner.cellIndex.end() &&
                 cell->second < inner.code->cellNames.size();
  if (hasCell)
    emit(Op::LoadClosure, cell->second);
  else
    emitConst(Value::none());
  emit(Op::Return);
  makeFunction(leave(), 0);
}

void Compiler::compileClass(const ClassDef *cls) {
  for (const Expr *decorator : cls->decorators)
    compile(decorator);
  compileClassBody(cls);
  emitConst(Value(in.intern(cls->name)));
  compileSequence(cls->bases);
  emit(Op::ListToTuple);
  compileKeywords(cls->keywords);
  emit(Op::BuildClass);
  for (size_t i = cls->decorators.size(); i > 0; --i) {
    unit->range = cls->decorators[i - 1]->getRange();
    emit(Op::Call, 1);
  }
  unit->range = cls->getRange();
  accessName(cls->name, Access::Store);
}
