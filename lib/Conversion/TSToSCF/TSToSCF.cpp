//===- TSToSCF.cpp - Structured control flow to scf -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements convert-ts-to-scf.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Conversion/Passes.h"
#include "TorchScript/Dialect/TS/IR/Forms.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::ts {
#define GEN_PASS_DEF_CONVERTTSTOSCF
#include "TorchScript/Conversion/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;

namespace {

/// Replaces the `ts.yield` at the end of `block` by an `scf.yield`.
LogicalResult convertYield(IRRewriter &rewriter, Block *block) {
  auto yield = dyn_cast<ts::YieldOp>(block->getTerminator());
  if (!yield)
    return block->getTerminator()->emitError(
        "an exit is left; convert-ts-to-scf expects ssa form");
  rewriter.setInsertionPoint(yield);
  rewriter.replaceOpWithNewOp<scf::YieldOp>(yield, yield.getOperands());
  return success();
}

/// Moves the only block of `from` into `to`, in place of what is there.
void moveBody(IRRewriter &rewriter, Region &from, Region &to) {
  if (!to.empty())
    rewriter.eraseBlock(&to.front());
  rewriter.inlineRegionBefore(from, to, to.end());
}

LogicalResult convertIf(IRRewriter &rewriter, ts::IfOp op) {
  bool withElse = op.getElseBlock();
  auto result = rewriter.create<scf::IfOp>(op.getLoc(), op.getResultTypes(),
                                           op.getCondition(),
                                           /*addThenBlock=*/false,
                                           /*addElseBlock=*/false);
  moveBody(rewriter, op.getThenRegion(), result.getThenRegion());
  if (failed(convertYield(rewriter, &result.getThenRegion().front())))
    return failure();
  if (withElse) {
    moveBody(rewriter, op.getElseRegion(), result.getElseRegion());
    if (failed(convertYield(rewriter, &result.getElseRegion().front())))
      return failure();
  }
  rewriter.replaceOp(op, result);
  return success();
}

LogicalResult convertWhile(IRRewriter &rewriter, ts::WhileOp op) {
  auto result = rewriter.create<scf::WhileOp>(op.getLoc(), op.getResultTypes(),
                                              op.getInits());
  moveBody(rewriter, op.getCondition(), result.getBefore());
  moveBody(rewriter, op.getBody(), result.getAfter());
  auto condition =
      cast<ts::ConditionOp>(result.getBefore().front().getTerminator());
  rewriter.setInsertionPoint(condition);
  rewriter.replaceOpWithNewOp<scf::ConditionOp>(
      condition, condition.getCondition(), condition.getArgs());
  if (failed(convertYield(rewriter, &result.getAfter().front())))
    return failure();
  rewriter.replaceOp(op, result);
  return success();
}

LogicalResult convertFor(IRRewriter &rewriter, ts::ForOp op) {
  Location loc = op.getLoc();
  Value zero = rewriter.create<arith::ConstantIntOp>(loc, 0, 64);
  Value one = rewriter.create<arith::ConstantIntOp>(loc, 1, 64);
  auto result =
      rewriter.create<scf::ForOp>(loc, zero, op.getCount(), one, op.getInits());
  moveBody(rewriter, op.getBody(), result.getRegion());
  if (failed(convertYield(rewriter, result.getBody())))
    return failure();
  rewriter.replaceOp(op, result);
  return success();
}

struct ConvertTSToSCF : ts::impl::ConvertTSToSCFBase<ConvertTSToSCF> {
  void runOnOperation() override {
    if (failed(ts::requireForm(getOperation(), ts::Form::SSA)))
      return signalPassFailure();
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa<ts::IfOp, ts::WhileOp, ts::ForOp>(op))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (Operation *op : ops) {
      rewriter.setInsertionPoint(op);
      LogicalResult result = success();
      if (auto branch = dyn_cast<ts::IfOp>(op)) {
        result = convertIf(rewriter, branch);
        ++numBranches;
      } else if (auto loop = dyn_cast<ts::WhileOp>(op)) {
        result = convertWhile(rewriter, loop);
        ++numWhile;
      } else {
        result = convertFor(rewriter, cast<ts::ForOp>(op));
        ++numCounted;
      }
      if (failed(result))
        return signalPassFailure();
    }
  }
};

} // namespace
