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

#include "TorchScript/Dialect/TSRuntime/IR/KernelOps.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::library;

/// A parameter that is the size of a dimension of an input.
struct SizeParameter {
  int64_t parameter, input, dim;
};

/// Replaces `op` by a library call that writes a fresh tensor. Parameters that
/// are sizes which are not known are read from the inputs.
static void replaceByCall(PatternRewriter &rewriter, linalg::LinalgOp op,
                          StringRef function, ArrayRef<int64_t> parameters,
                          ValueRange inputs, ArrayRef<SizeParameter> sizes) {
  RankedTensorType type = getTensorType(op->getResult(0));
  Value init = rewriter.create<tensor::EmptyOp>(
      op.getLoc(),
      tensor::getMixedSizes(rewriter, op.getLoc(), op.getDpsInits()[0]),
      type.getElementType());
  auto call = rewriter.create<tsrt::LibraryCallOp>(
      op.getLoc(), TypeRange(type), rewriter.getStringAttr(function),
      rewriter.getDenseI64ArrayAttr(parameters), inputs, init);
  SmallVector<int64_t> unknown;
  for (const SizeParameter &size : sizes)
    if (ShapedType::isDynamic(parameters[size.parameter]))
      unknown.append({size.parameter, size.input, size.dim});
  if (!unknown.empty())
    call->setAttr(tsrt::kSizeParametersAttr,
                  rewriter.getDenseI64ArrayAttr(unknown));
  rewriter.replaceOp(op, call->getResults());
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
    if (!isF32(lhs) || !isF32(rhs) || !start)
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
    replaceByCall(rewriter, op, "tsrt_onednn_matmul", parameters, inputs,
                  {{1, 0, 0}, {2, 1, transposed ? 0 : 1}, {3, 0, 1}});
    return success();
  }
};

struct ConvertBatchMatmul : OpRewritePattern<linalg::BatchMatmulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::BatchMatmulOp op,
                                PatternRewriter &rewriter) const override {
    Value lhs = op.getInputs()[0], rhs = op.getInputs()[1];
    std::optional<Start> start = getStart(op.getOutputs()[0], 2);
    if (!isF32(lhs) || !isF32(rhs) || !start || !start->isZero)
      return rewriter.notifyMatchFailure(op, "not a plain f32 product");
    ArrayRef<int64_t> a = getTensorType(lhs).getShape(),
                      b = getTensorType(rhs).getShape();
    int64_t parameters[] = {a[0], a[1], b[2], a[2], 0, 0, 0, 0};
    replaceByCall(rewriter, op, "tsrt_onednn_matmul", parameters, {lhs, rhs},
                  {{0, 0, 0}, {1, 0, 1}, {2, 1, 2}, {3, 0, 2}});
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
    if (!call || !call->hasOneUse() ||
        call->getResultTypes() != op->getResultTypes())
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
    fused->setDiscardableAttrs(llvm::to_vector(call->getDiscardableAttrs()));
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
