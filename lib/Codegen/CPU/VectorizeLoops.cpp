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

void TSVectorizeLoops::runOnOperation() {
  const Strategy *strategy =
      target.empty() ? getStrategy(getOperation()) : getStrategy(target);
  if (!strategy) {
    getOperation().emitError("ts-vectorize-loops has no target '")
        << target << "'; there are avx512, avx2, baseline and host";
    return signalPassFailure();
  }
  generalize(getOperation());
  SmallVector<linalg::GenericOp> ops;
  getOperation().walk([&](linalg::GenericOp op) {
    if (op.hasPureBufferSemantics() && isVectorizable(op))
      ops.push_back(op);
  });
  IRRewriter rewriter(&getContext());
  for (linalg::GenericOp op : ops) {
    int64_t lanes = strategy->vectorBits / getWidth(op);
    rewriter.setInsertionPoint(op);
    if (std::optional<unsigned> dim = findParallel(op, lanes)) {
      buildParallel(rewriter, op, *dim, lanes, *strategy);
      ++numParallel;
    } else if (std::optional<unsigned> row = findReduction(op, lanes)) {
      buildReduction(rewriter, op, *row, lanes, *strategy);
      ++numReductions;
    } else if (buildTransposed(rewriter, op, lanes, *strategy)) {
      ++numTransposed;
    } else {
      ++numLeft;
      continue;
    }
    rewriter.eraseOp(op);
  }
}
