# What calls of compiled functions say of arguments that do not fit, defaults
# that the program computed, and lists that modules have in common; the output is
# what Python prints.
# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/script-arguments.out %t
# REQUIRES: ts-run
import math
from enum import Enum
from typing import Dict, List, Optional, Tuple

import torch
import torch.nn as nn


class Mode(Enum):
    A = 1


@torch.jit.script
def f(x: int, y: float = 1.0, z: str = "a"):
    return x


@torch.jit.script
def g(x: List[int], o: Optional[str], d: Dict[str, int], t: Tuple[int, float]):
    return 1


@torch.jit.script
def h(m: Mode, x: torch.Tensor):
    return x


class N(nn.Module):
    def forward(self, x: torch.Tensor, n: int):
        return x


n = torch.jit.script(N())


def attempt(call):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)


one = torch.ones(1)
for call in (lambda: f("a"), lambda: f(1, "b"), lambda: f(), lambda: f(1, 2., 3), lambda: f(1, w=3), lambda: f(1, z=3),
             lambda: f(1, x=3), lambda: f(1.5), lambda: f(torch.ones(2)), lambda: g([1.5], None, {}, (1, 2.)),
             lambda: g([1], 3, {}, (1, 2.)), lambda: g([1], None, {1: 2}, (1, 2.)), lambda: g([1], None, {}, (1, "a")),
             lambda: g([1], None, {}, (1,)), lambda: g(1, None, {}, (1, 2.)), lambda: h(3, one), lambda: n(one, "s"),
             lambda: n(3, 4), lambda: n(one), lambda: n(one, 1, 2), lambda: f(None), lambda: f(True), lambda: f([1])):
    attempt(call)

# Defaults are what they were when the function was defined.
limit = 2


@torch.jit.script
def scaled(x: float, clip: float = math.log(1000. / 16), pair: Tuple[int, int] = tuple(range(limit))) -> float:
    return min(x, clip) + pair[1]


limit = 5
print(scaled(10.0), scaled(1.0))


class Clip(nn.Module):
    def forward(self, x, most: float = math.sqrt(limit), least: float = -math.pi):
        return x.clamp(least, most)


print(torch.jit.script(Clip())(torch.tensor([-10., 0., 10.])))

# Each attribute of a compiled module has a list of its own.
shared = [1, 2]


class A(nn.Module):
    def __init__(self, w):
        super().__init__()
        self.w = w
        self.v = w

    def forward(self, x: int):
        self.w.append(x)
        return self.w, self.v


class B(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = A(shared), A(shared)

    def forward(self, x: int):
        return self.a(x), self.b(x)


print(torch.jit.script(B())(5), shared)
