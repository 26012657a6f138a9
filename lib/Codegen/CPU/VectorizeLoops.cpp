//===- VectorizeLoops.cpp - linalg on buffers to loops of vectors ---------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One loop of each operation becomes vectors: a parallel one that moves along
// memory, or a reduction along rows, in several accumulators. What has neither
// is left to scalar loops.
//
//===----------------------------------------------------------------------===//

#include "LoopNest.h"
#include "Strategy.h"
#include "TorchScript/Codegen/Passes.h"
#include "TorchScript/Transforms/CpuLevels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSVECTORIZELOOPS
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::loops;

namespace {

struct TSVectorizeLoops
    : public ts::impl::TSVectorizeLoopsBase<TSVectorizeLoops> {
  using TSVectorizeLoopsBase::TSVectorizeLoopsBase;
  void runOnOperation() override;

private:
  void vectorize(RewriterBase &rewriter, linalg::GenericOp op,
                 const Strategy &strategy);
};

} // namespace

/// Named operations on buffers that have a place in loops of vectors, as
/// generic ones.
static void generalize(func::FuncOp function) {
  SmallVector<linalg::LinalgOp> ops;
  function.walk([&](linalg::LinalgOp op) {
    if (isa<linalg::PoolingNchwMaxOp, linalg::PoolingNchwSumOp,
            linalg::PoolingNhwcMaxOp, linalg::PoolingNhwcSumOp>(
            op.getOperation()) &&
        op.hasPureBufferSemantics())
      ops.push_back(op);
  });
  IRRewriter rewriter(function.getContext());
  for (linalg::LinalgOp op : ops) {
    rewriter.setInsertionPoint(op);
    (void)linalg::generalizeNamedOp(rewriter, op);
  }
}

/// Bits of the widest element of an operand, of which vectors have as many as
/// fit.
static unsigned getWidth(linalg::GenericOp op) {
  unsigned width = 8;
  for (Value operand : op->getOperands())
    width = std::max(
        width, cast<MemRefType>(operand.getType()).getElementTypeBitWidth());
  return width;
}

/// Whether a loop has turns for at least one vector, as far as is known.
static bool isLong(int64_t size, int64_t lanes) {
  return ShapedType::isDynamic(size) || size >= lanes;
}

/// The parallel loop that moves along memory in all operands it moves, or
/// nothing.
static std::optional<unsigned> findParallel(linalg::GenericOp op,
                                            int64_t lanes) {
  auto iterators = op.getIteratorTypesArray();
  SmallVector<int64_t, 4> sizes = op.getStaticLoopRanges();
  for (unsigned dim = iterators.size(); dim-- > 0;) {
    if (!linalg::isParallelIterator(iterators[dim]) ||
        !isLong(sizes[dim], lanes))
      continue;
    bool isGood = true;
    for (OpOperand &operand : op->getOpOperands()) {
      Access access = getAccess(op, operand, dim);
      bool isInput = op.isDpsInput(&operand);
      if (isInput && op.getMatchingBlockArgument(&operand).use_empty())
        continue;
      isGood &=
          access == Access::Contiguous || (isInput && access != Access::Other);
    }
    if (isGood && readsAlong(op, dim, getWidth(op)))
      return dim;
  }
  return std::nullopt;
}

/// The innermost reduction, if it moves along memory, and every result is
/// combined in a way that may be reordered.
static std::optional<unsigned> findReduction(linalg::GenericOp op,
                                             int64_t lanes) {
  auto iterators = op.getIteratorTypesArray();
  SmallVector<int64_t, 4> sizes = op.getStaticLoopRanges();
  unsigned dim = iterators.size() - 1;
  if (iterators.empty() || !linalg::isReductionIterator(iterators[dim]) ||
      !isLong(sizes[dim], lanes))
    return std::nullopt;
  for (OpOperand *input : op.getDpsInputOperands()) {
    Access access = getAccess(op, *input, dim);
    if (access != Access::Contiguous && access != Access::Fixed)
      return std::nullopt;
  }
  for (OpOperand &output : op.getDpsInitsMutable())
    if (getAccess(op, output, dim) != Access::Fixed || !getCombiner(op, output))
      return std::nullopt;
  if (!readsAlong(op, dim, getWidth(op)))
    return std::nullopt;
  return dim;
}

/// The longest parallel loop around a window of few reductions, or nothing.
static std::optional<unsigned> findAroundWindow(linalg::GenericOp op,
                                                const Strategy &strategy) {
  constexpr int64_t few = 16;
  if (!hasWindow(op, strategy))
    return std::nullopt;
  SmallVector<int64_t, 4> sizes = op.getStaticLoopRanges();
  std::optional<unsigned> longest;
  int64_t turns = 1;
  for (auto [dim, iterator] : llvm::enumerate(op.getIteratorTypesArray())) {
    if (!linalg::isParallelIterator(iterator))
      turns *= sizes[dim];
    else if (!ShapedType::isDynamic(sizes[dim]) &&
             (!longest || sizes[dim] > sizes[*longest]))
      longest = dim;
  }
  return turns <= few ? longest : std::nullopt;
}

/// What a window begins with: the number of a fill right in front of it, which
/// is not needed then, or null for what is there.
static Value takeStart(RewriterBase &rewriter, linalg::GenericOp op,
                       const Strategy &strategy) {
  if (op.getNumDpsInits() != 1 || !hasWindow(op, strategy))
    return {};
  Operation *before = op->getPrevNode();
  while (before && (isMemoryEffectFree(before) || isa<memref::AllocOp>(before)))
    before = before->getPrevNode();
  auto fill = dyn_cast_or_null<linalg::FillOp>(before);
  if (!fill || fill.getOutputs()[0] != op.getDpsInits()[0])
    return {};
  Value start = fill.getInputs()[0];
  rewriter.eraseOp(fill);
  return start;
}

/// A fill of rows of at least a vector, as an operation without inputs that
/// writes a number from outside; null for others.
static linalg::GenericOp generalize(RewriterBase &rewriter, linalg::FillOp fill,
                                    const Strategy &strategy) {
  auto type = dyn_cast<MemRefType>(fill.getOutputs()[0].getType());
  if (!type || type.getRank() == 0 || !type.getElementType().isIntOrFloat() ||
      !isLong(type.getShape().back(),
              strategy.vectorBits / type.getElementTypeBitWidth()))
    return nullptr;
  rewriter.setInsertionPoint(fill);
  auto generic = rewriter.create<linalg::GenericOp>(
      fill.getLoc(), ValueRange(), fill.getOutputs(),
      fill.getIndexingMapsArray()[1], fill.getIteratorTypesArray(),
      [&](OpBuilder &b, Location loc, ValueRange) {
        b.create<linalg::YieldOp>(loc, fill.getInputs());
      });
  rewriter.eraseOp(fill);
  return isVectorizable(generic) ? generic : nullptr;
}

void TSVectorizeLoops::vectorize(RewriterBase &rewriter, linalg::GenericOp op,
                                 const Strategy &strategy) {
  int64_t lanes = strategy.vectorBits / getWidth(op);
  rewriter.setInsertionPoint(op);
  auto along = [&](unsigned dim, int64_t lanes) {
    Value start = takeStart(rewriter, op, strategy);
    buildParallel(rewriter, op, dim, lanes, strategy, start);
  };
  if (std::optional<unsigned> dim = findParallel(op, lanes)) {
    along(*dim, lanes);
    ++numParallel;
  } else if (std::optional<unsigned> row = findReduction(op, lanes)) {
    buildReduction(rewriter, op, *row, lanes, strategy);
    ++numReductions;
  } else if (buildTransposed(rewriter, op, lanes, strategy)) {
    ++numTransposed;
  } else if (std::optional<unsigned> dim = findAroundWindow(op, strategy)) {
    along(*dim, 1);
    ++numLeft;
  } else {
    ++numLeft;
    return;
  }
  rewriter.eraseOp(op);
}

void TSVectorizeLoops::runOnOperation() {
  const Strategy *strategy =
      target.empty() ? getStrategy(getOperation()) : getStrategy(target);
  if (!strategy) {
    getOperation().emitError("ts-vectorize-loops has no target '")
        << target << "'; there are avx512, avx2, baseline and host";
    return signalPassFailure();
  }
  generalize(getOperation());
  IRRewriter rewriter(&getContext());
  SmallVector<linalg::GenericOp> ops;
  getOperation().walk([&](linalg::GenericOp op) {
    if (op.hasPureBufferSemantics() && isVectorizable(op))
      ops.push_back(op);
  });
  for (linalg::GenericOp op : ops)
    vectorize(rewriter, op, *strategy);
  // Windows have taken the fills in front of them.
  SmallVector<linalg::FillOp> fills;
  getOperation().walk([&](linalg::FillOp fill) { fills.push_back(fill); });
  for (linalg::FillOp fill : fills)
    if (linalg::GenericOp op = generalize(rewriter, fill, *strategy))
      vectorize(rewriter, op, *strategy);
}
