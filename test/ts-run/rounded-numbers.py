# A float becomes a tensor of single precision before it becomes one of any other
# dtype, or an element; torch.full and arithmetic take it as it is. An int becomes
# a float in one step.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/Inputs/rounded-numbers.json --check-messages | FileCheck %s
# RUN: ts-run %s --check=%S/Inputs/rounded-numbers.json --check-messages --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from torch import Tensor


def scalars(x: float, z: complex):
    return (torch.tensor(x, dtype=torch.double), torch.as_tensor(x, dtype=torch.double),
            torch.tensor(x, dtype=torch.cdouble), torch.tensor(z, dtype=torch.cdouble))


def lists(x: float):
    return (torch.tensor([x, 1.1], dtype=torch.double), torch.tensor([[x], [1.1]], dtype=torch.cdouble),
            torch.as_tensor([x], dtype=torch.double), torch.tensor([3e38 * 10], dtype=torch.double))


def exact(x: float):
    return (torch.full([2], x, dtype=torch.double), torch.scalar_tensor(x, dtype=torch.double),
            torch.zeros(2, dtype=torch.double) + x, torch.zeros(2, dtype=torch.double).fill_(x))


def elements(t: Tensor, x: float):
    t[0] = x
    t[1:3] = x
    t[3] += x
    return t


def masked(t: Tensor, m: Tensor, i: Tensor, x: float):
    t[m] = x
    u = t.clone()
    u[i] = x * 2
    return t, u, t.masked_fill(m, x)


def element(t: Tensor, z: complex):
    t[1] = z
    return t


def ints(n: int):
    t = torch.zeros(2)
    t[0] = n
    return t, torch.tensor(n, dtype=torch.float), torch.tensor([n], dtype=torch.cfloat), torch.full([1], n, dtype=torch.float)


def too_large(x: float):
    return torch.tensor(x, dtype=torch.double)


def too_large_element(t: Tensor, x: float):
    t[0] = x
    return t


def too_large_complex(z: complex):
    return torch.tensor(z, dtype=torch.cdouble)


def list_of_complex(z: complex):
    return torch.tensor([z])


CALLS = [
    ("scalars", [3.3, 3.3 + 1.1j]),
    ("scalars", [float("inf"), complex(float("nan"), 0.1)]),
    ("lists", [3.3]),
    ("exact", [3.3]),
    ("elements", [torch.zeros(4, dtype=torch.double), 3.3]),
    ("elements", [torch.zeros(4, dtype=torch.cdouble), 3.3]),
    ("elements", [torch.zeros(4, dtype=torch.long), 16777217.0]),
    ("elements", [torch.zeros(4), 3.3]),
    ("masked", [torch.zeros(3, dtype=torch.double), torch.tensor([True, False, True]), torch.tensor([1]), 3.3]),
    ("element", [torch.zeros(2, dtype=torch.cdouble), 3.3 + 1.1j]),
    ("ints", [2 ** 53 + 2 ** 29 + 1]),
    ("too_large", [1e300]),
    ("too_large_element", [torch.zeros(2, dtype=torch.double), 1e300]),
    ("too_large_element", [torch.zeros(2), -1e39]),
    ("too_large_complex", [1e300j]),
    ("list_of_complex", [1j]),
]
