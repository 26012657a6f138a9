//===- UnaryMath.cpp - Elementwise functions of one operand ---------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rounding, signs, functions of the math dialect, activations.
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::pointwise;
using FP = arith::CmpFPredicate;

namespace {
#include "TorchScript/Operators/PointwiseArguments.h.inc"
} // namespace

namespace mlir::ts::pointwise::elements {

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

Value neg(const Element &e) { return e.neg(e.x[0]); }
Value square(const Element &e) { return e.mul(e.x[0], e.x[0]); }
Value relu(const Element &e) { return e.raise(e.x[0], e.number(0)); }
Value relu6(const Element &e) { return clampConstant(e, e.x[0], 0, 6); }
Value hardtanh(const Element &e) {
  BoundsArguments args(e.op);
  double low = *args.min_val().constant(), high = *args.max_val().constant();
  // PyTorch refuses them.
  if (e.isUnsigned && (low < 0 || high < 0))
    return {};
  return clampBetween(e, e.x[0], e.number(low), e.number(high),
                      /*areNumbers=*/true);
}

/// Integers are whole already.
template <typename OpT>
static Value rounded(const Element &e) {
  return e.isFloat ? e.unary<OpT>(e.x[0]) : e.x[0];
}
Value ceil(const Element &e) { return rounded<math::CeilOp>(e); }
Value floor(const Element &e) { return rounded<math::FloorOp>(e); }
Value trunc(const Element &e) { return rounded<math::TruncOp>(e); }
/// Halves go to even numbers.
Value round(const Element &e) { return rounded<math::RoundEvenOp>(e); }
Value frac(const Element &e) {
  return e.sub(e.x[0], e.unary<math::TruncOp>(e.x[0]));
}

/// -1, 0 or 1; 0 of NaN.
Value sign(const Element &e) {
  if (e.isBool)
    return e.x[0];
  Value zero = e.number(0);
  auto asNumber = [&](Value truth) {
    return convertElement(e.b, e.loc, truth, e.b.getI1Type(), e.dtype);
  };
  Value positive = asNumber(e.lessThan(zero, e.x[0]));
  return e.isUnsigned ? positive
                      : e.sub(positive, asNumber(e.lessThan(e.x[0], zero)));
}

/// A complex number of size 1 in the same direction, or 0.
Value sgn(const Element &e) {
  return e.isComplex ? e.call("sgn", e.x[0]) : sign(e);
}
Value abs(const Element &e) {
  return e.isComplex ? e.callReal("abs", e.x[0]) : e.abs(e.x[0]);
}
/// A number of two, by its parts or by its size and its angle.
Value makeComplex(const Element &e) {
  return e.b.create<complex::CreateOp>(e.loc, ComplexType::get(e.type), e.x[0],
                                       e.x[1]);
}
Value polar(const Element &e) {
  Value re = e.mul(e.x[0], e.unary<math::CosOp>(e.x[1]));
  Value im = e.mul(e.x[0], e.unary<math::SinOp>(e.x[1]));
  return e.b.create<complex::CreateOp>(e.loc, ComplexType::get(e.type), re, im);
}
/// The angle of complex numbers; of others 0 or pi.
Value angle(const Element &e) {
  if (e.isComplex)
    return e.callReal("angle", e.x[0]);
  Value isBelow = e.lessThan(e.x[0], e.number(0));
  Value result = e.select(isBelow, e.number(M_PI), e.number(0));
  return e.select(e.isNan(e.x[0]), e.x[0], result);
}
/// An operation of the math dialect; of complex numbers a function of the
/// runtime.
template <typename OpT>
static Value unary(const Element &e, StringRef name = "") {
  return e.isComplex ? e.call(name, e.x[0]) : e.unary<OpT>(e.x[0]);
}
Value acos(const Element &e) { return unary<math::AcosOp>(e, "acos"); }
Value acosh(const Element &e) { return unary<math::AcoshOp>(e, "acosh"); }
Value asin(const Element &e) { return unary<math::AsinOp>(e, "asin"); }
Value asinh(const Element &e) { return unary<math::AsinhOp>(e, "asinh"); }
Value atan(const Element &e) { return unary<math::AtanOp>(e, "atan"); }
Value atanh(const Element &e) { return unary<math::AtanhOp>(e, "atanh"); }
Value cos(const Element &e) { return unary<math::CosOp>(e, "cos"); }
Value cosh(const Element &e) { return unary<math::CoshOp>(e, "cosh"); }
Value erf(const Element &e) { return unary<math::ErfOp>(e); }
Value exp(const Element &e) { return unary<math::ExpOp>(e, "exp"); }
Value exp2(const Element &e) { return unary<math::Exp2Op>(e); }
Value expm1(const Element &e) { return unary<math::ExpM1Op>(e, "expm1"); }
Value log(const Element &e) { return unary<math::LogOp>(e, "log"); }
Value log10(const Element &e) { return unary<math::Log10Op>(e, "log10"); }
/// PyTorch's logarithm gives up a little early.
static Value log1pOf(const Element &e, Value x) {
  Value infinity = e.number(std::numeric_limits<double>::infinity());
  Value isLarge = e.lessThan(e.number(e.type.isF32() ? 1e38f : 1e307), x);
  return e.select(isLarge, infinity, e.unary<math::Log1pOp>(x));
}
Value log1p(const Element &e) {
  return e.isComplex ? e.call("log1p", e.x[0]) : log1pOf(e, e.x[0]);
}
Value log2(const Element &e) { return unary<math::Log2Op>(e, "log2"); }
Value sin(const Element &e) { return unary<math::SinOp>(e, "sin"); }
Value sinh(const Element &e) { return unary<math::SinhOp>(e, "sinh"); }
Value sqrt(const Element &e) { return unary<math::SqrtOp>(e, "sqrt"); }
Value tan(const Element &e) { return unary<math::TanOp>(e, "tan"); }
Value tanh(const Element &e) { return unary<math::TanhOp>(e, "tanh"); }

Value deg2rad(const Element &e) { return e.mul(e.x[0], e.number(M_PI / 180)); }
Value rad2deg(const Element &e) { return e.mul(e.x[0], e.number(180 / M_PI)); }
Value reciprocal(const Element &e) {
  return e.isComplex ? e.call("reciprocal", e.x[0])
                     : e.div(e.number(1), e.x[0]);
}
Value rsqrt(const Element &e) {
  if (e.isComplex)
    return e.call("rsqrt", e.x[0]);
  return e.div(e.number(1), e.unary<math::SqrtOp>(e.x[0]));
}
static Value logistic(const Element &e, Value x) {
  if (e.isComplex)
    return e.call("sigmoid", x);
  Value power = e.unary<math::ExpOp>(e.unary<arith::NegFOp>(x));
  return e.div(e.number(1), e.add(e.number(1), power));
}
Value sigmoid(const Element &e) { return logistic(e, e.x[0]); }

/// sin(pi x) / (pi x), 1 at 0.
Value sinc(const Element &e) {
  if (e.isComplex)
    return e.call("sinc", e.x[0]);
  Value angle = e.step(e.mul(e.x[0], e.step(e.number(M_PI))));
  Value isZero = e.b.create<arith::CmpFOp>(e.loc, FP::OEQ, e.x[0], e.number(0));
  return e.select(isZero, e.number(1),
                  e.div(e.step(e.unary<math::SinOp>(angle)), angle));
}

/// -x log x; 0 at 0, negative infinity below.
Value entr(const Element &e) {
  Value x = e.x[0], zero = e.number(0);
  Value inner = e.mul(e.neg(x), e.unary<math::LogOp>(x));
  Value isZero = e.b.create<arith::CmpFOp>(e.loc, FP::OEQ, x, zero);
  Value infinity = e.number(-std::numeric_limits<double>::infinity());
  Value result =
      e.select(e.lessThan(x, zero), infinity, e.select(isZero, zero, inner));
  return e.select(e.isNan(x), x, result);
}

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

Value elu(const Element &e) {
  EluArguments args(e.op);
  Value scale = e.number(*args.scale().constant());
  Value positive = e.lessThan(e.number(0), e.x[0]);
  Value power = e.mul(e.x[0], e.number(*args.input_scale().constant()));
  // A negative zero gives a positive one, as exp(x) - 1 does.
  Value grown = e.add(e.unary<math::ExpM1Op>(power), e.number(0));
  Value factor = e.mul(e.number(*args.alpha().constant()), scale);
  return e.select(positive, e.mul(e.x[0], scale), e.mul(grown, factor));
}

Value gelu(const Element &e) {
  std::optional<StringRef> form = GeluArguments(e.op).approximate().constant();
  if (!form)
    return {};
  Value x = e.x[0];
  if (*form == "tanh") {
    Value cube = e.step(e.mul(e.step(e.mul(x, x)), x));
    Value part = e.step(e.mul(e.step(e.number(0.044715)), cube));
    Value slope = e.step(e.number(std::sqrt(2 / M_PI)));
    Value inner = e.step(e.mul(slope, e.step(e.add(x, part))));
    Value sum =
        e.step(e.add(e.number(1), e.step(e.unary<math::TanhOp>(inner))));
    return e.mul(e.step(e.mul(e.number(0.5), x)), sum);
  }
  Value inner = e.unary<math::ErfOp>(e.mul(x, e.number(std::sqrt(0.5))));
  Value result = e.mul(e.mul(e.number(0.5), x), e.add(e.number(1), inner));
  // In single precision zeros are positive.
  return e.type.isF32() ? e.add(result, e.number(0)) : result;
}

Value hardsigmoid(const Element &e) {
  Value shifted = e.add(e.x[0], e.number(3));
  return e.div(clampConstant(e, shifted, 0, 6), e.number(6));
}
Value hardswish(const Element &e) {
  Value shifted = e.add(e.x[0], e.number(3));
  return e.div(e.mul(e.x[0], clampConstant(e, shifted, 0, 6)), e.number(6));
}
Value leakyRelu(const Element &e) {
  double slope = *LeakyReluArguments(e.op).negative_slope().constant();
  return e.select(e.lessThan(e.number(0), e.x[0]), e.x[0],
                  e.mul(e.x[0], e.number(slope)));
}
Value silu(const Element &e) { return e.mul(e.x[0], logistic(e, e.x[0])); }

} // namespace mlir::ts::pointwise::elements
