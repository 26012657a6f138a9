# Loops and context managers that cannot be.
# Rules: TS-STMT-031, TS-STMT-040, TS-STMT-042, TS-STMT-046.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/iteration.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import Any, List, Tuple


class NoManager:
    def __init__(self):
        self.n = 1


class ShortExit:
    def __init__(self):
        self.n = 1

    def __enter__(self):
        return 1

    def __exit__(self, a: Any):
        pass


class TypedExit:
    def __init__(self):
        self.n = 1

    def __enter__(self):
        return 1

    def __exit__(self, a: int, b: Any, c: Any):
        pass


def over_int(n: int):
    for i in n:
        print(i)


def range_of_float(x: float):
    for i in range(x):
        print(i)


def range_as_value(n: int):
    r = range(n)
    return r


def continue_unrolled(t: Tuple[int, int]):
    for x in t:
        if x > 0:
            continue


def tuple_and_list(t: Tuple[int, int], xs: List[int]):
    return [a + b for a, b in zip(t, xs)]


def with_int(n: int):
    with n:
        pass


def with_object():
    with NoManager():
        pass


def short_exit():
    with ShortExit():
        pass


def typed_exit():
    with TypedExit():
        pass


CALLS = [(n, None) for n in ("over_int", "range_of_float", "range_as_value", "continue_unrolled", "tuple_and_list",
                             "with_int", "with_object", "short_exit", "typed_exit")]
