//===- Scopes.cpp - Context managers -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `ts.enter` and `ts.exit` become calls of the manager's methods between marks
// that tell where a failure has to call `__exit__`.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::ts;

namespace {

/// The function that implements a method of the manager's class.
func::FuncOp findMethod(Operation *op, Value manager, StringRef name) {
  auto object = dyn_cast<ObjectType>(manager.getType());
  if (!object)
    return {};
  auto declaration =
      SymbolTable::lookupNearestSymbolFrom<ClassOp>(op, object.getSymbol());
  MethodOp method = declaration ? declaration.lookupMethod(name) : MethodOp();
  if (!method)
    return {};
  return SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      op, method.getFunctionAttr());
}

/// The program did not write these calls, so they are no frames of a traceback.
Location nameCall(MLIRContext *context, StringRef method) {
  return NameLoc::get(StringAttr::get(context, method));
}

struct LowerEnter : OpRewritePattern<EnterOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(EnterOp op,
                                PatternRewriter &rewriter) const override {
    func::FuncOp enter = findMethod(op, op.getManager(), "__enter__");
    func::FuncOp exit = findMethod(op, op.getManager(), "__exit__");
    if (!enter || !exit)
      return failure();
    // An `__enter__` that fails is left like the body.
    rewriter.create<tsrt::ScopeBeginOp>(op.getLoc(), exit.getName(),
                                        op.getManager());
    auto call = rewriter.create<func::CallOp>(
        nameCall(getContext(), "__enter__"), enter, op.getManager());
    if (!op.getValue())
      rewriter.eraseOp(op);
    else
      rewriter.replaceOp(op, call.getResults());
    return success();
  }
};

struct LowerExitScope : OpRewritePattern<ExitScopeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ExitScopeOp op,
                                PatternRewriter &rewriter) const override {
    func::FuncOp exit = findMethod(op, op.getManager(), "__exit__");
    if (!exit)
      return failure();
    // An `__exit__` that fails is not called again.
    rewriter.create<tsrt::ScopeEndOp>(op.getLoc());
    SmallVector<Value> operands{op.getManager()};
    for (Type type : exit.getArgumentTypes().drop_front())
      operands.push_back(rewriter.create<tsrt::ZeroOp>(op.getLoc(), type));
    rewriter.create<func::CallOp>(nameCall(getContext(), "__exit__"), exit,
                                  operands);
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void ts::populateScopePatterns(RewritePatternSet &patterns) {
  patterns.add<LowerEnter, LowerExitScope>(patterns.getContext());
}
