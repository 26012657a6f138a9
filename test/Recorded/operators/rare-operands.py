# Operands of ranks and dtypes that are rare, as parts of compiled code: weights that are
# a vector, the loss of one sample, dimensions of size one, norms of complex numbers, dimensions that operands
# lack in any order.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/rare-operands.expected.json --tier=compiled | FileCheck %s
# RUN: ts-run %s --check=%S/rare-operands.expected.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
from typing import List
import torch
import torch.nn.functional as F
from torch import Tensor


def by_vector(x: Tensor, w: Tensor):
    return F.linear(x, w)


def slope_of_loss(g: Tensor, x: Tensor, target: Tensor, reduction: int, total: Tensor):
    return torch.ops.aten.nll_loss_backward(g, x, target, None, reduction, 10, total), \
        torch.ops.aten.nll_loss_backward(g, x, target, x + 2, reduction, 1, total)


def squeezed(x: Tensor, dims: List[int]):
    return torch.ops.prims.squeeze(x + 1, [0, 3]) * 2, torch.ops.prims.squeeze(x * 2, [3]) + 1


def norm(x: Tensor):
    return torch.frobenius_norm(x, [0, 1]), torch.frobenius_norm(x, [-1, 0], True)


def trilinear(a: Tensor, b: Tensor, c: Tensor):
    return torch._trilinear(a, b, c, [1], [], [1, 0], [2]), torch._trilinear(a, b, c, [1], [], [1, 0], []), \
        torch._trilinear(a, a, c, [0], [0], [1, 0], [2])


X = torch.arange(12.0).reshape(3, 4) / 3 - 2
V = torch.tensor([0.5, -1.0, 2.0, 0.25])
CALLS = [("by_vector", [X, V]), ("by_vector", [X[0], V]), ("by_vector", [X.double(), V.double()])] + \
    [("slope_of_loss", [g, V, t, r, torch.tensor(3.0)]) for r in (0, 1, 2) for g, t in (
        (torch.tensor(0.5), torch.tensor(2)), (torch.tensor([0.5]), torch.tensor([2, 3, 0, 10])),
        (torch.tensor([1.5]), torch.tensor([1, 1, 1, 1])), (torch.tensor([0.5]), torch.tensor([2, 3, 0])))] + \
    [("squeezed", [X.reshape(1, 3, 4, 1), []]), ("squeezed", [X.reshape(1, 1, 12, 1), []]),
     ("norm", [torch.complex(X, 1 - X)]), ("norm", [torch.complex(X, X * 3).to(torch.complex128)]), ("norm", [X]),
     ("trilinear", [X[:2], X.reshape(2, 6)[:, :, None] - X[1], V])]
