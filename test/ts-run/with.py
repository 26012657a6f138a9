# REQUIRES: ts-run
# `__exit__` runs however the block is left.
# RUN: ts-run %s --entry=leaves --input=[1,2,3,4] | FileCheck %s --check-prefix=LEAVE
# RUN: not ts-run %s --entry=raises --input=5 2>&1 | FileCheck %s --check-prefix=RAISE
# RUN: not ts-run %s --entry=enter_raises 2>&1 | FileCheck %s --check-prefix=ENTER
# RUN: not ts-run %s --entry=exit_raises 2>&1 | FileCheck %s --check-prefix=EXIT
# RUN: not ts-run %s --entry=both_raise 2>&1 | FileCheck %s --check-prefix=BOTH
import torch
from typing import Any, List


class Ctx:
    def __init__(self, n: int, bad: int = 0):
        self.n = n
        self.bad = bad

    def __enter__(self):
        print("enter", self.n)
        if self.bad == 1:
            raise ValueError("in enter")
        return self.n * 10

    def __exit__(self, a: Any, b: Any, c: Any):
        print("exit", self.n, a)
        if self.bad == 2:
            raise ValueError("in exit")


# LEAVE: enter 1
# LEAVE-NEXT: enter 10
# LEAVE-NEXT: exit 10 None
# LEAVE-NEXT: exit 1 None
# LEAVE-NEXT: enter 2
# LEAVE-NEXT: exit 2 None
# LEAVE-NEXT: enter 3
# LEAVE-NEXT: enter 30
# LEAVE-NEXT: exit 30 None
# LEAVE-NEXT: exit 3 None
# LEAVE-NEXT: 3
def leaves(xs: List[int]):
    for x in xs:
        with Ctx(x) as v:
            if x == 2:
                continue
            with Ctx(v):
                if x == 3:
                    return x
    return -1


def callee(x: int):
    with Ctx(3):
        return [1, 2][x]


# RAISE: enter 1
# RAISE-NEXT: enter 2
# RAISE-NEXT: enter 3
# RAISE-NEXT: exit 3 None
# RAISE-NEXT: exit 2 None
# RAISE-NEXT: exit 1 None
# RAISE: in raises
# RAISE: y = callee(x)
# RAISE: in callee
# RAISE: list index out of range
def raises(x: int):
    with Ctx(1) as a, Ctx(2) as b:
        y = callee(x)
        print("not reached", y)
    return a + b + y


# A manager that cannot be entered is left all the same.
# ENTER: enter 2
# ENTER-NEXT: exit 2 None
# ENTER-NEXT: exit 1 None
# ENTER-NOT: in enter_raises
# ENTER: in __enter__
# ENTER: builtins.ValueError: in enter
def enter_raises():
    with Ctx(1):
        with Ctx(2, 1):
            print("not reached")
    return 1


# EXIT: body
# EXIT-NEXT: exit 2 None
# EXIT-NEXT: exit 1 None
# EXIT-NOT: exit 2
# EXIT: builtins.ValueError: in exit
def exit_raises():
    with Ctx(1):
        with Ctx(2, 2):
            print("body")
    return 1


# The first error is the one that is reported.
# BOTH: exit 2 None
# BOTH-NEXT: exit 1 None
# BOTH: builtins.RuntimeError: body
def both_raise():
    with Ctx(1):
        with Ctx(2, 2):
            raise RuntimeError("body")
    return 1


# An operator's failure is a RuntimeError, whatever its kind; so is an assertion.
# RUN: not ts-run %s --entry=asserts --input=1 2>&1 | FileCheck %s --check-prefix=ASSERT
# ASSERT: {{^}}RuntimeError: AssertionError: must be negative
def asserts(x: int):
    assert x < 0, "must be negative"
    return x


# RUN: not ts-run %s --entry=selects --input=3:f32 2>&1 | FileCheck %s --check-prefix=SELECT
# SELECT: {{^}}RuntimeError: select(): index 7 out of range
def selects(x):
    return x[7]
