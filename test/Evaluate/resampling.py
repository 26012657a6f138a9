# Interpolation rounds positions and weights as PyTorch does, bit for bit; the
# output is what Python prints.
# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/resampling.out %t
# RUN: ts-run --tier=runtime %s | diff %S/Outputs/resampling.out -
# REQUIRES: ts-run
from typing import List, Optional

import torch
import torch.nn.functional as F


@torch.jit.script
def resample(x: torch.Tensor, size: Optional[List[int]], factor: Optional[List[float]], mode: str, align: bool):
    return F.interpolate(x, size, factor, mode, align)


def digest(x):
    bits = x.flatten().view(torch.int32).to(torch.int64)
    return (bits * (torch.arange(bits.numel()) % 1009 + 1)).sum().item()


torch.manual_seed(0)
for mode, dims in (("linear", 1), ("bilinear", 2), ("trilinear", 3), ("bicubic", 2)):
    for n, m, factor, align in ((5, 13, None, False), (5, 13, None, True), (7, 0, 2.3, False), (31, 77, None, False),
                                (64, 100, None, True), (11, 7, None, False)):
        x = torch.eye(n).reshape((1, n) + (1,) * (dims - 1) + (n,))
        size = None if factor else [1] * (dims - 1) + [m]
        factors = [1.0] * (dims - 1) + [factor] if factor else None
        print(mode, n, m, factor, align, digest(resample(x, size, factors, mode, align)))
