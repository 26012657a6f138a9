# Values of type Any, and the keys of dicts.
# Rules: TS-TYPE-006, TS-TYPE-007, TS-TYPE-014.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/any-values.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import Any, Dict, List, Tuple


def never_none(x: Any):
    return x is None, x is not None


def kind(x: Any) -> str:
    if isinstance(x, int):
        return "int"
    if isinstance(x, str):
        return "str " + x
    if isinstance(x, List[int]):
        return "ints"
    return "other"


def sorted_any(xs: List[Any]):
    xs.sort()
    return xs


def insertion_order(keys: List[str]):
    d: Dict[str, int] = {}
    for i, k in enumerate(keys):
        d[k] = i
    del d[keys[0]]
    d[keys[0]] = 99
    return d, list(d.keys())


def keys(a: Dict[float, int], b: Dict[bool, int], c: Dict[complex, int], x: float):
    return a[x], b[True], c[1j], len(a), x in a


def refused_key(d: Dict[List[int], int]):
    return len(d)


CALLS = [("never_none", [None]), ("never_none", [3]), ("kind", [3]), ("kind", ["q"]), ("kind", [[1]]), ("kind", [2.5]),
         ("sorted_any", [[(2, "b"), (1, "z"), (1, "a")]]), ("sorted_any", [[3, 1]]), ("sorted_any", [["b", 1]]),
         ("insertion_order", [["x", "y", "z"]]), ("keys", [{1.5: 1}, {True: 2}, {1j: 3}, 1.5]), ("refused_key", [{}])]
