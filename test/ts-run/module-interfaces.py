# Submodules known by their interface: attributes that hold one module or
# another, and containers indexed at run time.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/Inputs/module-interfaces.json | FileCheck %s
# RUN: ts-run %s --check=%S/Inputs/module-interfaces.json --specialize=false | FileCheck %s
# CHECK: 9 passed, 0 failed
import torch
from torch import nn
from typing import List


@torch.jit.interface
class Step(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        pass

    def label(self) -> str:
        pass


class Add(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + 1

    def label(self) -> str:
        return "add"


class Scale(nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.factor

    def label(self) -> str:
        return "scale" + str(self.factor)


class Nameless(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x


class Swap(nn.Module):
    now: Step
    other: Step

    def __init__(self):
        super().__init__()
        self.now = Add()
        self.other = Scale(3)

    def forward(self, x: torch.Tensor):
        return self.now.forward(x), self.now.label()

    @torch.jit.export
    def call(self, x: torch.Tensor) -> torch.Tensor:
        return self.now(x)

    @torch.jit.export
    def swap(self):
        before = self.now
        self.now = self.other
        self.other = before


class Wrong(nn.Module):
    now: Step

    def __init__(self):
        super().__init__()
        self.now = Nameless()

    def forward(self, x: torch.Tensor):
        return self.now.forward(x)


class Indexed(nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = nn.ModuleList([Add(), Scale(2), Add()])
        self.named = nn.ModuleDict({"a": Add(), "s": Scale(5)})

    def forward(self, x: torch.Tensor, order: List[int], key: str):
        labels = ""
        for i in order:
            step: Step = self.steps[i]
            x = step.forward(x)
            labels += step.label()
        last: Step = self.named[key]
        return last.forward(x), labels


INSTANCES = [("s", "Swap", []), ("w", "Wrong", []), ("i", "Indexed", [])]
one = torch.ones(2)
CALLS = [("s.forward", [one]), ("s.swap", []), ("s.forward", [one]), ("s.call", [one]), ("w.forward", [one]),
         ("i.forward", [one, [0, 1, 2], "s"]), ("i.forward", [one, [1, 1], "a"]), ("i.forward", [one, [7], "a"]),
         ("i.forward", [one, [-1], "a"])]
