# Order: sorting, selecting, searching, counting.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/sorting.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from torch import Tensor


def ordered(x: Tensor):
    return (x.sort(), x.sort(0, True), x.argsort(1), torch.sort(x, stable=True, dim=1), x.topk(2), x.topk(1, 0, False),
            x.kthvalue(2), x.msort())


def unique(x: Tensor):
    values, inverse, counts = torch.unique(x, return_inverse=True, return_counts=True)
    return values, inverse, counts, torch.unique_consecutive(x), x.bincount(), torch.histc(x.float(), 4, 0, 4)


def searched(edges: Tensor, x: Tensor):
    return torch.searchsorted(edges, x), torch.searchsorted(edges, x, right=True), torch.bucketize(x, edges), torch.isin(x, edges)


def running(x: Tensor):
    return x.cummax(1), x.cummin(0), x.cumsum(1), x.logcumsumexp(1), x.diff()


def too_many(x: Tensor, k: int):
    return x.topk(k)


X = torch.tensor([[3.0, 1.0, 2.0, 1.0], [0.5, float("nan"), -1.0, 4.0]])
CALLS = [("ordered", [X]), ("ordered", [torch.tensor([[2, 2, 1], [0, 5, 5]])]), ("unique", [torch.tensor([3, 1, 1, 0, 3])]),
         ("searched", [torch.tensor([1.0, 2.0, 4.0]), torch.tensor([0.0, 2.0, 3.0, 9.0])]), ("running", [X]), ("too_many", [X, 5])]
