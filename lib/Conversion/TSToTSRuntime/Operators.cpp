//===- Operators.cpp - Operators and statements by runtime call -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every operator without a better lowering becomes a boxed call; print, warn
// and method calls become runtime operations and calls.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::ts;

namespace {

/// `x is None` as an operator.
struct LowerIsNone : OpRewritePattern<OperatorOp> {
  explicit LowerIsNone(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/2) {}
  LogicalResult matchAndRewrite(OperatorOp op,
                                PatternRewriter &rewriter) const override {
    bool negated = op.getName() == "aten::__isnot__";
    if (!negated && op.getName() != "aten::__is__")
      return failure();
    Value tested = op.getArgs()[0], other = op.getArgs()[1];
    if (isa<TSNoneType>(tested.getType()))
      std::swap(tested, other);
    if (!isa<TSNoneType>(other.getType()))
      return failure();
    Value result =
        rewriter.create<IsNoneOp>(op.getLoc(), rewriter.getI1Type(), tested);
    if (negated)
      result = rewriter.create<arith::XOrIOp>(
          op.getLoc(), result,
          rewriter.create<arith::ConstantIntOp>(op.getLoc(), 1, 1));
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct LowerOperator : OpRewritePattern<OperatorOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(OperatorOp op,
                                PatternRewriter &rewriter) const override {
    // The runtime knows objects only.
    if (llvm::any_of(op->getOperandTypes(), llvm::IsaPred<TensorType>) ||
        llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>))
      return failure();
    rewriter.replaceOpWithNewOp<tsrt::OpCallOp>(op, op.getResultTypes(),
                                                op.getNameAttr(), op.getArgs(),
                                                /*last_uses=*/nullptr);
    return success();
  }
};

/// A tensor made of nothing but another one's contents: a copy that no kernel
/// computes.
struct LowerTensorCopy : OpRewritePattern<TensorRefOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TensorRefOp op,
                                PatternRewriter &rewriter) const override {
    auto value = op.getValue().getDefiningOp<TensorValueOp>();
    if (!value)
      return failure();
    // The copy is made where the contents are read: the tensor may change.
    Location loc = op.getLoc();
    auto clone = [&](Value tensor) -> Value {
      // Row-major, as values are: torch.contiguous_format.
      Value format = rewriter.create<arith::ConstantIntOp>(loc, 0, 64);
      return rewriter
          .create<tsrt::OpCallOp>(loc, TypeRange(op.getTensor().getType()),
                                  "aten::clone", ValueRange{tensor, format},
                                  /*last_uses=*/nullptr)
          .getResult(0);
    };
    rewriter.setInsertionPointAfter(value);
    Value copy = clone(value.getTensor());
    // Elsewhere, in a loop for instance, each evaluation makes another.
    rewriter.setInsertionPoint(op);
    if (op->getBlock() != value->getBlock())
      copy = clone(copy);
    rewriter.replaceOp(op, copy);
    return success();
  }
};

struct LowerPrint : OpRewritePattern<PrintOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(PrintOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tsrt::PrintOp>(op, op.getValues());
    return success();
  }
};

struct LowerWarn : OpRewritePattern<WarnOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(WarnOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tsrt::RuntimeCallOp>(
        op, TypeRange(), "tsrt_warn", ValueRange(op.getMessage()),
        /*raises=*/false);
    return success();
  }
};

struct LowerUninitialized : OpRewritePattern<UninitializedOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(UninitializedOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tsrt::ZeroOp>(op, op.getType());
    return success();
  }
};

struct LowerUnwrap : OpRewritePattern<UnwrapOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(UnwrapOp op,
                                PatternRewriter &rewriter) const override {
    Value isNone = rewriter.create<IsNoneOp>(op.getLoc(), rewriter.getI1Type(),
                                             op.getInput());
    rewriter.create<tsrt::RaiseIfOp>(op.getLoc(), isNone, "RuntimeError",
                                     "Unwrapping null optional", ValueRange());
    rewriter.replaceOpWithNewOp<UncheckedCastOp>(op, op.getResult().getType(),
                                                 op.getInput());
    return success();
  }
};

/// The result comes natively, through an address.
struct LowerWait : OpRewritePattern<WaitOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(WaitOp op,
                                PatternRewriter &rewriter) const override {
    if (!isa<FutureType>(op.getFuture().getType()))
      return failure();
    // The element type of the future at run time may be a subtype.
    Type type = op.getResult().getType();
    Value descriptor = rewriter.create<tsrt::DescriptorOp>(
        op.getLoc(), tsrt::DescriptorType::get(getContext()), type);
    rewriter.replaceOpWithNewOp<tsrt::RuntimeCallOp>(
        op, type, "tsrt_wait", ValueRange({op.getFuture(), descriptor}),
        /*raises=*/true);
    return success();
  }
};

/// A method call on an interface: the object knows its class.
struct LowerInterfaceCall : OpRewritePattern<CallMethodOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(CallMethodOp op,
                                PatternRewriter &rewriter) const override {
    if (!isa<InterfaceType>(op.getObject().getType()))
      return failure();
    SmallVector<Value> operands{op.getObject()};
    llvm::append_range(operands, op.getArgs());
    rewriter.replaceOpWithNewOp<tsrt::MethodCallOp>(op, op.getResultTypes(),
                                                    op.getName(), operands);
    return success();
  }
};

/// A method call on an object of a known class.
struct LowerCallMethod : OpRewritePattern<CallMethodOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(CallMethodOp op,
                                PatternRewriter &rewriter) const override {
    auto object = dyn_cast<ObjectType>(op.getObject().getType());
    if (!object)
      return failure();
    auto declaration =
        SymbolTable::lookupNearestSymbolFrom<ClassOp>(op, object.getSymbol());
    MethodOp method =
        declaration ? declaration.lookupMethod(op.getName()) : MethodOp();
    if (!method)
      return failure();
    SmallVector<Value> operands;
    if (!method.getIsStatic())
      operands.push_back(op.getObject());
    llvm::append_range(operands, op.getArgs());
    rewriter.replaceOpWithNewOp<func::CallOp>(op, method.getFunction(),
                                              op.getResultTypes(), operands);
    return success();
  }
};

} // namespace

void ts::populateOperatorPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerCallMethod, LowerInterfaceCall, LowerIsNone, LowerOperator,
               LowerPrint, LowerTensorCopy, LowerUninitialized, LowerUnwrap,
               LowerWait, LowerWarn>(patterns.getContext());
}
