//===- Statements.cpp - Statements ----------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits simple statements and dispatches the others.
//
//===----------------------------------------------------------------------===//

#include "Recovery.h"

using namespace torchscript;
namespace ts = mlir::ts;

bool FunctionEmitter::emitStatements(Block statements) {
  for (Stmt *statement : statements) {
    Recovery recovery(*this);
    if (!emitStatement(statement) && !recovery.recover(statement))
      return false;
    // What follows a return or raise is not compiled (TS-STMT-026).
    if (block->exits)
      break;
  }
  return true;
}

bool FunctionEmitter::emitStatement(Stmt *statement) {
  SourceRange range = rangeOf(statement);
  switch (statement->getKind()) {
  case Stmt::Kind::Return:
    return emitReturn(range, llvm::cast<ReturnStmt>(statement)->value);
  case Stmt::Kind::Delete:
    return emitDelete(llvm::cast<DeleteStmt>(statement));
  case Stmt::Kind::Assign:
    return emitAssign(llvm::cast<AssignStmt>(statement));
  case Stmt::Kind::AugAssign:
    return emitAugAssign(llvm::cast<AugAssignStmt>(statement));
  case Stmt::Kind::AnnAssign:
    return emitAnnAssign(llvm::cast<AnnAssignStmt>(statement));
  case Stmt::Kind::For:
    return emitFor(llvm::cast<ForStmt>(statement));
  case Stmt::Kind::While:
    return emitWhile(llvm::cast<WhileStmt>(statement));
  case Stmt::Kind::If:
    return emitIf(llvm::cast<IfStmt>(statement));
  case Stmt::Kind::With:
    return emitWith(llvm::cast<WithStmt>(statement));
  case Stmt::Kind::Raise:
    return emitRaise(llvm::cast<RaiseStmt>(statement));
  case Stmt::Kind::Assert:
    return emitAssert(llvm::cast<AssertStmt>(statement));
  case Stmt::Kind::ExprStmt: {
    Expr *value = llvm::cast<ExprStmt>(statement)->value;
    // A docstring, or any other string, is dropped (TS-LEX-013).
    if (llvm::isa<StringLiteral>(value))
      return true;
    return emitMeaning(value) != nullptr;
  }
  case Stmt::Kind::Pass:
    return true;
  case Stmt::Kind::Break:
    return emitExit(range, /*isBreak=*/true);
  case Stmt::Kind::Continue:
    return emitExit(range, /*isBreak=*/false);
  case Stmt::Kind::FunctionDef:
    return emitTaskDefinition(llvm::cast<FunctionDef>(statement));
  case Stmt::Kind::ClassDef:
  case Stmt::Kind::Match:
  case Stmt::Kind::Try:
  case Stmt::Kind::Import:
  case Stmt::Kind::ImportFrom:
  case Stmt::Kind::Global:
  case Stmt::Kind::Nonlocal:
    break;
  }
  // The syntax check refuses these; it has a message for each.
  notSupported(statement->getFirstToken(), "this statement");
  return false;
}

/// Text of the error for a value that does not fit the annotated result.
static std::string returnMismatch(const Type *declared, TypedValue value) {
  return "Return value was annotated as having type " + declared->spelling() +
         " but is actually of type " + value.spelling();
}

bool FunctionEmitter::emitReturn(SourceRange range, Expr *expr) {
  const Type *declared =
      entry.resultAnnotated ? entry.schema.returns[0].type : nullptr;
  TypedValue value;
  if (expr) {
    value = emitExpr(expr, declared);
    if (!value)
      return false;
  }
  bool implicitNone = !expr;
  if (implicitNone)
    value = TypedValue({}, TypeContext::getNone());

  if (declared) {
    if (value.value)
      value = convert(range, value, declared, /*allowConversions=*/true);
    if (!isSubtypeOf(value.type, declared)) {
      error(range, returnMismatch(declared, value));
      return false;
    }
    returnType = declared;
  } else {
    const Type *merged = value.type;
    if (returnType) {
      merged = unify(getTypes(), returnType, value.type);
      if (!merged) {
        error(range, "Previous return statement returned a value of type " +
                         TypedValue({}, returnType, returnInferred).spelling() +
                         " but this return statement returns a value of type " +
                         value.spelling())
            .note(previousReturn, "the previous return statement")
            .notes.back()
            .within(entry.def->getRange());
        return false;
      }
    }
    returnInferred = value.inferred && (!returnType || returnInferred);
    returnType = merged;
    previousReturn = range;
  }
  if (!value.value)
    value = constantNone(range);
  builder.create<ts::ReturnOp>(loc(range), value.value);
  block->exits = true;
  return true;
}

bool FunctionEmitter::emitRaise(const RaiseStmt *statement) {
  SourceRange range = rangeOf(statement);
  Meaning *raised = emitMeaning(statement->exception);
  if (!raised)
    return false;
  TypedValue message;
  std::string className = "RuntimeError";
  if (auto *exception = llvm::dyn_cast<ExceptionMeaning>(raised)) {
    message = exception->message;
    className = exception->qualifiedName;
    // An assertion's class becomes part of its text (TS-EXC-013).
    if (className == "builtins.AssertionError") {
      message = emitOp(range, "aten::add.str",
                       {constantString(range, "AssertionError: "), message},
                       TypeContext::getString());
      className = "RuntimeError";
    }
  } else if (llvm::isa<ExceptionClassMeaning>(raised)) {
    message = constantString(range, "");
  } else {
    error(range, "exceptions must derive from BaseException");
    return false;
  }
  emitRaise(range, className, message);
  return true;
}

void FunctionEmitter::emitRaise(SourceRange range, llvm::StringRef className,
                                TypedValue message) {
  builder.create<ts::RaiseOp>(loc(range), className, message.value);
  block->exits = true;
}

bool FunctionEmitter::emitAssert(const AssertStmt *statement) {
  SourceRange range = rangeOf(statement);
  Condition condition = emitCondition(statement->condition);
  if (!condition)
    return false;
  auto op = builder.create<ts::AssertOp>(loc(range), condition.value);
  if (statement->message) {
    mlir::OpBuilder::InsertionGuard guard(builder);
    mlir::Block *body = new mlir::Block();
    op->getRegion(0).push_back(body);
    builder.setInsertionPointToStart(body);
    env.push();
    refine(range, condition.refinements.whenFalse);
    TypedValue message = emitExpr(statement->message);
    if (message && !message.type->isString())
      message = emitOp(range, "aten::str", message, TypeContext::getString());
    env.pop();
    if (!message)
      return false;
    builder.create<ts::YieldOp>(loc(range), message.value);
  }
  // `assert False` ends the block: what follows is not compiled.
  if (condition.known && !*condition.known) {
    TypedValue empty = constantString(range, "AssertionError: ");
    builder.create<ts::RaiseOp>(loc(range), "RuntimeError", empty.value);
    block->exits = true;
    return true;
  }
  refine(range, condition.refinements.whenTrue);
  return true;
}

bool FunctionEmitter::emitDelete(const DeleteStmt *statement) {
  for (Expr *target : statement->targets) {
    SourceRange range = rangeOf(target);
    if (auto *name = llvm::dyn_cast<NameExpr>(target)) {
      Binding *binding = env.find(name->name);
      if (binding && binding->isVariable())
        builder.create<ts::DelOp>(loc(range), binding->own.slot);
      if (!env.remove(name->name)) {
        error(range, "undefined value " + name->name);
        return false;
      }
      continue;
    }
    auto *subscript = llvm::dyn_cast<SubscriptExpr>(target);
    if (!subscript) {
      error(range, "del statements are only supported for deleting list and "
                   "dict items and variables");
      return false;
    }
    if (llvm::isa<SliceExpr>(subscript->index)) {
      error(range,
            "del statements only support deletion at a single index, slicing "
            "is not supported (see "
            "https://github.com/pytorch/pytorch/issues/31430)");
      return false;
    }
    TypedValue container = emitExpr(subscript->value);
    if (!container)
      return false;
    TypedValue index = emitExpr(subscript->index);
    if (!index)
      return false;
    if (container.type->is(TypeKind::Class)) {
      const auto *type = llvm::cast<ClassType>(container.type);
      if (!type->findMethod("__delitem__")) {
        error(range, "Class does not define __delitem__");
        return false;
      }
      if (!callMagic(range, "__delitem__", "aten::Delete",
                     {{"", rangeOf(subscript->value), container},
                      {"", rangeOf(subscript->index), index}}))
        return false;
      continue;
    }
    if (llvm::isa<TupleType>(container.type)) {
      error(range, "the items of a tuple cannot be deleted");
      return false;
    }
    if (!callOperator(range, "aten::Delete", {container, index}))
      return false;
  }
  return true;
}

bool FunctionEmitter::emitExit(SourceRange range, bool isBreak) {
  if (loop == LoopKind::Unrolled) {
    error(range, "Because we emit iteration over modulelists or tuples as "
                 "unrolled loops, we do not support break or continue inside "
                 "the body of these loops");
    return false;
  }
  if (loop == LoopKind::None) {
    error(range, llvm::Twine("'") + (isBreak ? "break" : "continue") +
                     "' outside loop");
    return false;
  }
  if (isBreak)
    builder.create<ts::BreakOp>(loc(range));
  else
    builder.create<ts::ContinueOp>(loc(range));
  // The rest of the block is still checked, but nothing of it is kept.
  auto region = std::make_unique<mlir::Region>();
  region->push_back(new mlir::Block());
  builder.setInsertionPointToEnd(&region->front());
  if (block->dead)
    retired.push_back(std::move(block->dead));
  block->dead = std::move(region);
  return true;
}
