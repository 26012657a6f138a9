//===- Arithmetic.cpp - Rules for + - * / // % and bits -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic on int, float and bool (language rules TS-EXPR-008 to 018).
//
//===----------------------------------------------------------------------===//

#include "ScalarEmitter.h"

using namespace mlir;
using namespace mlir::ts;

namespace {

/// `a op b` by the wider of the operand types.
template <typename IntOp, typename FloatOp, typename ComplexOp>
Value emitBinary(ScalarEmitter &e) {
  if (e.numArgs() != 2 || e.isBool(0) || e.isBool(1))
    return nullptr;
  if (e.isComplex(0) || e.isComplex(1))
    return e.create<ComplexOp>(e.asComplex(0), e.asComplex(1));
  if (e.allInt())
    return e.create<IntOp>(e.arg(0), e.arg(1));
  return e.create<FloatOp>(e.asFloat(0), e.asFloat(1));
}

/// Like emitBinary, for operators whose complex form the runtime computes.
template <typename IntOp, typename FloatOp>
Value emitRealBinary(ScalarEmitter &e) {
  if (e.numArgs() != 2 || !e.allReal())
    return nullptr;
  if (e.allInt())
    return e.create<IntOp>(e.arg(0), e.arg(1));
  return e.create<FloatOp>(e.asFloat(0), e.asFloat(1));
}

/// Only on two reals, computed as floats.
template <typename FloatOp>
Value emitFloatBinary(ScalarEmitter &e) {
  if (e.numArgs() != 2 || !e.allReal())
    return nullptr;
  return e.create<FloatOp>(e.asFloat(0), e.asFloat(1));
}

/// The divisor of an int division: checked against zero, and 1 where it is -1
/// (the machine traps when the quotient does not fit).
struct Divisor {
  Value value;
  Value isMinusOne; ///< null when the divisor is a constant other than -1
};

Divisor checkDivisor(ScalarEmitter &e) {
  Value b = e.arg(1);
  if (auto constant = e.getConstant(1);
      constant && *constant != 0 && *constant != -1)
    return {b, nullptr};
  Value isZero =
      e.create<arith::CmpIOp>(arith::CmpIPredicate::eq, b, e.intConstant(0));
  e.raiseIf(isZero, "division by 0");
  Value isMinusOne =
      e.create<arith::CmpIOp>(arith::CmpIPredicate::eq, b, e.intConstant(-1));
  return {e.create<arith::SelectOp>(isMinusOne, e.intConstant(1), b),
          isMinusOne};
}

/// True where the remainder is not zero and its sign is not the divisor's.
Value needsFloorStep(ScalarEmitter &e, Value remainder, Value divisor) {
  Value zero = e.intConstant(0);
  Value inexact =
      e.create<arith::CmpIOp>(arith::CmpIPredicate::ne, remainder, zero);
  Value signs = e.create<arith::XOrIOp>(remainder, divisor);
  Value differ =
      e.create<arith::CmpIOp>(arith::CmpIPredicate::slt, signs, zero);
  return e.create<arith::AndIOp>(inexact, differ);
}

Value emitFloorDiv(ScalarEmitter &e) {
  if (e.numArgs() != 2 || !e.allReal())
    return nullptr;
  if (!e.allInt())
    return e.create<math::FloorOp>(
        e.create<arith::DivFOp>(e.asFloat(0), e.asFloat(1)));
  Divisor divisor = checkDivisor(e);
  Value quotient = e.create<arith::DivSIOp>(e.arg(0), divisor.value);
  Value remainder = e.create<arith::RemSIOp>(e.arg(0), divisor.value);
  Value floored = e.create<arith::SelectOp>(
      needsFloorStep(e, remainder, divisor.value),
      e.create<arith::SubIOp>(quotient, e.intConstant(1)), quotient);
  if (!divisor.isMinusOne)
    return floored;
  return e.create<arith::SelectOp>(
      divisor.isMinusOne, e.create<arith::SubIOp>(e.intConstant(0), e.arg(0)),
      floored);
}

Value emitRemainder(ScalarEmitter &e) {
  if (e.numArgs() != 2 || !e.allReal())
    return nullptr;
  if (!e.allInt()) {
    // As the oracle: fmod(b + fmod(a, b), b).
    Value b = e.asFloat(1);
    Value once = e.create<arith::RemFOp>(e.asFloat(0), b);
    return e.create<arith::RemFOp>(e.create<arith::AddFOp>(b, once), b);
  }
  // x % -1 is 0, and so is x % 1, which checkDivisor makes of it.
  Divisor divisor = checkDivisor(e);
  Value remainder = e.create<arith::RemSIOp>(e.arg(0), divisor.value);
  return e.create<arith::SelectOp>(
      needsFloorStep(e, remainder, divisor.value),
      e.create<arith::AddIOp>(remainder, divisor.value), remainder);
}

Value emitNeg(ScalarEmitter &e) {
  if (e.numArgs() != 1)
    return nullptr;
  if (e.isInt(0))
    return e.create<arith::SubIOp>(e.intConstant(0), e.arg(0));
  if (e.isFloat(0))
    return e.create<arith::NegFOp>(e.arg(0));
  if (e.isComplex(0))
    return e.create<complex::CreateOp>(
        e.arg(0).getType(),
        e.create<arith::NegFOp>(e.create<complex::ReOp>(e.arg(0))),
        e.create<arith::NegFOp>(e.create<complex::ImOp>(e.arg(0))));
  return nullptr;
}

Value emitAbs(ScalarEmitter &e) {
  if (e.numArgs() != 1)
    return nullptr;
  if (e.isFloat(0))
    return e.create<math::AbsFOp>(e.arg(0));
  if (e.isInt(0))
    return e.create<math::AbsIOp>(e.arg(0));
  return nullptr;
}

/// `and`, `or`, `xor` of two ints or two bools.
template <typename OpTy>
Value emitBitwise(ScalarEmitter &e) {
  if (e.numArgs() != 2 || !(e.allInt() || e.allBool()))
    return nullptr;
  return e.create<OpTy>(e.arg(0), e.arg(1));
}

/// A shift; counts outside 0..63 follow the machine (TS-EXPR-055).
template <typename OpTy>
Value emitShift(ScalarEmitter &e) {
  if (e.numArgs() != 2 || !e.allInt())
    return nullptr;
  Value count = e.create<arith::AndIOp>(e.arg(1), e.intConstant(63));
  return e.create<OpTy>(e.arg(0), count);
}

Value emitNot(ScalarEmitter &e) {
  if (e.numArgs() != 1 || !e.isBool(0))
    return nullptr;
  return e.create<arith::XOrIOp>(e.arg(0),
                                 e.create<arith::ConstantIntOp>(1, 1));
}

/// The element number `i` of a range: start + i * step.
Value emitDeriveIndex(ScalarEmitter &e) {
  if (e.numArgs() != 3 || !e.allInt())
    return nullptr;
  return e.create<arith::AddIOp>(e.arg(1),
                                 e.create<arith::MulIOp>(e.arg(0), e.arg(2)));
}

/// 1 + (to - 1 - from) / step when from < to, else 0; step > 0.
Value emitCount(ScalarEmitter &e, Value from, Value to, Value step) {
  Value one = e.intConstant(1);
  Value span = e.create<arith::SubIOp>(e.create<arith::SubIOp>(to, one), from);
  Value count =
      e.create<arith::AddIOp>(one, e.create<arith::DivUIOp>(span, step));
  Value runs = e.create<arith::CmpIOp>(arith::CmpIPredicate::slt, from, to);
  return e.create<arith::SelectOp>(runs, count, e.intConstant(0));
}

Value emitRangeLength(ScalarEmitter &e) {
  if (e.numArgs() != 3 || !e.allInt())
    return nullptr;
  Value lo = e.arg(0), hi = e.arg(1), step = e.arg(2);
  std::optional<int64_t> constant = e.getConstant(2);
  if (constant && *constant > 0)
    return emitCount(e, lo, hi, step);
  Value zero = e.intConstant(0), one = e.intConstant(1);
  e.raiseIf(e.create<arith::CmpIOp>(arith::CmpIPredicate::eq, step, zero),
            "range() arg 3 must not be zero");
  Value isUp = e.create<arith::CmpIOp>(arith::CmpIPredicate::sgt, step, zero);
  Value isDown = e.create<arith::CmpIOp>(arith::CmpIPredicate::slt, step, zero);
  Value up = emitCount(e, lo, hi, e.create<arith::SelectOp>(isUp, step, one));
  Value down = emitCount(e, hi, lo,
                         e.create<arith::SelectOp>(
                             isDown, e.create<arith::SubIOp>(zero, step), one));
  return e.create<arith::SelectOp>(isUp, up, down);
}

} // namespace

void ts::addArithmeticRules(ScalarRules &rules) {
  rules["add"] = emitBinary<arith::AddIOp, arith::AddFOp, complex::AddOp>;
  rules["sub"] = emitBinary<arith::SubIOp, arith::SubFOp, complex::SubOp>;
  rules["mul"] = emitRealBinary<arith::MulIOp, arith::MulFOp>;
  rules["div"] = emitFloatBinary<arith::DivFOp>;
  rules["floordiv"] = emitFloorDiv;
  rules["remainder"] = emitRemainder;
  rules["fmod"] = emitFloatBinary<arith::RemFOp>;
  rules["neg"] = emitNeg;
  rules["abs"] = emitAbs;
  rules["__and__"] = emitBitwise<arith::AndIOp>;
  rules["__or__"] = emitBitwise<arith::OrIOp>;
  rules["__xor__"] = emitBitwise<arith::XOrIOp>;
  rules["__lshift__"] = emitShift<arith::ShLIOp>;
  rules["__rshift__"] = emitShift<arith::ShRSIOp>;
  rules["__not__"] = emitNot;
  rules["__derive_index"] = emitDeriveIndex;
  rules["__range_length"] = emitRangeLength;
}
