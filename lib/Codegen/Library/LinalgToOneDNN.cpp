//===- LinalgToOneDNN.cpp - Named linalg operations to oneDNN -------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces convolutions and matrix products by library calls.
// The meaning of the parameters is documented at the functions in
// runtime/include/tsrt_onednn.h.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Codegen/Passes.h"

#include "TorchScript/Dialect/TS/IR/RestoreLocations.h"
#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "TorchScript/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::ts {
#define GEN_PASS_DEF_CONVERTLINALGTOONEDNN
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {
struct ConvertLinalgToOneDNN
    : public ts::impl::ConvertLinalgToOneDNNBase<ConvertLinalgToOneDNN> {
  void runOnOperation() override;
};
} // namespace

static RankedTensorType getType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static bool isStaticF32(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() && type.getElementType().isF32();
}

/// Whether the value's elements never change between calls: a kernel argument
/// that is marked so, possibly reshaped.
static bool isConstant(Value value) {
  while (auto *op = value.getDefiningOp()) {
    if (!isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp,
             bufferization::ToTensorOp>(op))
      return false;
    value = op->getOperand(0);
  }
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return false;
  auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
  return function &&
         function.getArgAttr(argument.getArgNumber(), kConstantAttr);
}

/// What an accumulator starts from: a constant zero, or a vector that is
/// broadcast along all dimensions but `dim`; otherwise null.
struct Start {
  bool isZero = false;
  Value bias;
};
static std::optional<Start> getStart(Value init, int64_t dim) {
  if (auto fill = init.getDefiningOp<linalg::FillOp>())
    if (matchPattern(fill.getInputs()[0], m_AnyZeroFloat()))
      return Start{true, {}};
  auto generic = init.getDefiningOp<linalg::GenericOp>();
  if (!generic || generic.getNumDpsInputs() != 1 ||
      generic.getNumParallelLoops() != generic.getNumLoops())
    return std::nullopt;
  auto yield = cast<linalg::YieldOp>(generic.getBody()->getTerminator());
  AffineMap map = generic.getIndexingMapsArray().front();
  if (yield.getValues()[0] != generic.getBody()->getArgument(0) ||
      map.getNumResults() != 1 || !map.isFunctionOfDim(dim))
    return std::nullopt;
  return Start{false, generic.getInputs()[0]};
}

/// Replaces `op` by a library call that writes a fresh tensor.
static void replaceByCall(PatternRewriter &rewriter, Operation *op,
                          StringRef function, ArrayRef<int64_t> parameters,
                          ValueRange inputs) {
  RankedTensorType type = getType(op->getResult(0));
  Value init = rewriter.create<tensor::EmptyOp>(op->getLoc(), type.getShape(),
                                                type.getElementType());
  rewriter.replaceOpWithNewOp<tsrt::LibraryCallOp>(
      op, TypeRange(type), rewriter.getStringAttr(function),
      rewriter.getDenseI64ArrayAttr(parameters), inputs, init);
}

namespace {

/// conv_2d_nchw_fchw with its padding and bias.
struct ConvertConvolution : OpRewritePattern<linalg::Conv2DNchwFchwOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::Conv2DNchwFchwOp op,
                                PatternRewriter &rewriter) const override {
    Value input = op.getInputs()[0], weight = op.getInputs()[1];
    std::optional<Start> start = getStart(op.getOutputs()[0], 1);
    if (!isStaticF32(input) || !isStaticF32(weight) || !start)
      return rewriter.notifyMatchFailure(op, "not a plain f32 convolution");
    SmallVector<int64_t> low{0, 0}, high{0, 0};
    if (auto pad = input.getDefiningOp<tensor::PadOp>())
      if (Value element = pad.getConstantPaddingValue();
          element && matchPattern(element, m_AnyZeroFloat()) &&
          llvm::all_of(pad.getStaticLow(), [](int64_t n) { return n >= 0; }) &&
          llvm::all_of(pad.getStaticHigh(), [](int64_t n) { return n >= 0; })) {
        low = SmallVector<int64_t>(pad.getStaticLow().take_back(2));
        high = SmallVector<int64_t>(pad.getStaticHigh().take_back(2));
        input = pad.getSource();
      }
    ArrayRef<int64_t> in = getType(input).getShape();
    ArrayRef<int64_t> kernel = getType(weight).getShape();
    auto strides = llvm::to_vector(op.getStrides().getValues<int64_t>());
    auto dilations = llvm::to_vector(op.getDilations().getValues<int64_t>());
    int64_t parameters[] = {in[0],
                            in[1],
                            in[2],
                            in[3],
                            kernel[0],
                            kernel[2],
                            kernel[3],
                            strides[0],
                            strides[1],
                            dilations[0],
                            dilations[1],
                            low[0],
                            low[1],
                            high[0],
                            high[1],
                            start->isZero ? 0 : 1,
                            isConstant(weight) ? 1 : 0,
                            /*relu=*/0};
    SmallVector<Value> inputs{input, weight};
    if (!start->isZero)
      inputs.push_back(start->bias);
    replaceByCall(rewriter, op, "tsrt_onednn_conv2d", parameters, inputs);
    return success();
  }
};

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
    int64_t rows = getType(lhs).getDimSize(0),
            depth = getType(lhs).getDimSize(1);
    int64_t columns = getType(rhs).getDimSize(transposed ? 0 : 1);
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
    ArrayRef<int64_t> a = getType(lhs).getShape(), b = getType(rhs).getShape();
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
    if (op.getNumDpsInputs() != 1 || op->getNumResults() != 1)
      return failure();
    auto call = op.getInputs()[0].getDefiningOp<tsrt::LibraryCallOp>();
    if (!call || !call->hasOneUse() ||
        !llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isIdentity(); }))
      return failure();
    auto yield = cast<linalg::YieldOp>(op.getBody()->getTerminator());
    // x < 0 ? 0 : x
    Value input = op.getBody()->getArgument(0);
    auto select = yield.getValues()[0].getDefiningOp<arith::SelectOp>();
    if (!select || select.getFalseValue() != input ||
        !matchPattern(select.getTrueValue(), m_PosZeroFloat()))
      return failure();
    auto compare = select.getCondition().getDefiningOp<arith::CmpFOp>();
    if (!compare || compare.getPredicate() != arith::CmpFPredicate::OLT ||
        compare.getLhs() != input ||
        !matchPattern(compare.getRhs(), m_AnyZeroFloat()))
      return failure();
    // The last parameter of both functions says whether relu follows.
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

void ConvertLinalgToOneDNN::runOnOperation() {
  RewritePatternSet patterns(&getContext());
  patterns.add<ConvertConvolution, ConvertBatchMatmul, FuseRelu,
               ConvertMatmul<linalg::MatmulOp, false>,
               ConvertMatmul<linalg::MatmulTransposeBOp, true>>(&getContext());
  if (failed(applyPatternsAndFoldGreedily(getOperation(), std::move(patterns))))
    return signalPassFailure();
  ts::restoreLocations(getOperation());
  getOperation().walk([&](tsrt::LibraryCallOp) { ++numCalls; });
}
