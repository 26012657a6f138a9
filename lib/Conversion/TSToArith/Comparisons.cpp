//===- Comparisons.cpp - Rules for comparisons -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Comparisons, min and max of scalars (language rules TS-EXPR-027 to 036).
//
//===----------------------------------------------------------------------===//

#include "ScalarEmitter.h"

using namespace mlir;
using namespace mlir::ts;

namespace {

template <arith::CmpIPredicate IntPredicate,
          arith::CmpFPredicate FloatPredicate>
Value emitOrder(ScalarEmitter &e) {
  if (e.numArgs() != 2 || !e.allReal())
    return nullptr;
  if (e.allInt())
    return e.create<arith::CmpIOp>(IntPredicate, e.arg(0), e.arg(1));
  return e.create<arith::CmpFOp>(FloatPredicate, e.asFloat(0), e.asFloat(1));
}

template <bool Equal>
Value emitEquality(ScalarEmitter &e) {
  if (e.numArgs() != 2)
    return nullptr;
  if (e.isComplex(0) || e.isComplex(1)) {
    if (e.isBool(0) || e.isBool(1))
      return nullptr;
    // Equal when both parts are; different when either part is.
    Value a = e.asComplex(0), b = e.asComplex(1);
    auto predicate =
        Equal ? arith::CmpFPredicate::OEQ : arith::CmpFPredicate::UNE;
    Value real = e.create<arith::CmpFOp>(predicate, e.create<complex::ReOp>(a),
                                         e.create<complex::ReOp>(b));
    Value imaginary = e.create<arith::CmpFOp>(
        predicate, e.create<complex::ImOp>(a), e.create<complex::ImOp>(b));
    if (Equal)
      return e.create<arith::AndIOp>(real, imaginary);
    return e.create<arith::OrIOp>(real, imaginary);
  }
  if (e.allInt() || e.allBool())
    return e.create<arith::CmpIOp>(Equal ? arith::CmpIPredicate::eq
                                         : arith::CmpIPredicate::ne,
                                   e.arg(0), e.arg(1));
  if (!e.allReal())
    return nullptr;
  return e.create<arith::CmpFOp>(Equal ? arith::CmpFPredicate::OEQ
                                       : arith::CmpFPredicate::UNE,
                                 e.asFloat(0), e.asFloat(1));
}

/// `is` compares ints, floats and bools by value; other types are not scalars
/// of equal kind, or compare by identity.
template <bool Equal>
Value emitIs(ScalarEmitter &e) {
  if (e.numArgs() != 2 || e.arg(0).getType() != e.arg(1).getType() ||
      e.isComplex(0))
    return nullptr;
  return emitEquality<Equal>(e);
}

/// `a > b ? a : b` (max) or `a < b ? a : b` (min), also for NaN.
template <arith::CmpIPredicate IntPredicate,
          arith::CmpFPredicate FloatPredicate>
Value emitExtremum(ScalarEmitter &e) {
  Value chosen = emitOrder<IntPredicate, FloatPredicate>(e);
  if (!chosen)
    return nullptr;
  if (e.allInt())
    return e.create<arith::SelectOp>(chosen, e.arg(0), e.arg(1));
  return e.create<arith::SelectOp>(chosen, e.asFloat(0), e.asFloat(1));
}

} // namespace

void ts::addComparisonRules(ScalarRules &rules) {
  using I = arith::CmpIPredicate;
  using F = arith::CmpFPredicate;
  rules["eq"] = emitEquality<true>;
  rules["ne"] = emitEquality<false>;
  rules["__is__"] = emitIs<true>;
  rules["__isnot__"] = emitIs<false>;
  rules["lt"] = emitOrder<I::slt, F::OLT>;
  rules["le"] = emitOrder<I::sle, F::OLE>;
  rules["gt"] = emitOrder<I::sgt, F::OGT>;
  rules["ge"] = emitOrder<I::sge, F::OGE>;
  rules["max"] = emitExtremum<I::sgt, F::OGT>;
  rules["min"] = emitExtremum<I::slt, F::OLT>;
}
