# Operands without elements: what they add to a result is nothing, and is no operation.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/no-elements.expected.json --tier=compiled | FileCheck %s
# RUN: ts-run %s --check=%S/no-elements.expected.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from torch import Tensor


def cat_empty(x: Tensor, e: Tensor):
    return torch.cat([x, e], 1) * 2, torch.cat([e, x, e], 1) + 1


def cat_legacy(x: Tensor, e: Tensor):
    return torch.cat([x, e], 1) * 2, torch.cat([e, x], 0)


def no_steps(a: Tensor, b: Tensor):
    return torch.matmul(a, b) + 1, a @ b


def batches(a: Tensor, b: Tensor):
    return torch.bmm(a, b) + 1, torch.matmul(a, b)


def added(c: Tensor, a: Tensor, b: Tensor):
    return torch.addmm(c, a, b), torch.addmm(c, a, b, beta=2, alpha=3)


def linear(x: Tensor, w: Tensor, b: Tensor):
    return torch.nn.functional.linear(x, w, b), torch.nn.functional.linear(x, w)


def sums(e: Tensor):
    return (e.sum(1), e.sum(), e.prod(1), e.sum(1, True) + 1, torch.all(e > 0, 1), torch.any(e > 0), e.mean(1),
            e.logsumexp(1), e.var(1), e.sum(0), e.cumsum(1))


def elementwise(e: Tensor):
    return e + 1, torch.relu(e) * e, e.t(), e.reshape([0]), e[:, None], e.exp().sum()


def sliced(x: Tensor):
    e = x[:, 1:1]
    return e * 2, torch.cat([e, x], 1), e.sum(1), torch.cat([e + 1, x * 2, e], 1)


def created(x: Tensor):
    return torch.zeros([2, 0]), torch.ones([3, 0, 2]) * 2, torch.empty(0, 3) + x


def nothing(e: Tensor):
    return e.nonzero(), torch.softmax(e, 1), torch.stack([e, e]), torch.where(e > 0, e, 0.0), e.to(torch.int64)


def padded(e: Tensor):
    return torch.nn.functional.pad(e, [1, 1], value=2.0), e.repeat(1, 2), torch.nn.functional.pad(e, [1, 1]) + 1


def picked(e: Tensor, i: Tensor, x: Tensor):
    return torch.gather(x, 1, i), torch.index_select(x, 1, i[0]), x[:, i[0]], torch.nn.functional.embedding(i, x)


X = torch.arange(6.0).reshape(2, 3)
E = torch.ones(2, 0)
CALLS = [("cat_empty", [X, E]), ("cat_legacy", [X, torch.ones(0)]), ("no_steps", [E, torch.ones(0, 3)]), ("no_steps", [E, torch.ones(0)]),
         ("batches", [torch.ones(2, 3, 0), torch.ones(2, 0, 4)]),
         ("batches", [torch.ones(2, 0, 3), torch.ones(2, 3, 4)]), ("no_steps", [X, torch.ones(3, 0)]),
         ("added", [torch.ones(2, 3), E, torch.ones(0, 3)]), ("linear", [E, torch.ones(4, 0), torch.ones(4)]), ("sums", [E]),
         ("elementwise", [E]), ("sliced", [X]), ("created", [X[:1]]), ("nothing", [E]),
         ("padded", [E]), ("picked", [E, E.long(), X])]
