//===- ScalarizeContainers.cpp - ts-scalarize-containers ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Answers what lists and dicts hold that nobody changes, and removes lists,
// dicts, tuples and objects that are only taken apart.
//
//===----------------------------------------------------------------------===//

#include "CarriedValues.h"
#include "DictVersions.h"
#include "ListVersions.h"
#include "LocalObjects.h"

#include "TorchScript/Dialect/TS/IR/OperatorInfo.h"
#include "TorchScript/Dialect/TS/IR/RestoreLocations.h"
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

/// The elements of a list that nobody changes, or nothing.
std::optional<OperandRange> getElements(Value list) {
  auto made = list.getDefiningOp<ListConstructOp>();
  if (!made || !isListOnlyRead(list))
    return std::nullopt;
  return made.getElements();
}

std::optional<int64_t> getInt(Value value) {
  IntegerAttr constant;
  if (!matchPattern(value, m_Constant(&constant)))
    return std::nullopt;
  return constant.getInt();
}

/// Replaces an unpacking into as many values as there are.
struct UnpackList : public OpRewritePattern<ListUnpackOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ListUnpackOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<OperandRange> elements = getElements(op.getOperand());
    if (!elements || elements->size() != op.getNumResults() ||
        elements->getTypes() != op.getResultTypes())
      return failure();
    rewriter.replaceOp(op, *elements);
    return success();
  }
};

/// Replaces operators on lists that nobody changes, where what they give is
/// known and they do not raise.
struct FoldListOperator : public OpRewritePattern<OperatorOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(OperatorOp op,
                                PatternRewriter &rewriter) const override {
    StringRef name = op.getName();
    if (op.getNumResults() != 1 || op.getArgs().empty())
      return failure();
    std::optional<OperandRange> elements = getElements(op.getArgs()[0]);
    if (!elements)
      return failure();
    if (name == "aten::len.t") {
      rewriter.replaceOpWithNewOp<arith::ConstantIntOp>(op, elements->size(),
                                                        64);
      return success();
    }
    if (name.starts_with("aten::__getitem__."))
      return foldItem(op, *elements, rewriter);
    if (name == "aten::slice.t")
      return foldSlice(op, *elements, rewriter);
    if (name == "aten::mul.left_t")
      return foldRepetition(op, *elements, rewriter);
    if (name.starts_with("aten::__contains__.") && op.getArgs().size() == 2)
      return foldContains(op, *elements, rewriter);
    if (name == "aten::all.bool" || name == "aten::any.bool")
      return foldTruth(op, *elements, rewriter);
    if (name == "aten::copy.t" || name == "aten::list.t")
      return makeList(op, SmallVector<Value>(*elements), rewriter);
    if (name == "aten::sum.int")
      return foldSum(op, *elements, rewriter);
    if (name == "prim::min.self_int" || name == "prim::max.self_int")
      return foldExtremum(op, *elements, rewriter);
    std::optional<OperandRange> others =
        op.getArgs().size() == 2 ? getElements(op.getArgs()[1]) : std::nullopt;
    if (!others)
      return failure();
    if (name == "aten::add.t") {
      SmallVector<Value> all(*elements);
      llvm::append_range(all, *others);
      return makeList(op, all, rewriter);
    }
    if (name == "aten::eq.int_list" || name == "aten::ne.int_list")
      return foldComparison(op, *elements, *others, rewriter);
    return failure();
  }

private:
  static LogicalResult makeList(OperatorOp op, ArrayRef<Value> elements,
                                PatternRewriter &rewriter) {
    rewriter.replaceOpWithNewOp<ListConstructOp>(op, op.getResult(0).getType(),
                                                 elements);
    return success();
  }

  static LogicalResult foldItem(OperatorOp op, OperandRange elements,
                                PatternRewriter &rewriter) {
    std::optional<int64_t> index = getInt(op.getArgs()[1]);
    int64_t size = elements.size();
    if (!index || *index < -size || *index >= size)
      return failure();
    Value element = elements[*index < 0 ? *index + size : *index];
    if (element.getType() != op.getResult(0).getType())
      return failure();
    rewriter.replaceOp(op, element);
    return success();
  }

  /// `item in [...]` of ints, bools or strings; floats may be NaN.
  static LogicalResult foldContains(OperatorOp op, OperandRange elements,
                                    PatternRewriter &rewriter) {
    Value item = op.getArgs()[1];
    if (!item.getType().isInteger(64) && !item.getType().isInteger(1) &&
        !isa<StrType>(item.getType()))
      return failure();
    Attribute wanted;
    bool isKnown = matchPattern(item, m_Constant(&wanted)), found = false;
    bool mayBe = false;
    for (Value element : elements) {
      Attribute constant;
      if (element.getType() != item.getType())
        return failure();
      if (element == item)
        found = true;
      else if (!isKnown || !matchPattern(element, m_Constant(&constant)))
        mayBe = true;
      else
        found |= constant == wanted;
    }
    if (!found && mayBe)
      return failure();
    rewriter.replaceOpWithNewOp<arith::ConstantIntOp>(op, found, 1);
    return success();
  }

  static LogicalResult foldTruth(OperatorOp op, OperandRange elements,
                                 PatternRewriter &rewriter) {
    bool isAll = op.getName() == "aten::all.bool";
    Value truth = rewriter.create<arith::ConstantIntOp>(op.getLoc(), isAll, 1);
    for (Value element : elements)
      truth = isAll ? Value(rewriter.create<arith::AndIOp>(op.getLoc(), truth,
                                                           element))
                    : Value(rewriter.create<arith::OrIOp>(op.getLoc(), truth,
                                                          element));
    rewriter.replaceOp(op, truth);
    return success();
  }

  static LogicalResult foldSum(OperatorOp op, OperandRange elements,
                               PatternRewriter &rewriter) {
    Value sum = rewriter.create<arith::ConstantIntOp>(op.getLoc(), 0, 64);
    for (Value element : elements)
      sum = rewriter.create<arith::AddIOp>(op.getLoc(), sum, element);
    rewriter.replaceOp(op, sum);
    return success();
  }

  static LogicalResult foldExtremum(OperatorOp op, OperandRange elements,
                                    PatternRewriter &rewriter) {
    if (elements.empty())
      return failure();
    bool isMin = op.getName() == "prim::min.self_int";
    Value found = elements.front();
    for (Value element : elements.drop_front())
      found = isMin ? Value(rewriter.create<arith::MinSIOp>(op.getLoc(), found,
                                                            element))
                    : Value(rewriter.create<arith::MaxSIOp>(op.getLoc(), found,
                                                            element));
    rewriter.replaceOp(op, found);
    return success();
  }

  static LogicalResult foldSlice(OperatorOp op, OperandRange elements,
                                 PatternRewriter &rewriter) {
    int64_t size = elements.size();
    // Bounds count from the end when negative, and are clamped.
    auto getBound = [&](Value value, int64_t open) -> std::optional<int64_t> {
      if (auto widened = value.getDefiningOp<DerefineOp>())
        value = widened.getOperand();
      if (isa<TSNoneType>(value.getType()))
        return open;
      std::optional<int64_t> bound = getInt(value);
      if (!bound)
        return std::nullopt;
      return std::clamp<int64_t>(*bound < 0 ? *bound + size : *bound, 0, size);
    };
    std::optional<int64_t> first = getBound(op.getArgs()[1], 0);
    std::optional<int64_t> last = getBound(op.getArgs()[2], size);
    std::optional<int64_t> step = getInt(op.getArgs()[3]);
    if (!first || !last || step != 1)
      return failure();
    SmallVector<Value> kept;
    for (int64_t i = *first; i < *last; ++i)
      kept.push_back(elements[i]);
    return makeList(op, kept, rewriter);
  }

  static LogicalResult foldRepetition(OperatorOp op, OperandRange elements,
                                      PatternRewriter &rewriter) {
    // Long lists are shorter as they are; a negative number is an error unless
    // there is nothing to repeat.
    constexpr size_t kMost = 64;
    std::optional<int64_t> times = getInt(op.getArgs()[1]);
    if (!times || (*times > 0 && elements.size() * *times > kMost) ||
        (*times < 0 && !elements.empty()))
      return failure();
    SmallVector<Value> all;
    for (int64_t i = 0; i < *times; ++i)
      llvm::append_range(all, elements);
    return makeList(op, all, rewriter);
  }

  static LogicalResult foldComparison(OperatorOp op, OperandRange left,
                                      OperandRange right,
                                      PatternRewriter &rewriter) {
    bool same = left.size() == right.size();
    for (unsigned i = 0; same && i < left.size(); ++i) {
      std::optional<int64_t> a = getInt(left[i]), b = getInt(right[i]);
      if (!a || !b)
        return failure();
      same = *a == *b;
    }
    rewriter.replaceOpWithNewOp<arith::ConstantIntOp>(
        op, same == (op.getName() == "aten::eq.int_list"), 1);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Tuples
//===----------------------------------------------------------------------===//

/// True when a value can be taken apart without work: it, or what it widens,
/// was put together, in both branches where it comes from two.
bool isConstructed(Value value, ArrayRef<Value> self = {}) {
  if (value.getDefiningOp<TupleConstructOp>() ||
      value.getDefiningOp<UninitializedOp>() || llvm::is_contained(self, value))
    return true;
  if (auto widened = value.getDefiningOp<DerefineOp>())
    return isa<TSTupleType>(widened.getInput().getType()) &&
           isConstructed(widened.getInput(), self);
  auto branch = value.getDefiningOp<IfOp>();
  if (!branch)
    return false;
  unsigned i = cast<OpResult>(value).getResultNumber();
  YieldOp first = getYield(branch.getThenRegion());
  YieldOp second = getYield(branch.getElseRegion());
  return first && second && isConstructed(first.getOperand(i), self) &&
         isConstructed(second.getOperand(i), self);
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

/// Takes an element of the tuple that became one of a wider type.
struct IndexWidened : public OpRewritePattern<TupleIndexOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TupleIndexOp op,
                                PatternRewriter &rewriter) const override {
    auto widened = op.getTuple().getDefiningOp<DerefineOp>();
    if (!widened || !isa<TSTupleType>(widened.getInput().getType()))
      return failure();
    Value element = rewriter.create<TupleIndexOp>(
        op.getLoc(), widened.getInput(), op.getIndex());
    if (element.getType() != op.getType())
      element = rewriter.create<DerefineOp>(op.getLoc(), op.getType(), element);
    rewriter.replaceOp(op, element);
    return success();
  }
};

/// Takes apart a tuple that both branches construct, or that a loop carries.
template <typename OpTy>
struct SplitCarried : public OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    for (const Carried &carried : getCarried(op)) {
      if ((!isTakenApart(carried.result) &&
           llvm::none_of(carried.arguments, isTakenApart)) ||
          !llvm::all_of(carried.given, [&](Value value) {
            return isConstructed(value, carried.arguments);
          }))
        continue;
      withElements(cast<TSTupleType>(carried.result.getType()),
                   [&](const CarriedConversion &conversion) {
                     convertCarried(rewriter, op,
                                    carried.result.getResultNumber(),
                                    conversion);
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
    splitVersions();
    // Blocks are the canonicalizer's business.
    GreedyRewriteConfig config;
    config.enableRegionSimplification = GreedySimplifyRegionLevel::Disabled;
    config.listener = &listener;
    if (failed(applyPatternsAndFoldGreedily(getOperation(), patterns, config)))
      return signalPassFailure();
    numLists += listener.lists;
    numTuples += listener.tuples;
    restoreLocations(getOperation());
  }

private:
  void splitVersions() {
    SmallVector<ForOp> loops;
    getOperation()->walk([&](ForOp loop) { loops.push_back(loop); });
    for (ForOp loop : loops)
      unrollListLoop(loop);
    SmallVector<Operation *> containers;
    getOperation()->walk([&](Operation *op) {
      if (isa<ListConstructOp, DictConstructOp, NewOp>(op))
        containers.push_back(op);
    });
    for (Operation *made : containers)
      if (auto list = dyn_cast<ListConstructOp>(made))
        splitListVersions(list);
      else if (auto dict = dyn_cast<DictConstructOp>(made))
        splitDictVersions(dict);
      else
        splitLocalObject(cast<NewOp>(made));
  }

  FrozenRewritePatternSet patterns;
};

} // namespace

void ts::populateScalarizeContainersPatterns(RewritePatternSet &patterns) {
  patterns.add<UnpackList, FoldListOperator, IndexWidened, SplitCarried<IfOp>,
               SplitCarried<ForOp>, SplitCarried<WhileOp>>(
      patterns.getContext());
  populateDictPatterns(patterns);
}
