//===- Conversions.cpp - Rules for conversions -*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// int(), float(), bool(), complex() of scalars (TS-CONV-009 and 011).
//
//===----------------------------------------------------------------------===//

#include "ScalarEmitter.h"

using namespace mlir;
using namespace mlir::ts;

namespace {

Value emitInt(ScalarEmitter &e) {
  if (e.numArgs() != 1 || e.isComplex(0))
    return nullptr;
  if (e.isBool(0))
    return e.create<arith::ExtUIOp>(e.builder.getI64Type(), e.arg(0));
  return e.isInt(0) ? e.arg(0) : e.truncate(e.arg(0));
}

Value emitFloat(ScalarEmitter &e) {
  if (e.numArgs() != 1 || e.isComplex(0))
    return nullptr;
  return e.asFloat(0);
}

Value emitBool(ScalarEmitter &e) {
  if (e.numArgs() != 1 || e.isComplex(0))
    return nullptr;
  if (e.isBool(0))
    return e.arg(0);
  if (e.isInt(0))
    return e.create<arith::CmpIOp>(arith::CmpIPredicate::ne, e.arg(0),
                                   e.intConstant(0));
  return e.create<arith::CmpFOp>(arith::CmpFPredicate::UNE, e.arg(0),
                                 e.floatConstant(0.0));
}

Value emitComplex(ScalarEmitter &e) {
  if (e.numArgs() == 1)
    return e.asComplex(0);
  if (e.numArgs() != 2 || e.isComplex(0) || e.isComplex(1))
    return nullptr;
  return e.create<complex::CreateOp>(ComplexType::get(e.builder.getF64Type()),
                                     e.asFloat(0), e.asFloat(1));
}

} // namespace

void ts::addConversionRules(ScalarRules &rules) {
  rules["Int"] = emitInt;
  rules["Float"] = emitFloat;
  rules["Bool"] = emitBool;
  rules["Complex"] = emitComplex;
}
