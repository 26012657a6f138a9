//===- Loops.cpp - Loops --------------------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `while`, and `for` over ranges, lists and tensors.
//
//===----------------------------------------------------------------------===//

#include "FunctionExporter.h"

#include "mlir/IR/Matchers.h"

using namespace torchscript;
namespace ts = mlir::ts;

//===----------------------------------------------------------------------===//
// while
//===----------------------------------------------------------------------===//

void FunctionExporter::whileStatement(ts::WhileOp op) {
  flush();
  protectReadsIn(op);
  std::vector<Line> before = std::move(lines);
  lines.clear();
  BlockScope inner;
  BlockScope *outer = scope;
  scope = &inner;
  ++indent;
  frames.emplace_back();
  for (mlir::Operation &o : op.getConditionBlock()->without_terminator())
    operation(&o);
  Text condition = take(op.getConditionOp().getCondition());
  done.insert(op.getConditionOp());
  flush();
  std::vector<Line> conditionLines = std::move(lines);
  lines = std::move(before);
  --indent;
  scope = outer;
  if (conditionLines.empty()) {
    line("while " + condition.text + ":");
  } else {
    // The condition needs statements of its own.
    line("while True:");
    lines.insert(lines.end(), conditionLines.begin(), conditionLines.end());
    ++indent;
    line("if " + negated(condition) + ":");
    ++indent;
    line("break");
    indent -= 2;
  }
  body(op.getBodyBlock());
}

//===----------------------------------------------------------------------===//
// for
//===----------------------------------------------------------------------===//

static bool isConstant(mlir::Operation *op) {
  return op->hasTrait<mlir::OpTrait::ConstantLike>();
}

static bool isSameValue(mlir::Value a, mlir::Value b) {
  mlir::Attribute x, y;
  if (a == b)
    return true;
  if (mlir::matchPattern(a, mlir::m_Constant(&x)) &&
      mlir::matchPattern(b, mlir::m_Constant(&y)))
    return x == y;
  auto loadA = a.getDefiningOp<ts::LoadOp>();
  auto loadB = b.getDefiningOp<ts::LoadOp>();
  return loadA && loadB && loadA.getSlot() == loadB.getSlot() &&
         loadA->getBlock() == loadB->getBlock();
}

/// What an operator's name starts with: `aten::len.` matches `aten::len.t`.
static bool isOperator(ts::OperatorOp op, llvm::StringRef base) {
  llvm::StringRef name = op.getName();
  return name.consume_front(base) && (name.empty() || name.starts_with("."));
}

/// Whether only constants and reads of variables stand in front of `op` in its
/// block, so that it can move to the loop's header.
static bool standsFirst(mlir::Operation *op) {
  for (op = op->getPrevNode(); op; op = op->getPrevNode())
    if (!isConstant(op) && !llvm::isa<ts::LoadOp, ts::VarOp>(op))
      return false;
  return true;
}

LoopPattern FunctionExporter::analyze(ts::ForOp op) {
  LoopPattern counted;
  auto count = op.getCount().getDefiningOp<ts::OperatorOp>();
  mlir::Value turn = op.getInductionVar();
  if (!count || !count.getResult(0).hasOneUse() || !turn.hasOneUse())
    return counted;
  // Nothing may happen between the count and the loop.
  for (mlir::Operation *o = count->getNextNode(); o != op; o = o->getNextNode())
    if (!o || !(isConstant(o) || llvm::isa<ts::LoadOp, ts::VarOp>(o)))
      return counted;
  auto element = llvm::dyn_cast<ts::OperatorOp>(*turn.getUsers().begin());
  if (!element || element->getBlock() != op.getBodyBlock() ||
      !standsFirst(element))
    return counted;

  LoopPattern pattern;
  pattern.count = count;
  pattern.element = element;
  mlir::ValueRange of = count.getArgs(), at = element.getArgs();
  if (isOperator(count, "aten::__range_length") &&
      isOperator(element, "aten::__derive_index")) {
    pattern.kind = LoopPattern::Range;
    return at[0] == turn && isSameValue(at[1], of[0]) &&
                   isSameValue(at[2], of[2])
               ? pattern
               : counted;
  }
  if (!isOperator(count, "aten::len") || at[0] != of[0])
    return counted;
  pattern.kind = LoopPattern::Elements;
  if (isOperator(element, "aten::__getitem__"))
    return at[1] == turn ? pattern : counted;
  if (isOperator(element, "aten::select") && at.size() == 3 &&
      mlir::matchPattern(at[1], mlir::m_Zero()))
    return at[2] == turn ? pattern : counted;
  return counted;
}

ts::ForOp FunctionExporter::loopOfCount(mlir::Operation *op) {
  if (op->getNumResults() != 1 || !op->getResult(0).hasOneUse())
    return {};
  auto loop = llvm::dyn_cast<ts::ForOp>(*op->getResult(0).getUsers().begin());
  return loop && analyze(loop).count == op ? loop : ts::ForOp();
}

void FunctionExporter::forStatement(ts::ForOp op) {
  LoopPattern pattern = analyze(op);
  Text over = take(op.getCount());
  flush();
  protectReadsIn(op);
  frames.emplace_back();
  mlir::Value variable = pattern.element ? pattern.element->getResult(0)
                                         : mlir::Value(op.getInductionVar());
  if (pattern.element)
    done.insert(pattern.element);
  std::string name;
  auto store = variable.hasOneUse()
                   ? llvm::dyn_cast<ts::StoreOp>(*variable.getUsers().begin())
                   : ts::StoreOp();
  bool standsAtHead = store && store->getBlock() == op.getBodyBlock();
  for (mlir::Operation *o = standsAtHead ? store->getPrevNode() : nullptr; o;
       o = o->getPrevNode())
    standsAtHead &= o == pattern.element || isConstant(o) ||
                    llvm::isa<ts::LoadOp, ts::VarOp>(o);
  for (mlir::Operation *user : standsAtHead
                                   ? llvm::to_vector(store.getSlot().getUsers())
                                   : llvm::SmallVector<mlir::Operation *>())
    if (user->getBlock() == store->getBlock() && user->isBeforeInBlock(store))
      standsAtHead = false;
  if (standsAtHead) {
    // The loop variable is the variable of the program.
    name = slotName(store.getSlot());
    if (!isDeclaredOutside(store.getSlot()))
      declare(store.getSlot());
    done.insert(store);
  } else {
    name = locals.choose(variable.use_empty() ? "_"
                         : pattern.element    ? "item"
                                              : "i");
    texts[variable].text = name;
  }
  std::string iterable =
      pattern.kind == LoopPattern::Counted ? "range(" + over.text + ")"
      : pattern.kind == LoopPattern::Elements
          ? exact(op, over, pattern.count->getOperand(0).getType())
          : over.text;
  line("for " + name + " in " + iterable + ":");
  body(op.getBodyBlock());
}
