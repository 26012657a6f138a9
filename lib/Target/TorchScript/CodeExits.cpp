//===- CodeExits.cpp - Returns, breaks and continues as flags -------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PyTorch's graph has no jumps. Where an exit may have been met, a flag says so
// beside the values that are handed out, and what follows stands in an `if` on
// that flag. First go breaks and continues, each to its loop, then returns.
//
//===----------------------------------------------------------------------===//

#include "CodeGraph.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace torchscript;

namespace {
using Values = std::vector<CodeValue *>;
using NodeIterator = std::list<std::unique_ptr<CodeNode>>::iterator;

/// Lowers the exits of one kind.
class ExitLowering {
public:
  /// What is known of a block: whether an exit was met in it.
  enum class Status { Always, Maybe, Never, Throws };

  ExitLowering(CodeGraph &graph, CodeNode::Kind kind, mlir::Type result,
               mlir::MLIRContext *context);
  void run() { lower(graph.body); }

private:
  /// The flag, and what is handed out where it holds.
  struct Exit {
    CodeValue *flag;
    Values values;
  };

  CodeValue *makeFlag(bool value);
  CodeValue *getMissing(mlir::Type type);
  Values getMissing(const Values &like);
  Status getStatus(const Exit &exit) const;

  Exit lower(CodeBlock &block);
  Exit lowerIf(CodeNode &node);
  Exit lowerLoop(CodeNode &node);
  Exit guard(CodeBlock &block, const Exit &exit, NodeIterator first);
  void removeFrom(CodeBlock &block, NodeIterator first);
  void leave(CodeBlock &block, const Exit &exit);
  void addResults(CodeNode &node, const Values &left, const Values &right);

  CodeGraph &graph;
  CodeNode::Kind kind;
  mlir::Type result;
  mlir::MLIRContext *context;
  llvm::DenseMap<mlir::Type, CodeValue *> missing;
  CodeValue *always, *never, *throws;
  CodeBlock *target = nullptr;
};
} // namespace

ExitLowering::ExitLowering(CodeGraph &graph, CodeNode::Kind kind,
                           mlir::Type result, mlir::MLIRContext *context)
    : graph(graph), kind(kind), result(result), context(context) {
  always = makeFlag(true);
  never = makeFlag(false);
  throws = getMissing(mlir::IntegerType::get(context, 1));
}

static CodeNode *getFirst(CodeBlock &block) {
  return block.nodes.empty() ? nullptr : block.nodes.front().get();
}

CodeValue *ExitLowering::makeFlag(bool value) {
  CodeNode *node =
      graph.insert(graph.body, getFirst(graph.body), CodeNode::Constant);
  node->value = mlir::BoolAttr::get(context, value);
  return graph.addOutput(node, mlir::IntegerType::get(context, 1));
}

CodeValue *ExitLowering::getMissing(mlir::Type type) {
  CodeValue *&value = missing[type];
  if (!value)
    value = graph.addOutput(
        graph.insert(graph.body, getFirst(graph.body), CodeNode::Missing),
        type);
  return value;
}

Values ExitLowering::getMissing(const Values &like) {
  Values values;
  for (CodeValue *value : like)
    values.push_back(getMissing(value->type));
  return values;
}

ExitLowering::Status ExitLowering::getStatus(const Exit &exit) const {
  return exit.flag == always   ? Status::Always
         : exit.flag == never  ? Status::Never
         : exit.flag == throws ? Status::Throws
                               : Status::Maybe;
}

void ExitLowering::addResults(CodeNode &node, const Values &left,
                              const Values &right) {
  for (auto [a, b] : llvm::zip(left, right)) {
    addInput(&node.blocks[0]->exit, a);
    addInput(&node.blocks[1]->exit, b);
    graph.addOutput(&node,
                    unifyTypes(a->type, b->type, result ? result : a->type));
  }
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// What is not reached goes, and nobody reads what it made.
void ExitLowering::removeFrom(CodeBlock &block, NodeIterator first) {
  while (first != block.nodes.end()) {
    CodeNode &node = *block.nodes.back();
    for (CodeValue *output : node.outputs)
      if (!output->uses.empty())
        replaceUses(output, getMissing(output->type));
    dropUses(node);
    bool isLast = &node == first->get();
    block.nodes.pop_back();
    if (isLast)
      return;
  }
}

/// Nodes behind an exit that may have been met stand in the second branch of an
/// `if`; the first one exits.
ExitLowering::Exit ExitLowering::guard(CodeBlock &block, const Exit &exit,
                                       NodeIterator first) {
  CodeNode *node = graph.insert(block, first->get(), CodeNode::If);
  addInput(node, exit.flag);
  CodeBlock &leaving = addBlock(*node), &rest = addBlock(*node);
  moveToEnd(block, first, block.nodes.end(), rest);
  Values outputs = block.exit.inputs;
  while (!block.exit.inputs.empty())
    removeInput(block.exit, block.exit.inputs.size() - 1);
  addResults(*node, getMissing(outputs), outputs);
  for (CodeValue *output : node->outputs)
    addInput(&block.exit, output);
  CodeNode *jump = graph.insert(leaving, nullptr, kind);
  for (CodeValue *value : exit.values)
    addInput(jump, value);
  return lowerIf(*node);
}

/// A block that exits of this kind lead to the end of has their values.
void ExitLowering::leave(CodeBlock &block, const Exit &exit) {
  Values outputs = exit.values;
  if (getStatus(exit) == Status::Maybe) {
    CodeNode *node = graph.insert(block, nullptr, CodeNode::If);
    addInput(node, exit.flag);
    addBlock(*node);
    addBlock(*node);
    addResults(*node, exit.values, block.exit.inputs);
    outputs = node->outputs;
  } else if (getStatus(exit) != Status::Always) {
    return;
  }
  while (!block.exit.inputs.empty())
    removeInput(block.exit, block.exit.inputs.size() - 1);
  for (CodeValue *value : outputs)
    addInput(&block.exit, value);
}

ExitLowering::Exit ExitLowering::lower(CodeBlock &block) {
  CodeBlock *before = target;
  bool isLoop = block.owner && (block.owner->kind == CodeNode::For ||
                                block.owner->kind == CodeNode::While);
  if (kind == CodeNode::Return ? !block.owner : isLoop)
    target = &block;
  Exit exit{never, {}};
  for (auto it = block.nodes.begin(); it != block.nodes.end();) {
    CodeNode &node = **it;
    auto next = std::next(it);
    if (node.kind == CodeNode::Raise) {
      exit = {throws, {}};
    } else if (node.kind == kind) {
      exit = {always, node.inputs};
      dropUses(node);
      block.nodes.erase(it);
    } else if (node.kind == CodeNode::If) {
      exit = lowerIf(node);
    } else if (node.kind == CodeNode::For || node.kind == CodeNode::While) {
      exit = lowerLoop(node);
    }
    it = next;
    Status status = getStatus(exit);
    if (status == Status::Always || status == Status::Throws) {
      removeFrom(block, it);
      break;
    }
    if (status == Status::Maybe) {
      if (it != block.nodes.end())
        exit = guard(block, exit, it);
      break;
    }
  }
  // An exit leads to its target and no farther.
  if (target == &block) {
    leave(block, exit);
    exit = {never, {}};
  }
  target = before;
  return exit;
}

//===----------------------------------------------------------------------===//
// Branches and loops
//===----------------------------------------------------------------------===//

ExitLowering::Exit ExitLowering::lowerIf(CodeNode &node) {
  Exit left = lower(*node.blocks[0]), right = lower(*node.blocks[1]);
  Status first = getStatus(left), second = getStatus(right);
  // A branch that raises says nothing about what follows.
  Status status = first == Status::Throws    ? second
                  : second == Status::Throws ? first
                  : first == second          ? first
                                             : Status::Maybe;
  if (status == Status::Throws)
    return {throws, {}};
  if (status == Status::Never)
    return {never, {}};
  auto isMet = [](Status status) {
    return status == Status::Always || status == Status::Maybe;
  };
  if (!isMet(first))
    left.values = getMissing(right.values);
  else if (!isMet(second))
    right.values = getMissing(left.values);
  CodeValue *flag = always;
  if (status != Status::Always) {
    addResults(node, {left.flag}, {right.flag});
    flag = node.outputs.back();
  }
  size_t start = node.outputs.size();
  addResults(node, left.values, right.values);
  return {flag, Values(node.outputs.begin() + start, node.outputs.end())};
}

ExitLowering::Exit ExitLowering::lowerLoop(CodeNode &node) {
  CodeBlock &body = *node.blocks[0];
  Exit exit = lower(body);
  Status status = getStatus(exit);
  // The body of a loop may not run at all.
  if (status == Status::Never || status == Status::Throws)
    return {never, {}};
  CodeNode *test = graph.insert(body, nullptr, CodeNode::If);
  addInput(test, exit.flag);
  addBlock(*test);
  addBlock(*test);
  addResults(*test, {never}, {body.exit.inputs[0]});
  replaceInput(body.exit, 0, test->outputs[0]);
  auto carry = [&](CodeValue *start, CodeValue *next) {
    addInput(&node, start);
    graph.addOutput(&body.parameters, next->type);
    addInput(&body.exit, next);
    return graph.addOutput(&node, next->type);
  };
  Exit outside{carry(never, exit.flag), {}};
  for (CodeValue *value : exit.values)
    outside.values.push_back(carry(getMissing(value->type), value));
  return outside;
}

//===----------------------------------------------------------------------===//
// Consecutive branches
//===----------------------------------------------------------------------===//

static mlir::BoolAttr getFlag(const CodeValue *value) {
  return llvm::dyn_cast_or_null<mlir::BoolAttr>(
      value->node ? value->node->value : mlir::Attribute());
}

/// An `if` on a flag that each branch of the `if` in front of it sets goes into
/// these branches.
static bool joinIfs(CodeGraph &graph, CodeBlock &block, NodeIterator it) {
  CodeNode &first = **it;
  auto next = std::next(it);
  if (first.kind != CodeNode::If || next == block.nodes.end())
    return false;
  CodeNode &second = **next;
  if (second.kind != CodeNode::If || second.inputs[0]->node != &first)
    return false;
  size_t index =
      llvm::find(first.outputs, second.inputs[0]) - first.outputs.begin();
  mlir::BoolAttr flags[2];
  for (int i = 0; i < 2; ++i)
    flags[i] = getFlag(first.blocks[i]->exit.inputs[index]);
  if (!flags[0] || !flags[1] || flags[0] == flags[1])
    return false;
  for (int i = 0; i < 2; ++i) {
    CodeBlock &to = *first.blocks[i];
    CodeBlock &from = *second.blocks[flags[i].getValue() ? 0 : 1];
    moveToEnd(from, from.nodes.begin(), from.nodes.end(), to);
    for (CodeValue *value : from.exit.inputs)
      addInput(&to.exit, value);
    dropUses(from.exit);
    // In the branch a result of the first is what the branch hands out.
    for (auto [index, output] : llvm::enumerate(first.outputs)) {
      CodeValue *own = to.exit.inputs[index];
      auto isInside = [&](const CodeNode *user) {
        for (const CodeBlock *b = user->block; b;
             b = b->owner ? b->owner->block : nullptr)
          if (b == &to)
            return true;
        return false;
      };
      auto uses = output->uses;
      for (auto [user, operand] : uses)
        if (isInside(user))
          replaceInput(*user, operand, own);
    }
  }
  for (CodeValue *output : second.outputs)
    replaceUses(output, graph.addOutput(&first, output->type));
  removeInput(second, 0);
  block.nodes.erase(next);
  return true;
}

static void joinIfs(CodeGraph &graph, CodeBlock &block) {
  for (auto it = block.nodes.begin(); it != block.nodes.end();) {
    for (const auto &inner : (*it)->blocks)
      joinIfs(graph, *inner);
    if (!joinIfs(graph, block, it))
      ++it;
  }
}

//===----------------------------------------------------------------------===//
// Loops over ranges that end early
//===----------------------------------------------------------------------===//

static CodeValue *addCall(CodeGraph &graph, CodeBlock &block, CodeNode *before,
                          llvm::StringRef name, mlir::Type type,
                          llvm::ArrayRef<CodeValue *> inputs) {
  CodeNode *node = graph.insert(block, before, CodeNode::Call);
  node->text = name.str();
  for (CodeValue *input : inputs)
    addInput(node, input);
  return graph.addOutput(node, type);
}

/// A loop that ends early is a `while` that counts.
static void countTurns(CodeGraph &graph, CodeNode &loop,
                       mlir::MLIRContext *context) {
  CodeBlock &block = *loop.block, &body = *loop.blocks[0];
  mlir::Builder builder(context);
  mlir::Type truth = builder.getI1Type(), number = builder.getI64Type();
  auto constant = [&](int64_t value) {
    CodeNode *node = graph.insert(block, &loop, CodeNode::Constant);
    node->value = builder.getI64IntegerAttr(value);
    return graph.addOutput(node, number);
  };
  CodeValue *zero = constant(0), *one = constant(1);
  CodeValue *count = loop.inputs[0];
  replaceInput(loop, 0,
               addCall(graph, block, &loop, "gt", truth, {count, zero}));
  loop.kind = CodeNode::While;
  addInput(&loop, zero);
  graph.addOutput(&loop, number);
  CodeValue *turn = graph.addOutput(&body.parameters, number);
  CodeValue *first = body.parameters.outputs[0];
  replaceUses(first, turn);
  first->name.clear();
  first->type = truth;
  CodeValue *next = addCall(graph, body, nullptr, "add", number, {turn, one});
  addInput(&body.exit, next);
  CodeValue *isLess = addCall(graph, body, nullptr, "lt", truth, {next, count});
  replaceInput(body.exit, 0,
               addCall(graph, body, nullptr, "__and__", truth,
                       {isLess, body.exit.inputs[0]}));
}

static void countTurns(CodeGraph &graph, CodeBlock &block,
                       mlir::MLIRContext *context) {
  for (const auto &node : block.nodes) {
    for (const auto &inner : node->blocks)
      countTurns(graph, *inner, context);
    if (node->kind != CodeNode::For)
      continue;
    CodeBlock &body = *node->blocks[0];
    mlir::BoolAttr goesOn = getFlag(body.exit.inputs[0]);
    if (goesOn && goesOn.getValue())
      removeInput(body.exit, 0);
    else
      countTurns(graph, *node, context);
  }
}

void CodeGraph::lowerExits(mlir::MLIRContext *context, mlir::Type result) {
  // Behind the last statement is the value that is returned there.
  if (result)
    addInput(&body.exit,
             addOutput(insert(body, nullptr, CodeNode::Missing), result));
  ExitLowering(*this, CodeNode::GoOn, result, context).run();
  ExitLowering(*this, CodeNode::Return, result, context).run();
  joinIfs(*this, body);
  countTurns(*this, body, context);
}
