# Names: of the file, of enclosing functions, of builtins.
# Rules: TS-SCOPE-012, TS-SCOPE-014, TS-SCOPE-020, TS-PY-008.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/scopes.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import math
import torch
from typing import List

NUMBER = 3
WEIGHTS = [1, 2]
NOTHING = None
TENSOR = torch.ones(1)


def sorted(xs: List[int]):
    return [0]


def helper(x: int) -> int:
    return x + 1


def make(k: int):
    def inner(x: int):
        return helper(x)
    return inner


def make_with_number(k: int):
    def inner(x: int):
        return x + k
    return inner


captures_function = make(1)
captures_number = make_with_number(1)


def closed_number(x: int):
    return x + NUMBER


def closed_list():
    return WEIGHTS


def closed_tensor():
    return TENSOR


def closed_none():
    return NOTHING


def module_constant(x: float):
    return x + math.pi


def builtin_wins(xs: List[int]):
    return sorted(xs)


def local_hides(xs: List[int]):
    len = 5
    return len


def captured_name(x: int):
    return captures_function(x)


CALLS = [("closed_number", [1]), ("closed_list", []), ("closed_tensor", []), ("closed_none", []),
         ("module_constant", [1.0]), ("builtin_wins", [[3, 1]]), ("local_hides", [[1]]), ("captured_name", [3]),
         ("captures_function", [3])]
