# Convolutions of 1x1 that pick pixels, and padded maxima of windows, behind one that puts channels last.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/strided-convolutions.expected.json --rtol=1e-4 --atol=1e-5 --threads=1 | FileCheck %s
# RUN: ts-run %s --check=%S/strided-convolutions.expected.json --rtol=1e-4 --atol=1e-5 --threads=2 | FileCheck %s
# RUN: env ONEDNN_MAX_CPU_ISA=AVX2 ts-run %s --check=%S/strided-convolutions.expected.json --rtol=1e-4 --atol=1e-5 | FileCheck %s
# RUN: env ONEDNN_MAX_CPU_ISA=SSE41 ts-run %s --check=%S/strided-convolutions.expected.json --rtol=1e-4 --atol=1e-5 | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
from typing import List

import torch
import torch.nn.functional as F
from torch import Tensor, nn


class Net(nn.Module):
    def __init__(self, stride: List[int], pool: int, padding: int, ceil: bool):
        super().__init__()
        torch.manual_seed(6)
        self.first = nn.Conv2d(3, 17, 3, padding=1)
        self.pick = nn.Conv2d(17, 18, 1, stride=stride)
        self.deep = nn.Conv2d(17, 18, 3, stride=stride, padding=1)
        self.pool, self.padding, self.ceil = pool, padding, ceil

    def forward(self, x: Tensor):
        y = F.relu(self.first(x))
        p = F.max_pool2d(y, self.pool, 2, self.padding, 1, self.ceil)
        return F.relu(self.deep(y) + self.pick(y)), self.pick(y), p


INSTANCES = [("a", Net([2, 2], 3, 1, False).eval()), ("b", Net([3, 1], 2, 1, True).eval()), ("c", Net([1, 2], 5, 2, True).eval())]
torch.manual_seed(7)
picture = torch.randn(1, 3, 5, 6)
undefined = picture.clone()
undefined[0, 1, 0, 5] = float("nan")
CALLS = [(n + ".forward", [x]) for n in "abc" for x in (picture, undefined)]
