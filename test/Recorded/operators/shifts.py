# Shifts by negative, wide and extreme counts, in every dtype of ints.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/shifts.expected.json --check-messages | FileCheck %s
# RUN: ts-run %s --check=%S/shifts.expected.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
import torch.nn.functional as F
from typing import List, Optional
from torch import Tensor

NAN = float("nan")
INF = float("inf")
DTYPES = [torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64]


def left(x: Tensor, n: Tensor):
    return torch.bitwise_left_shift(x, n), x << n, x.clone().bitwise_left_shift_(n)


def right(x: Tensor, n: Tensor):
    return torch.bitwise_right_shift(x, n), x >> n, x.clone().bitwise_right_shift_(n)


def by_number(x: Tensor, n: int):
    return torch.bitwise_left_shift(x, n), torch.bitwise_right_shift(x, n), x << n, x >> n


def of_number(x: int, n: Tensor):
    return torch.bitwise_left_shift(x, n), torch.bitwise_right_shift(x, n)


def values(dtype):
    info = torch.iinfo(dtype)
    return torch.tensor([info.max, info.min, 1, 5, 0, info.max - 1], dtype=dtype).repeat_interleave(12)


def counts(dtype):
    info = torch.iinfo(dtype)
    n = [0, 1, info.bits - 1, info.bits, info.bits + 1, info.max, info.min, 3, 2 * info.bits - 1, 63, 64, 32]
    return torch.tensor(n).to(dtype).repeat(6)


CALLS = [(name, [values(dtype), counts(dtype)]) for name in ("left", "right") for dtype in DTYPES] + \
    [("by_number", [torch.tensor([7, -7, 100], dtype=dtype), n]) for dtype in DTYPES[1:] for n in (2, -1, 8, 63, 70)] + \
    [("of_number", [n, torch.tensor([0, 1, 7, 31, -1], dtype=dtype)]) for dtype in DTYPES[1:] for n in (5, -5)] + \
    [("left", [torch.tensor([1.0]), torch.tensor([1.0])]), ("left", [torch.tensor([True]), torch.tensor([True])])]
