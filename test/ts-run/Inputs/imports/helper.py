from enum import Enum
from typing import List, NamedTuple

import torch
from package import twice as double
from package.inner import deep

SCALE = 3
Names = List[str]


class Mode(Enum):
    ADD = 1
    MUL = 2


class Box(NamedTuple):
    width: int
    height: int


class Counter:
    def __init__(self, start: int):
        self.n = start

    def step(self) -> int:
        self.n += deep.AMOUNT
        return self.n


class Block(torch.nn.Module):
    def __init__(self, k):
        super().__init__()
        self.k = k

    def forward(self, x):
        return double(x) + self.k


def scale(x):
    return double(x) * SCALE


def apply(mode: Mode, a: int, b: int) -> int:
    return a + b if mode == Mode.ADD else a * b


def area(box: Box) -> int:
    return box.width * box.height
