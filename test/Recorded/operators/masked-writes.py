# Writes where a mask is true, and numbers that are written into tensors: what
# does not fit is refused, fractions are cut off.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/masked-writes.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/masked-writes.expected.json --dynamic | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from torch import Tensor
from typing import List


def put(x: Tensor, mask: Tensor, values: Tensor) -> Tensor:
    y = x * 1
    y[mask] = values
    return y + 0


def put_columns(x: Tensor, mask: Tensor, values: Tensor) -> Tensor:
    y = x * 1
    y[:, mask] = values
    return y + 0


def add(x: Tensor, mask: Tensor, values: Tensor) -> Tensor:
    return torch.index_put(x, [mask], values, accumulate=True) + 0


def put_number(x: Tensor, mask: Tensor, value: float) -> Tensor:
    y = x * 1
    y[mask] = value
    return y + 0


def filled(x: Tensor, mask: Tensor, value: float) -> Tensor:
    return x.masked_fill(mask, value) + 0


def filled_by_tensor(x: torch.Tensor, mask: torch.Tensor, value: torch.Tensor):
    return torch.masked_fill(x, mask, value)


def filled_int(x: Tensor, mask: Tensor, value: int) -> Tensor:
    return x.masked_fill(mask, value) + 0


def full_of_bytes(value: int) -> Tensor:
    return torch.full([3], value, dtype=torch.uint8) + 0


def full_of_floats(value: float) -> Tensor:
    return torch.full([3], value, dtype=torch.float32) + 0


def full_of_ints(value: float) -> Tensor:
    return torch.full([3], value, dtype=torch.int16) + 0


def full_like(x: Tensor, value: float) -> Tensor:
    return torch.full_like(x, value) + 0


def constant_fraction(x: Tensor) -> Tensor:
    return x.masked_fill(x > 1, 2.75) + 0


def constant_half(x: Tensor) -> Tensor:
    return torch.full_like(x, 65519.0)


def scattered(x: Tensor, index: Tensor, value: float) -> Tensor:
    return x.scatter(0, index, value) + 0


x = torch.arange(12.0).reshape(3, 4)
rows = torch.tensor([True, False, True])
columns = torch.tensor([False, True, True, False])
every = torch.tensor([[True, False, True, False], [False] * 4, [True] * 4])
ints = torch.arange(4)
bytes = torch.arange(4, dtype=torch.uint8)
some = torch.tensor([True, False, True, False])

CALLS = [
    ("put", [x, every, torch.arange(6.0) + 20]),
    ("put", [x, every, torch.tensor(7.0)]),
    ("put", [x, every, torch.tensor([7.0])]),
    ("put", [x, every, torch.arange(5.0)]),
    ("put", [x, every & False, torch.arange(0.0)]),
    ("put", [x, every & False, torch.arange(3.0)]),
    ("put", [x, every.to(torch.uint8), torch.arange(6.0)]),
    ("put", [x, rows, torch.arange(8.0).reshape(2, 4)]),
    ("put", [x, rows, torch.arange(4.0)]),
    ("put", [x, rows, torch.arange(2.0).reshape(2, 1)]),
    ("put", [x, rows, torch.arange(12.0).reshape(3, 4)]),
    ("put", [x, torch.tensor([True, False]), torch.arange(4.0)]),
    ("put", [ints, some, torch.tensor([8, 9])]),
    ("put", [some, some, torch.tensor([False, True])]),
    ("put_columns", [x, columns, torch.arange(6.0).reshape(3, 2)]),
    ("put_columns", [x, columns, torch.arange(2.0)]),
    ("put_columns", [x, columns, torch.arange(3.0).reshape(3, 1)]),
    ("put_columns", [x, columns, torch.arange(3.0)]),
    ("add", [x, every, torch.arange(6.0)]),
    ("add", [x, rows, torch.arange(4.0)]),
    ("add", [some, ~some, torch.tensor([False, True])]),
    ("put_number", [x, every, 2.5]),
    ("put_number", [x, rows, -1.0]),
    ("put_number", [ints, some, 2.0]),
    ("filled", [x, every, 2.5]),
    ("filled", [x, every, 1e39]),
    ("filled", [x, every, float("inf")]),
    ("filled", [x, every, float("nan")]),
    ("filled", [ints, some, 2.75]),
    ("filled", [ints, some, -2.75]),
    ("filled", [ints, some, float("nan")]),
    ("filled", [bytes, some, -1.0]),
    ("filled", [bytes, some, 255.5]),
    ("filled", [some, some, 0.5]),
    ("filled_int", [bytes, some, -255]),
    ("filled_int", [bytes, some, -256]),
    ("filled_int", [bytes, some, 256]),
    ("filled_int", [x, every, 1 << 40]),
    ("filled_by_tensor", [ints, some, torch.tensor(2.75)]),
    ("filled_by_tensor", [x, some, torch.tensor(3)]),
    ("filled_by_tensor", [x, some, torch.tensor(1e39, dtype=torch.float64)]),
    ("filled_by_tensor", [bytes, some, torch.tensor(-300)]),
    ("filled_by_tensor", [bytes, some, torch.tensor(True)]),
    ("filled_by_tensor", [ints, some, torch.tensor(float("inf"))]),
    ("full_of_bytes", [7]),
    ("full_of_bytes", [-1]),
    ("full_of_bytes", [300]),
    ("full_of_floats", [1e39]),
    ("full_of_floats", [1.5]),
    ("full_of_ints", [-7.9]),
    ("full_of_ints", [40000.0]),
    ("full_like", [x, 1e39]),
    ("full_like", [bytes, 3.5]),
    ("full_like", [bytes, -0.5]),
    ("full_like", [x.to(torch.complex64), 1e39]),
    ("constant_fraction", [ints]),
    ("constant_half", [x.half()]),
    ("scattered", [x, torch.tensor([[0, 1, 2, 0]]), 2.5]),
    ("scattered", [x, torch.tensor([[0, 1, 2, 0]]), 1e39]),
    ("scattered", [ints, torch.tensor([1]), 2.5]),
]

# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/masked-writes.expected.json
# RUN: ts-run %s --check=%S/masked-writes.expected.json --specialize=false
