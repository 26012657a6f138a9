//===- ControlFlow.cpp - Operators that run graphs ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `cond` becomes `ts.if`, `while_loop` becomes `ts.while`; regions that only
// set a mode are written out.
//
//===----------------------------------------------------------------------===//

#include "GraphEmitter.h"

#include "llvm/ADT/ScopeExit.h"

using namespace torchscript;
using namespace mlir;
using ArgumentKind = exported::Argument::Kind;

std::optional<SmallVector<Value>>
GraphEmitter::getOperands(const exported::Node &node, size_t first) {
  SmallVector<Value> operands;
  for (size_t i = first; i < node.inputs.size(); ++i) {
    const exported::Argument &argument = node.inputs[i].second;
    ArrayRef<exported::Argument> parts =
        argument.kind == ArgumentKind::List
            ? ArrayRef<exported::Argument>(argument.elements)
            : ArrayRef<exported::Argument>(argument);
    for (const exported::Argument &part : parts) {
      operands.push_back(getValue(part));
      if (!operands.back())
        return std::nullopt;
    }
  }
  return operands;
}

std::optional<SmallVector<Value>>
GraphEmitter::emitInline(const exported::Graph &graph, ValueRange operands) {
  if (++depth > 64) {
    fail("graphs are nested too deep");
    return std::nullopt;
  }
  if (graph.inputs.size() != operands.size()) {
    fail("a graph of " + Twine(graph.inputs.size()) + " inputs is given " +
         Twine(operands.size()));
    return std::nullopt;
  }
  // Its names are its own.
  llvm::StringMap<Value> outer = std::move(values);
  values.clear();
  auto restore = llvm::make_scope_exit([&] {
    values = std::move(outer);
    --depth;
  });
  for (auto [input, operand] : llvm::zip_equal(graph.inputs, operands))
    if ((input.kind == ArgumentKind::Tensor ||
         input.kind == ArgumentKind::Symbol) &&
        !define(input.text, operand))
      return std::nullopt;
  if (!emit(graph))
    return std::nullopt;
  SmallVector<Value> results;
  for (const exported::Argument &output : graph.outputs) {
    results.push_back(getValue(output));
    if (!results.back())
      return std::nullopt;
  }
  return results;
}

std::optional<bool> GraphEmitter::emitControlFlow(const exported::Node &node) {
  StringRef target = node.target;
  if (!target.consume_front("torch.ops.higher_order."))
    return std::nullopt;
  if (target == "cond")
    return emitCond(node);
  if (target == "while_loop")
    return emitWhile(node);
  // (flags..., graph, operands...)
  if (target == "wrap_with_set_grad_enabled" ||
      target == "wrap_with_autocast") {
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      const exported::Argument &argument = node.inputs[i].second;
      if (argument.kind != ArgumentKind::Graph)
        continue;
      auto operands = getOperands(node, i + 1);
      auto results =
          operands ? emitInline(*argument.graph, *operands) : std::nullopt;
      return results && bindResults(node, *results);
    }
  }
  fail("this operator of control flow is not supported");
  return false;
}

/// The results of both branches have to be of the same types.
static bool haveSameTypes(ArrayRef<Value> a, ArrayRef<Value> b) {
  return llvm::equal(ValueRange(a).getTypes(), ValueRange(b).getTypes());
}

bool GraphEmitter::emitCond(const exported::Node &node) {
  if (node.inputs.size() < 3 ||
      node.inputs[1].second.kind != ArgumentKind::Graph ||
      node.inputs[2].second.kind != ArgumentKind::Graph) {
    fail("a condition, two graphs and operands are expected");
    return false;
  }
  Value predicate = getValue(node.inputs[0].second);
  Value condition = predicate ? getCondition(predicate) : nullptr;
  auto operands = getOperands(node, 3);
  if (!condition || !operands)
    return false;
  // The types of the results are only known behind the branches.
  Block thenBlock, elseBlock;
  SmallVector<Value> results[2];
  Block *blocks[] = {&thenBlock, &elseBlock};
  for (auto [i, block] : llvm::enumerate(blocks)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(block);
    auto made = emitInline(*node.inputs[i + 1].second.graph, *operands);
    if (!made)
      return false;
    results[i] = std::move(*made);
    builder.create<ts::YieldOp>(loc, results[i]);
  }
  if (!haveSameTypes(results[0], results[1])) {
    fail("the two graphs give different results");
    return false;
  }
  auto branch = builder.create<ts::IfOp>(
      loc, TypeRange(ValueRange(results[0])), condition, true);
  branch->setAttr("ts.control_flow", builder.getStringAttr("cond"));
  for (auto [target, block] :
       {std::pair(branch.getThenBlock(), &thenBlock),
        std::pair(branch.getElseBlock(), &elseBlock)}) {
    target->clear();
    target->getOperations().splice(target->begin(), block->getOperations());
  }
  return bindResults(node, branch.getResults());
}

bool GraphEmitter::emitWhile(const exported::Node &node) {
  // (condition, body, carried values, other values)
  if (node.inputs.size() < 3 ||
      node.inputs[0].second.kind != ArgumentKind::Graph ||
      node.inputs[1].second.kind != ArgumentKind::Graph) {
    fail("two graphs, carried values and further values are expected");
    return false;
  }
  const exported::Argument &carriedList = node.inputs[2].second;
  size_t count = carriedList.kind == ArgumentKind::List
                     ? carriedList.elements.size()
                     : 1;
  auto operands = getOperands(node, 2);
  if (!operands)
    return false;
  ValueRange inits = ValueRange(*operands).take_front(count);
  ValueRange others = ValueRange(*operands).drop_front(count);
  auto loop = builder.create<ts::WhileOp>(loc, inits);
  loop->setAttr("ts.control_flow", builder.getStringAttr("while_loop"));
  OpBuilder::InsertionGuard guard(builder);
  for (size_t i = 0; i < 2; ++i) {
    Block *block = i == 0 ? loop.getConditionBlock() : loop.getBodyBlock();
    if (!block->empty())
      block->clear();
    builder.setInsertionPointToStart(block);
    SmallVector<Value> inputs(block->getArguments());
    llvm::append_range(inputs, others);
    auto results = emitInline(*node.inputs[i].second.graph, inputs);
    if (!results)
      return false;
    if (i == 0) {
      Value holds =
          results->size() == 1 ? getCondition(results->front()) : nullptr;
      if (!holds) {
        fail("the condition gives no condition");
        return false;
      }
      builder.create<ts::ConditionOp>(loc, holds,
                                      block->getArguments());
      continue;
    }
    if (!llvm::equal(ValueRange(*results).getTypes(), inits.getTypes())) {
      fail("the body gives other values than it is given");
      return false;
    }
    builder.create<ts::YieldOp>(loc, *results);
  }
  builder.setInsertionPointAfter(loop);
  return bindResults(node, loop.getResults());
}
