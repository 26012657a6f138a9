# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/model-interface.out %t
# REQUIRES: ts-run
# What stands behind an interface is found without its shapes, too.
import torch
import torch.nn as nn
import torch.nn.functional as F
from typing import Dict, List, Optional, Tuple

torch.manual_seed(0)


def show(t):
    return [round(v, 3) for v in t.detach().flatten()[:4].tolist()], tuple(t.shape)


@torch.jit.interface
class Op(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        pass
class A(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + 1
class B(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * 3
class M(nn.Module):
    op: Op
    def __init__(self, op):
        super().__init__()
        self.op = op
    def forward(self, x):
        return self.op(x)
for o in (A(), B()):
    print(torch.jit.script(M(o))(torch.ones(2)).tolist())
