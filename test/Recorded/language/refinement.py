# What a check says of a variable in the branches behind it.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/refinement.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import Any, Dict, List, Optional, Union
from torch import Tensor


def branches(x: Optional[int]):
    if x is None:
        y = -1
    else:
        y = x + 1
    return y


def left_early(x: Optional[Tensor]):
    if x is None:
        return torch.zeros(1)
    return x * 2


def asserted(x: Optional[int]):
    assert x is not None
    return x + 1


def joined_checks(x: Optional[int], y: Optional[int]):
    if x is not None and y is not None:
        return x + y
    if x is None or y is None:
        return 0
    return 1


def in_condition(x: Optional[int]):
    return x is not None and x > 3, (x + 1 if x is not None else 0)


def element(xs: List[Optional[int]]):
    total = 0
    for x in xs:
        if x is not None:
            total += x
    return total


def unions(x: Union[int, str, List[str]]):
    if isinstance(x, str):
        return len(x)
    elif isinstance(x, int):
        return x
    return len(x[0])


def of_any(x: Any):
    if isinstance(x, Dict[str, int]):
        return x["a"]
    elif isinstance(x, (int, float)):
        return 2
    return 3


def attribute_is_not(x: Optional[int], again: bool):
    while x is None:
        x = 3
    return x + 1


CALLS = [("branches", [None]), ("branches", [4]), ("left_early", [None]), ("left_early", [torch.ones(2)]), ("asserted", [1]),
         ("asserted", [None]), ("joined_checks", [1, 2]), ("joined_checks", [None, 2]), ("in_condition", [None]), ("in_condition", [5]),
         ("element", [[1, None, 3]]), ("unions", ["abc"]), ("unions", [7]), ("unions", [["xy"]]), ("of_any", [{"a": 5}]),
         ("of_any", [1.5]), ("of_any", ["s"]), ("attribute_is_not", [None, True])]
