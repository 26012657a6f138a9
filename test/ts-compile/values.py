# Every kind of value through the C interface: the header compiles, and results
# are right.
# RUN: rm -rf %t && mkdir %t
# RUN: ts-compile %s -o %t/values.so
# RUN: %cc -std=c11 -Wall -Wextra -Werror -I%t -I%source/runtime/include %S/Inputs/values.c %t/values.so -L%tslib -ltsrt -Wl,-rpath,%t:%tslib -o %t/values
# RUN: %t/values | FileCheck %s
# RUN: %cxx -fsyntax-only -Wall -Werror -Wno-unused-function -x c++ -I%source/runtime/include %t/values.h
# RUN: ts-run %t/values.so --entry=swap --input='(1, "a")' | FileCheck %s --check-prefix=SWAP
# RUN: ts-run %t/values.so --entry=scale --input=2 | FileCheck %s --check-prefix=DEFAULT
from enum import Enum
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

import torch


class Color(Enum):
    RED = 1
    GREEN = 2


class Point(NamedTuple):
    x: float
    label: str


# SWAP: (a, 1)
def swap(pair: Tuple[int, str]) -> Tuple[str, int]:
    return pair[1], pair[0]


# CHECK: words: one=1 two=2 size 2
def count(words: List[str]) -> Dict[str, int]:
    counts: Dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return counts


# CHECK: first: 7, none
def first(values: List[int]) -> Optional[int]:
    if len(values) == 0:
        return None
    return values[0]


# CHECK: name: green, null
def name(color: Optional[str], which: Color) -> Optional[str]:
    if which == Color.GREEN:
        return color
    return None


# CHECK: point: 2.5 p
def move(point: Point, by: float, negate: bool) -> Point:
    return Point(point.x + (-by if negate else by), point.label)


# CHECK: complex: -1 0
def square(z: complex) -> complex:
    return z * z


# CHECK: kind: 1 0
def is_int(value: Any) -> bool:
    return isinstance(value, int)


# CHECK: tensor: 3
# DEFAULT: 6
def scale(n: int, by: int = 3) -> int:
    return n * by


def total(x: torch.Tensor, lists: List[List[float]]) -> float:
    return float(x.sum()) + sum([sum(l) for l in lists])


# CHECK: error: division by 0 in divide
def divide(a: int, b: int) -> int:
    return a // b
