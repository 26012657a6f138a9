# Attributes and methods of values, and strings that stand alone.
# Rules: TS-EXPR-054, TS-CALL-021, TS-LEX-013.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/attributes.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import Dict, List, NamedTuple
from torch import Tensor


class Point(NamedTuple):
    x: int
    y: float


def of_tensor(t: Tensor):
    "A docstring."
    return t.shape, t.dtype == torch.float32, t.T, t.requires_grad, t.is_cuda


def of_tuple(p: Point):
    """Another one,
    of two lines."""
    return p.x, p.y + 1


def of_device(d: torch.device):
    'and one that is none'
    x = d.type
    "in the middle"
    return x, d.index


def methods(s: str, xs: List[int], d: Dict[str, int], t: Tensor):
    xs.reverse()
    return s.upper().find("B"), xs.count(2), d.get("k", 5), t.add(1).mul(2)


def of_int(n: int):
    return n.foo


def method_of_int(n: int):
    return n.bit_length()


CALLS = [("of_tensor", [torch.ones(2, 3)]), ("of_tuple", [Point(3, 4.0)]), ("of_device", [torch.device("cuda:1")]),
         ("methods", ["abc", [1, 2, 2, 3], {"j": 1}, torch.ones(2)]), ("of_int", [1]), ("method_of_int", [1])]
