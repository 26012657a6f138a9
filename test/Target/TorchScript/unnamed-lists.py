# A list without a type does not get the name of its variable in `.code`; others do.
# REQUIRES: ts-run
# RUN: ts-run %s | FileCheck %s
import torch
from typing import List


# CHECK: _0 = annotate(List[Tensor], [])
# CHECK-NEXT: _1 = torch.append(_0, x)
# CHECK-NEXT: return _0
@torch.jit.script
def unnamed(x: torch.Tensor):
    xs = []
    xs.append(x)
    return xs


# CHECK: xs = annotate(List[Tensor], [])
# CHECK-NEXT: _0 = torch.append(xs, x)
# CHECK-NEXT: return xs
@torch.jit.script
def named(x: torch.Tensor):
    xs: List[torch.Tensor] = []
    xs.append(x)
    return xs


print(unnamed.code)
print(named.code)
