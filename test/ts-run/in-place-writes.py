# Writes to tensors, through views, in branches and loops, seen by others: all
# tiers do what PyTorch does (recorded by utils/record_calls.py).
# RUN: ts-run %s --check=%S/Inputs/in-place-writes.json --tier=runtime | FileCheck %s
# RUN: ts-run %s --check=%S/Inputs/in-place-writes.json | FileCheck %s
# CHECK: {{^}}32 passed, 0 failed
# RUN: ts-run %s --entry=residual --input=2x3:f32=arange --input=3x3:f32=0.5 --tier=compiled | FileCheck %s --check-prefix=RESIDUAL
# RUN: ts-run %s --entry=parts --input=3x4:f32=arange --tier=compiled >%t && ts-run %s --entry=parts --input=3x4:f32=arange --tier=runtime | diff %t -
# RUN: ts-run %s --entry=carried --input=2x3:f32=arange --input=3x3:f32=0.125 --input=4 --tier=compiled >%t && ts-run %s --entry=carried --input=2x3:f32=arange --input=3x3:f32=0.125 --input=4 --tier=runtime | diff %t -
# RUN: ts-run %s --entry=branch --input=2x3:f32=arange --input=True --tier=compiled >%t && ts-run %s --entry=branch --input=2x3:f32=arange --input=True --tier=runtime | diff %t -
# RUN: ts-run %s --entry=argument --input=2x3:f32=arange --tier=compiled >%t && ts-run %s --entry=argument --input=2x3:f32=arange --tier=runtime | diff %t -
from typing import List, Tuple

import torch
from torch import Tensor


# What residual networks do: nothing of it is left to the runtime.
# RESIDUAL: 1.5000 2.5000 3.5000
# RESIDUAL-NEXT: 9.0000 10.0000 11.0000
def residual(x: Tensor, w: Tensor) -> Tensor:
    out = torch.mm(x, w)
    out += x
    return torch.relu_(out)


def parts(x: Tensor) -> Tensor:
    y = x * 2
    y[0] = 1
    y[1:, 0] = x[0, :2]
    y[:, 1] += 2.5
    y.t()[2].mul_(3)
    y.view(-1)[::5].neg_()
    y.unsqueeze(0).transpose(1, 2)[0, 3].copy_(x[:, 0])
    y.narrow(1, 0, 2).clamp_(-3, 3)
    return y


def carried(x: Tensor, w: Tensor, n: int) -> Tensor:
    h = x.clone()
    for i in range(n):
        h = torch.tanh(torch.mm(h, w))
        h += x
    return h


def branch(x: Tensor, c: bool) -> Tensor:
    y = x + 1
    z = y[0]
    if c:
        y.mul_(2)
        z.add_(1)
    else:
        z.zero_()
    return z + y


# The caller sees it, also through a view of the argument.
def argument(x: Tensor) -> Tensor:
    x += 1
    x[0].mul_(2)
    y = x.t()
    x.sub_(0.5)
    return y + 1


# A result that aliases another, and one that does not.
def aliases(x: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
    y = x + 1
    z = y[1]
    w = y.t().reshape(-1)
    z.fill_(7)
    return y, z, w


# A tensor in a container is still the tensor.
def container(x: Tensor) -> List[Tensor]:
    y = x + 1
    kept = [y]
    y.mul_(2)
    kept[0].add_(1)
    return kept + [y]


def older(x: Tensor, n: int) -> Tuple[Tensor, Tensor]:
    y = x + 1
    first = y
    for i in range(n):
        y.add_(1)
        if i == 1:
            y = y * 2
    return first, y


def promoted(x: Tensor) -> Tuple[Tensor, Tensor]:
    ints = torch.ones_like(x, dtype=torch.int64)
    wide = x.to(torch.float64) / 3
    y = x + 0
    y += wide
    y.masked_fill_(y > 2, 0.5)
    ints += (x > 1)
    return y, ints


# What cannot be stored is refused.
def refused(x: Tensor) -> Tensor:
    ints = torch.ones_like(x, dtype=torch.int64)
    ints += x
    return ints


def too_small(x: Tensor) -> Tensor:
    y = x[0] + 1
    y += x
    return y


# Sizes change under the views.
def reshaped(x: Tensor) -> Tuple[Tensor, int]:
    y = x + 1
    z = y[0]
    y.t_()
    y.add_(1)
    y.unsqueeze_(0)
    return z + y.sum(), y.dim()


def overlapping(x: Tensor) -> Tensor:
    y = x + 1
    y[0] = y[1]
    y[:, 0] = y[:, 1]
    y.add_(y)
    return y


def swap(x: Tensor, n: int) -> Tuple[Tensor, Tensor]:
    a = x + 1
    b = x * 2
    i = 0
    while i < n:
        a, b = b, a
        a.add_(1)
        i += 1
    return a, b


X = torch.arange(6.).view(2, 3)
W = torch.full((3, 3), 0.5)
CALLS = [
    ("residual", [X, W]), ("parts", [torch.arange(12.).view(3, 4)]),
    ("carried", [X, W / 4, 0]), ("carried", [X, W / 4, 3]),
    ("branch", [X, True]), ("branch", [X, False]),
    ("argument", [X.clone()]), ("argument", [torch.arange(6.).view(3, 2).t()]),
    ("aliases", [X]), ("container", [X]),
    ("older", [X, 0]), ("older", [X, 1]), ("older", [X, 3]),
    ("promoted", [X]), ("refused", [X]), ("too_small", [X]),
    ("reshaped", [X]), ("overlapping", [X]),
    ("swap", [X, 0]), ("swap", [X, 1]), ("swap", [X, 2]),
    ("residual", [X.double(), W.double()]), ("parts", [torch.arange(12).view(3, 4)]),
    ("argument", [torch.arange(6)]), ("argument", [torch.arange(6.).view(2, 3).expand(2, 3)]),
    ("branch", [X.int(), True]), ("branch", [torch.zeros(2, 0), True]),
    ("aliases", [torch.ones(2, 2, dtype=torch.uint8)]), ("container", [torch.ones(())]),
    ("older", [torch.ones(1), 2]), ("overlapping", [torch.ones(2, 2, dtype=torch.int8)]),
    ("swap", [torch.zeros(0), 3]),
]
