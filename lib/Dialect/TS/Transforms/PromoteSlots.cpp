//===- PromoteSlots.cpp - ts-promote-slots --------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Makes results and carried values of variable slots.
//
// A slot is used by ts.load, ts.store and ts.del only, and control flow is
// structured. So liveness is a matter of two sets per block, computed inside
// out, and promotion is one walk that keeps the value each slot has.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TS/Transforms/Passes.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSPROMOTESLOTS
#include "TorchScript/Dialect/TS/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;
using llvm::BitVector;

namespace {

/// What a piece of code does to the slots; bit i is slot i.
struct Summary {
  /// Read before they are written.
  BitVector reads;
  /// Written (or undefined) on every way through.
  BitVector kills;
  /// Written on some way through.
  BitVector writes;

  explicit Summary(unsigned size = 0)
      : reads(size), kills(size), writes(size) {}

  /// The slots live before the code, from those live after it.
  BitVector before(BitVector after) const {
    after.reset(kills);
    after |= reads;
    return after;
  }
  /// The summary of a read, then this code.
  void prependRead(unsigned slot) { reads.set(slot); }
  /// The summary of a write, then this code.
  void prependWrite(unsigned slot) {
    reads.reset(slot);
    kills.set(slot);
    writes.set(slot);
  }
  /// The summary of this code, then `next`.
  void append(const Summary &next) {
    BitVector nextReads = next.reads;
    nextReads.reset(kills);
    reads |= nextReads;
    kills |= next.kills;
    writes |= next.writes;
  }
};

/// The value of each slot at a point; null where it is not defined.
using Values = SmallVector<Value>;

/// What an operation does to one slot.
struct Access {
  unsigned slot;
  bool isRead;
};

class SlotPromotion {
public:
  explicit SlotPromotion(func::FuncOp function)
      : function(function), builder(function.getContext()) {}

  LogicalResult run();

  unsigned numSlots = 0, numResults = 0, numCarried = 0;

private:
  LogicalResult collect();
  const Summary &summarize(Region &region);
  /// What an operation does that is no access to one slot.
  Summary summarize(Operation *op);
  /// The access to a slot that `op` is, if any; what defines a slot counts as a
  /// write.
  std::optional<Access> getAccess(Operation *op);

  void promote(Block &block, Values &values, const BitVector &liveAfter);
  void promoteIf(IfOp op, Values &values, const BitVector &liveAfter);
  void promoteFor(ForOp op, Values &values, const BitVector &liveAfter);
  void promoteWhile(WhileOp op, Values &values, const BitVector &liveAfter);

  Value valueOf(const Values &values, unsigned slot, Location loc);
  /// Adds the values of the slots to the block's `ts.yield`.
  void extendYield(Block &block, const Values &values, const BitVector &slots);

  func::FuncOp function;
  OpBuilder builder;
  SmallVector<VarOp> slots;
  DenseMap<Value, unsigned> numbers;
  DenseMap<Region *, Summary> summaries;
  SmallVector<Operation *> dead;
};

} // namespace

//===----------------------------------------------------------------------===//
// Preconditions and summaries
//===----------------------------------------------------------------------===//

LogicalResult SlotPromotion::collect() {
  WalkResult result = function.walk([&](Operation *op) {
    if (isa<WithOp, BreakOp, ContinueOp, ReturnOp, RaiseOp>(op)) {
      op->emitError("'") << op->getName() << "' is in the way of "
                         << "ts-promote-slots; run ts-lower-exits and "
                         << "ts-lower-with before";
      return WalkResult::interrupt();
    }
    if (auto slot = dyn_cast<VarOp>(op)) {
      numbers[slot] = slots.size();
      slots.push_back(slot);
      for (Operation *user : slot->getUsers()) {
        Operation *holder = user->getParentOp();
        while (holder != function &&
               isa<IfOp, ForOp, WhileOp, AssertOp>(holder))
          holder = holder->getParentOp();
        if (isa<LoadOp, StoreOp, DelOp>(user) && holder == function)
          continue;
        InFlightDiagnostic diagnostic =
            slot.emitError("cannot promote the slot \"")
            << slot.getName() << "\"";
        diagnostic.attachNote(user->getLoc())
            << "because of this '" << user->getName() << "' in '"
            << holder->getName() << "'";
        return WalkResult::interrupt();
      }
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

std::optional<Access> SlotPromotion::getAccess(Operation *op) {
  if (auto load = dyn_cast<LoadOp>(op))
    return Access{numbers.lookup(load.getSlot()), true};
  if (isa<StoreOp, DelOp>(op))
    return Access{numbers.lookup(op->getOperands().back()), false};
  if (isa<VarOp>(op))
    return Access{numbers.lookup(op->getResult(0)), false};
  return std::nullopt;
}

Summary SlotPromotion::summarize(Operation *op) {
  Summary summary(slots.size());
  if (isa<ThrowOp>(op)) {
    summary.kills.set();
  } else if (auto branch = dyn_cast<IfOp>(op)) {
    summary = summarize(branch.getThenRegion());
    const Summary &other = summarize(branch.getElseRegion());
    summary.reads |= other.reads;
    summary.writes |= other.writes;
    summary.kills &= other.kills;
  } else if (auto loop = dyn_cast<ForOp>(op)) {
    summary = summarize(loop.getBody());
    summary.kills.reset();
  } else if (auto loop = dyn_cast<WhileOp>(op)) {
    summary = summarize(loop.getCondition());
    Summary body = summarize(loop.getBody());
    body.kills.reset();
    summary.append(body);
  } else if (auto assertion = dyn_cast<AssertOp>(op)) {
    summary.reads = summarize(assertion.getMessage()).reads;
  }
  return summary;
}

const Summary &SlotPromotion::summarize(Region &region) {
  auto known = summaries.find(&region);
  if (known != summaries.end())
    return known->second;
  Summary summary(slots.size());
  if (!region.empty())
    for (Operation &op : llvm::reverse(region.front())) {
      if (std::optional<Access> access = getAccess(&op)) {
        if (access->isRead)
          summary.prependRead(access->slot);
        else
          summary.prependWrite(access->slot);
      } else if (isa<ThrowOp>(op) || op.getNumRegions()) {
        Summary first = summarize(&op);
        first.append(summary);
        summary = std::move(first);
      }
    }
  return summaries[&region] = std::move(summary);
}

//===----------------------------------------------------------------------===//
// Promotion
//===----------------------------------------------------------------------===//

Value SlotPromotion::valueOf(const Values &values, unsigned slot,
                             Location loc) {
  if (values[slot])
    return values[slot];
  Type type = slots[slot].getSlot().getType().getElementType();
  return builder.create<UninitializedOp>(loc, type);
}

void SlotPromotion::extendYield(Block &block, const Values &values,
                                const BitVector &extended) {
  auto yield = cast<YieldOp>(block.getTerminator());
  bool reached =
      llvm::none_of(block, [](Operation &op) { return isa<ThrowOp>(op); });
  builder.setInsertionPoint(yield);
  Values none(slots.size());
  for (unsigned slot : extended.set_bits())
    yield->insertOperands(
        yield.getNumOperands(),
        valueOf(reached ? values : none, slot, yield.getLoc()));
}

void SlotPromotion::promoteIf(IfOp op, Values &values,
                              const BitVector &liveAfter) {
  BitVector results = summarize(op.getThenRegion()).writes;
  results |= summarize(op.getElseRegion()).writes;
  results &= liveAfter;

  Values thenValues = values, elseValues = values;
  promote(*op.getThenBlock(), thenValues, liveAfter);
  if (op.getElseBlock())
    promote(*op.getElseBlock(), elseValues, liveAfter);
  if (results.none())
    return;

  numResults += results.count();
  SmallVector<Type> types(op.getResultTypes());
  for (unsigned slot : results.set_bits())
    types.push_back(slots[slot].getSlot().getType().getElementType());
  builder.setInsertionPoint(op);
  auto branch = builder.create<IfOp>(op.getLoc(), types, op.getCondition(),
                                     /*withElse=*/false);
  branch->setAttrs(op->getAttrs());
  branch.getThenRegion().takeBody(op.getThenRegion());
  branch.getElseRegion().takeBody(op.getElseRegion());
  if (!branch.getElseBlock()) {
    builder.setInsertionPointToEnd(&branch.getElseRegion().emplaceBlock());
    builder.create<YieldOp>(op.getLoc());
  }
  extendYield(*branch.getThenBlock(), thenValues, results);
  extendYield(*branch.getElseBlock(), elseValues, results);
  unsigned next = op.getNumResults();
  op->replaceAllUsesWith(branch->getResults().take_front(next));
  for (unsigned slot : results.set_bits())
    values[slot] = branch.getResult(next++);
  op.erase();
}

void SlotPromotion::promoteFor(ForOp op, Values &values,
                               const BitVector &liveAfter) {
  const Summary &body = summarize(op.getBody());
  // Live at the start of a turn, and so at its end.
  BitVector head = liveAfter;
  head |= body.reads;
  BitVector carried = body.writes;
  carried &= head;
  numCarried += carried.count();

  builder.setInsertionPoint(op);
  SmallVector<Value> inits(op.getInits());
  for (unsigned slot : carried.set_bits())
    inits.push_back(valueOf(values, slot, op.getLoc()));
  auto loop = builder.create<ForOp>(op.getLoc(), op.getCount(), inits);
  loop->setAttrs(op->getAttrs());
  loop.getBody().takeBody(op.getBody());
  Block &block = *loop.getBodyBlock();
  Values inside = values;
  // What the body writes but does not carry is not defined at its start.
  for (unsigned slot : summaries[&op.getBody()].writes.set_bits())
    inside[slot] = carried[slot]
                       ? Value(block.addArgument(
                             slots[slot].getSlot().getType().getElementType(),
                             slots[slot].getLoc()))
                       : Value();
  unsigned next = op.getNumResults();
  op->replaceAllUsesWith(loop->getResults().take_front(next));
  for (unsigned slot : carried.set_bits())
    values[slot] = loop.getResult(next++);
  op.erase();
  promote(block, inside, head);
  extendYield(block, inside, carried);
}

void SlotPromotion::promoteWhile(WhileOp op, Values &values,
                                 const BitVector &liveAfter) {
  Summary condition = summarize(op.getCondition());
  Summary body = summarize(op.getBody());
  // Live where the condition has been computed, and before.
  BitVector middle = liveAfter;
  middle |= body.before(condition.before(liveAfter));
  BitVector head = condition.before(middle);
  middle |= body.before(head);
  head = condition.before(middle);
  BitVector carried = condition.writes;
  carried |= body.writes;
  BitVector written = carried, live = head;
  live |= middle;
  carried &= live;
  numCarried += carried.count();

  builder.setInsertionPoint(op);
  SmallVector<Value> inits(op.getInits());
  for (unsigned slot : carried.set_bits())
    inits.push_back(valueOf(values, slot, op.getLoc()));
  auto loop = builder.create<WhileOp>(op.getLoc(), inits);
  loop->setAttrs(op->getAttrs());
  loop.getCondition().takeBody(op.getCondition());
  loop.getBody().takeBody(op.getBody());
  Values inCondition = values, inBody = values;
  for (unsigned slot : written.set_bits()) {
    inCondition[slot] = inBody[slot] = Value();
    if (!carried[slot])
      continue;
    Type type = slots[slot].getSlot().getType().getElementType();
    Location loc = slots[slot].getLoc();
    inCondition[slot] = loop.getConditionBlock()->addArgument(type, loc);
    inBody[slot] = loop.getBodyBlock()->addArgument(type, loc);
  }
  unsigned next = op.getNumResults();
  op->replaceAllUsesWith(loop->getResults().take_front(next));
  for (unsigned slot : carried.set_bits())
    values[slot] = loop.getResult(next++);
  op.erase();

  promote(*loop.getConditionBlock(), inCondition, middle);
  ConditionOp terminator = loop.getConditionOp();
  builder.setInsertionPoint(terminator);
  for (unsigned slot : carried.set_bits())
    terminator.getArgsMutable().append(
        valueOf(inCondition, slot, terminator.getLoc()));
  promote(*loop.getBodyBlock(), inBody, head);
  extendYield(*loop.getBodyBlock(), inBody, carried);
}

void SlotPromotion::promote(Block &block, Values &values,
                            const BitVector &liveAfter) {
  // The slots live after each operation that has regions, back to front.
  DenseMap<Operation *, BitVector> liveAfterOp;
  BitVector live = liveAfter;
  for (Operation &op : llvm::reverse(block)) {
    if (std::optional<Access> access = getAccess(&op)) {
      live[access->slot] = access->isRead;
      continue;
    }
    if (op.getNumRegions())
      liveAfterOp[&op] = live;
    if (op.getNumRegions() || isa<ThrowOp>(op))
      live = summarize(&op).before(std::move(live));
  }
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto load = dyn_cast<LoadOp>(op)) {
      builder.setInsertionPoint(load);
      load.replaceAllUsesWith(
          valueOf(values, numbers.lookup(load.getSlot()), load.getLoc()));
      load.erase();
    } else if (auto store = dyn_cast<StoreOp>(op)) {
      values[numbers.lookup(store.getSlot())] = store.getValue();
      store.erase();
    } else if (auto del = dyn_cast<DelOp>(op)) {
      values[numbers.lookup(del.getSlot())] = Value();
      del.erase();
    } else if (auto slot = dyn_cast<VarOp>(op)) {
      values[numbers.lookup(slot)] = Value();
      dead.push_back(slot);
    } else if (auto branch = dyn_cast<IfOp>(op)) {
      promoteIf(branch, values, liveAfterOp[&op]);
    } else if (auto loop = dyn_cast<ForOp>(op)) {
      promoteFor(loop, values, liveAfterOp[&op]);
    } else if (auto loop = dyn_cast<WhileOp>(op)) {
      promoteWhile(loop, values, liveAfterOp[&op]);
    } else if (auto assertion = dyn_cast<AssertOp>(op)) {
      Values inside = values;
      if (!assertion.getMessage().empty())
        promote(assertion.getMessage().front(), inside,
                BitVector(slots.size()));
    }
  }
}

LogicalResult SlotPromotion::run() {
  if (failed(collect()))
    return failure();
  if (slots.empty())
    return success();
  summarize(function.getBody());
  Values values(slots.size());
  promote(function.getBody().front(), values, BitVector(slots.size()));
  for (Operation *op : dead)
    op->erase();
  numSlots = slots.size();
  return success();
}

namespace {

struct PromoteSlots : public ts::impl::TSPromoteSlotsBase<PromoteSlots> {
  void runOnOperation() override {
    if (getOperation().isExternal())
      return;
    SlotPromotion promotion(getOperation());
    if (failed(promotion.run()))
      return signalPassFailure();
    numSlots += promotion.numSlots;
    numResults += promotion.numResults;
    numCarried += promotion.numCarried;
  }
};

} // namespace
