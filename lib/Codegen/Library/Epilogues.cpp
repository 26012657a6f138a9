//===- Epilogues.cpp - What follows a convolution, as part of it ----------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Batch norm is a scale and a shift for each filter, which constant weights
// take in. A residual sum becomes the start of the accumulator, an activation
// the library's own.
//
//===----------------------------------------------------------------------===//

#include "Selection.h"

#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::library;
using tsrt::ConvolutionOp;

/// The convolution that only `value`'s user sees, and whose result nothing was
/// done to yet; `finished` allows an epilogue behind a sum.
static ConvolutionOp getOnlyUsed(Value value) {
  auto conv = value.getDefiningOp<ConvolutionOp>();
  return conv && conv->hasOneUse() && !conv.getActivation() ? conv
                                                            : ConvolutionOp();
}

/// What the body of a generic operation yields.
static Operation *getYielded(linalg::GenericOp op) {
  return cast<linalg::YieldOp>(op.getBody()->getTerminator())
      .getValues()[0]
      .getDefiningOp();
}

/// `op` of two vectors, an operation of arith.
static Value combine(PatternRewriter &rewriter, Location loc, StringRef name,
                     Value x, Value y) {
  Type type = x.getType();
  Value empty = rewriter.create<tensor::EmptyOp>(
      loc, getTensorType(x).getShape(), getTensorType(x).getElementType());
  AffineMap map = rewriter.getDimIdentityMap();
  return rewriter
      .create<linalg::GenericOp>(
          loc, type, ValueRange{x, y}, empty,
          ArrayRef<AffineMap>{map, map, map}, utils::IteratorType::parallel,
          [&](OpBuilder &b, Location at, ValueRange args) {
            Operation *result =
                b.create(at, b.getStringAttr(name), {args[0], args[1]},
                         {args[0].getType()});
            b.create<linalg::YieldOp>(at, result->getResults());
          })
      .getResult(0);
}

/// A vector of the negated elements.
static Value negate(PatternRewriter &rewriter, Location loc, Value x) {
  Value empty = rewriter.create<tensor::EmptyOp>(
      loc, getTensorType(x).getShape(), getTensorType(x).getElementType());
  AffineMap map = rewriter.getDimIdentityMap();
  return rewriter
      .create<linalg::GenericOp>(
          loc, x.getType(), x, empty, ArrayRef<AffineMap>{map, map},
          utils::IteratorType::parallel,
          [&](OpBuilder &b, Location at, ValueRange args) {
            Value result = b.create<arith::NegFOp>(at, args[0]);
            b.create<linalg::YieldOp>(at, result);
          })
      .getResult(0);
}

namespace {

/// conv + v, conv - v and conv * v, v a constant vector over the filters.
struct FuseVector : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getNumDpsInputs() != 2 || op->getNumResults() != 1 ||
        !op.hasPureTensorSemantics() || op.getNumLoops() != 4 ||
        op.getNumParallelLoops() != 4)
      return failure();
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    unsigned full = maps[0].isIdentity() ? 0 : 1, part = 1 - full;
    AffineMap filters = AffineMap::get(
        4, 0, getAffineDimExpr(1, op.getContext()), op.getContext());
    if (!maps[full].isIdentity() || !maps[2].isIdentity() ||
        maps[part] != filters)
      return failure();
    ConvolutionOp conv = getOnlyUsed(op.getInputs()[full]);
    Value vector = op.getInputs()[part];
    if (!conv || conv.getChannelsLast() || conv.getAccumulate() ||
        !conv.getConstant() || !isConstant(vector) ||
        !getTensorType(vector).hasStaticShape() ||
        conv->getResultTypes() != op->getResultTypes())
      return failure();
    Operation *body = getYielded(op);
    Value x = op.getBody()->getArgument(full);
    Value v = op.getBody()->getArgument(part);
    if (!body || body->getNumOperands() != 2 ||
        !((body->getOperand(0) == x && body->getOperand(1) == v) ||
          (body->getOperand(0) == v && body->getOperand(1) == x)))
      return failure();
    bool isSub = isa<arith::SubFOp>(body);
    if (isSub ? body->getOperand(0) != x
              : !isa<arith::AddFOp, arith::MulFOp>(body))
      return failure();
    fuse(rewriter, op, conv, vector, body);
    return success();
  }

private:
  static void fuse(PatternRewriter &rewriter, linalg::GenericOp op,
                   ConvolutionOp conv, Value vector, Operation *body) {
    Location loc = op.getLoc();
    // The vector may be computed behind the convolution.
    rewriter.setInsertionPoint(op);
    Value scale = conv.getScale(), bias = conv.getBias();
    if (isa<arith::MulFOp>(body)) {
      scale =
          scale ? combine(rewriter, loc, "arith.mulf", scale, vector) : vector;
      if (bias)
        bias = combine(rewriter, loc, "arith.mulf", bias, vector);
    } else if (isa<arith::AddFOp>(body)) {
      bias = bias ? combine(rewriter, loc, "arith.addf", bias, vector) : vector;
    } else {
      bias = bias ? combine(rewriter, loc, "arith.subf", bias, vector)
                  : negate(rewriter, loc, vector);
    }
    auto fused = cast<ConvolutionOp>(rewriter.clone(*conv));
    rewriter.modifyOpInPlace(fused, [&] {
      fused.getScaleMutable().assign(scale ? ValueRange(scale) : ValueRange());
      fused.getBiasMutable().assign(bias ? ValueRange(bias) : ValueRange());
    });
    rewriter.replaceOp(op, fused->getResults());
    rewriter.eraseOp(conv);
  }
};

/// conv + x, where nobody needs x afterwards.
struct FuseResidual : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getNumDpsInputs() != 2 || !isElementwise(op))
      return failure();
    Operation *body = getYielded(op);
    if (!isa_and_nonnull<arith::AddFOp>(body) ||
        body->getBlock() != op.getBody() ||
        llvm::any_of(body->getOperands(),
                     [](Value x) { return !isa<BlockArgument>(x); }) ||
        body->getOperand(0) == body->getOperand(1))
      return failure();
    // The later of two convolutions takes the other in.
    ConvolutionOp conv;
    Value other;
    for (unsigned i = 0; i < 2; ++i) {
      ConvolutionOp candidate = getOnlyUsed(op.getInputs()[i]);
      if (!candidate || candidate.getAccumulate() ||
          candidate->getBlock() != op->getBlock() ||
          (conv && candidate->isBeforeInBlock(conv)))
        continue;
      conv = candidate;
      other = op.getInputs()[1 - i];
    }
    if (!conv || !isFree(other, conv, op) ||
        conv->getResultTypes() != op->getResultTypes() ||
        conv.getInit().getType() != other.getType())
      return failure();
    rewriter.setInsertionPoint(conv);
    auto fused = cast<ConvolutionOp>(rewriter.clone(*conv));
    rewriter.modifyOpInPlace(fused, [&] {
      fused.getInitMutable().assign(other);
      fused.setAccumulate(true);
    });
    rewriter.replaceOp(op, fused->getResults());
    rewriter.eraseOp(conv);
    return success();
  }

private:
  /// Is `value` computed in the block before `conv`, and read by nothing from
  /// there on but `sum`? Its buffer then becomes that of the result.
  static bool isFree(Value value, ConvolutionOp conv, Operation *sum) {
    Operation *definition = value.getDefiningOp();
    if (!definition || definition->getBlock() != conv->getBlock() ||
        !definition->isBeforeInBlock(conv) ||
        !isa<ConvolutionOp, linalg::LinalgOp>(definition))
      return false;
    return llvm::all_of(value.getUsers(), [&](Operation *user) {
      return user == sum || (user->getBlock() == conv->getBlock() &&
                             user->isBeforeInBlock(conv));
    });
  }
};

/// What an elementwise body computes of its argument.
struct Activation {
  StringRef name;
  SmallVector<double, 2> bounds;
};

} // namespace

/// `number`, when the value is a constant.
static std::optional<double> getNumber(Value value) {
  FloatAttr attr;
  if (!matchPattern(value, m_Constant(&attr)))
    return std::nullopt;
  return attr.getValueAsDouble();
}

/// The bound when `value` is `source` with smaller (`isLow`) or larger elements
/// replaced by it; `source` is set.
static std::optional<double> getBound(Value value, bool isLow, Value &source) {
  auto select = value.getDefiningOp<arith::SelectOp>();
  auto compare =
      select ? select.getCondition().getDefiningOp<arith::CmpFOp>() : nullptr;
  if (!compare ||
      compare.getPredicate() !=
          (isLow ? arith::CmpFPredicate::OLT : arith::CmpFPredicate::OGT) ||
      compare.getLhs() != select.getFalseValue())
    return std::nullopt;
  std::optional<double> bound = getNumber(select.getTrueValue());
  if (!bound || getNumber(compare.getRhs()) != bound)
    return std::nullopt;
  source = select.getFalseValue();
  return bound;
}

/// min(max(source, low), high).
static std::optional<Activation> matchClamp(Value value, Value &source) {
  Value inner;
  std::optional<double> high = getBound(value, /*isLow=*/false, inner);
  std::optional<double> low =
      high ? getBound(inner, /*isLow=*/true, source) : std::nullopt;
  if (!low || !(*low <= *high))
    return std::nullopt;
  return Activation{"clamp", {*low, *high}};
}

/// x * clamp(x + 3, 0, 6) / 6.
static bool isHardSwish(Value value, Value x) {
  auto quotient = value.getDefiningOp<arith::DivFOp>();
  if (!quotient || getNumber(quotient.getRhs()) != 6.0)
    return false;
  auto product = quotient.getLhs().getDefiningOp<arith::MulFOp>();
  if (!product || (product.getLhs() != x && product.getRhs() != x))
    return false;
  Value factor = product.getLhs() == x ? product.getRhs() : product.getLhs();
  Value shifted;
  std::optional<Activation> clamp = matchClamp(factor, shifted);
  if (!clamp || clamp->bounds[0] != 0 || clamp->bounds[1] != 6)
    return false;
  auto sum = shifted.getDefiningOp<arith::AddFOp>();
  return sum && sum.getLhs() == x && getNumber(sum.getRhs()) == 3.0;
}

/// x * (1 / (1 + exp(-x))).
static bool isSilu(Value value, Value x) {
  auto product = value.getDefiningOp<arith::MulFOp>();
  if (!product || product.getLhs() != x)
    return false;
  auto quotient = product.getRhs().getDefiningOp<arith::DivFOp>();
  if (!quotient || getNumber(quotient.getLhs()) != 1.0)
    return false;
  auto sum = quotient.getRhs().getDefiningOp<arith::AddFOp>();
  if (!sum || getNumber(sum.getRhs()) != 1.0)
    return false;
  auto power = sum.getLhs().getDefiningOp<math::ExpOp>();
  auto minus =
      power ? power.getOperand().getDefiningOp<arith::NegFOp>() : nullptr;
  return minus && minus.getOperand() == x;
}

static std::optional<Activation> matchActivation(linalg::GenericOp op) {
  if (isRelu(op))
    return Activation{"relu", {}};
  Value x = op.getBody()->getArgument(0);
  auto yield = cast<linalg::YieldOp>(op.getBody()->getTerminator());
  Value result = yield.getValues()[0], source;
  if (std::optional<Activation> clamp = matchClamp(result, source);
      clamp && source == x)
    return clamp;
  if (isHardSwish(result, x))
    return Activation{"hardswish", {}};
  if (isSilu(result, x))
    return Activation{"silu", {}};
  return std::nullopt;
}

namespace {
struct FuseActivation : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getNumDpsInputs() != 1 || !isElementwise(op))
      return failure();
    ConvolutionOp conv = getOnlyUsed(op.getInputs()[0]);
    if (!conv || conv->getResultTypes() != op->getResultTypes())
      return failure();
    std::optional<Activation> activation = matchActivation(op);
    if (!activation)
      return failure();
    rewriter.setInsertionPoint(conv);
    auto fused = cast<ConvolutionOp>(rewriter.clone(*conv));
    rewriter.modifyOpInPlace(fused, [&] {
      fused.setActivation(activation->name);
      if (!activation->bounds.empty())
        fused.setBounds(activation->bounds);
    });
    rewriter.replaceOp(op, fused->getResults());
    rewriter.eraseOp(conv);
    return success();
  }
};
} // namespace

void library::populateEpiloguePatterns(RewritePatternSet &patterns) {
  patterns.add<FuseVector, FuseResidual, FuseActivation>(patterns.getContext());
}
