# Which of equal elements comes out, what 0-dimensional and empty tensors give, and
# how sequences of integers are rounded: as PyTorch has it.
# RUN: ts-run %s --check=%S/Inputs/orders.json | FileCheck %s
# CHECK-NOT: call
# CHECK: 0 failed
import torch
import torch.nn.functional as F
from typing import List
from torch import Tensor


def tops(x: Tensor):
    result: List[Tensor] = []
    for k in range(1, 9):
        result.append(torch.topk(x, k)[1])
        result.append(torch.topk(x, k, largest=False, sorted=False)[1])
    return result


def long_tops():
    x = torch.arange(200) % 7
    return torch.topk(x, 3), torch.topk(x, 3, largest=False)


def numbers(x: Tensor):
    return torch.aminmax(x, dim=0, keepdim=True), x.mT, x.mH


def powers():
    return torch.logspace(0.5, 5, 5, dtype=torch.int64), torch.logspace(2, 1.2, 2, dtype=torch.int32)


def contracted(x: Tensor):
    a = x.reshape(2, 2, 2)
    return torch.tensordot(a, a, dims=([0, 1], [1, 0])), torch.tensordot(a, a, [[2], [0]]), torch.tensordot(a, a, 1)


def nothing():
    return F.group_norm(torch.zeros(0, 4, 3), 2, torch.ones(4), torch.zeros(4))


def pivots(x: Tensor):
    z = torch.complex(x.reshape(2, 4), -2 * x.reshape(2, 4))[:, :2]
    return torch.linalg.lu_factor(z + torch.tensor([[1.0, 3.0], [2.0j, 1.0]]))


X = torch.tensor([3, 1, 3, 2, 1, 3, 2, 1])
CALLS = [("tops", [X]), ("long_tops", []), ("numbers", [torch.tensor(3)]), ("powers", []),
         ("contracted", [X]), ("nothing", []), ("pivots", [X.float()])]
