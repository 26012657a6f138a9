# Operators that write to their operand: what others see of it.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/in-place.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import List, Optional
from torch import Tensor


def chained(x: Tensor):
    y = x
    x.add_(1).mul_(2).relu_()
    y += 1
    return x, y


def through_list(xs: List[Tensor]):
    for x in xs:
        x.zero_()
    return xs


def in_loop(x: Tensor, n: int):
    out = torch.zeros(n)
    for i in range(n):
        out[i] = x.sum() + i
        x[0] = x[0] * 2
    return out, x


def copied(x: Tensor, y: Tensor):
    z = x.clone()
    x.copy_(y)
    x.fill_(3).sub_(y)
    return x, z


def out_argument(x: Tensor, y: Tensor):
    torch.add(x, y, out=x)
    return x


def aliased(x: Tensor):
    v = x[1:]
    v.mul_(10)
    w = x.clone()[1:]
    w.add_(1)
    return x, v, w


def dtype_of_left(x: Tensor):
    x += 1.5
    return x


def branch(x: Tensor, flag: bool):
    y = x
    if flag:
        y = x.clone()
    y.add_(1)
    return x, y


def in_order(x: torch.Tensor, y: torch.Tensor, n: int):
    # Both zeros are computed once, before the sum, but written behind it.
    for i in range(n):
        y = torch.where(y > 0, y, torch.zeros_like(y))
        x.squeeze().add_(1)
        x.zero_()
    return x, y


CALLS = [("in_order", [torch.ones(2, 3), torch.ones(2, 3), 0]), ("in_order", [torch.ones(2, 3), torch.ones(2, 3), 3]), ("chained", [torch.tensor([-3.0, 2.0])]), ("through_list", [[torch.ones(1), torch.ones(2)]]),
         ("in_loop", [torch.tensor([1.0, 2.0]), 3]), ("copied", [torch.zeros(2), torch.tensor([1.0, 2.0])]),
         ("out_argument", [torch.ones(2), torch.ones(2)]), ("aliased", [torch.tensor([1.0, 2.0, 3.0])]),
         ("dtype_of_left", [torch.tensor([1, 2])]), ("dtype_of_left", [torch.tensor([1.0])]),
         ("branch", [torch.ones(1), True]), ("branch", [torch.ones(1), False])]
