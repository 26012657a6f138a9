//===- ScalarizeContainers.cpp - ts-scalarize-containers ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Removes lists and tuples that are only taken apart.
//
//===----------------------------------------------------------------------===//

#include "CarriedValues.h"

#include "TorchScript/Dialect/TS/IR/TS.h"
#include "TorchScript/Dialect/TS/Transforms/Passes.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSSCALARIZECONTAINERS
#include "TorchScript/Dialect/TS/Transforms/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

/// Replaces the readers of a list that is never changed and does not escape.
struct ScalarizeList : public OpRewritePattern<ListConstructOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ListConstructOp op,
                                PatternRewriter &rewriter) const override {
    if (op->use_empty())
      return failure();
    // Check all readers first: one that cannot go keeps the list.
    for (Operation *user : op->getUsers())
      if (!isStaticRead(user, op))
        return failure();
    for (Operation *user : llvm::make_early_inc_range(op->getUsers()))
      replaceRead(rewriter, user, op);
    rewriter.eraseOp(op);
    return success();
  }

private:
  /// The position a `__getitem__` reads; nothing unless it is within the list.
  static std::optional<int64_t> getPosition(OperatorOp read, int64_t size) {
    IntegerAttr index;
    if (!matchPattern(read.getArgs()[1], m_Constant(&index)))
      return std::nullopt;
    int64_t position = index.getInt();
    if (position < 0)
      position += size;
    if (position < 0 || position >= size)
      return std::nullopt;
    return position;
  }

  static bool isStaticRead(Operation *user, ListConstructOp list) {
    int64_t size = list.getElements().size();
    if (auto unpack = dyn_cast<ListUnpackOp>(user))
      return static_cast<int64_t>(unpack.getNumResults()) == size;
    auto read = dyn_cast<OperatorOp>(user);
    if (!read || read.getNumResults() != 1)
      return false;
    if (read.getName() == "aten::len.t")
      return read.getArgs().size() == 1;
    return read.getName().starts_with("aten::__getitem__.") &&
           read.getArgs().size() == 2 && read.getArgs()[0] == list &&
           read.getResult(0).getType() == list.getType().getElementType() &&
           getPosition(read, size);
  }

  static void replaceRead(PatternRewriter &rewriter, Operation *user,
                          ListConstructOp list) {
    OperandRange elements = list.getElements();
    if (isa<ListUnpackOp>(user)) {
      rewriter.replaceOp(user, elements);
      return;
    }
    auto read = cast<OperatorOp>(user);
    if (read.getName() == "aten::len.t") {
      rewriter.setInsertionPoint(read);
      rewriter.replaceOpWithNewOp<arith::ConstantOp>(
          read, rewriter.getI64IntegerAttr(elements.size()));
      return;
    }
    rewriter.replaceOp(read, elements[*getPosition(read, elements.size())]);
  }
};

//===----------------------------------------------------------------------===//
// Tuples
//===----------------------------------------------------------------------===//

/// True when a value can be taken apart without work.
bool isConstructed(Value value, ArrayRef<Value> self = {}) {
  return value.getDefiningOp<TupleConstructOp>() ||
         value.getDefiningOp<UninitializedOp>() ||
         llvm::is_contained(self, value);
}

/// True when a value is a tuple somebody takes apart.
bool isTakenApart(Value value) {
  return isa<TSTupleType>(value.getType()) &&
         llvm::any_of(value.getUsers(), [](Operation *user) {
           return isa<TupleIndexOp, TupleSliceOp>(user);
         });
}

/// Calls `apply` with the conversion that carries the elements of a tuple.
void withElements(TSTupleType type,
                  function_ref<void(const CarriedConversion &)> apply) {
  auto unpack = [&](OpBuilder &builder, Location loc, Value value) {
    SmallVector<Value> elements;
    if (auto tuple = value.getDefiningOp<TupleConstructOp>())
      return llvm::to_vector(ValueRange(tuple.getElements()));
    for (auto [i, element] : llvm::enumerate(type.getElements())) {
      if (value.getDefiningOp<UninitializedOp>())
        elements.push_back(builder.create<UninitializedOp>(loc, element));
      else
        elements.push_back(builder.create<TupleIndexOp>(loc, value, i));
    }
    return elements;
  };
  auto pack = [&](OpBuilder &builder, Location loc,
                  ValueRange values) -> Value {
    return builder.create<TupleConstructOp>(loc, type, values);
  };
  apply({llvm::to_vector(type.getElements()), unpack, pack});
}

/// Takes apart a tuple that both branches construct.
struct SplitResult : public OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    YieldOp first = getYield(op.getThenRegion());
    YieldOp second = getYield(op.getElseRegion());
    if (!first || !second)
      return failure();
    for (OpResult result : op.getResults()) {
      unsigned i = result.getResultNumber();
      if (!isTakenApart(result) || !isConstructed(first.getOperand(i)) ||
          !isConstructed(second.getOperand(i)))
        continue;
      withElements(cast<TSTupleType>(result.getType()),
                   [&](const CarriedConversion &conversion) {
                     convertResult(rewriter, op, i, conversion);
                   });
      return success();
    }
    return failure();
  }
};

/// Takes apart a tuple that a counted loop carries.
struct SplitForCarried : public OpRewritePattern<ForOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ForOp op,
                                PatternRewriter &rewriter) const override {
    YieldOp yield = getYield(op.getBody());
    if (!yield)
      return failure();
    for (OpResult result : op.getResults()) {
      unsigned i = result.getResultNumber();
      Value argument = op.getRegionIterArgs()[i];
      if ((!isTakenApart(result) && !isTakenApart(argument)) ||
          !isConstructed(op.getInits()[i]) ||
          !isConstructed(yield.getOperand(i), argument))
        continue;
      withElements(cast<TSTupleType>(result.getType()),
                   [&](const CarriedConversion &conversion) {
                     convertCarried(rewriter, op, i, conversion);
                   });
      return success();
    }
    return failure();
  }
};

/// Takes apart a tuple that a while loop carries.
struct SplitWhileCarried : public OpRewritePattern<WhileOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(WhileOp op,
                                PatternRewriter &rewriter) const override {
    YieldOp yield = getYield(op.getBody());
    if (!yield)
      return failure();
    for (OpResult result : op.getResults()) {
      unsigned i = result.getResultNumber();
      Value inCondition = op.getCondition().getArgument(i);
      Value inBody = op.getBody().getArgument(i);
      SmallVector<Value> self{inCondition, inBody};
      if ((!isTakenApart(result) && !isTakenApart(inCondition) &&
           !isTakenApart(inBody)) ||
          !isConstructed(op.getInits()[i]) ||
          !isConstructed(op.getConditionOp().getArgs()[i], self) ||
          !isConstructed(yield.getOperand(i), self))
        continue;
      withElements(cast<TSTupleType>(result.getType()),
                   [&](const CarriedConversion &conversion) {
                     convertCarried(rewriter, op, i, conversion);
                   });
      return success();
    }
    return failure();
  }
};

struct ScalarizeContainers
    : public ts::impl::TSScalarizeContainersBase<ScalarizeContainers> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    populateScalarizeContainersPatterns(set);
    TupleSliceOp::getCanonicalizationPatterns(set, context);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    struct Listener : public RewriterBase::Listener {
      unsigned lists = 0, tuples = 0;
      void notifyOperationErased(Operation *op) override {
        lists += isa<ListConstructOp>(op) && op->getNumOperands();
        tuples += isa<TupleConstructOp>(op);
      }
    } listener;
    GreedyRewriteConfig config;
    config.listener = &listener;
    if (failed(applyPatternsAndFoldGreedily(getOperation(), patterns, config)))
      return signalPassFailure();
    numLists += listener.lists;
    numTuples += listener.tuples;
  }

  FrozenRewritePatternSet patterns;
};

} // namespace

void ts::populateScalarizeContainersPatterns(RewritePatternSet &patterns) {
  patterns.add<ScalarizeList, SplitResult, SplitForCarried, SplitWhileCarried>(
      patterns.getContext());
}
