# Sums, extrema, statistics and norms, along dimensions and over everything.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/reductions.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import List
from torch import Tensor


def sums(x: Tensor, dims: List[int]):
    return x.sum(), x.sum(dims), x.sum(dims, True), x.mean(dims), x.prod(), x.prod(0), x.cumsum(0), x.cumprod(-1)


def of_ints(x: Tensor):
    return x.sum(), x.sum(0), x.prod(), x.any(), x.all(), x.count_nonzero(), x.sum(dtype=torch.float64)


def extrema(x: Tensor):
    values, indices = x.max(1)
    return x.max(), x.min(), values, indices, x.min(0)[0], x.amax([0, 1]), x.argmax(), x.argmin(1), x.aminmax()


def statistics(x: Tensor):
    return x.var(), x.std(0), x.var(1, unbiased=False), torch.std_mean(x, 1), x.median(), torch.quantile(x, 0.25)


def norms(x: Tensor):
    return x.norm(), x.norm(1, 0), torch.linalg.vector_norm(x, float("inf")), x.logsumexp(1), x.softmax(1), x.log_softmax(0)


def empty(x: Tensor):
    return x.sum(0), x.prod(0), x.all(0), x.mean(1)


def greatest_of_nothing(x: Tensor):
    return x.max()


def of_one_number(x: Tensor, y: Tensor):
    # A reduction of a number has no loop; what uses it often computes it once.
    total = x.sum()
    return (y * total.sum(), y + total.prod(), y * total.mean(), y - total.norm(), y * x[0, 0].sum(0), y + total.nansum(),
            y * total.logsumexp(0), y * total.var(unbiased=False), y.sum(1) * total.count_nonzero(), y * total.amax())


def wrong_dim(x: Tensor, dim: int):
    return x.sum(dim)


X = torch.tensor([[1.0, -2.0, 3.5], [0.5, 4.0, -1.0]])
CALLS = [("sums", [X, [1]]), ("sums", [X, [0, -1]]), ("sums", [X, []]), ("of_ints", [torch.tensor([[1, 2], [3, 0]], dtype=torch.int32)]),
         ("of_ints", [torch.tensor([True, False])]), ("extrema", [X]),
         ("extrema", [torch.tensor([[1.0, float("nan")], [3.0, 2.0]])]), ("statistics", [X]), ("norms", [X]),
         ("of_one_number", [X, X + 1]), ("of_one_number", [X.double(), X]), ("empty", [torch.ones(2, 0)]), ("greatest_of_nothing", [torch.ones(0)]), ("wrong_dim", [X, 2]),
         ("wrong_dim", [X, -3]), ("wrong_dim", [X, -2])]
