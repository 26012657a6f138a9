# Loops and branches of tensor code: what they carry, and what leaves them.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/tensor-loops.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/tensor-loops.expected.json --tier=runtime | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
# What is nothing but tensor code is one kernel.
# RUN: ts-run %s --entry=until --input=1000.0 --tier=compiled | FileCheck %s --check-prefix=UNTIL
# UNTIL: (4,
from typing import List, Tuple

import torch
from torch import Tensor


def decay(n: int) -> float:
    x = torch.zeros([4])
    y = torch.ones([4])
    for i in range(n):
        x = x * 0.9 + y
        if i % 2 == 0:
            x = torch.relu(x - 0.5)
    return float(x.sum())


def lstm(n: int) -> Tuple[Tensor, Tensor]:
    weight = torch.sin(torch.arange(128, dtype=torch.float32).reshape(32, 4)) * 0.1
    h = torch.zeros([1, 8])
    c = torch.zeros([1, 8])
    for _ in range(n):
        gates = torch.mm(torch.ones([1, 4]) + h[:, :4], weight.t())
        i, f, g, o = gates.chunk(4, 1)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        h = torch.sigmoid(o) * torch.tanh(c)
    return h, c


def until(limit: float) -> Tuple[int, Tensor]:
    x = torch.full([3], 2.0)
    turns = 0
    while float(x.sum()) < limit:
        x = x * x
        turns += 1
    return turns, x


def swap(n: int) -> Tuple[Tensor, Tensor, Tensor]:
    a = torch.zeros([2], dtype=torch.int64)
    b = torch.ones([2], dtype=torch.int64)
    c = torch.full([2], 7)
    for _ in range(n):
        a, b, c = b, a + b, c
        c = a
    return a, b, c


# After no turn the result is the argument, and what writes to it shows.
def aliased(x: Tensor, n: int) -> Tuple[Tensor, Tensor]:
    y = x
    for _ in range(n):
        y = y + 1
    y.mul_(2)
    return x, y


def same(n: int) -> Tensor:
    a = torch.ones([2])
    b = torch.zeros([2])
    for _ in range(n):
        a = a + 1
        b = a
    b.add_(10)
    return a


def read_later(n: int, c: bool) -> Tuple[Tensor, float]:
    x = torch.arange(6).reshape(2, 3)
    y = x
    if c:
        y = x * 2
    z = y.sum()
    x.add_(1)
    return y + z, float(z)


def conditions(n: int, c: bool) -> Tuple[Tensor, int, bool]:
    x = torch.arange(4)
    count = 0
    found = False
    for i in range(n):
        if bool((x > 5).any()):
            count += int(x.sum())
            found = True
        elif c:
            x = x + 1
        else:
            x = x.flip(0) * 2
    return x, count, found


def nested(n: int) -> Tensor:
    m = torch.eye(3)
    for i in range(n):
        row = torch.ones([3])
        first = m[0]
        for j in range(i):
            row = row + first * j
        m = m + row
        k = 0
        while k < i:
            m = m.t() - 0.5
            k += 1
    return m


def in_place(n: int) -> Tuple[Tensor, Tensor]:
    x = torch.ones([3])
    y = torch.zeros([3])
    for _ in range(n):
        x += y
        y.mul_(2).add_(x)
        x[0] = 1
    return x, y


def of_arguments(x: Tensor, y: Tensor, n: int) -> Tensor:
    for _ in range(n):
        x.mul_(0.5).add_(y)
        x.t().copy_(x * 2)
        y[0] = x[0] - y[1]
    return x


def kept(n: int) -> List[Tensor]:
    x = torch.zeros([2])
    all: List[Tensor] = []
    for i in range(n):
        x = x + i
        all.append(x)
        x = torch.tanh(x)
    return all


def bytes(n: int) -> Tensor:
    x = torch.full([3], 200, dtype=torch.uint8)
    for _ in range(n):
        x = x + 30
    return x


CALLS = [
    ("decay", [0]), ("decay", [1]), ("decay", [30]),
    ("lstm", [0]), ("lstm", [5]),
    ("until", [1.0]), ("until", [1000.0]),
    ("swap", [0]), ("swap", [1]), ("swap", [6]),
    ("aliased", [torch.ones(2), 0]), ("aliased", [torch.ones(2), 3]),
    ("same", [0]), ("same", [2]),
    ("read_later", [1, True]), ("read_later", [1, False]),
    ("conditions", [0, True]), ("conditions", [5, True]), ("conditions", [5, False]),
    ("nested", [0]), ("nested", [4]),
    ("in_place", [0]), ("in_place", [4]),
    ("of_arguments", [torch.arange(9.).reshape(3, 3), torch.ones(3, 3), 3]),
    ("of_arguments", [torch.arange(9.).reshape(3, 3).t(), torch.ones(3, 3), 2]),
    ("of_arguments", [torch.arange(18.).reshape(3, 6)[:, ::2], torch.ones(6, 3)[1::2], 2]),
    ("kept", [4]),
    ("bytes", [0]), ("bytes", [3]),
]
