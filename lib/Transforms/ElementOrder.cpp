//===- ElementOrder.cpp - The order of elements in memory -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Orders begin at permutations, formats that are asked for and arguments; most
// operators give their results the order of an operand.
//
//===----------------------------------------------------------------------===//

#include "ElementOrder.h"

#include "TorchScript/Analysis/Mutation.h"
#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/ElementOrder.h"
#include "TorchScript/Dialect/TS/IR/IncomingValues.h"
#include "TorchScript/Operators/Registry.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::ts;

bool ts::isStridedArgument(Value tensor) {
  auto argument = dyn_cast<BlockArgument>(tensor);
  auto function =
      argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
               : func::FuncOp();
  return function && function.getArgAttr(argument.getArgNumber(), kStridedAttr);
}

SmallVector<Value> ts::getTensors(OperatorOp op) {
  SmallVector<Value> tensors;
  for (Value operand : op.getArgs()) {
    operand = lookThroughCasts(operand);
    if (isa<TSTensorType>(operand.getType()))
      tensors.push_back(operand);
    else if (std::optional<SmallVector<Value>> list = getListElements(operand))
      llvm::append_range(
          tensors, llvm::make_filter_range(*list, [](Value item) {
            return isa<TSTensorType>(lookThroughCasts(item).getType());
          }));
  }
  return tensors;
}

SmallVector<Value> ts::getYielded(IfOp branch, Value result) {
  unsigned index = cast<OpResult>(result).getResultNumber();
  return llvm::map_to_vector(branch->getRegions(), [&](Region &region) {
    return region.front().getTerminator()->getOperand(index);
  });
}

/// Whether the elements of a tensor may lie in memory in another order than
/// that of their indices, or with gaps for an argument of a function. `seen` are
/// the tensors that were looked at.
static bool isReordered(Value tensor, llvm::SmallDenseSet<Value> &seen) {
  tensor = lookThroughCasts(tensor);
  if (isStridedArgument(tensor))
    return true;
  if (!seen.insert(tensor).second)
    return false;
  if (auto branch = tensor.getDefiningOp<IfOp>())
    return llvm::any_of(getYielded(branch, tensor),
                        [&](Value value) { return isReordered(value, seen); });
  auto op = tensor.getDefiningOp<OperatorOp>();
  if (!op)
    return false;
  if (op->hasAttr(kStridedAttr))
    return true;
  switch (getOrder(op)) {
  case ElementOrder::RowMajor:
    return false;
  case ElementOrder::Other:
    return true;
  case ElementOrder::Kept:
    break;
  }
  // An elementwise result has the order of the first operand that has one.
  return llvm::any_of(getTensors(op), [&](Value operand) {
    return isReordered(operand, seen);
  });
}

static bool isReordered(Value tensor) {
  llvm::SmallDenseSet<Value> seen;
  return isReordered(tensor, seen);
}

bool ts::isRowMajor(Value tensor) {
  while (true) {
    tensor = lookThroughCasts(tensor);
    auto op = tensor.getDefiningOp<OperatorOp>();
    if (!op || !isView(op))
      break;
    ViewKind kind = getViewKind(op);
    if (kind != ViewKind::Identity && kind != ViewKind::Reshape)
      return false;
    tensor = op.getArgs()[0];
  }
  if (auto argument = dyn_cast<BlockArgument>(tensor))
    return isa<func::FuncOp>(argument.getOwner()->getParentOp()) &&
           !isStridedArgument(tensor);
  auto op = tensor.getDefiningOp<OperatorOp>();
  return tensor.getDefiningOp<TensorRefOp>() ||
         (op && !mayResultAlias(op) && !isReordered(tensor));
}

Value ts::getBase(Value tensor) {
  while (true) {
    tensor = lookThroughCasts(tensor);
    auto op = tensor.getDefiningOp<OperatorOp>();
    if (!op || !isView(op))
      return tensor;
    tensor = op.getArgs()[0];
  }
}

SmallVector<Value> ts::getBases(Value tensor) {
  llvm::SmallDenseSet<Value> seen;
  SmallVector<Value> bases, worklist{tensor};
  while (!worklist.empty()) {
    Value next = getBase(worklist.pop_back_val());
    if (!seen.insert(next).second)
      continue;
    auto op = next.getDefiningOp<OperatorOp>();
    std::optional<unsigned> same = op ? getReturnedOperand(op) : std::nullopt;
    SmallVector<Value> incoming =
        same ? SmallVector<Value>{op.getArgs()[*same]} : getIncoming(next);
    if (incoming.empty())
      bases.push_back(next);
    worklist.append(incoming);
  }
  return bases;
}

/// Whether the operator writes a tensor and reads another part of it: PyTorch
/// refuses that where both are without gaps.
static bool mayOverlap(OperatorOp op) {
  if (!writesTensors(op))
    return false;
  Value written = lookThroughCasts(op.getArgs()[0]);
  return llvm::any_of(op.getArgs().drop_front(), [&](Value operand) {
    operand = lookThroughCasts(operand);
    return isa<TSTensorType>(operand.getType()) && operand != written &&
           getBase(operand) == getBase(written);
  });
}

/// Whether something tells in which order the elements of a tensor lie in
/// memory, or those of a tensor that has the same order. What may copy it
/// (`contiguous`, `reshape`) does when the copy and the tensor may differ.
static bool isOrderAsked(Value tensor,
                         llvm::function_ref<bool(OperatorOp)> isChanged,
                         llvm::function_ref<bool(OperatorOp)> mayRefuse,
                         llvm::SmallDenseSet<Value> &seen) {
  if (!seen.insert(tensor).second)
    return false;
  return llvm::any_of(tensor.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (isa<DerefineOp, UncheckedCastOp, ListConstructOp>(user))
      return isOrderAsked(user->getResult(0), isChanged, mayRefuse, seen);
    if (auto branch = dyn_cast<IfOp>(user->getParentOp());
        branch && isa<YieldOp>(user))
      return isOrderAsked(branch->getResult(use.getOperandNumber()), isChanged,
                          mayRefuse, seen);
    auto op = dyn_cast<OperatorOp>(user);
    if (!op || asksForOrder(op) || dependsOnOrder(op) || mayOverlap(op))
      return bool(op);
    if (mayRefuse(op) || (mayCopy(op) && isChanged(op)))
      return true;
    if (getOrder(op) == ElementOrder::RowMajor && !isView(op) &&
        !mayShareStorage(op))
      return false;
    return llvm::any_of(op.getResults(), [&](Value result) {
      return isa<TSTensorType>(result.getType()) &&
             isOrderAsked(result, isChanged, mayRefuse, seen);
    });
  });
}

bool ts::isWrittenDirectly(Value tensor) {
  SmallVector<Value> worklist{getBase(tensor)};
  llvm::SmallDenseSet<Value> seen;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    for (Operation *user : next.getUsers()) {
      auto op = dyn_cast<OperatorOp>(user);
      if (op && writesTensors(op) && lookThroughCasts(op.getArgs()[0]) == next)
        return true;
      if (isa<DerefineOp, UncheckedCastOp>(user) || (op && isView(op)))
        llvm::append_range(worklist, user->getResults());
    }
  }
  return false;
}

bool ts::showsOrder(OperatorOp op,
                    llvm::function_ref<bool(OperatorOp)> isChanged,
                    llvm::function_ref<bool(OperatorOp)> mayRefuse) {
  if (dependsOnOrder(op) && writesTensors(op))
    return !isRowMajor(op.getArgs()[0]);
  llvm::SmallDenseSet<Value> asked, seen;
  auto isAsked = [&] {
    return llvm::any_of(op.getResults(), [&](Value result) {
      return isa<TSTensorType>(result.getType()) &&
             isOrderAsked(result, isChanged, mayRefuse, asked);
    });
  };
  if (mayShareStorage(op))
    return isAsked();
  auto isOperandReordered = [&] {
    return llvm::any_of(getTensors(op), [&](Value operand) {
      return isReordered(operand, seen);
    });
  };
  if (dependsOnOrder(op) && isOperandReordered())
    return true;
  if (isView(op))
    return false;
  switch (getOrder(op)) {
  case ElementOrder::RowMajor:
    return false;
  case ElementOrder::Other:
    return isAsked();
  case ElementOrder::Kept:
    return isOperandReordered() && isAsked();
  }
}
