# Python that TorchScript does not have.
# Rules: TS-EXPR-015, TS-EXPR-016, TS-STMT-037.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/unsupported-syntax.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import Dict, List


def plus(x: int):
    return ~x


def loop_else(xs: List[int]):
    for x in xs:
        pass
    else:
        x = 1
    return xs


def function_inside(x: int):
    def inner(y: int):
        return y
    return inner(x)


def lambda_inside(x: int):
    f = lambda y: y + 1
    return f(x)


def walrus(x: int):
    return (y := x) + 1


def imports(x: int):
    import math
    return math.floor(x)


def global_name(x: int):
    global counter
    counter = x


def generates(x: int):
    yield x


def tries(x: int):
    try:
        x += 1
    finally:
        x += 2
    return x


def too_large():
    return 9223372036854775808


def bytes_text():
    return b"x"


def dots():
    return ...


def bracketed(xs: List[int]):
    [a, b] = xs
    return a


CALLS = [(n, None) for n in ("plus", "loop_else", "function_inside", "lambda_inside", "walrus", "imports",
                             "global_name", "generates", "tries", "too_large", "bytes_text", "dots", "bracketed")]
