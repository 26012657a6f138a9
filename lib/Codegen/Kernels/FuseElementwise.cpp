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
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Codegen/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
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
                          most);
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
  /// Whether `producer`, which computes for `consumer` alone, may become part
  /// of it.
  static bool mayBecomeOne(Operation *producer, Operation *consumer,
                           size_t most) {
    if (!producer || !producer->hasOneUse())
      return false;
    return countBody(producer, most) + countBody(consumer, most) <= most;
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
