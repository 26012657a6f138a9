//===- ControlFlow.cpp - if, while and the joins behind them --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits branches and while loops, and joins variables bound in branches
// (sections 10.4 and 11 of the language).
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Frontend/Language/FunctionEmitter.h"

#include <set>

using namespace torchscript;
namespace ts = mlir::ts;

void FunctionEmitter::enterBlock(mlir::Block *body) {
  auto *state = new BlockState();
  state->parent = block;
  block = state;
  env.push();
  builder.setInsertionPointToEnd(body);
}

std::unique_ptr<Frame> FunctionEmitter::leaveBlock(SourceRange range,
                                                   bool *exits) {
  std::unique_ptr<BlockState> state(block);
  block = state->parent;
  mlir::Block *current = builder.getInsertionBlock();
  if (!state->dead &&
      (current->empty() ||
       !current->back().hasTrait<mlir::OpTrait::IsTerminator>()))
    builder.create<ts::YieldOp>(loc(range));
  if (state->dead)
    retired.push_back(std::move(state->dead));
  if (exits)
    *exits = state->exits;
  return env.pop();
}

/// Joins what the branches of an `if` have bound.
class FunctionEmitter::BranchJoin {
public:
  BranchJoin(FunctionEmitter &emitter, SourceRange range, ts::IfOp op)
      : emitter(emitter), range(range), op(op) {}

  struct Branch {
    std::unique_ptr<Frame> frame;
    mlir::Block *block = nullptr;
    bool exits = false;
  };

  bool join(Branch &thenBranch, Branch &elseBranch);

private:
  /// What a name is at the end of a branch, or null.
  const Binding *at(const Branch &branch, const std::string &name) {
    auto it = branch.frame->names.find(name);
    return it != branch.frame->names.end() ? &it->second
                                           : emitter.env.find(name);
  }
  void findNames(const Branch &from, const Branch &other,
                 llvm::StringRef otherName);
  bool joinName(const std::string &name, Branch &thenBranch,
                Branch &elseBranch);
  void storeAtEnd(Branch &branch, const Binding &binding, mlir::Value slot,
                  const Type *type);

  FunctionEmitter &emitter;
  SourceRange range;
  ts::IfOp op;
  std::set<std::string> names;
};

void FunctionEmitter::BranchJoin::findNames(const Branch &from,
                                            const Branch &other,
                                            llvm::StringRef otherName) {
  for (const auto &[name, binding] : from.frame->names) {
    if (!binding.isVariable()) {
      // Uses after the branch are not reported either.
      if (llvm::isa<UnknownMeaning>(binding.meaning))
        emitter.env.bind(name, binding);
      continue;
    }
    if (at(other, name) || other.exits) {
      names.insert(name);
      continue;
    }
    Diagnostic why;
    why.range = range;
    why.message =
        name + " is not defined in the " + otherName.str() + " branch";
    emitter.env.current().unusable[name] = why;
  }
}

void FunctionEmitter::BranchJoin::storeAtEnd(Branch &branch,
                                             const Binding &binding,
                                             mlir::Value slot,
                                             const Type *type) {
  mlir::Operation *last = &branch.block->back();
  // Control does not get here from a break or continue.
  if (!llvm::isa<ts::YieldOp>(last))
    return;
  mlir::OpBuilder::InsertionGuard guard(emitter.builder);
  emitter.builder.setInsertionPoint(last);
  TypedValue value = emitter.loadVariable(range, binding);
  emitter.builder.create<ts::StoreOp>(
      emitter.loc(range), emitter.derefine(range, value, type), slot);
}

bool FunctionEmitter::BranchJoin::joinName(const std::string &name,
                                           Branch &thenBranch,
                                           Branch &elseBranch) {
  const Binding *inThen = thenBranch.exits ? nullptr : at(thenBranch, name);
  const Binding *inElse = elseBranch.exits ? nullptr : at(elseBranch, name);
  if ((inThen && !inThen->isVariable()) || (inElse && !inElse->isVariable()))
    return true;
  if (!inThen && !inElse)
    return true;
  const Type *thenType = (inThen ? inThen : inElse)->own.type;
  const Type *elseType = (inElse ? inElse : inThen)->own.type;

  Binding *before = emitter.env.find(name);
  bool wasUnion =
      before && before->isVariable() && before->own.type->is(TypeKind::Union);
  const Type *type = unify(emitter.getTypes(), thenType, elseType, wasUnion);
  if (!type) {
    std::string message =
        "Type mismatch: " + name + " is set to type " +
        TypedValue({}, thenType, inThen && inThen->inferred).spelling() +
        " in the true branch and type " +
        TypedValue({}, elseType, inElse && inElse->inferred).spelling() +
        " in the false branch";
    Diagnostic why;
    why.range = range;
    why.message = message;
    for (const Binding *binding : {inThen, inElse})
      if (binding && binding->place)
        why.note(binding->place, "'" + name + "' is bound here")
            .notes.back()
            .within(emitter.entry.def->getRange());
    if (before) {
      emitter.error(range, message).notes = why.notes;
      return false;
    }
    emitter.env.current().unusable[name] = why;
    return true;
  }
  bool inferred = type->isTensor() && (!inThen || inThen->inferred) &&
                  (!inElse || inElse->inferred);
  // Both branches have written the variable's own slot already.
  if (before && before->isVariable() && before->own.type == type) {
    before->inferred = inferred;
    return true;
  }
  mlir::Value slot;
  {
    mlir::OpBuilder::InsertionGuard guard(emitter.builder);
    emitter.builder.setInsertionPoint(op);
    slot = emitter.makeSlot(range, name, type);
  }
  if (inThen)
    storeAtEnd(thenBranch, *inThen, slot, type);
  if (inElse)
    storeAtEnd(elseBranch, *inElse, slot, type);
  Binding joined;
  joined.own = {slot, type};
  joined.inferred = inferred;
  joined.outer = emitter.env.outerSlots(name);
  emitter.env.bind(name, std::move(joined));
  return true;
}

bool FunctionEmitter::BranchJoin::join(Branch &thenBranch, Branch &elseBranch) {
  findNames(thenBranch, elseBranch, "false");
  findNames(elseBranch, thenBranch, "true");
  if (thenBranch.exits && elseBranch.exits)
    return true;
  for (const std::string &name : names)
    if (!joinName(name, thenBranch, elseBranch))
      return false;
  return true;
}

bool FunctionEmitter::emitIf(const IfStmt *statement) {
  Condition condition = emitCondition(statement->condition);
  if (!condition)
    return false;
  SourceRange range = rangeOf(statement);
  // A condition known at compile time selects statements of this very block.
  if (condition.known) {
    if (!*condition.known)
      return emitStatements(statement->orelse);
    refine(range, condition.refinements.whenTrue);
    return emitStatements(statement->body);
  }

  auto op = builder.create<ts::IfOp>(loc(range), mlir::TypeRange(),
                                     condition.value, /*withElse=*/true);
  BranchJoin::Branch branches[2];
  branches[0].block = op.getThenBlock();
  branches[1].block = op.getElseBlock();
  for (int i : {0, 1}) {
    mlir::OpBuilder::InsertionGuard guard(builder);
    enterBlock(branches[i].block);
    refine(range, i == 0 ? condition.refinements.whenTrue
                         : condition.refinements.whenFalse);
    bool ok =
        !failed && emitStatements(i == 0 ? statement->body : statement->orelse);
    branches[i].frame = leaveBlock(range, &branches[i].exits);
    if (!ok)
      return false;
  }
  if (branches[0].exits && branches[1].exits)
    block->exits = true;
  return BranchJoin(*this, range, op).join(branches[0], branches[1]);
}

bool FunctionEmitter::emitWhile(const WhileStmt *statement) {
  SourceRange range = rangeOf(statement);
  auto op = builder.create<ts::WhileOp>(loc(range));
  mlir::OpBuilder::InsertionGuard guard(builder);

  builder.setInsertionPointToEnd(op.getConditionBlock());
  env.push();
  TypedValue tested = emitExpr(statement->condition);
  mlir::Value value =
      tested ? toBool(rangeOf(statement->condition), tested) : mlir::Value();
  env.pop();
  if (!value)
    return false;
  builder.create<ts::ConditionOp>(loc(rangeOf(statement->condition)), value,
                                  mlir::ValueRange());

  LoopKind outerLoop = loop;
  loop = LoopKind::Loop;
  enterBlock(op.getBodyBlock());
  bool ok = emitStatements(statement->body);
  leaveBlock(range);
  loop = outerLoop;
  return ok;
}
