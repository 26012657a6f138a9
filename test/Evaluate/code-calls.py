# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/code-calls.out %t
# REQUIRES: ts-run
# The text of calls of ignored functions and static methods, of branches that constants take and of items of
# what has no name. The output is PyTorch's.
import torch
from typing import List
@torch.jit.ignore
def note(x): print("note", x.shape)
class Calls(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = torch.nn.ModuleList([torch.nn.ReLU(), torch.nn.Tanh(), torch.nn.ReLU()])
    @torch.jit.ignore
    def ignored(self, x: torch.Tensor, k: int) -> torch.Tensor: return x + k
    @staticmethod
    def square(x, dim: int = -1): return (x ** 2).sum(dim)
    def forward(self, x):
        kept: List[torch.Tensor] = []
        note(x)
        for i, part in enumerate(self.parts):
            x = part(x)
            if i % 2 == 0: kept.append(x)
            else: x = x + torch.zeros(x.shape[0], 3)
        return self.ignored(x, 3), self.square(x), kept
m = torch.jit.script(Calls())
print(m(torch.ones(2, 3))); print(m.code)
