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
#include "TorchScript/Codegen/Math/DoubleFunctions.h"
#include "TorchScript/Codegen/Passes.h"
#include "TorchScript/Transforms/CpuLevels.h"

#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
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
  unsigned width = type ? type.getElementTypeBitWidth() : 0;
  return type && type.getRank() == 1 && (width == 32 || width == 64) &&
         type.getNumElements() * width == 512 &&
         hasAVX512(b.getInsertionBlock()->getParentOp());
}

/// Whether code of the function may run on processors without fused products
/// and sums, which are part of the third level.
static bool isPortable(Operation *op) {
  unsigned level = getCpuLevel(op);
  return level > 0 && level < 3;
}

Value math_expressions::createFused(ImplicitLocOpBuilder &b, Value x, Value y,
                                    Value z) {
  Operation *around = b.getInsertionBlock()->getParentOp();
  // All devices have the instruction.
  if (isa<gpu::LaunchOp>(around) || around->getParentOfType<gpu::LaunchOp>())
    return b.create<math::FmaOp>(x, y, z);
  return isPortable(around) ? Value()
                            : b.create<LLVM::FMAOp>(x, y, z).getResult();
}

/// A function of operands in single precision and in double precision, or null.
template <typename FunctionT>
struct Forms {
  FunctionT *single = nullptr, *wide = nullptr;
};

using Unary = Expression(Expression);

#define TS_FORMS(name)                                                         \
  {&functions::name<Expression>, &functions::doubles::name<Expression>}

/// The function of an operation with one operand.
static Forms<Unary> getUnary(Operation *op) {
  using Result = Forms<Unary>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([](math::AcosOp) -> Result { return TS_FORMS(acos); })
      .Case([](math::AcoshOp) -> Result { return TS_FORMS(acosh); })
      .Case([](math::AsinOp) -> Result { return TS_FORMS(asin); })
      .Case([](math::AsinhOp) -> Result { return TS_FORMS(asinh); })
      .Case([](math::AtanOp) -> Result { return TS_FORMS(atan); })
      .Case([](math::AtanhOp) -> Result { return TS_FORMS(atanh); })
      .Case([](math::CosOp) -> Result { return TS_FORMS(cos); })
      .Case([](math::CoshOp) -> Result { return TS_FORMS(cosh); })
      .Case([](math::ErfOp) -> Result { return TS_FORMS(erf); })
      .Case([](math::ExpOp) -> Result { return TS_FORMS(exp); })
      .Case([](math::Exp2Op) -> Result { return TS_FORMS(exp2); })
      .Case([](math::ExpM1Op) -> Result { return TS_FORMS(expm1); })
      .Case([](math::LogOp) -> Result { return TS_FORMS(log); })
      .Case([](math::Log10Op) -> Result { return TS_FORMS(log10); })
      .Case([](math::Log1pOp) -> Result { return TS_FORMS(log1p); })
      .Case([](math::Log2Op) -> Result { return TS_FORMS(log2); })
      .Case([](math::SinOp) -> Result { return TS_FORMS(sin); })
      .Case([](math::SinhOp) -> Result { return TS_FORMS(sinh); })
      .Case([](math::TanOp) -> Result { return TS_FORMS(tan); })
      .Case([](math::TanhOp) -> Result { return TS_FORMS(tanh); })
      .Default([](Operation *) { return Result(); });
}

using Binary = Expression(Expression, Expression);

static Forms<Binary> getBinary(Operation *op) {
  using Result = Forms<Binary>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([](math::Atan2Op) -> Result { return TS_FORMS(atan2); })
      .Case([](math::PowFOp) -> Result { return TS_FORMS(pow); })
      .Default([](Operation *) { return Result(); });
}

#undef TS_FORMS

/// Whether the operation is a function of angles in double precision.
static bool isWideAngle(Operation *op) {
  return isa<math::SinOp, math::CosOp, math::TanOp>(op) &&
         getElementTypeOrSelf(op->getResult(0).getType()).isF64();
}

Value ts::expandMath(OpBuilder &builder, Operation *op) {
  if (op->getNumResults() != 1 || !isa<math::MathDialect>(op->getDialect()) ||
      isWideAngle(op))
    return {};
  Type type = op->getResult(0).getType();
  Type element = getElementTypeOrSelf(type);
  bool isShort = element.isF16() || element.isBF16(), isWide = element.isF64();
  if ((!isShort && !isWide && !element.isF32()) ||
      !isa<FloatType, VectorType>(type))
    return {};
  Unary *unary = isWide ? getUnary(op).wide : getUnary(op).single;
  Binary *binary = isWide ? getBinary(op).wide : getBinary(op).single;
  if (!unary && !binary)
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

/// Marks a function that only angles beyond kEndOfAngles come to.
static constexpr llvm::StringLiteral kFarAttr = "ts.far";

/// A function of angles in double precision: arithmetic, and beside it a call
/// of the C library in a branch for angles beyond kEndOfAngles. Null where it
/// is that call, or one of a device.
static Value expandWideAngle(IRRewriter &rewriter, Operation *op) {
  auto type = dyn_cast<VectorType>(op->getResult(0).getType());
  if (!isWideAngle(op) || op->hasAttr(kFarAttr) ||
      op->getParentOfType<gpu::LaunchOp>() || (type && type.getRank() != 1))
    return {};
  ImplicitLocOpBuilder b(op->getLoc(), rewriter);
  b.setInsertionPoint(op);
  Expression x = {&b, op->getOperand(0)};
  Value near = getUnary(op).wide(x).v;
  Value isFar = (abs(x) >= functions::doubles::kEndOfAngles).v;
  Value anyFar =
      type ? b.create<vector::ReductionOp>(vector::CombiningKind::OR, isFar)
           : isFar;
  auto branch = b.create<scf::IfOp>(
      anyFar,
      [&](OpBuilder &inner, Location loc) {
        Operation *far = inner.clone(*op);
        far->setAttr(kFarAttr, inner.getUnitAttr());
        Value all =
            inner.create<arith::SelectOp>(loc, isFar, far->getResult(0), near);
        inner.create<scf::YieldOp>(loc, all);
      },
      [&](OpBuilder &inner, Location loc) {
        inner.create<scf::YieldOp>(loc, near);
      });
  return branch.getResult(0);
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

namespace {

/// The upper halves of words, as bf16.
Value takeUpperHalf(ImplicitLocOpBuilder &b, Value words, Type type) {
  Value places = math_expressions::makeConstant(b, words.getType(),
                                                b.getI32IntegerAttr(16));
  Value upper = b.create<arith::TruncIOp>(
      math_expressions::withElement(type, b.getI16Type()),
      b.create<arith::ShRUIOp>(words, places));
  return b.create<arith::BitcastOp>(type, upper);
}

/// Rounds f32 to bf16: to nearest, ties to even. What is no number becomes the
/// one that rounding leaves alone, beforehand: not all processors choose among
/// vectors of bf16, and behind the rounding LLVM would.
struct RoundToBFloat16 : public OpRewritePattern<arith::TruncFOp> {
  explicit RoundToBFloat16(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType(), from = op.getIn().getType();
    if (!getElementTypeOrSelf(type).isBF16() ||
        !getElementTypeOrSelf(from).isF32())
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Type words = math_expressions::withElement(type, b.getI32Type());
    auto number = [&](int64_t n) {
      return math_expressions::makeConstant(b, words, b.getI32IntegerAttr(n));
    };
    Value x = op.getIn();
    Value isNaN = b.create<arith::CmpFOp>(arith::CmpFPredicate::UNE, x, x);
    Value nan = math_expressions::makeConstant(
        b, from, b.getF32FloatAttr(std::numeric_limits<float>::quiet_NaN()));
    Value bits = b.create<arith::BitcastOp>(
        words, b.create<arith::SelectOp>(isNaN, nan, x));
    Value last = b.create<arith::AndIOp>(
        b.create<arith::ShRUIOp>(bits, number(16)), number(1));
    Value rounded = b.create<arith::AddIOp>(
        b.create<arith::AddIOp>(bits, number(0x7fff)), last);
    rewriter.replaceOp(op, takeUpperHalf(b, rounded, type));
    return success();
  }
};

/// Is this f32 one of the values of bf16, whatever the operands are?
bool isBFloat16(Value x, unsigned depth = 4) {
  Operation *op = x.getDefiningOp();
  if (!op || depth == 0)
    return false;
  if (auto extension = dyn_cast<arith::ExtFOp>(op))
    return getElementTypeOrSelf(extension.getIn()).isBF16();
  APFloat number(0.0f);
  if (matchPattern(x, m_ConstantFloat(&number))) {
    bool loses = false;
    number.convert(APFloat::BFloat(), APFloat::rmNearestTiesToEven, &loses);
    return !loses;
  }
  OperandRange values = op->getOperands();
  if (isa<arith::SelectOp>(op))
    values = values.drop_front();
  else if (!isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
                arith::MinNumFOp, arith::NegFOp, math::AbsFOp>(op))
    return false;
  return llvm::all_of(values,
                      [&](Value v) { return isBFloat16(v, depth - 1); });
}

} // namespace

/// Conversions of bfloat16 are arithmetic on integers: not all processors have
/// them, nor do libraries of compilers. Values of bf16 are not rounded again.
static LogicalResult expandBFloat16(func::FuncOp function) {
  SmallVector<Operation *> conversions;
  IRRewriter rewriter(function.getContext());
  function.walk([&](Operation *op) {
    // Bodies of named operations have a form of their own.
    if (isa<linalg::LinalgOp>(op->getParentOp()) &&
        !isa<linalg::GenericOp>(op->getParentOp()))
      return;
    auto narrow = dyn_cast<arith::TruncFOp>(op);
    if (narrow && getElementTypeOrSelf(narrow.getType()).isBF16() &&
        getElementTypeOrSelf(narrow.getIn()).isF32() &&
        isBFloat16(narrow.getIn())) {
      rewriter.setInsertionPoint(op);
      ImplicitLocOpBuilder b(op->getLoc(), rewriter);
      Type type = narrow.getType();
      Value bits = b.create<arith::BitcastOp>(
          math_expressions::withElement(type, b.getI32Type()), narrow.getIn());
      rewriter.replaceOp(op, takeUpperHalf(b, bits, type));
      return;
    }
    if (isa<arith::ExtFOp, arith::TruncFOp>(op) &&
        (getElementTypeOrSelf(op->getOperand(0)).isBF16() ||
         getElementTypeOrSelf(op->getResult(0)).isBF16()))
      conversions.push_back(op);
  });
  if (conversions.empty())
    return success();
  RewritePatternSet patterns(function.getContext());
  patterns.add<RoundToBFloat16>(function.getContext());
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
                       : expandWideAngle(rewriter, op);
    if (!fma && !result)
      result = expandMath(rewriter, op);
    if (!result)
      continue;
    rewriter.replaceOp(op, result);
    ++numExpanded;
  }
  if (failed(expandBFloat16(getOperation())))
    signalPassFailure();
}
