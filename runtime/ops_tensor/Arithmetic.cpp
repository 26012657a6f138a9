//===- Arithmetic.cpp - Arithmetic on two tensors or numbers --------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"

using namespace tsrt;

namespace {

template <class T>
T wrapAdd(T a, T b) {
  if constexpr (isIntT<T>)
    return T(uint64_t(a) + uint64_t(b));
  else
    return a + b;
}
template <class T>
T wrapMul(T a, T b) {
  if constexpr (isIntT<T>)
    return T(uint64_t(a) * uint64_t(b));
  else
    return a * b;
}

TSRT_BINARY(add, allTypes, Same, return wrapAdd(a, wrapMul(b, p[0])))
TSRT_BINARY(plus, allTypes, Same, return wrapAdd(a, b))
TSRT_BINARY(minus, allTypes, Same,
            if constexpr (isIntT<T>) return T(uint64_t(a) - uint64_t(b));
            else return a - b)
TSRT_BINARY(mul, allTypes, Same, return wrapMul(a, b))
TSRT_BINARY(div, inexactTypes, Inexact, return a / b)

template <class Round, class T>
T floorDiv(Round round, T a, T b) {
  if constexpr (isIntT<T>) {
    if (b == -1)
      return T(0ull - uint64_t(a));
    T q = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
  } else {
    if (b == 0)
      return a / b;
    T mod = std::fmod(a, b), div = round(round(a - mod) / b);
    if (mod != 0 && (b < 0) != (mod < 0))
      div = round(div - 1);
    if (div == 0)
      return std::copysign(T(0), a / b);
    T floored = std::floor(div);
    return div - floored > T(0.5) ? floored + 1 : floored;
  }
}
template <class Round, class T>
T truncDiv(Round round, T a, T b) {
  if constexpr (isIntT<T>)
    return b == -1 ? T(0ull - uint64_t(a)) : a / b;
  else
    return std::trunc(round(a / b));
}
template <class T>
T pythonMod(T a, T b) {
  if constexpr (isIntT<T>) {
    if (b == -1)
      return 0;
    T r = a % b;
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
  } else {
    T r = std::fmod(a, b);
    return r != 0 && (b < 0) != (r < 0) ? r + b : r;
  }
}
template <class T>
T cMod(T a, T b) {
  if constexpr (isIntT<T>)
    return b == -1 ? 0 : a % b;
  else
    return std::fmod(a, b);
}
template <class T>
T powOf(T a, T b) {
  if constexpr (isIntT<T>) {
    if (b < 0)
      return a == 1 ? 1 : a == -1 ? (b % 2 ? -1 : 1) : 0;
    uint64_t result = 1, base = uint64_t(a);
    for (; b; b >>= 1, base *= base)
      if (b & 1)
        result *= base;
    return T(result);
  } else if constexpr (isComplexT<T>) {
    if (b == T(0))
      return T(1);
    if (b == T(2))
      return a * a;
    if (b == T(3))
      return a * a * a;
    return b == T(-1) ? reciprocalOf(a) : std::pow(a, b);
  } else {
    return b == T(2) ? a * a : std::pow(a, b);
  }
}

constexpr Rule div_floorRule{
    loopsBySteps<2, realTypes>("div_floor",
                               [](auto round, auto a, auto b, auto *) {
                                 return floorDiv(round, a, b);
                               }),
    ResultKind::Same};
constexpr Rule div_truncRule{
    loopsBySteps<2, realTypes>("div_trunc",
                               [](auto round, auto a, auto b, auto *) {
                                 return truncDiv(round, a, b);
                               }),
    ResultKind::Same};
TSRT_BINARY(remainder, realTypes, Same, return pythonMod(a, b))
TSRT_BINARY(fmod, realTypes, Same, return cMod(a, b))
TSRT_BINARY(pow, allTypes, Same, return powOf(a, b))

/// x ** 0.5 and x ** -0.5.
constexpr Loops rootLoops = loops<1, floatTypes>("pow", [](auto x, auto *p) {
  using T = decltype(x);
  T root = std::sqrt(x);
  return p[0] < T(0) ? T(1) / root : root;
});

/// Is there a zero among integer divisors of an integer division?
bool dividesByZero(const Tensor &self, const Tensor &other) {
  if (!isIntegral(resultType({self, other})) || self.numel() == 0)
    return false;
  for (int64_t v : elementsAs<int64_t>(other))
    if (v == 0)
      return true;
  return false;
}

template <const Rule &R>
Tensor divisionOf(const Tensor &a, const Tensor &b) {
  if (dividesByZero(a, b))
    return bail("ZeroDivisionError");
  return applyRule(R, {a, b});
}
template <const Rule &R>
Tensor divisionScalar(const Tensor &a, Scalar b) {
  return divisionOf<R>(a, NumberOperand(b));
}
template <const Rule &R>
Tensor scalarDivision(Scalar a, const Tensor &b) {
  return divisionOf<R>(NumberOperand(a), b);
}

void checkAlpha(int dtype, Scalar alpha) {
  if (alpha.isBool() && dtype != TSRT_B8)
    bail("Boolean alpha only supported for Boolean results.");
  else if (isIntegral(dtype) && !alpha.isIntegral())
    bail("For integral input tensors, argument alpha must not be a floating "
         "point number.");
  else if (!isComplex(dtype) && alpha.isComplex())
    bail("For non-complex input tensors, argument alpha must not be a complex "
         "number.");
}

bool isOne(Scalar s) { return s.toComplex() == Complex(1, 0); }

} // namespace

Tensor tsrt::add(Input self, Input other, Scalar alpha) {
  Donor donor({self, other});
  if (alpha.isInt() && alpha.i == 1)
    return applyRule(plusRule, {self, other}, {}, donor);
  checkAlpha(resultType({self, other}), alpha);
  return isOne(alpha) ? applyRule(plusRule, {self, other}, {}, donor)
                      : applyRule(addRule, {self, other}, {alpha}, donor);
}

Tensor tsrt::sub(Input self, Input other, Scalar alpha) {
  Donor donor({self, other});
  if (self->dtype() == TSRT_B8 && other->dtype() == TSRT_B8)
    return bail("Subtraction, the `-` operator, with two bool tensors is not "
                "supported. Use the `^` or `logical_xor()` operator instead.");
  if (self->dtype() == TSRT_B8 || other->dtype() == TSRT_B8)
    return bail("Subtraction, the `-` operator, with a bool tensor is not "
                "supported. If you are trying to invert a mask, use the `~` "
                "or `logical_not()` operator instead.");
  if (alpha.isInt() && alpha.i == 1)
    return applyRule(minusRule, {self, other}, {}, donor);
  checkAlpha(resultType({self, other}), alpha);
  if (isOne(alpha))
    return applyRule(minusRule, {self, other}, {}, donor);
  Scalar minus = alpha.isComplex() ? Scalar(-alpha.toComplex())
                 : alpha.isFloat() ? Scalar(-alpha.re)
                                   : Scalar(-alpha.i);
  return applyRule(addRule, {self, other}, {minus}, donor);
}

Tensor tsrt::mul(Input self, Input other) {
  Donor donor({self, other});
  return applyRule(mulRule, {self, other}, {}, donor);
}
Tensor tsrt::divide(Input self, Input other) {
  Donor donor({self, other});
  return applyRule(divRule, {self, other}, {}, donor);
}
Tensor tsrt::power(const Tensor &self, const Tensor &exponent) {
  if (resultType({self, exponent}) == TSRT_B8)
    return bail("\"pow\" not implemented for 'Bool'");
  return applyRule(powRule, {self, exponent});
}
Tensor tsrt::operator+(const Tensor &a, const Tensor &b) {
  return applyRule(plusRule, {a, b});
}
Tensor tsrt::operator-(const Tensor &a, const Tensor &b) {
  return applyRule(minusRule, {a, b});
}
Tensor tsrt::operator*(const Tensor &a, const Tensor &b) {
  return applyRule(mulRule, {a, b});
}
Tensor tsrt::operator/(const Tensor &a, const Tensor &b) {
  return applyRule(divRule, {a, b});
}
Tensor tsrt::operator+(const Tensor &a, Scalar b) {
  return a + NumberOperand(b);
}
Tensor tsrt::operator-(const Tensor &a, Scalar b) {
  return a - NumberOperand(b);
}
Tensor tsrt::operator*(const Tensor &a, Scalar b) {
  return a * NumberOperand(b);
}
Tensor tsrt::operator/(const Tensor &a, Scalar b) {
  return a / NumberOperand(b);
}

namespace {

Tensor addScalar(Input self, Scalar other, Scalar alpha) {
  return add(self, NumberOperand(other), alpha);
}
Tensor subScalar(Input self, Scalar other, Scalar alpha) {
  return sub(self, NumberOperand(other), alpha);
}
Tensor rsub(Input self, Input other, Scalar alpha) {
  return sub(other, self, alpha);
}
Tensor rsubScalar(Input self, Scalar other, Scalar alpha) {
  return sub(NumberOperand(other), self, alpha);
}

Tensor divMode(const Tensor &self, const Tensor &other,
               std::optional<std::string_view> mode) {
  if (!mode)
    return divide(self, other);
  if (*mode == "trunc")
    return divisionOf<div_truncRule>(self, other);
  if (*mode == "floor")
    return divisionOf<div_floorRule>(self, other);
  return bail("div expected rounding_mode to be one of None, 'trunc', or "
              "'floor' but found '%.*s'",
              int(mode->size()), mode->data());
}
Tensor divScalarMode(const Tensor &self, Scalar other,
                     std::optional<std::string_view> mode) {
  return divMode(self, NumberOperand(other), mode);
}

Tensor powScalar(const Tensor &self, Scalar exponent) {
  if (self.isIntegral() && exponent.isIntegral() && exponent.i < 0)
    return bail("Integers to negative integer powers are not allowed.");
  // Roots of -inf are NaN, which a power of one half is not.
  int dtype = resultType({self, NumberOperand(exponent)});
  if (isFloating(dtype) && std::abs(exponent.toDouble()) == 0.5)
    return pointwise(rootLoops, {self}, dtype, dtype, {exponent});
  return power(self, NumberOperand(exponent));
}
Tensor scalarPow(Scalar self, const Tensor &exponent) {
  return power(NumberOperand(self), exponent);
}
Tensor floatPow(const Tensor &self, const Tensor &exponent) {
  int dtype = self.isComplex() || exponent.isComplex() ? TSRT_C128 : TSRT_F64;
  return pointwise(powRule.loops, {self, exponent}, dtype, dtype);
}
Tensor floatPowScalar(const Tensor &self, Scalar e) {
  return floatPow(self, wrapNumber(e));
}
Tensor scalarFloatPow(Scalar s, const Tensor &e) {
  return floatPow(wrapNumber(s), e);
}

const KernelEntry entries[] = {
    {"aten::add.Tensor", op<add>},
    {"aten::add_.Tensor", inPlace<add>},
    {"aten::add.out", outOf<add, Sharing::Same>},
    {"aten::add.Scalar", op<addScalar>},
    {"aten::add.Scalar_out", outOf<addScalar, Sharing::Same>},
    {"aten::add_.Scalar", inPlace<addScalar>},
    {"aten::sub.Tensor", op<sub>},
    {"aten::sub_.Tensor", inPlace<sub>},
    {"aten::sub.out", outOf<sub, Sharing::Same>},
    {"aten::sub.Scalar", op<subScalar>},
    {"aten::sub.Scalar_out", outOf<subScalar, Sharing::Same>},
    {"aten::sub_.Scalar", inPlace<subScalar>},
    {"aten::subtract.Tensor", op<sub>},
    {"aten::subtract_.Tensor", inPlace<sub>},
    {"aten::subtract.out", outOf<sub, Sharing::Same>},
    {"aten::subtract.Scalar", op<subScalar>},
    {"aten::subtract_.Scalar", inPlace<subScalar>},
    {"aten::rsub.Tensor", op<rsub>},
    {"aten::rsub.Scalar", op<rsubScalar>},
    {"aten::mul.Tensor", op<mul>},
    {"aten::mul_.Tensor", inPlace<mul>},
    {"aten::mul.out", outOf<mul, Sharing::Same>},
    {"aten::mul.Scalar", op<binaryScalar<mulRule>>},
    {"aten::mul.Scalar_out", outOf<binaryScalar<mulRule>, Sharing::Same>},
    {"aten::mul_.Scalar", inPlace<binaryScalar<mulRule>>},
    {"aten::multiply.Tensor", op<mul>},
    {"aten::multiply_.Tensor", inPlace<mul>},
    {"aten::multiply.out", outOf<mul, Sharing::Same>},
    {"aten::multiply.Scalar", op<binaryScalar<mulRule>>},
    {"aten::multiply_.Scalar", inPlace<binaryScalar<mulRule>>},
#define TSRT_DIVISION(name)                                                    \
  {"aten::" name ".Tensor", op<divide>},                                       \
      {"aten::" name "_.Tensor", inPlace<divide>},                             \
      {"aten::" name ".out", outOf<divide, Sharing::Same>},                    \
      {"aten::" name ".Scalar", op<binaryScalar<divRule>>},                    \
      {"aten::" name "_.Scalar", inPlace<binaryScalar<divRule>>},              \
      {"aten::" name ".Tensor_mode", op<divMode>},                             \
      {"aten::" name "_.Tensor_mode", inPlace<divMode>},                       \
      {"aten::" name ".out_mode", outOf<divMode, Sharing::Same>},              \
      {"aten::" name ".Scalar_mode", op<divScalarMode>}, {                     \
    "aten::" name "_.Scalar_mode", inPlace<divScalarMode>                      \
  }
    TSRT_DIVISION("div"),
    TSRT_DIVISION("divide"),
    TSRT_DIVISION("true_divide"),
#define TSRT_MODULAR(name, rule)                                               \
  {"aten::" name ".Tensor", op<divisionOf<rule>>},                             \
      {"aten::" name "_.Tensor", inPlace<divisionOf<rule>>},                   \
      {"aten::" name ".Tensor_out", outOf<divisionOf<rule>, Sharing::Same>},   \
      {"aten::" name ".Scalar", op<divisionScalar<rule>>},                     \
      {"aten::" name "_.Scalar", inPlace<divisionScalar<rule>>},               \
      {"aten::" name ".Scalar_out",                                            \
       outOf<divisionScalar<rule>, Sharing::Same>},                            \
  {                                                                            \
    "aten::" name ".Scalar_Tensor", op<scalarDivision<rule>>                   \
  }
    TSRT_MODULAR("remainder", remainderRule),
    TSRT_MODULAR("fmod", fmodRule),
    TSRT_MODULAR("floor_divide", div_floorRule),
    TSRT_OP_E("floor_divide", divisionOf<div_floorRule>),
#define TSRT_POWER(name, tt, ts, st)                                           \
  {"aten::" name ".Tensor_Tensor", op<tt>},                                    \
      {"aten::" name "_.Tensor", inPlace<tt>},                                 \
      {"aten::" name ".Tensor_Tensor_out", outOf<tt, Sharing::Same>},          \
      {"aten::" name ".Tensor_Scalar", op<ts>},                                \
      {"aten::" name "_.Scalar", inPlace<ts>},                                 \
      {"aten::" name ".Tensor_Scalar_out", outOf<ts, Sharing::Same>},          \
      {"aten::" name ".Scalar", op<st>}, {                                     \
    "aten::" name ".Scalar_out", outOf<st, Sharing::Same>                      \
  }
    TSRT_POWER("pow", power, powScalar, scalarPow),
    TSRT_POWER("float_power", floatPow, floatPowScalar, scalarFloatPow),
};
const KernelTable table(entries);

} // namespace

// What compiled kernels call.
TSRT_EXPORT_OF2(pow, i64, int64_t)
TSRT_EXPORT_COMPLEX2(pow)
TSRT_EXPORT_COMPLEX2(div)
