//===- SpecialMath.h - Special functions of real numbers --------*- C++ -*-===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// In double precision, from the series, asymptotic expansions and recurrences
// of Abramowitz and Stegun (numbers in the comments); relative errors of a few
// 1e-15 unless stated.
//
//===----------------------------------------------------------------------===//

#ifndef TSRT_OPS_TENSOR_SPECIALMATH_H
#define TSRT_OPS_TENSOR_SPECIALMATH_H

namespace tsrt::special {

/// psi(x), 6.3.
double digamma(double x);
/// Hurwitz zeta, sum of (k + q)^-x.
double zeta(double x, double q);
/// n-th derivative of psi, 6.4, for n > 1.
double polygamma(int n, double x);
/// Inverse of erf.
double erfinv(double y);
float erfinv(float y);
/// Inverse of the normal distribution function.
double ndtri(double p);
/// exp(x^2) erfc(x).
double erfcx(double x);
/// log of the normal distribution function.
double logNdtr(double x);
/// Regularized incomplete gamma functions, lower and upper, 6.5.
double gammaLower(double a, double x);
double gammaUpper(double a, double x);
/// Modified Bessel functions scaled by exp(-|x|), 9.6.
double i0e(double x);
double i1e(double x);
/// Bessel functions J0, J1, Y0, Y1 and K0, K1, 9.1 and 9.6.
double besselJ(int n, double x);
double besselY(int n, double x);
double besselK(int n, double x);
/// Factors of J_n = p cos(t) - q sin(t) and Y_n = p sin(t) + q cos(t), with the
/// phase t = x - (2 n + 1) pi / 4, for x > 25, 9.2.5 to 9.2.10.
void besselAmplitudes(int n, double x, double &p, double &q);
/// K_n(x) exp(x).
double besselKScaled(int n, double x);
/// Airy Ai, 10.4.
double airyAi(double x);
/// The same below -5, from z = 2/3 |x|^1.5 and the phase z + pi/4, which the
/// caller may have rounded: it decides the result where x is large.
double airyAiNegative(double x, double z, double angle);

} // namespace tsrt::special

#endif // TSRT_OPS_TENSOR_SPECIALMATH_H
