# The type of what comes from two paths.
# Rules: TS-SUB-010, TS-SUB-011, TS-SUB-014, TS-SUB-015, TS-SCOPE-004.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/joined-types.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import Any, List, NamedTuple, Optional, Tuple
from torch import Tensor


class Pair(NamedTuple):
    a: int
    b: int


class Other(NamedTuple):
    u: int
    v: int


class Joined(torch.nn.Module):
    def forward(self, n: int, p: Pair):
        while n > 3:
            n -= 1
        r = p if n == 3 else (n, n)
        return r


def two_returns(flag: bool):
    if flag:
        return 1
    return None


def tuples(flag: bool):
    if flag:
        return (1, None)
    else:
        return (2, None)


def int_or_float(flag: bool):
    if flag:
        return 1
    return 2.0


def lists(flag: bool):
    if flag:
        x = [1]
    else:
        x = [torch.ones(1)]
    return x


def maybe_tensor(flag: bool, t: Tensor):
    x = t if flag else None
    return x


def tensor_or_int(flag: bool, t: Tensor):
    x = t if flag else 1
    return x


def pair_or_tuple(flag: bool):
    if flag:
        x = Pair(1, 2)
    else:
        x = (3, 4)
    return x


def pair_in_loop(n: int, p: Pair):
    x = (0, 0)
    for i in range(n):
        if i % 2 == 0:
            x = p
        else:
            x = (x[0] + i, x[1])
    return x


def pair_or_other(n: int, p: Pair, o: Other) -> Tuple[int, int]:
    if n == 0:
        return p
    elif n == 1:
        return o
    assert n < 3, "too large"
    return (n, p.b)


def annotated_pair(p: Pair):
    x: Tuple[int, int] = p
    return x


def pair_as_any(n: int, p: Pair, o: Other):
    x = pair_or_other(n, p, o)
    y: Any = x
    return x[0], isinstance(y, Other), y


def changes_type(flag: bool):
    y = 1
    if flag:
        y = "s"
    return y


def none_before(flag: bool):
    y = None
    if flag:
        y = 1
    return y


def annotated_before(flag: bool):
    y: Optional[int] = None
    if flag:
        y = 1
    return y


def same_block():
    y = 1
    y = "s"
    return y


INSTANCES = [("joined", Joined())]
CALLS = [("two_returns", [True]), ("two_returns", [False]), ("tuples", [True]), ("int_or_float", [True]),
         ("lists", [True]), ("maybe_tensor", [True, torch.ones(1)]), ("maybe_tensor", [False, torch.ones(1)]),
         ("tensor_or_int", [True, torch.ones(1)]), ("pair_or_tuple", [False]), ("pair_or_tuple", [True]),
         ("pair_in_loop", [0, Pair(5, 6)]), ("pair_in_loop", [1, Pair(5, 6)]), ("pair_in_loop", [2, Pair(5, 6)]),
         ("pair_or_other", [0, Pair(5, 6), Other(7, 8)]), ("pair_or_other", [1, Pair(5, 6), Other(7, 8)]),
         ("pair_or_other", [2, Pair(5, 6), Other(7, 8)]), ("pair_or_other", [3, Pair(5, 6), Other(7, 8)]),
         ("pair_as_any", [0, Pair(5, 6), Other(7, 8)]), ("pair_as_any", [1, Pair(5, 6), Other(7, 8)]),
         ("pair_as_any", [2, Pair(5, 6), Other(7, 8)]), ("annotated_pair", [Pair(5, 6)]),
         ("joined.forward", [4, Pair(5, 6)]), ("joined.forward", [1, Pair(5, 6)]),
        
         ("changes_type", [True]), ("none_before", [True]), ("annotated_before", [True]), ("annotated_before", [False]),
         ("same_block", [])]
