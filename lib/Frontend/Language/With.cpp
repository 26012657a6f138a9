//===- With.cpp - with statements -----------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits `with` over objects that have `__enter__` and `__exit__` (TS-STMT-045
// to 047).
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/FunctionEmitter.h"

using namespace torchscript;
namespace ts = mlir::ts;

/// The method of a context manager; null after an error.
static FunctionEntry *findMethod(FunctionEmitter &emitter, const Type *type,
                                 llvm::StringRef name) {
  ClassEntry *entry = emitter.getUnit().findClass(type);
  return entry ? entry->methods.lookup(name.str()) : nullptr;
}

/// Checks the signatures of `__enter__` and `__exit__`; false after an error.
static bool checkManager(FunctionEmitter &emitter, SourceRange range,
                         FunctionEntry *enter, FunctionEntry *exit) {
  Compilation &unit = emitter.getUnit();
  for (FunctionEntry *method : {enter, exit})
    if (!unit.compile(*method)) {
      emitter.calleeError(range, *method);
      return false;
    }
  if (enter->schema.arguments.size() != 1) {
    emitter.error(range,
                  "__enter__ must have only one argument and one return value");
    return false;
  }
  if (exit->schema.arguments.size() != 4) {
    emitter.error(range, "__exit__ must have four arguments");
    return false;
  }
  for (size_t i = 1; i < 4; ++i)
    if (!exit->schema.arguments[i].type->isAny()) {
      emitter.error(range,
                    "argument " + llvm::Twine(i) +
                        " of __exit__ must have Any type; TorchScript does not "
                        "currently support passing exception type, value, or "
                        "traceback to the __exit__ function.");
      return false;
    }
  return true;
}

bool FunctionEmitter::emitWithItems(const WithStmt *statement, size_t index) {
  if (index == statement->items.size())
    return emitStatements(statement->body);
  const WithItem &item = statement->items[index];
  SourceRange range = rangeOf(item.context);
  TypedValue manager = emitExpr(item.context);
  if (!manager)
    return false;
  if (!manager.type->is(TypeKind::Class)) {
    error(range, "With item expression must return an object");
    return false;
  }
  FunctionEntry *enter = findMethod(*this, manager.type, "__enter__");
  FunctionEntry *exit = findMethod(*this, manager.type, "__exit__");
  if (!enter || !exit) {
    error(range, "Object returned by with item expression does not define "
                 "__enter__ and __exit__ methods");
    return false;
  }
  if (!checkManager(*this, range, enter, exit))
    return false;

  auto op = builder.create<ts::WithOp>(loc(rangeOf(statement)), manager.value);
  mlir::Block *body = new mlir::Block();
  op->getRegion(0).push_back(body);
  // The body is no block of its own (TS-SCOPE-019): its variables live in slots
  // outside.
  mlir::Operation *outerAnchor = block->slotAnchor;
  if (!outerAnchor)
    block->slotAnchor = op;
  mlir::OpBuilder::InsertPoint after = builder.saveInsertionPoint();
  builder.setInsertionPointToStart(body);
  const Type *entered = enter->schema.returns[0].type;
  bool ok = true;
  if (item.target) {
    TypedValue value;
    if (entered->isNone()) {
      value = constantNone(range);
    } else {
      value = {body->addArgument(lower(entered), loc(range)), entered};
    }
    ok = assignTarget(item.target, makeValue(value), range,
                      rangeOf(item.target));
  }
  std::unique_ptr<mlir::Region> deadBefore = std::move(block->dead);
  ok = ok && emitWithItems(statement, index + 1);
  bool leftLoop = block->dead != nullptr;
  if (block->dead)
    retired.push_back(std::move(block->dead));
  block->dead = std::move(deadBefore);
  block->slotAnchor = outerAnchor;
  if (!ok)
    return false;
  bool terminated =
      !body->empty() && body->back().hasTrait<mlir::OpTrait::IsTerminator>();
  if (!terminated) {
    builder.setInsertionPointToEnd(body);
    builder.create<ts::YieldOp>(loc(rangeOf(statement)));
  }
  builder.restoreInsertionPoint(after);
  // A body that ends in `break` or `continue` leaves this block the same way.
  if (leftLoop && !block->exits)
    return emitExit(rangeOf(statement), llvm::isa<ts::BreakOp>(body->back()));
  return true;
}

bool FunctionEmitter::emitWith(const WithStmt *statement) {
  return emitWithItems(statement, 0);
}
