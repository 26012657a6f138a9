# float16 and bfloat16: computed in float32, each operator's result rounded.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/half-precision.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/half-precision.expected.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
from typing import List

import torch
import torch.nn.functional as F
from torch import Tensor


def renormed(x: Tensor):
    return x.renorm(2, 0, 1.5), x.renorm(1, 1, 0.75), x.renorm(3.0, -1, 2)


def round_trip(x: Tensor, dtype: int):
    y = x.to(dtype)
    return y.float(), y.double() * 2, y.to(torch.bfloat16), y.to(torch.float16), torch.isnan(y)


def to_integers(x: Tensor):
    return x.to(torch.int32), x.to(torch.bool), x.long().to(torch.bfloat16)


def chain(x: Tensor, y: Tensor):
    return (x * 0.1001 + y) / 3.3 - x % 0.37


def promoted(x: Tensor, y: Tensor, f: Tensor, i: Tensor):
    return x + y, x * f, x > i, torch.where(x > 0, x, y)


def functions(x: Tensor):
    return torch.tanh(x), torch.exp(x), torch.sigmoid(x), torch.log1p(x.abs()), torch.sqrt(x.abs()), F.silu(x)


def rows(x: Tensor):
    return x.softmax(-1), x.sum(0), x.mean(1), x.amax(0), x.argmax(1), x.var(1), x.cumsum(0)


def half_rows(x: Tensor):
    return x.sum(0), x.amax(0), x.argmax(1), x.any(1)


def products(x: Tensor, y: Tensor):
    return x @ y, x[:2, :3] @ y[:3, :2]


def scaled_sum(x: Tensor, y: Tensor):
    return torch.add(x, y, alpha=0.3)


def in_place(x: Tensor):
    y = x.clone()
    y.mul_(0.7)
    y[0] += 1.1
    return y


def refused(x: Tensor):
    return torch.exp(x)



SPECIAL = torch.tensor([0.0, -0.0, 1.0, 1.00390625, 1.01171875, 65504.0, 65520.0, 3.4e38, -3.4e38, 1e-8, 6e-8, 5.96e-8, 6.1e-5, 1e-40, float("inf"),
                        float("-inf"), float("nan"), 257.0, 2049.0, -0.333])
VALUES = torch.linspace(-3, 3, 60).view(5, 12)
BRAIN, HALF = VALUES.to(torch.bfloat16), VALUES.to(torch.float16)
LARGE = torch.linspace(-2, 2, 30 * 30).view(30, 30).to(torch.bfloat16)
CALLS = [("round_trip", [SPECIAL, torch.bfloat16]),
         ("round_trip", [SPECIAL, torch.float16]),
         ("round_trip", [SPECIAL.double(), torch.float16]),
         ("to_integers", [BRAIN]), ("to_integers", [HALF])]
for values in (BRAIN, HALF):
    CALLS += [("chain", [values, values.flip(0)]),
              ("promoted", [values, values.flip(1), VALUES, torch.arange(12)]),
              ("scaled_sum", [values, values.flip(0)]),
              ("in_place", [values]),
              ("renormed", [values.view(-1, 4)])]
CALLS += [("functions", [BRAIN]), ("rows", [BRAIN]), ("half_rows", [HALF]),
          ("products", [LARGE, LARGE.t().contiguous()]), ("refused", [HALF])]
