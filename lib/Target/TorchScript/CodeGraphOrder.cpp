//===- CodeGraphOrder.cpp - Which results a graph hands on ----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Results that nothing uses go, and the others are put in the order in which
// they are used.
//
//===----------------------------------------------------------------------===//

#include "CodeGraph.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"

#include <optional>

using namespace torchscript;
namespace ts = mlir::ts;

/// Whether a node does something besides its results.
static bool hasEffect(const CodeNode &node) {
  if (node.kind == CodeNode::Raise)
    return true;
  for (const auto &block : node.blocks)
    for (const auto &inner : block->nodes)
      if (hasEffect(*inner))
        return true;
  if (!node.op || node.kind != CodeNode::Operation)
    return node.kind == CodeNode::While;
  return !llvm::isa<ts::GetAttrOp, ts::ListConstructOp, ts::DictConstructOp>(
             node.op) &&
         !mlir::wouldOpBeTriviallyDead(node.op);
}

static void removeDead(CodeBlock &block) {
  for (auto it = block.nodes.end(); it != block.nodes.begin();) {
    --it;
    CodeNode &node = **it;
    bool isUsed = llvm::any_of(node.outputs,
                               [](CodeValue *v) { return !v->uses.empty(); });
    if (!isUsed && node.kind != CodeNode::Constant && !hasEffect(node)) {
      dropUses(node);
      it = block.nodes.erase(it);
      continue;
    }
    for (const auto &inner : node.blocks)
      removeDead(*inner);
  }
}

static bool removeUnusedResults(CodeBlock &block) {
  bool changed = false;
  for (auto &node : block.nodes) {
    bool isLoop = node->kind == CodeNode::For || node->kind == CodeNode::While;
    for (size_t i = node->blocks.empty() ? 0 : node->outputs.size(); i-- > 0;) {
      CodeBlock &body = *node->blocks[0];
      // A loop's value counts as used when a turn needs that of the last.
      CodeValue *parameter = isLoop ? body.parameters.outputs[i + 1] : nullptr;
      if (!node->outputs[i]->uses.empty() ||
          (parameter && !parameter->uses.empty()))
        continue;
      size_t exit = node->kind == CodeNode::While ? i + 1 : i;
      for (const auto &inner : node->blocks)
        removeInput(inner->exit, exit);
      if (isLoop) {
        removeInput(*node, i + 1);
        body.parameters.outputs.erase(body.parameters.outputs.begin() + i + 1);
      }
      node->outputs.erase(node->outputs.begin() + i);
      changed = true;
    }
    for (const auto &inner : node->blocks)
      changed |= removeUnusedResults(*inner);
  }
  return changed;
}

/// Whether a node stands before another in the text.
static bool isBefore(const CodeNode *a, const CodeNode *b) {
  auto chain = [](const CodeNode *node) {
    std::vector<const CodeNode *> parents{node};
    while (CodeNode *owner = parents.back()->block->owner)
      parents.push_back(owner);
    std::reverse(parents.begin(), parents.end());
    return parents;
  };
  auto left = chain(a), right = chain(b);
  size_t i = 0;
  while (i < left.size() && i < right.size() && left[i] == right[i])
    ++i;
  if (i == left.size() || i == right.size())
    return left.size() < right.size();
  if (left[i]->block != right[i]->block) {
    // Two branches of one `if`.
    for (const auto &block : left[i - 1]->blocks)
      if (block.get() == left[i]->block || block.get() == right[i]->block)
        return block.get() == left[i]->block;
    return false;
  }
  if (left[i]->kind == CodeNode::Exit || right[i]->kind == CodeNode::Exit)
    return right[i]->kind == CodeNode::Exit;
  for (const auto &node : left[i]->block->nodes)
    if (node.get() == left[i] || node.get() == right[i])
      return node.get() == left[i];
  return false;
}

template <typename T>
static void permute(std::vector<T> &values, size_t first,
                    llvm::ArrayRef<size_t> order) {
  std::vector<T> old(values.begin() + first, values.end());
  for (auto [i, from] : llvm::enumerate(order))
    values[first + i] = old[from];
}

static void permuteInputs(CodeNode &node, size_t first,
                          llvm::ArrayRef<size_t> order) {
  std::vector<CodeValue *> inputs = node.inputs;
  for (CodeValue *input : inputs)
    llvm::erase_if(input->uses, [&](auto &use) { return use.first == &node; });
  permute(inputs, first, order);
  node.inputs = inputs;
  for (auto [i, input] : llvm::enumerate(inputs))
    input->uses.push_back({&node, unsigned(i)});
}

/// From the end, as what is used first depends on the order of what follows.
static void order(CodeBlock &block) {
  for (auto &node : llvm::reverse(block.nodes)) {
    if (!node->outputs.empty() && !node->blocks.empty()) {
      using Use = std::pair<CodeNode *, unsigned>;
      auto isUseBefore = [](const Use &a, const Use &b) {
        return a.first == b.first ? a.second < b.second
                                  : isBefore(a.first, b.first);
      };
      std::vector<size_t> indices(node->outputs.size());
      std::vector<std::optional<Use>> uses;
      for (auto [i, output] : llvm::enumerate(node->outputs)) {
        indices[i] = i;
        auto first = std::min_element(output->uses.begin(), output->uses.end(),
                                      isUseBefore);
        uses.push_back(first == output->uses.end()
                           ? std::nullopt
                           : std::optional<Use>(*first));
      }
      llvm::sort(indices, [&](size_t a, size_t b) {
        if (uses[a] && uses[b])
          return isUseBefore(*uses[a], *uses[b]);
        return uses[a] || uses[b] ? uses[a].has_value() : a < b;
      });
      permute(node->outputs, 0, indices);
      bool isWhile = node->kind == CodeNode::While;
      for (const auto &inner : node->blocks)
        permuteInputs(inner->exit, isWhile ? 1 : 0, indices);
      if (node->kind != CodeNode::If) {
        permuteInputs(*node, 1, indices);
        permute(node->blocks[0]->parameters.outputs, 1, indices);
      }
    }
    for (const auto &inner : node->blocks)
      order(*inner);
  }
}

void CodeGraph::simplify() {
  do
    removeDead(body);
  while (removeUnusedResults(body));
  order(body);
}
