//===- RemoteCalls.cpp - Calls to workers ----------------------- -*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process calls only itself: the name of the worker is checked, then the
// function is called, forked, or its result put behind a reference.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::ts;

namespace {

struct LowerRpc : OpRewritePattern<RpcOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(RpcOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getCalleeAttr() || op.getArgs().empty())
      return failure();
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        op, op.getCalleeAttr());
    if (!callee)
      return failure();
    Location loc = op.getLoc();
    rewriter.create<tsrt::RuntimeCallOp>(loc, TypeRange(), "tsrt_rpc_check",
                                         ValueRange(op.getArgs()[0]),
                                         /*raises=*/true);
    ValueRange arguments = op.getArgs().drop_front();
    if (op.getKind() == "rpc_async") {
      rewriter.replaceOpWithNewOp<ForkOp>(op, op.getResultTypes(),
                                          op.getCalleeAttr(), arguments);
      return success();
    }
    auto call = rewriter.create<func::CallOp>(loc, callee, arguments);
    if (op.getKind() == "rpc_sync") {
      rewriter.replaceOp(op, call.getResults());
      return success();
    }
    auto boxed = AnyType::get(getContext());
    Value result = call.getNumResults()
                       ? call.getResult(0)
                       : Value(rewriter.create<ConstantNoneOp>(loc));
    if (result.getType() != boxed)
      result = rewriter.create<DerefineOp>(loc, boxed, result);
    rewriter.replaceOpWithNewOp<tsrt::RuntimeCallOp>(
        op, op.getResultTypes(), "tsrt_rref_new", ValueRange(result),
        /*raises=*/false);
    return success();
  }
};

} // namespace

void ts::populateRemoteCallPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerRpc>(patterns.getContext());
}
