# Which overload of an operator a call means, and what is said when none fits.
# Rules: TS-CALL-011, 012, 014, 017.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/overload-resolution.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import List, Optional
from torch import Tensor


def by_types(t: Tensor, n: int, x: float):
    return torch.add(t, t), torch.add(t, n), torch.max(t), torch.max(t, 0)[1], x + n, max(n, n), max([3, 9, 4])


def converted(t: Tensor):
    return torch.pow(t, t.sum()), torch.full([2], t.sum())


def by_name(t: Tensor):
    return torch.sum(input=t, dim=[0], keepdim=True), t.add(t, alpha=2), torch.cumsum(dim=0, input=t)


def name_by_position(t: Tensor):
    return t.add(t, 2)


def unknown_keyword(t: Tensor):
    return torch.relu(t, inplace=True)


def no_overload(t: Tensor):
    return torch.sum(t, "x")


def one_overload(t: Tensor):
    return torch.relu(1, t)


def unknown_function(t: Tensor):
    return torch.nope(t)


def python_function(t: Tensor):
    return torch.finfo(t)


def misspelt_method(t: Tensor):
    return t.reluu()


def optional_operand(n: Optional[int]):
    return n + 1


CALLS = [("by_types", [torch.tensor([1, 5, 2]), 3, 0.5]), ("converted", [torch.tensor([1.0, 2.0])]),
         ("by_name", [torch.tensor([1.0, 2.0])]), ("name_by_position", [torch.ones(1)]),
         ("unknown_keyword", [torch.ones(1)]), ("no_overload", [torch.ones(1)]), ("one_overload", [torch.ones(1)]),
         ("unknown_function", [torch.ones(1)]), ("python_function", [torch.ones(1)]),
         ("misspelt_method", [torch.ones(1)]), ("optional_operand", [1])]
