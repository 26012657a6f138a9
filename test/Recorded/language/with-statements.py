# Context managers.
# Rules: TS-STMT-045, TS-STMT-047.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/with-statements.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import Any, List
from torch import Tensor


class Scope:
    def __init__(self, name: str):
        self.name = name

    def __enter__(self) -> str:
        print("enter", self.name)
        return self.name + "!"

    def __exit__(self, kind: Any, value: Any, trace: Any):
        print("exit", self.name, kind is None)


def entered(x: int):
    with Scope("a") as a, Scope("b") as b:
        print(a, b, x)
        inner = x * 2
    return inner


def returns(x: int):
    with Scope("r"):
        if x > 0:
            return "early"
    return "late"


def raises(x: int):
    with Scope("outer"):
        with Scope("inner"):
            if x > 0:
                raise ValueError("in the body")
    return x


def without_gradient(t: Tensor):
    with torch.no_grad():
        u = t * 2
    return u.requires_grad, (t * 2).requires_grad


CALLS = [("entered", [3]), ("returns", [1]), ("returns", [0]), ("raises", [1]), ("raises", [0]),
         ("without_gradient", [torch.ones(1, requires_grad=True)])]
