from typing import List

import helper
import package.inner
import torch
from helper import Block, Box, Counter, Mode, Names
from package import one_more


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = torch.nn.ModuleList([Block(1), helper.Block(2)])

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x


def scaled(x):
    return helper.double(x)


def count(n: int) -> int:
    c = Counter(n)
    c.step()
    return one_more(c.step())


def modes(mode: Mode, a: int) -> int:
    return helper.apply(mode, a, helper.SCALE) + package.inner.one_more(a)


def boxes(n: int) -> Box:
    return Box(n, helper.area(Box(n, 2)))


def join(names: Names) -> str:
    return ",".join(names)


def circle(n: int) -> int:
    return package.inner.deep.above(n)


def flag(on: bool = None) -> bool:
    return on


def missing(n: int) -> int:
    return helper.nothing(n)


INSTANCES = [("net", "Net", [])]
CALLS = [
    ("scaled", [torch.tensor([1.0, 2.0])]),
    ("count", [5]),
    ("modes", [Mode.MUL, 4]),
    ("modes", [Mode.ADD, 4]),
    ("boxes", [3]),
    ("join", [["a", "b"]]),
    ("net.forward", [torch.tensor([1.0])]),
    ("circle", [1]),
    ("flag", []),
    ("missing", [1]),
]
