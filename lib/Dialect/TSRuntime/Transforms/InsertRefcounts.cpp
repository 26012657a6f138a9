//===- InsertRefcounts.cpp - Retains and releases from liveness -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements tsrt-insert-refcounts. Within a block a value is released after
// its last use; at the end of a block each edge retains what it hands over too
// often and releases what does not live on.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/Forms.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Dialect/TSRuntime/IR/Representation.h"
#include "TorchScript/Dialect/TSRuntime/Transforms/Ownership.h"
#include "TorchScript/Dialect/TSRuntime/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tsrt {
#define GEN_PASS_DEF_INSERTREFCOUNTS
#include "TorchScript/Dialect/TSRuntime/Transforms/Passes.h.inc"
} // namespace mlir::tsrt

using namespace mlir;
using namespace mlir::tsrt;

namespace {

/// The references one edge or operation needs beyond those at hand.
struct Balance {
  SmallVector<std::pair<Value, unsigned>> retains;
  SmallVector<Value> releases;

  bool empty() const { return retains.empty() && releases.empty(); }
};

/// The blocks that owned values live through, found from the uses of each:
/// constants and numbers, of which long programs have many that live long, cost
/// nothing.
class OwnedLiveness {
public:
  explicit OwnedLiveness(func::FuncOp func) {
    for (Block &block : func.getBody()) {
      for (BlockArgument argument : block.getArguments())
        addValue(argument, func.getBody());
      for (Operation &op : block)
        for (Value result : op.getResults())
          addValue(result, func.getBody());
    }
  }

  bool isLiveIn(Block *block, Value value) const {
    auto found = liveIn.find(block);
    return found != liveIn.end() && found->second.contains(value);
  }
  bool isLiveOut(Block *block, Value value) const {
    auto found = liveOut.find(block);
    return found != liveOut.end() && found->second.contains(value);
  }
  /// In the order of their definitions.
  ArrayRef<Value> getLiveOut(Block *block) const {
    auto found = liveOut.find(block);
    return found == liveOut.end() ? ArrayRef<Value>()
                                  : found->second.getArrayRef();
  }

private:
  /// Walks from the uses of `value` back to its definition.
  void addValue(Value value, Region &body) {
    if (getOwnership(value) != Ownership::Owned)
      return;
    Block *home = value.getParentBlock();
    SmallVector<Block *> worklist;
    auto enter = [&](Block *block) {
      if (block != home && liveIn[block].insert(value).second)
        worklist.push_back(block);
    };
    for (Operation *user : value.getUsers())
      enter(body.findAncestorBlockInRegion(*user->getBlock()));
    while (!worklist.empty())
      for (Block *before : worklist.pop_back_val()->getPredecessors()) {
        liveOut[before].insert(value);
        enter(before);
      }
  }

  DenseMap<Block *, DenseSet<Value>> liveIn;
  DenseMap<Block *, llvm::SetVector<Value>> liveOut;
};

/// Canonicalization makes `arith.select` of branches that only choose a value.
/// A select would hand one reference on and lose the other: branch instead.
void expandSelects(func::FuncOp func) {
  SmallVector<arith::SelectOp> selects;
  func.walk([&](arith::SelectOp op) {
    if (isRefcounted(op.getType()))
      selects.push_back(op);
  });
  // From the end: each operation moves to its block once.
  for (arith::SelectOp op : llvm::reverse(selects)) {
    Block *before = op->getBlock();
    Block *after = before->splitBlock(op);
    Value result = after->addArgument(op.getType(), op.getLoc());
    OpBuilder builder(func.getContext());
    auto makeArm = [&](Value value) {
      Block *arm = builder.createBlock(after);
      builder.create<cf::BranchOp>(op.getLoc(), after, value);
      return arm;
    };
    Block *onTrue = makeArm(op.getTrueValue());
    Block *onFalse = makeArm(op.getFalseValue());
    builder.setInsertionPointToEnd(before);
    builder.create<cf::CondBranchOp>(op.getLoc(), op.getCondition(), onTrue,
                                     onFalse);
    op.replaceAllUsesWith(result);
    op.erase();
  }
}

struct InsertRefcounts : tsrt::impl::InsertRefcountsBase<InsertRefcounts> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isExternal())
      return;
    if (failed(ts::requireForm(func, ts::Form::Late)))
      return signalPassFailure();
    expandSelects(func);
    OwnedLiveness liveness(func);
    SmallVector<Block *> blocks;
    blockNumbers.clear();
    for (Block &block : func.getBody()) {
      blockNumbers[&block] = blocks.size();
      blocks.push_back(&block);
    }
    // The operations to look at, before any is added.
    SmallVector<std::pair<Block *, SmallVector<Operation *>>> contents;
    for (Block *block : blocks) {
      SmallVector<Operation *> ops;
      for (Operation &op : block->without_terminator())
        ops.push_back(&op);
      contents.emplace_back(block, std::move(ops));
    }
    // An edge's retains go before the releases of its successor's arguments,
    // so the latter come first.
    for (Block *block : blocks)
      releaseUnusedArguments(block);
    for (Block *block : blocks)
      balanceTerminator(block, liveness);
    for (auto &[block, ops] : contents)
      balanceBlock(block, ops, liveness);
  }

private:
  void emit(OpBuilder &builder, Location loc, const Balance &balance) {
    for (auto [value, count] : balance.retains)
      for (unsigned i = 0; i < count; ++i, ++numRetains)
        builder.create<RetainOp>(loc, value);
    for (Value value : balance.releases) {
      builder.create<ReleaseOp>(loc, value);
      ++numReleases;
    }
  }

  /// The operations and arguments of one block, but not its terminator.
  void balanceBlock(Block *block, ArrayRef<Operation *> ops,
                    const OwnedLiveness &liveness) {
    OpBuilder builder(&getContext());
    // Values with a later use in the block, from the end.
    DenseSet<Value> usedLater(block->getTerminator()->operand_begin(),
                              block->getTerminator()->operand_end());
    auto livesOn = [&](Value value) {
      return usedLater.contains(value) || liveness.isLiveOut(block, value);
    };
    for (Operation *op : llvm::reverse(ops)) {
      for (Value result : op->getResults())
        if (getOwnership(result) == Ownership::Owned && !livesOn(result)) {
          builder.setInsertionPointAfter(op);
          Balance balance;
          balance.releases.push_back(result);
          emit(builder, op->getLoc(), balance);
        }
      balanceOperands(op, builder, livesOn);
      usedLater.insert(op->operand_begin(), op->operand_end());
    }
  }

  void releaseUnusedArguments(Block *block) {
    OpBuilder builder = OpBuilder::atBlockBegin(block);
    for (BlockArgument argument : block->getArguments())
      if (getOwnership(argument) == Ownership::Owned && argument.use_empty()) {
        builder.create<ReleaseOp>(argument.getLoc(), argument);
        ++numReleases;
      }
  }

  void balanceOperands(Operation *op, OpBuilder &builder,
                       function_ref<bool(Value)> livesOn) {
    struct Uses {
      unsigned taken = 0;
      bool borrowed = false;
    };
    llvm::MapVector<Value, Uses> uses;
    for (OpOperand &operand : op->getOpOperands()) {
      Value value = operand.get();
      if (getOwnership(value) == Ownership::Uncounted)
        continue;
      if (takesOperand(op, operand.getOperandNumber()))
        ++uses[value].taken;
      else
        uses[value].borrowed = true;
    }
    Balance before, after;
    for (auto &[value, use] : uses) {
      bool dies = getOwnership(value) == Ownership::Owned && !livesOn(value);
      unsigned needed = use.taken;
      if (dies && use.taken > 0 && !use.borrowed)
        --needed; // the last use takes the reference at hand
      else if (dies)
        after.releases.push_back(value);
      if (needed)
        before.retains.emplace_back(value, needed);
    }
    builder.setInsertionPoint(op);
    emit(builder, op->getLoc(), before);
    builder.setInsertionPointAfter(op);
    emit(builder, op->getLoc(), after);
  }

  /// The results that are zero on the edge taken when `terminator` finds an
  /// error: those of the operation that failed.
  static Operation *getFailedOp(Operation *terminator, unsigned successor) {
    auto branch = dyn_cast<cf::CondBranchOp>(terminator);
    if (!branch || successor != 0)
      return nullptr;
    auto isError = branch.getCondition().getDefiningOp<IsErrorOp>();
    return isError ? isError.getError().getDefiningOp() : nullptr;
  }

  void balanceTerminator(Block *block, const OwnedLiveness &liveness) {
    Operation *terminator = block->getTerminator();
    OpBuilder builder(terminator);
    if (terminator->getNumSuccessors() == 0) {
      emit(builder, terminator->getLoc(),
           balanceHandover(terminator->getOperands(),
                           [](Value) { return false; }));
      return;
    }
    auto branch = cast<BranchOpInterface>(terminator);
    llvm::SetVector<Value> live;
    for (Value value : liveness.getLiveOut(block))
      live.insert(value);
    for (Value value : terminator->getOperands())
      live.insert(value);
    SmallVector<Value> ordered = live.takeVector();
    llvm::sort(ordered, [&](Value a, Value b) { return isBefore(a, b); });

    for (unsigned i = 0, e = terminator->getNumSuccessors(); i < e; ++i) {
      Block *successor = terminator->getSuccessor(i);
      Operation *failed = getFailedOp(terminator, i);
      SuccessorOperands handed = branch.getSuccessorOperands(i);
      Balance balance = balanceHandover(
          handed.getForwardedOperands(),
          [&](Value value) { return liveness.isLiveIn(successor, value); },
          ordered, failed);
      if (balance.empty())
        continue;
      if (e == 1) {
        builder.setInsertionPoint(terminator);
      } else if (successor->getSinglePredecessor()) {
        builder.setInsertionPointToStart(successor);
      } else {
        splitEdge(terminator, i, handed, builder);
      }
      emit(builder, terminator->getLoc(), balance);
    }
  }

  /// Puts a block on edge `i`; leaves `builder` at its beginning.
  static void splitEdge(Operation *terminator, unsigned i,
                        SuccessorOperands &handed, OpBuilder &builder) {
    Block *successor = terminator->getSuccessor(i);
    SmallVector<Value> operands(handed.getForwardedOperands());
    Block *middle = builder.createBlock(successor);
    auto jump =
        builder.create<cf::BranchOp>(terminator->getLoc(), successor, operands);
    handed.getMutableForwardedOperands().clear();
    terminator->setSuccessor(middle, i);
    builder.setInsertionPoint(jump);
  }

  /// What handing over `operands` needs when `livesOn` tells which values are
  /// used afterwards; `live` are the values that could be.
  static Balance balanceHandover(ValueRange operands,
                                 function_ref<bool(Value)> livesOn,
                                 ArrayRef<Value> live = {},
                                 Operation *failed = nullptr) {
    llvm::MapVector<Value, unsigned> needed;
    for (Value value : live)
      needed[value] = 0;
    for (Value value : operands)
      ++needed[value];
    Balance balance;
    for (auto [value, count] : needed) {
      Ownership ownership = getOwnership(value);
      if (ownership == Ownership::Uncounted)
        continue;
      if (ownership == Ownership::Borrowed) {
        if (count)
          balance.retains.emplace_back(value, count);
        continue;
      }
      unsigned total = count + (livesOn(value) ? 1 : 0);
      if (total > 1)
        balance.retains.emplace_back(value, total - 1);
      else if (total == 0 && (!failed || value.getDefiningOp() != failed))
        balance.releases.push_back(value);
    }
    return balance;
  }

  /// A fixed order of values, so that the output is the same every time.
  bool isBefore(Value a, Value b) const {
    Block *blockA = a.getParentBlock(), *blockB = b.getParentBlock();
    if (blockA != blockB)
      return blockNumbers.lookup(blockA) < blockNumbers.lookup(blockB);
    auto argA = dyn_cast<BlockArgument>(a), argB = dyn_cast<BlockArgument>(b);
    if (argA && argB)
      return argA.getArgNumber() < argB.getArgNumber();
    if (argA || argB)
      return static_cast<bool>(argA);
    Operation *opA = a.getDefiningOp(), *opB = b.getDefiningOp();
    if (opA != opB)
      return opA->isBeforeInBlock(opB);
    return cast<OpResult>(a).getResultNumber() <
           cast<OpResult>(b).getResultNumber();
  }

  /// The position of each original block in the function.
  DenseMap<Block *, unsigned> blockNumbers;
};

} // namespace
