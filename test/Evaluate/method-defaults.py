# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/method-defaults.out %t
# REQUIRES: ts-run
# Defaults of methods of script classes are what the program computed. The output is PyTorch's.
import math
import torch
from typing import Tuple
class Coder:
    def __init__(self, scale: float, clip: float = math.log(1000.0 / 16), pair: Tuple[int, int] = (1, 2)):
        self.scale = scale
        self.clip = clip
        self.pair = pair
    def encode(self, x: torch.Tensor, by: float = 3 * math.pi):
        return x * self.scale + self.clip + by + self.pair[1]
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.coder = Coder(2.0)
    def forward(self, x, k: float = math.sqrt(2.0)):
        return self.coder.encode(x) * k + Coder(1.0).encode(x)
m = torch.jit.script(M())
print(m(torch.ones(2)), M()(torch.ones(2)))
print(m.code)
def outer(k):
    class Local(torch.nn.Module):
        def forward(self, x, j: float = k * 2.5):
            return x + j
    return Local()
print(torch.jit.script(outer(3))(torch.zeros(1)))
