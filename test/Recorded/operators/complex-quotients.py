# Products and quotients of complex numbers at infinities, zeros and beyond the
# range of squares: those of the textbook, whatever becomes NaN.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/complex-quotients.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/complex-quotients.expected.json --tier=runtime | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from torch import Tensor


def product(x: Tensor, y: Tensor):
    return x * y


def quotient(x: Tensor, y: Tensor):
    return x / y, 2 / y, x / 0


def inverse(x: Tensor, y: Tensor):
    return torch.reciprocal(y), torch.rsqrt(x)


def sign(x: Tensor, y: Tensor):
    return torch.sgn(x[:8])


def between(x: Tensor, y: Tensor):
    return torch.lerp(x, y, 0.5)


inf, nan = float("inf"), float("nan")
X = [1 + 2j, 1 + 2j, 1 + 2j, complex(inf, 0), 1e30 + 1e30j, 1e-30 + 1e-30j, 1 + 2j, 0j, 1 + 2j, 3e38 + 3e38j, complex(inf, inf), 1 + 2j]
Y = [0j, complex(inf, 0), complex(inf, inf), 1 + 1j, 1e30 + 1e25j, 1e-30 + 1e-38j, complex(nan, 1), complex(inf, 1), 1e-45 + 0j, 1 + 1j, 1 + 0j, 3 + 0.5j]
CALLS = [(name, [torch.tensor(X, dtype=dtype), torch.tensor(Y, dtype=dtype)]) for name in ("product", "quotient", "inverse", "sign", "between")
         for dtype in (torch.complex64, torch.complex128)]
