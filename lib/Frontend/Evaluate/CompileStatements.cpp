//===- CompileStatements.cpp - Instructions of statements -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

using namespace torchscript;
using namespace torchscript::evaluate;

void Compiler::compile(torchscript::Block block) {
  for (const Stmt *stmt : block)
    compile(stmt);
}

void Compiler::compile(const Stmt *stmt) {
  SourceRange outer = unit->range;
  unit->range = stmt->getRange();
  switch (stmt->getKind()) {
  case Stmt::Kind::FunctionDef:
    compileFunction(llvm::cast<FunctionDef>(stmt));
    break;
  case Stmt::Kind::ClassDef:
    compileClass(llvm::cast<ClassDef>(stmt));
    break;
  case Stmt::Kind::For:
    compileFor(llvm::cast<ForStmt>(stmt));
    break;
  case Stmt::Kind::While:
    compileWhile(llvm::cast<WhileStmt>(stmt));
    break;
  case Stmt::Kind::If:
    compileIf(llvm::cast<IfStmt>(stmt));
    break;
  case Stmt::Kind::With:
    if (llvm::cast<WithStmt>(stmt)->isAsync)
      error(stmt->getFirstToken(), "'async with' is not supported", true);
    compileWith(llvm::cast<WithStmt>(stmt), 0);
    break;
  case Stmt::Kind::Match:
    compileMatch(llvm::cast<MatchStmt>(stmt));
    break;
  case Stmt::Kind::Try:
    compileTry(llvm::cast<TryStmt>(stmt));
    break;
  default:
    compileSimple(stmt);
    break;
  }
  unit->range = outer;
}

void Compiler::compileSimple(const Stmt *stmt) {
  switch (stmt->getKind()) {
  case Stmt::Kind::Return:
    return compileReturn(llvm::cast<ReturnStmt>(stmt));
  case Stmt::Kind::Delete:
    for (const Expr *target : llvm::cast<DeleteStmt>(stmt)->targets)
      compileDelete(target);
    return;
  case Stmt::Kind::Assign:
    return compileAssign(llvm::cast<AssignStmt>(stmt));
  case Stmt::Kind::AugAssign:
    return compileAugAssign(llvm::cast<AugAssignStmt>(stmt));
  case Stmt::Kind::AnnAssign:
    return compileAnnAssign(llvm::cast<AnnAssignStmt>(stmt));
  case Stmt::Kind::Raise:
    return compileRaise(llvm::cast<RaiseStmt>(stmt));
  case Stmt::Kind::Assert:
    return compileAssert(llvm::cast<AssertStmt>(stmt));
  case Stmt::Kind::Import:
    return compileImport(llvm::cast<ImportStmt>(stmt));
  case Stmt::Kind::ImportFrom:
    return compileImportFrom(llvm::cast<ImportFromStmt>(stmt));
  case Stmt::Kind::ExprStmt:
    compile(llvm::cast<ExprStmt>(stmt)->value);
    return emit(Op::Pop);
  case Stmt::Kind::Break:
    return compileExit(stmt, true);
  case Stmt::Kind::Continue:
    return compileExit(stmt, false);
  default:
    return;
  }
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

void Compiler::storeElements(llvm::ArrayRef<Expr *> elements,
                             SourceRange range) {
  size_t star = elements.size();
  for (size_t i = 0; i < elements.size(); ++i)
    if (llvm::isa<StarredExpr>(elements[i])) {
      if (star != elements.size())
        return error(elements[i]->getRange(),
                     "multiple starred expressions in assignment");
      star = i;
    }
  if (star == elements.size()) {
    emit(Op::Unpack, elements.size());
  } else {
    size_t after = elements.size() - star - 1;
    if (star > 0xffff || after > 0xffff)
      return error(range, "too many targets");
    emit(Op::UnpackStar, uint32_t(star | after << 16));
  }
  for (const Expr *element : elements) {
    if (auto *starred = llvm::dyn_cast<StarredExpr>(element))
      store(starred->value);
    else
      store(element);
  }
}

void Compiler::store(const Expr *target) {
  SourceRange outer = unit->range;
  unit->range = target->getRange();
  if (auto *name = llvm::dyn_cast<NameExpr>(target)) {
    accessName(name->name, Access::Store);
  } else if (auto *attribute = llvm::dyn_cast<AttributeExpr>(target)) {
    compile(attribute->value);
    emit(Op::StoreAttr, nameOperand(attribute->name));
  } else if (auto *subscript = llvm::dyn_cast<SubscriptExpr>(target)) {
    compile(subscript->value);
    compile(subscript->index);
    emit(Op::StoreItem);
  } else if (auto *tuple = llvm::dyn_cast<TupleExpr>(target)) {
    storeElements(tuple->elements, target->getRange());
  } else if (auto *list = llvm::dyn_cast<ListExpr>(target)) {
    storeElements(list->elements, target->getRange());
  } else {
    error(target->getRange(), "cannot assign to this expression");
  }
  unit->range = outer;
}

void Compiler::compileAssign(const AssignStmt *stmt) {
  compile(stmt->value);
  for (size_t i = 0; i < stmt->targets.size(); ++i) {
    if (i + 1 < stmt->targets.size())
      emit(Op::Dup);
    store(stmt->targets[i]);
  }
}

void Compiler::compileAugAssign(const AugAssignStmt *stmt) {
  uint32_t op = uint32_t(stmt->op);
  if (auto *attribute = llvm::dyn_cast<AttributeExpr>(stmt->target)) {
    compile(attribute->value);
    emit(Op::Dup);
    emit(Op::LoadAttr, nameOperand(attribute->name));
    compile(stmt->value);
    emit(Op::InPlace, op);
    emit(Op::RotTwo);
    return emit(Op::StoreAttr, nameOperand(attribute->name));
  }
  if (auto *subscript = llvm::dyn_cast<SubscriptExpr>(stmt->target)) {
    compile(subscript->value);
    compile(subscript->index);
    emit(Op::DupTwo);
    emit(Op::LoadItem);
    compile(stmt->value);
    emit(Op::InPlace, op);
    emit(Op::RotThree);
    return emit(Op::StoreItem);
  }
  auto *name = llvm::dyn_cast<NameExpr>(stmt->target);
  if (!name)
    return error(stmt->target->getRange(),
                 "illegal expression for augmented assignment");
  accessName(name->name, Access::Load);
  compile(stmt->value);
  emit(Op::InPlace, op);
  accessName(name->name, Access::Store);
}

void Compiler::compileAnnotation(const Expr *annotation) {
  if (annotationsAreTexts)
    return emitConst(in.makeStr(annotation->getRange().getText().str()));
  compile(annotation);
}

void Compiler::compileAnnAssign(const AnnAssignStmt *stmt) {
  if (stmt->value) {
    compile(stmt->value);
    store(stmt->target);
  }
  auto *name = llvm::dyn_cast<NameExpr>(stmt->target);
  if (!name || isInsideFunction())
    return;
  emit(Op::SetupAnnotations);
  compileAnnotation(stmt->annotation);
  emit(unit->scope->kind == Scope::Kind::Class ? Op::LoadName : Op::LoadGlobal,
       nameOperand("__annotations__"));
  emitConst(Value(mangled(name->name)));
  emit(Op::StoreItem);
}

void Compiler::compileDelete(const Expr *target) {
  if (auto *name = llvm::dyn_cast<NameExpr>(target))
    return accessName(name->name, Access::Delete);
  if (auto *attribute = llvm::dyn_cast<AttributeExpr>(target)) {
    compile(attribute->value);
    return emit(Op::DeleteAttr, nameOperand(attribute->name));
  }
  if (auto *subscript = llvm::dyn_cast<SubscriptExpr>(target)) {
    compile(subscript->value);
    compile(subscript->index);
    return emit(Op::DeleteItem);
  }
  llvm::ArrayRef<Expr *> elements;
  if (auto *tuple = llvm::dyn_cast<TupleExpr>(target))
    elements = tuple->elements;
  else if (auto *list = llvm::dyn_cast<ListExpr>(target))
    elements = list->elements;
  else
    return error(target->getRange(), "cannot delete this expression");
  for (const Expr *element : elements)
    compileDelete(element);
}

void Compiler::compileReturn(const ReturnStmt *stmt) {
  if (!isInsideFunction())
    return error(stmt->getRange(), "'return' outside function");
  if (stmt->value)
    compile(stmt->value);
  else
    emitConst(Value::none());
  // Blocks are left from the inside; each is out of sight while its own exit
  // is compiled.
  std::vector<Block> blocks = unit->blocks;
  while (!unit->blocks.empty()) {
    Block block = unit->blocks.back();
    unit->blocks.pop_back();
    unwind(block, true);
  }
  unit->blocks = std::move(blocks);
  emit(Op::Return);
}

void Compiler::compileRaise(const RaiseStmt *stmt) {
  if (stmt->exception)
    compile(stmt->exception);
  if (stmt->cause)
    compile(stmt->cause);
  emit(Op::Raise, !stmt->exception ? 0 : stmt->cause ? 2 : 1);
}

void Compiler::compileAssert(const AssertStmt *stmt) {
  Label end = newLabel();
  compileCondition(stmt->condition, end, true);
  if (stmt->message)
    compile(stmt->message);
  emit(Op::RaiseAssert, stmt->message ? 1 : 0);
  bind(end);
}

//===----------------------------------------------------------------------===//
// Imports
//===----------------------------------------------------------------------===//

void Compiler::compileImport(const ImportStmt *stmt) {
  for (const ImportAlias &alias : stmt->names) {
    bool isBound = !alias.asName.empty();
    emitConst(in.makeInt(0));
    // The module itself, or the package that the dotted name begins with.
    emitConst(Value::boolean(isBound));
    emit(Op::BuildTuple, 2);
    emit(Op::ImportName, nameOperand(alias.name));
    accessName(isBound ? alias.asName : alias.name.split('.').first,
               Access::Store);
  }
}

void Compiler::compileImportFrom(const ImportFromStmt *stmt) {
  if (stmt->module == "__future__" && stmt->level == 0)
    return;
  emitConst(in.makeInt(stmt->level));
  emitConst(Value::boolean(true));
  emit(Op::BuildTuple, 2);
  emit(Op::ImportName, nameOperand(stmt->module));
  for (const ImportAlias &alias : stmt->names) {
    if (alias.name == "*") {
      if (unit->scope->kind != Scope::Kind::Module)
        error(alias.range, "import * only allowed at module level");
      return emit(Op::ImportStar);
    }
    emit(Op::ImportFrom, nameOperand(alias.name));
    accessName(alias.asName.empty() ? alias.name : alias.asName, Access::Store);
  }
  emit(Op::Pop);
}
