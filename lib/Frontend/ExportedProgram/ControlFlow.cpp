//===- ControlFlow.cpp - Operators that run graphs ------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `cond` becomes `ts.if`, `while_loop` becomes `ts.while`, `map_impl` and `scan`
// become `ts.for`; regions that only set a mode are written out.
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
  if (target == "map_impl" || target == "scan")
    return emitSlices(node, target == "map_impl");
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

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

static size_t countParts(const exported::Argument &argument) {
  return argument.kind == ArgumentKind::List ? argument.elements.size() : 1;
}

bool GraphEmitter::emitTurn(const exported::Graph &graph, ts::ForOp loop,
                            ValueRange inputs, ValueRange others,
                            SmallVectorImpl<Value> &lists) {
  auto tensor = ts::TSTensorType::get(builder.getContext());
  auto listType = ts::ListType::get(tensor);
  SmallVector<Value> arguments(loop.getRegionIterArgs());
  for (Value input : inputs)
    arguments.push_back(
        callOperator("aten::select.int", tensor,
                     {input, makeInt(0), loop.getInductionVar()}));
  llvm::append_range(arguments, others);
  auto results = emitInline(graph, arguments);
  if (!results)
    return false;
  size_t carried = loop.getInits().size();
  if (results->size() < carried) {
    fail("the graph gives less than is carried");
    return false;
  }
  for (Value output : ArrayRef<Value>(*results).drop_front(carried)) {
    if (!isa<ts::TSTensorType>(output.getType())) {
      fail("the graph gives something else than tensors");
      return false;
    }
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(loop);
    lists.push_back(
        builder.create<ts::ListConstructOp>(loc, listType, ValueRange()));
    builder.setInsertionPointToEnd(loop.getBodyBlock());
    callOperator("aten::append.t", listType, {lists.back(), output});
  }
  ValueRange next = ValueRange(*results).take_front(carried);
  if (!llvm::equal(next.getTypes(), loop.getInits().getTypes())) {
    fail("the graph gives other values than it is given");
    return false;
  }
  builder.create<ts::YieldOp>(loc, next);
  return true;
}

Value GraphEmitter::makeReversed(Value tensor) {
  Value dims = builder.create<ts::ListConstructOp>(
      loc, ts::ListType::get(builder.getI64Type()), ValueRange{makeInt(0)});
  return callOperator("aten::flip", tensor.getType(), {tensor, dims});
}

bool GraphEmitter::emitSlices(const exported::Node &node, bool isMap) {
  // (graph, [initial values,] tensors[, dim, reverse], further values)
  size_t first = isMap ? 1 : 2;
  SmallVector<const exported::Argument *> parts;
  for (auto &[name, argument] : node.inputs)
    parts.push_back(&argument);
  bool isOld = !isMap && parts.size() >= 5 &&
               parts[3]->kind == ArgumentKind::Int &&
               parts[4]->kind == ArgumentKind::Bool;
  // PyTorch 2.6 says the dimension, and whether it begins at the end; what it
  // gives is stacked along the first one, in the order of the slices.
  int64_t dim = isOld ? parts[3]->integer : 0;
  bool isReverse = isOld && parts[4]->integer != 0;
  if (isOld)
    parts.erase(parts.begin() + 3, parts.begin() + 5);
  if (parts.size() < first + 1 || parts[0]->kind != ArgumentKind::Graph ||
      countParts(*parts[first]) == 0) {
    fail("a graph, tensors and further values are expected");
    return false;
  }
  SmallVector<Value> operands;
  for (const exported::Argument *part : ArrayRef(parts).drop_front())
    for (const exported::Argument &each :
         part->kind == ArgumentKind::List
             ? ArrayRef<exported::Argument>(part->elements)
             : ArrayRef<exported::Argument>(*part)) {
      operands.push_back(getValue(each));
      if (!operands.back())
        return false;
    }
  ValueRange inits = ValueRange(operands).take_front(
      isMap ? 0 : countParts(*parts[1]));
  ValueRange inputs = ValueRange(operands).slice(inits.size(),
                                                 countParts(*parts[first]));
  ValueRange others =
      ValueRange(operands).drop_front(inits.size() + inputs.size());
  if (!llvm::all_of(inputs.getTypes(), llvm::IsaPred<ts::TSTensorType>)) {
    fail("only tensors have slices");
    return false;
  }
  SmallVector<Value> sliced;
  for (Value input : inputs) {
    if (dim != 0)
      input = callOperator("aten::movedim.int", input.getType(),
                           {input, makeInt(dim), makeInt(0)});
    sliced.push_back(isReverse ? makeReversed(input) : input);
  }
  Value count = callOperator("aten::size.int", builder.getI64Type(),
                             {sliced.front(), makeInt(0)});
  auto loop = builder.create<ts::ForOp>(loc, count, inits);
  loop->setAttr("ts.control_flow",
                builder.getStringAttr(isMap ? "map" : "scan"));
  SmallVector<Value> lists;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBodyBlock());
    if (!emitTurn(*parts[0]->graph, loop, sliced, others, lists))
      return false;
  }
  SmallVector<Value> results(loop.getResults());
  auto tensor = ts::TSTensorType::get(builder.getContext());
  for (Value list : lists) {
    Value stack = callOperator("aten::stack", tensor, {list, makeInt(0)});
    results.push_back(isReverse ? makeReversed(stack) : stack);
  }
  return bindResults(node, results);
}
