# RUN: ts-translate --import-torchscript --no-sources --functions=use,order %s | FileCheck %s
# RUN: not ts-translate --import-torchscript --functions=undecorated %s 2>&1 | FileCheck %s --check-prefix=PLAIN
# RUN: not ts-translate --import-torchscript --functions=factory %s 2>&1 | FileCheck %s --check-prefix=FACTORY
# Methods that @dataclass writes (TS-DC-001 to 005).
from dataclasses import InitVar, dataclass, field
from typing import List, Optional

import torch


# CHECK-DAG: ts.attr "o" : !ts.optional<i64>
# CHECK-DAG: ts.method "__init__" = @__torch__.D.__init__
# CHECK-DAG: ts.method "__eq__" = @__torch__.D.__eq__
@torch.jit.script
@dataclass
class D:
    x: int
    y: float = 1.5
    o: Optional[int] = field(default=None, compare=False)
    scale: InitVar[int] = 2

    def __post_init__(self, scale: int):
        self.x *= scale


# CHECK-DAG: ts.method "__lt__" = @__torch__.O.__lt__
# CHECK-DAG: ts.method "__ge__" = @__torch__.O.__ge__
@torch.jit.script
@dataclass(order=True)
class O:
    a: int


@dataclass
class Undecorated:
    x: int


@torch.jit.script
@dataclass
class Factory:
    x: List[int] = field(default_factory=list)


# CHECK-DAG: call @__torch__.D.__init__(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (!ts.object<@__torch__.D>, i64, f64, !ts.optional<i64>, i64) -> ()
# CHECK-DAG: call @__torch__.D.__post_init__(%{{.*}}, %{{.*}}) : (!ts.object<@__torch__.D>, i64) -> ()
def use():
    return D(3, o=7).x


# CHECK-DAG: call @__torch__.O.__lt__
def order():
    return O(1) < O(2)


# PLAIN: error: dataclass 'Undecorated' must be decorated with @torch.jit.script
def undecorated():
    return Undecorated(1).x


# FACTORY: error: Default factory initializers are not supported in TorchScript dataclasses
def factory():
    return Factory().x
