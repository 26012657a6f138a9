//===- ScalarArithmetic.cpp - Arithmetic operators on scalars -------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// + - * / // % ** and the bit operators on int, float, complex and number.
//
//===----------------------------------------------------------------------===//

#include "core/Kernel.h"
#include "ops_language/Numbers.h"

using namespace tsrt;

namespace {

Failure divisionByZero() { return fail("division by 0"); }

struct Add {
  static int64_t of(int64_t a, int64_t b) { return wrapAdd(a, b); }
  static double of(double a, double b) { return a + b; }
  static Complex of(Complex a, Complex b) { return a + b; }
};
struct Sub {
  static int64_t of(int64_t a, int64_t b) { return wrapSub(a, b); }
  static double of(double a, double b) { return a - b; }
  static Complex of(Complex a, Complex b) { return a - b; }
};
struct Mul {
  static int64_t of(int64_t a, int64_t b) { return wrapMul(a, b); }
  static double of(double a, double b) { return a * b; }
  static Complex of(Complex a, Complex b) { return multiply(a, b); }
};
struct Div {
  static double of(int64_t a, int64_t b) { return double(a) / double(b); }
  static double of(double a, double b) { return a / b; }
  static Complex of(Complex a, Complex b) { return divide(a, b); }
};
struct Pow {
  static double of(int64_t a, int64_t b) {
    return std::pow(double(a), double(b));
  }
  static double of(double a, double b) { return std::pow(a, b); }
  static Complex of(Complex a, Complex b) { return std::pow(a, b); }
};
/// int and float powers always give a float.
Result<double> powReals(double a, double b) {
  if (a == 0 && b < 0)
    return fail("0.0 cannot be raised to a negative power");
  return std::pow(a, b);
}
struct FMod {
  static double of(int64_t a, int64_t b) {
    return std::fmod(double(a), double(b));
  }
  static double of(double a, double b) { return std::fmod(a, b); }
};
struct MathRemainder {
  static double of(int64_t a, int64_t b) {
    return std::remainder(double(a), double(b));
  }
  static double of(double a, double b) { return std::remainder(a, b); }
};
struct Atan2 {
  static double of(int64_t a, int64_t b) {
    return std::atan2(double(a), double(b));
  }
  static double of(double a, double b) { return std::atan2(a, b); }
};
struct CopySign {
  static double of(int64_t a, int64_t b) {
    return std::copysign(double(a), double(b));
  }
  static double of(double a, double b) { return std::copysign(a, b); }
};

struct Max {
  static int64_t of(int64_t a, int64_t b) { return a > b ? a : b; }
  static double of(double a, double b) { return a > b ? a : b; }
};
struct Min {
  static int64_t of(int64_t a, int64_t b) { return a < b ? a : b; }
  static double of(double a, double b) { return a < b ? a : b; }
};

/// The overloads of a binary operator, by operand types.
template <class Op>
auto onInts(int64_t a, int64_t b) {
  return Op::of(a, b);
}
template <class Op>
auto onFloats(double a, double b) {
  return Op::of(a, b);
}
template <class Op>
Complex onComplexes(Complex a, Complex b) {
  return Op::of(a, b);
}
/// On numbers: the operands' types decide at run time.
template <class Op>
Scalar onNumbers(Scalar a, Scalar b) {
  if (a.isComplex() || b.isComplex())
    return Op::of(a.toComplex(), b.toComplex());
  if (a.isFloat() || b.isFloat())
    return Op::of(a.toDouble(), b.toDouble());
  return Op::of(a.i, b.i);
}
/// The same for operators whose result is a float by their schema: `/` and `**`
/// choose them for a complex number and another one.
template <class Op>
Result<Scalar> onNumbersToFloat(Scalar a, Scalar b) {
  if (a.isComplex() || b.isComplex())
    return fail("the result would be complex, which this operator cannot give "
                "of a complex number and another one: make both complex");
  return onNumbers<Op>(a, b);
}
/// The same for operators without a complex form.
template <class Op>
Result<Scalar> onRealNumbers(Scalar a, Scalar b) {
  if (a.isComplex() || b.isComplex())
    return fail("complex numbers are not supported by this operator");
  if (a.isFloat() || b.isFloat())
    return Scalar(Op::of(a.toDouble(), b.toDouble()));
  return Scalar(Op::of(a.i, b.i));
}

Result<int64_t> floordivInts(int64_t a, int64_t b) {
  if (b == 0)
    return divisionByZero();
  return floorDivide(a, b);
}
double floordivFloats(double a, double b) { return floorDivide(a, b); }
Result<Scalar> floordivNumbers(Scalar a, Scalar b) {
  if (a.isComplex() || b.isComplex())
    return fail("floor division of complex numbers is not supported");
  if (a.isFloat() || b.isFloat())
    return Scalar(floorDivide(a.toDouble(), b.toDouble()));
  if (b.i == 0)
    return divisionByZero();
  return Scalar(floorDivide(a.i, b.i));
}

Result<int64_t> remainderInts(int64_t a, int64_t b) {
  if (b == 0)
    return divisionByZero();
  return floorModulo(a, b);
}
double remainderFloats(double a, double b) { return floorModulo(a, b); }
Result<Scalar> remainderNumbers(Scalar a, Scalar b) {
  if (a.isComplex() || b.isComplex())
    return fail("remainder of complex numbers is not supported");
  if (a.isFloat() || b.isFloat())
    return Scalar(floorModulo(a.toDouble(), b.toDouble()));
  if (b.i == 0)
    return divisionByZero();
  return Scalar(floorModulo(a.i, b.i));
}

Result<int64_t> roundToZeroFloordiv(int64_t a, int64_t b) {
  if (b == 0)
    return divisionByZero();
  return b == -1 ? wrapNeg(a) : a / b;
}

Result<std::tuple<int64_t, int64_t>> divmodInts(int64_t a, int64_t b) {
  if (b == 0)
    return fail("ZeroDivisionError: integer division or modulo by zero");
  return std::make_tuple(floorDivide(a, b), floorModulo(a, b));
}
Result<std::tuple<double, double>> divmodFloats(double a, double b) {
  if (b == 0)
    return fail("ZeroDivisionError: float divmod()");
  double rest = std::fmod(a, b);
  if (rest != 0 && (rest < 0) != (b < 0))
    rest += b;
  return std::make_tuple((a - rest) / b, rest);
}

/// Mixed operands are divided in single precision, as TorchScript does.
Result<std::tuple<double, double>> divmodMixed(double a, double b) {
  float x = float(a), y = float(b);
  if (y == 0)
    return fail("ZeroDivisionError: float divmod()");
  float quotient = std::floor(x / y);
  if (!std::isfinite(quotient))
    return cannotConvertToInt(double(quotient));
  return std::make_tuple(double(quotient), double(x - quotient * y));
}

/// Exact power of ints, wrapping; a fraction is truncated.
int64_t powInts(int64_t base, int64_t exponent) {
  if (exponent < 0)
    return doubleToInt(std::pow(double(base), double(exponent)));
  int64_t result = 1;
  for (uint64_t e = uint64_t(exponent); e; e >>= 1) {
    if (e & 1)
      result = wrapMul(result, base);
    base = wrapMul(base, base);
  }
  return result;
}

Scalar negNumber(Scalar a) {
  if (a.isComplex())
    return -a.toComplex();
  return a.isFloat() ? Scalar(-a.re) : Scalar(wrapNeg(a.i));
}

Scalar absNumber(Scalar a) {
  if (a.isComplex())
    return std::abs(a.toComplex());
  if (a.isFloat())
    return std::fabs(a.re);
  return a.i < 0 ? wrapNeg(a.i) : a.i;
}

#define TSRT_REAL(name, Op)                                                    \
  {name ".int", kernel<onInts<Op>>}, {name ".float", kernel<onFloats<Op>>},    \
      {name ".int_float", kernel<onFloats<Op>>}, {                             \
    name ".float_int", kernel<onFloats<Op>>                                    \
  }
#define TSRT_WITH_COMPLEX(name, Op)                                            \
  {name ".complex", kernel<onComplexes<Op>>},                                  \
      {name ".int_complex", kernel<onComplexes<Op>>},                          \
      {name ".complex_int", kernel<onComplexes<Op>>},                          \
      {name ".float_complex", kernel<onComplexes<Op>>},                        \
      {name ".complex_float", kernel<onComplexes<Op>>}, {                      \
    name, kernel<onNumbers<Op>>                                                \
  }

const KernelEntry entries[] = {
    TSRT_REAL("aten::add", Add),
    TSRT_WITH_COMPLEX("aten::add", Add),
    TSRT_REAL("aten::sub", Sub),
    TSRT_WITH_COMPLEX("aten::sub", Sub),
    TSRT_REAL("aten::mul", Mul),
    TSRT_WITH_COMPLEX("aten::mul", Mul),
    {"aten::div.int", kernel<onInts<Div>>},
    {"aten::div.float", kernel<onFloats<Div>>},
    {"aten::div.complex", kernel<onComplexes<Div>>},
    {"aten::div", kernel<onNumbersToFloat<Div>>},
    {"aten::pow.int", kernel<powReals>},
    {"aten::pow.float", kernel<powReals>},
    {"aten::pow.int_float", kernel<powReals>},
    {"aten::pow.float_int", kernel<powReals>},
    {"aten::pow.complex", kernel<onComplexes<Pow>>},
    {"aten::pow.float_complex", kernel<onComplexes<Pow>>},
    {"aten::pow.complex_float", kernel<onComplexes<Pow>>},
    {"aten::pow.Scalar_Scalar", kernel<onNumbersToFloat<Pow>>},
    {"aten::pow.int_to_int", kernel<powInts>},
    TSRT_REAL("aten::fmod", FMod),
    {"aten::fmod", kernel<onRealNumbers<FMod>>},
    TSRT_REAL("aten::mathremainder", MathRemainder),
    {"aten::mathremainder", kernel<onRealNumbers<MathRemainder>>},
    TSRT_REAL("aten::atan2", Atan2),
    {"aten::atan2.Scalar_Scalar", kernel<onRealNumbers<Atan2>>},
    TSRT_REAL("aten::copysign", CopySign),
    {"aten::copysign", kernel<onRealNumbers<CopySign>>},
    TSRT_REAL("prim::max", Max),
    {"prim::max", kernel<onRealNumbers<Max>>},
    TSRT_REAL("prim::min", Min),
    {"prim::min", kernel<onRealNumbers<Min>>},
    {"aten::floordiv.int", kernel<floordivInts>},
    {"aten::floordiv.float", kernel<floordivFloats>},
    {"aten::floordiv.int_float", kernel<floordivFloats>},
    {"aten::floordiv.float_int", kernel<floordivFloats>},
    {"aten::floordiv", kernel<floordivNumbers>},
    {"aten::remainder.int", kernel<remainderInts>},
    {"aten::remainder.float", kernel<remainderFloats>},
    {"aten::remainder.int_float", kernel<remainderFloats>},
    {"aten::remainder.float_int", kernel<remainderFloats>},
    {"aten::remainder", kernel<remainderNumbers>},
    {"aten::__round_to_zero_floordiv.int", kernel<roundToZeroFloordiv>},
    {"aten::divmod.int", kernel<divmodInts>},
    {"aten::divmod.float", kernel<divmodFloats>},
    {"aten::divmod.int_float", kernel<divmodMixed>},
    {"aten::divmod.float_int", kernel<divmodMixed>},
    {"aten::neg.int", fn([](int64_t a) { return wrapNeg(a); })},
    {"aten::neg.float", fn([](double a) { return -a; })},
    {"aten::neg.complex", fn([](Complex a) { return -a; })},
    {"aten::neg.Scalar", kernel<negNumber>},
    {"prim::abs.int", fn([](int64_t a) { return a < 0 ? wrapNeg(a) : a; })},
    {"prim::abs.float", fn([](double a) { return std::fabs(a); })},
    {"prim::abs.complex", fn([](Complex a) { return std::abs(a); })},
    {"prim::abs.Scalar", kernel<absNumber>},
    {"aten::__and__.bool", fn([](bool a, bool b) { return a && b; })},
    {"aten::__and__.int", fn([](int64_t a, int64_t b) { return a & b; })},
    {"aten::__or__.bool", fn([](bool a, bool b) { return a || b; })},
    {"aten::__or__.int", fn([](int64_t a, int64_t b) { return a | b; })},
    {"aten::__xor__.bool", fn([](bool a, bool b) { return a != b; })},
    {"aten::__xor__.int", fn([](int64_t a, int64_t b) { return a ^ b; })},
    {"aten::__lshift__.int", kernel<shiftLeft>},
    {"aten::__rshift__.int", kernel<shiftRight>},
    {"aten::__not__", fn([](bool a) { return !a; })},
};
const KernelTable table(entries);

} // namespace
