//===- TensorAliases.cpp - Which tensors share storage --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk that unites values, then one that gathers effects by class.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Analysis/TensorAliases.h"

#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Base/Schema/Schema.h"
#include "TorchScript/Dialect/TS/IR/OperatorInfo.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::ts;

/// The node of all that is external.
static constexpr unsigned kExternal = 0;

/// Whether a value of the type may lead to a tensor.
static bool mayHoldTensor(Type type) {
  if (type.isIntOrFloat())
    return false;
  return type
      .walk([](Type part) {
        return isa<TSTensorType, AnyType, ObjectType, InterfaceType,
                   CapsuleType, AnyListType, AnyTupleType, FutureType>(part)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

unsigned TensorAliases::find(unsigned node) const {
  while (parents[node] != node)
    node = parents[node] = parents[parents[node]];
  return node;
}

std::optional<unsigned> TensorAliases::lookup(Value value) const {
  auto it = nodes.find(value);
  if (it == nodes.end())
    return std::nullopt;
  return find(it->second);
}

unsigned TensorAliases::getNode(Value value) {
  auto [it, isNew] = nodes.try_emplace(value, parents.size());
  if (isNew)
    parents.push_back(it->second);
  return it->second;
}

void TensorAliases::unite(unsigned a, unsigned b) {
  a = find(a);
  b = find(b);
  // What is external stays the root of its class.
  parents[std::max(a, b)] = std::min(a, b);
}

void TensorAliases::uniteAll(Operation *op) {
  std::optional<unsigned> first;
  auto add = [&](Value value) {
    if (!mayHoldTensor(value.getType()))
      return;
    unsigned node = getNode(value);
    if (first)
      unite(*first, node);
    first = node;
  };
  llvm::for_each(op->getOperands(), add);
  llvm::for_each(op->getResults(), add);
}

/// Whether a list is read by operators that keep nothing of it.
static bool isOnlyRead(ListConstructOp list) {
  return isListOnlyRead(list.getResult()) &&
         llvm::all_of(list->getUsers(), [](Operation *user) {
           auto op = dyn_cast<OperatorOp>(user);
           return op && !mayResultAlias(op);
         });
}

void TensorAliases::uniteResults(OperatorOp op) {
  const torchscript::FunctionSchema *schema =
      torchscript::SchemaRegistry::get().find(op.getName());
  if (!schema)
    return uniteAll(op);
  for (auto [index, result] : llvm::enumerate(op.getResults())) {
    llvm::SmallVector<unsigned, 2> operands =
        schema->getAliasedArguments(index);
    // Any operand, where the schema does not say which.
    if (operands.empty())
      return uniteAll(op);
    if (mayHoldTensor(result.getType()))
      for (unsigned operand : operands)
        unite(getNode(result), getNode(op.getArgs()[operand]));
  }
}

void TensorAliases::visitOperator(OperatorOp op) {
  OperatorInfo info = lookupOperator(op.getName());
  if (!info.known) {
    uniteAll(op);
    auto escape = [&](Value value) {
      if (!mayHoldTensor(value.getType()))
        return false;
      unite(getNode(value), kExternal);
      return true;
    };
    // An operator that gets no tensor has none to write to (aten::format).
    for (Value value : op->getOperands())
      callsWrite |= escape(value);
    for (Value value : op->getResults())
      escape(value);
    return;
  }
  if (storesOperands(op))
    uniteAll(op);
  else if (mayResultAlias(op))
    uniteResults(op);
  for (auto [index, operand] : llvm::enumerate(op.getArgs())) {
    if (!writesTensorsOf(op, index))
      continue;
    writes.emplace_back(getNode(operand), op);
    if (changesShape(op))
      reshaped.push_back(getNode(operand));
  }
}

void TensorAliases::visitControlFlow(Operation *op) {
  auto uniteEach = [&](ValueRange a, ValueRange b) {
    for (auto [left, right] : llvm::zip(a, b))
      if (mayHoldTensor(left.getType()) || mayHoldTensor(right.getType()))
        unite(getNode(left), getNode(right));
  };
  for (Region &region : op->getRegions()) {
    if (region.empty())
      continue;
    Operation *end = region.front().getTerminator();
    ValueRange given = end->getOperands();
    if (isa<ConditionOp>(end))
      given = given.drop_front();
    uniteEach(given, op->getResults());
  }
  if (auto loop = dyn_cast<ForOp>(op)) {
    uniteEach(loop.getInits(), loop.getResults());
    uniteEach(loop.getBodyBlock()->getArguments().drop_front(),
              loop.getResults());
  } else if (auto loop = dyn_cast<WhileOp>(op)) {
    uniteEach(loop.getInits(), loop.getResults());
    uniteEach(loop.getConditionBlock()->getArguments(), loop.getResults());
    uniteEach(loop.getBodyBlock()->getArguments(), loop.getResults());
  }
}

void TensorAliases::visit(Operation *op) {
  if (auto operation = dyn_cast<OperatorOp>(op))
    return visitOperator(operation);
  if (isa<IfOp, ForOp, WhileOp>(op))
    return visitControlFlow(op);
  if (auto overwrite = dyn_cast<TensorOverwriteOp>(op)) {
    writes.emplace_back(getNode(overwrite.getTensor()), op);
    return;
  }
  // These keep nothing and make nothing that is older than they.
  if (isa<TensorValueOp, TensorRefOp, PrintOp, IsNoneOp, IsInstanceOp,
          UninitializedOp, YieldOp, ConditionOp, func::ReturnOp, func::FuncOp>(
          op) ||
      op->hasTrait<OpTrait::ConstantLike>())
    return;
  if (auto list = dyn_cast<ListConstructOp>(op); list && isOnlyRead(list))
    return;
  uniteAll(op);
  if (isa<DerefineOp, UncheckedCastOp, UnwrapOp, BoxOp, UnboxOp,
          TupleConstructOp, TupleIndexOp, TupleSliceOp, ListConstructOp,
          ListUnpackOp, DictConstructOp>(op))
    return;
  auto escape = [&](Value value) {
    if (mayHoldTensor(value.getType()))
      unite(getNode(value), kExternal);
  };
  llvm::for_each(op->getOperands(), escape);
  llvm::for_each(op->getResults(), escape);
  callsWrite |= mayWriteUnseen(op);
}

TensorAliases::TensorAliases(func::FuncOp function) {
  parents.push_back(kExternal);
  if (function.isExternal())
    return;
  for (Value argument : function.getArguments())
    unite(getNode(argument), kExternal);
  function.walk<WalkOrder::PreOrder>([&](Operation *op) { visit(op); });
  for (auto [node, op] : writes)
    effects[find(node)].writes.push_back(op);
  for (unsigned node : reshaped)
    effects[find(node)].isReshaped = true;
}

void TensorAliases::replace(Value old, Value value) {
  if (std::optional<unsigned> node = lookup(old))
    nodes[value] = *node;
}

bool TensorAliases::mayAlias(Value a, Value b) const {
  std::optional<unsigned> first = lookup(a), second = lookup(b);
  return first && second && first == second;
}

bool TensorAliases::isExternal(Value value) const {
  return lookup(value) == kExternal;
}

bool TensorAliases::isWritten(Value value) const {
  std::optional<unsigned> node = lookup(value);
  if (!node)
    return false;
  return (*node == kExternal && callsWrite) ||
         !effects.lookup(*node).writes.empty();
}

bool TensorAliases::writesExternal() const {
  return callsWrite || !effects.lookup(kExternal).writes.empty();
}

bool TensorAliases::isReshaped(Value value) const {
  std::optional<unsigned> node = lookup(value);
  return node && effects.lookup(*node).isReshaped;
}

SmallVector<Operation *> TensorAliases::getWrites(Value value) const {
  std::optional<unsigned> node = lookup(value);
  return node ? effects.lookup(*node).writes : SmallVector<Operation *>();
}
