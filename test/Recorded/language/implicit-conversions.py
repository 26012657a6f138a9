# What arguments and results are converted from without being asked: tensors,
# texts that name devices, tuples. Assignments and methods do not convert.
# Rules: TS-CONV-001 to 006.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/implicit-conversions.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import List, Tuple
from torch import Tensor


def half(x: float) -> float:
    return x / 2


def next_int(n: int) -> int:
    return n + 1


def half_of_tensor(t: Tensor):
    return half(t)


def next_of_tensor(t: Tensor):
    return next_int(t)


def half_of_int(n: int):
    return half(n)


def returned(t: Tensor) -> float:
    return t


def returned_int(t: Tensor) -> int:
    return t


def returned_bool(t: Tensor) -> bool:
    return t


def assigned(t: Tensor):
    y: int = t
    return y


def appended(t: Tensor, xs: List[float]):
    xs.append(t)
    return xs


def device_of(d: torch.device) -> str:
    return d.type


def named_device(s: str):
    return device_of(s)


def total(xs: List[int]) -> int:
    return sum(xs)


def total_of_tuple(t: Tuple[int, int, int]):
    return total(t), total(())


def floats(xs: List[float]) -> int:
    return len(xs)


def floats_of_ints(t: Tuple[int, int]):
    return floats(t)


CALLS = [("half_of_tensor", [torch.tensor(3.0)]), ("half_of_tensor", [torch.tensor(3)]),
         ("half_of_tensor", [torch.tensor([3.0])]), ("half_of_tensor", [torch.tensor(3.0, requires_grad=True)]),
         ("next_of_tensor", [torch.tensor(3)]), ("next_of_tensor", [torch.tensor(3.5)]),
         ("next_of_tensor", [torch.tensor(True)]), ("half_of_int", [3]),
         ("returned", [torch.tensor(2.5)]), ("returned", [torch.ones(2)]), ("returned_int", [torch.tensor(7)]),
         ("returned_bool", [torch.tensor(True)]), ("assigned", [torch.tensor(1)]),
         ("appended", [torch.tensor(1.0), [2.0]]), ("named_device", ["cuda:0"]), ("named_device", ["toaster"]),
         ("total_of_tuple", [(1, 2, 3)]), ("floats_of_ints", [(1, 2)])]
