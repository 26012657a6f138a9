# RUN: ts-translate %s --state=%S/Inputs/modules.json --export-torchscript -o %t.py --export-state=%t.json
# RUN: FileCheck %s --input-file=%t.py
# RUN: FileCheck %s --input-file=%t.json --check-prefix=STATE
# RUN: ts-run %t.py --state=%t.json --check=%S/Inputs/modules-calls.json | FileCheck %s --check-prefix=CALLS
# RUN: ts-run %t.py --state=%t.json --entry=m.count --input=3 | FileCheck %s --check-prefix=COUNT
# REQUIRES: ts-run
# Modules: the text has the types of attributes, the state their values. Other
# test: modules-torch.test reads the same text with PyTorch.
# CALLS: 4 passed, 0 failed
# COUNT: 3
from typing import Dict, Final, List, Optional, Tuple

import torch
from torch import nn


@torch.jit.interface
class Step(nn.Module):
    def forward(self, x: torch.Tensor, *, by: float) -> torch.Tensor:
        pass


# Two types of one class: one with an int, one with a float.
# CHECK: class Scale(torch.nn.Module):
# CHECK-NEXT: limit: Final[int] = 3
# CHECK-NEXT: factor: int
# CHECK: def forward(self, x: Tensor, *, by: float) -> Tensor:
# CHECK: class Scale_1(torch.nn.Module):
# CHECK-NEXT: limit: Final[int] = 3
# CHECK-NEXT: factor: float
class Scale(nn.Module):
    limit: Final[int]

    def __init__(self, factor):
        super().__init__()
        self.factor = factor
        self.limit = 3

    def forward(self, x: torch.Tensor, *, by: float) -> torch.Tensor:
        if self.limit > 2:
            return x * self.factor + by
        return x


# Containers are modules like others, unless they are indexed by a value.
# CHECK: class ModuleList(torch.nn.ModuleList):
# CHECK-NEXT: pass
# CHECK: class ModuleDict(torch.nn.Module):
# CHECK-NOT: class Net
# CHECK: def __len__(self) -> int:
# CHECK: class Net(torch.nn.Module):
# CHECK-NEXT: weight: Tensor
# CHECK-NEXT: bias: Optional[Tensor]
# CHECK-NEXT: seen: Dict[str, List[int]]
# CHECK-NOT: _is_full_backward_hook
class Net(nn.Module):
    seen: Dict[str, List[int]]
    bias: Optional[torch.Tensor]

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.tensor([1.0, 2.0]))
        self.register_parameter("bias", None)
        self.seen = {}
        self.steps = nn.ModuleList([Scale(2), Scale(0.5)])
        self.named = nn.ModuleDict({"x-y": Scale(3)})
        self.tail = nn.Sequential(nn.Linear(2, 2), nn.ReLU())

    # CHECK: @property
    # CHECK-NEXT: def size(self) -> int:
    @property
    def size(self) -> int:
        return self.weight.size(0)

    # CHECK: def forward(self, x: Tensor, i: int = 0) -> Tuple[Tensor, int]:
    # CHECK-NEXT: step: Step = self.steps[i]
    # CHECK-NEXT: y = step.forward(x, by=1.0)
    # CHECK: self.named, "x-y").forward(y, by=0.0)
    # CHECK: self.tail.forward(y * self.weight)
    def forward(self, x: torch.Tensor, i: int = 0) -> Tuple[torch.Tensor, int]:
        step: Step = self.steps[i]
        y = step.forward(x, by=1.0)
        for name, module in self.named.items():
            y = module(y, by=0.0) + len(name)
        bias = self.bias
        if bias is not None:
            y = y + bias
        return self.tail(y * self.weight), self.size

    # CHECK: @torch.jit.export
    # CHECK-NEXT: def count(self, n: int) -> int:
    # CHECK-NEXT: if not {{.*}} in self.seen:
    @torch.jit.export
    def count(self, n: int) -> int:
        if "n" not in self.seen:
            self.seen["n"] = torch.jit.annotate(List[int], [])
        self.seen["n"].append(n)
        total = 0
        for k in self.seen["n"]:
            total += k
        return total


# STATE: {"format":1,"instances":[{"name":"m","class":"Net","state":{"t":"module","class":"Net","id":"m","training":true,
# STATE-SAME: "parameters":{{.*}}"weight",{"t":"tensor","dtype":"float32","shape":[2],"strides":[1],"requires_grad":true,"storage":"m.weight"}
# STATE-SAME: "class":"Scale_1"
# STATE: "storages":{{.*}}"m.weight":"AACAPwAAAEA="

INSTANCES = [("m", "Net", [])]
CALLS = [("m.forward", [torch.tensor([1.0, -2.0])]), ("m.forward", [torch.tensor([1.0, -2.0])], {"i": 1}),
         ("m.count", [2]), ("m.count", [5])]
