# Comprehensions: what they iterate, their scope, their element types.
# Rules: TS-EXPR-045 to 051.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/comprehensions.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import Dict, List, Tuple
from torch import Tensor


def lists(xs: List[int], s: str, d: Dict[str, int], t: Tensor):
    return [x * x for x in xs], [c + "." for c in s], [k for k in d], [row.sum() for row in t], [i for i in range(3)]


def patterns(pairs: List[Tuple[int, str]]):
    return [b * a for a, b in [(2, 3), (4, 5)]], [name + "!" for _, name in pairs], [i * v for i, v in enumerate([5, 6])]


def own_scope(xs: List[int], x: int):
    ys = [x + 1 for x in xs]
    return ys, x


def outer_names(xs: List[int], k: int):
    return [x * k for x in xs]


def leaked(xs: List[int]):
    ys = [item for item in xs]
    return item


def condition(xs: List[int]):
    return [x for x in xs if x > 1]


def two_generators(xs: List[int]):
    return [x + y for x in xs for y in xs]


def nested(xss: List[List[int]]):
    return [[x + 1 for x in xs] for xs in xss]


def dicts(keys: List[str]):
    return {k: len(k) for k in keys}, {len(k): k for k in keys}


def generator(xs: List[int]):
    return sum(x * 2 for x in xs), list(x - 1 for x in xs)


def of_tuple(t: Tuple[int, int]):
    return [x * 2 for x in t]


def of_mixed_tuple(t: Tuple[int, float]):
    return [x for x in t]


def hinted(xs: List[int]):
    ys: List[int] = [x for x in xs]
    return ys


CALLS = [("lists", [[1, 2, 3], "hé", {"b": 1, "a": 2}, torch.ones(2, 2)]), ("patterns", [[(1, "x"), (2, "y")]]),
         ("own_scope", [[1, 2], 40]), ("outer_names", [[1, 2], 3]), ("leaked", [[1]]), ("condition", [[1, 2]]),
         ("two_generators", [[1]]), ("nested", [[[1], [], [2, 3]]]), ("dicts", [["a", "bb", "cc"]]),
         ("generator", [[1, 2, 3]]), ("of_tuple", [(1, 2)]), ("of_mixed_tuple", [(1, 2.0)]), ("hinted", [[]])]
