# What a compiled function takes from its host, and how it refuses the rest.
# Rules: TS-CONV-014.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/host-boundary.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import Dict, List, Optional, Tuple


def scalars(a: int, x: float, b: bool, z: complex):
    return a, x, b, z


def text(s: str) -> str:
    return s


def containers(xs: List[float], t: Tuple[int, float], d: Dict[str, List[int]]):
    return xs, t, d


def maybe(x: Optional[float] = None):
    return x


def device(d: torch.device):
    return d


def truth(x: bool):
    return x


def truths(x: List[bool]):
    return x


CALLS = [("scalars", [1, 2, True, 3]), ("scalars", [True, True, 0, 2.5]),
         ("scalars", [torch.tensor(4), torch.tensor(2.5), True, 1j]), ("scalars", [1.5, 2.0, True, 1j]),
         ("text", [None]), ("text", [3]), ("containers", [[1, 2.5], (1, 2), {"k": [1]}]),
         ("containers", [(1.0, 2.0), (True, 2.0), {}]), ("containers", [[1.0], (1, 2, 3), {}]),
         ("containers", [[1.0, "x"], (1, 2.0), {}]), ("maybe", []), ("maybe", [3]), ("maybe", ["x"]),
         ("device", ["cuda:2"]), ("text", []), ("text", ["a", "b"]), ("text", ["a"], {"t": "b"}),
         ("truth", [None]), ("truth", [0.0]), ("truth", [1j]),
         ("truth", [torch.tensor(0.5)]), ("truth", [torch.ones(2)]), ("truth", ["a"]), ("truth", [[1]]),
         ("truths", [[None, 1, 2.5]])]
