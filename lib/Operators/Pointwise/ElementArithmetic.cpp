//===- ElementArithmetic.cpp - Arithmetic on elements ---------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the operators' functions are made of, for elements of every dtype.
//
//===----------------------------------------------------------------------===//

#include "Pointwise.h"

#include "TorchScript/Dialect/TSRuntime/IR/TSRuntime.h"
#include "TorchScript/Operators/HalfPrecision.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::pointwise;
using FP = arith::CmpFPredicate;
using IP = arith::CmpIPredicate;

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

bool Element::hasTensor(ArrayRef<unsigned> operands) const {
  return llvm::any_of(operands, [&](unsigned operand) {
    return bool(getTensorType(op->getOperand(operand)));
  });
}

/// The integer part; the first or last integer for numbers beyond them, zero
/// for what is none.
static int64_t toInteger(double value) {
  bool isExact = true;
  llvm::APSInt result(64, /*isUnsigned=*/false);
  llvm::APFloat(value).convertToInteger(result, llvm::APFloat::rmTowardZero,
                                        &isExact);
  return result.getSExtValue();
}

Value Element::number(double value) const {
  if (isComplex) {
    Type part = cast<ComplexType>(type).getElementType();
    return b.create<complex::ConstantOp>(
        loc, type,
        b.getArrayAttr({b.getFloatAttr(part, value), b.getFloatAttr(part, 0)}));
  }
  if (!isFloat)
    return wholeNumber(isBool ? int64_t(value != 0) : toInteger(value));
  return b.create<arith::ConstantOp>(
      loc, cast<TypedAttr>(b.getFloatAttr(type, value)));
}

Value Element::wholeNumber(int64_t value) const {
  if (isFloat || isComplex)
    return number(double(value));
  return b.create<arith::ConstantOp>(
      loc, b.getIntegerAttr(type, isBool ? int64_t(value != 0) : value));
}

Value Element::real(Value x) const { return b.create<complex::ReOp>(loc, x); }
Value Element::imaginary(Value x) const {
  return b.create<complex::ImOp>(loc, x);
}
Value Element::complex(Value re, Value im) const {
  return b.create<complex::CreateOp>(loc, type, re, im);
}

Value Element::callPart(StringRef name, StringRef suffix,
                        ValueRange operands) const {
  SmallVector<Value> numbers;
  for (Value operand : operands)
    if (isComplex)
      numbers.append({real(operand), imaginary(operand)});
    else
      numbers.push_back(operand);
  std::string function = ("tsrt_math_" + name + "_" + suffix).str();
  return b.create<tsrt::MathCallOp>(loc, numbers.front().getType(), function,
                                    numbers);
}
Value Element::callReal(StringRef name, ValueRange operands) const {
  bool isDouble = cast<ComplexType>(type).getElementType().isF64();
  return callPart(name, isDouble ? "c128_real" : "c64_real", operands);
}
Value Element::call(StringRef name, ValueRange operands) const {
  if (!isComplex)
    return callPart(name, type.isF64() ? "f64" : "f32", operands);
  bool isDouble = cast<ComplexType>(type).getElementType().isF64();
  return complex(callReal(name, operands),
                 callPart(name, isDouble ? "c128_imag" : "c64_imag", operands));
}
Value Element::callInteger(StringRef name, ValueRange operands) const {
  Type wide = b.getI64Type();
  SmallVector<Value> numbers;
  for (Value operand : operands)
    numbers.push_back(convertElement(b, loc, operand, dtype, wide));
  return convertElement(b, loc, callPart(name, "i64", numbers), wide, dtype);
}

Value Element::step(Value x) const {
  auto half = op->getAttrOfType<TypeAttr>(kStepDtypeAttr);
  if (!half)
    return x;
  Value rounded = b.create<arith::TruncFOp>(loc, half.getValue(), x);
  return b.create<arith::ExtFOp>(loc, type, rounded);
}

Value Element::truth(bool value) const {
  return b.create<arith::ConstantIntOp>(loc, value, 1);
}

/// Of truth values addition is or, multiplication is and.
Value Element::add(Value x, Value y) const {
  if (isComplex)
    return binary<complex::AddOp>(x, y);
  if (isFloat)
    return binary<arith::AddFOp>(x, y);
  return isBool ? binary<arith::OrIOp>(x, y) : binary<arith::AddIOp>(x, y);
}
Value Element::mul(Value x, Value y) const {
  if (isComplex)
    return binary<complex::MulOp>(x, y);
  if (isFloat)
    return binary<arith::MulFOp>(x, y);
  return isBool ? binary<arith::AndIOp>(x, y) : binary<arith::MulIOp>(x, y);
}
Value Element::sub(Value x, Value y) const {
  if (isComplex)
    return binary<complex::SubOp>(x, y);
  return isFloat ? binary<arith::SubFOp>(x, y) : binary<arith::SubIOp>(x, y);
}
Value Element::div(Value x, Value y) const {
  if (isComplex)
    return call("div", {x, y});
  return binary<arith::DivFOp>(x, y);
}
Value Element::neg(Value x) const {
  if (isComplex)
    return complex(b.create<arith::NegFOp>(loc, real(x)),
                   b.create<arith::NegFOp>(loc, imaginary(x)));
  return isFloat ? unary<arith::NegFOp>(x) : sub(number(0), x);
}
Value Element::abs(Value x) const {
  if (isUnsigned)
    return x;
  return isFloat ? unary<math::AbsFOp>(x)
                 : binary<arith::MaxSIOp>(x, sub(number(0), x));
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
