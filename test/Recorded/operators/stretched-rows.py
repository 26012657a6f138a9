# Rows added that stretch, and floats of the program as elements: those that would
# become infinite raise.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/stretched-rows.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/stretched-rows.expected.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from torch import Tensor


def add(x: Tensor, dim: int, i: Tensor, s: Tensor):
    return x.index_add(dim, i, s), torch.index_add(x, dim, i, s, alpha=2)


def fill(x: Tensor, s: float):
    x[0] = s
    return x * 2, torch.tensor(s), torch.full([2], s)


def ramp(*shape):
    n = 1
    for size in shape:
        n *= size
    return torch.arange(1.0, 1.0 + n).view(shape)


ROWS = [((2, 4), 0, [0], (1,)), ((2, 4), 0, [0], (1, 1)), ((2, 4), 0, [0], (1, 4)), ((2, 4), 1, [0], (2,)), ((2, 4), 1, [0], (2, 1)),
        ((2, 4), 1, [0], (1, 1)), ((2, 3, 4), 0, [0], (1, 4)), ((2, 3, 4), 1, [0], (4,)), ((2, 3, 4), 1, [0], (1, 1, 4)),
        ((2, 3, 4), 0, [0, 1], (2,)), ((2, 4), 0, [0], (4,)), ((4,), 0, [0], ()), ((2, 3, 4), 2, [0], (2, 3, 1)), ((2, 3, 4), 1, [1], (2, 1))]
CALLS = [("add", [torch.zeros(sizes), dim, torch.tensor(i), ramp(*source)]) for sizes, dim, i, source in ROWS] + \
    [("fill", [torch.ones(2), s]) for s in (0.25, 1e40, -1e40, float("inf"), float("nan"), 3.4e38)]
