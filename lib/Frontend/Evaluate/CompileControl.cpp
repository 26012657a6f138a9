//===- CompileControl.cpp - Instructions of control flow -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An exception goes to the innermost block that a Setup instruction opened.
// `finally` stands once on the way out of an exception and once for each other
// exit. In a handler the stack holds the exception that was handled before and,
// above it, the one that came.
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

using namespace torchscript;
using namespace torchscript::evaluate;

/// As many blocks as CPython lets be nested.
static constexpr size_t kMaxBlocks = 20;

void Compiler::pushBlock(Block block, SourceRange range) {
  if (unit->blocks.size() == kMaxBlocks)
    error(range, "too many statically nested blocks");
  unit->blocks.push_back(std::move(block));
}

void Compiler::unwind(const Block &block, bool keepsTop) {
  switch (block.kind) {
  case Block::While:
    return;
  case Block::For:
    if (keepsTop)
      emit(Op::RotTwo);
    return emit(Op::Pop);
  case Block::Try:
    return emit(Op::PopBlock);
  case Block::FinallyTry:
    emit(Op::PopBlock);
    if (!keepsTop)
      return compile(block.finalBody);
    // The body may leave in its own way; then the value is dropped.
    unit->blocks.push_back({Block::Result});
    compile(block.finalBody);
    unit->blocks.pop_back();
    return;
  case Block::Result:
    if (keepsTop)
      emit(Op::RotTwo);
    return emit(Op::Pop);
  case Block::FinallyEnd:
    if (keepsTop)
      emit(Op::RotTwo);
    emit(Op::Pop);
    if (keepsTop)
      emit(Op::RotTwo);
    return emit(Op::PopExcept);
  case Block::Handler:
    if (!block.name.empty())
      emit(Op::PopBlock);
    if (keepsTop)
      emit(Op::RotTwo);
    emit(Op::PopExcept);
    if (!block.name.empty()) {
      emitConst(Value::none());
      accessName(block.name, Access::Store);
      accessName(block.name, Access::Delete);
    }
    return;
  case Block::With:
    emit(Op::PopBlock);
    if (keepsTop)
      emit(Op::RotTwo);
    return emit(Op::ExitWith);
  }
}

void Compiler::compileExit(const Stmt *stmt, bool isBreak) {
  std::vector<Block> blocks = unit->blocks;
  while (!unit->blocks.empty()) {
    Block block = unit->blocks.back();
    if (block.kind == Block::While || block.kind == Block::For) {
      if (isBreak && block.kind == Block::For)
        emit(Op::Pop);
      emit(Op::Jump, isBreak ? block.breakLabel : block.continueLabel);
      unit->blocks = std::move(blocks);
      return;
    }
    unit->blocks.pop_back();
    unwind(block, false);
  }
  unit->blocks = std::move(blocks);
  error(stmt->getRange(), isBreak ? "'break' outside loop"
                                  : "'continue' not properly in loop");
}

void Compiler::compileFor(const ForStmt *stmt) {
  if (stmt->isAsync)
    error(stmt->getFirstToken(), "'async for' is not supported", true);
  Label start = newLabel(), exhausted = newLabel();
  compile(stmt->iterable);
  emit(Op::GetIter);
  bind(start);
  emit(Op::ForIter, exhausted);
  store(stmt->target);
  compileLoopBody(stmt, Block::For, start, exhausted);
}

void Compiler::compileWhile(const WhileStmt *stmt) {
  Label start = newLabel(), exhausted = newLabel();
  bind(start);
  compileCondition(stmt->condition, exhausted, false);
  compileLoopBody(stmt, Block::While, start, exhausted);
}

template <typename Loop>
void Compiler::compileLoopBody(const Loop *stmt, Block::Kind kind, Label start,
                               Label exhausted) {
  Label end = newLabel();
  Block block{kind};
  block.breakLabel = end;
  block.continueLabel = start;
  pushBlock(block, stmt->getFirstToken());
  compile(stmt->body);
  unit->blocks.pop_back();
  emit(Op::Jump, start);
  bind(exhausted);
  compile(stmt->orelse);
  bind(end);
}

void Compiler::compileIf(const IfStmt *stmt) {
  Label otherwise = newLabel(), end = newLabel();
  compileCondition(stmt->condition, otherwise, false);
  compile(stmt->body);
  if (!stmt->orelse.empty())
    emit(Op::Jump, end);
  bind(otherwise);
  compile(stmt->orelse);
  bind(end);
}

void Compiler::compileWith(const WithStmt *stmt, unsigned item) {
  const WithItem &with = stmt->items[item];
  Label handler = newLabel(), swallowed = newLabel(), end = newLabel();
  SourceRange place = with.context->getRange();
  compile(with.context);
  unit->range = place;
  emit(Op::SetupWith, handler);
  pushBlock({Block::With}, stmt->getFirstToken());
  if (with.target)
    store(with.target);
  else
    emit(Op::Pop);
  if (item + 1 < stmt->items.size())
    compileWith(stmt, item + 1);
  else
    compile(stmt->body);
  unit->blocks.pop_back();
  unit->range = place;
  emit(Op::PopBlock);
  emit(Op::ExitWith);
  emit(Op::Jump, end);
  bind(handler);
  emit(Op::ExitWithError);
  emit(Op::JumpIfTrue, swallowed);
  emit(Op::Reraise);
  bind(swallowed);
  emit(Op::Pop);
  emit(Op::PopExcept);
  emit(Op::Pop);
  bind(end);
}

void Compiler::compileTry(const TryStmt *stmt) {
  if (stmt->isStar)
    return error(stmt->getFirstToken(), "'except*' is not supported", true);
  if (stmt->finalbody.empty())
    return compileExcept(stmt);
  Label handler = newLabel(), end = newLabel();
  emit(Op::SetupTry, handler);
  Block block{Block::FinallyTry};
  block.finalBody = stmt->finalbody;
  pushBlock(block, stmt->getFirstToken());
  if (stmt->handlers.empty())
    compile(stmt->body);
  else
    compileExcept(stmt);
  unit->blocks.pop_back();
  emit(Op::PopBlock);
  compile(stmt->finalbody);
  emit(Op::Jump, end);
  bind(handler);
  pushBlock({Block::FinallyEnd}, stmt->getFirstToken());
  compile(stmt->finalbody);
  unit->blocks.pop_back();
  emit(Op::Reraise);
  bind(end);
}

void Compiler::compileExcept(const TryStmt *stmt) {
  Label handlers = newLabel(), end = newLabel();
  emit(Op::SetupTry, handlers);
  pushBlock({Block::Try}, stmt->getFirstToken());
  compile(stmt->body);
  unit->blocks.pop_back();
  emit(Op::PopBlock);
  compile(stmt->orelse);
  emit(Op::Jump, end);
  bind(handlers);
  bool catchesAll = false;
  for (const ExceptHandler &handler : stmt->handlers) {
    if (catchesAll)
      error(handler.range, "default 'except:' must be last");
    catchesAll = !handler.type;
    compileHandler(handler, end);
  }
  if (!catchesAll)
    emit(Op::Reraise);
  bind(end);
}

void Compiler::compileHandler(const ExceptHandler &handler, Label end) {
  Label next = newLabel();
  SourceRange outer = unit->range;
  unit->range = handler.range;
  if (handler.type) {
    compile(handler.type);
    emit(Op::JumpIfNotMatch, next);
  }
  Label cleanup = newLabel();
  Block block{Block::Handler};
  block.name = handler.name;
  if (handler.name.empty()) {
    emit(Op::Pop);
  } else {
    accessName(handler.name, Access::Store);
    emit(Op::SetupTry, cleanup);
  }
  pushBlock(block, handler.range);
  compile(handler.body);
  unit->blocks.pop_back();
  unwind(block, false);
  emit(Op::Jump, end);
  if (!handler.name.empty()) {
    bind(cleanup);
    emitConst(Value::none());
    accessName(handler.name, Access::Store);
    accessName(handler.name, Access::Delete);
    emit(Op::Reraise);
  }
  bind(next);
  unit->range = outer;
}
