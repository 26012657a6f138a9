//===- LowerExits.cpp - ts-lower-exits ------------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Makes structured control flow of break, continue, return, raise and assert.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TS/Transforms/Passes.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSLOWEREXITS
#include "TorchScript/Dialect/TS/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {

/// The exits that may happen in a piece of code and leave it. Raises are not
/// among them: what follows a raise does not run, so nothing has to be guarded.
struct Exits {
  bool breaks = false, continues = false, returns = false;

  bool any() const { return breaks || continues || returns; }
  void add(Exits other) {
    breaks |= other.breaks;
    continues |= other.continues;
    returns |= other.returns;
  }
};

/// The exits that may leave an operation, by a walk over what it contains.
Exits findExits(Operation *op) {
  Exits exits;
  exits.returns = isa<ReturnOp>(op);
  exits.breaks = isa<BreakOp>(op);
  exits.continues = isa<ContinueOp>(op);
  for (Region &region : op->getRegions())
    for (Operation &nested : region.getOps())
      exits.add(findExits(&nested));
  if (isa<ForOp, WhileOp>(op))
    exits.breaks = exits.continues = false;
  return exits;
}

/// True when control never gets to the end of the block.
bool alwaysLeaves(Region &region) {
  if (region.empty())
    return false;
  for (Operation &op : region.front()) {
    if (isa<BreakOp, ContinueOp, ReturnOp, RaiseOp, ThrowOp>(op))
      return true;
    if (auto branch = dyn_cast<IfOp>(op))
      if (alwaysLeaves(branch.getThenRegion()) &&
          alwaysLeaves(branch.getElseRegion()))
        return true;
  }
  return false;
}

/// The flags in scope: slots of type i1, true after the exit.
struct Flags {
  Value broken, continued, returned;
};

/// Lowers the exits of one function.
class ExitLowering {
public:
  explicit ExitLowering(func::FuncOp function)
      : function(function), builder(function.getContext()) {}

  void run();

  unsigned numExits = 0, numGuards = 0, numLoops = 0;

private:
  /// Lowers a block and gives the exits that may leave it; the block then ends
  /// in a `ts.yield` (the body of the function in `func.return`).
  Exits lowerBlock(Block &block, const Flags &flags);
  Exits lowerIf(IfOp op, const Flags &flags);
  Exits lowerLoop(Operation *loop, const Flags &flags);
  void lowerAssert(AssertOp op);
  void lowerRaise(RaiseOp op);
  void lowerTerminator(Operation *op, const Flags &flags);

  /// Removes what follows `op`, which is not reached, but for the terminator.
  void dropRest(Operation *op);
  /// Moves what follows `op` into `target`, in place of its `ts.yield`.
  void sinkRest(Operation *op, Block &target);
  /// Runs what follows `op` only when none of the exits happened.
  void guardRest(Operation *op, Exits exits, const Flags &flags);
  /// Replaces a counted loop by a while loop.
  WhileOp makeWhile(ForOp op);
  /// Makes the loop go on only while none of the exits happened.
  void guardCondition(WhileOp op, Exits exits, const Flags &flags);

  Value makeSlot(Location loc, StringRef name, Type type) {
    return builder.create<VarOp>(loc, name, type);
  }
  Value makeFlag(Location loc, StringRef name);
  void set(Location loc, Value flag, bool value);
  /// True when none of the exits happened.
  Value noneHappened(Location loc, Exits exits, const Flags &flags);
  /// Removes the flags and slots nobody reads.
  void dropUnused();

  func::FuncOp function;
  OpBuilder builder;
  /// The slot of the returned value; null when the function has no result.
  Value returnedValue;
  SmallVector<VarOp> slots;
};

} // namespace

Value ExitLowering::makeFlag(Location loc, StringRef name) {
  Value flag = makeSlot(loc, name, builder.getI1Type());
  slots.push_back(flag.getDefiningOp<VarOp>());
  set(loc, flag, false);
  return flag;
}

void ExitLowering::set(Location loc, Value flag, bool value) {
  Value constant =
      builder.create<arith::ConstantOp>(loc, builder.getBoolAttr(value));
  builder.create<StoreOp>(loc, constant, flag);
}

Value ExitLowering::noneHappened(Location loc, Exits exits,
                                 const Flags &flags) {
  Value any;
  auto add = [&](bool happens, Value flag) {
    if (!happens)
      return;
    Value value = builder.create<LoadOp>(loc, flag);
    any = any ? builder.create<arith::OrIOp>(loc, any, value) : value;
  };
  add(exits.breaks, flags.broken);
  add(exits.continues, flags.continued);
  add(exits.returns, flags.returned);
  Value one = builder.create<arith::ConstantOp>(loc, builder.getBoolAttr(true));
  return builder.create<arith::XOrIOp>(loc, any, one);
}

void ExitLowering::dropRest(Operation *op) {
  Block *block = op->getBlock();
  Operation *last = block->getTerminator();
  SmallVector<Type> owed(last->getOperandTypes());
  if (isa<BreakOp, ContinueOp, ReturnOp, RaiseOp>(last)) {
    owed.clear();
    if (auto branch = dyn_cast<IfOp>(last->getParentOp()))
      llvm::append_range(owed, branch.getResultTypes());
    builder.setInsertionPoint(last);
    Operation *yield = builder.create<YieldOp>(op->getLoc());
    last->erase();
    last = yield;
  }
  last->setOperands({});
  while (last->getPrevNode() != op) {
    last->getPrevNode()->dropAllUses();
    last->getPrevNode()->erase();
  }
  builder.setInsertionPoint(last);
  SmallVector<Value> values;
  for (Type type : owed)
    values.push_back(builder.create<UninitializedOp>(op->getLoc(), type));
  last->setOperands(values);
}

void ExitLowering::sinkRest(Operation *op, Block &target) {
  if (!target.empty() && target.back().hasTrait<OpTrait::IsTerminator>())
    target.back().erase();
  Block *block = op->getBlock();
  target.getOperations().splice(target.end(), block->getOperations(),
                                std::next(op->getIterator()), block->end());
  builder.setInsertionPointToEnd(block);
  builder.create<YieldOp>(op->getLoc());
}

void ExitLowering::guardRest(Operation *op, Exits exits, const Flags &flags) {
  ++numGuards;
  Operation *next = op->getNextNode();
  builder.setInsertionPointAfter(op);
  Value live = noneHappened(next->getLoc(), exits, flags);
  auto guard = builder.create<IfOp>(next->getLoc(), TypeRange(), live,
                                    /*withElse=*/false);
  sinkRest(guard, *guard.getThenBlock());
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

Exits ExitLowering::lowerBlock(Block &block, const Flags &flags) {
  Exits exits;
  for (Operation *op = &block.front(); op;) {
    if (op->hasTrait<OpTrait::IsTerminator>()) {
      exits.add(findExits(op));
      lowerTerminator(op, flags);
      break;
    }
    // A new operation may follow this one, or this one may be replaced.
    Operation *next = op->getNextNode();
    Exits leaves;
    if (auto branch = dyn_cast<IfOp>(op)) {
      leaves = lowerIf(branch, flags);
      next = op->getNextNode();
    } else if (isa<ForOp, WhileOp>(op)) {
      leaves = lowerLoop(op, flags);
      op = next->getPrevNode();
    } else if (auto with = dyn_cast<WithOp>(op)) {
      leaves = lowerBlock(*with.getBodyBlock(), flags);
    } else if (auto assertion = dyn_cast<AssertOp>(op)) {
      lowerAssert(assertion);
      op = next->getPrevNode();
    }
    exits.add(leaves);
    if (leaves.any() && !isa<YieldOp>(op->getNextNode())) {
      guardRest(op, leaves, flags);
      // The rest is in the guard now, the last operation but the terminator.
      auto guard = cast<IfOp>(block.back().getPrevNode());
      exits.add(lowerBlock(*guard.getThenBlock(), flags));
      break;
    }
    op = next;
  }
  return exits;
}

void ExitLowering::lowerTerminator(Operation *op, const Flags &flags) {
  if (isa<YieldOp, ConditionOp, func::ReturnOp>(op))
    return;
  ++numExits;
  Location loc = op->getLoc();
  builder.setInsertionPoint(op);
  if (auto raise = dyn_cast<RaiseOp>(op))
    return lowerRaise(raise);
  if (auto ret = dyn_cast<ReturnOp>(op)) {
    if (ret.getValue())
      builder.create<StoreOp>(loc, ret.getValue(), returnedValue);
    set(loc, flags.returned, true);
  } else {
    set(loc, isa<BreakOp>(op) ? flags.broken : flags.continued, true);
  }
  builder.create<YieldOp>(loc);
  op->erase();
}

void ExitLowering::lowerRaise(RaiseOp op) {
  builder.create<ThrowOp>(op.getLoc(), op.getClassName(), op.getMessage());
  SmallVector<Value> values;
  // The block of a conditional expression owes values.
  if (auto branch = dyn_cast<IfOp>(op->getParentOp()))
    for (Type type : branch.getResultTypes())
      values.push_back(builder.create<UninitializedOp>(op.getLoc(), type));
  builder.create<YieldOp>(op.getLoc(), values);
  op->erase();
}

void ExitLowering::lowerAssert(AssertOp op) {
  ++numExits;
  Location loc = op.getLoc();
  builder.setInsertionPoint(op);
  Value one = builder.create<arith::ConstantOp>(loc, builder.getBoolAttr(true));
  Value fails = builder.create<arith::XOrIOp>(loc, op.getCondition(), one);
  auto branch =
      builder.create<IfOp>(loc, TypeRange(), fails, /*withElse=*/false);
  Block *block = branch.getThenBlock();
  Value message;
  if (op.getMessage().empty()) {
    builder.setInsertionPointToEnd(block);
    message = builder.create<ConstantStrOp>(loc, "");
  } else {
    Block &source = op.getMessage().front();
    block->getOperations().splice(block->end(), source.getOperations());
    auto yield = cast<YieldOp>(block->back());
    message = yield.getOperand(0);
    yield.erase();
    builder.setInsertionPointToEnd(block);
  }
  builder.create<ThrowOp>(loc, "AssertionError", message);
  builder.create<YieldOp>(loc);
  op.erase();
  // Its statements may raise, too.
  lowerBlock(*block, Flags());
}

Exits ExitLowering::lowerIf(IfOp op, const Flags &flags) {
  bool thenLeaves = alwaysLeaves(op.getThenRegion());
  bool elseLeaves = alwaysLeaves(op.getElseRegion());
  if (findExits(op).any() && thenLeaves != elseLeaves) {
    // What follows belongs to the branch that goes on.
    Region &goesOn = thenLeaves ? op.getElseRegion() : op.getThenRegion();
    if (goesOn.empty())
      goesOn.emplaceBlock();
    bool nothingFollows = isa<YieldOp>(op->getNextNode());
    if (!nothingFollows) {
      sinkRest(op, goesOn.front());
    } else if (goesOn.front().empty()) {
      builder.setInsertionPointToEnd(&goesOn.front());
      builder.create<YieldOp>(op.getLoc());
    }
  } else if (thenLeaves && elseLeaves) {
    dropRest(op);
  }
  Exits exits = lowerBlock(*op.getThenBlock(), flags);
  if (op.getElseBlock())
    exits.add(lowerBlock(*op.getElseBlock(), flags));
  return exits;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

WhileOp ExitLowering::makeWhile(ForOp op) {
  ++numLoops;
  Location loc = op.getLoc();
  builder.setInsertionPoint(op);
  Value index = makeSlot(loc, "<index>", builder.getI64Type());
  Value zero =
      builder.create<arith::ConstantOp>(loc, builder.getI64IntegerAttr(0));
  builder.create<StoreOp>(loc, zero, index);
  auto loop = builder.create<WhileOp>(loc);
  loop->setAttrs(op->getAttrs());

  builder.setInsertionPointToEnd(loop.getConditionBlock());
  Value current = builder.create<LoadOp>(loc, index);
  Value inRange = builder.create<arith::CmpIOp>(loc, arith::CmpIPredicate::slt,
                                                current, op.getCount());
  builder.create<ConditionOp>(loc, inRange, ValueRange());

  // The index counts at the start of the body, where no exit has happened.
  Block *body = loop.getBodyBlock();
  builder.setInsertionPointToEnd(body);
  Value turn = builder.create<LoadOp>(loc, index);
  Value one =
      builder.create<arith::ConstantOp>(loc, builder.getI64IntegerAttr(1));
  Value next = builder.create<arith::AddIOp>(loc, turn, one);
  builder.create<StoreOp>(loc, next, index);
  op.getInductionVar().replaceAllUsesWith(turn);
  body->getOperations().splice(body->end(), op.getBodyBlock()->getOperations());
  op.erase();
  return loop;
}

void ExitLowering::guardCondition(WhileOp op, Exits exits, const Flags &flags) {
  Block *block = op.getConditionBlock();
  ConditionOp condition = op.getConditionOp();
  Location loc = condition.getLoc();
  builder.setInsertionPointToStart(block);
  Value live = noneHappened(loc, exits, flags);
  auto branch =
      builder.create<IfOp>(loc, builder.getI1Type(), live, /*withElse=*/true);
  Block *then = branch.getThenBlock();
  then->getOperations().splice(then->end(), block->getOperations(),
                               std::next(branch->getIterator()),
                               condition->getIterator());
  builder.setInsertionPointToEnd(then);
  builder.create<YieldOp>(loc, ValueRange(condition.getCondition()));
  builder.setInsertionPointToEnd(branch.getElseBlock());
  Value no = builder.create<arith::ConstantOp>(loc, builder.getBoolAttr(false));
  builder.create<YieldOp>(loc, ValueRange(no));
  condition.getConditionMutable().set(branch.getResult(0));
}

Exits ExitLowering::lowerLoop(Operation *op, const Flags &flags) {
  Location loc = op->getLoc();
  Block &block = op->getRegions().back().front();
  Exits inside;
  for (Operation &nested : block)
    inside.add(findExits(&nested));
  Flags inner = flags;
  inner.broken = inner.continued = Value();
  builder.setInsertionPoint(op);
  if (inside.breaks)
    inner.broken = makeFlag(loc, "<broken>");

  WhileOp loop = dyn_cast<WhileOp>(op);
  if (!loop && (inside.breaks || inside.returns))
    loop = makeWhile(cast<ForOp>(op));
  Block *body = loop ? loop.getBodyBlock() : cast<ForOp>(op).getBodyBlock();
  if (inside.continues) {
    builder.setInsertionPointToStart(body);
    inner.continued = makeFlag(loc, "<continued>");
  }
  if (loop)
    lowerBlock(*loop.getConditionBlock(), inner);
  lowerBlock(*body, inner);
  Exits leaving;
  leaving.breaks = inside.breaks;
  leaving.returns = inside.returns;
  if (leaving.any())
    guardCondition(loop, leaving, inner);
  leaving.breaks = false;
  return leaving;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void ExitLowering::dropUnused() {
  for (VarOp slot : slots) {
    auto isRead = [](Operation *user) { return !isa<StoreOp>(user); };
    if (llvm::any_of(slot->getUsers(), isRead))
      continue;
    for (Operation *user : llvm::make_early_inc_range(slot->getUsers())) {
      Operation *stored = user->getOperand(0).getDefiningOp();
      user->erase();
      if (stored && stored->use_empty() && isa<arith::ConstantOp>(stored))
        stored->erase();
    }
    slot.erase();
  }
}

void ExitLowering::run() {
  Block &body = function.getBody().front();
  Location loc = function.getLoc();
  unsigned numReturns = 0;
  function.walk([&](ReturnOp) { ++numReturns; });
  Operation *last = body.getTerminator();
  bool single = numReturns == 1 && isa<ReturnOp>(last);

  Flags flags;
  ArrayRef<Type> results = function.getResultTypes();
  if (single) {
    builder.setInsertionPoint(last);
    builder.create<func::ReturnOp>(last->getLoc(), last->getOperands());
    last->erase();
    ++numExits;
  } else if (numReturns) {
    builder.setInsertionPointToStart(&body);
    if (!results.empty()) {
      returnedValue = makeSlot(loc, "<returned value>", results.front());
      slots.push_back(returnedValue.getDefiningOp<VarOp>());
    }
    flags.returned = makeFlag(loc, "<returned>");
  }
  lowerBlock(body, flags);
  if (auto yield = dyn_cast<YieldOp>(body.getTerminator())) {
    builder.setInsertionPoint(yield);
    SmallVector<Value> values;
    if (returnedValue)
      values.push_back(builder.create<LoadOp>(yield.getLoc(), returnedValue));
    else
      for (Type type : results)
        values.push_back(builder.create<UninitializedOp>(yield.getLoc(), type));
    builder.create<func::ReturnOp>(yield.getLoc(), values);
    yield.erase();
  }
  dropUnused();
}

/// Checks that an exit stands in statements of source form only, which neither
/// carry nor yield values.
static LogicalResult verifyExit(Operation *exit) {
  auto refuse = [&](Operation *where, StringRef why) {
    InFlightDiagnostic diagnostic = exit->emitError("'")
                                    << exit->getName() << "' in a '"
                                    << where->getName() << "' " << why;
    diagnostic.attachNote(where->getLoc()) << "ts-lower-exits expects source "
                                           << "form";
    return diagnostic;
  };
  Region *region = exit->getParentRegion();
  for (Operation *parent = region->getParentOp(); !isa<func::FuncOp>(parent);
       region = parent->getParentRegion(), parent = region->getParentOp()) {
    if (!isa<IfOp, ForOp, WhileOp, WithOp>(parent))
      return refuse(parent, "cannot leave it");
    if (parent->getNumResults())
      return refuse(parent, "that has results");
    if (auto loop = dyn_cast<WhileOp>(parent))
      if (region == &loop.getCondition())
        return refuse(parent, "is in its condition");
    if (isa<ForOp, WhileOp>(parent) && !isa<ReturnOp>(exit))
      return success();
  }
  return success();
}

/// Checks that what several returns give can wait in a slot.
static LogicalResult verifyResults(func::FuncOp function) {
  SmallVector<ReturnOp> returns;
  function.walk([&](ReturnOp op) { returns.push_back(op); });
  Operation *last = function.getBody().front().getTerminator();
  if (returns.empty() || (returns.size() == 1 && returns.front() == last))
    return success();
  for (Type type : function.getResultTypes())
    if (!isValueType(type)) {
      InFlightDiagnostic diagnostic =
          returns.front()->emitError("'ts.return' of ");
      diagnostic << type << ", which no slot holds, beside other exits";
      diagnostic.attachNote(function.getLoc())
          << "ts-lower-exits expects source form, where tensors are objects";
      return diagnostic;
    }
  return success();
}

/// The same for all exits of a function, which returns in one of two ways.
static LogicalResult verifySource(func::FuncOp function) {
  Operation *last = function.getBody().front().getTerminator();
  WalkResult result = function.walk([&](Operation *op) {
    if (!isa<BreakOp, ContinueOp, ReturnOp>(op))
      return WalkResult::advance();
    if (isa<ReturnOp>(op) && !isa<ReturnOp, RaiseOp, YieldOp>(last)) {
      op->emitError("'ts.return' in a function that ends in '")
          << last->getName() << "', which belongs to the ssa form";
      return WalkResult::interrupt();
    }
    return failed(verifyExit(op)) ? WalkResult::interrupt()
                                  : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

namespace {

struct LowerExits : public ts::impl::TSLowerExitsBase<LowerExits> {
  void runOnOperation() override {
    if (getOperation().isExternal())
      return;
    if (!getOperation().getBody().hasOneBlock()) {
      getOperation().emitError(
          "ts-lower-exits expects a function of one block");
      return signalPassFailure();
    }
    if (failed(verifySource(getOperation())) ||
        failed(verifyResults(getOperation())))
      return signalPassFailure();
    ExitLowering lowering(getOperation());
    lowering.run();
    numExits += lowering.numExits;
    numGuards += lowering.numGuards;
    numLoops += lowering.numLoops;
  }
};

} // namespace
