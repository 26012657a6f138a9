# Numbers between two ends, in kernels: of each dtype, with the bits of PyTorch's vectors.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/intervals.expected.json --tier=compiled | FileCheck %s
# RUN: ts-run %s --check=%S/intervals.expected.json --dynamic | FileCheck %s
# RUN: ts-run %s --check=%S/intervals.expected.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from torch import Tensor


def floats(x: Tensor, n: int):
    return (torch.linspace(0, 1, n), torch.linspace(-3.7, 9.1, n), torch.linspace(5, -5, n, dtype=torch.float64),
            torch.linspace(0, 1, n, dtype=torch.float32) * x.size(0))


def integers(x: Tensor, n: int):
    return (torch.linspace(0, 100, n, dtype=torch.int64), torch.linspace(7.9, -3.9, n, dtype=torch.int64),
            torch.linspace(0, 100, n, dtype=torch.int32), torch.linspace(-9, 9, n, dtype=torch.int16),
            torch.linspace(-90, 90, n, dtype=torch.int8), torch.linspace(0, 200, n, dtype=torch.uint8))


def between(x: Tensor, a: float, b: int, n: int):
    return torch.linspace(a, b, n), torch.linspace(b, a, n, dtype=torch.float64), torch.linspace(b, 3 * b, n, dtype=torch.int32)


def by_size(x: Tensor):
    return torch.linspace(0, 1, x.size(0)), torch.linspace(1, x.size(1), x.size(0), dtype=torch.int64) + x.sum(1).long()


X = torch.ones(3, 2)
CALLS = [(f, [X, n]) for f in ("floats", "integers") for n in (0, 1, 2, 3, 7, 16, 31, 64, 100)] + \
    [("between", [X, 0.3, 7, n]) for n in (1, 5, 40)] + [("by_size", [X]), ("by_size", [torch.ones(33, 4)])]
