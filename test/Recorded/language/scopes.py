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


def scaled(x: int):
    return x * 100


def moved(x: int):
    return x + 1


def function_stays(x: int):
    # A name keeps the function of its block.
    g = moved
    g = x
    h, y = g(x), 2
    g, y = 1, 3
    return g(x), h, y


def function_later(x: int):
    g = x
    g = scaled
    return g(x)


def function_in_loop(x: int):
    g = moved
    for g in range(3):
        x += g
    return x


def function_in_comprehension(x: int):
    g = moved
    return [g for g in [x]]


def function_as_value(x: int):
    g = moved
    g: int = x
    return g


def constant_in_branch(flag: bool):
    # Constants of Python modules are values.
    number = math.pi
    dtype = torch.float32
    if flag:
        number = 3.0
        dtype = torch.float64
    dtypes = torch.int32
    dtypes = 7
    return number, torch.zeros(1, dtype=dtype), dtypes


CALLS = [("closed_number", [1]), ("closed_list", []), ("closed_tensor", []), ("closed_none", []),
         ("module_constant", [1.0]), ("builtin_wins", [[3, 1]]), ("local_hides", [[1]]), ("captured_name", [3]),
         ("captures_function", [3]),
         ("function_stays", [3]), ("function_later", [3]), ("function_in_loop", None), ("function_in_comprehension", None),
         ("function_as_value", None), ("constant_in_branch", [True]), ("constant_in_branch", [False])]
