# The type of what comes from two paths.
# Rules: TS-SUB-010, TS-SUB-011, TS-SUB-014, TS-SUB-015, TS-SCOPE-004.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/joined-types.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import List, NamedTuple, Optional
from torch import Tensor


class Pair(NamedTuple):
    a: int
    b: int


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


CALLS = [("two_returns", [True]), ("two_returns", [False]), ("tuples", [True]), ("int_or_float", [True]),
         ("lists", [True]), ("maybe_tensor", [True, torch.ones(1)]), ("maybe_tensor", [False, torch.ones(1)]),
         ("tensor_or_int", [True, torch.ones(1)]), ("pair_or_tuple", [False]),
         ("changes_type", [True]), ("none_before", [True]), ("annotated_before", [True]), ("annotated_before", [False]),
         ("same_block", [])]
