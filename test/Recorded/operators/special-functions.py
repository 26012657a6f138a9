# Special functions at zero, poles, infinities, NaN, denormal and very large numbers.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/special-functions.expected.json --check-messages | FileCheck %s
# RUN: ts-run %s --check=%S/special-functions.expected.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
import torch.nn.functional as F
from typing import List, Optional
from torch import Tensor

NAN = float("nan")
INF = float("inf")


def gammas(a: Tensor, x: Tensor):
    return torch.igamma(a, x), torch.igammac(a, x)


def zeta(x: Tensor, q: Tensor):
    return torch.special.zeta(x, q), torch.special.zeta(2.0, q), torch.special.zeta(x, 1.5)


def polygamma(x: Tensor, n: int):
    return torch.polygamma(n, x), torch.special.polygamma(n, x)


def multigamma(x: Tensor, p: int):
    return torch.mvlgamma(x, p), torch.special.multigammaln(x, p)


def bessel(x: Tensor):
    return (torch.special.bessel_j0(x), torch.special.bessel_j1(x), torch.special.bessel_y0(x),
            torch.special.bessel_y1(x), torch.special.spherical_bessel_j0(x), torch.special.airy_ai(x))


def modified_bessel(x: Tensor):
    return (torch.i0(x), torch.special.i0e(x), torch.special.i1(x), torch.special.i1e(x),
            torch.special.modified_bessel_i0(x), torch.special.modified_bessel_i1(x),
            torch.special.modified_bessel_k0(x), torch.special.modified_bessel_k1(x),
            torch.special.scaled_modified_bessel_k0(x), torch.special.scaled_modified_bessel_k1(x))


def errors(x: Tensor):
    return (torch.erfinv(x), torch.special.erfcx(x), torch.special.ndtr(x), torch.special.ndtri(x),
            torch.special.log_ndtr(x), torch.special.entr(x))


def logarithms(x: Tensor):
    return torch.log1p(x), torch.expm1(x), torch.lgamma(x), torch.digamma(x), torch.logit(x), torch.logit(x, 0.1)


def products(x: Tensor, y: Tensor):
    return (torch.xlogy(x, y), torch.special.xlog1py(x, y), torch.hypot(x, y), torch.atan2(x, y),
            torch.nextafter(x, y), torch.logaddexp(x, y), torch.logaddexp2(x, y), torch.sinc(x))


def parts(x: Tensor):
    return torch.frexp(x)


EDGES = [NAN, INF, -INF, -0.0, 0.0, 1e-42, 3e38, -3e38, 1e-20, 1.0, -1.0, -2.0, 0.5, -0.5, 2.5, 20.0, -7.25, 100.5]
SOME = [NAN, INF, -INF, -0.0, 0.0, 1e-42, 3e38, 1.0, -1.0, 2.0, -2.5, 10.0, 0.25]
EDGE = torch.tensor(EDGES)
FEW = torch.tensor(SOME)
INTS = torch.tensor([2**63 - 1, -2**63, -1, 0, 1, 2, 3, 10, 2**31])
BOTH = [FEW.repeat_interleave(len(SOME)), FEW.repeat(len(SOME))]
DOUBLES = [x.double() for x in BOTH]
# PyTorch's bessel_j0 and its kin are exact to 4e-7 alone between 3 and 14.
CALLS = [("gammas", BOTH), ("gammas", DOUBLES), ("zeta", BOTH), ("zeta", DOUBLES),
         ("zeta", [INTS, torch.tensor([1, 2, 0, 3, 2**63 - 1, -4, 5, 7, 2])]), ("products", BOTH), ("products", DOUBLES)] + \
    [("polygamma", [x, n]) for x in (EDGE, EDGE.double(), INTS) for n in (0, 1, 2, 5)] + \
    [("polygamma", [EDGE, -1])] + \
    [("multigamma", [x, p]) for x in (EDGE, FEW.double(), INTS, torch.tensor([2.5, 3.25]),
                                      torch.tensor([3, 9])) for p in (1, 3)] + \
    [("multigamma", [EDGE, 0])] + \
    [("bessel", [EDGE]), ("bessel", [INTS])] + \
    [(name, [x]) for name in ("modified_bessel", "errors") for x in (EDGE, EDGE.double(), INTS)] + \
    [("logarithms", [x]) for x in (EDGE[EDGE != 3e38], EDGE.double(), INTS)] + \
    [("parts", [EDGE]), ("parts", [EDGE.double()]), ("parts", [INTS])]
