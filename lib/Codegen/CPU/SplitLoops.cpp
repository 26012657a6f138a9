//===- SplitLoops.cpp - Loops on several threads --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that is worth several threads becomes a function of its bounds, which
// tsrt_parallel_for calls. A turn computes the same whichever thread has it.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Codegen/Passes.h"

#include "HandedOver.h"
#include "TorchScript/Dialect/TSRuntime/IR/KernelOps.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "TorchScript/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSSPLITLOOPS
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {

/// Operations: a number times sizes that are known when a kernel runs.
struct Work {
  int64_t number;
  SmallVector<Value> sizes;
};

struct TSSplitLoops : public ts::impl::TSSplitLoopsBase<TSSplitLoops> {
  using TSSplitLoopsBase::TSSplitLoopsBase;
  void runOnOperation() override;

private:
  void split(Operation *op);
  void splitRows(scf::ForOp loop);
  void splitOperation(linalg::LinalgOp op);
  /// Makes the loop, of `turns` turns that any thread may have, a call.
  void outline(scf::ForOp loop, OpFoldResult turns, OpFoldResult grain);
  /// The turns that are worth a thread, of `work` each.
  OpFoldResult getGrain(OpBuilder &b, Location loc, const Work &work);

  /// Names of functions by their texts.
  llvm::StringMap<std::string> functions;
};

} // namespace

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

/// What a size that is known when a kernel runs is taken for in estimates.
static constexpr int64_t kUsual = 64;

/// What one element of an operation on buffers takes, where functions count as
/// many operations as they are made of.
static int64_t countWorkOfElement(linalg::LinalgOp op) {
  constexpr int64_t ofFunction = 16, ofMemory = 8;
  int64_t each = ofMemory;
  for (Operation &inner : op.getBlock()->without_terminator())
    each += isa<math::MathDialect>(inner.getDialect()) ? ofFunction : 1;
  return each;
}

/// Operations of an operation on buffers.
static int64_t countWork(linalg::LinalgOp op) {
  int64_t each = countWorkOfElement(op);
  for (int64_t range : op.getStaticLoopRanges())
    each *= ShapedType::isDynamic(range) ? kUsual : range;
  return each;
}

/// Turns of a loop from 0 by ones: kDynamic when their number is not known, and
/// 0 for other loops.
static int64_t countTurns(scf::ForOp loop) {
  if (getConstantIntValue(loop.getLowerBound()) != 0 ||
      getConstantIntValue(loop.getStep()) != 1)
    return 0;
  auto high = getConstantIntValue(loop.getUpperBound());
  return high ? std::max<int64_t>(*high, 0) : ShapedType::kDynamic;
}

/// Operations of one turn of a loop.
static int64_t countWorkOfTurn(scf::ForOp loop) {
  int64_t sum = 0;
  loop.walk([&](linalg::LinalgOp op) {
    int64_t work = countWork(op);
    for (Operation *outer = op->getParentOp(); outer != loop;
         outer = outer->getParentOp())
      if (auto around = dyn_cast<scf::ForOp>(outer)) {
        int64_t turns = countTurns(around);
        work *= ShapedType::isDynamic(turns) ? kUsual : turns;
      }
    sum += work;
  });
  return sum;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void TSSplitLoops::outline(scf::ForOp loop, OpFoldResult turns,
                           OpFoldResult grain) {
  std::optional<HandedOver> handed = findHandedOver(loop);
  if (!handed)
    return;
  if (!getConstantIntValue(turns) || !getConstantIntValue(grain))
    handed->hasWords = true;
  ModuleOp module = getOperation();
  OwningOpRef<func::FuncOp> function = makeFunction(loop, *handed);
  std::string text;
  llvm::raw_string_ostream os(text);
  (*function)->print(os, OpPrintingFlags().useLocalScope());
  std::string &name = functions[text];
  if (name.empty()) {
    SymbolTable symbols(module);
    func::FuncOp added = function.release();
    name = "split_" + std::to_string(functions.size() - 1);
    added.setName(name);
    name = symbols.insert(added, module.getBody()->end()).str();
    ++numFunctions;
  }
  OpBuilder b(loop);
  createParallelCall(b, loop.getLoc(), name, turns, grain, *handed);
  loop.erase();
  ++numLoops;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Whether a dimension moves along memory in an operand, where vectors and
/// blocks want whole numbers of elements.
static bool isAlong(linalg::LinalgOp op, unsigned dim) {
  return llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    // Results of a reduction are stored one by one.
    bool counts = op.isDpsInput(&operand) || op.getNumReductionLoops() == 0;
    return counts && map.getNumResults() > 0 &&
           map.getResults().back().isFunctionOfDim(dim);
  });
}

/// Whether a dimension is long enough for threads to have equal shares.
static bool isLongEnough(int64_t size) {
  return !ShapedType::isDynamic(size) && size >= 8;
}

/// The outermost parallel dimension by which all results move that is long
/// enough, or else the first that is not known, or the longest; nothing if
/// there is none. Sums of columns go along rows.
static std::optional<unsigned> chooseDim(linalg::LinalgOp op) {
  SmallVector<int64_t, 4> sizes = op.getStaticLoopRanges();
  auto iterators = op.getIteratorTypesArray();
  std::optional<unsigned> best;
  for (unsigned dim = 0; dim < sizes.size(); ++dim) {
    bool isKnown = !ShapedType::isDynamic(sizes[dim]), along = isAlong(op, dim);
    if ((isKnown && sizes[dim] < 2) ||
        !linalg::isParallelIterator(iterators[dim]) ||
        (op.getNumReductionLoops() > 0 && along))
      continue;
    bool movesAll =
        llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &output) {
          return op.getMatchingIndexingMap(&output).isFunctionOfDim(dim);
        });
    if (!movesAll)
      continue;
    // Known sizes along memory are no better than others that are not known.
    bool isUnknownBest = best && ShapedType::isDynamic(sizes[*best]);
    if (best && (isUnknownBest ? along || !isLongEnough(sizes[dim])
                               : isKnown && sizes[dim] <= sizes[*best]))
      continue;
    best = dim;
    if (isLongEnough(sizes[dim]))
      break;
  }
  return best;
}

/// How many elements along a dimension are one turn: few, but not less than is
/// worth a loop, and without a rest where the size is known; 0 when that cannot
/// be.
static int64_t chooseTurn(linalg::LinalgOp op, unsigned dim) {
  constexpr int64_t shortest = 64, shortestAlong = 2048, unit = 16;
  SmallVector<int64_t, 4> sizes = op.getStaticLoopRanges();
  int64_t each = 1;
  for (auto [other, size] : llvm::enumerate(sizes))
    if (other != dim)
      each *= ShapedType::isDynamic(size) ? kUsual : std::max<int64_t>(size, 1);
  bool along = isAlong(op, dim);
  int64_t step = along ? unit : 1, least = along ? shortestAlong : shortest;
  if (ShapedType::isDynamic(sizes[dim]))
    return llvm::alignTo(llvm::divideCeil(least, each), step);
  for (int64_t turn = step; turn <= sizes[dim] / 2; turn += step)
    if (sizes[dim] % turn == 0 && turn * each >= least)
      return turn;
  return 0;
}

/// Arithmetic of the affine dialect in a loop as arithmetic on numbers.
static void expandArithmetic(IRRewriter &rewriter, scf::ForOp loop) {
  SmallVector<Operation *> ops;
  loop.walk([&](Operation *op) {
    if (isa<affine::AffineApplyOp, affine::AffineMinOp>(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    rewriter.setInsertionPoint(op);
    auto apply = dyn_cast<affine::AffineApplyOp>(op);
    AffineMap map =
        apply ? apply.getAffineMap() : cast<affine::AffineMinOp>(op).getMap();
    auto values =
        affine::expandAffineMap(rewriter, op->getLoc(), map, op->getOperands());
    if (!values)
      continue;
    Value least = values->front();
    for (Value value : llvm::drop_begin(*values))
      least = rewriter.create<arith::MinSIOp>(op->getLoc(), least, value);
    rewriter.replaceOp(op, least);
  }
}

/// An operation as a loop over turns of its outermost dimension, and how many
/// there are; null when it stays.
static scf::ForOp makeLoop(linalg::LinalgOp op, unsigned dim, int64_t turn,
                           OpFoldResult &turns) {
  SmallVector<int64_t, 4> sizes = op.getStaticLoopRanges();
  IRRewriter rewriter(op.getContext());
  rewriter.setInsertionPoint(op);
  SmallVector<int64_t> tiles(sizes.size(), 0);
  tiles[dim] = turn;
  auto tiled = linalg::tileLinalgOp(
      rewriter, op, linalg::LinalgTilingOptions().setTileSizes(tiles));
  if (failed(tiled) || tiled->loops.empty())
    return {};
  rewriter.eraseOp(op);
  auto loop = cast<scf::ForOp>(tiled->loops.front());
  // The loop counts turns.
  ImplicitLocOpBuilder b(loop.getLoc(), rewriter);
  b.setInsertionPoint(loop);
  if (ShapedType::isDynamic(sizes[dim])) {
    Value most = b.create<arith::AddIOp>(
        loop.getUpperBound(), b.create<arith::ConstantIndexOp>(turn - 1));
    turns = turn == 1 ? loop.getUpperBound()
                      : b.create<arith::DivUIOp>(
                             most, b.create<arith::ConstantIndexOp>(turn))
                            .getResult();
  } else {
    turns = b.getIndexAttr(sizes[dim] / turn);
  }
  if (turn != 1) {
    loop.getUpperBoundMutable().assign(
        getValueOrCreateConstantIndexOp(b, b.getLoc(), turns));
    loop.getStepMutable().assign(
        b.create<arith::ConstantIndexOp>(1).getResult());
    b.setInsertionPointToStart(loop.getBody());
    Value first = b.create<arith::MulIOp>(
        loop.getInductionVar(), b.create<arith::ConstantIndexOp>(turn));
    loop.getInductionVar().replaceAllUsesExcept(first, first.getDefiningOp());
  }
  // Indices that the body asks for, and sizes of the last turn, as arithmetic
  // on vectors.
  expandArithmetic(rewriter, loop);
  return loop;
}

OpFoldResult TSSplitLoops::getGrain(OpBuilder &b, Location loc,
                                    const Work &work) {
  if (work.sizes.empty())
    return b.getIndexAttr(
        llvm::divideCeil(grain, std::max<int64_t>(work.number, 1)));
  auto number = [&](int64_t n) -> Value {
    return b.create<arith::ConstantIndexOp>(loc, n);
  };
  Value each = number(work.number);
  for (Value size : work.sizes)
    each = b.create<arith::MulIOp>(loc, each, size);
  each = b.create<arith::MaxSIOp>(loc, each, number(1));
  return b
      .create<arith::AddIOp>(
          loc, b.create<arith::DivUIOp>(loc, number(grain), each), number(1))
      .getResult();
}

/// The loop that is all of what a loop of parallel turns does but for values
/// that both compute with; null where there is none, or where turns of it are
/// not parallel.
static scf::ForOp getOnlyLoop(scf::ForOp outer) {
  scf::ForOp only;
  for (Operation &op : outer.getBody()->without_terminator()) {
    auto loop = dyn_cast<scf::ForOp>(op);
    if (only || (!loop && !isMemoryEffectFree(&op)))
      return {};
    only = loop;
  }
  if (!only || !only->hasAttr(tsrt::kParallelAttr) || only.getNumResults() ||
      countTurns(only) == 0 ||
      !outer.isDefinedOutsideOfLoop(only.getUpperBound()))
    return {};
  return only;
}

/// Two loops of parallel turns as one, where the outer one has few.
static scf::ForOp joinLoops(scf::ForOp outer) {
  scf::ForOp inner = getOnlyLoop(outer);
  if (!inner || isLongEnough(countTurns(outer)))
    return outer;
  IRRewriter rewriter(outer.getContext());
  rewriter.setInsertionPoint(outer);
  ImplicitLocOpBuilder b(outer.getLoc(), rewriter);
  Value each = inner.getUpperBound();
  auto joined = b.create<scf::ForOp>(
      outer.getLowerBound(),
      b.createOrFold<arith::MulIOp>(outer.getUpperBound(), each),
      outer.getStep());
  joined->setAttr(tsrt::kParallelAttr, b.getUnitAttr());
  b.setInsertionPointToStart(joined.getBody());
  Value turn = joined.getInductionVar();
  Value numbers[] = {b.create<arith::DivUIOp>(turn, each),
                     b.create<arith::RemUIOp>(turn, each)};
  rewriter.inlineBlockBefore(inner.getBody(), inner, numbers[1]);
  rewriter.eraseOp(inner->getPrevNode());
  rewriter.eraseOp(inner);
  Operation *end = joined.getBody()->getTerminator();
  rewriter.inlineBlockBefore(outer.getBody(), end, numbers[0]);
  rewriter.eraseOp(end->getPrevNode());
  rewriter.eraseOp(outer);
  return joinLoops(joined);
}

void TSSplitLoops::splitRows(scf::ForOp loop) {
  int64_t each = countWorkOfTurn(loop), turns = countTurns(loop);
  if (each == 0 || (!ShapedType::isDynamic(turns) &&
                    (turns < 2 || each * turns < 2 * grain)))
    return;
  loop = joinLoops(loop);
  OpBuilder b(loop);
  OpFoldResult count = getAsOpFoldResult(loop.getUpperBound());
  outline(loop, count, getGrain(b, loop.getLoc(), {countWorkOfTurn(loop), {}}));
}

void TSSplitLoops::splitOperation(linalg::LinalgOp op) {
  SmallVector<int64_t, 4> sizes = op.getStaticLoopRanges();
  bool isKnown = llvm::none_of(sizes, ShapedType::isDynamic);
  if ((isKnown && countWork(op) < 2 * grain) || !findHandedOver(op))
    return;
  std::optional<unsigned> dim = chooseDim(op);
  int64_t turn = dim ? chooseTurn(op, *dim) : 0;
  if (turn == 0)
    return;
  Work work{countWorkOfElement(op) * turn, {}};
  OpBuilder b(op);
  Location loc = op.getLoc();
  SmallVector<Range, 4> ranges;
  if (!isKnown)
    ranges = op.createLoopRanges(b, loc);
  for (auto [other, size] : llvm::enumerate(sizes)) {
    if (other == *dim)
      continue;
    if (ShapedType::isDynamic(size))
      work.sizes.push_back(
          getValueOrCreateConstantIndexOp(b, loc, ranges[other].size));
    else
      work.number *= size;
  }
  OpFoldResult turns;
  scf::ForOp loop = makeLoop(op, *dim, turn, turns);
  if (!loop)
    return;
  b.setInsertionPoint(loop);
  outline(loop, turns, getGrain(b, loc, work));
}

void TSSplitLoops::split(Operation *op) {
  auto loop = dyn_cast<scf::ForOp>(op);
  auto body = dyn_cast<linalg::LinalgOp>(op);
  if (loop && loop->hasAttr(tsrt::kParallelAttr) && loop.getNumResults() == 0)
    splitRows(loop);
  else if (body && body.hasPureBufferSemantics())
    splitOperation(body);
}

void TSSplitLoops::runOnOperation() {
  functions.clear();
  for (auto kernel : llvm::to_vector(getOperation().getOps<func::FuncOp>())) {
    if (kernel.isExternal() || kernel.isPrivate() ||
        !kernel.getBody().hasOneBlock())
      continue;
    for (Operation &op : llvm::make_early_inc_range(
             kernel.getBody().front().without_terminator()))
      split(&op);
  }
}
