# Modules: which attributes an instance gives its type, and which it keeps.
# Rules: TS-MOD-001, TS-MOD-006 to 011, TS-MOD-021, TS-MOD-025.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/modules.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import math
import torch
from typing import Dict, Final, List, Optional, Tuple
from torch import Tensor, nn


def double(x: Tensor) -> Tensor:
    return x * 2


class Scale(nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def forward(self, x: Tensor):
        return x * self.factor, self.factor


class Net(nn.Module):
    limit: Final[int]
    __constants__ = ["names"]

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.tensor([1.0, 2.0]))
        self.register_parameter("bias", None)
        self.register_buffer("count", torch.zeros(1))
        self.register_buffer("mask", None)
        self.log: List[int] = []
        self.table = {"a": 1}
        self.limit = 5
        self.names = ["x", "y"]
        self.inner = Scale(3)
        self.function = double
        self.activation = torch.relu
        self.empty = []
        self.title = "net"

    def forward(self, x: Tensor, k: int):
        self.count += 1
        self.log.append(k)
        self.table["b"] = k
        self.title = self.title + "!"
        y = self.weight * x
        if self.bias is not None:
            y = y + self.bias
        if k > self.limit:
            y = -y
        return self.activation(self.function(y)), self.count, self.log, self.title

    @torch.jit.export
    def described(self):
        return len(self.names), self.names[0], self.table, self.inner.factor, self.mask is None, self.training


class Missing(nn.Module):
    def forward(self, x: Tensor):
        return self.nope


class NotInferred(nn.Module):
    def __init__(self):
        super().__init__()
        self.empty = []

    def forward(self, x: Tensor):
        return self.empty


class AssignsConstant(nn.Module):
    __constants__ = ["n"]

    def __init__(self):
        super().__init__()
        self.n = 1

    def forward(self, x: Tensor):
        self.n = 2
        return x


class SubmoduleCall(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Scale(0.5)

    def forward(self, x: Tensor):
        a, _ = self.inner(x)
        b, factor = self.inner.forward(x)
        return a + b, factor, self.inner.factor


def less_input(self, inputs: Tuple[Tensor], output: Tensor) -> Tensor:
    return output - inputs[0]


class HookedInLoop(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([nn.ReLU(), nn.Tanh()])
        for part in self.parts:
            part.register_forward_hook(less_input)

    def forward(self, x: Tensor):
        for part in self.parts:
            x = part(x)
        return x


class LoopVariableStays(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([nn.ReLU(), nn.Tanh()])

    def forward(self, x: Tensor):
        for part in self.parts:
            x = part(x)
        # A slice is a tuple of values, which do not take the name.
        for part in self.parts[:1]:
            x = part(x)
        for part in (1.0, 2.0):
            x = part(x)
        return x


INSTANCES = [("net", Net()), ("by_int", Scale(2)), ("by_float", Scale(0.5)), ("missing", Missing()),
             ("not_inferred", NotInferred()), ("assigns", AssignsConstant()), ("calls", SubmoduleCall()), ("hooked", HookedInLoop()),
             ("stays", LoopVariableStays())]
CALLS = [("net.forward", [torch.tensor([1.0, -1.0]), 1]), ("net.forward", [torch.tensor([1.0, -1.0]), 7]),
         ("net.described", []), ("by_int.forward", [torch.ones(2)]), ("by_float.forward", [torch.ones(2)]),
         ("missing.forward", [torch.ones(1)]), ("not_inferred.forward", [torch.ones(1)]),
         ("assigns.forward", [torch.ones(1)]), ("calls.forward", [torch.ones(2)]),
         ("hooked.forward", [torch.tensor([-3.0, 2.0])]), ("stays.forward", [torch.tensor([-3.0, 2.0])])]
