# The operators of the namespace prims.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/prims.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/prims.expected.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from torch import Tensor

p = torch.ops.prims


def of_one(x: Tensor):
    return (p.abs(x), p.acos(x), p.acosh(x + 3), p.asin(x), p.asinh(x), p.atan(x), p.atanh(x), p.bessel_i0(x),
            p.bessel_i0e(x), p.bessel_i1(x), p.bessel_i1e(x), p.bessel_j0(x), p.bessel_j1(x), p.ceil(x),
            p.cos(x), p.cosh(x), p.digamma(x), p.erf(x), p.erf_inv(x), p.erfc(x), p.exp(x), p.exp2(x))


def of_another(x: Tensor):
    return (p.expm1(x), p.floor(x), p.isfinite(x), p.lgamma(x), p.log(x), p.log10(x), p.log1p(x), p.log2(x), p.neg(x),
            p.reciprocal(x), p.round(x), p.rsqrt(x), p.sign(x), p.signbit(x), p.sin(x), p.sinh(x),
            p.spherical_bessel_j0(x), p.sqrt(x), p.tan(x), p.tanh(x), p.trunc(x), p.cbrt(x))


def of_two(x: Tensor, y: Tensor):
    return (p.add(x, y), p.atan2(x, y), p.eq(x, y), p.fmax(x, y), p.fmin(x, y), p.fmod(x, y), p.ge(x, y), p.gt(x, y),
            p.hypot(x, y), p.igamma(x.abs(), y.abs()), p.igammac(x.abs(), y.abs()), p.le(x, y), p.lt(x, y),
            p.maximum(x, y), p.minimum(x, y), p.mul(x, y), p.ne(x, y), p.nextafter(x, y), p.pow(x, y),
            p.remainder(x, y), p.sub(x, y), p.zeta(x + 2, y), p.div(x, y))


def of_ints(x: Tensor, y: Tensor):
    return (p.bitwise_not(x), p.bitwise_and(x, y), p.bitwise_or(x, y), p.bitwise_xor(x, y), p.gcd(x, y),
            p.shift_left(x, y), p.shift_right_arithmetic(x, y), p.div(x, y))


def of_complex(x: Tensor):
    return p.real(x), p.imag(x), p.conj_physical(x), p.conj(x) + 0


def reductions(x: Tensor):
    return (p.amax(x, [1]), p.amin(x, [0, 1]), p.sum(x, [0]), p.sum(x, [0, 1]),
            p.prod(x, [1]), p.prod(x, [0, 1]), p.var(x, [1], correction=1), p.var(x, [0], correction=0))


def shapes(x: Tensor):
    return (p.broadcast_in_dim(x, [2, 4, 3], [0, 2]), p.cat([x, x], 1), p.collapse_view(x, 0, 2),
            p.as_strided(x, [2, 2], [1, 1], 1), p.reshape(x, [3, 2]), p.rev(x, [0, 1]), p.slice(x, [0, 1], [2, 3]),
            p.slice(x, [0, 0], [2, 3], [1, 2]), p.slice_in_dim(x, 1, 3, 1, 1), p.split_dim(x, 1, 3),
            p.squeeze(x[:, :1], [1]), p.transpose(x, [1, 0]), p.view_of(x), p.where(x > 0, x, -x))


def conversions(x: Tensor):
    return (p.convert_element_type(x, torch.int64), p.to_dtype(x, torch.float64), p.fill(x, 3),
            p.full([2], 1.5, dtype=torch.float32, device=torch.device("cpu"), requires_grad=False),
            p.full_like(x, 2, dtype=torch.float32, device=torch.device("cpu"), requires_grad=False),
            p.arange(0, 5, 2, dtype=torch.int64, device=torch.device("cpu"), requires_grad=False),
            p.copy_to(x.clone(), x * 2), p.item(x[0, 0]))


def transforms(x: Tensor):
    y = p.fft_r2c(x, dim=[1], onesided=True)
    return (y, p.fft_r2c(x, dim=[0, 1], onesided=False), p.fft_c2c(y, dim=[0, 1], forward=True),
            p.fft_c2c(y, dim=[1], forward=False), p.fft_c2r(y, dim=[1], last_dim_size=3))


def factors(x: Tensor):
    u, s, v = p.svd(x, full_matrices=False)
    return s, u @ torch.diag(s) @ v


X = torch.tensor([[0.25, -0.5, 0.75], [0.125, 0.9, -0.3]])
Y = torch.tensor([[1.5, 2.0, -0.5], [0.125, -3.0, 4.0]])
CALLS = [("of_one", [X]), ("of_another", [X]), ("of_two", [X, Y]),
         ("of_ints", [torch.tensor([7, -7, 12]), torch.tensor([2, 2, 5])]), ("of_complex", [X + 1j * Y]),
         ("reductions", [X]), ("shapes", [X]), ("conversions", [Y]), ("transforms", [X]), ("factors", [Y])]
