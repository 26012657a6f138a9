# Where a type is written, displays and empty containers take it over.
# Rules: TS-CONV-008, TS-SUB-012, TS-SUB-013.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/type-hints.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import Dict, List, Optional, Tuple


def empty_containers():
    a: List[str] = []
    b: Dict[int, float] = {}
    c: List[Tuple[int, str]] = list()
    a.append("x")
    b[3] = 1.5
    c.append((1, "y"))
    return a, b, c


def untyped_empty():
    a = []
    a.append(torch.ones(1))
    return a


def optional_elements() -> List[Optional[int]]:
    return [1, None, 3]


def wrong_elements() -> List[float]:
    return [1, 2]


def conditional(flag: bool) -> List[int]:
    return [] if flag else [1]


def none_of(flag: bool):
    x: Optional[str] = None
    if flag:
        x = "set"
    return x


def mixed_list():
    return [1, 2.0, 3]


def mixed_values(n: int):
    d = {"a": n, "b": "text"}
    return d


def mixed_keys():
    return {1: "a", "b": "c"}


def annotated():
    return torch.jit.annotate(List[int], []), torch.jit.annotate(Optional[int], None)


CALLS = [("empty_containers", []), ("untyped_empty", []), ("optional_elements", []), ("wrong_elements", []),
         ("conditional", [True]), ("conditional", [False]), ("none_of", [True]), ("none_of", [False]),
         ("mixed_list", []), ("mixed_values", [3]), ("mixed_keys", []), ("annotated", [])]
