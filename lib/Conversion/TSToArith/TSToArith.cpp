//===- TSToArith.cpp - Scalar operators to arith -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements convert-ts-to-arith: finds the rule of each ts.op whose operands
// are scalars.
//
//===----------------------------------------------------------------------===//

#include "ScalarEmitter.h"
#include "TorchScript/Conversion/Passes.h"
#include "TorchScript/Dialect/TS/IR/RestoreLocations.h"
#include "TorchScript/Dialect/TS/IR/TSOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::ts {
#define GEN_PASS_DEF_CONVERTTSTOARITH
#include "TorchScript/Conversion/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

bool ScalarEmitter::allInt() const {
  return llvm::all_of(operands,
                      [](Value v) { return v.getType().isInteger(64); });
}

bool ScalarEmitter::allReal() const {
  return llvm::all_of(operands, [](Value v) {
    return v.getType().isInteger(64) || v.getType().isF64();
  });
}

bool ScalarEmitter::allBool() const {
  return llvm::all_of(operands,
                      [](Value v) { return v.getType().isInteger(1); });
}

Value ScalarEmitter::intConstant(int64_t value) {
  return create<arith::ConstantIntOp>(value, 64);
}

Value ScalarEmitter::floatConstant(double value) {
  return create<arith::ConstantFloatOp>(APFloat(value), builder.getF64Type());
}

Value ScalarEmitter::asFloat(unsigned i) {
  if (isInt(i))
    return create<arith::SIToFPOp>(builder.getF64Type(), arg(i));
  if (isBool(i))
    return create<arith::UIToFPOp>(builder.getF64Type(), arg(i));
  return arg(i);
}

Value ScalarEmitter::asComplex(unsigned i) {
  if (isComplex(i))
    return arg(i);
  return create<complex::CreateOp>(ComplexType::get(builder.getF64Type()),
                                   asFloat(i), floatConstant(0.0));
}

Value ScalarEmitter::truncate(Value value) {
  Value converted = create<arith::FPToSIOp>(builder.getI64Type(), value);
  Value fits =
      create<arith::CmpFOp>(arith::CmpFPredicate::OLT,
                            create<math::AbsFOp>(value), floatConstant(0x1p63));
  return create<arith::SelectOp>(
      fits, converted, intConstant(std::numeric_limits<int64_t>::min()));
}

void ScalarEmitter::raiseIf(Value condition, StringRef message) {
  create<tsrt::RaiseIfOp>(condition, "RuntimeError", message, ValueRange());
}

std::optional<int64_t> ScalarEmitter::getConstant(unsigned i) const {
  APInt value;
  if (matchPattern(arg(i), m_ConstantInt(&value)))
    return value.getSExtValue();
  return std::nullopt;
}

namespace {

bool isScalar(Type type) {
  return type.isInteger(64) || type.isInteger(1) || type.isF64() ||
         isa<ComplexType>(type);
}

/// A number that was made a `Scalar` is the number.
Value lookThroughScalar(Value value) {
  if (auto widened = value.getDefiningOp<DerefineOp>();
      widened && isa<ScalarType>(value.getType()))
    return widened.getOperand();
  return value;
}

struct ScalarOperator : OpRewritePattern<OperatorOp> {
  explicit ScalarOperator(MLIRContext *context) : OpRewritePattern(context) {
    addArithmeticRules(rules);
    addComparisonRules(rules);
    addConversionRules(rules);
    addMathRules(rules);
  }

  LogicalResult matchAndRewrite(OperatorOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> args =
        llvm::map_to_vector(op.getArgs(), lookThroughScalar);
    if (op.getNumResults() != 1 || args.empty() ||
        !isScalar(op.getResult(0).getType()) ||
        !llvm::all_of(ValueRange(args).getTypes(), isScalar))
      return failure();
    auto [space, qualified] = op.getName().split("::");
    if (space != "aten" && space != "prim")
      return failure();
    auto rule = rules.find(qualified.split('.').first);
    if (rule == rules.end())
      return failure();
    Type type = op.getResult(0).getType();
    ScalarEmitter emitter(rewriter, op.getLoc(), args, type);
    Value result = rule->second(emitter);
    if (!result)
      return failure();
    if (result.getType() != type)
      return failure();
    rewriter.replaceOp(op, result);
    return success();
  }

  ScalarRules rules;
};

struct ConvertTSToArith : ts::impl::ConvertTSToArithBase<ConvertTSToArith> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    populateTSToArithPatterns(set);
    patterns = std::move(set);
    return success();
  }

  unsigned countOperators() {
    unsigned count = 0;
    getOperation()->walk([&](OperatorOp) { ++count; });
    return count;
  }

  void runOnOperation() override {
    unsigned before = countOperators();
    // Blocks are the canonicalizer's business.
    GreedyRewriteConfig config;
    config.enableRegionSimplification = GreedySimplifyRegionLevel::Disabled;
    if (failed(applyPatternsAndFoldGreedily(getOperation(), patterns, config)))
      signalPassFailure();
    ts::restoreLocations(getOperation());
    numConverted += before - countOperators();
  }

  FrozenRewritePatternSet patterns;
};

} // namespace

void ts::populateTSToArithPatterns(RewritePatternSet &patterns) {
  patterns.add<ScalarOperator>(patterns.getContext());
  addQuestionPatterns(patterns);
}
