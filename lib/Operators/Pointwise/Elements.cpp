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

#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
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

/// Whether one of the operands is a tensor.
static bool hasTensor(const Element &e, ArrayRef<unsigned> operands) {
  return llvm::any_of(operands, [&](unsigned operand) {
    return bool(getTensorType(e.op->getOperand(operand)));
  });
}

/// The operand times the parameter alpha.
static Value scaled(const Element &e, Value x) {
  NumberArgument alpha = AlphaArguments(e.op).alpha();
  if (!alpha)
    return x;
  if (std::optional<int64_t> whole = getConstantInt(alpha.getValue()))
    return *whole == 1 ? x : e.mul(x, e.wholeNumber(*whole));
  std::optional<double> number = alpha.constant();
  return number ? e.mul(x, e.number(*number)) : x;
}

static Value add(const Element &e) { return e.add(e.x[0], scaled(e, e.x[1])); }
static Value sub(const Element &e) { return e.sub(e.x[0], scaled(e, e.x[1])); }
static Value rsub(const Element &e) { return e.sub(e.x[1], scaled(e, e.x[0])); }
static Value mul(const Element &e) { return e.mul(e.x[0], e.x[1]); }
static Value trueDivide(const Element &e) { return e.div(e.x[0], e.x[1]); }

/// An integer to divide by, and whether it is really -1: then the quotient is
/// the negative, which the lowest number's wraps, and nothing is left.
struct Divisor {
  Value value;
  Value isMinusOne; ///< null: it is not
};

/// Numbers are known and not zero, zero raises; of tensors the kernel checks it
/// (see checksDivisor). Nothing for other numbers.
static std::optional<Divisor> getDivisor(const Element &e) {
  Value y = e.x[1];
  if (std::optional<double> known = getNumber(y)) {
    if (*known == 0 || std::abs(*known) > 0x1p53)
      return std::nullopt;
    return *known == -1 ? Divisor{e.number(1), e.truth(true)}
                        : Divisor{y, Value()};
  }
  if (!hasTensor(e, {1}))
    return std::nullopt;
  Value bad = e.compare(FP::OEQ, IP::eq, y, e.number(0));
  if (e.isUnsigned)
    return Divisor{e.select(bad, e.number(1), y), Value()};
  Value isMinusOne = e.compare(FP::OEQ, IP::eq, y, e.number(-1));
  bad = e.binary<arith::OrIOp>(bad, isMinusOne);
  return Divisor{e.select(bad, e.number(1), y), isMinusOne};
}

static Value divideIntegers(const Element &e, bool isFloor) {
  std::optional<Divisor> divisor = getDivisor(e);
  if (!divisor)
    return {};
  Value y = divisor->value;
  if (e.isUnsigned)
    return e.binary<arith::DivUIOp>(e.x[0], y);
  Value quotient = e.binary<arith::DivSIOp>(e.x[0], y);
  if (isFloor) {
    Value zero = e.number(0);
    Value rest = e.binary<arith::RemSIOp>(e.x[0], y);
    Value isBelow = e.binary<arith::AndIOp>(
        e.compare(FP::UNE, IP::ne, rest, zero),
        e.binary<arith::XOrIOp>(e.lessThan(rest, zero), e.lessThan(y, zero)));
    quotient = e.select(isBelow, e.sub(quotient, e.number(1)), quotient);
  }
  return divisor->isMinusOne
             ? e.select(divisor->isMinusOne, e.neg(e.x[0]), quotient)
             : quotient;
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
    return e.isFloat || e.isComplex ? e.div(e.x[0], e.x[1]) : Value();
  if (*mode == "floor")
    return floorDivide(e);
  if (*mode != "trunc")
    return {};
  return e.isFloat ? e.unary<math::TruncOp>(e.div(e.x[0], e.x[1]))
                   : divideIntegers(e, false);
}

/// Of the divisor's sign.
static Value remainder(const Element &e) {
  Value zero = e.number(0), y = e.x[1], rest;
  if (e.isFloat) {
    rest = e.binary<arith::RemFOp>(e.x[0], y);
  } else {
    // Modulo 1 and modulo -1 nothing is left.
    std::optional<Divisor> divisor = getDivisor(e);
    if (!divisor)
      return {};
    y = divisor->value;
    if (e.isUnsigned)
      return e.binary<arith::RemUIOp>(e.x[0], y);
    rest = e.binary<arith::RemSIOp>(e.x[0], y);
  }
  Value differs =
      e.binary<arith::XOrIOp>(e.lessThan(y, zero), e.lessThan(rest, zero));
  Value adjusts =
      e.binary<arith::AndIOp>(e.compare(FP::UNE, IP::ne, rest, zero), differs);
  return e.select(adjusts, e.add(rest, y), rest);
}

/// Of the dividend's sign.
static Value fmod(const Element &e) {
  if (e.isFloat)
    return e.binary<arith::RemFOp>(e.x[0], e.x[1]);
  std::optional<Divisor> divisor = getDivisor(e);
  if (!divisor)
    return {};
  return e.isUnsigned ? e.binary<arith::RemUIOp>(e.x[0], divisor->value)
                      : e.binary<arith::RemSIOp>(e.x[0], divisor->value);
}

/// Common constant exponents are products and roots; integers have no others.
static Value pow(const Element &e) {
  Value x = e.x[0];
  std::optional<double> n = getNumber(e.x[1]);
  if (n == 2)
    return e.mul(x, x);
  if (n == 3)
    return e.mul(e.mul(x, x), x);
  if (e.isComplex)
    return e.call("pow", {x, e.x[1]});
  if (!e.isFloat) {
    // A negative exponent of a tensor gives zero, as a number it is refused.
    if (!n && hasTensor(e, {1}))
      return e.callInteger("pow", {x, e.x[1]});
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
  Value isNear = e.isComplex
                     ? e.b.create<arith::CmpFOp>(
                           e.loc, FP::OLT, e.callReal("abs", weight),
                           e.b.create<arith::ConstantOp>(
                               e.loc, e.b.getFloatAttr(
                                          e.real(weight).getType(), 0.5)))
                           .getResult()
                     : e.lessThan(weight, e.number(0.5));
  Value low = e.add(start, e.mul(weight, way));
  Value high = e.sub(end, e.mul(way, e.sub(e.number(1), weight)));
  return e.select(isNear, low, high);
}

//===----------------------------------------------------------------------===//
// Comparisons and logic
//===----------------------------------------------------------------------===//

/// Both parts of complex numbers.
static Value areEqual(const Element &e) {
  Value re = e.b.create<arith::CmpFOp>(e.loc, FP::OEQ, e.real(e.x[0]),
                                       e.real(e.x[1]));
  Value im = e.b.create<arith::CmpFOp>(e.loc, FP::OEQ, e.imaginary(e.x[0]),
                                       e.imaginary(e.x[1]));
  return e.b.create<arith::AndIOp>(e.loc, re, im);
}

static Value eq(const Element &e) {
  if (e.isComplex)
    return areEqual(e);
  return e.compare(FP::OEQ, IP::eq, e.x[0], e.x[1]);
}
static Value ne(const Element &e) {
  if (e.isComplex)
    return e.b.create<arith::XOrIOp>(e.loc, areEqual(e), e.truth(true));
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

/// Whether it holds for one of the parts of a complex number.
static Value ofParts(const Element &e,
                     llvm::function_ref<Value(const Element &)> test) {
  Type part = cast<ComplexType>(e.type).getElementType();
  Element re(e.b, e.loc, e.op, part, e.real(e.x[0]));
  Element im(e.b, e.loc, e.op, part, e.imaginary(e.x[0]));
  return e.b.create<arith::OrIOp>(e.loc, test(re), test(im));
}

static Value isNan(const Element &e) {
  if (e.isComplex)
    return ofParts(e, isNan);
  return e.isFloat ? e.isNan(e.x[0]) : e.truth(false);
}
static Value compareInfinity(const Element &e, FP predicate, Value x,
                             double sign) {
  Value infinity = e.number(sign * std::numeric_limits<double>::infinity());
  return e.b.create<arith::CmpFOp>(e.loc, predicate, x, infinity);
}
static Value isInf(const Element &e) {
  if (e.isComplex)
    return ofParts(e, isInf);
  return e.isFloat ? compareInfinity(e, FP::OEQ, e.abs(e.x[0]), 1)
                   : e.truth(false);
}
static Value isFinite(const Element &e) {
  if (e.isComplex) {
    Value isBad = e.b.create<arith::OrIOp>(e.loc, isInf(e), isNan(e));
    return e.b.create<arith::XOrIOp>(e.loc, isBad, e.truth(true));
  }
  return e.isFloat ? compareInfinity(e, FP::ONE, e.abs(e.x[0]), 1)
                   : e.truth(true);
}
static Value isPosInf(const Element &e) {
  return e.isFloat ? compareInfinity(e, FP::OEQ, e.x[0], 1) : e.truth(false);
}
static Value isNegInf(const Element &e) {
  return e.isFloat ? compareInfinity(e, FP::OEQ, e.x[0], -1) : e.truth(false);
}
static Value isReal(const Element &e) {
  if (!e.isComplex)
    return e.truth(true);
  Value im = e.imaginary(e.x[0]);
  Value zero =
      e.b.create<arith::ConstantOp>(e.loc, e.b.getZeroAttr(im.getType()));
  return e.b.create<arith::CmpFOp>(e.loc, FP::OEQ, im, zero);
}

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

/// A complex number of size 1 in the same direction, or 0.
static Value sgn(const Element &e) {
  return e.isComplex ? e.call("sgn", e.x[0]) : sign(e);
}
static Value abs(const Element &e) {
  return e.isComplex ? e.callReal("abs", e.x[0]) : e.abs(e.x[0]);
}
/// A number of two, by its parts or by its size and its angle.
static Value makeComplex(const Element &e) {
  return e.b.create<complex::CreateOp>(e.loc, ComplexType::get(e.type), e.x[0],
                                       e.x[1]);
}
static Value polar(const Element &e) {
  Value re = e.mul(e.x[0], e.unary<math::CosOp>(e.x[1]));
  Value im = e.mul(e.x[0], e.unary<math::SinOp>(e.x[1]));
  return e.b.create<complex::CreateOp>(e.loc, ComplexType::get(e.type), re, im);
}
/// The angle of complex numbers; of others 0 or pi.
static Value angle(const Element &e) {
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
static Value acos(const Element &e) {
  return unary<math::AcosOp>(e, "acos");
}
static Value acosh(const Element &e) {
  return unary<math::AcoshOp>(e, "acosh");
}
static Value asin(const Element &e) {
  return unary<math::AsinOp>(e, "asin");
}
static Value asinh(const Element &e) {
  return unary<math::AsinhOp>(e, "asinh");
}
static Value atan(const Element &e) {
  return unary<math::AtanOp>(e, "atan");
}
static Value atanh(const Element &e) {
  return unary<math::AtanhOp>(e, "atanh");
}
static Value cos(const Element &e) {
  return unary<math::CosOp>(e, "cos");
}
static Value cosh(const Element &e) {
  return unary<math::CoshOp>(e, "cosh");
}
static Value erf(const Element &e) { return unary<math::ErfOp>(e); }
static Value exp(const Element &e) {
  return unary<math::ExpOp>(e, "exp");
}
static Value exp2(const Element &e) { return unary<math::Exp2Op>(e); }
static Value expm1(const Element &e) {
  return unary<math::ExpM1Op>(e, "expm1");
}
static Value log(const Element &e) {
  return unary<math::LogOp>(e, "log");
}
static Value log10(const Element &e) {
  return unary<math::Log10Op>(e, "log10");
}
/// PyTorch's logarithm gives up a little early.
static Value log1pOf(const Element &e, Value x) {
  Value infinity = e.number(std::numeric_limits<double>::infinity());
  Value isLarge = e.lessThan(e.number(e.type.isF32() ? 1e38f : 1e307), x);
  return e.select(isLarge, infinity, e.unary<math::Log1pOp>(x));
}
static Value log1p(const Element &e) {
  return e.isComplex ? e.call("log1p", e.x[0]) : log1pOf(e, e.x[0]);
}
static Value log2(const Element &e) {
  return unary<math::Log2Op>(e, "log2");
}
static Value sin(const Element &e) {
  return unary<math::SinOp>(e, "sin");
}
static Value sinh(const Element &e) {
  return unary<math::SinhOp>(e, "sinh");
}
static Value sqrt(const Element &e) {
  return unary<math::SqrtOp>(e, "sqrt");
}
static Value tan(const Element &e) {
  return unary<math::TanOp>(e, "tan");
}
static Value tanh(const Element &e) {
  return unary<math::TanhOp>(e, "tanh");
}

static Value deg2rad(const Element &e) {
  return e.mul(e.x[0], e.number(M_PI / 180));
}
static Value rad2deg(const Element &e) {
  return e.mul(e.x[0], e.number(180 / M_PI));
}
static Value reciprocal(const Element &e) {
  return e.isComplex ? e.call("reciprocal", e.x[0])
                     : e.div(e.number(1), e.x[0]);
}
static Value rsqrt(const Element &e) {
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
static Value sigmoid(const Element &e) { return logistic(e, e.x[0]); }

/// sin(pi x) / (pi x), 1 at 0.
static Value sinc(const Element &e) {
  if (e.isComplex)
    return e.call("sinc", e.x[0]);
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


//===----------------------------------------------------------------------===//
// Functions of the runtime
//===----------------------------------------------------------------------===//

static Value digamma(const Element &e) {
  return e.call("digamma", e.x[0]);
}
static Value erfc(const Element &e) {
  return e.call("erfc", e.x[0]);
}
static Value erfcx(const Element &e) {
  return e.call("erfcx", e.x[0]);
}
static Value erfinv(const Element &e) {
  return e.call("erfinv", e.x[0]);
}
static Value i0(const Element &e) {
  return e.call("i0", e.x[0]);
}
static Value i0e(const Element &e) {
  return e.call("i0e", e.x[0]);
}
static Value i1(const Element &e) {
  return e.call("i1", e.x[0]);
}
static Value i1e(const Element &e) {
  return e.call("i1e", e.x[0]);
}
static Value lgamma(const Element &e) {
  return e.call("lgamma", e.x[0]);
}
static Value logNdtr(const Element &e) {
  return e.call("log_ndtr", e.x[0]);
}
static Value ndtr(const Element &e) {
  return e.call("ndtr", e.x[0]);
}
static Value ndtri(const Element &e) {
  return e.call("ndtri", e.x[0]);
}
static Value airyAi(const Element &e) {
  return e.call("airy_ai", e.x[0]);
}
static Value besselJ0(const Element &e) {
  return e.call("bessel_j0", e.x[0]);
}
static Value besselJ1(const Element &e) {
  return e.call("bessel_j1", e.x[0]);
}
static Value besselY0(const Element &e) {
  return e.call("bessel_y0", e.x[0]);
}
static Value besselY1(const Element &e) {
  return e.call("bessel_y1", e.x[0]);
}
static Value besselK0(const Element &e) {
  return e.call("bessel_k0", e.x[0]);
}
static Value besselK1(const Element &e) {
  return e.call("bessel_k1", e.x[0]);
}
static Value scaledK0(const Element &e) {
  return e.call("scaled_k0", e.x[0]);
}
static Value scaledK1(const Element &e) {
  return e.call("scaled_k1", e.x[0]);
}
static Value sphericalJ0(const Element &e) {
  return e.call("spherical_j0", e.x[0]);
}
static Value igamma(const Element &e) {
  return e.call("igamma", e.x);
}
static Value igammac(const Element &e) {
  return e.call("igammac", e.x);
}
static Value zeta(const Element &e) {
  return e.call("zeta", e.x);
}
static Value nextafter(const Element &e) {
  return e.call("nextafter", e.x);
}
static Value chebyshevT(const Element &e) {
  return e.call("chebyshev_t", e.x);
}
static Value chebyshevU(const Element &e) {
  return e.call("chebyshev_u", e.x);
}
static Value chebyshevV(const Element &e) {
  return e.call("chebyshev_v", e.x);
}
static Value chebyshevW(const Element &e) {
  return e.call("chebyshev_w", e.x);
}
static Value shiftedT(const Element &e) {
  return e.call("shifted_t", e.x);
}
static Value shiftedU(const Element &e) {
  return e.call("shifted_u", e.x);
}
static Value shiftedV(const Element &e) {
  return e.call("shifted_v", e.x);
}
static Value shiftedW(const Element &e) {
  return e.call("shifted_w", e.x);
}
static Value hermiteH(const Element &e) {
  return e.call("hermite_h", e.x);
}
static Value hermiteHe(const Element &e) {
  return e.call("hermite_he", e.x);
}
static Value laguerreL(const Element &e) {
  return e.call("laguerre_l", e.x);
}
static Value legendreP(const Element &e) {
  return e.call("legendre_p", e.x);
}
static Value gcd(const Element &e) { return e.callInteger("gcd", e.x); }
static Value lcm(const Element &e) { return e.callInteger("lcm", e.x); }

/// The order stands before the tensor, or behind it.
static Value polygamma(const Element &e) {
  std::optional<int64_t> order = PolygammaArguments(e.op).n().constant();
  if (!order || *order < 0)
    return {};
  return e.call("polygamma", {e.x.back(), e.number(double(*order))});
}
static Value mvlgamma(const Element &e) {
  std::optional<int64_t> size = MvlgammaArguments(e.op).p().constant();
  if (!size || *size < 1)
    return {};
  return e.call("mvlgamma", {e.x[0], e.number(double(*size))});
}

} // namespace mlir::ts::pointwise::elements

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

bool pointwise::checksDivisor(OperatorOp op, Type compute) {
  if (!isa<IntegerType>(compute) || op.getArgs().size() < 2 ||
      !getTensorType(op.getArgs()[1]))
    return false;
  ElementRule rule = findInfo(op)->element;
  return rule == elements::div || rule == elements::floorDivide ||
         rule == elements::remainder || rule == elements::fmod;
}

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
                                           "Scalar_Other",
                                           "self_scalar",
                                           "other_scalar",
                                           "x_scalar",
                                           "n_scalar"};
  static const llvm::StringSet<> ternary = {
      "", "self", "ScalarSelf", "ScalarOther", "Scalar", "Tensor"};
  unsigned arity = it->second.arity;
  bool known = arity == 1   ? overload.empty()
               : arity == 2 ? binary.contains(overload)
                            : ternary.contains(overload);
  return known ? &it->second : nullptr;
}
