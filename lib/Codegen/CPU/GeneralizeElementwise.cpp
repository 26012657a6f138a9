//===- GeneralizeElementwise.cpp - Named operations as generic ones -------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// So that fusion of elementwise operations sees what names hide.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Codegen/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSGENERALIZEELEMENTWISE
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {

struct TSGeneralizeElementwise
    : public ts::impl::TSGeneralizeElementwiseBase<TSGeneralizeElementwise> {
  void runOnOperation() override;
};

} // namespace

void TSGeneralizeElementwise::runOnOperation() {
  SmallVector<linalg::LinalgOp> ops;
  getOperation().walk([&](linalg::LinalgOp op) {
    if (isa<linalg::ReduceOp, linalg::MapOp, linalg::BroadcastOp,
            linalg::TransposeOp>(op.getOperation()))
      ops.push_back(op);
  });
  IRRewriter rewriter(&getContext());
  for (linalg::LinalgOp op : ops) {
    rewriter.setInsertionPoint(op);
    if (succeeded(linalg::generalizeNamedOp(rewriter, op)))
      ++numGeneralized;
  }
}
