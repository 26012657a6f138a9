//===- ExpandMath.cpp - Functions of floats as arithmetic -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call of the C library keeps a loop from being vectorized. The arithmetic
// here has neither calls nor branches.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Codegen/Math/ExpandMath.h"

#include "../CPU/Strategy.h"
#include "Expression.h"
#include "TorchScript/Codegen/Math/Functions.h"
#include "TorchScript/Codegen/Passes.h"
#include "TorchScript/Transforms/CpuLevels.h"

#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSEXPANDMATH
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;
using mlir::ts::math_expressions::Expression;
namespace functions = torchscript::math;

namespace {

struct TSExpandMath : public ts::impl::TSExpandMathBase<TSExpandMath> {
  void runOnOperation() override;
};

struct ExpandMathPattern : public RewritePattern {
  explicit ExpandMathPattern(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    Value result = expandMath(rewriter, op);
    if (!result)
      return failure();
    rewriter.replaceOp(op, result);
    return success();
  }
};

} // namespace

bool math_expressions::hasAVX512(Operation *op) {
  return loops::getStrategy(op)->target == "avx512";
}

bool math_expressions::isVectorOfAVX512(OpBuilder &b, Value x) {
  auto type = dyn_cast<VectorType>(x.getType());
  return type && type.getRank() == 1 && type.getNumElements() == 16 &&
         type.getElementTypeBitWidth() == 32 &&
         hasAVX512(b.getInsertionBlock()->getParentOp());
}

using Unary = Expression (*)(Expression);

/// The function of an operation with one operand, or null.
static Unary getUnary(Operation *op) {
  return llvm::TypeSwitch<Operation *, Unary>(op)
      .Case([](math::AcosOp) { return &functions::acos<Expression>; })
      .Case([](math::AcoshOp) { return &functions::acosh<Expression>; })
      .Case([](math::AsinOp) { return &functions::asin<Expression>; })
      .Case([](math::AsinhOp) { return &functions::asinh<Expression>; })
      .Case([](math::AtanOp) { return &functions::atan<Expression>; })
      .Case([](math::AtanhOp) { return &functions::atanh<Expression>; })
      .Case([](math::CosOp) { return &functions::cos<Expression>; })
      .Case([](math::CoshOp) { return &functions::cosh<Expression>; })
      .Case([](math::ErfOp) { return &functions::erf<Expression>; })
      .Case([](math::ExpOp) { return &functions::exp<Expression>; })
      .Case([](math::Exp2Op) { return &functions::exp2<Expression>; })
      .Case([](math::ExpM1Op) { return &functions::expm1<Expression>; })
      .Case([](math::LogOp) { return &functions::log<Expression>; })
      .Case([](math::Log10Op) { return &functions::log10<Expression>; })
      .Case([](math::Log1pOp) { return &functions::log1p<Expression>; })
      .Case([](math::Log2Op) { return &functions::log2<Expression>; })
      .Case([](math::SinOp) { return &functions::sin<Expression>; })
      .Case([](math::SinhOp) { return &functions::sinh<Expression>; })
      .Case([](math::TanOp) { return &functions::tan<Expression>; })
      .Case([](math::TanhOp) { return &functions::tanh<Expression>; })
      .Default([](Operation *) { return nullptr; });
}

using Binary = Expression (*)(Expression, Expression);

static Binary getBinary(Operation *op) {
  return llvm::TypeSwitch<Operation *, Binary>(op)
      .Case([](math::Atan2Op) { return &functions::atan2<Expression>; })
      .Case([](math::PowFOp) { return &functions::pow<Expression>; })
      .Default([](Operation *) { return nullptr; });
}

Value ts::expandMath(OpBuilder &builder, Operation *op) {
  if (op->getNumResults() != 1 || !isa<math::MathDialect>(op->getDialect()))
    return {};
  Unary unary = getUnary(op);
  Binary binary = getBinary(op);
  Type type = op->getResult(0).getType();
  Type element = getElementTypeOrSelf(type);
  bool isShort = element.isF16() || element.isBF16();
  if ((!unary && !binary) || (!element.isF32() && !isShort) ||
      !isa<FloatType, VectorType>(type))
    return {};
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(op);
  ImplicitLocOpBuilder b(op->getLoc(), builder);
  b.setListener(builder.getListener());
  Type single = math_expressions::withElement(type, b.getF32Type());
  SmallVector<Expression> operands;
  for (Value operand : op->getOperands())
    operands.push_back(
        {&b, isShort ? b.create<arith::ExtFOp>(single, operand) : operand});
  Value result =
      unary ? unary(operands[0]).v : binary(operands[0], operands[1]).v;
  return isShort ? b.create<arith::TruncFOp>(type, result) : result;
}

void ts::populateExpandMathPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandMathPattern>(patterns.getContext());
}

/// Whether code of the function may run on processors without fused products
/// and sums, which are part of the third level.
static bool isPortable(Operation *op) {
  unsigned level = getCpuLevel(op);
  return level > 0 && level < 3;
}

/// x * y + z of floats or vectors of them, rounded once: what this processor
/// has an instruction for. Others may have none; in double precision, the
/// product is exact, and what the sum loses is far below the last place. Null
/// for other types.
static Value expandFma(OpBuilder &builder, math::FmaOp op, bool isPortable) {
  Type type = op.getType();
  Type element = getElementTypeOrSelf(type);
  if (!element.isF32() && (!element.isF64() || isPortable))
    return {};
  ImplicitLocOpBuilder b(op.getLoc(), builder);
  if (!isPortable)
    return b.create<LLVM::FMAOp>(op.getA(), op.getB(), op.getC());
  Type wide = math_expressions::withElement(type, b.getF64Type());
  auto extend = [&](Value x) { return b.create<arith::ExtFOp>(wide, x); };
  Value product = b.create<arith::MulFOp>(extend(op.getA()), extend(op.getB()));
  return b.create<arith::TruncFOp>(
      type, b.create<arith::AddFOp>(product, extend(op.getC())));
}

/// 1 + erf(x), as a normal distribution has it, where nobody else reads the
/// function: whether it was that.
static bool expandOnePlusErf(IRRewriter &rewriter, math::ErfOp erf) {
  auto sum = erf->hasOneUse() ? dyn_cast<arith::AddFOp>(*erf->user_begin())
                              : arith::AddFOp();
  if (!sum || !getElementTypeOrSelf(sum.getType()).isF32())
    return false;
  Value other = sum.getLhs() == erf ? sum.getRhs() : sum.getLhs();
  if (!matchPattern(other, m_OneFloat()))
    return false;
  ImplicitLocOpBuilder b(sum.getLoc(), rewriter);
  b.setInsertionPoint(sum);
  rewriter.replaceOp(sum,
                     functions::onePlusErf(Expression{&b, erf.getOperand()}).v);
  rewriter.eraseOp(erf);
  return true;
}

/// Conversions of bfloat16 are arithmetic on integers: not all processors have
/// them, nor do libraries of compilers.
static LogicalResult expandBFloat16(func::FuncOp function) {
  SmallVector<Operation *> conversions;
  function.walk([&](Operation *op) {
    // Bodies of named operations have a form of their own.
    if (isa<linalg::LinalgOp>(op->getParentOp()) &&
        !isa<linalg::GenericOp>(op->getParentOp()))
      return;
    if (isa<arith::ExtFOp, arith::TruncFOp>(op) &&
        (getElementTypeOrSelf(op->getOperand(0)).isBF16() ||
         getElementTypeOrSelf(op->getResult(0)).isBF16()))
      conversions.push_back(op);
  });
  if (conversions.empty())
    return success();
  RewritePatternSet patterns(function.getContext());
  arith::populateExpandBFloat16Patterns(patterns);
  return applyOpPatternsAndFold(conversions, std::move(patterns));
}

void TSExpandMath::runOnOperation() {
  SmallVector<Operation *> ops;
  getOperation().walk([&](Operation *op) {
    if (isa<math::MathDialect>(op->getDialect()))
      ops.push_back(op);
  });
  IRRewriter rewriter(&getContext());
  for (Operation *op : ops) {
    rewriter.setInsertionPoint(op);
    auto fma = dyn_cast<math::FmaOp>(op);
    // All devices have the instruction.
    if (fma && fma->getParentOfType<gpu::LaunchOp>())
      continue;
    if (auto erf = dyn_cast<math::ErfOp>(op))
      if (expandOnePlusErf(rewriter, erf)) {
        ++numExpanded;
        continue;
      }
    Value result = fma ? expandFma(rewriter, fma, isPortable(fma))
                       : expandMath(rewriter, op);
    if (!result)
      continue;
    rewriter.replaceOp(op, result);
    ++numExpanded;
  }
  if (failed(expandBFloat16(getOperation())))
    signalPassFailure();
}
