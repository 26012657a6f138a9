# Module instances: types from values, methods from classes, state between calls.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/Inputs/modules.json --check-messages | FileCheck %s
# CHECK: 23 passed, 0 failed
import torch
from enum import Enum
from typing import Dict, Final, List, Optional, Tuple
from torch import nn


class Mode(Enum):
    UP = "up"
    DOWN = "down"


class Scale(nn.Module):
    limit: Final[int]

    def __init__(self, factor, limit):
        super().__init__()
        self.factor = factor
        self.limit = limit

    def forward(self, x):
        if self.limit > 3:
            return x * self.factor
        return x - self.factor

    def halve(self, x):
        return x / 2


class Counter(nn.Module):
    names: List[str]
    best: Optional[float]

    def __init__(self):
        super().__init__()
        self.names = []
        self.best = None
        self.count = 0
        self.register_buffer("total", torch.zeros(2))

    def forward(self, x, name: str) -> Tuple[int, List[str], Optional[float]]:
        self.total += x
        self.count += 1
        self.names.append(name)
        best = self.best
        value = float(self.total.sum())
        if best is None or best < value:
            self.best = value
        return self.count, self.names, self.best

    @torch.jit.export
    def reset(self) -> int:
        old = self.count
        self.count = 0
        self.names.clear()
        return old

    @property
    def mean(self) -> float:
        return float(self.total.mean())

    @torch.jit.export
    def average(self) -> float:
        return self.mean


class Base(nn.Module):
    def __init__(self, mode):
        super().__init__()
        self.mode = mode
        self.sub = Scale(2.0, 5)

    def forward(self, x):
        return self.step(x), self.mode == Mode.UP, self.mode.value

    def step(self, x):
        return self.sub(x)

    def unused_and_wrong(self, x):
        return {x, lambda: 1}


class Derived(Base):
    def step(self, x):
        return self.sub.halve(x) + self.shift(1)

    @staticmethod
    def shift(n: int) -> int:
        return n + 10


class Optionally(nn.Module):
    def __init__(self, use):
        super().__init__()
        self.tail = Scale(3, 1) if use else None
        if use:
            self.extra = {"a": 1.5}

    def forward(self, x):
        if hasattr(self, "extra"):
            x = x + self.extra["a"]
        if self.tail is not None:
            return self.tail(x)
        return "none"


class Containers(nn.Module):
    def __init__(self):
        super().__init__()
        self.items = nn.ModuleList([Scale(2, 4), Scale(1.5, 0)])
        self.named = nn.ModuleDict({"a": Scale(1, 4), "b": Scale(2, 4)})
        self.weights = nn.ParameterList([nn.Parameter(torch.ones(2) * i) for i in range(3)])

    def forward(self, x):
        for i, item in enumerate(self.items):
            x = item(x) + i
        for key, module in self.named.items():
            x = module(x) + len(key)
        for w in self.weights:
            x = x + w
        return x.detach(), self.named["b"](x).detach(), len(self.items), "b" in self.named, self.items[-1].factor


class Bad(nn.Module):
    def __init__(self, value):
        super().__init__()
        self.value = value

    def forward(self):
        return self.value


class BadList(Bad):
    pass


class BadIndex(Containers):
    def forward(self, x, i: int):
        return self.items[i](x)


class BadAssign(Scale):
    def forward(self, x):
        self.factor = "two"
        return x


class BadConstant(Scale):
    __constants__ = ["factor"]


INSTANCES = [("s", "Scale", [2, 4]), ("t", "Scale", [0.5, 4]), ("u", "Scale", [1, 0]), ("c", "Counter", []),
             ("b", "Base", [Mode.UP]), ("d", "Derived", [Mode.DOWN]), ("on", "Optionally", [True]),
             ("off", "Optionally", [False]), ("k", "Containers", []), ("bad", "Bad", [object()]),
             ("list", "BadList", [[1, "a"]]), ("index", "BadIndex", []), ("assign", "BadAssign", [1, 2]),
             ("constant", "BadConstant", [{"a": 1}, 4])]
one = torch.tensor([1.0, -2.0])
CALLS = [("s.forward", [one]), ("t.forward", [one]), ("u.forward", [one]), ("s", None), ("c.forward", [one, "p"]),
         ("c.forward", [one, "q"]), ("c.average", []), ("c.reset", []), ("c.forward", [-one, "r"]),
         ("b.forward", [one]), ("d.forward", [one]), ("on.forward", [one]), ("off.forward", [one]),
         ("k.forward", [one]), ("s.halve", [one]), ("d.sub.forward", [one]), ("k.items.1.forward", [one]),
         ("bad.forward", []), ("list.forward", []), ("index.forward", [one, 1]), ("assign.forward", [one]),
         ("constant.forward", [one]), ("Scale", None)]
