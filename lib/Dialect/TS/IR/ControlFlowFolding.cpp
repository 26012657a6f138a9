//===- ControlFlowFolding.cpp - Simplification of ts.if and ts.for --------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Canonicalization patterns of the statements with blocks.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::ts;

/// The `ts.yield` of a block, null when it ends in an exit.
static YieldOp getYield(Region &body) {
  return body.empty() ? YieldOp() : dyn_cast<YieldOp>(body.front().back());
}

namespace {

/// Replaces a `ts.if` whose condition is constant by the block that runs.
struct InlineKnownBranch : public OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    BoolAttr known;
    if (!matchPattern(op.getCondition(), m_Constant(&known)))
      return failure();
    Region &taken = known.getValue() ? op.getThenRegion() : op.getElseRegion();
    if (taken.empty()) {
      rewriter.eraseOp(op);
      return success();
    }
    YieldOp yield = getYield(taken);
    if (!yield)
      return failure();
    SmallVector<Value> values(yield.getOperands());
    rewriter.inlineBlockBefore(&taken.front(), op);
    rewriter.eraseOp(yield);
    rewriter.replaceOp(op, values);
    return success();
  }
};

/// Inside a branch the condition is known.
struct PropagateCondition : public OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    Value condition = op.getCondition();
    if (matchPattern(condition, m_Constant()))
      return failure();
    bool changed = false;
    for (bool taken : {true, false}) {
      Region &region = taken ? op.getThenRegion() : op.getElseRegion();
      if (region.empty())
        continue;
      Value constant;
      for (OpOperand &use : llvm::make_early_inc_range(condition.getUses())) {
        if (!region.isAncestor(use.getOwner()->getParentRegion()))
          continue;
        if (!constant) {
          OpBuilder::InsertionGuard guard(rewriter);
          rewriter.setInsertionPoint(op);
          constant = rewriter.create<arith::ConstantOp>(
              op.getLoc(), rewriter.getBoolAttr(taken));
        }
        rewriter.modifyOpInPlace(use.getOwner(), [&] { use.set(constant); });
        changed = true;
      }
    }
    return success(changed);
  }
};

/// Replaces a result whose value does not depend on the branch: both yield the
/// same value, or one of them never gets to its end.
struct ForwardYieldedValue : public OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    YieldOp first = getYield(op.getThenRegion());
    YieldOp second = getYield(op.getElseRegion());
    if (!first || !second)
      return failure();
    bool changed = false;
    for (auto [result, a, b] : llvm::zip(op.getResults(), first.getOperands(),
                                         second.getOperands())) {
      if (result.use_empty())
        continue;
      Value same;
      if (a == b || isUnreachable(second))
        same = a;
      else if (isUnreachable(first))
        same = b;
      if (!same || op->isAncestor(same.getParentBlock()->getParentOp()))
        continue;
      rewriter.replaceAllUsesWith(result, same);
      changed = true;
    }
    return success(changed);
  }

  /// True when a `ts.throw` stands in the block of the yield.
  static bool isUnreachable(YieldOp yield) {
    return llvm::any_of(*yield->getBlock(),
                        [](Operation &op) { return isa<ThrowOp>(op); });
  }
};

/// Turns `ts.if %c { yield true } else { yield false }` into `%c`, and its
/// opposite into a negation.
struct ForwardCondition : public OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    YieldOp first = getYield(op.getThenRegion());
    YieldOp second = getYield(op.getElseRegion());
    if (!first || !second)
      return failure();
    bool changed = false;
    for (auto [result, a, b] : llvm::zip(op.getResults(), first.getOperands(),
                                         second.getOperands())) {
      BoolAttr x, y;
      if (result.use_empty() || !matchPattern(a, m_Constant(&x)) ||
          !matchPattern(b, m_Constant(&y)) || x == y)
        continue;
      Value value = op.getCondition();
      if (!x.getValue()) {
        rewriter.setInsertionPoint(op);
        Value one = rewriter.create<arith::ConstantOp>(
            op.getLoc(), rewriter.getBoolAttr(true));
        value = rewriter.create<arith::XOrIOp>(op.getLoc(), value, one);
      }
      rewriter.replaceAllUsesWith(result, value);
      changed = true;
    }
    return success(changed);
  }
};

/// Drops the results of a `ts.if` nobody uses.
struct DropUnusedIfResults : public OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> used;
    BitVector unused(op.getNumResults());
    for (OpResult result : op.getResults()) {
      if (result.use_empty())
        unused.set(result.getResultNumber());
      else
        used.push_back(result);
    }
    if (unused.none())
      return failure();
    auto replacement = rewriter.create<IfOp>(
        op.getLoc(), ValueRange(used).getTypes(), op.getCondition(),
        /*withElse=*/false);
    replacement->setAttrs(op->getAttrs());
    replacement.getThenRegion().takeBody(op.getThenRegion());
    replacement.getElseRegion().takeBody(op.getElseRegion());
    for (Region &region : replacement->getRegions())
      if (YieldOp yield = getYield(region))
        rewriter.modifyOpInPlace(yield, [&] { yield->eraseOperands(unused); });
    for (auto [from, to] : llvm::zip(used, replacement.getResults()))
      rewriter.replaceAllUsesWith(from, to);
    rewriter.eraseOp(op);
    return success();
  }
};

/// Removes an `else` that does nothing.
struct DropEmptyElse : public OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getNumResults() || op.getElseRegion().empty() ||
        !isa<YieldOp>(op.getElseRegion().front().front()))
      return failure();
    rewriter.modifyOpInPlace(
        op, [&] { rewriter.eraseBlock(&op.getElseRegion().front()); });
    return success();
  }
};

/// Removes a loop that makes no turn.
struct DropEmptyLoop : public OpRewritePattern<ForOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ForOp op,
                                PatternRewriter &rewriter) const override {
    IntegerAttr count;
    if (!matchPattern(op.getCount(), m_Constant(&count)) ||
        count.getValue().isStrictlyPositive())
      return failure();
    rewriter.replaceOp(op, op.getInits());
    return success();
  }
};

/// Does not carry a value that the body yields unchanged, or yields as its
/// initial value.
struct DropInvariantCarried : public OpRewritePattern<ForOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ForOp op,
                                PatternRewriter &rewriter) const override {
    YieldOp yield = getYield(op.getBody());
    if (!yield)
      return failure();
    BitVector invariant(op.getNumResults());
    SmallVector<Value> kept;
    for (auto [i, init] : llvm::enumerate(op.getInits())) {
      Value next = yield.getOperand(i);
      if (next == op.getRegionIterArgs()[i] || next == init)
        invariant.set(i);
      else
        kept.push_back(init);
    }
    if (invariant.none())
      return failure();
    for (int i : invariant.set_bits()) {
      rewriter.replaceAllUsesWith(op.getRegionIterArgs()[i], op.getInits()[i]);
      rewriter.replaceAllUsesWith(op.getResult(i), op.getInits()[i]);
    }
    auto replacement = rewriter.create<ForOp>(op.getLoc(), op.getCount(), kept);
    replacement->setAttrs(op->getAttrs());
    rewriter.modifyOpInPlace(yield, [&] { yield->eraseOperands(invariant); });
    BitVector arguments(1);
    for (unsigned i = 0; i < invariant.size(); ++i) {
      arguments.resize(i + 2);
      arguments[i + 1] = invariant[i];
    }
    op.getBodyBlock()->eraseArguments(arguments);
    rewriter.eraseBlock(replacement.getBodyBlock());
    rewriter.inlineRegionBefore(op.getBody(), replacement.getBody(),
                                replacement.getBody().end());
    unsigned next = 0;
    for (OpResult result : op.getResults())
      if (!invariant[result.getResultNumber()])
        rewriter.replaceAllUsesWith(result, replacement.getResult(next++));
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void IfOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                       MLIRContext *context) {
  patterns.add<InlineKnownBranch, PropagateCondition, ForwardYieldedValue,
               ForwardCondition, DropUnusedIfResults, DropEmptyElse>(context);
}

void ForOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *context) {
  patterns.add<DropEmptyLoop, DropInvariantCarried>(context);
}
