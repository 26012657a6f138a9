//===- Special.cpp - Operators of special functions -----------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ops_tensor/Arithmetic.h"
#include "ops_tensor/MemoryFormat.h"
#include "ops_tensor/SpecialMath.h"

using namespace tsrt;

namespace {

/// Airy's function with its phase in the element type, as in PyTorch: for large
/// arguments the rounding of the phase is most of the result.
template <class T>
T airyAi(T x) {
  if (!(x < T(-5)) || std::isinf(x))
    return T(special::airyAi(double(x)));
  T z = T(-2) * x * std::sqrt(-x) / T(3);
  return T(special::airyAiNegative(double(x), double(z),
                                   double(T(z + T(M_PI / 4)))));
}

/// J_n or Y_n for n = 0 or 1, likewise.
template <class T>
T bessel(int n, bool isSecond, T x) {
  T from = std::abs(x);
  if (!(from > T(25)) || std::isinf(x) || (isSecond && x < 0))
    return T(isSecond ? special::besselY(n, double(x))
                      : special::besselJ(n, double(x)));
  double p, q, phase = double(T(from - T((2 * n + 1) * M_PI / 4)));
  special::besselAmplitudes(n, double(from), p, q);
  if (isSecond)
    return T(p * std::sin(phase) + q * std::cos(phase));
  T result = T(p * std::cos(phase) - q * std::sin(phase));
  return n == 1 && x < 0 ? -result : result;
}

/// The first derivative of psi, 6.4, in the element type: at the poles it is as
/// large as the rounding of pi x leaves it.
template <class T>
T trigamma(T x) {
  T reflected = 0;
  bool isLeft = x < T(0.5);
  if (isLeft) { // 6.4.7
    T s = std::sin(T(M_PI) * x);
    reflected = T(M_PI * M_PI) / (s * s);
    x = 1 - x;
  }
  T sum = 0;
  for (int i = 0; i < 6; ++i, x += 1)
    sum += 1 / (x * x);
  T z = 1 / (x * x); // 6.4.12
  sum += (1 + 1 / (2 * x) +
          z * (T(1.0 / 6) - z * (T(1.0 / 30) - z * T(1.0 / 42)))) /
         x;
  return isLeft ? reflected - sum : sum;
}

/// Rules whose function works in double.
#define IN_DOUBLE(id, expression)                                              \
  TSRT_UNARY(id, floatTypes, Inexact, double v = double(x);                    \
             return T(expression))

IN_DOUBLE(digamma, special::digamma(v))
TSRT_UNARY(erfinv, floatTypes, Inexact, return special::erfinv(x))
IN_DOUBLE(i0, special::i0e(v) * std::exp(std::fabs(v)))
IN_DOUBLE(i0e, special::i0e(v))
IN_DOUBLE(i1, special::i1e(v) * std::exp(std::fabs(v)))
IN_DOUBLE(i1e, special::i1e(v))
IN_DOUBLE(erfcx, special::erfcx(v))
IN_DOUBLE(ndtr, std::erfc(-v *M_SQRT1_2) / 2)
IN_DOUBLE(ndtri, special::ndtri(v))
IN_DOUBLE(log_ndtr, special::logNdtr(v))
IN_DOUBLE(entr, std::isnan(v) ? v
                : v > 0       ? -v * std::log(v)
                : v == 0      ? 0
                              : -INFINITY)
TSRT_UNARY(bessel_j0, floatTypes, Inexact, return bessel(0, false, x))
TSRT_UNARY(bessel_j1, floatTypes, Inexact, return bessel(1, false, x))
TSRT_UNARY(bessel_y0, floatTypes, Inexact, return bessel(0, true, x))
TSRT_UNARY(bessel_y1, floatTypes, Inexact, return bessel(1, true, x))
IN_DOUBLE(bessel_k0, special::besselK(0, v))
IN_DOUBLE(bessel_k1, special::besselK(1, v))
IN_DOUBLE(scaled_k0, special::besselKScaled(0, v))
IN_DOUBLE(scaled_k1, special::besselKScaled(1, v))
IN_DOUBLE(spherical_j0, std::isinf(v) ? 0 : v == 0 ? 1 : std::sin(v) / v)
TSRT_UNARY(airy_ai, floatTypes, Inexact, return airyAi(x))
/// Whether a factor of the incomplete gamma functions overflows in PyTorch,
/// which computes in the element type; both are NaN then.
template <class T>
bool overflowsGamma(T a, T x) {
  return std::isfinite(a) && std::isfinite(x) && x > 1 &&
         std::abs(a - x) > T(0.4) * a && std::isinf(std::lgamma(a)) &&
         std::isinf(a * std::log(x));
}
// PyTorch's series of the lower function is zero where 1 / a overflows.
TSRT_BINARY(igamma, floatTypes, Same,
            return overflowsGamma(a, b) ? T(NAN)
                   : a > 0 && b > 0 && b <= 1 && std::isinf(1 / a)
                       ? T(0)
                       : T(special::gammaLower(a, b)))
TSRT_BINARY(igammac, floatTypes, Same,
            return overflowsGamma(a, b) ? T(NAN) : T(special::gammaUpper(a, b)))
TSRT_BINARY(zeta, floatTypes, Inexact, return T(special::zeta(a, b)))

constexpr auto polygammaElement = [](auto x, auto order, auto *) {
  using T = decltype(x);
  int n = int(order);
  return n == 0   ? T(special::digamma(double(x)))
         : n == 1 ? trigamma(x)
                  : T(special::polygamma(n, double(x)));
};
constexpr Loops polygammaLoops =
    loops<1, floatTypes>("polygamma", [](auto x, auto *p) {
      return polygammaElement(x, p[0], p);
    });
Tensor polygamma(int64_t n, const Tensor &x) {
  if (n < 0)
    return bail("polygamma(n, x) does not support negative n.");
  int dtype = inexact(x.dtype());
  return pointwise(polygammaLoops, {x}, dtype, dtype, {n});
}
Tensor polygammaInPlace(const Tensor &x, int64_t n) { return polygamma(n, x); }

constexpr auto mvlgammaElement = [](auto x, auto size, auto *) {
  double n = double(size), s = n * (n - 1) / 4 * std::log(M_PI);
  for (int i = 0; i < int(n); ++i)
    s += std::lgamma(double(x) - 0.5 * i);
  return decltype(x)(s);
};
constexpr Loops mvlgammaLoops =
    loops<1, floatTypes>("mvlgamma", [](auto x, auto *p) {
      return mvlgammaElement(x, p[0], p);
    });
Tensor mvlgamma(const Tensor &x, int64_t p) {
  if (p < 1)
    return bail("p has to be greater than or equal to 1");
  int dtype = inexact(x.dtype());
  return inFormat(pointwise(mvlgammaLoops, {x}, dtype, dtype, {p}), 0);
}

std::tuple<Tensor, Tensor> frexpOf(const Tensor &x) {
  static constexpr Loops mantissa =
      loops<1, floatTypes>("frexp", [](auto v, auto *) {
        int e;
        return std::frexp(v, &e);
      });
  static constexpr Loops exponent =
      loops<1, floatTypes>("frexp", [](auto v, auto *) {
        int e = 0;
        if (std::isfinite(v))
          std::frexp(v, &e);
        return decltype(v)(e);
      });
  if (!x.isFloating()) {
    bail("torch.frexp() only supports floating-point dtypes");
    return {};
  }
  return {pointwise(mantissa, {x}, x.dtype(), x.dtype()),
          pointwise(exponent, {x}, x.dtype(), TSRT_I32)};
}

/// Families of orthogonal polynomials p_n(x) by their three-term recurrences.
enum class Family { T, U, V, W, H, He, L, P };
double polynomial(Family f, double x, double order) {
  int64_t n = int64_t(order);
  if (n < 0)
    return 0;
  double two = 2 * x, p0 = 1, p1;
  switch (f) {
  case Family::T:
  case Family::He:
  case Family::P:
    p1 = x;
    break;
  case Family::V:
    p1 = two - 1;
    break;
  case Family::W:
    p1 = two + 1;
    break;
  case Family::L:
    p1 = 1 - x;
    break;
  default:
    p1 = two;
  }
  for (int64_t k = 1; k <= n; ++k) {
    double next =
        f == Family::H    ? two * p1 - 2 * double(k) * p0
        : f == Family::He ? x * p1 - double(k) * p0
        : f == Family::L
            ? ((2 * double(k) + 1 - x) * p1 - double(k) * p0) / double(k + 1)
        : f == Family::P
            ? ((2 * double(k) + 1) * x * p1 - double(k) * p0) / double(k + 1)
            : two * p1 - p0;
    p0 = p1;
    p1 = next;
    if (std::isnan(p0))
      break;
  }
  return p0;
}
#define POLYNOMIAL(id, family, argument)                                       \
  TSRT_BINARY(id, floatTypes, Inexact, double x = double(a);                   \
              return T(polynomial(Family::family, argument, double(b))))
POLYNOMIAL(chebyshev_t, T, x)
POLYNOMIAL(chebyshev_u, U, x)
POLYNOMIAL(chebyshev_v, V, x)
POLYNOMIAL(chebyshev_w, W, x)
POLYNOMIAL(shifted_t, T, 2 * x - 1)
POLYNOMIAL(shifted_u, U, 2 * x - 1)
POLYNOMIAL(shifted_v, V, 2 * x - 1)
POLYNOMIAL(shifted_w, W, 2 * x - 1)
POLYNOMIAL(hermite_h, H, x)
POLYNOMIAL(hermite_he, He, x)
POLYNOMIAL(laguerre_l, L, x)
POLYNOMIAL(legendre_p, P, x)

#define SPECIAL(name, id) TSRT_OP_E("special_" name, unary<id##Rule>)
#define SPECIAL2(name, id)                                                     \
  TSRT_OP_E("special_" name, binary<id##Rule>),                                \
      {"aten::special_" name ".x_scalar", op<scalarBinary<id##Rule>>},         \
      {"aten::special_" name ".n_scalar", op<binaryScalar<id##Rule>>},         \
      {"aten::special_" name ".self_scalar", op<scalarBinary<id##Rule>>}, {    \
    "aten::special_" name ".other_scalar", op<binaryScalar<id##Rule>>          \
  }

const KernelEntry entries[] = {
    TSRT_OP_IE("digamma", unary<digammaRule>),
    SPECIAL("digamma", digamma),
    SPECIAL("psi", digamma),
    TSRT_OP_IE("erfinv", unary<erfinvRule>),
    SPECIAL("erfinv", erfinv),
    TSRT_OP_IE("i0", unary<i0Rule>),
    SPECIAL("i0", i0),
    SPECIAL("i0e", i0e),
    SPECIAL("i1", i1),
    SPECIAL("i1e", i1e),
    SPECIAL("erfcx", erfcx),
    SPECIAL("ndtr", ndtr),
    SPECIAL("ndtri", ndtri),
    SPECIAL("log_ndtr", log_ndtr),
    SPECIAL("entr", entr),
    SPECIAL("bessel_j0", bessel_j0),
    SPECIAL("bessel_j1", bessel_j1),
    SPECIAL("bessel_y0", bessel_y0),
    SPECIAL("bessel_y1", bessel_y1),
    SPECIAL("modified_bessel_i0", i0),
    SPECIAL("modified_bessel_i1", i1),
    SPECIAL("modified_bessel_k0", bessel_k0),
    SPECIAL("modified_bessel_k1", bessel_k1),
    SPECIAL("scaled_modified_bessel_k0", scaled_k0),
    SPECIAL("scaled_modified_bessel_k1", scaled_k1),
    SPECIAL("spherical_bessel_j0", spherical_j0),
    SPECIAL("airy_ai", airy_ai),
    TSRT_OP_IE("igamma", binary<igammaRule>),
    TSRT_OP_IE("igammac", binary<igammacRule>),
    TSRT_OP_E("special_gammainc", binary<igammaRule>),
    TSRT_OP_E("special_gammaincc", binary<igammacRule>),
    SPECIAL2("zeta", zeta),
    TSRT_OP_E("polygamma", polygamma),
    {"aten::polygamma_", inPlace<polygammaInPlace>},
    TSRT_OP_E("special_polygamma", polygamma),
    TSRT_OP_IE("mvlgamma", mvlgamma),
    TSRT_OP_E("special_multigammaln", mvlgamma),
    {"aten::frexp.Tensor", op<frexpOf>},
    SPECIAL2("chebyshev_polynomial_t", chebyshev_t),
    SPECIAL2("chebyshev_polynomial_u", chebyshev_u),
    SPECIAL2("chebyshev_polynomial_v", chebyshev_v),
    SPECIAL2("chebyshev_polynomial_w", chebyshev_w),
    SPECIAL2("shifted_chebyshev_polynomial_t", shifted_t),
    SPECIAL2("shifted_chebyshev_polynomial_u", shifted_u),
    SPECIAL2("shifted_chebyshev_polynomial_v", shifted_v),
    SPECIAL2("shifted_chebyshev_polynomial_w", shifted_w),
    SPECIAL2("hermite_polynomial_h", hermite_h),
    SPECIAL2("hermite_polynomial_he", hermite_he),
    SPECIAL2("laguerre_polynomial_l", laguerre_l),
    SPECIAL2("legendre_polynomial_p", legendre_p),
};
const KernelTable table(entries);

} // namespace

// What compiled kernels call.
TSRT_EXPORT_REAL(digamma)
TSRT_EXPORT_REAL(erfinv)
TSRT_EXPORT_REAL(i0)
TSRT_EXPORT_REAL(i0e)
TSRT_EXPORT_REAL(i1)
TSRT_EXPORT_REAL(i1e)
TSRT_EXPORT_REAL(erfcx)
TSRT_EXPORT_REAL(ndtr)
TSRT_EXPORT_REAL(ndtri)
TSRT_EXPORT_REAL(log_ndtr)
TSRT_EXPORT_REAL(bessel_j0)
TSRT_EXPORT_REAL(bessel_j1)
TSRT_EXPORT_REAL(bessel_y0)
TSRT_EXPORT_REAL(bessel_y1)
TSRT_EXPORT_REAL(bessel_k0)
TSRT_EXPORT_REAL(bessel_k1)
TSRT_EXPORT_REAL(scaled_k0)
TSRT_EXPORT_REAL(scaled_k1)
TSRT_EXPORT_REAL(spherical_j0)
TSRT_EXPORT_REAL(airy_ai)
TSRT_EXPORT_REAL2(igamma)
TSRT_EXPORT_REAL2(igammac)
TSRT_EXPORT_REAL2(zeta)
TSRT_EXPORT_REAL2(chebyshev_t)
TSRT_EXPORT_REAL2(chebyshev_u)
TSRT_EXPORT_REAL2(chebyshev_v)
TSRT_EXPORT_REAL2(chebyshev_w)
TSRT_EXPORT_REAL2(shifted_t)
TSRT_EXPORT_REAL2(shifted_u)
TSRT_EXPORT_REAL2(shifted_v)
TSRT_EXPORT_REAL2(shifted_w)
TSRT_EXPORT_REAL2(hermite_h)
TSRT_EXPORT_REAL2(hermite_he)
TSRT_EXPORT_REAL2(laguerre_l)
TSRT_EXPORT_REAL2(legendre_p)
TSRT_EXPORT_REAL2(polygamma)
TSRT_EXPORT_REAL2(mvlgamma)
