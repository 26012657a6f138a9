//===- RemoteCalls.cpp - Calls to workers ----------------------- -*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The name of the worker is checked, then the call begins; what is left of the
// operation gives a future or a reference. `rpc_sync` waits for the future.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "TorchScript/Dialect/TS/IR/RemoteCalls.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::ts;

namespace {

struct LowerRpc : OpRewritePattern<RpcOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(RpcOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getCalleeAttr() || op.getArgs().empty() ||
        op->hasAttr(kCheckedAttr))
      return failure();
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        op, op.getCalleeAttr());
    if (!callee)
      return failure();
    Location loc = op.getLoc();
    rewriter.create<tsrt::RuntimeCallOp>(loc, TypeRange(), "tsrt_rpc_check",
                                         ValueRange(op.getArgs()[0]),
                                         /*raises=*/true);
    SmallVector<Value> operands(op.getArgs());
    if (operands.size() == callee.getNumArguments() + 1)
      operands.push_back(rewriter.create<arith::ConstantOp>(
          loc, rewriter.getF64FloatAttr(-1)));
    bool isSync = op.getKind() == "rpc_sync";
    Type given = callee.getNumResults() ? callee.getResultTypes()[0]
                                        : Type(TSNoneType::get(getContext()));
    SmallVector<Type> results(op.getResultTypes());
    if (isSync)
      results.assign(1, FutureType::get(given));
    auto begun = rewriter.create<RpcOp>(
        loc, results,
        isSync ? rewriter.getStringAttr("rpc_async") : op.getKindAttr(),
        op.getCalleeAttr(), operands);
    begun->setAttr(kCheckedAttr, rewriter.getUnitAttr());
    if (Attribute remote = op->getAttr(kRemoteAttr))
      begun->setAttr(kRemoteAttr, remote);
    if (!isSync) {
      rewriter.replaceOp(op, begun.getResults());
      return success();
    }
    auto wait = rewriter.create<WaitOp>(loc, given, begun.getResult(0));
    if (op.getNumResults())
      rewriter.replaceOp(op, wait.getResult());
    else
      rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void ts::populateRemoteCallPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerRpc>(patterns.getContext());
}
