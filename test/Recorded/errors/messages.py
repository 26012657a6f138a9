# The place and the excerpt of compile errors: what is underlined.
# Rules: TS-MSG-001, TS-MSG-003, TS-MSG-004.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/messages.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import List, Tuple
from torch import Tensor


def g(x: int) -> int:
    return x


def name(x: int):
    a = x
    b = a
    return missing + b


def attribute(x: Tensor):
    return (x + 1).nope + 2


def subscript(x: int):
    return 1 + x[0]


def operator(x: int, s: str):
    return x * (x +
                s)


def callee(x: Tensor):
    y = 1
    return g(x) + y


def forked(x: Tensor):
    return torch.jit.fork(g, x)


def target(x: int):
    y: str = x + 1
    return y


def returned(x: int) -> str:
    # A comment.
    return (x +
            1)


def branches(x: int):
    if x > 0:
        y = 1
    else:
        y = "s"
    return y


def element(xs: Tuple[int, int]):
    xs[0] = 1
    return xs


def unreachable_construct(x: int):
    if False:
        try:
            x = 1
        except ValueError:
            x = 2
    return missing


def first_line(x: int): return missing


CALLS = [("name", None), ("attribute", None), ("subscript", None), ("operator", None), ("callee", None),
         ("forked", None), ("target", None), ("returned", None), ("branches", None), ("element", None),
         ("unreachable_construct", None), ("first_line", None)]
