//===- Convolutions.cpp - Convolutions by oneDNN --------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Convolutions of two dimensions, grouped or not, take in the zeros around
// their input and their bias.
//
//===----------------------------------------------------------------------===//

#include "Selection.h"

#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::library;

namespace {
/// What the two named operations have in common, without dimensions of groups.
struct Plain {
  Value input, weights;
  /// What the sums start from; nothing when it is neither zero nor a bias.
  std::optional<Start> start;
  /// The tensor they start from: as the convolution has it, or, of zeros, with
  /// groups and filters in two dimensions.
  Value init;
  DenseIntElementsAttr strides, dilations;
  int64_t groups = 1;
};
} // namespace

/// Looks through zeros around the spatial dimensions of an input.
static Value takePadding(Value input, SmallVectorImpl<int64_t> &low,
                         SmallVectorImpl<int64_t> &high) {
  auto pad = input.getDefiningOp<tensor::PadOp>();
  Value element = pad ? pad.getConstantPaddingValue() : Value();
  auto isAround = [](ArrayRef<int64_t> sizes) {
    return sizes.size() == 4 && sizes[0] == 0 && sizes[1] == 0 &&
           sizes[2] >= 0 && sizes[3] >= 0;
  };
  if (!element || !matchPattern(element, m_PosZeroFloat()) ||
      !isAround(pad.getStaticLow()) || !isAround(pad.getStaticHigh()))
    return input;
  low.assign(pad.getStaticLow().begin() + 2, pad.getStaticLow().end());
  high.assign(pad.getStaticHigh().begin() + 2, pad.getStaticHigh().end());
  return pad.getSource();
}

/// Replaces `root`, whose result a convolution computes.
static LogicalResult replaceConvolution(PatternRewriter &rewriter,
                                        Operation *root, const Plain &plain) {
  if (!isF32(plain.input) || !isF32(plain.weights))
    return rewriter.notifyMatchFailure(root, "not a plain f32 convolution");
  SmallVector<int64_t> low{0, 0}, high{0, 0};
  Value input = takePadding(plain.input, low, high);
  RankedTensorType type = getTensorType(root->getResult(0));
  // Empty tensors are loops that do nothing.
  if (llvm::is_contained(getTensorType(input).getShape(), 0) ||
      llvm::is_contained(getTensorType(plain.weights).getShape(), 0))
    return rewriter.notifyMatchFailure(root, "an empty tensor");
  Value bias = plain.start ? plain.start->bias : Value();
  Value init = plain.init;
  if (plain.start) {
    // Filters of groups stand beside each other; their number is known.
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, root->getLoc(), init);
    if (sizes.size() == 5) {
      sizes.erase(sizes.begin() + 2);
      sizes[1] = rewriter.getIndexAttr(type.getDimSize(1));
    }
    init = rewriter.create<tensor::EmptyOp>(root->getLoc(), sizes,
                                            type.getElementType());
  }
  bool constant = isConstant(plain.weights) && (!bias || isConstant(bias));
  auto list = [](DenseIntElementsAttr attr) {
    return llvm::to_vector(attr.getValues<int64_t>());
  };
  rewriter.replaceOpWithNewOp<tsrt::ConvolutionOp>(
      root, type, input, plain.weights, /*scale=*/Value(), bias, init,
      list(plain.strides), list(plain.dilations), low, high, plain.groups,
      /*channels_last=*/false, constant, /*accumulate=*/!plain.start,
      StringAttr(), DenseF64ArrayAttr(), /*winograd=*/IntegerAttr());
  return success();
}

namespace {

/// conv_2d_nchw_fchw.
struct ConvertPlain : OpRewritePattern<linalg::Conv2DNchwFchwOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::Conv2DNchwFchwOp op,
                                PatternRewriter &rewriter) const override {
    return replaceConvolution(
        rewriter, op,
        {op.getInputs()[0], op.getInputs()[1], getStart(op.getOutputs()[0], 1),
         op.getOutputs()[0], op.getStrides(), op.getDilations(), 1});
  }
};

/// conv_2d_ngchw_gfchw between reshapes that split and join groups.
struct ConvertGrouped : OpRewritePattern<tensor::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CollapseShapeOp root,
                                PatternRewriter &rewriter) const override {
    auto op = root.getSrc().getDefiningOp<linalg::Conv2DNgchwGfchwOp>();
    if (!op || !op->hasOneUse() || root.getReassociationIndices() != split(1))
      return failure();
    Value input = getSource(op.getInputs()[0], 1);
    Value weights = getSource(op.getInputs()[1], 0);
    // Zeros may have been written in either shape.
    Value init = getSource(op.getOutputs()[0], 1);
    std::optional<Start> start =
        init ? getStart(init, 1) : getZeros(op.getOutputs()[0]);
    if (!init && start && !root.getResultType().isDynamicDim(1))
      init = op.getOutputs()[0];
    if (!input || !weights || !init)
      return rewriter.notifyMatchFailure(op, "groups are not split here");
    return replaceConvolution(rewriter, root,
                              {input, weights, start, init, op.getStrides(),
                               op.getDilations(),
                               getTensorType(op.getInputs()[0]).getDimSize(1)});
  }

private:
  static std::optional<Start> getZeros(Value init) {
    std::optional<Start> start = getStart(init, 1);
    return start && start->isZero ? start : std::nullopt;
  }
  /// The reassociation of four dimensions of which one is two.
  static SmallVector<ReassociationIndices> split(int64_t dim) {
    SmallVector<ReassociationIndices> groups;
    for (int64_t d = 0, next = 0; d < 4; ++d) {
      groups.emplace_back();
      for (int64_t i = 0; i < (d == dim ? 2 : 1); ++i)
        groups.back().push_back(next++);
    }
    return groups;
  }
  static Value getSource(Value value, int64_t dim) {
    auto expand = value.getDefiningOp<tensor::ExpandShapeOp>();
    return expand && expand.getReassociationIndices() == split(dim)
               ? expand.getSrc()
               : Value();
  }
};

} // namespace

void library::populateConvolutionPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertPlain, ConvertGrouped>(patterns.getContext());
}
