//===- Functions.h - Functions of floats as arithmetic ------------*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of single-precision numbers, without calls and branches, so
// that loops over them are vectorized. Each is at most 2 units in the last
// place from the exact result for every input, with and without fused
// multiply-adds (docs/accuracy.md); NaN, infinities, signs of zeros and
// denormals are those of the C library.
//
// They are templates over what computes: `Expression` writes operations of MLIR
// (lib/Codegen/Math/Expression.h), `Plain` (Plain.h) computes numbers at once.
// A type R of single precision has R::Wide of double precision, the usual
// operators, also with constants, ordered comparisons that give masks, and
//
//   select(mask, a, b)  abs(x)  sqrt(x)
//   mulAdd(a, b, c)     a * b + c, rounded once or twice
//   like(x, number)     a constant of the type of x
//   toBits(x), fromBits(bits), toNumber(bits)
//   widen(x), narrow(x)
//
// It may have scaleAtOnce(x, n), x 2^n for a whole number n,
// fusedAtOnce(a, b, c), a * b + c rounded once, and lookUpAtOnce(bits, table),
// the number of 32 that the last five bits count, where processors have an
// instruction for that.
//
// Polynomials are minimax fits (Remez exchange) of the named functions on the
// named intervals, weighted for the relative error of the result.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_CODEGEN_MATH_FUNCTIONS_H
#define TORCHSCRIPT_CODEGEN_MATH_FUNCTIONS_H

#include "TorchScript/Codegen/Math/ErfPieces.h"

#include <initializer_list>
#include <limits>
#include <optional>

namespace torchscript::math {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Adding it to a float of single or double precision rounds to an integer,
/// which then stands in the low bits.
constexpr double kToInteger = 0x1.8p23, kWideToInteger = 0x1.8p52;

/// A polynomial in `x`; the coefficient of the highest power comes first.
template <class R>
R polynomial(R x, std::initializer_list<double> coefficients) {
  auto next = coefficients.begin();
  R result = like(x, *next);
  while (++next != coefficients.end())
    result = mulAdd(result, x, like(x, *next));
  return result;
}

/// The size of `x` with the sign of `sign`.
template <class R>
R withSign(R x, R sign) {
  auto mask = toBits(like(sign, -0.0));
  return fromBits(toBits(abs(x)) | (toBits(sign) & mask));
}

/// Less a whole number, so that at most 1/2 remains of |x| <= 2^51, and at most
/// 1 of x <= 2^52.
template <class W>
W dropWhole(W x) {
  return x - ((x + kWideToInteger) - kWideToInteger);
}

//===----------------------------------------------------------------------===//
// Exponentials
//===----------------------------------------------------------------------===//

/// x = n ln 2 + r with |r| <= ln 2 / 2. `shifted` is n and kToInteger.
template <class R>
struct ReducedExponent {
  R shifted, n, r;
};

/// For |x| below 2^20.
template <class R>
ReducedExponent<R> reduceExponent(R x) {
  R shifted = mulAdd(x, like(x, 1.4426950408889634), like(x, kToInteger));
  R n = shifted - kToInteger;
  // Two parts of ln 2, of which the first has so few bits that n times it is
  // exact.
  R r = mulAdd(n, like(x, -0.693359375), x);
  return {shifted, n, mulAdd(n, like(x, 2.12194440054690583e-4), r)};
}

/// e^r for |r| <= ln 2 / 2, to 2^-28.
template <class R>
R expReduced(R r) {
  return polynomial(r, {0.00139505963811, 0.00836895332269, 0.041666204231,
                        0.166665183086, 0.500000009568, 1.0, 1.0});
}

/// 2^n, -127 < n < 128, or 0 for n = -127, of n and kToInteger: the bits of the
/// latter leave the word.
template <class R>
R powerOfShifted(R shifted) {
  return fromBits((toBits(shifted) << 23) + toBits(like(shifted, 1.0)));
}

/// Nobody has an instruction for it.
template <class R>
std::optional<R> scaleAtOnce(R, R) {
  return std::nullopt;
}

/// Nobody has an instruction for it.
template <class R>
std::optional<R> fusedAtOnce(R, R, R) {
  return std::nullopt;
}

/// y 2^n, n beyond the exponents of floats, too; `shifted` is n and kToInteger.
template <class R>
R scale(R y, R shifted, R n) {
  if (std::optional<R> result = scaleAtOnce(y, n))
    return *result;
  // In two steps: 2^(n / 2), rounded down, and the rest.
  auto bits = toBits(shifted), one = toBits(like(y, 1.0));
  auto half = (bits << 22) & -0x800000;
  return y * fromBits(half + one) * fromBits(((bits << 23) - half) + one);
}

/// x, at least `low` and at most `high`; NaN stays.
template <class R>
R bound(R x, double low, double high) {
  x = select(x < low, like(x, low), x);
  return select(x > high, like(x, high), x);
}

template <class R>
R exp(R x) {
  auto [shifted, n, r] = reduceExponent(bound(x, -104.0, 89.0));
  return scale(expReduced(r), shifted, n);
}

/// e^x where neither x nor the result comes near the ends of the exponents.
template <class R>
R expInside(R x) {
  auto [shifted, n, r] = reduceExponent(x);
  return expReduced(r) * powerOfShifted(shifted);
}

template <class R>
R exp2(R x) {
  R inside = bound(x, -151.0, 129.0);
  R shifted = inside + kToInteger;
  R n = shifted - kToInteger;
  return scale(expReduced((inside - n) * 0.6931471805599453), shifted, n);
}

template <class R>
R expm1(R x) {
  auto [shifted, n, r] = reduceExponent(bound(x, -20.0, 89.0));
  R q = polynomial(r, {0.000199144312138, 0.00139411080857, 0.00833327260714,
                       0.0416663534834, 0.166666668187, 0.500000004666});
  R p = mulAdd(r * r, q, r);
  // Half of 2^n p + (2^n - 1): 2^128 is no float.
  R half = powerOfShifted(shifted - 1.0);
  R result = 2.0 * mulAdd(half, p, half - 0.5);
  return select(abs(x) < 0x1p-25, x, result);
}

/// e^x in double precision to 2^-45, |x| < 700.
template <class W>
W wideExp(W x) {
  W shifted = mulAdd(x, like(x, 1.4426950408889634), like(x, kWideToInteger));
  W n = shifted - kWideToInteger;
  W r = mulAdd(n, like(x, -0.6931471805599453), x);
  W q = polynomial(r, {2.76442747568e-6, 2.4882418424e-5, 0.000198411616339,
                       0.00138888073045, 0.00833333338978, 0.0416666669906,
                       0.166666666666, 0.499999999996});
  auto bits = toBits(shifted) - toBits(like(x, kWideToInteger));
  return (mulAdd(r * r, q, r) + 1.0) * fromBits((bits + 1023) << 52);
}

template <class R>
R tanh(R x) {
  R size = abs(x);
  R z = size * size;
  R p = polynomial(z, {-0.00589522293317, 0.0207960723278, -0.0537838770041,
                       0.133319249157, -0.333332980401});
  R near = mulAdd(size * z, p, size);
  R power = expInside(2.0 * select(size > 10.0, like(x, 10.0), size));
  R far = 1.0 - 2.0 / (power + 1.0);
  return withSign(select(size < 0.6, near, far), x);
}

template <class R>
R sinh(R x) {
  auto size = widen(abs(x));
  auto z = size * size;
  auto p = polynomial(z, {1.0 / 362880, 1.0 / 5040, 1.0 / 120, 1.0 / 6});
  auto near = mulAdd(size * z, p, size);
  auto power = wideExp(select(size > 100.0, like(size, 100.0), size));
  auto far = 0.5 * (power - 1.0 / power);
  return withSign(narrow(select(size < 0.5, near, far)), x);
}

template <class R>
R cosh(R x) {
  auto size = widen(abs(x));
  auto power = wideExp(select(size > 100.0, like(size, 100.0), size));
  return narrow(0.5 * (power + 1.0 / power));
}

/// Odd polynomial near zero; 1 - e^log(erfc x) with a polynomial for the
/// logarithm elsewhere.
template <class R>
R erf(R x) {
  R size = abs(x);
  R z = size * size;
  R p = polynomial(z, {8.67535058586e-5, -0.000821109895093, 0.00520674746794,
                       -0.0268615849472, 0.11283733012, -0.376126360667,
                       0.00337916686942});
  // erf(x) / x less 1.125, which is exact.
  R near = mulAdd(size, p, size * 1.125);
  R t = select(size > 3.95, like(x, 3.95), size);
  R log = polynomial(t, {-2.04513831585e-5, 0.000427083180131,
                         -0.00413564556706, 0.0250271433491, -0.108139029612,
                         -0.633473474379, -1.12945315952, 0.000162024442285});
  R far = 1.0 - expInside(log);
  return withSign(select(size < 0.875, near, far), x);
}

/// Nobody has an instruction for it.
template <class B>
std::nullopt_t lookUpAtOnce(B, const float (&)[32]) {
  return std::nullopt;
}

/// 1 + erf(x) by a polynomial for each of 32 pieces, at most 1.1 2^-23 from the
/// exact result where products and sums are fused, or nothing where looking
/// them up is no instruction.
template <class R>
std::optional<R> onePlusErfInPieces(R x) {
  R size = abs(x);
  size = select(size > kEndOfErf, like(x, kEndOfErf), size);
  R shifted = size + kToEighths;
  R t = size - (shifted - kToEighths);
  auto piece = toBits(shifted);
  std::optional<R> sum = lookUpAtOnce(piece, kErfCoefficients[4]);
  if (!sum)
    return std::nullopt;
  for (int degree = 3; degree >= 0; --degree) {
    std::optional<R> next = lookUpAtOnce(piece, kErfCoefficients[degree]);
    sum = mulAdd(*sum, t, *next);
  }
  return 1.0 + withSign(*sum, x);
}

/// 1 + erf(x), at most 1.5 2^-23 from the exact result: erfc(|x|) is a power of
/// two whose exponent is a polynomial.
template <class R>
R onePlusErfByPower(R x) {
  R size = abs(x);
  R log = size *
          polynomial(size, {-7.1685638554e-7, 1.71982682114e-5,
                            -0.000168035106691, 0.000859802599041,
                            -0.00225513296237, 3.68441115471e-5, 0.027764255545,
                            -0.148323210481, -0.918440328259, -1.62790740444});
  log = select(log < -127.0, like(x, -127.0), log);
  R shifted = log + kToInteger;
  R r = log - (shifted - kToInteger);
  R power = polynomial(r, {0.000153458121, 0.00133999315, 0.00961848896,
                           0.0555032878, 0.240226469, 0.693147206, 1.0});
  return 1.0 + withSign(1.0 - power * powerOfShifted(shifted), x);
}

/// 1 + erf(x), at most 1.5 2^-23 from the exact result; 0 where erf(x) is
/// rounded to -1, as in the sum.
template <class R>
R onePlusErf(R x) {
  if (std::optional<R> result = onePlusErfInPieces(x))
    return *result;
  return onePlusErfByPower(x);
}

//===----------------------------------------------------------------------===//
// Logarithms
//===----------------------------------------------------------------------===//

/// x = (1 + f) 2^k with sqrt(1/2) <= 1 + f < sqrt(2).
template <class R>
struct ReducedFraction {
  R f, k;
};

/// For finite x > 0.
template <class R>
ReducedFraction<R> reduceFraction(R x) {
  auto isDenormal = x < 0x1p-126;
  auto bits = toBits(select(isDenormal, x * 0x1p23, x));
  auto exponent = (bits - toBits(like(x, 0.70710678118654752))) >> 23;
  R f = fromBits(bits - (exponent << 23)) - 1.0;
  R k = toNumber(exponent);
  return {f, select(isDenormal, k - 23.0, k)};
}

/// log(1 + f) - f, from f^2 on.
template <class R>
R logBeyondFirst(R f, R z) {
  R p = polynomial(f, {0.0674663715916, -0.116756174523, 0.118881523329,
                       -0.124056072122, 0.1421955874, -0.166679938927,
                       0.200021179758, -0.250000096581, 0.333333126222});
  return (f * z) * p;
}

/// What a logarithm is beside positive finite numbers: `result` there.
template <class R>
R atEnds(R x, R result) {
  R other =
      select(x == 0.0, like(x, -kInfinity), select(x < 0.0, like(x, kNaN), x));
  return select((x > 0.0) & (x < kInfinity), result, other);
}

template <class R>
R log(R x) {
  auto [f, k] = reduceFraction(x);
  R z = f * f;
  R rest = mulAdd(k, like(x, -2.12194440054690583e-4), logBeyondFirst(f, z));
  rest = mulAdd(z, like(x, -0.5), rest);
  return atEnds(x, mulAdd(k, like(x, 0.693359375), f + rest));
}

template <class R>
R log1p(R x) {
  R u = 1.0 + x;
  auto [f, k] = reduceFraction(u);
  // What the sum has lost.
  R lost = (x - (u - 1.0)) / u;
  lost = select(abs(x) > 0x1p25, like(x, 0.0), lost);
  R z = f * f;
  R rest =
      mulAdd(k, like(x, -2.12194440054690583e-4), logBeyondFirst(f, z) + lost);
  rest = mulAdd(z, like(x, -0.5), rest);
  R result = mulAdd(k, like(x, 0.693359375), f + rest);
  return select(abs(x) < 0x1p-25, x, atEnds(u, result));
}

/// log(1 + f) in units of another base: `high` and `low` add up to its factor.
template <class R>
R logInBase(R x, double high, double low, double powerHigh, double powerLow) {
  auto [f, k] = reduceFraction(x);
  R z = f * f;
  R rest = mulAdd(z, like(x, -0.5), logBeyondFirst(f, z));
  // f has 24 bits, of which 12 are taken so that the product is exact.
  R top = fromBits(toBits(f + rest) & -0x1000);
  R low24 = (f - top) + rest;
  R sum = mulAdd(low24, like(x, high + low), top * low);
  sum = mulAdd(k, like(x, powerLow), sum);
  sum = mulAdd(top, like(x, high), sum);
  return atEnds(x, mulAdd(k, like(x, powerHigh), sum));
}

template <class R>
R log2(R x) {
  return logInBase(x, 0x1.714p0, 1.4426950408889634 - 0x1.714p0, 1.0, 0.0);
}

template <class R>
R log10(R x) {
  return logInBase(x, 0x1.bccp-2, 0.4342944819032518 - 0x1.bccp-2, 0x1.344p-2,
                   0.30102999566398120 - 0x1.344p-2);
}

/// log x in double precision to 2^-44, for 2^-1000 < x <= infinity.
template <class W>
W wideLog(W x) {
  auto bits = toBits(x);
  auto exponent = (bits - toBits(like(x, 0.70710678118654752))) >> 52;
  W m = fromBits(bits - (exponent << 52));
  W s = (m - 1.0) / (m + 1.0);
  W z = s * s;
  W p = polynomial(z, {2.0 / 17, 2.0 / 15, 2.0 / 13, 2.0 / 11, 2.0 / 9, 2.0 / 7,
                       2.0 / 5, 2.0 / 3});
  W log = mulAdd(s * z, p, 2.0 * s);
  // Wide integers cannot be converted everywhere.
  W k = fromBits(exponent + toBits(like(x, kWideToInteger))) - kWideToInteger;
  log = mulAdd(k, like(x, 0.6931471805599453), log);
  return select(x < kInfinity, log, x);
}

/// log(1 + y) in double precision for y >= 0, relative to its size.
template <class W>
W wideLog1p(W y) {
  W u = 1.0 + y;
  W log = wideLog(u) + (y - (u - 1.0)) / u;
  return select(y < kInfinity, log, y);
}

template <class R>
R asinh(R x) {
  auto size = widen(abs(x));
  auto z = size * size;
  auto log = wideLog1p(size + z / (1.0 + sqrt(z + 1.0)));
  return withSign(narrow(select(size < kInfinity, log, size)), x);
}

template <class R>
R acosh(R x) {
  auto t = widen(x) - 1.0;
  R log = narrow(wideLog1p(t + sqrt(t * (t + 2.0))));
  return select(x < 1.0, like(x, kNaN), log);
}

template <class R>
R atanh(R x) {
  auto size = widen(abs(x));
  auto log = 0.5 * wideLog1p(2.0 * size / (1.0 - size));
  return withSign(narrow(select(size > 1.0, like(size, kNaN), log)), x);
}

/// e^(y log |x|) in double precision; the rest is what C says of special cases.
template <class R>
R pow(R x, R y) {
  auto size = widen(abs(x)), power = widen(y);
  auto log = select(size == 0.0, like(size, -kInfinity), wideLog(size));
  R result = narrow(wideExp(bound(power * log, -200.0, 200.0)));
  // Larger numbers are even.
  auto part = select(abs(power) < 0x1p51, power, like(power, 0.0));
  auto isOdd = (dropWhole(part) == 0.0) & (dropWhole(0.5 * part) != 0.0);
  auto isNegative = toBits(x) < 0;
  result = select(isNegative & isOdd, -result, result);
  auto hasNoRoot = (x < 0.0) & (x > -kInfinity) & (dropWhole(part) != 0.0);
  result = select(hasNoRoot, like(x, kNaN), result);
  result = select((x != x) | (y != y), x + y, result);
  auto isOne =
      (y == 0.0) | (x == 1.0) | ((abs(x) == 1.0) & (abs(y) == kInfinity));
  return select(isOne, like(x, 1.0), result);
}

//===----------------------------------------------------------------------===//
// Angles
//===----------------------------------------------------------------------===//

/// x = (quarter + r / (pi / 2)) quarters of a turn, up to whole turns;
/// |r| <= pi / 4.
template <class R>
struct ReducedAngle {
  typename R::Wide quarter, r;
};

/// For every float, as M. Payne and R. Hanek do: of 1 / (2 pi) the bits that
/// matter, in pieces of 29, so that the product with each is exact in double
/// precision. Pieces before the first give whole turns only.
template <class R>
ReducedAngle<R> reduceAngle(R x) {
  constexpr double pieces[] = {
      0x1.45f306dp-3,   0x1.9391054p-32, 0x1.4fe13abp-61, 0x1.d1f534dp-90,
      0x1.b81b6c5p-119, 0x1.5993c4p-150, 0x1.c820ff2p-177};
  auto wide = widen(x), size = abs(wide);
  auto piece = [&, isFar = size >= 0x1p54, isFarther = size >= 0x1p83,
                isFarthest = size >= 0x1p112](int i) {
    auto number =
        select(isFar, like(wide, pieces[i + 1]), like(wide, pieces[i]));
    number = select(isFarther, like(wide, pieces[i + 2]), number);
    return size * select(isFarthest, like(wide, pieces[i + 3]), number);
  };
  // The first sum is exact, the others are of numbers of which the first is at
  // most 1/2.
  auto turns = dropWhole(dropWhole(piece(0)) + dropWhole(piece(1)));
  auto quarters = 4.0 * (turns + piece(2) + piece(3));
  quarters =
      fromBits(toBits(quarters) ^ (toBits(wide) & toBits(like(wide, -0.0))));
  auto quarter = (quarters + kWideToInteger) - kWideToInteger;
  return {quarter, (quarters - quarter) * 1.5707963267948966};
}

/// The sine of x + `shift` quarters.
template <class R>
R sinShifted(R x, int shift) {
  auto [quarter, wide] = reduceAngle(x);
  R r = narrow(wide);
  R z = r * r;
  R s = mulAdd(
      r * z,
      polynomial(z, {-0.000195152112254, 0.00833216027853, -0.166666546038}),
      r);
  R c = mulAdd(
      z * z,
      polynomial(z, {2.44330821836e-5, -0.00138873156119, 0.0416666456701}),
      mulAdd(z, like(x, -0.5), like(x, 1.0)));
  auto number = toBits(narrow(quarter) + (kToInteger + shift));
  auto isCosine = (number & 1) != 0;
  return fromBits(toBits(select(isCosine, c, s)) ^ ((number & 2) << 30));
}

template <class R>
R sin(R x) {
  return select(abs(x) < 0x1p-13, x, sinShifted(x, 0));
}

template <class R>
R cos(R x) {
  return sinShifted(x, 1);
}

template <class R>
R tan(R x) {
  auto [quarter, r] = reduceAngle(x);
  auto z = r * r;
  auto s = mulAdd(r * z,
                  polynomial(z, {2.71811504909e-6, -0.000198393116943,
                                 0.00833332930362, -0.166666666408}),
                  r);
  auto c = mulAdd(z * z,
                  polynomial(z, {-2.72056828191e-7, 2.47994592909e-5,
                                 -0.00138888834968, 0.0416666666195}),
                  1.0 - 0.5 * z);
  auto isOdd = (toBits(quarter + kWideToInteger) & 1) != 0;
  R result = narrow(select(isOdd, -c, s) / select(isOdd, s, c));
  return select(abs(x) < 0x1p-13, x, result);
}

template <class R>
R atan(R x) {
  R size = abs(x);
  auto isFar = size > 1.0;
  R t = select(isFar, 1.0 / size, size);
  R z = t * t;
  R p = polynomial(z, {0.00292065532914, -0.0163677878846, 0.0432116503981,
                       -0.0755219860655, 0.106659987691, -0.14211054374,
                       0.199937728181, -0.333331527398});
  R near = mulAdd(t * z, p, t);
  R far = 1.5707963705062866 - (near + 4.3711388286737929e-8);
  return withSign(select(isFar, far, near), x);
}

/// atan t in double precision to 2^-39, 0 <= t <= 1.
template <class W>
W wideAtanInside(W t) {
  W z = t * t;
  W p = polynomial(z, {-0.000280049822399, 0.00225158609107, -0.00850175705787,
                       0.0203813818889, -0.0357584459895, 0.050823200106,
                       -0.0638509677568, 0.0762102290254, -0.0907843304301,
                       0.11109685502, -0.142856171122, 0.199999966367,
                       -0.333333332924});
  return mulAdd(t * z, p, t);
}

template <class R>
R atan2(R y, R x) {
  auto up = widen(abs(y)), right = widen(abs(x));
  auto isSteep = up > right;
  auto low = select(isSteep, right, up), high = select(isSteep, up, right);
  auto t = low / high;
  t = select(low == high, like(t, 1.0), t);
  t = select(high == 0.0, like(t, 0.0), t);
  auto angle = wideAtanInside(t);
  angle = select(isSteep, 1.5707963267948966 - angle, angle);
  angle = select(toBits(x) < 0, 3.1415926535897932 - angle, angle);
  R result = withSign(narrow(angle), y);
  return select((x != x) | (y != y), x + y, result);
}

/// asin s = s + rest.
template <class R>
struct FoldedSine {
  R s, rest;
};

/// s is |x| where that is below 1/2, otherwise sqrt((1 - |x|) / 2).
template <class R>
FoldedSine<R> foldSine(R size) {
  auto isBig = size > 0.5;
  R z = select(isBig, 0.5 - 0.5 * size, size * size);
  R s = select(isBig, sqrt(z), size);
  R p = polynomial(z, {0.0375148694833, 0.0144399452079, 0.0318073065797,
                       0.0445170105168, 0.0750050387886, 0.166666599963});
  return {s, s * z * p};
}

template <class R>
R asin(R x) {
  R size = abs(x);
  auto [s, rest] = foldSine(size);
  R big = narrow(1.5707963267948966 - 2.0 * (widen(s) + widen(rest)));
  return withSign(select(size > 0.5, big, s + rest), x);
}

template <class R>
R acos(R x) {
  auto [s, rest] = foldSine(abs(x));
  R folded = s + rest, twice = 2.0 * folded;
  R low = 3.1415927410125732 - (twice + 8.7422776573475858e-8);
  R middle = 1.5707963705062866 - (withSign(folded, x) + 4.3711388286737929e-8);
  R outside = select(x < 0.0, low, twice);
  return select(abs(x) > 0.5, outside, middle);
}

} // namespace torchscript::math

#endif // TORCHSCRIPT_CODEGEN_MATH_FUNCTIONS_H
