//===- Logic.cpp - Elementwise comparisons and choices --------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Comparisons, bits, questions, and choices between elements.
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

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
// Comparisons and logic
//===----------------------------------------------------------------------===//

/// Both parts of complex numbers.
static Value areEqual(const Element &e) {
  Value re =
      e.b.create<arith::CmpFOp>(e.loc, FP::OEQ, e.real(e.x[0]), e.real(e.x[1]));
  Value im = e.b.create<arith::CmpFOp>(e.loc, FP::OEQ, e.imaginary(e.x[0]),
                                       e.imaginary(e.x[1]));
  return e.b.create<arith::AndIOp>(e.loc, re, im);
}

Value eq(const Element &e) {
  if (e.isComplex)
    return areEqual(e);
  return e.compare(FP::OEQ, IP::eq, e.x[0], e.x[1]);
}
Value ne(const Element &e) {
  if (e.isComplex)
    return e.b.create<arith::XOrIOp>(e.loc, areEqual(e), e.truth(true));
  return e.compare(FP::UNE, IP::ne, e.x[0], e.x[1]);
}
Value lt(const Element &e) { return e.lessThan(e.x[0], e.x[1]); }
Value gt(const Element &e) { return e.lessThan(e.x[1], e.x[0]); }
Value le(const Element &e) {
  return e.compare(FP::OLE, IP::sle, e.x[0], e.x[1]);
}
Value ge(const Element &e) {
  return e.compare(FP::OGE, IP::sge, e.x[0], e.x[1]);
}
Value bitAnd(const Element &e) {
  return e.binary<arith::AndIOp>(e.x[0], e.x[1]);
}
Value bitOr(const Element &e) { return e.binary<arith::OrIOp>(e.x[0], e.x[1]); }
Value bitXor(const Element &e) {
  return e.binary<arith::XOrIOp>(e.x[0], e.x[1]);
}
Value bitNot(const Element &e) {
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
Value leftShift(const Element &e) { return shift<arith::ShLIOp>(e); }
Value rightShift(const Element &e) { return shift<arith::ShRSIOp>(e); }

/// Whether it holds for one of the parts of a complex number.
static Value ofParts(const Element &e,
                     llvm::function_ref<Value(const Element &)> test) {
  Type part = cast<ComplexType>(e.type).getElementType();
  Element re(e.b, e.loc, e.op, part, e.real(e.x[0]));
  Element im(e.b, e.loc, e.op, part, e.imaginary(e.x[0]));
  return e.b.create<arith::OrIOp>(e.loc, test(re), test(im));
}

Value isNan(const Element &e) {
  if (e.isComplex)
    return ofParts(e, isNan);
  return e.isFloat ? e.isNan(e.x[0]) : e.truth(false);
}
static Value compareInfinity(const Element &e, FP predicate, Value x,
                             double sign) {
  Value infinity = e.number(sign * std::numeric_limits<double>::infinity());
  return e.b.create<arith::CmpFOp>(e.loc, predicate, x, infinity);
}
Value isInf(const Element &e) {
  if (e.isComplex)
    return ofParts(e, isInf);
  return e.isFloat ? compareInfinity(e, FP::OEQ, e.abs(e.x[0]), 1)
                   : e.truth(false);
}
Value isFinite(const Element &e) {
  if (e.isComplex) {
    Value isBad = e.b.create<arith::OrIOp>(e.loc, isInf(e), isNan(e));
    return e.b.create<arith::XOrIOp>(e.loc, isBad, e.truth(true));
  }
  return e.isFloat ? compareInfinity(e, FP::ONE, e.abs(e.x[0]), 1)
                   : e.truth(true);
}
Value isPosInf(const Element &e) {
  return e.isFloat ? compareInfinity(e, FP::OEQ, e.x[0], 1) : e.truth(false);
}
Value isNegInf(const Element &e) {
  return e.isFloat ? compareInfinity(e, FP::OEQ, e.x[0], -1) : e.truth(false);
}
Value isReal(const Element &e) {
  if (!e.isComplex)
    return e.truth(true);
  Value im = e.imaginary(e.x[0]);
  Value zero =
      e.b.create<arith::ConstantOp>(e.loc, e.b.getZeroAttr(im.getType()));
  return e.b.create<arith::CmpFOp>(e.loc, FP::OEQ, im, zero);
}

/// The highest bit, of zeros and NaN, too.
Value signbit(const Element &e) {
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

Value where(const Element &e) { return e.select(e.x[0], e.x[1], e.x[2]); }
Value maskedFill(const Element &e) {
  // Tensors with dimensions are refused when the program runs.
  TSTensorType value = getTensorType(e.op->getOperand(2));
  if (value && !value.getShape().empty())
    return {};
  return e.select(e.x[1], e.x[2], e.x[0]);
}

Value clampBetween(const Element &e, Value x, Value low, Value high,
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
Value clampConstant(const Element &e, Value x, double low, double high) {
  return e.lower(e.raise(x, e.number(low)), e.number(high));
}
Value clamp(const Element &e) {
  if (!e.x[1] && !e.x[2])
    return {};
  return clampBetween(e, e.x[0], e.x[1], e.x[2], !e.hasTensor({1, 2}));
}
Value clampMin(const Element &e) {
  return clampBetween(e, e.x[0], e.x[1], {}, !e.hasTensor({1}));
}
Value clampMax(const Element &e) {
  return clampBetween(e, e.x[0], {}, e.x[1], !e.hasTensor({1}));
}

Value nanToNum(const Element &e) {
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

} // namespace mlir::ts::pointwise::elements
