# Equal elements come in PyTorch's order: that of std::sort, and their own only when
# a stable order is asked for. In kernels, a key that is made of a number is known.
# RUN: ts-run %s --check=%S/Inputs/equal-elements.json | FileCheck %s
# RUN: ts-run %s --tier=runtime --check=%S/Inputs/equal-elements.json | FileCheck %s
# RUN: ts-run %s --tier=compiled --entry=branches --input='tensor([[1.0, 2.0], [3.0, 4.0]])' | FileCheck %s --check-prefix=KERNEL
# CHECK-NOT: call
# CHECK: 0 failed
# KERNEL: 4.5000
import torch
import torch.nn.functional as F
from typing import Dict, List
from torch import Tensor


def ones(n: int):
    x = torch.ones(n)
    return torch.sort(x)[1], torch.sort(x, descending=True)[1], torch.argsort(x), torch.sort(x, dim=0, stable=True)[1]


def mixed(n: int):
    x = (torch.arange(n) * 7919 % 101 % 5).float()
    x[3] = float("nan")
    x[11] = float("nan")
    x[4] = -0.0
    return torch.sort(x), torch.sort(x, descending=True), torch.sort(x, stable=True, dim=0, descending=True)


def columns():
    x = torch.arange(60).reshape(20, 3) % 4
    return torch.sort(x, 0), torch.sort(x.t().contiguous(), 1, True)


# As torchvision collects features and hands them to heads.
def branches(x: Tensor):
    features: Dict[str, Tensor] = {}
    for i in range(3):
        features[str(i)] = F.dropout(torch.flatten(x * i, 0), 0.5, False, True)
    heads: List[Tensor] = []
    for i, feature in enumerate(features.values()):
        heads.append(feature + 0.5)
    return torch.stack(heads).sum(0)


CALLS = [("ones", [16]), ("ones", [17]), ("ones", [40]), ("ones", [1030]), ("mixed", [100]), ("mixed", [1100]), ("columns", []),
         ("branches", [torch.tensor([[1.0, 2.0], [3.0, 4.0]])])]
