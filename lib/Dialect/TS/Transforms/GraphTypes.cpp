//===- GraphTypes.cpp - Types of what graphs are given --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphTypes.h"

#include "TorchScript/Dialect/TS/IR/Constants.h"
#include "TorchScript/Dialect/TS/IR/ExportedPrograms.h"
#include "TorchScript/Dialect/TS/IR/TS.h"

using namespace mlir;
using namespace mlir::ts;

static TSTensorType getTensorType(Value value) {
  return dyn_cast<TSTensorType>(lookThroughCasts(value).getType());
}

/// Gives a value a type that says more; its users see the old one.
static void narrow(Value value, Type type) {
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  Type old = value.getType();
  value.setType(type);
  auto vague = builder.create<DerefineOp>(value.getLoc(), old, value);
  value.replaceAllUsesExcept(vague, vague);
}

static void inferStacks(Operation *loop) {
  std::optional<SliceLoop> parts = matchSliceLoop(loop);
  if (!parts)
    return;
  for (auto [output, stack] : llvm::zip_equal(parts->outputs, parts->stacks)) {
    if (!stack)
      continue;
    Value result = stack.getResult(0);
    TSTensorType type =
        getStackType(getTensorType(parts->slices.front().getArgs()[0]),
                     getTensorType(output.getArgs()[1]));
    if (type != result.getType() && isSubtype(type, result.getType()))
      narrow(result, type);
  }
}

/// The first argument of a block that is carried, and the operand of its end
/// that the first carried value is.
static std::pair<unsigned, unsigned> getCarrying(Block &block) {
  return {isa<ForOp>(block.getParentOp()) ? 1 : 0,
          isa<ConditionOp>(block.getTerminator()) ? 1 : 0};
}

/// Lets a loop carry a value of a type that says more.
static void assumeCarried(Operation *loop, OpOperand &init, unsigned index,
                          TSTensorType type) {
  init.set(lookThroughCasts(init.get()));
  for (Region &region : loop->getRegions()) {
    Block &block = region.front();
    auto [argument, operand] = getCarrying(block);
    narrow(block.getArgument(argument + index), type);
    Operation *end = block.getTerminator();
    OpOperand &next = end->getOpOperand(operand + index);
    OpBuilder builder(end);
    next.set(builder.create<UncheckedCastOp>(end->getLoc(), type, next.get()));
  }
  narrow(loop->getResult(index), type);
}

void ts::assumeGraphTypes(func::FuncOp function) {
  function.walk([](Operation *op) {
    if (!isGraphControlFlow(op) || !isa<ForOp, WhileOp>(op))
      return;
    inferStacks(op);
    unsigned first = isa<ForOp>(op) ? 1 : 0;
    for (unsigned i = 0; i < op->getNumResults(); ++i) {
      OpOperand &init = op->getOpOperand(first + i);
      TSTensorType type = getTensorType(init.get());
      Type old = init.get().getType();
      Type inner = op->getResult(i).getType();
      bool isKnown = type && type.hasDtype() && type.hasRank();
      if (isKnown && old == inner && type != inner && isSubtype(type, inner))
        assumeCarried(op, init, i, type);
    }
  });
}

LogicalResult ts::settleGraphTypes(Operation *op) {
  if (!isa<ForOp, WhileOp>(op))
    return success();
  bool isFine = true;
  for (Region &region : op->getRegions()) {
    Operation *end = region.front().getTerminator();
    for (OpOperand &operand : end->getOpOperands()) {
      auto cast = operand.get().getDefiningOp<UncheckedCastOp>();
      if (!cast || !isa<TSTensorType>(cast.getType()))
        continue;
      Value made = lookThroughCasts(cast);
      // Of what is not known another error tells.
      TSTensorType type = getTensorType(made);
      bool isKnown = type && type.hasDtype() && type.hasRank();
      if (!isKnown || type == cast.getType()) {
        operand.set(made);
        continue;
      }
      Location place = made.getDefiningOp() ? made.getLoc() : op->getLoc();
      mlir::emitError(place, "what a loop carries has to stay of one dtype and "
                             "shape: it begins as ")
          << cast.getType() << " and becomes " << made.getType();
      isFine = false;
    }
  }
  return success(isFine);
}
