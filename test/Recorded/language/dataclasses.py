# Classes whose methods @dataclass writes.
# Rules: TS-DC-001 to 003, TS-DC-005.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/dataclasses.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from dataclasses import InitVar, dataclass
from typing import List, Optional


@torch.jit.script
@dataclass
class Item:
    name: str
    weight: int = 3
    tag: Optional[str] = None


@torch.jit.script
@dataclass(order=True)
class Version:
    major: int
    minor: int = 0


@torch.jit.script
@dataclass
class Box:
    side: float
    scale: InitVar[float]
    area: Optional[float] = None

    def __post_init__(self, scale: float):
        self.area = self.side * self.side * scale


@dataclass
class Plain:
    n: int


def made(name: str):
    a = Item(name)
    b = Item(name, 4, tag="t")
    return a.name, a.weight, a.tag, b.weight, b.tag


def compared(x: int, y: int):
    a, b = Version(1, x), Version(1, y)
    return a == b, a < b, a <= b, a > b, a >= b


def unequal(x: int):
    return Version(x) != Version(x)


def post_init(side: float):
    return Box(side, 2.0).area


def undecorated(n: int):
    return Plain(n).n


UNSTABLE = ["undecorated"]
CALLS = [("made", ["x"]), ("compared", [1, 2]), ("compared", [2, 2]), ("unequal", [1]), ("post_init", [3.0]),
         ("undecorated", [1])]
