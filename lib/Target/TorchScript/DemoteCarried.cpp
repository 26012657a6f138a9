//===- DemoteCarried.cpp - Variables for what loops carry -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DemoteCarried.h"

#include "TorchScript/Dialect/TS/IR/TS.h"

using namespace mlir;
namespace ts = mlir::ts;

/// Ends the block with assignments of what it handed on.
static void storeAtEnd(Block &block, ArrayRef<Value> slots) {
  Operation *end = block.getTerminator();
  // What decides whether a loop goes on comes first.
  unsigned first = isa<ts::ConditionOp>(end) ? 1 : 0;
  OpBuilder builder(end);
  for (auto [i, slot] : llvm::enumerate(slots)) {
    Value next = end->getOperand(first + unsigned(i));
    if (auto load = next.getDefiningOp<ts::LoadOp>();
        !load || load.getSlot() != slot || load->getBlock() != &block)
      builder.create<ts::StoreOp>(end->getLoc(), next, slot);
  }
  end->eraseOperands(first, slots.size());
}

/// Reads the variables at the start of the block, whose arguments they were.
static void loadAtStart(Block &block, ArrayRef<Value> slots) {
  Operation *loop = block.getParentOp();
  unsigned first = isa<ts::ForOp>(loop) ? 1 : 0;
  OpBuilder builder = OpBuilder::atBlockBegin(&block);
  for (auto [i, slot] : llvm::enumerate(slots))
    block.getArgument(first + unsigned(i))
        .replaceAllUsesWith(
            builder.create<ts::LoadOp>(loop->getLoc(), slot).getResult());
  block.eraseArguments(first, slots.size());
}

static void demote(Operation *loop) {
  OpBuilder builder(loop);
  SmallVector<Value> slots;
  unsigned first = isa<ts::ForOp>(loop) ? 1 : 0;
  for (Value init : loop->getOperands().drop_front(first)) {
    Value slot = builder.create<ts::VarOp>(loop->getLoc(), "carried",
                                           init.getType());
    builder.create<ts::StoreOp>(loop->getLoc(), init, slot);
    slots.push_back(slot);
  }
  Operation *plain;
  if (auto repeat = dyn_cast<ts::ForOp>(loop))
    plain = builder.create<ts::ForOp>(loop->getLoc(), repeat.getCount());
  else
    plain = builder.create<ts::WhileOp>(loop->getLoc());
  plain->setAttrs(loop->getAttrs());
  for (auto [to, from] :
       llvm::zip_equal(plain->getRegions(), loop->getRegions())) {
    to.takeBody(from);
    loadAtStart(to.front(), slots);
    storeAtEnd(to.front(), slots);
  }
  for (auto [result, slot] : llvm::zip_equal(loop->getResults(), slots))
    result.replaceAllUsesWith(
        builder.create<ts::LoadOp>(loop->getLoc(), slot).getResult());
  loop->erase();
}

void torchscript::demoteCarriedValues(ModuleOp module) {
  SmallVector<Operation *> loops;
  module.walk([&](Operation *op) {
    if (isa<ts::ForOp, ts::WhileOp>(op) && op->getNumResults() != 0)
      loops.push_back(op);
  });
  for (Operation *loop : loops)
    demote(loop);
}
