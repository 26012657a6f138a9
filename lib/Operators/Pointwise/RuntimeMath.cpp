//===- RuntimeMath.cpp - Elementwise functions of the runtime -------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Special functions that kernels call, one element at a time.
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

using namespace mlir;
using namespace mlir::ts;
using namespace mlir::ts::pointwise;

namespace {
#include "TorchScript/Operators/PointwiseArguments.h.inc"
} // namespace

namespace mlir::ts::pointwise::elements {

//===----------------------------------------------------------------------===//
// Functions of the runtime
//===----------------------------------------------------------------------===//

Value digamma(const Element &e) { return e.call("digamma", e.x[0]); }
Value erfc(const Element &e) { return e.call("erfc", e.x[0]); }
Value erfcx(const Element &e) { return e.call("erfcx", e.x[0]); }
Value erfinv(const Element &e) { return e.call("erfinv", e.x[0]); }
Value i0(const Element &e) { return e.call("i0", e.x[0]); }
Value i0e(const Element &e) { return e.call("i0e", e.x[0]); }
Value i1(const Element &e) { return e.call("i1", e.x[0]); }
Value i1e(const Element &e) { return e.call("i1e", e.x[0]); }
Value lgamma(const Element &e) { return e.call("lgamma", e.x[0]); }
Value logNdtr(const Element &e) { return e.call("log_ndtr", e.x[0]); }
Value ndtr(const Element &e) { return e.call("ndtr", e.x[0]); }
Value ndtri(const Element &e) { return e.call("ndtri", e.x[0]); }
Value airyAi(const Element &e) { return e.call("airy_ai", e.x[0]); }
Value besselJ0(const Element &e) { return e.call("bessel_j0", e.x[0]); }
Value besselJ1(const Element &e) { return e.call("bessel_j1", e.x[0]); }
Value besselY0(const Element &e) { return e.call("bessel_y0", e.x[0]); }
Value besselY1(const Element &e) { return e.call("bessel_y1", e.x[0]); }
Value besselK0(const Element &e) { return e.call("bessel_k0", e.x[0]); }
Value besselK1(const Element &e) { return e.call("bessel_k1", e.x[0]); }
Value scaledK0(const Element &e) { return e.call("scaled_k0", e.x[0]); }
Value scaledK1(const Element &e) { return e.call("scaled_k1", e.x[0]); }
Value sphericalJ0(const Element &e) { return e.call("spherical_j0", e.x[0]); }
Value igamma(const Element &e) { return e.call("igamma", e.x); }
Value igammac(const Element &e) { return e.call("igammac", e.x); }
Value zeta(const Element &e) { return e.call("zeta", e.x); }
Value nextafter(const Element &e) { return e.call("nextafter", e.x); }
Value chebyshevT(const Element &e) { return e.call("chebyshev_t", e.x); }
Value chebyshevU(const Element &e) { return e.call("chebyshev_u", e.x); }
Value chebyshevV(const Element &e) { return e.call("chebyshev_v", e.x); }
Value chebyshevW(const Element &e) { return e.call("chebyshev_w", e.x); }
Value shiftedT(const Element &e) { return e.call("shifted_t", e.x); }
Value shiftedU(const Element &e) { return e.call("shifted_u", e.x); }
Value shiftedV(const Element &e) { return e.call("shifted_v", e.x); }
Value shiftedW(const Element &e) { return e.call("shifted_w", e.x); }
Value hermiteH(const Element &e) { return e.call("hermite_h", e.x); }
Value hermiteHe(const Element &e) { return e.call("hermite_he", e.x); }
Value laguerreL(const Element &e) { return e.call("laguerre_l", e.x); }
Value legendreP(const Element &e) { return e.call("legendre_p", e.x); }
Value gcd(const Element &e) { return e.callInteger("gcd", e.x); }
Value lcm(const Element &e) { return e.callInteger("lcm", e.x); }

/// The order stands before the tensor, or behind it.
Value polygamma(const Element &e) {
  std::optional<int64_t> order = PolygammaArguments(e.op).n().constant();
  if (!order || *order < 0)
    return {};
  return e.call("polygamma", {e.x.back(), e.number(double(*order))});
}
Value mvlgamma(const Element &e) {
  std::optional<int64_t> size = MvlgammaArguments(e.op).p().constant();
  if (!size || *size < 1)
    return {};
  return e.call("mvlgamma", {e.x[0], e.number(double(*size))});
}

} // namespace mlir::ts::pointwise::elements
