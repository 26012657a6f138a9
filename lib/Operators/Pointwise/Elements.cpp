//===- Elements.cpp - What elementwise operators compute ------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each operator of Operators.def.
//
//===----------------------------------------------------------------------===//

#include "Pointwise.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::pointwise;
using FP = arith::CmpFPredicate;
using IP = arith::CmpIPredicate;

namespace {
#include "TorchScript/Operators/PointwiseArguments.h.inc"
} // namespace

namespace mlir::ts::pointwise::elements {

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// The operand times the parameter alpha.
static Value scaled(const Element &e, Value x) {
  std::optional<double> alpha = AlphaArguments(e.op).alpha().constant();
  return !alpha || *alpha == 1 ? x : e.mul(x, e.number(*alpha));
}

static Value add(const Element &e) { return e.add(e.x[0], scaled(e, e.x[1])); }
static Value sub(const Element &e) { return e.sub(e.x[0], scaled(e, e.x[1])); }
static Value rsub(const Element &e) { return e.sub(e.x[1], scaled(e, e.x[0])); }
static Value mul(const Element &e) { return e.mul(e.x[0], e.x[1]); }
static Value trueDivide(const Element &e) { return e.div(e.x[0], e.x[1]); }

/// Integers are divided by known numbers only: zero raises.
static std::optional<int64_t> getDivisor(const Element &e) {
  std::optional<double> divisor = getNumber(e.x[1]);
  if (!divisor || *divisor == 0 || std::abs(*divisor) > 0x1p53)
    return std::nullopt;
  return int64_t(*divisor);
}

static Value divideIntegers(const Element &e, bool isFloor) {
  std::optional<int64_t> divisor = getDivisor(e);
  if (!divisor)
    return {};
  // The lowest number divided by -1 wraps.
  if (*divisor == -1)
    return e.neg(e.x[0]);
  if (e.isUnsigned)
    return e.binary<arith::DivUIOp>(e.x[0], e.x[1]);
  Value quotient = e.binary<arith::DivSIOp>(e.x[0], e.x[1]);
  if (!isFloor)
    return quotient;
  Value zero = e.number(0);
  Value rest = e.binary<arith::RemSIOp>(e.x[0], e.x[1]);
  Value isBelow = e.binary<arith::AndIOp>(
      e.compare(FP::UNE, IP::ne, rest, zero),
      e.binary<arith::XOrIOp>(e.lessThan(rest, zero),
                              e.lessThan(e.x[1], zero)));
  return e.select(isBelow, e.sub(quotient, e.number(1)), quotient);
}

static Value withSign(const Element &e, Value size, Value sign);

/// The quotient without its remainder, which is rounded only where that was
/// inexact; as Python divides.
static Value divideFloor(const Element &e, Value x, Value y) {
  Value zero = e.number(0), one = e.number(1);
  Value rest = e.binary<arith::RemFOp>(x, y);
  Value quotient = e.div(e.sub(x, rest), y);
  Value hasRest = e.binary<arith::AndIOp>(
      e.b.create<arith::CmpFOp>(e.loc, FP::UNE, rest, zero),
      e.binary<arith::XOrIOp>(e.lessThan(y, zero), e.lessThan(rest, zero)));
  quotient = e.select(hasRest, e.sub(quotient, one), quotient);
  Value whole = e.unary<math::FloorOp>(quotient);
  Value isFar = e.b.create<arith::CmpFOp>(
      e.loc, FP::OGT, e.sub(quotient, whole), e.number(0.5));
  whole = e.select(isFar, e.add(whole, one), whole);
  Value plain = e.div(x, y);
  Value isZero = e.b.create<arith::CmpFOp>(e.loc, FP::OEQ, quotient, zero);
  whole = e.select(isZero, withSign(e, zero, plain), whole);
  Value byZero = e.b.create<arith::CmpFOp>(e.loc, FP::OEQ, y, zero);
  return e.select(byZero, plain, whole);
}

static Value floorDivide(const Element &e) {
  return e.isFloat ? divideFloor(e, e.x[0], e.x[1]) : divideIntegers(e, true);
}

static Value div(const Element &e) {
  std::optional<StringRef> mode = DivArguments(e.op).rounding_mode().constant();
  if (!mode)
    return e.isFloat ? e.div(e.x[0], e.x[1]) : Value();
  if (*mode == "floor")
    return floorDivide(e);
  if (*mode != "trunc")
    return {};
  return e.isFloat ? e.unary<math::TruncOp>(e.div(e.x[0], e.x[1]))
                   : divideIntegers(e, false);
}

/// Of the divisor's sign.
static Value remainder(const Element &e) {
  Value zero = e.number(0);
  if (!e.isFloat) {
    std::optional<int64_t> divisor = getDivisor(e);
    if (!divisor)
      return {};
    if (*divisor == -1)
      return zero;
    if (e.isUnsigned)
      return e.binary<arith::RemUIOp>(e.x[0], e.x[1]);
  }
  Value rest = e.isFloat ? e.binary<arith::RemFOp>(e.x[0], e.x[1])
                         : e.binary<arith::RemSIOp>(e.x[0], e.x[1]);
  Value differs =
      e.binary<arith::XOrIOp>(e.lessThan(e.x[1], zero), e.lessThan(rest, zero));
  Value adjusts =
      e.binary<arith::AndIOp>(e.compare(FP::UNE, IP::ne, rest, zero), differs);
  return e.select(adjusts, e.add(rest, e.x[1]), rest);
}

/// Of the dividend's sign.
static Value fmod(const Element &e) {
  if (e.isFloat)
    return e.binary<arith::RemFOp>(e.x[0], e.x[1]);
  std::optional<int64_t> divisor = getDivisor(e);
  if (!divisor)
    return {};
  if (*divisor == -1)
    return e.number(0);
  return e.isUnsigned ? e.binary<arith::RemUIOp>(e.x[0], e.x[1])
                      : e.binary<arith::RemSIOp>(e.x[0], e.x[1]);
}

/// Common constant exponents are products and roots; integers have no others.
static Value pow(const Element &e) {
  Value x = e.x[0];
  std::optional<double> n = getNumber(e.x[1]);
  if (n == 2)
    return e.mul(x, x);
  if (n == 3)
    return e.mul(e.mul(x, x), x);
  if (!e.isFloat) {
    if (!n || *n < 0 || *n > 64)
      return {};
    Value result = e.number(1);
    for (int64_t rest = int64_t(*n); rest; rest >>= 1, x = e.mul(x, x))
      if (rest & 1)
        result = e.mul(result, x);
    return result;
  }
  if (n == 0.5)
    return e.unary<math::SqrtOp>(x);
  if (n == -1)
    return e.div(e.number(1), x);
  if (n == -0.5)
    return e.div(e.number(1), e.unary<math::SqrtOp>(x));
  return e.binary<math::PowFOp>(x, e.x[1]);
}

static Value maximum(const Element &e) { return e.max(e.x[0], e.x[1]); }
static Value minimum(const Element &e) { return e.min(e.x[0], e.x[1]); }

/// The other one where one is NaN.
static Value fmax(const Element &e) {
  return e.isFloat ? e.binary<arith::MaxNumFOp>(e.x[0], e.x[1])
                   : e.max(e.x[0], e.x[1]);
}
static Value fmin(const Element &e) {
  return e.isFloat ? e.binary<arith::MinNumFOp>(e.x[0], e.x[1])
                   : e.min(e.x[0], e.x[1]);
}
static Value atan2(const Element &e) {
  return e.binary<math::Atan2Op>(e.x[0], e.x[1]);
}
/// The size of one number with the sign of another, bit by bit.
static Value withSign(const Element &e, Value size, Value sign) {
  unsigned width = e.type.getIntOrFloatBitWidth();
  Type bits = e.b.getIntegerType(width);
  auto mask = [&](Value x, APInt number) -> Value {
    Value inner = e.b.create<arith::BitcastOp>(e.loc, bits, x);
    Value constant =
        e.b.create<arith::ConstantOp>(e.loc, e.b.getIntegerAttr(bits, number));
    return e.b.create<arith::AndIOp>(e.loc, inner, constant);
  };
  Value both = e.b.create<arith::OrIOp>(
      e.loc, mask(size, APInt::getSignedMaxValue(width)),
      mask(sign, APInt::getSignMask(width)));
  return e.b.create<arith::BitcastOp>(e.loc, e.type, both);
}
static Value copysign(const Element &e) { return withSign(e, e.x[0], e.x[1]); }

/// sqrt(x^2 + y^2) without overflow: the larger times a number near 1.
static Value hypot(const Element &e) {
  Value x = e.abs(e.x[0]), y = e.abs(e.x[1]), zero = e.number(0);
  Value high = e.select(e.lessThan(x, y), y, x);
  Value low = e.select(e.lessThan(x, y), x, y);
  Value ratio = e.div(low, high);
  Value root = e.unary<math::SqrtOp>(e.add(e.number(1), e.mul(ratio, ratio)));
  Value infinity = e.number(std::numeric_limits<double>::infinity());
  auto isEqual = [&](Value a, Value b) -> Value {
    return e.b.create<arith::CmpFOp>(e.loc, FP::OEQ, a, b);
  };
  Value result = e.select(isEqual(high, zero), zero, e.mul(high, root));
  result = e.select(e.isNan(low), low, e.select(e.isNan(high), high, result));
  Value isInfinite =
      e.binary<arith::OrIOp>(isEqual(x, infinity), isEqual(y, infinity));
  return e.select(isInfinite, infinity, result);
}

/// x times a logarithm; 0 where x is 0, unless the logarithm's operand is NaN.
static Value timesLog(const Element &e, Value log) {
  Value zero = e.number(0);
  Value isZero = e.b.create<arith::CmpFOp>(e.loc, FP::OEQ, e.x[0], zero);
  Value result = e.select(isZero, zero, e.mul(e.x[0], log));
  return e.select(e.isNan(e.x[1]), e.x[1], result);
}
static Value xlogy(const Element &e) {
  return timesLog(e, e.unary<math::LogOp>(e.x[1]));
}
static Value xlog1py(const Element &e) {
  return timesLog(e, e.unary<math::Log1pOp>(e.x[1]));
}

/// The larger plus log(1 + base^-distance).
static Value logSum(const Element &e, bool isBinary) {
  Value x = e.x[0], y = e.x[1];
  Value high = e.max(x, y);
  Value distance = e.neg(e.abs(e.sub(x, y)));
  Value small =
      isBinary ? e.mul(e.unary<math::Log1pOp>(e.unary<math::Exp2Op>(distance)),
                       e.number(1 / M_LN2))
               : e.unary<math::Log1pOp>(e.unary<math::ExpOp>(distance));
  // Equal infinities have no distance.
  Value infinity = e.number(std::numeric_limits<double>::infinity());
  Value isSame = e.binary<arith::AndIOp>(
      e.b.create<arith::CmpFOp>(e.loc, FP::OEQ, e.abs(x), infinity),
      e.b.create<arith::CmpFOp>(e.loc, FP::OEQ, x, y));
  return e.select(isSame, x, e.add(high, small));
}
static Value logaddexp(const Element &e) { return logSum(e, false); }
static Value logaddexp2(const Element &e) { return logSum(e, true); }

static Value heaviside(const Element &e) {
  Value zero = e.number(0);
  Value step = convertElement(e.b, e.loc, e.lessThan(zero, e.x[0]),
                              e.b.getI1Type(), e.dtype);
  Value isZero = e.compare(FP::OEQ, IP::eq, e.x[0], zero);
  return e.select(isZero, e.x[1], step);
}

static Value addcmul(const Element &e) {
  double value = ValueArguments(e.op).value().constant().value_or(1);
  Value factor = value == 1 ? e.x[1] : e.mul(e.number(value), e.x[1]);
  return e.add(e.x[0], e.mul(factor, e.x[2]));
}
static Value addcdiv(const Element &e) {
  double value = ValueArguments(e.op).value().constant().value_or(1);
  Value factor = value == 1 ? e.x[1] : e.mul(e.number(value), e.x[1]);
  return e.add(e.x[0], e.div(factor, e.x[2]));
}

/// From the nearer end; a weight below zero counts as near the start.
static Value lerp(const Element &e) {
  Value start = e.x[0], end = e.x[1], weight = e.x[2];
  Value way = e.sub(end, start);
  Value isNear = e.lessThan(weight, e.number(0.5));
  Value low = e.add(start, e.mul(weight, way));
  Value high = e.sub(end, e.mul(way, e.sub(e.number(1), weight)));
  return e.select(isNear, low, high);
}

//===----------------------------------------------------------------------===//
// Comparisons and logic
//===----------------------------------------------------------------------===//

static Value eq(const Element &e) {
  return e.compare(FP::OEQ, IP::eq, e.x[0], e.x[1]);
}
static Value ne(const Element &e) {
  return e.compare(FP::UNE, IP::ne, e.x[0], e.x[1]);
}
static Value lt(const Element &e) { return e.lessThan(e.x[0], e.x[1]); }
static Value gt(const Element &e) { return e.lessThan(e.x[1], e.x[0]); }
static Value le(const Element &e) {
  return e.compare(FP::OLE, IP::sle, e.x[0], e.x[1]);
}
static Value ge(const Element &e) {
  return e.compare(FP::OGE, IP::sge, e.x[0], e.x[1]);
}
static Value bitAnd(const Element &e) {
  return e.binary<arith::AndIOp>(e.x[0], e.x[1]);
}
static Value bitOr(const Element &e) {
  return e.binary<arith::OrIOp>(e.x[0], e.x[1]);
}
static Value bitXor(const Element &e) {
  return e.binary<arith::XOrIOp>(e.x[0], e.x[1]);
}
static Value bitNot(const Element &e) {
  Value ones = e.b.create<arith::ConstantOp>(
      e.loc, e.b.getIntegerAttr(
                 e.type, APInt::getAllOnes(e.type.getIntOrFloatBitWidth())));
  return e.binary<arith::XOrIOp>(e.x[0], ones);
}

/// Shifts as the processor does: in 32 bits or 64, by a count modulo those.
template <typename OpT>
static Value shift(const Element &e) {
  bool isWide = e.dtype.isInteger(64);
  Type dtype = e.b.getIntegerType(isWide ? 64 : 32);
  auto widen = [&](Value x) {
    return convertElement(e.b, e.loc, x, e.dtype, dtype);
  };
  Value mask = e.b.create<arith::ConstantIntOp>(e.loc, isWide ? 63 : 31,
                                                isWide ? 64 : 32);
  Value count = e.b.create<arith::AndIOp>(e.loc, widen(e.x[1]), mask);
  Value result = e.b.create<OpT>(e.loc, widen(e.x[0]), count);
  return convertElement(e.b, e.loc, result, dtype, e.dtype);
}
static Value leftShift(const Element &e) { return shift<arith::ShLIOp>(e); }
static Value rightShift(const Element &e) { return shift<arith::ShRSIOp>(e); }

static Value isNan(const Element &e) {
  return e.isFloat ? e.isNan(e.x[0]) : e.truth(false);
}
static Value compareInfinity(const Element &e, FP predicate, Value x,
                             double sign) {
  Value infinity = e.number(sign * std::numeric_limits<double>::infinity());
  return e.b.create<arith::CmpFOp>(e.loc, predicate, x, infinity);
}
static Value isInf(const Element &e) {
  return e.isFloat ? compareInfinity(e, FP::OEQ, e.abs(e.x[0]), 1)
                   : e.truth(false);
}
static Value isFinite(const Element &e) {
  return e.isFloat ? compareInfinity(e, FP::ONE, e.abs(e.x[0]), 1)
                   : e.truth(true);
}
static Value isPosInf(const Element &e) {
  return e.isFloat ? compareInfinity(e, FP::OEQ, e.x[0], 1) : e.truth(false);
}
static Value isNegInf(const Element &e) {
  return e.isFloat ? compareInfinity(e, FP::OEQ, e.x[0], -1) : e.truth(false);
}
static Value isReal(const Element &e) { return e.truth(true); }

/// The highest bit, of zeros and NaN, too.
static Value signbit(const Element &e) {
  if (e.isUnsigned)
    return e.truth(false);
  Value bits = e.x[0];
  if (e.isFloat)
    bits = e.b.create<arith::BitcastOp>(
        e.loc, e.b.getIntegerType(e.type.getIntOrFloatBitWidth()), bits);
  Value zero =
      e.b.create<arith::ConstantOp>(e.loc, e.b.getZeroAttr(bits.getType()));
  return e.b.create<arith::CmpIOp>(e.loc, IP::slt, bits, zero);
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

/// Whether one of the operands is a tensor.
static bool hasTensor(const Element &e, ArrayRef<unsigned> operands) {
  return llvm::any_of(operands, [&](unsigned operand) {
    return bool(getTensorType(e.op->getOperand(operand)));
  });
}

static Value where(const Element &e) {
  return e.select(e.x[0], e.x[1], e.x[2]);
}
static Value maskedFill(const Element &e) {
  // What does not fit into the dtype is refused when the program runs, as are
  // tensors with dimensions.
  Value value = e.op->getOperand(2);
  if (TSTensorType type = getTensorType(value)) {
    Type dtype = getTensorType(e.op->getOperand(0)).getDtype();
    if (!type.getShape().empty() || type.getDtype() != dtype)
      return {};
  } else if (!isRepresentable(NumberArgument(value), e.dtype)) {
    return {};
  }
  return e.select(e.x[1], e.x[2], e.x[0]);
}

/// Bounds that are numbers let NaN pass, two of which one is NaN make all NaN;
/// as elements of tensors they make what they meet NaN.
static Value clampBetween(const Element &e, Value x, Value low, Value high,
                          bool areNumbers) {
  if (low)
    x = areNumbers ? e.raise(x, low) : e.max(x, low);
  if (high)
    x = areNumbers ? e.lower(x, high) : e.min(x, high);
  if (!areNumbers || !low || !high || !e.isFloat)
    return x;
  std::optional<double> bottom = getNumber(low), top = getNumber(high);
  if (bottom && top)
    return std::isnan(*bottom) || std::isnan(*top) ? e.number(NAN) : x;
  Value isNan = e.binary<arith::OrIOp>(e.isNan(low), e.isNan(high));
  return e.select(isNan, e.number(NAN), x);
}
static Value clampConstant(const Element &e, Value x, double low, double high) {
  return e.lower(e.raise(x, e.number(low)), e.number(high));
}
static Value clamp(const Element &e) {
  if (!e.x[1] && !e.x[2])
    return {};
  return clampBetween(e, e.x[0], e.x[1], e.x[2], !hasTensor(e, {1, 2}));
}
static Value clampMin(const Element &e) {
  return clampBetween(e, e.x[0], e.x[1], {}, !hasTensor(e, {1}));
}
static Value clampMax(const Element &e) {
  return clampBetween(e, e.x[0], {}, e.x[1], !hasTensor(e, {1}));
}

static Value nanToNum(const Element &e) {
  if (!e.isFloat)
    return e.x[0];
  NanArguments args(e.op);
  double limit = e.type.isF64() ? std::numeric_limits<double>::max()
                                : std::numeric_limits<float>::max();
  Value x = e.x[0];
  Value high = e.number(args.posinf().constant().value_or(limit));
  Value low = e.number(args.neginf().constant().value_or(-limit));
  Value result = e.select(compareInfinity(e, FP::OEQ, x, 1), high, x);
  result = e.select(compareInfinity(e, FP::OEQ, x, -1), low, result);
  return e.select(e.isNan(x), e.number(args.nan().constant().value_or(0)),
                  result);
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

static Value abs(const Element &e) { return e.abs(e.x[0]); }
static Value neg(const Element &e) { return e.neg(e.x[0]); }
static Value square(const Element &e) { return e.mul(e.x[0], e.x[0]); }
static Value relu(const Element &e) { return e.raise(e.x[0], e.number(0)); }
static Value relu6(const Element &e) { return clampConstant(e, e.x[0], 0, 6); }
static Value hardtanh(const Element &e) {
  BoundsArguments args(e.op);
  return clampBetween(e, e.x[0], e.number(*args.min_val().constant()),
                      e.number(*args.max_val().constant()),
                      /*areNumbers=*/true);
}

/// Integers are whole already.
template <typename OpT>
static Value rounded(const Element &e) {
  return e.isFloat ? e.unary<OpT>(e.x[0]) : e.x[0];
}
static Value ceil(const Element &e) { return rounded<math::CeilOp>(e); }
static Value floor(const Element &e) { return rounded<math::FloorOp>(e); }
static Value trunc(const Element &e) { return rounded<math::TruncOp>(e); }
/// Halves go to even numbers.
static Value round(const Element &e) { return rounded<math::RoundEvenOp>(e); }
static Value frac(const Element &e) {
  return e.sub(e.x[0], e.unary<math::TruncOp>(e.x[0]));
}

/// -1, 0 or 1; 0 of NaN.
static Value sign(const Element &e) {
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

/// An operation of the math dialect.
template <typename OpT>
static Value unary(const Element &e) {
  return e.unary<OpT>(e.x[0]);
}
static Value acos(const Element &e) { return unary<math::AcosOp>(e); }
static Value acosh(const Element &e) { return unary<math::AcoshOp>(e); }
static Value asin(const Element &e) { return unary<math::AsinOp>(e); }
static Value asinh(const Element &e) { return unary<math::AsinhOp>(e); }
static Value atan(const Element &e) { return unary<math::AtanOp>(e); }
static Value atanh(const Element &e) { return unary<math::AtanhOp>(e); }
static Value cos(const Element &e) { return unary<math::CosOp>(e); }
static Value cosh(const Element &e) { return unary<math::CoshOp>(e); }
static Value erf(const Element &e) { return unary<math::ErfOp>(e); }
static Value exp(const Element &e) { return unary<math::ExpOp>(e); }
static Value exp2(const Element &e) { return unary<math::Exp2Op>(e); }
static Value expm1(const Element &e) { return unary<math::ExpM1Op>(e); }
static Value log(const Element &e) { return unary<math::LogOp>(e); }
static Value log10(const Element &e) { return unary<math::Log10Op>(e); }
static Value log1p(const Element &e) { return unary<math::Log1pOp>(e); }
static Value log2(const Element &e) { return unary<math::Log2Op>(e); }
static Value sin(const Element &e) { return unary<math::SinOp>(e); }
static Value sinh(const Element &e) { return unary<math::SinhOp>(e); }
static Value sqrt(const Element &e) { return unary<math::SqrtOp>(e); }
static Value tan(const Element &e) { return unary<math::TanOp>(e); }
static Value tanh(const Element &e) { return unary<math::TanhOp>(e); }

static Value deg2rad(const Element &e) {
  return e.mul(e.x[0], e.number(M_PI / 180));
}
static Value rad2deg(const Element &e) {
  return e.mul(e.x[0], e.number(180 / M_PI));
}
static Value reciprocal(const Element &e) { return e.div(e.number(1), e.x[0]); }
static Value rsqrt(const Element &e) {
  return e.div(e.number(1), e.unary<math::SqrtOp>(e.x[0]));
}
static Value logistic(const Element &e, Value x) {
  Value power = e.unary<math::ExpOp>(e.unary<arith::NegFOp>(x));
  return e.div(e.number(1), e.add(e.number(1), power));
}
static Value sigmoid(const Element &e) { return logistic(e, e.x[0]); }

/// sin(pi x) / (pi x), 1 at 0.
static Value sinc(const Element &e) {
  Value angle = e.mul(e.x[0], e.number(M_PI));
  Value isZero = e.b.create<arith::CmpFOp>(e.loc, FP::OEQ, e.x[0], e.number(0));
  return e.select(isZero, e.number(1),
                  e.div(e.unary<math::SinOp>(angle), angle));
}

/// -x log x; 0 at 0, negative infinity below.
static Value entr(const Element &e) {
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

static Value elu(const Element &e) {
  EluArguments args(e.op);
  Value scale = e.number(*args.scale().constant());
  Value positive = e.lessThan(e.number(0), e.x[0]);
  Value power = e.mul(e.x[0], e.number(*args.input_scale().constant()));
  // A negative zero gives a positive one, as exp(x) - 1 does.
  Value grown = e.add(e.unary<math::ExpM1Op>(power), e.number(0));
  Value factor = e.mul(e.number(*args.alpha().constant()), scale);
  return e.select(positive, e.mul(e.x[0], scale), e.mul(grown, factor));
}

static Value gelu(const Element &e) {
  std::optional<StringRef> form = GeluArguments(e.op).approximate().constant();
  if (!form)
    return {};
  Value x = e.x[0], inner;
  if (*form == "tanh") {
    Value cube = e.mul(e.mul(x, x), x);
    Value sum = e.add(x, e.mul(e.number(0.044715), cube));
    inner = e.unary<math::TanhOp>(e.mul(e.number(std::sqrt(2 / M_PI)), sum));
  } else {
    inner = e.unary<math::ErfOp>(e.mul(x, e.number(std::sqrt(0.5))));
  }
  Value result = e.mul(e.mul(e.number(0.5), x), e.add(e.number(1), inner));
  // In single precision zeros are positive.
  return *form == "tanh" || !e.type.isF32() ? result
                                            : e.add(result, e.number(0));
}

static Value hardsigmoid(const Element &e) {
  Value shifted = e.add(e.x[0], e.number(3));
  return e.div(clampConstant(e, shifted, 0, 6), e.number(6));
}
static Value hardswish(const Element &e) {
  Value shifted = e.add(e.x[0], e.number(3));
  return e.div(e.mul(e.x[0], clampConstant(e, shifted, 0, 6)), e.number(6));
}
static Value leakyRelu(const Element &e) {
  double slope = *LeakyReluArguments(e.op).negative_slope().constant();
  return e.select(e.lessThan(e.number(0), e.x[0]), e.x[0],
                  e.mul(e.x[0], e.number(slope)));
}
static Value silu(const Element &e) {
  return e.mul(e.x[0], logistic(e, e.x[0]));
}

} // namespace mlir::ts::pointwise::elements

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

const Info *pointwise::findInfo(OperatorOp op) {
  static const llvm::StringMap<Info> table = {
#define TS_POINTWISE(arguments, op, arity, rule, categories, element)          \
  {op, {arity, DtypeRule::rule, categories, elements::element}},
#include "Operators.def"
  };
  auto [base, overload] = op.getName().split('.');
  auto it = table.find(base);
  if (it == table.end())
    return nullptr;
  // The overloads that differ only in which operands are numbers.
  static const llvm::StringSet<> binary = {"",
                                           "Tensor",
                                           "Scalar",
                                           "Tensor_Scalar",
                                           "other",
                                           "Tensor_Tensor",
                                           "Scalar_Self",
                                           "Scalar_Tensor",
                                           "Scalar_mode",
                                           "Tensor_mode",
                                           "Scalar_Other"};
  static const llvm::StringSet<> ternary = {
      "", "self", "ScalarSelf", "ScalarOther", "Scalar", "Tensor"};
  unsigned arity = it->second.arity;
  bool known = arity == 1   ? overload.empty()
               : arity == 2 ? binary.contains(overload)
                            : ternary.contains(overload);
  return known ? &it->second : nullptr;
}

//===----------------------------------------------------------------------===//
// Arithmetic on elements
//===----------------------------------------------------------------------===//

std::optional<double> pointwise::getNumber(Value value) {
  while (Operation *cast = value.getDefiningOp()) {
    if (!isa<arith::TruncFOp, arith::ExtFOp, arith::SIToFPOp, arith::UIToFPOp,
             arith::TruncIOp, arith::ExtSIOp, arith::ExtUIOp>(cast))
      break;
    value = cast->getOperand(0);
  }
  FloatAttr real;
  if (matchPattern(value, m_Constant(&real)))
    return real.getValueAsDouble();
  APInt integer;
  if (matchPattern(value, m_ConstantInt(&integer)))
    return double(integer.getSExtValue());
  return std::nullopt;
}

Value Element::number(double value) const {
  TypedAttr attr =
      isFloat ? cast<TypedAttr>(b.getFloatAttr(type, value))
              : cast<TypedAttr>(b.getIntegerAttr(
                    type, isBool ? int64_t(value != 0) : int64_t(value)));
  return b.create<arith::ConstantOp>(loc, attr);
}

Value Element::truth(bool value) const {
  return b.create<arith::ConstantIntOp>(loc, value, 1);
}

/// Of truth values addition is or, multiplication is and.
Value Element::add(Value x, Value y) const {
  if (isFloat)
    return binary<arith::AddFOp>(x, y);
  return isBool ? binary<arith::OrIOp>(x, y) : binary<arith::AddIOp>(x, y);
}
Value Element::mul(Value x, Value y) const {
  if (isFloat)
    return binary<arith::MulFOp>(x, y);
  return isBool ? binary<arith::AndIOp>(x, y) : binary<arith::MulIOp>(x, y);
}
Value Element::sub(Value x, Value y) const {
  return isFloat ? binary<arith::SubFOp>(x, y) : binary<arith::SubIOp>(x, y);
}
Value Element::div(Value x, Value y) const {
  return binary<arith::DivFOp>(x, y);
}
Value Element::neg(Value x) const {
  return isFloat ? unary<arith::NegFOp>(x) : sub(number(0), x);
}
Value Element::abs(Value x) const {
  if (isUnsigned)
    return x;
  return isFloat ? unary<math::AbsFOp>(x) : unary<math::AbsIOp>(x);
}
Value Element::select(Value condition, Value x, Value y) const {
  return b.create<arith::SelectOp>(loc, condition, x, y);
}
Value Element::isNan(Value x) const {
  return b.create<arith::CmpFOp>(loc, FP::UNO, x, x);
}
Value Element::lessThan(Value x, Value y) const {
  return compare(FP::OLT, IP::slt, x, y);
}

Value Element::compare(FP f, IP i, Value x, Value y) const {
  if (isFloat)
    return b.create<arith::CmpFOp>(loc, f, x, y);
  if (isUnsigned && i != IP::eq && i != IP::ne)
    i = i == IP::slt   ? IP::ult
        : i == IP::sle ? IP::ule
        : i == IP::sgt ? IP::ugt
                       : IP::uge;
  return b.create<arith::CmpIOp>(loc, i, x, y);
}

Value Element::max(Value x, Value y) const {
  if (isFloat)
    return extremum(FP::OGT, x, y);
  return isUnsigned ? binary<arith::MaxUIOp>(x, y)
                    : binary<arith::MaxSIOp>(x, y);
}
Value Element::min(Value x, Value y) const {
  if (isFloat)
    return extremum(FP::OLT, x, y);
  return isUnsigned ? binary<arith::MinUIOp>(x, y)
                    : binary<arith::MinSIOp>(x, y);
}
Value Element::raise(Value x, Value low) const {
  return select(lessThan(x, low), low, x);
}
Value Element::lower(Value x, Value high) const {
  return select(compare(FP::OGT, IP::sgt, x, high), high, x);
}

Value Element::extremum(FP first, Value x, Value y) const {
  Value chosen = select(b.create<arith::CmpFOp>(loc, first, x, y), x, y);
  Value hasNan = b.create<arith::CmpFOp>(loc, FP::UNO, x, y);
  return select(hasNan, binary<arith::AddFOp>(x, y), chosen);
}
