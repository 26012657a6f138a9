# Interfaces of classes and of modules.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/interfaces.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import List
from torch import Tensor, nn


@torch.jit.interface
class Shape:
    def area(self, scale: float) -> float:
        pass


class Square:
    def __init__(self, side: float):
        self.side = side

    def area(self, scale: float) -> float:
        return self.side * self.side * scale


class Disk:
    def __init__(self, r: float):
        self.r = r

    def area(self, scale: float) -> float:
        return 3.0 * self.r * self.r * scale


class Line:
    def __init__(self):
        self.n = 1

    def length(self) -> float:
        return 1.0


@torch.jit.interface
class Step(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        pass


class Double(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return x * 2


class Shift(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return x + 1


class Net(nn.Module):
    step: Step

    def __init__(self, step: nn.Module):
        super().__init__()
        self.step = step

    def forward(self, x: Tensor) -> Tensor:
        step: Step = self.step
        return step.forward(x)


def total(shapes: List[Shape]) -> float:
    s = 0.0
    for shape in shapes:
        s += shape.area(2.0)
    return s


def both(x: float):
    shapes: List[Shape] = [Square(x), Disk(x)]
    return total(shapes)


def chosen(x: float, flag: bool):
    s: Shape = Square(x)
    if flag:
        s = Disk(x)
    return s.area(1.0)


def not_one():
    s: Shape = Line()
    return s.area(1.0)


INSTANCES = [("double", Net(Double())), ("shift", Net(Shift()))]
CALLS = [("both", [2.0]), ("chosen", [2.0, True]), ("chosen", [2.0, False]), ("not_one", []), ("double.forward", [torch.ones(2)]),
         ("shift.forward", [torch.ones(2)])]
