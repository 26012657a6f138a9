# Builtin functions, and those of `math`.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/builtins.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import math
import torch
from typing import List
from torch import Tensor


def numbers(n: int, x: float):
    return abs(n), abs(x), divmod(n, 3), pow(n, 2), round(x), min(n, 2), max(x, 1.5), sum([n, n]), int(x), float(n), hash(n) == hash(n)


def sequences(xs: List[int]):
    return len(xs), sorted(xs), any([x > 2 for x in xs]), tuple((1, 2)), list(range(2, 8, 3))


def functions(x: float):
    return (math.sqrt(x), math.exp(x), math.log(x), math.log(x, 2), math.log10(x), math.sin(x), math.atan2(x, 2.0), math.floor(x), math.ceil(x),
            math.fabs(-x), math.pow(x, 2), math.copysign(x, -1.0), math.degrees(x), math.gamma(x), math.erf(x))


def whole(n: int, m: int):
    return math.gcd(n, m), math.factorial(m), math.isnan(float("nan")), math.isinf(1.0), math.isfinite(1.0), math.modf(2.5), math.frexp(8.0), math.ldexp(0.5, 3)


def constants():
    return math.pi, math.e, math.inf, -math.inf


def attributes(t: Tensor):
    return len(t), isinstance(t, Tensor), t.dtype == getattr(t, "dtype")


def factorial(n: int):
    return math.factorial(n)


CALLS = [("numbers", [-7, 2.5]), ("numbers", [7, -0.5]), ("sequences", [[3, 1, 2]]), ("functions", [2.5]), ("functions", [0.25]), ("whole", [12, 8]),
         ("constants", []), ("attributes", [torch.ones(3)]), ("factorial", [-1])]
