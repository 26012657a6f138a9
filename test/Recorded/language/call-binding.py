# How arguments find their parameters, and default values.
# Rules: TS-CALL-001 to 007, TS-CALL-010.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/call-binding.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import Dict, List, Optional, Tuple
from torch import Tensor


def sums(a: int, b: int = 2, c: float = 0.5):
    return a * 100 + b * 10 + c


def by_position_and_name():
    return sums(1), sums(1, 3), sums(1, c=1.5), sums(c=2.5, a=1), sums(b=4, a=9)


def missing():
    return sums(b=1)


def too_many():
    return sums(1, 2, 3.0, 4)


def unknown_name():
    return sums(1, z=2)


def given_twice():
    return sums(1, a=2)


def wrong_type():
    return sums("x")


def defaults(x: float = 1, s: str = "q", n: Optional[int] = None, t: Tuple[int, str] = (1, "a"), b: bool = False):
    return x, s, n, t, b


def tensor_default(t=torch.tensor([1.0, 2.0])):
    return t + 1


def mutable_default(xs: List[int] = [1]):
    return xs


def none_default(xs: List[int] = None):
    return xs


def only_by_name(a: int, *, b: int):
    return a - b


def uses_name():
    return only_by_name(5, b=3)


def name_left_out():
    return only_by_name(5, 3)


def with_default_by_name(a: int, *, b: int = 1):
    return a


def starred(*args: int):
    return 1


def double_starred(**kwargs: int):
    return 1


def recursive(n: int) -> int:
    return 1 if n == 0 else n * recursive(n - 1)


CALLS = [("by_position_and_name", []), ("missing", []), ("too_many", []), ("unknown_name", []), ("given_twice", []),
         ("wrong_type", []), ("defaults", []), ("defaults", [2.5], {"n": 3, "b": True}), ("tensor_default", []),
         ("tensor_default", [torch.zeros(1)]), ("mutable_default", []), ("none_default", []), ("uses_name", []),
         ("name_left_out", []), ("with_default_by_name", [1]), ("starred", [1]), ("double_starred", []),
         ("recursive", [3])]
