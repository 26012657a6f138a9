# RUN: ts-translate %s --export-torchscript-archive -o %t.pt
# RUN: ts-translate %t.pt --export-torchscript-archive -o %t.again.pt
# RUN: cmp %t.pt %t.again.pt
# RUN: ts-translate %t.pt | FileCheck %s
# RUN: ts-run %t.pt --entry=describe --input=3 | FileCheck %s --check-prefix=DESCRIBE
# RUN: ts-run %t.pt --entry=count --input=5 | FileCheck %s --check-prefix=COUNT
# RUN: not ts-run %t.pt --entry=count --input=-1 2>&1 | FileCheck %s --check-prefix=RAISED
# REQUIRES: ts-run
# Functions become methods of the module that an archive holds. The text of an
# archive has a dialect of its own.
# DESCRIBE: RED (3, 9) nan
# COUNT: 10
# RAISED: ValueError: negative
from enum import Enum
from typing import Any, Dict, List, NamedTuple, Optional, Union

import torch


# CHECK: class Color(Enum):\0A  RED = 1\0A
class Color(Enum):
    RED = 1
    BLUE = 2


# CHECK: class PlaceholderModule(Module):\0A  __parameters__ = []
# CHECK-SAME: def count(self: __torch__.PlaceholderModule, n: int) -> int:
# CHECK-SAME: class Point(NamedTuple):\0A  x : int\0A  y : int\0A
class Point(NamedTuple):
    x: int
    y: int


# CHECK-SAME: class Walker:\0A  at : __torch__.Point\0A  log : Dict[str, Optional[int]]\0A
# CHECK-SAME: __far_getter(self: __torch__.Walker) -> int:
class Walker:
    def __init__(self, at: Point):
        self.at = at
        self.log: Dict[str, Optional[int]] = {}

    @property
    def far(self) -> int:
        return self.at.x + self.at.y

    @staticmethod
    def home() -> Point:
        return Point(0, 0)

    def step(self, by: int, *, name: str):
        self.at = Point(self.at.x + by, self.at.y + by)
        self.log[name] = by


# What is raised is followed by an exit that readers see.
# CHECK-SAME: ops.prim.RaiseException(\22negative\22, \22builtins.ValueError\22)\0A    return uninitialized(int)
def count(n: int) -> int:
    if n < 0:
        raise ValueError("negative")
    total = 0
    for i in range(n):
        if i not in [7, 9]:
            total += i
    return total


# CHECK-SAME: Walker(__torch__.home())
# CHECK-SAME: step(n, name=
# CHECK-SAME: isinstance(
# CHECK-SAME: unchecked_cast(int,
# CHECK-SAME: float(\22nan\22)
def describe(n: int) -> str:
    walker = Walker(Walker.home())
    walker.step(n, name="first")
    value: Union[int, str] = n
    seen = 0
    if isinstance(value, int):
        seen = value + walker.far
    first = walker.log["first"]
    assert first is not None, "no step {}".format(n)
    return "{} {} {}".format(Color.RED.name, (first, seen), float("nan"))


def tensors(x: torch.Tensor, scale: Optional[float] = None) -> torch.Tensor:
    if scale is None:
        scale = 2.0
    y = torch.zeros([2], dtype=torch.int64, device=torch.device("cpu"))
    with torch.no_grad():
        z = (x * scale).sum([0]) / y.size(0)
    return torch.nn.functional.gelu(z)


def task(x: torch.Tensor) -> torch.Tensor:
    future = torch.jit.fork(tensors, x)
    return torch.jit.wait(future)
