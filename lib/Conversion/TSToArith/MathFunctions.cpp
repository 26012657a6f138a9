//===- MathFunctions.cpp - Rules for math -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of `math` and roundings on int and float (language section 20).
//
//===----------------------------------------------------------------------===//

#include "ScalarEmitter.h"

#include <cmath>

using namespace mlir;
using namespace mlir::ts;

namespace {

/// A function of one real, computed as a float.
template <typename OpTy>
Value emitUnary(ScalarEmitter &e) {
  if (e.numArgs() != 1 || !e.allReal())
    return nullptr;
  return e.create<OpTy>(e.asFloat(0));
}

template <typename OpTy>
Value emitBinary(ScalarEmitter &e) {
  if (e.numArgs() != 2 || !e.allReal())
    return nullptr;
  return e.create<OpTy>(e.asFloat(0), e.asFloat(1));
}

/// floor and ceil: int, also of an int.
template <typename OpTy>
Value emitToInt(ScalarEmitter &e) {
  if (e.numArgs() != 1 || !e.allReal() || !e.resultType.isInteger(64))
    return nullptr;
  if (e.isInt(0))
    return e.arg(0);
  return e.truncate(e.create<OpTy>(e.arg(0)));
}

/// Zero to a negative power is an error.
Value emitPow(ScalarEmitter &e) {
  if (!e.resultType.isF64() || e.numArgs() != 2 || !e.allReal())
    return nullptr;
  FloatAttr constant;
  Value base = e.asFloat(0), exponent = e.asFloat(1);
  std::optional<int64_t> integer = e.getConstant(1);
  bool isNonNegative = (integer && *integer >= 0) ||
                       (matchPattern(exponent, m_Constant(&constant)) &&
                        !constant.getValue().isNegative());
  if (!isNonNegative) {
    Value zero = e.floatConstant(0);
    Value isZero =
        e.create<arith::CmpFOp>(arith::CmpFPredicate::OEQ, base, zero);
    Value isNegative =
        e.create<arith::CmpFOp>(arith::CmpFPredicate::OLT, exponent, zero);
    e.raiseIf(e.create<arith::AndIOp>(isZero, isNegative),
              "0.0 cannot be raised to a negative power");
  }
  return e.create<math::PowFOp>(base, exponent);
}

/// log(x) and log(x, base).
Value emitLog(ScalarEmitter &e) {
  if (e.numArgs() == 1)
    return emitUnary<math::LogOp>(e);
  if (e.numArgs() != 2 || !e.allReal())
    return nullptr;
  return e.create<arith::DivFOp>(e.create<math::LogOp>(e.asFloat(0)),
                                 e.create<math::LogOp>(e.asFloat(1)));
}

Value emitScaled(ScalarEmitter &e, double factor) {
  if (e.numArgs() != 1 || !e.allReal())
    return nullptr;
  return e.create<arith::MulFOp>(e.asFloat(0), e.floatConstant(factor));
}

Value emitDegrees(ScalarEmitter &e) { return emitScaled(e, 180.0 / M_PI); }
Value emitRadians(ScalarEmitter &e) { return emitScaled(e, M_PI / 180.0); }

Value emitIsNan(ScalarEmitter &e) {
  if (e.numArgs() != 1 || !e.isFloat(0))
    return nullptr;
  return e.create<arith::CmpFOp>(arith::CmpFPredicate::UNO, e.arg(0), e.arg(0));
}

/// Compares the magnitude with infinity.
template <arith::CmpFPredicate Predicate>
Value emitMagnitude(ScalarEmitter &e) {
  if (e.numArgs() != 1 || !e.isFloat(0))
    return nullptr;
  return e.create<arith::CmpFOp>(Predicate, e.create<math::AbsFOp>(e.arg(0)),
                                 e.floatConstant(HUGE_VAL));
}

} // namespace

void ts::addMathRules(ScalarRules &rules) {
  rules["sqrt"] = emitUnary<math::SqrtOp>;
  rules["exp"] = emitUnary<math::ExpOp>;
  rules["log"] = emitLog;
  rules["log10"] = emitUnary<math::Log10Op>;
  rules["log1p"] = emitUnary<math::Log1pOp>;
  rules["expm1"] = emitUnary<math::ExpM1Op>;
  rules["fabs"] = emitUnary<math::AbsFOp>;
  rules["erf"] = emitUnary<math::ErfOp>;
  rules["sin"] = emitUnary<math::SinOp>;
  rules["cos"] = emitUnary<math::CosOp>;
  rules["tan"] = emitUnary<math::TanOp>;
  rules["asin"] = emitUnary<math::AsinOp>;
  rules["acos"] = emitUnary<math::AcosOp>;
  rules["atan"] = emitUnary<math::AtanOp>;
  rules["sinh"] = emitUnary<math::SinhOp>;
  rules["cosh"] = emitUnary<math::CoshOp>;
  rules["tanh"] = emitUnary<math::TanhOp>;
  rules["asinh"] = emitUnary<math::AsinhOp>;
  rules["acosh"] = emitUnary<math::AcoshOp>;
  rules["atanh"] = emitUnary<math::AtanhOp>;
  rules["atan2"] = emitBinary<math::Atan2Op>;
  rules["copysign"] = emitBinary<math::CopySignOp>;
  rules["pow"] = emitPow;
  rules["round"] = emitUnary<math::RoundEvenOp>;
  rules["floor"] = emitToInt<math::FloorOp>;
  rules["ceil"] = emitToInt<math::CeilOp>;
  rules["degrees"] = emitDegrees;
  rules["radians"] = emitRadians;
  rules["isnan"] = emitIsNan;
  rules["isinf"] = emitMagnitude<arith::CmpFPredicate::OEQ>;
  rules["isfinite"] = emitMagnitude<arith::CmpFPredicate::OLT>;
}
