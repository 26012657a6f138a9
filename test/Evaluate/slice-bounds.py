# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/slice-bounds.out %t
# REQUIRES: ts-run
# The bounds of slices are computed behind the indices and the slices in front, as in PyTorch.
import torch
@torch.jit.script
def f(x, i: int, t):
    y = x[i:i + 2, t]
    x[i, ..., i:] = 3.
    return y, x[..., i:x.size(0)]
print(f(torch.arange(24.).view(4, 6), 1, torch.tensor([0, 1])), f.code)
import collections
print(isinstance([], collections.abc.Sequence))
