# int(), float(), bool(), complex() and str().
# Rules: TS-CONV-009, TS-CONV-011.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/scalar-conversions.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import Dict, List
from torch import Tensor


def to_int(x: float, b: bool, s: str, t: Tensor):
    return int(x), int(b), int(s), int(t)


def to_float(n: int, b: bool, s: str, t: Tensor):
    return float(n), float(b), float(s), float(t)


def to_bool(n: int, x: float, t: Tensor):
    return bool(n), bool(x), bool(t)


def emptiness(xs: List[int], d: Dict[str, int]):
    return bool(xs), bool(d)


def to_complex(n: int, x: float, b: bool):
    return complex(n, x), complex(x, b), complex(n, n), complex(x), complex(b)


def parsed(s: str):
    return int(s)


def truth(t: Tensor):
    return bool(t)


CALLS = [("to_int", [-2.75, True, "-17", torch.tensor([3.9])]), ("to_float", [3, True, "1e3", torch.tensor(2)]),
         ("to_float", [3, False, "-inf", torch.tensor([[True]])]), ("to_bool", [0, -0.0, torch.tensor(0.5)]),
         ("to_bool", [3, float("nan"), torch.tensor([0])]), ("emptiness", [[], {}]), ("emptiness", [[0], {"": 0}]),
         ("to_complex", [1, 2.5, True]), ("parsed", ["x1"]), ("parsed", [""]), ("truth", [torch.ones(2)]),
         ("truth", [torch.ones(0)])]
