# Tensors of modules that stand in several places, in containers of all kinds,
# are one.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/shared-in-containers.expected.json | FileCheck %s
# CHECK: 2 passed, 0 failed
import torch
from torch import Tensor, nn


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("count", torch.zeros(1))

    def forward(self, x: Tensor) -> Tensor:
        self.count.add_(1)
        return x + self.count


class Pair(nn.Sequential):
    def __init__(self, part):
        super().__init__(part, part)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.one = Counter()
        self.row = nn.Sequential(self.one, self.one)
        self.list = nn.ModuleList([self.one, Counter()])
        self.table = nn.ModuleDict({"a": self.one})
        self.pair = Pair(self.one)

    def forward(self, x: Tensor) -> Tensor:
        x = self.one(x)
        x = self.row(x)
        for part in self.list:
            x = part(x)
        return self.pair(self.table["a"](x))


INSTANCES = [("net", Net())]
CALLS = [("net.forward", [torch.zeros(1)]), ("net.forward", [torch.zeros(1)])]
