# The elementwise operators of the namespace `prims`, which are others by another name.
# The runtime has no kernels of them.
import torch
from torch import Tensor
from torch._decomp import register_decomposition

prims = torch.ops.prims


@register_decomposition([prims.abs.default])
def abs(self: Tensor) -> Tensor:
    return torch.abs(self)


@register_decomposition([prims.acos.default])
def acos(self: Tensor) -> Tensor:
    return torch.acos(self)


@register_decomposition([prims.acosh.default])
def acosh(self: Tensor) -> Tensor:
    return torch.acosh(self)


@register_decomposition([prims.asin.default])
def asin(self: Tensor) -> Tensor:
    return torch.asin(self)


@register_decomposition([prims.asinh.default])
def asinh(self: Tensor) -> Tensor:
    return torch.asinh(self)


@register_decomposition([prims.atan.default])
def atan(self: Tensor) -> Tensor:
    return torch.atan(self)


@register_decomposition([prims.atanh.default])
def atanh(self: Tensor) -> Tensor:
    return torch.atanh(self)


@register_decomposition([prims.bessel_i0.default])
def bessel_i0(self: Tensor) -> Tensor:
    return torch.i0(self)


@register_decomposition([prims.bessel_i0e.default])
def bessel_i0e(self: Tensor) -> Tensor:
    return torch.special.i0e(self)


@register_decomposition([prims.bessel_i1.default])
def bessel_i1(self: Tensor) -> Tensor:
    return torch.special.i1(self)


@register_decomposition([prims.bessel_i1e.default])
def bessel_i1e(self: Tensor) -> Tensor:
    return torch.special.i1e(self)


@register_decomposition([prims.bessel_j0.default])
def bessel_j0(self: Tensor) -> Tensor:
    return torch.special.bessel_j0(self)


@register_decomposition([prims.bessel_j1.default])
def bessel_j1(self: Tensor) -> Tensor:
    return torch.special.bessel_j1(self)


@register_decomposition([prims.bitwise_not.default])
def bitwise_not(self: Tensor) -> Tensor:
    return torch.bitwise_not(self)


@register_decomposition([prims.ceil.default])
def ceil(self: Tensor) -> Tensor:
    return torch.ceil(self)


@register_decomposition([prims.conj_physical.default])
def conj_physical(self: Tensor) -> Tensor:
    return torch.conj_physical(self)


@register_decomposition([prims.cos.default])
def cos(self: Tensor) -> Tensor:
    return torch.cos(self)


@register_decomposition([prims.cosh.default])
def cosh(self: Tensor) -> Tensor:
    return torch.cosh(self)


@register_decomposition([prims.digamma.default])
def digamma(self: Tensor) -> Tensor:
    return torch.digamma(self)


@register_decomposition([prims.erf.default])
def erf(self: Tensor) -> Tensor:
    return torch.erf(self)


@register_decomposition([prims.erf_inv.default])
def erf_inv(self: Tensor) -> Tensor:
    return torch.erfinv(self)


@register_decomposition([prims.erfc.default])
def erfc(self: Tensor) -> Tensor:
    return torch.erfc(self)


@register_decomposition([prims.exp.default])
def exp(self: Tensor) -> Tensor:
    return torch.exp(self)


@register_decomposition([prims.exp2.default])
def exp2(self: Tensor) -> Tensor:
    return torch.exp2(self)


@register_decomposition([prims.expm1.default])
def expm1(self: Tensor) -> Tensor:
    return torch.expm1(self)


@register_decomposition([prims.floor.default])
def floor(self: Tensor) -> Tensor:
    return torch.floor(self)


@register_decomposition([prims.imag.default])
def imag(self: Tensor) -> Tensor:
    return torch.imag(self)


@register_decomposition([prims.isfinite.default])
def isfinite(self: Tensor) -> Tensor:
    return torch.isfinite(self)


@register_decomposition([prims.lgamma.default])
def lgamma(self: Tensor) -> Tensor:
    return torch.lgamma(self)


@register_decomposition([prims.log.default])
def log(self: Tensor) -> Tensor:
    return torch.log(self)


@register_decomposition([prims.log10.default])
def log10(self: Tensor) -> Tensor:
    return torch.log10(self)


@register_decomposition([prims.log1p.default])
def log1p(self: Tensor) -> Tensor:
    return torch.log1p(self)


@register_decomposition([prims.log2.default])
def log2(self: Tensor) -> Tensor:
    return torch.log2(self)


@register_decomposition([prims.neg.default])
def neg(self: Tensor) -> Tensor:
    return torch.neg(self)


@register_decomposition([prims.real.default])
def real(self: Tensor) -> Tensor:
    return torch.real(self)


@register_decomposition([prims.reciprocal.default])
def reciprocal(self: Tensor) -> Tensor:
    return torch.reciprocal(self)


@register_decomposition([prims.round.default])
def round(self: Tensor) -> Tensor:
    return torch.round(self)


@register_decomposition([prims.rsqrt.default])
def rsqrt(self: Tensor) -> Tensor:
    return torch.rsqrt(self)


@register_decomposition([prims.sign.default])
def sign(self: Tensor) -> Tensor:
    return torch.sign(self)


@register_decomposition([prims.signbit.default])
def signbit(self: Tensor) -> Tensor:
    return torch.signbit(self)


@register_decomposition([prims.sin.default])
def sin(self: Tensor) -> Tensor:
    return torch.sin(self)


@register_decomposition([prims.sinh.default])
def sinh(self: Tensor) -> Tensor:
    return torch.sinh(self)


@register_decomposition([prims.spherical_bessel_j0.default])
def spherical_bessel_j0(self: Tensor) -> Tensor:
    return torch.special.spherical_bessel_j0(self)


@register_decomposition([prims.sqrt.default])
def sqrt(self: Tensor) -> Tensor:
    return torch.sqrt(self)


@register_decomposition([prims.tan.default])
def tan(self: Tensor) -> Tensor:
    return torch.tan(self)


@register_decomposition([prims.tanh.default])
def tanh(self: Tensor) -> Tensor:
    return torch.tanh(self)


@register_decomposition([prims.trunc.default])
def trunc(self: Tensor) -> Tensor:
    return torch.trunc(self)


@register_decomposition([prims.add.default])
def add(self: Tensor, other: Tensor) -> Tensor:
    return torch.add(self, other)


@register_decomposition([prims.atan2.default])
def atan2(self: Tensor, other: Tensor) -> Tensor:
    return torch.atan2(self, other)


@register_decomposition([prims.bitwise_and.default])
def bitwise_and(self: Tensor, other: Tensor) -> Tensor:
    return torch.bitwise_and(self, other)


@register_decomposition([prims.bitwise_or.default])
def bitwise_or(self: Tensor, other: Tensor) -> Tensor:
    return torch.bitwise_or(self, other)


@register_decomposition([prims.bitwise_xor.default])
def bitwise_xor(self: Tensor, other: Tensor) -> Tensor:
    return torch.bitwise_xor(self, other)


@register_decomposition([prims.eq.default])
def eq(self: Tensor, other: Tensor) -> Tensor:
    return torch.eq(self, other)


@register_decomposition([prims.fmax.default])
def fmax(self: Tensor, other: Tensor) -> Tensor:
    return torch.fmax(self, other)


@register_decomposition([prims.fmin.default])
def fmin(self: Tensor, other: Tensor) -> Tensor:
    return torch.fmin(self, other)


@register_decomposition([prims.fmod.default])
def fmod(self: Tensor, other: Tensor) -> Tensor:
    return torch.fmod(self, other)


@register_decomposition([prims.gcd.default])
def gcd(self: Tensor, other: Tensor) -> Tensor:
    return torch.gcd(self, other)


@register_decomposition([prims.ge.default])
def ge(self: Tensor, other: Tensor) -> Tensor:
    return torch.ge(self, other)


@register_decomposition([prims.gt.default])
def gt(self: Tensor, other: Tensor) -> Tensor:
    return torch.gt(self, other)


@register_decomposition([prims.hypot.default])
def hypot(self: Tensor, other: Tensor) -> Tensor:
    return torch.hypot(self, other)


@register_decomposition([prims.igamma.default])
def igamma(self: Tensor, other: Tensor) -> Tensor:
    return torch.igamma(self, other)


@register_decomposition([prims.igammac.default])
def igammac(self: Tensor, other: Tensor) -> Tensor:
    return torch.igammac(self, other)


@register_decomposition([prims.le.default])
def le(self: Tensor, other: Tensor) -> Tensor:
    return torch.le(self, other)


@register_decomposition([prims.lt.default])
def lt(self: Tensor, other: Tensor) -> Tensor:
    return torch.lt(self, other)


@register_decomposition([prims.maximum.default])
def maximum(self: Tensor, other: Tensor) -> Tensor:
    return torch.maximum(self, other)


@register_decomposition([prims.minimum.default])
def minimum(self: Tensor, other: Tensor) -> Tensor:
    return torch.minimum(self, other)


@register_decomposition([prims.mul.default])
def mul(self: Tensor, other: Tensor) -> Tensor:
    return torch.mul(self, other)


@register_decomposition([prims.ne.default])
def ne(self: Tensor, other: Tensor) -> Tensor:
    return torch.ne(self, other)


@register_decomposition([prims.nextafter.default])
def nextafter(self: Tensor, other: Tensor) -> Tensor:
    return torch.nextafter(self, other)


@register_decomposition([prims.pow.default])
def pow(self: Tensor, other: Tensor) -> Tensor:
    return torch.pow(self, other)


@register_decomposition([prims.remainder.default])
def remainder(self: Tensor, other: Tensor) -> Tensor:
    return torch.remainder(self, other)


@register_decomposition([prims.shift_left.default])
def shift_left(self: Tensor, other: Tensor) -> Tensor:
    return torch.bitwise_left_shift(self, other)


@register_decomposition([prims.shift_right_arithmetic.default])
def shift_right_arithmetic(self: Tensor, other: Tensor) -> Tensor:
    return torch.bitwise_right_shift(self, other)


@register_decomposition([prims.sub.default])
def sub(self: Tensor, other: Tensor) -> Tensor:
    return torch.sub(self, other)


@register_decomposition([prims.zeta.default])
def zeta(self: Tensor, other: Tensor) -> Tensor:
    return torch.special.zeta(self, other)


# Of ints the quotient is rounded to zero.
@register_decomposition([prims.div.default])
def div(self: Tensor, other: Tensor) -> Tensor:
    if self.is_floating_point() or self.is_complex():
        return torch.div(self, other)
    return torch.div(self, other, rounding_mode="trunc")


@register_decomposition([prims.cbrt.default])
def cbrt(self: Tensor) -> Tensor:
    return torch.sign(self) * torch.pow(torch.abs(self), 1 / 3)
