//===- Products.cpp - Matrix products by oneDNN ---------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products with their bias and relu become library calls. The meaning of the
// parameters is documented in runtime/include/tsrt_kernel.h.
//
//===----------------------------------------------------------------------===//

#include "Selection.h"

#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::library;

/// Replaces `op` by a library call that writes a fresh tensor.
static void replaceByCall(PatternRewriter &rewriter, Operation *op,
                          StringRef function, ArrayRef<int64_t> parameters,
                          ValueRange inputs) {
  RankedTensorType type = getTensorType(op->getResult(0));
  Value init = rewriter.create<tensor::EmptyOp>(op->getLoc(), type.getShape(),
                                                type.getElementType());
  rewriter.replaceOpWithNewOp<tsrt::LibraryCallOp>(
      op, TypeRange(type), rewriter.getStringAttr(function),
      rewriter.getDenseI64ArrayAttr(parameters), inputs, init);
}

namespace {

/// matmul and matmul_transpose_b with their bias.
template <typename MatmulOp, bool transposed>
struct ConvertMatmul : OpRewritePattern<MatmulOp> {
  using OpRewritePattern<MatmulOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(MatmulOp op,
                                PatternRewriter &rewriter) const override {
    Value lhs = op.getInputs()[0], rhs = op.getInputs()[1];
    std::optional<Start> start = getStart(op.getOutputs()[0], 1);
    if (!isStaticF32(lhs) || !isStaticF32(rhs) || !start)
      return rewriter.notifyMatchFailure(op, "not a plain f32 product");
    int64_t rows = getTensorType(lhs).getDimSize(0),
            depth = getTensorType(lhs).getDimSize(1);
    int64_t columns = getTensorType(rhs).getDimSize(transposed ? 0 : 1);
    int64_t parameters[] = {1,
                            rows,
                            columns,
                            depth,
                            transposed ? 1 : 0,
                            start->isZero ? 0 : 1,
                            isConstant(rhs) ? 1 : 0,
                            /*relu=*/0};
    SmallVector<Value> inputs{lhs, rhs};
    if (!start->isZero)
      inputs.push_back(start->bias);
    replaceByCall(rewriter, op, "tsrt_onednn_matmul", parameters, inputs);
    return success();
  }
};

struct ConvertBatchMatmul : OpRewritePattern<linalg::BatchMatmulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::BatchMatmulOp op,
                                PatternRewriter &rewriter) const override {
    Value lhs = op.getInputs()[0], rhs = op.getInputs()[1];
    std::optional<Start> start = getStart(op.getOutputs()[0], 2);
    if (!isStaticF32(lhs) || !isStaticF32(rhs) || !start || !start->isZero)
      return rewriter.notifyMatchFailure(op, "not a plain f32 product");
    ArrayRef<int64_t> a = getTensorType(lhs).getShape(),
                      b = getTensorType(rhs).getShape();
    int64_t parameters[] = {a[0], a[1], b[2], a[2], 0, 0, 0, 0};
    replaceByCall(rewriter, op, "tsrt_onednn_matmul", parameters, {lhs, rhs});
    return success();
  }
};

/// A relu behind a call that can take it in.
struct FuseRelu : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!isRelu(op))
      return failure();
    auto call = op.getInputs()[0].getDefiningOp<tsrt::LibraryCallOp>();
    if (!call || !call->hasOneUse())
      return failure();
    // The last parameter of the function says whether relu follows.
    SmallVector<int64_t> parameters(call.getParameters());
    if (parameters.back() != 0)
      return failure();
    parameters.back() = 1;
    rewriter.setInsertionPoint(call);
    auto fused = rewriter.create<tsrt::LibraryCallOp>(
        call.getLoc(), call->getResultTypes(), call.getFunctionAttr(),
        rewriter.getDenseI64ArrayAttr(parameters), call.getInputs(),
        call.getInit());
    rewriter.replaceOp(op, fused->getResults());
    rewriter.eraseOp(call);
    return success();
  }
};

} // namespace

void library::populateProductPatterns(RewritePatternSet &patterns) {
  patterns
      .add<ConvertBatchMatmul, FuseRelu, ConvertMatmul<linalg::MatmulOp, false>,
           ConvertMatmul<linalg::MatmulTransposeBOp, true>>(
          patterns.getContext());
}
