//===- RefineTypes.cpp - ts-refine-types ----------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Narrows static types and folds the tests they decide.
//
//===----------------------------------------------------------------------===//

#include "Canonicalization.h"
#include "CarriedValues.h"

#include "TorchScript/Dialect/TS/IR/Derefine.h"
#include "TorchScript/Dialect/TS/IR/RestoreLocations.h"
#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TS/Transforms/Passes.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSREFINETYPES
#include "TorchScript/Dialect/TS/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

//===----------------------------------------------------------------------===//
// Narrowing
//===----------------------------------------------------------------------===//

/// True when a plain tuple would take the place of one with a name.
static bool losesName(Type from, Type to) {
  auto before = dyn_cast<TSTupleType>(from), after = dyn_cast<TSTupleType>(to);
  return before && after && before.isNamed() && !after.isNamed();
}

/// The most precise type that the values have before they are derefined; null
/// when that is none but `type`, or when it forgets what one of them is named.
/// Uninitialized values have every type, and so have `self`, the arguments the
/// values are carried by.
static Type findNarrowType(Type type, ArrayRef<Value> values,
                           ArrayRef<Value> self) {
  Type narrow;
  for (Value value : values) {
    value = lookThroughDerefine(value);
    if (value.getDefiningOp<UninitializedOp>() ||
        llvm::is_contained(self, value))
      continue;
    Type found = value.getType();
    if (narrow && (losesName(narrow, found) || losesName(found, narrow)))
      return {};
    if (!narrow || isSubtype(narrow, found))
      narrow = found;
    else if (!isSubtype(found, narrow))
      return {};
  }
  bool narrower = narrow && narrow != type && isSubtype(narrow, type);
  return narrower ? narrow : Type();
}

/// Calls `apply` with the conversion that carries `narrow` in place of `wide`.
static void withNarrowing(Type wide, Type narrow,
                          function_ref<void(const CarriedConversion &)> apply) {
  auto unpack = [&](OpBuilder &builder, Location loc,
                    Value value) -> SmallVector<Value> {
    Value inner = lookThroughDerefine(value);
    if (inner.getDefiningOp<UninitializedOp>())
      return {builder.create<UninitializedOp>(loc, narrow)};
    if (inner.getType() == narrow)
      return {inner};
    if (isSubtype(inner.getType(), narrow))
      return {builder.create<DerefineOp>(loc, narrow, inner)};
    // The argument itself, handed on.
    return {builder.create<UncheckedCastOp>(loc, narrow, inner)};
  };
  auto pack = [&](OpBuilder &builder, Location loc,
                  ValueRange values) -> Value {
    return builder.create<DerefineOp>(loc, wide, values.front());
  };
  apply({{narrow}, unpack, pack});
}

namespace {

/// Gives a result of a branch, or what a loop carries, the type it always has.
template <typename OpTy>
struct NarrowCarried : public OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    for (const Carried &carried : getCarried(op)) {
      Type wide = carried.result.getType();
      Type narrow = findNarrowType(wide, carried.given, carried.arguments);
      if (!narrow)
        continue;
      withNarrowing(wide, narrow, [&](const CarriedConversion &conversion) {
        convertCarried(rewriter, op, carried.result.getResultNumber(),
                       conversion);
      });
      return success();
    }
    return failure();
  }
};

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

/// A test in a branch that is taken because of the same test is known.
struct PropagateFacts : public OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    bool changed = false;
    for (bool taken : {true, false}) {
      Region &region = taken ? op.getThenRegion() : op.getElseRegion();
      if (!region.empty())
        changed |= propagate(rewriter, region, op.getCondition(), taken, 0);
    }
    return success(changed);
  }

private:
  /// Replaces what equals `condition`, which is `known` inside of `region`.
  static bool propagate(PatternRewriter &rewriter, Region &region,
                        Value condition, bool known, unsigned depth) {
    Operation *test = condition.getDefiningOp();
    if (!test || depth > 16)
      return false;
    if (isa<arith::XOrIOp>(test) && matchPattern(test->getOperand(1), m_One()))
      return propagatePart(rewriter, region, test->getOperand(0), !known,
                           depth);
    if ((isa<arith::AndIOp>(test) && known) ||
        (isa<arith::OrIOp>(test) && !known)) {
      bool changed = false;
      for (Value part : test->getOperands())
        changed |= propagatePart(rewriter, region, part, known, depth);
      return changed;
    }
    if (!isa<IsNoneOp, IsInstanceOp>(test))
      return false;
    bool changed = false;
    for (Operation *user :
         llvm::make_early_inc_range(test->getOperand(0).getUsers())) {
      if (user == test || user->getName() != test->getName() ||
          user->getAttrs() != test->getAttrs() ||
          user->getResult(0).use_empty() ||
          !region.isAncestor(user->getParentRegion()))
        continue;
      changed |= replaceUses(rewriter, region, user->getResult(0), known);
    }
    return changed;
  }

  /// Propagates a part of a condition, which may be used by itself.
  static bool propagatePart(PatternRewriter &rewriter, Region &region,
                            Value part, bool known, unsigned depth) {
    bool inside = propagate(rewriter, region, part, known, depth + 1);
    return replaceUses(rewriter, region, part, known) || inside;
  }

  /// Replaces the uses of a condition inside of the region.
  static bool replaceUses(PatternRewriter &rewriter, Region &region,
                          Value value, bool known) {
    bool changed = false;
    Value constant;
    if (matchPattern(value, m_Constant()))
      return false;
    for (OpOperand &use : llvm::make_early_inc_range(value.getUses())) {
      if (!region.isAncestor(use.getOwner()->getParentRegion()))
        continue;
      if (!constant) {
        OpBuilder::InsertionGuard guard(rewriter);
        rewriter.setInsertionPointToStart(&region.front());
        constant = rewriter.create<arith::ConstantOp>(
            value.getLoc(), rewriter.getBoolAttr(known));
      }
      rewriter.modifyOpInPlace(use.getOwner(), [&] { use.set(constant); });
      changed = true;
    }
    return changed;
  }
};

/// Asking whether a derefined value is None asks the value itself.
template <typename TestOp>
struct TestBeforeDerefine : public OpRewritePattern<TestOp> {
  using OpRewritePattern<TestOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(TestOp op,
                                PatternRewriter &rewriter) const override {
    Value inner = lookThroughDerefine(op.getInput());
    if (inner == op.getInput())
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op.getInputMutable().set(inner); });
    return success();
  }
};

struct RefineTypes : public ts::impl::TSRefineTypesBase<RefineTypes> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    populateRefineTypesPatterns(set);
    addCanonicalization(set);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    struct Listener : public RewriterBase::Listener {
      unsigned narrowed = 0;
      void notifyOperationInserted(Operation *op,
                                   OpBuilder::InsertPoint previous) override {
        if (!previous.isSet() && isa<IfOp, ForOp, WhileOp>(op) &&
            op->getNumResults())
          ++narrowed;
      }
    } listener;
    // Blocks are the canonicalizer's business.
    GreedyRewriteConfig config;
    config.enableRegionSimplification = GreedySimplifyRegionLevel::Disabled;
    config.listener = &listener;
    // What is not at its fixed point after the limit of rounds is right, too.
    (void)applyPatternsAndFoldGreedily(getOperation(), patterns, config);
    numNarrowed += listener.narrowed;
    restoreLocations(getOperation());
  }

  FrozenRewritePatternSet patterns;
};

} // namespace

void ts::populateRefineTypesPatterns(RewritePatternSet &patterns) {
  patterns.add<NarrowCarried<IfOp>, NarrowCarried<ForOp>,
               NarrowCarried<WhileOp>, PropagateFacts,
               TestBeforeDerefine<IsNoneOp>, TestBeforeDerefine<IsInstanceOp>>(
      patterns.getContext());
}
