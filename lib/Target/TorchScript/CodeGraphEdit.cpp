//===- CodeGraphEdit.cpp - Changes of a graph of values -------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGraph.h"

#include "llvm/ADT/STLExtras.h"

using namespace torchscript;
namespace ts = mlir::ts;

void torchscript::setUp(CodeBlock &block, CodeNode *owner) {
  block.owner = owner;
  for (CodeNode *node : {&block.parameters, &block.exit})
    node->block = &block;
  block.parameters.kind = CodeNode::Parameter;
  block.exit.kind = CodeNode::Exit;
}

CodeBlock &torchscript::addBlock(CodeNode &node) {
  node.blocks.push_back(std::make_unique<CodeBlock>());
  setUp(*node.blocks.back(), &node);
  return *node.blocks.back();
}

CodeNode *CodeGraph::insert(CodeBlock &block, CodeNode *before,
                            CodeNode::Kind kind, mlir::Operation *op) {
  auto place = before ? llvm::find_if(block.nodes,
                                      [&](const auto &node) {
                                        return node.get() == before;
                                      })
                      : block.nodes.end();
  auto made = block.nodes.insert(place, std::make_unique<CodeNode>());
  CodeNode *node = made->get();
  node->kind = kind;
  node->op = op;
  node->block = &block;
  return node;
}

CodeValue *CodeGraph::addOutput(CodeNode *node, mlir::Type type,
                                std::string name) {
  values.push_back(std::make_unique<CodeValue>());
  CodeValue *value = values.back().get();
  value->node = node;
  value->type = type;
  value->name = std::move(name);
  node->outputs.push_back(value);
  return value;
}

void torchscript::addInput(CodeNode *node, CodeValue *value) {
  value->uses.push_back({node, unsigned(node->inputs.size())});
  node->inputs.push_back(value);
}

void torchscript::removeInput(CodeNode &node, size_t index) {
  CodeValue *value = node.inputs[index];
  llvm::erase_if(value->uses, [&](auto &use) {
    return use.first == &node && use.second == index;
  });
  node.inputs.erase(node.inputs.begin() + index);
  for (size_t i = index; i < node.inputs.size(); ++i)
    for (auto &use : node.inputs[i]->uses)
      if (use.first == &node && use.second == i + 1)
        use.second = i;
}

void torchscript::replaceInput(CodeNode &node, size_t index, CodeValue *value) {
  llvm::erase_if(node.inputs[index]->uses, [&](auto &use) {
    return use.first == &node && use.second == index;
  });
  node.inputs[index] = value;
  value->uses.push_back({&node, unsigned(index)});
}

void torchscript::replaceUses(CodeValue *value, CodeValue *other) {
  if (value == other)
    return;
  for (auto [user, index] : value->uses) {
    user->inputs[index] = other;
    other->uses.push_back({user, index});
  }
  value->uses.clear();
}

void torchscript::dropUses(CodeNode &node) {
  for (CodeValue *input : node.inputs)
    llvm::erase_if(input->uses, [&](auto &use) { return use.first == &node; });
  for (const auto &block : node.blocks) {
    dropUses(block->exit);
    for (const auto &inner : block->nodes)
      dropUses(*inner);
  }
}

void torchscript::moveToEnd(
    CodeBlock &from, std::list<std::unique_ptr<CodeNode>>::iterator first,
    std::list<std::unique_ptr<CodeNode>>::iterator last, CodeBlock &to) {
  for (auto it = first; it != last; ++it)
    (*it)->block = &to;
  to.nodes.splice(to.nodes.end(), from.nodes, first, last);
}

mlir::Type torchscript::unifyTypes(mlir::Type left, mlir::Type right,
                                   mlir::Type wide) {
  auto isOptionalOf = [](mlir::Type type, mlir::Type element) {
    auto optional = llvm::dyn_cast<ts::OptionalType>(type);
    return optional && (optional.getElementType() == element ||
                        llvm::isa<ts::TSNoneType>(element));
  };
  if (left == right || isOptionalOf(left, right))
    return left;
  if (isOptionalOf(right, left))
    return right;
  if (llvm::isa<ts::TSNoneType>(left))
    return ts::OptionalType::get(right);
  if (llvm::isa<ts::TSNoneType>(right))
    return ts::OptionalType::get(left);
  return wide;
}
