# Reading and writing tensors by indices, masks and lists.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/indexing.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import List, Optional
from torch import Tensor


def basic(x: Tensor):
    return x[0], x[-1, 1], x[:, 1:], x[..., 0], x[None, 0], x[1:, ::2], x[0:0]


def advanced(x: Tensor, i: Tensor, mask: Tensor):
    return x[i], x[:, i], x[i, i], x[mask], x[[0, 1]], x[i[:, None], i]


def written(x: Tensor, i: Tensor, mask: Tensor):
    x[0] = 7
    x[i, 0] = torch.tensor([8.0, 9.0])
    x[mask] = -1
    x[:, 1] += 10
    return x


def gathered(x: Tensor, i: Tensor):
    return (x.gather(1, i), x.index_select(0, i[0]), x.take(i), torch.take_along_dim(x, i, 1),
            x.scatter(1, i, 5.0), x.scatter_add(1, i, x), x.index_add(0, i[0], x), x.index_fill(1, i[0], -2.0))


def masked(x: Tensor, mask: Tensor):
    return x.masked_fill(mask, 0.5), x.masked_select(mask), mask.nonzero(), torch.where(mask)[0], torch.argwhere(mask)


def element(x: Tensor, i: int, j: int):
    return x[i, j], float(x[i, j])


def wrong_mask(x: Tensor, mask: Tensor):
    return x[mask]


def filled_at(x: Tensor, i: Tensor):
    return x.index_fill(0, i, 1)


def selected(x: Tensor, i: Tensor):
    return x.index_select(0, i)


def rolled(x: Tensor, dim: int):
    return x.roll(1, dim)


def found(edges: Tensor, values: Tensor):
    # Both are compared in the dtype that they have together.
    return torch.bucketize(values, edges), torch.searchsorted(edges, values)


X = torch.arange(6.0).reshape(2, 3)
I = torch.tensor([1, 0])
M = X > 2
CALLS = [("basic", [X]), ("advanced", [X, I, M]), ("written", [X, I, M]), ("gathered", [X, torch.tensor([[0, 1], [1, 0]])]),
         ("gathered", [X, torch.tensor([[0, 5], [1, 0]])]), ("masked", [X, M]), ("element", [X, 1, -1]), ("element", [X, 2, 0]),
         ("advanced", [X, torch.tensor([0, 2]), M]), ("wrong_mask", [X, torch.tensor([True])])] + \
    [(name, [x, torch.tensor(i)]) for name in ("filled_at", "selected") for x in (X, X[1, 2]) for i in ([1], [5], [-1], [-4], 1, 0, 5)] + \
    [("rolled", [x, dim]) for x in (X, X[1, 2]) for dim in (0, -1, 2)] + \
    [("found", [torch.tensor(edges), torch.tensor(values)])
     for edges in ([0.2, 0.4], [0, 1], [False, True]) for values in ([0.0, 1.5], [2, 0], [True, False], [1j, 2j])]
