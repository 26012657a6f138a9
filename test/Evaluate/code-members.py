# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/code-members.out %t
# REQUIRES: ts-run
# Static methods and properties by the names that PyTorch 1.13 prints.
import torch
from typing import Tuple
@torch.jit.script
class V:
    def __init__(self, x: float):
        self.x = x
    @staticmethod
    def zero() -> "V":
        return V(0.0)
    @property
    def tup(self) -> Tuple[float, float]:
        return (self.x, self.x)
    @tup.setter
    def tup(self, v: Tuple[float, float]):
        self.x = v[0]
@torch.jit.script
def f(a: float):
    v = V.zero()
    v.tup = (a, a)
    return v.tup
print(f.code, f(2.0))
class M(torch.nn.Module):
    @staticmethod
    def sq(x):
        return x * x
    @property
    def two(self) -> int:
        return 2
    def forward(self, x):
        return self.sq(x) + self.two
m = torch.jit.script(M())
print(m.code)
