//===- Canonicalize.cpp - Canonicalization that keeps places --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The canonicalization patterns of all dialects, one for casts that folders
// cannot have, as it makes an operation, and one for containers that nobody
// reads; then places for the constants that were merged.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Dialect/TS/IR/OperatorInfo.h"
#include "TorchScript/Dialect/TS/IR/RestoreLocations.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Dialect/TS/Transforms/Passes.h"

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSCANONICALIZE
#include "TorchScript/Dialect/TS/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;

namespace {
/// A cast of a value that was widened before is a cast of the value: a narrower
/// one, or one that widens it less.
struct CastOfWidened : OpRewritePattern<ts::UncheckedCastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ts::UncheckedCastOp cast,
                                PatternRewriter &rewriter) const override {
    auto widened = cast.getInput().getDefiningOp<ts::DerefineOp>();
    if (!widened)
      return failure();
    Value value = widened.getInput();
    if (ts::isSubtype(value.getType(), cast.getType()))
      rewriter.replaceOpWithNewOp<ts::DerefineOp>(cast, cast.getType(), value);
    else if (ts::isSubtype(cast.getType(), value.getType()))
      rewriter.modifyOpInPlace(cast,
                               [&] { cast.getInputMutable().assign(value); });
    else
      return failure();
    return success();
  }
};

/// Whether an operator does nothing but change a container.
bool onlyChanges(Operation *user, Value container) {
  auto op = dyn_cast<ts::OperatorOp>(user);
  if (!op || !op->use_empty())
    return false;
  ts::OperatorInfo info = ts::lookupOperator(op.getName());
  // What changes nothing is there to raise.
  if (!info.known || info.sideEffects || !info.mutatedArgs)
    return false;
  for (auto [i, argument] : llvm::enumerate(op.getArgs()))
    if ((i >= 64 || info.mutatedArgs >> i & 1) && argument != container)
      return false;
  return true;
}

/// A container that nobody reads is not made, and what would change it is not
/// executed: like every computation that nobody uses, it does not raise.
template <class Construct>
struct UnreadContainer : OpRewritePattern<Construct> {
  using OpRewritePattern<Construct>::OpRewritePattern;

  LogicalResult matchAndRewrite(Construct construct,
                                PatternRewriter &rewriter) const override {
    Value container = construct.getResult();
    if (!llvm::all_of(container.getUsers(), [&](Operation *user) {
          return onlyChanges(user, container);
        }))
      return failure();
    llvm::SmallSetVector<Operation *, 4> users(container.user_begin(),
                                               container.user_end());
    for (Operation *user : users)
      rewriter.eraseOp(user);
    rewriter.eraseOp(construct);
    return success();
  }
};

struct TSCanonicalize : public ts::impl::TSCanonicalizeBase<TSCanonicalize> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet owned(context);
    for (Dialect *dialect : context->getLoadedDialects())
      dialect->getCanonicalizationPatterns(owned);
    for (RegisteredOperationName op : context->getRegisteredOperations())
      op.getCanonicalizationPatterns(owned, context);
    owned.add<CastOfWidened, UnreadContainer<ts::ListConstructOp>,
              UnreadContainer<ts::DictConstructOp>>(context);
    patterns = std::make_shared<FrozenRewritePatternSet>(std::move(owned));
    return success();
  }

  /// What a walk finds out before the patterns run; in large modules each walk
  /// costs as much as a pattern.
  struct Survey {
    unsigned numOperations = 0;
    bool hasRegionOfBlocks = false;
  };

  Survey survey() {
    Survey found;
    getOperation()->walk([&](Operation *op) {
      ++found.numOperations;
      for (Region &region : op->getRegions())
        found.hasRegionOfBlocks |= !region.empty() && !region.hasOneBlock();
    });
    return found;
  }

  void runOnOperation() override {
    Survey before = survey();
    // Where regions have one block there are none to merge, and the driver
    // itself erases what nothing uses.
    GreedyRewriteConfig config;
    if (!before.hasRegionOfBlocks)
      config.enableRegionSimplification = GreedySimplifyRegionLevel::Disabled;
    // What is not at its fixed point after the limit of rounds is right, too.
    (void)applyPatternsAndFoldGreedily(getOperation(), *patterns, config);
    unsigned after = ts::restoreLocations(getOperation());
    if (before.numOperations > after)
      numRemoved += before.numOperations - after;
  }

  std::shared_ptr<const FrozenRewritePatternSet> patterns;
};
} // namespace
