# REQUIRES: ts-run
# What the host may give where nothing declares a type.
# RUN: not ts-run %s --check=%S/Inputs/any.expected.json | FileCheck %s
# CHECK-NOT: call {{[1-6]}} (
# CHECK: call 7 (which): which() argument 'x' (position 0): the type of an empty container cannot be inferred
# CHECK: call 8 (which): which() argument 'x' (position 0): the type of the container cannot be inferred: it holds values of type 'int' and 'str'
# CHECK: call 9 (bare): bare() argument 'x' (position 0): expected a value of type 'list' but found
# CHECK: 6 passed, 3 failed
from enum import Enum
from typing import Any, List, Optional, Tuple


class Color(Enum):
    RED = 1
    GREEN = 2


def which(x: Any):
    if isinstance(x, Color):
        return x.value
    if isinstance(x, Tuple[int, str]):
        return 10
    if isinstance(x, List[Optional[int]]):
        return 11
    return 12


def bare(x: list):
    return len(x)


def order(x: List[Any]):
    x.sort()
    return x
