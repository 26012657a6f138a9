//===- Arithmetic.cpp - Elementwise arithmetic ----------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums, products, quotients and powers of two operands and more.
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "mlir/Dialect/Math/IR/Math.h"

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
  NumberArgument alpha = AlphaArguments(e.op).alpha();
  if (!alpha)
    return x;
  if (std::optional<int64_t> whole = getConstantInt(alpha.getValue()))
    return *whole == 1 ? x : e.mul(x, e.wholeNumber(*whole));
  std::optional<double> number = alpha.constant();
  return number ? e.mul(x, e.number(*number)) : x;
}

Value add(const Element &e) { return e.add(e.x[0], scaled(e, e.x[1])); }
/// Differences with truth values raise, be they tensors or numbers.
static bool hasTruth(const Element &e) {
  return llvm::any_of(OperatorOp(e.op).getArgs(), [](Value operand) {
    Type type = lookThroughCasts(operand).getType();
    Type dtype = getTensorDtype(type);
    return (dtype ? dtype : type).isInteger(1);
  });
}
Value sub(const Element &e) {
  return hasTruth(e) ? Value() : e.sub(e.x[0], scaled(e, e.x[1]));
}
Value rsub(const Element &e) {
  return hasTruth(e) ? Value() : e.sub(e.x[1], scaled(e, e.x[0]));
}
Value mul(const Element &e) { return e.mul(e.x[0], e.x[1]); }
Value trueDivide(const Element &e) { return e.div(e.x[0], e.x[1]); }

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
  if (!e.hasTensor({1}))
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
  Value quotient = e.step(e.div(e.step(e.sub(x, rest)), y));
  Value hasRest = e.binary<arith::AndIOp>(
      e.b.create<arith::CmpFOp>(e.loc, FP::UNE, rest, zero),
      e.binary<arith::XOrIOp>(e.lessThan(y, zero), e.lessThan(rest, zero)));
  quotient = e.select(hasRest, e.step(e.sub(quotient, one)), quotient);
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

Value floorDivide(const Element &e) {
  return e.isFloat ? divideFloor(e, e.x[0], e.x[1]) : divideIntegers(e, true);
}

Value div(const Element &e) {
  std::optional<StringRef> mode = DivArguments(e.op).rounding_mode().constant();
  if (!mode)
    return e.isFloat || e.isComplex ? e.div(e.x[0], e.x[1]) : Value();
  if (*mode == "floor")
    return floorDivide(e);
  if (*mode != "trunc")
    return {};
  return e.isFloat ? e.unary<math::TruncOp>(e.step(e.div(e.x[0], e.x[1])))
                   : divideIntegers(e, false);
}

/// Of the divisor's sign.
Value remainder(const Element &e) {
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
Value fmod(const Element &e) {
  if (e.isFloat)
    return e.binary<arith::RemFOp>(e.x[0], e.x[1]);
  std::optional<Divisor> divisor = getDivisor(e);
  if (!divisor)
    return {};
  return e.isUnsigned ? e.binary<arith::RemUIOp>(e.x[0], divisor->value)
                      : e.binary<arith::RemSIOp>(e.x[0], divisor->value);
}

/// Common constant exponents are products and roots; integers have no others.
Value pow(const Element &e) {
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
    if (!n && e.hasTensor({1}))
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

Value maximum(const Element &e) { return e.max(e.x[0], e.x[1]); }
Value minimum(const Element &e) { return e.min(e.x[0], e.x[1]); }

/// The other one where one is NaN.
Value fmax(const Element &e) {
  return e.isFloat ? e.binary<arith::MaxNumFOp>(e.x[0], e.x[1])
                   : e.max(e.x[0], e.x[1]);
}
Value fmin(const Element &e) {
  return e.isFloat ? e.binary<arith::MinNumFOp>(e.x[0], e.x[1])
                   : e.min(e.x[0], e.x[1]);
}
Value atan2(const Element &e) {
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
Value copysign(const Element &e) { return withSign(e, e.x[0], e.x[1]); }

/// sqrt(x^2 + y^2) without overflow: the larger times a number near 1.
Value hypot(const Element &e) {
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
Value xlogy(const Element &e) {
  return timesLog(e, e.unary<math::LogOp>(e.x[1]));
}
Value xlog1py(const Element &e) {
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
Value logaddexp(const Element &e) { return logSum(e, false); }
Value logaddexp2(const Element &e) { return logSum(e, true); }

Value heaviside(const Element &e) {
  Value zero = e.number(0);
  Value step = convertElement(e.b, e.loc, e.lessThan(zero, e.x[0]),
                              e.b.getI1Type(), e.dtype);
  Value isZero = e.compare(FP::OEQ, IP::eq, e.x[0], zero);
  return e.select(isZero, e.x[1], step);
}

Value addcmul(const Element &e) {
  double value = ValueArguments(e.op).value().constant().value_or(1);
  Value factor = value == 1 ? e.x[1] : e.mul(e.number(value), e.x[1]);
  return e.add(e.x[0], e.mul(factor, e.x[2]));
}
Value addcdiv(const Element &e) {
  double value = ValueArguments(e.op).value().constant().value_or(1);
  Value factor = value == 1 ? e.x[1] : e.mul(e.number(value), e.x[1]);
  return e.add(e.x[0], e.div(factor, e.x[2]));
}

/// From the nearer end; a weight below zero counts as near the start.
Value lerp(const Element &e) {
  Value start = e.x[0], end = e.x[1], weight = e.x[2];
  Value way = e.sub(end, start);
  Value isNear =
      e.isComplex
          ? e.b.create<arith::CmpFOp>(
                   e.loc, FP::OLT, e.callReal("abs", weight),
                   e.b.create<arith::ConstantOp>(
                       e.loc, e.b.getFloatAttr(e.real(weight).getType(), 0.5)))
                .getResult()
          : e.lessThan(weight, e.number(0.5));
  Value low = e.add(start, e.mul(weight, way));
  Value high = e.sub(end, e.mul(way, e.sub(e.number(1), weight)));
  return e.select(isNear, low, high);
}

} // namespace mlir::ts::pointwise::elements
