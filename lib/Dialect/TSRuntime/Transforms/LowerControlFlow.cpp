//===- LowerControlFlow.cpp - Structured control flow to branches ---------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements tsrt-lower-control-flow. MLIR's convert-scf-to-cf splits a block
// at its first branch first, and so moves the rest of the block once for each
// of its branches; this works from the end, and moves each operation once.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TSRuntime/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::tsrt {
#define GEN_PASS_DEF_LOWERCONTROLFLOW
#include "TorchScript/Dialect/TSRuntime/Transforms/Passes.h.inc"
} // namespace mlir::tsrt

using namespace mlir;

namespace {

/// Puts the blocks of one operation into the region around it.
class Lowering {
public:
  explicit Lowering(Operation *op)
      : op(op), loc(op->getLoc()), builder(op->getContext()),
        before(op->getBlock()), after(before->splitBlock(op)) {}

  void lowerIf(scf::IfOp branch) {
    Block *join = makeJoin();
    Block *onTrue = inlineBranch(branch.getThenRegion(), join);
    Block *onFalse = inlineBranch(branch.getElseRegion(), join);
    builder.setInsertionPointToEnd(before);
    builder.create<cf::CondBranchOp>(loc, branch.getCondition(), onTrue,
                                     onFalse);
    finish(join->getArguments());
  }

  void lowerFor(scf::ForOp loop) {
    // The block that tests the counter takes the carried values, too.
    Block *body = &loop.getRegion().front(), *last = &loop.getRegion().back();
    auto yield = cast<scf::YieldOp>(last->getTerminator());
    Block *head = builder.createBlock(after, body->getArgumentTypes(),
                                      getLocations(body));
    inlineBefore(loop.getRegion());
    builder.setInsertionPointToEnd(before);
    SmallVector<Value> inits{loop.getLowerBound()};
    llvm::append_range(inits, loop.getInitArgs());
    builder.create<cf::BranchOp>(loc, head, inits);

    builder.setInsertionPoint(yield);
    Value counter = head->getArgument(0);
    SmallVector<Value> next{
        builder.create<arith::AddIOp>(loc, counter, loop.getStep())};
    llvm::append_range(next, yield.getOperands());
    builder.create<cf::BranchOp>(loc, head, next);
    yield.erase();

    builder.setInsertionPointToEnd(head);
    Value goesOn = builder.create<arith::CmpIOp>(loc, arith::CmpIPredicate::slt,
                                                 counter, loop.getUpperBound());
    for (auto [inside, carried] :
         llvm::zip_equal(body->getArguments(), head->getArguments()))
      inside.replaceAllUsesWith(carried);
    body->eraseArguments(0, body->getNumArguments());
    builder.create<cf::CondBranchOp>(loc, goesOn, body, ValueRange(), after,
                                     ValueRange());
    finish(head->getArguments().drop_front());
  }

  void lowerWhile(scf::WhileOp loop) {
    Block *head = &loop.getBefore().front(), *body = &loop.getAfter().front();
    auto condition =
        cast<scf::ConditionOp>(loop.getBefore().back().getTerminator());
    auto yield = cast<scf::YieldOp>(loop.getAfter().back().getTerminator());
    inlineBefore(loop.getBefore());
    inlineBefore(loop.getAfter());
    builder.setInsertionPointToEnd(before);
    builder.create<cf::BranchOp>(loc, head, loop.getInits());
    builder.setInsertionPoint(yield);
    builder.create<cf::BranchOp>(loc, head, yield.getOperands());
    yield.erase();
    SmallVector<Value> results(condition.getArgs());
    builder.setInsertionPoint(condition);
    builder.create<cf::CondBranchOp>(loc, condition.getCondition(), body,
                                     results, after, ValueRange());
    condition.erase();
    finish(results);
  }

private:
  static SmallVector<Location> getLocations(Block *block) {
    SmallVector<Location> locations;
    for (BlockArgument argument : block->getArguments())
      locations.push_back(argument.getLoc());
    return locations;
  }

  void inlineBefore(Region &region) {
    after->getParent()->getBlocks().splice(after->getIterator(),
                                           region.getBlocks());
  }

  /// The block the results of a branch come to, as arguments.
  Block *makeJoin() {
    if (op->getNumResults() == 0)
      return after;
    SmallVector<Location> locations(op->getNumResults(), loc);
    Block *join = builder.createBlock(after, op->getResultTypes(), locations);
    builder.create<cf::BranchOp>(loc, after);
    return join;
  }

  /// The first block of a branch, which goes on at `join`.
  Block *inlineBranch(Region &region, Block *join) {
    if (region.empty())
      return join;
    Block *first = &region.front();
    auto yield = cast<scf::YieldOp>(region.back().getTerminator());
    join->getParent()->getBlocks().splice(join->getIterator(),
                                          region.getBlocks());
    builder.setInsertionPoint(yield);
    builder.create<cf::BranchOp>(loc, join, yield.getOperands());
    yield.erase();
    return first;
  }

  void finish(ValueRange results) {
    op->replaceAllUsesWith(results);
    op->erase();
  }

  Operation *op;
  Location loc;
  OpBuilder builder;
  /// What comes before the operation; the operation and what follows it.
  Block *before, *after;
};

/// Checks that the operation around a structured one can have several blocks.
static LogicalResult verifyPlace(Operation *op) {
  Operation *parent = op->getParentOp();
  if (isa<scf::IfOp, scf::ForOp, scf::WhileOp>(parent) ||
      !parent->hasTrait<OpTrait::SingleBlock>())
    return success();
  InFlightDiagnostic diagnostic =
      op->emitError("'") << op->getName() << "' in a '" << parent->getName()
                         << "', whose body is one block";
  diagnostic.attachNote(parent->getLoc())
      << "kernels are compiled before tsrt-lower-control-flow "
         "(ts-compile-kernels)";
  return diagnostic;
}

struct LowerControlFlow : tsrt::impl::LowerControlFlowBase<LowerControlFlow> {
  void runOnOperation() override {
    // Those around others come before them.
    SmallVector<Operation *> structured;
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<scf::IfOp, scf::ForOp, scf::WhileOp>(op))
        structured.push_back(op);
    });
    for (Operation *op : structured)
      if (failed(verifyPlace(op)))
        return signalPassFailure();
    for (Operation *op : llvm::reverse(structured)) {
      if (auto branch = dyn_cast<scf::IfOp>(op))
        Lowering(op).lowerIf(branch);
      else if (auto loop = dyn_cast<scf::ForOp>(op))
        Lowering(op).lowerFor(loop);
      else
        Lowering(op).lowerWhile(cast<scf::WhileOp>(op));
    }
    numLowered += structured.size();
  }
};

} // namespace
