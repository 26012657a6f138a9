//===- CodePropagation.cpp - Constants in a graph of values ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pass over the statements in order, as PyTorch makes it once before it
// prints a function.
//
//===----------------------------------------------------------------------===//

#include "CodeGraph.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"

using namespace torchscript;
namespace ts = mlir::ts;

static mlir::Attribute getConstant(const CodeValue *value) {
  return value->node && value->node->kind == CodeNode::Constant
             ? value->node->value
             : mlir::Attribute();
}

/// Whether two values are one, or constants of one value.
static bool areEqual(const CodeValue *a, const CodeValue *b) {
  if (a == b)
    return true;
  auto isNone = [](const CodeValue *value) {
    return value->node &&
           llvm::isa_and_nonnull<ts::ConstantNoneOp>(value->node->op);
  };
  mlir::Attribute value = getConstant(a);
  return (isNone(a) && isNone(b)) ||
         (value && value == getConstant(b) && a->type == b->type);
}

static void makeConstant(CodeNode &node, mlir::Attribute value) {
  while (!node.inputs.empty())
    removeInput(node, node.inputs.size() - 1);
  node.kind = CodeNode::Constant;
  node.op = nullptr;
  node.text.clear();
  node.value = value;
}

/// An operator on constants is a constant.
static void fold(CodeNode &node) {
  if (llvm::isa_and_nonnull<ts::IsNoneOp>(node.op) &&
      node.kind == CodeNode::Operation) {
    const CodeNode *operand = node.inputs[0]->node;
    bool isNone = llvm::isa_and_nonnull<ts::ConstantNoneOp>(operand->op);
    if (isNone || getConstant(node.inputs[0]))
      makeConstant(node, mlir::BoolAttr::get(node.op->getContext(), isNone));
    return;
  }
  auto op = llvm::dyn_cast_or_null<ts::OperatorOp>(node.op);
  bool isOperator = node.kind == CodeNode::Operation && op;
  if ((!isOperator && node.kind != CodeNode::Call) || node.outputs.size() != 1)
    return;
  llvm::SmallVector<mlir::Attribute> operands;
  for (const CodeValue *input : node.inputs)
    operands.push_back(getConstant(input));
  mlir::Attribute value =
      op ? foldOperator(op, operands)
         : foldOperator(node.text, node.outputs[0]->type, operands);
  if (value)
    makeConstant(node, value);
}

/// Results that no branch changes are what they are in both.
static void simplifyResults(CodeBlock &block, CodeNode &node) {
  CodeNode &left = node.blocks[0]->exit, &right = node.blocks[1]->exit;
  for (size_t i = 0; i < node.outputs.size();) {
    CodeValue *value = left.inputs[i];
    if (!areEqual(value, right.inputs[i])) {
      ++i;
      continue;
    }
    // A constant of a branch is moved in front of the `if`.
    CodeBlock &branch = *node.blocks[0];
    if (value->node->block == &branch &&
        value->node->kind == CodeNode::Constant) {
      auto here = llvm::find_if(branch.nodes, [&](const auto &other) {
        return other.get() == value->node;
      });
      auto place = llvm::find_if(
          block.nodes, [&](const auto &other) { return other.get() == &node; });
      (*here)->block = &block;
      block.nodes.splice(place, branch.nodes, here);
    }
    replaceUses(node.outputs[i], value);
    node.outputs.erase(node.outputs.begin() + i);
    removeInput(left, i);
    removeInput(right, i);
  }
}

/// What a loop hands on without a change is what it began with.
static void simplifyCarried(CodeNode &loop) {
  CodeBlock &body = *loop.blocks[0];
  size_t offset = loop.kind == CodeNode::While ? 1 : 0;
  for (size_t i = loop.outputs.size(); i-- > 0;) {
    CodeValue *parameter = body.parameters.outputs[i + 1];
    if (body.exit.inputs[i + offset] != parameter)
      continue;
    removeInput(body.exit, i + offset);
    CodeValue *start = loop.inputs[i + 1];
    replaceUses(loop.outputs[i], start);
    replaceUses(parameter, start);
    loop.outputs.erase(loop.outputs.begin() + i);
    body.parameters.outputs.erase(body.parameters.outputs.begin() + i + 1);
    removeInput(loop, i + 1);
  }
}

static void propagate(CodeBlock &block) {
  for (auto it = block.nodes.begin(); it != block.nodes.end();) {
    CodeNode &node = **it;
    fold(node);
    bool isLoop = node.kind == CodeNode::For || node.kind == CodeNode::While;
    auto condition = node.kind == CodeNode::If
                         ? llvm::dyn_cast_or_null<mlir::BoolAttr>(
                               getConstant(node.inputs[0]))
                         : mlir::BoolAttr();
    if (!condition) {
      for (const auto &inner : node.blocks)
        propagate(*inner);
      if (node.kind == CodeNode::If)
        simplifyResults(block, node);
      if (isLoop)
        simplifyCarried(node);
      ++it;
      continue;
    }
    // The branch that is taken stands in the place of the `if`.
    CodeBlock &taken = *node.blocks[condition.getValue() ? 0 : 1];
    propagate(taken);
    for (const auto &inner : taken.nodes)
      inner->block = &block;
    block.nodes.splice(it, taken.nodes);
    for (auto [output, value] : llvm::zip(node.outputs, taken.exit.inputs))
      replaceUses(output, value);
    dropUses(node);
    it = block.nodes.erase(it);
  }
}

void CodeGraph::propagateConstants() { propagate(body); }
