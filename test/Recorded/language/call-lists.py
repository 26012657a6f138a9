# Arguments that become lists, and containers that become arguments.
# Rules: TS-CALL-008, TS-CALL-009, TS-CALL-013.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/call-lists.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import Dict, List, Tuple
from torch import Tensor


def total(xs: List[int]) -> int:
    return sum(xs)


def gathered():
    return total(1, 2, 3), total([4, 5])


def gathered_wrongly():
    return total(1, "x")


def sizes():
    return torch.zeros(2, 3).shape, torch.zeros([2, 3]).shape, torch.zeros(4).shape


def add(a: int, b: int) -> int:
    return a * 10 + b


def spread(t: Tuple[int, int]):
    return add(*t)


def spread_list(xs: List[int]):
    return add(*xs)


def spread_dict(d: Dict[str, int]):
    return add(**d)


def one_for_two(x: Tensor):
    return torch.nn.functional.max_pool2d(x, 2), torch.nn.functional.avg_pool2d(x, 2, [1, 2])


def one_for_many(x: Tensor):
    return x.sum(1), x.sum([0, 1]), x.permute(1, 0)


CALLS = [("gathered", []), ("gathered_wrongly", []), ("sizes", []), ("spread", [(1, 2)]), ("spread_list", [[1, 2]]),
         ("spread_dict", [{"a": 1, "b": 2}]), ("one_for_two", [torch.arange(16.0).reshape(1, 1, 4, 4)]),
         ("one_for_many", [torch.arange(6).reshape(2, 3)])]
