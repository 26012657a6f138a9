//===- FuseElementwise.cpp - ts-fuse-elementwise --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fusion writes both bodies anew. So the time for a chain of operations is
// its length times that of the longest body, which is bounded for that reason.
// Quotients and functions of a vector that many rows use stay apart: a row
// would compute them anew, where a number that is the same for a row is computed
// once in front of it.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Codegen/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSFUSEELEMENTWISE
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
struct TSFuseElementwise
    : public ts::impl::TSFuseElementwiseBase<TSFuseElementwise> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    auto mayFuse = [most = size_t(maxOperations)](OpOperand *operand) {
      return mayBecomeOne(operand->get().getDefiningOp(), operand->getOwner(),
                          most) &&
             !repeatsWork(*operand);
    };
    linalg::populateElementwiseOpsFusionPatterns(set, mayFuse);
    linalg::populateFoldReshapeOpsByExpansionPatterns(set, mayFuse);
    linalg::populateConstantFoldLinalgOperations(set, mayFuse);
    // Fusion leaves operands, results and reshapes that nobody needs.
    affine::AffineApplyOp::getCanonicalizationPatterns(set, context);
    linalg::GenericOp::getCanonicalizationPatterns(set, context);
    tensor::ExpandShapeOp::getCanonicalizationPatterns(set, context);
    tensor::CollapseShapeOp::getCanonicalizationPatterns(set, context);
    context->getLoadedDialect<linalg::LinalgDialect>()
        ->getCanonicalizationPatterns(set);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    unsigned before = countComputations();
    // What is not at its fixed point after the limit of rounds is right, too.
    (void)applyPatternsAndFoldGreedily(getOperation(), patterns);
    unsigned after = countComputations();
    numFused += before > after ? before - after : 0;
  }

private:
  /// Whether `producer`, which computes for `consumer` alone and as often, may
  /// become part of it.
  static bool mayBecomeOne(Operation *producer, Operation *consumer,
                           size_t most) {
    if (!producer || !producer->hasOneUse() ||
        producer->getParentOfType<LoopLikeOpInterface>() !=
            consumer->getParentOfType<LoopLikeOpInterface>() ||
        (isa<linalg::LinalgOp>(consumer) && readsInits(producer)))
      return false;
    return countBody(producer, most) + countBody(consumer, most) <= most;
  }

  /// Whether what `op` computes starts from what its inits hold, as a
  /// reduction of a number does, whose loops are all parallel since it has
  /// none.
  static bool readsInits(Operation *op) {
    auto computation = dyn_cast<linalg::LinalgOp>(op);
    return computation &&
           llvm::any_of(computation.getDpsInitsMutable(), [&](OpOperand &init) {
             return computation.payloadUsesValueFromOperand(&init);
           });
  }

  /// Whether the operand is computed at some cost, and each row of its user,
  /// which is along its last loop, would do so again.
  static bool repeatsWork(OpOperand &operand) {
    auto producer = operand.get().getDefiningOp<linalg::GenericOp>();
    auto consumer = dyn_cast<linalg::GenericOp>(operand.getOwner());
    if (!producer || !consumer ||
        producer.getNumLoops() >= consumer.getNumLoops() ||
        !consumer.getMatchingIndexingMap(&operand).isFunctionOfDim(
            consumer.getNumLoops() - 1))
      return false;
    return llvm::any_of(*producer.getBody(), [](Operation &op) {
      return isa<arith::DivFOp>(op) ||
             (isa<math::MathDialect>(op.getDialect()) &&
              !isa<math::AbsFOp, math::AbsIOp, math::CopySignOp, math::FmaOp>(
                  op));
    });
  }

  /// The operations in the body of a computation; more than `most` are not
  /// counted.
  static size_t countBody(Operation *op, size_t most) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (!generic)
      return 1;
    size_t count = 0;
    for (auto it = generic.getBody()->begin(), end = generic.getBody()->end();
         it != end && count <= most; ++it)
      ++count;
    return count;
  }

  unsigned countComputations() {
    unsigned count = 0;
    getOperation().walk([&](linalg::LinalgOp) { ++count; });
    return count;
  }

  FrozenRewritePatternSet patterns;
};
} // namespace
