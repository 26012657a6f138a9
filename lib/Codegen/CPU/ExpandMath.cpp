//===- ExpandMath.cpp - Functions of floats as arithmetic -----------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call of the C library keeps a loop from being vectorized. The arithmetic
// here has neither calls nor branches; it is that of the runtime's kernels
// (runtime/ops_tensor/FloatMath.h), so both tiers round to the same floats.
//
//===----------------------------------------------------------------------===//

#include "TorchScript/Codegen/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::ts {
#define GEN_PASS_DEF_TSEXPANDMATH
#include "TorchScript/Codegen/Passes.h.inc"
} // namespace mlir::ts

using namespace mlir;
using namespace mlir::ts;

namespace {

struct TSExpandMath : public ts::impl::TSExpandMathBase<TSExpandMath> {
  void runOnOperation() override;
};

/// Arithmetic on f64 values.
struct DoubleBuilder {
  ImplicitLocOpBuilder b;

  Value number(double x) {
    return b.create<arith::ConstantOp>(b.getF64FloatAttr(x));
  }
  Value integer(int64_t x) {
    return b.create<arith::ConstantOp>(b.getI64IntegerAttr(x));
  }
  Value add(Value x, Value y) { return b.create<arith::AddFOp>(x, y); }
  Value sub(Value x, Value y) { return b.create<arith::SubFOp>(x, y); }
  Value mul(Value x, Value y) { return b.create<arith::MulFOp>(x, y); }
  Value div(Value x, Value y) { return b.create<arith::DivFOp>(x, y); }
  /// y where `holds` of x and y, which it does not of NaN.
  Value where(arith::CmpFPredicate holds, Value x, Value y, Value otherwise) {
    Value condition = b.create<arith::CmpFOp>(holds, x, y);
    return b.create<arith::SelectOp>(condition, y, otherwise);
  }
};

} // namespace

/// e^x with a relative error below 1e-8. x = n ln 2 + r; a Taylor polynomial
/// gives e^r, the exponent field 2^n.
static Value expandExp(DoubleBuilder &e, Value x) {
  using FP = arith::CmpFPredicate;
  Value low = e.number(-700), high = e.number(700);
  x = e.where(FP::OLT, x, low, x);
  x = e.where(FP::OGT, x, high, x);
  // Adding it rounds to an integer, which stands in the low bits.
  Value toInteger = e.number(0x1.8p52);
  Value shifted = e.add(e.mul(x, e.number(1.4426950408889634)), toInteger);
  Value r =
      e.sub(x, e.mul(e.sub(shifted, toInteger), e.number(0.6931471805599453)));
  Value p = e.number(1.0 / 5040);
  for (double factor : {1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 0.5, 1.0, 1.0})
    p = e.add(e.mul(p, r), e.number(factor));
  Type i64 = e.b.getI64Type(), f64 = e.b.getF64Type();
  Value bits = e.b.create<arith::BitcastOp>(i64, shifted);
  bits = e.b.create<arith::AddIOp>(bits, e.integer(1023));
  bits = e.b.create<arith::ShLIOp>(bits, e.integer(52));
  return e.mul(p, e.b.create<arith::BitcastOp>(f64, bits));
}

/// (e^2x - 1) / (e^2x + 1), and x - x^3 / 3 close to 0.
static Value expandTanh(DoubleBuilder &e, Value input) {
  Value x = e.b.create<arith::ExtFOp>(e.b.getF64Type(), input);
  Value one = e.number(1);
  Value power = expandExp(e, e.mul(e.number(2), x));
  Value far = e.div(e.sub(power, one), e.add(power, one));
  Value third = e.mul(e.mul(x, x), e.number(1.0 / 3));
  Value near = e.mul(x, e.sub(one, third));
  Value size = e.b.create<math::AbsFOp>(x);
  Value isNear = e.b.create<arith::CmpFOp>(arith::CmpFPredicate::OLT, size,
                                           e.number(1e-4f));
  Value result = e.b.create<arith::SelectOp>(isNear, near, far);
  return e.b.create<arith::TruncFOp>(input.getType(), result);
}

void TSExpandMath::runOnOperation() {
  getOperation().walk([&](math::TanhOp op) {
    if (!op.getType().isF32())
      return;
    DoubleBuilder e{ImplicitLocOpBuilder(op.getLoc(), op)};
    op.replaceAllUsesWith(expandTanh(e, op.getOperand()));
    op.erase();
    ++numExpanded;
  });
}
