# `out=` of tensors without elements, which become what is computed (recorded by
# utils/record_calls.py).
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/blank-outs.expected.json --tier=runtime | FileCheck %s
# RUN: ts-run %s --check=%S/blank-outs.expected.json --tier=compiled | FileCheck %s
# CHECK: 9 passed, 0 failed
from typing import Tuple

import torch
from torch import Tensor


def add(x: Tensor, y: Tensor) -> Tensor:
    return torch.add(x, y, out=torch.empty(0))


def named(x: Tensor, y: Tensor) -> Tensor:
    out = torch.empty(0)
    torch.mul(x, y, out=out)
    out += 1
    return out * 2


def returned(x: Tensor, y: Tensor) -> Tuple[Tensor, Tensor]:
    out = torch.empty([0])
    z = torch.matmul(x, y.t(), out=out)
    z.neg_()
    return out, z


def sort(x: Tensor, y: Tensor) -> Tuple[Tensor, Tensor]:
    values, indices = torch.empty(0), torch.empty(0, dtype=torch.int64)
    torch.sort(x, 1, out=(values, indices))
    return values, indices


def topk(x: Tensor, y: Tensor) -> Tuple[Tensor, Tensor]:
    values, indices = torch.empty(0), torch.empty(0, dtype=torch.int64)
    torch.topk(x, 2, out=(values, indices))
    return values + y[:, :2], indices


def whole(x: Tensor, y: Tensor) -> Tensor:
    return torch.cat([x, y], 1, out=torch.empty(0))


def without_rows(x: Tensor, y: Tensor) -> Tensor:
    return torch.sub(x, y, out=torch.zeros(3, 0))


def sequence(x: Tensor, y: Tensor) -> Tensor:
    out = torch.empty(0)
    torch.arange(6., out=out)
    return out.view(2, 3) + x


def none(x: Tensor, y: Tensor) -> Tensor:
    out = torch.empty(0)
    torch.add(x[:, :0], y[:, :0], out=out)
    return out


X = torch.tensor([[3., 1., 2.], [0.5, 4., -1.]])
Y = torch.tensor([[1., -1., 0.25], [2., 0., 1.]])
CALLS = [(name, [X, Y]) for name in ("add", "named", "returned", "sort", "topk", "whole", "without_rows", "sequence",
                                     "none")]
