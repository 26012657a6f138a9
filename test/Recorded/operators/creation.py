# Tensors from numbers and lists, and their properties.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/creation.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import List
from torch import Tensor


def filled(n: int):
    return (torch.zeros(n), torch.ones(n, 2, dtype=torch.int32), torch.full([n], 3), torch.full([n], 2.5),
            torch.eye(2, n), torch.empty(0, n), torch.zeros([n], dtype=torch.bool))


def ranges(a: int, b: float):
    return (torch.arange(a), torch.arange(1, a), torch.arange(0, b), torch.arange(a, 0, -2), torch.arange(0.0, 1.0, 0.25),
            torch.linspace(0, b, 4), torch.logspace(0, 2, 3))


def literals(n: int, x: float):
    return (torch.tensor(n), torch.tensor(x), torch.tensor([n, n + 1]), torch.tensor([[x], [x]]), torch.tensor([True, False]),
            torch.tensor([x], dtype=torch.int64), torch.tensor([1.0], dtype=torch.float64), torch.as_tensor([n]))


def like(t: Tensor):
    return (torch.zeros_like(t), torch.ones_like(t, dtype=torch.float64), torch.full_like(t, 2), t.new_zeros(2), t.new_full([1], 3.9),
            t.new_ones(1))


def properties(t: Tensor):
    return t.dim(), t.size(), t.size(0), t.numel(), t.dtype, t.is_floating_point(), t.element_size(), t.is_complex(), len(t)


def converted(t: Tensor):
    return t.to(torch.int64), t.double(), t.half().float(), t.bool(), t.to(torch.uint8), t.type_as(torch.ones(1).int()), t.int()


def grids(n: int):
    a, b = torch.meshgrid(torch.arange(n), torch.arange(2))
    return a, b, torch.tril_indices(2, n), torch.combinations(torch.arange(n)), torch.cartesian_prod(torch.arange(2), torch.arange(n))


def ragged(n: int):
    return torch.tensor([[1, 2], [n]])


def negative(n: int):
    return torch.zeros(n)


CALLS = [("filled", [3]), ("ranges", [5, 2.5]), ("literals", [7, 2.75]), ("like", [torch.tensor([[1, 2]])]),
         ("properties", [torch.ones(2, 3)]), ("properties", [torch.tensor([1], dtype=torch.int8)]),
         ("properties", [torch.tensor(1.0)]), ("converted", [torch.tensor([0.0, 2.7, 255.0])]), ("grids", [3]), ("ragged", [1]),
         ("negative", [-1])]
