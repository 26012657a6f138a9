//===- DoubleFunctions.h - Functions of doubles as arithmetic -----*- C++
//-*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of double-precision numbers, as Functions.h has them of single
// precision: without calls and branches, over the same interface, at most 2
// units in the last place from the exact result, with and without fused
// multiply-adds. NaN, infinities, signs of zeros and denormals are those of the
// C library.
//
//===----------------------------------------------------------------------===//

#ifndef TORCHSCRIPT_CODEGEN_MATH_DOUBLEFUNCTIONS_H
#define TORCHSCRIPT_CODEGEN_MATH_DOUBLEFUNCTIONS_H

#include "TorchScript/Codegen/Math/Functions.h"

#include <utility>

namespace torchscript::math::doubles {

/// ln 2 in two parts, of which the first has 42 bits: its products with whole
/// numbers below 2^11 are exact.
constexpr double kLn2High = 0x1.62e42fefa38p-1, kLn2Low = 0x1.ef35793c7673p-45;

/// What a product of numbers, which is rounded, has lost.
template <class W>
W getLost(W x, W y, W product) {
  if (std::optional<W> lost = fusedAtOnce(x, y, -product))
    return *lost;
  // The products of halves are exact, but for the last one.
  auto getTop = [](W x) { return fromBits(toBits(x) & -(1LL << 27)); };
  W top = getTop(x), otherTop = getTop(y);
  W low = x - top, otherLow = y - otherTop;
  return ((top * otherTop - product) + top * otherLow + low * otherTop) +
         low * otherLow;
}

//===----------------------------------------------------------------------===//
// Exponentials
//===----------------------------------------------------------------------===//

/// For |x| below 2^11. `shifted` of the result is n and kWideToInteger.
template <class W>
ReducedExponent<W> reduceWideExponent(W x) {
  W shifted = mulAdd(x, like(x, 1.4426950408889634), like(x, kWideToInteger));
  W n = shifted - kWideToInteger;
  W r = mulAdd(n, like(x, -kLn2High), x);
  return {shifted, n, mulAdd(n, like(x, -kLn2Low), r)};
}

/// e^r for |r| <= ln 2 / 2, but for its rounding to 2^-58.
template <class W>
W wideExpReduced(W r) {
  W q = polynomial(r, {2.5117893221987734e-08, 2.763128072353569e-07,
                       2.7557216193028654e-06, 2.4801489941426248e-05,
                       0.00019841269917509537, 0.0013888888947016197,
                       0.008333333333307148, 0.04166666666651542,
                       0.166666666666667, 0.5000000000000012});
  return mulAdd(r * r, q, r) + 1.0;
}

/// 2^n, -1023 < n < 1024, or 0 for n = -1023, of n and kWideToInteger.
template <class W>
W widePowerOfShifted(W shifted) {
  return fromBits((toBits(shifted) << 52) + toBits(like(shifted, 1.0)));
}

/// y 2^n, n beyond the exponents of doubles, too; `shifted` is n and
/// kWideToInteger.
template <class W>
W scaleWide(W y, W shifted, W n) {
  if (std::optional<W> result = scaleAtOnce(y, n))
    return *result;
  // In two steps: 2^(n / 2), rounded down, and the rest.
  auto bits = toBits(shifted), one = toBits(like(y, 1.0));
  auto half = (bits << 51) & -(1LL << 52);
  return y * fromBits(half + one) * fromBits(((bits << 52) - half) + one);
}

template <class W>
W exp(W x) {
  auto [shifted, n, r] = reduceWideExponent(bound(x, -746.0, 710.0));
  return scaleWide(wideExpReduced(r), shifted, n);
}

/// e^x / 2, which is a number where e^x is none any more, for x >= 0.
template <class W>
W halfExp(W x) {
  auto [shifted, n, r] = reduceWideExponent(bound(x, 0.0, 711.0));
  return scaleWide(wideExpReduced(r), shifted - 1.0, n - 1.0);
}

template <class W>
W exp2(W x) {
  W inside = bound(x, -1080.0, 1025.0);
  W shifted = inside + kWideToInteger;
  W n = shifted - kWideToInteger;
  return scaleWide(wideExpReduced((inside - n) * 0.6931471805599453), shifted,
                   n);
}

template <class W>
W expm1(W x) {
  W inside = bound(x, -40.0, 710.0);
  auto [shifted, n, r] = reduceWideExponent(inside);
  // What the reduction has lost.
  W lost =
      mulAdd(n, like(x, -kLn2Low), mulAdd(n, like(x, -kLn2High), inside) - r);
  W q = polynomial(r, {2.092445214450574e-09, 2.5109044653061096e-08,
                       2.7557242716010436e-07, 2.755724418276194e-06,
                       2.4801587360635693e-05, 0.0001984126988615756,
                       0.0013888888888866774, 0.008333333333321617,
                       0.0416666666666667, 0.16666666666666677, 0.5});
  W rest = mulAdd(r * r, q, mulAdd(r, lost, lost));
  // Half of 2^n p + (2^n - 1), p = r + rest: 2^1024 is no number.
  W half = widePowerOfShifted(shifted - 1.0);
  W result = 2.0 * (mulAdd(half, r, half - 0.5) + half * rest);
  return select(abs(x) < 0x1p-54, x, result);
}

template <class W>
W tanh(W x) {
  W size = abs(x);
  W z = size * size;
  W p = polynomial(
      z, {-1.9049041072526724e-05, 8.260176997109561e-05,
          -0.00023288842929680155, 0.000588253022222465, -0.0014554969289753085,
          0.0035920850035866926, -0.008863231916932736, 0.02186948834481225,
          -0.05396825396235435, 0.13333333333324252, -0.33333333333333287});
  W near = mulAdd(size * z, p, size);
  auto [shifted, n, r] =
      reduceWideExponent(2.0 * select(size > 20.0, like(x, 20.0), size));
  W power = wideExpReduced(r) * widePowerOfShifted(shifted);
  W far = 1.0 - 2.0 / (power + 1.0);
  return withSign(select(size < 0.55, near, far), x);
}

template <class W>
W sinh(W x) {
  W size = abs(x);
  W z = size * size;
  W p = polynomial(z, {2.8484730594717675e-15, 7.646473581343995e-13,
                       1.605905074753968e-10, 2.5052108345319414e-08,
                       2.75573192241216e-06, 0.00019841269841269586,
                       0.008333333333333333, 0.16666666666666666});
  W near = mulAdd(size * z, p, size);
  W half = halfExp(size);
  W far = half - 0.25 / half;
  return withSign(select(size < 1.0, near, far), x);
}

template <class W>
W cosh(W x) {
  W half = halfExp(abs(x));
  return half + 0.25 / half;
}

/// Odd polynomial near zero; elsewhere 1 - e^(-x^2) times a polynomial in
/// (|x| - 3) / (|x| + 3).
template <class W>
W erf(W x) {
  W size = abs(x);
  W z = size * size;
  W p = polynomial(
      z, {6.624823049934414e-11, -1.171138042334659e-09, 1.4735172574273599e-08,
          -1.635999513553046e-07, 1.6461791683492101e-06,
          -1.4925638098663764e-05, 0.00012055332662393327,
          -0.0008548327017868923, 0.005223977625379529, -0.026866170645127065,
          0.11283791670955111, -0.37612638903183754, 0.0033791670955125737});
  // erf(x) / x less 1.125, which is exact.
  W near = mulAdd(size, p, size * 1.125);
  W t = select(size > 6.0, like(x, 6.0), size);
  W u = (t - 3.0) / (t + 3.0);
  W factor = polynomial(
      u, {-5.57058813794727e-06, -3.0758082763789856e-06, 7.65607389144112e-05,
          5.439693676846713e-05, -0.0005927527150200928, 0.000709101373500826,
          0.004269417777885024, -0.024392462999081217, 0.07166583955884555,
          -0.1501159365136405, 0.24560380170025797, -0.3262335600436327,
          0.17900115118138393});
  auto [shifted, n, r] = reduceWideExponent(-(t * t));
  W far = 1.0 - (factor * wideExpReduced(r)) * widePowerOfShifted(shifted);
  return withSign(select(size < 0.875, near, far), x);
}

//===----------------------------------------------------------------------===//
// Logarithms
//===----------------------------------------------------------------------===//

/// For finite x > 0.
template <class W>
ReducedFraction<W> reduceWideFraction(W x) {
  auto isDenormal = x < 0x1p-1022;
  auto bits = toBits(select(isDenormal, x * 0x1p54, x));
  auto exponent = (bits - toBits(like(x, 0.70710678118654752))) >> 52;
  W f = fromBits(bits - (exponent << 52)) - 1.0;
  // Wide integers cannot be converted everywhere.
  W k = fromBits(exponent + toBits(like(x, kWideToInteger))) - kWideToInteger;
  return {f, select(isDenormal, k - 54.0, k)};
}

/// log(1 + f) = f - f^2 / 2 + rest, by the series of s = f / (2 + f).
template <class W>
W logBeyondSecond(W f, W halfSquare) {
  W s = f / (f + 2.0);
  W z = s * s;
  W p = polynomial(z, {0.14796283916685748, 0.15314018894445314,
                       0.18183565491204287, 0.22222198552271472,
                       0.28571428742574834, 0.3999999999941393,
                       0.6666666666666734});
  return s * mulAdd(z, p, halfSquare);
}

template <class W>
W log(W x) {
  auto [f, k] = reduceWideFraction(x);
  W halfSquare = 0.5 * (f * f);
  W rest = mulAdd(k, like(x, kLn2Low), logBeyondSecond(f, halfSquare));
  return atEnds(x, mulAdd(k, like(x, kLn2High), f - (halfSquare - rest)));
}

/// log(1 + x + more), `more` below the last place of x.
template <class W>
W log1pOfSum(W x, W more) {
  W u = 1.0 + x;
  auto [f, k] = reduceWideFraction(u);
  // What the sum has lost: of x, or of 1 where x is the larger one.
  W lost = (select(x > 1.0, 1.0 - (u - x), x - (u - 1.0)) + more) / u;
  W halfSquare = 0.5 * (f * f);
  W rest = mulAdd(k, like(x, kLn2Low), logBeyondSecond(f, halfSquare) + lost);
  return atEnds(u, mulAdd(k, like(x, kLn2High), f - (halfSquare - rest)));
}

template <class W>
W log1p(W x) {
  return select(abs(x) < 0x1p-54, x, log1pOfSum(x, like(x, 0.0)));
}

/// log(1 + f) in units of another base: `high`, of 26 bits, and `low` add up to
/// its factor; `powerHigh`, of 42, and `powerLow` to the logarithm of 2.
template <class W>
W wideLogInBase(W x, double high, double low, double powerHigh,
                double powerLow) {
  auto [f, k] = reduceWideFraction(x);
  W halfSquare = 0.5 * (f * f);
  W rest = logBeyondSecond(f, halfSquare) - halfSquare;
  W top = fromBits(toBits(f + rest) & -(1LL << 27));
  W bottom = (f - top) + rest;
  W sum = mulAdd(bottom, like(x, high + low), top * low);
  sum = mulAdd(k, like(x, powerLow), sum);
  // Both are exact, and the larger one comes first.
  W first = k * powerHigh, second = top * high;
  W whole = first + second;
  return atEnds(x, whole + (((first - whole) + second) + sum));
}

template <class W>
W log2(W x) {
  return wideLogInBase(x, 0x1.715476p0, 1.9259629911266175e-08, 1.0, 0.0);
}

template <class W>
W log10(W x) {
  return wideLogInBase(x, 0x1.bcb7b1p-2, 4.798111141615973e-09,
                       0x1.34413509f78p-2, 2.8363394551044964e-14);
}

/// log(1 + x + more) for x > 0, or of twice the `size`, where that is so large
/// that both are the same.
template <class W>
W logOfTwice(W size, W x, W more) {
  auto isFar = size > 0x1p28;
  W log = log1pOfSum(select(isFar, size - 1.0, x),
                     select(isFar, like(x, 0.0), more));
  return log + select(isFar, like(x, 0.6931471805599453), like(x, 0.0));
}

template <class W>
W asinh(W x) {
  W size = abs(x);
  W z = size * size;
  W second = z / (1.0 + sqrt(z + 1.0));
  W sum = size + second;
  W log = logOfTwice(size, sum, (size - sum) + second);
  return withSign(select(size < 0x1p-28, size, log), x);
}

template <class W>
W acosh(W x) {
  W t = x - 1.0;
  W root = sqrt(t * (t + 2.0));
  W sum = root + t;
  W log = logOfTwice(x, sum, (root - sum) + t);
  log = select(t == 0.0, t, log);
  return select(x < 1.0, like(x, kNaN), log);
}

template <class W>
W atanh(W x) {
  W size = abs(x);
  W below = 1.0 - size;
  W t = 2.0 * size / below;
  W log = 0.5 * log1pOfSum(t, like(x, 0.0));
  log = select(size < 0x1p-28, size, log);
  return withSign(select(size > 1.0, like(x, kNaN), log), x);
}

//===----------------------------------------------------------------------===//
// Powers
//===----------------------------------------------------------------------===//

/// A sum of a number and what it has lost.
template <class W>
struct Sum {
  W high, low;
};

/// `high` + `low`, where the former is larger or 0.
template <class W>
Sum<W> addExactly(W high, W low) {
  W sum = high + low;
  return {sum, (high - sum) + low};
}

template <class W>
Sum<W> multiply(Sum<W> x, Sum<W> y) {
  W product = x.high * y.high;
  return {product,
          getLost(x.high, y.high, product) + (x.high * y.low + x.low * y.high)};
}

/// log x to 2^-65 of its size, for finite x > 0: twice the series of
/// s = f / (2 + f), of which the first two terms are sums.
template <class W>
Sum<W> logAsSum(W x) {
  auto [f, k] = reduceWideFraction(x);
  Sum<W> below = addExactly(like(x, 2.0), f);
  W inverse = 1.0 / below.high;
  Sum<W> s = {f * inverse, f};
  W product = s.high * below.high;
  s.low = (((f - product) - getLost(s.high, below.high, product)) -
           s.high * below.low) *
          inverse;
  Sum<W> z = multiply(s, s);
  W q = polynomial(z.high, {0.13196510325002847, 0.1325679858962825,
                            0.15386758135335044, 0.18181784350104693,
                            0.22222222520111629, 0.28571428570098556,
                            0.40000000000002256});
  Sum<W> factor = addExactly(like(x, 0.66666666666666663), z.high * q);
  factor.low = factor.low + 3.700743415417188e-17;
  Sum<W> third = multiply(multiply(s, z), factor);
  Sum<W> log = addExactly(2.0 * s.high, third.high);
  log.low = log.low + (2.0 * s.low + third.low);
  Sum<W> sum = addExactly(k * kLn2High, log.high);
  return {sum.high, sum.low + mulAdd(k, like(x, kLn2Low), log.low)};
}

/// x >= 0 less the nearest whole number.
template <class W>
W getFraction(W x) {
  return select(x < 0x1p52, x - ((x + 0x1p52) - 0x1p52), like(x, 0.0));
}

/// e^(y log |x|); the rest is what C says of special cases.
template <class W>
W pow(W x, W y) {
  W size = abs(x), count = abs(y);
  Sum<W> log = logAsSum(size);
  W first = select(size == 0.0, like(x, -kInfinity),
                   select(size < kInfinity, log.high, size));
  W product = first * y;
  W rest = getLost(first, y, product) + log.low * y;
  rest = select(abs(product) < 1000.0, rest, like(x, 0.0));
  W power = bound(product, -746.0, 710.0);
  auto [shifted, n, r] = reduceWideExponent(power);
  W result = scaleWide(wideExpReduced(r + rest), shifted, n);
  auto isOdd = (getFraction(count) == 0.0) & (getFraction(0.5 * count) != 0.0);
  auto isNegative = toBits(x) < 0;
  result = select(isNegative & isOdd, -result, result);
  auto hasNoRoot = (x < 0.0) & (x > -kInfinity) & (getFraction(count) != 0.0);
  result = select(hasNoRoot, like(x, kNaN), result);
  result = select((x != x) | (y != y), x + y, result);
  auto isOne = (y == 0.0) | (x == 1.0) | ((size == 1.0) & (count == kInfinity));
  return select(isOne, like(x, 1.0), result);
}

//===----------------------------------------------------------------------===//
// Angles
//===----------------------------------------------------------------------===//

/// pi / 4 in two parts.
constexpr double kEighthHigh = 0.78539816339744828,
                 kEighthLow = 3.061616997868383e-17;

/// atan t less t for |t| <= tan(pi / 8).
template <class W>
W wideAtanBeyondFirst(W t) {
  W z = t * t;
  return (t * z) * polynomial(z, {-0.017919294681968536, 0.038075651143763746,
                                  -0.0503974274309877, 0.0584798665274894,
                                  -0.06663117403592964, 0.07692061382356259,
                                  -0.0909089782257016, 0.11111110785671466,
                                  -0.1428571428023952, 0.19999999999953996,
                                  -0.333333333333332});
}

/// `eighths` eighths of a turn, not fewer than `angle` is, and both parts of
/// the latter, of which `rest` is small.
template <class W>
W addEighths(W eighths, W angle, W rest) {
  W whole = eighths * kEighthHigh;
  W sum = whole + angle;
  return sum + (((whole - sum) + angle) +
                mulAdd(eighths, like(angle, kEighthLow), rest));
}

template <class W>
W atan(W x) {
  W size = abs(x);
  auto isMiddle = size > 0.41421356237309503, isFar = size > 2.414213562373095;
  // x, (x - 1) / (x + 1) or -1 / x.
  W above = select(isMiddle, size - 1.0, size);
  above = select(isFar, like(x, -1.0), above);
  W below = select(isMiddle, size + 1.0, like(x, 1.0));
  below = select(isFar, size, below);
  W eighths = select(isMiddle, like(x, 1.0), like(x, 0.0));
  eighths = select(isFar, like(x, 2.0), eighths);
  W t = above / below;
  return withSign(addEighths(eighths, t, wideAtanBeyondFirst(t)), x);
}

/// asin s = s + s p for 0 <= s <= 1/2, z = s^2: s p.
template <class W>
W wideAsinBeyondFirst(W s, W z) {
  return s * (z * polynomial(z, {0.03267656977942158, -0.02107679368352187,
                                 0.021763155352018768, 0.0036831802472176555,
                                 0.010786493086175861, 0.01139778233127564,
                                 0.013980960678135151, 0.017351600157004866,
                                 0.02237221565657219, 0.030381942683756543,
                                 0.04464285717511766, 0.07499999999970265,
                                 0.16666666666666763}));
}

/// s = sqrt(z) and what it has lost, for 0 < z <= 1/4.
template <class W>
W getLostByRoot(W z, W s) {
  W top = fromBits(toBits(s) & -(1LL << 27));
  return select(s == 0.0, s, ((z - top * top) / (s + top)) - (s - top));
}

/// The arc sine of |x| up to 1/2, and else that of sqrt((1 - |x|) / 2), which
/// is s + lost: s + rest + lost, where lost counts if x is big.
template <class W>
struct PartsOfAsin {
  decltype(std::declval<W>() > 0.5) isBig;
  W s, rest, lost;
};
template <class W>
PartsOfAsin<W> reduceAsin(W x) {
  W size = abs(x);
  auto isBig = size > 0.5;
  W z = select(isBig, 0.5 - 0.5 * size, size * size);
  W s = select(isBig, sqrt(z), size);
  return {isBig, s, wideAsinBeyondFirst(s, z), getLostByRoot(z, s)};
}

template <class W>
W asin(W x) {
  auto [isBig, s, rest, lost] = reduceAsin(x);
  // pi / 2 - 2 (s + lost + rest)
  W half = kEighthHigh - s;
  W big = half + ((kEighthHigh - half) - s + (kEighthLow - lost - rest));
  return withSign(select(isBig, 2.0 * big, s + rest), x);
}

template <class W>
W acos(W x) {
  auto [isBig, s, rest, lost] = reduceAsin(x);
  rest = select(isBig, rest + lost, rest);
  W twice = 2.0 * (s + rest);
  W left = addEighths(like(x, 4.0), -2.0 * s, -2.0 * rest);
  W middle = addEighths(like(x, 2.0), -withSign(s, x), -withSign(rest, x));
  return select(isBig, select(x < 0.0, left, twice), middle);
}

template <class W>
W atan2(W y, W x) {
  W up = abs(y), right = abs(x);
  auto isSteep = up > right;
  W low = select(isSteep, right, up), high = select(isSteep, up, right);
  // Sums must be numbers.
  W unit = select(high > 0x1p1000, like(x, 0x1p-60), like(x, 1.0));
  low = low * unit, high = high * unit;
  auto isEqual = (low == high) & (high > 0.0);
  auto isMiddle = (low > high * 0.41421356237309503) | isEqual;
  W above = select(isMiddle, low - high, low);
  W below = select(isMiddle, low + high, high);
  above = select(isEqual, like(x, 0.0), above);
  below = select((high == 0.0) | isEqual, like(x, 1.0), below);
  W t = above / below;
  W eighths = select(isMiddle, like(x, 1.0), like(x, 0.0));
  eighths = select(isSteep, 2.0 - eighths, eighths);
  t = select(isSteep, -t, t);
  auto isLeft = toBits(x) < 0;
  eighths = select(isLeft, 4.0 - eighths, eighths);
  t = select(isLeft, -t, t);
  W angle = addEighths(eighths, t, wideAtanBeyondFirst(t));
  return select((x != x) | (y != y), x + y, withSign(angle, y));
}

/// |x| for which the functions of angles hold; others need more of pi.
constexpr double kEndOfAngles = 0x1p20;

/// x = quarter quarters of a turn + r + lost, |r| <= pi / 4, for |x| up to
/// kEndOfAngles. `shifted` is `quarter` and kWideToInteger.
template <class W>
struct ReducedWideAngle {
  W shifted, r, lost;
};

template <class W>
ReducedWideAngle<W> reduceWideAngle(W x) {
  W shifted = mulAdd(x, like(x, 0.63661977236758138), like(x, kWideToInteger));
  W n = shifted - kWideToInteger;
  // pi / 2 in parts of 33 bits: products are exact, and so is each difference
  // that is small.
  W first = mulAdd(n, like(x, -0x1.921fb544p0), x);
  W part = n * 0x1.0b4611a6p-34;
  W second = first - part;
  W lost = (first - second) - part;
  part = n * 0x1.3198a2e0p-69;
  W third = second - part;
  lost = lost + ((second - third) - part);
  lost = mulAdd(n, like(x, -0x1.b839a252049c1p-104), lost);
  W r = third + lost;
  return {shifted, r, (third - r) + lost};
}

/// The sine and the cosine of r + lost.
template <class W>
struct SineAndCosine {
  Sum<W> sine, cosine;
};

template <class W>
SineAndCosine<W> getSineAndCosine(W r, W lost) {
  W z = r * r;
  W half = 0.5 * z;
  W s = polynomial(z, {1.589679398308269e-10, -2.5050758089448664e-08,
                       2.7557313691786023e-06, -0.00019841269829807607,
                       0.008333333333322413, -0.16666666666666632});
  W c = polynomial(z, {-1.1359647828714595e-11, 2.087572327467497e-09,
                       -2.7557314352351035e-07, 2.4801587289482272e-05,
                       -0.0013888888888874125, 0.0416666666666666});
  W most = 1.0 - half;
  return {addExactly(r, mulAdd(r * z, s, lost * most)),
          addExactly(most, ((1.0 - most) - half) + (z * z * c - r * lost))};
}

/// The sine of x + `shift` quarters.
template <class W>
W wideSinShifted(W x, int shift) {
  auto [shifted, r, lost] = reduceWideAngle(x);
  auto [sine, cosine] = getSineAndCosine(r, lost);
  auto number = toBits(shifted) + shift;
  auto isCosine = (number & 1) != 0;
  return fromBits(toBits(select(isCosine, cosine.high, sine.high)) ^
                  ((number & 2) << 62));
}

/// For |x| up to kEndOfAngles.
template <class W>
W sin(W x) {
  return select(abs(x) < 0x1p-27, x, wideSinShifted(x, 0));
}

/// For |x| up to kEndOfAngles.
template <class W>
W cos(W x) {
  return wideSinShifted(x, 1);
}

/// For |x| up to kEndOfAngles.
template <class W>
W tan(W x) {
  auto [shifted, r, lost] = reduceWideAngle(x);
  auto [sine, cosine] = getSineAndCosine(r, lost);
  auto isOdd = (toBits(shifted) & 1) != 0;
  W above = select(isOdd, -cosine.high, sine.high);
  W below = select(isOdd, sine.high, cosine.high);
  W tangent = above / below;
  W lostAbove = select(isOdd, -cosine.low, sine.low);
  W lostBelow = select(isOdd, sine.low, cosine.low);
  tangent = tangent + (lostAbove - tangent * lostBelow) / below;
  return select(abs(x) < 0x1p-27, x, tangent);
}

} // namespace torchscript::math::doubles

#endif // TORCHSCRIPT_CODEGEN_MATH_DOUBLEFUNCTIONS_H
