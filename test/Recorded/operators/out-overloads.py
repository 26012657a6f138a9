# Overloads with out= that are made from the operators without.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/out-overloads.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/out-overloads.expected.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from torch import Tensor

aten = torch.ops.aten


def placed(x: Tensor, index: Tensor, out: Tensor):
    a = torch.index_add(x, 0, index, x, out=out)
    b = aten.index_fill(x, 0, index, 7.0, out=torch.empty(0))
    c = aten.index_copy(x, 0, index, x * 2, out=torch.empty(0))
    return a + 0, b, c, out


def reduced(x: Tensor, out: Tensor):
    return (torch.std(x, [1], correction=0, keepdim=True, out=out) + 0, aten.sum(x, out=torch.empty(0)),
            torch.var(x, [0], correction=1, out=torch.empty(0)), out)


def pairs(x: Tensor, a: Tensor, b: Tensor):
    aten.var_mean(x, [1], correction=1, keepdim=False, out0=a, out1=b)
    return a, b


def shifted(x: Tensor, out: Tensor):
    return torch.bitwise_left_shift(x, 2, out=out) + 0, torch.bitwise_right_shift(x, x, out=out) + 0, out


def pooled(x: Tensor, out: Tensor):
    return aten.avg_pool2d(x, [2, 2], out=out) + 0, aten.upsample_bilinear2d(x, [3, 3], False, out=out), out


def rounded(x: Tensor, out: Tensor):
    return aten.prod(x, dtype=torch.float64, out=out)


def of_another_type(x: Tensor, out: Tensor):
    return torch.bitwise_left_shift(x, 2, out=out)


X = torch.tensor([[1.0, -2.0, 3.0], [0.5, 4.0, 6.0]])
CALLS = [("placed", [X, torch.tensor([1, 0]), torch.empty(0)]), ("placed", [X, torch.tensor([1, 5]), torch.empty(0)]),
         ("reduced", [X, torch.empty(0)]), ("pairs", [X, torch.empty(0), torch.empty(0)]),
         ("shifted", [torch.tensor([1, 2, 3]), torch.empty(0, dtype=torch.int64)]),
         ("pooled", [torch.arange(16.0).reshape(1, 1, 4, 4), torch.empty(0)]), ("rounded", [X, torch.empty(0).double()]),
         ("of_another_type", [torch.tensor([1, 2]), torch.empty(0, dtype=torch.bool)])]
