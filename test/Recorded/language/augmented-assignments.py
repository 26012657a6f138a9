# `+=` and its kin on numbers, lists, tuples, tensors and objects.
# Rules: TS-STMT-017, TS-STMT-020, TS-CLS-017.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/augmented-assignments.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import Dict, List, Tuple
from torch import Tensor


class Adds:
    def __init__(self, n: int):
        self.n = n

    def __add__(self, k: int):
        return Adds(self.n + k)


class AddsInPlace:
    def __init__(self, n: int):
        self.n = n

    def __iadd__(self, k: int):
        self.n += k * 100
        return self

    def __add__(self, k: int):
        return AddsInPlace(self.n + k)


class Inert:
    def __init__(self):
        self.n = 1


def numbers(n: int, x: float):
    n += 3
    n -= 1
    n *= 2
    x /= 4
    n &= 14
    n |= 1
    return n, x


def remainders(n: int, x: float, m: int):
    a = n
    a %= m
    x %= 3
    return a, x, n % m


def lists(xs: List[int]):
    ys = xs
    ys += [7]
    ys *= 2
    return xs, ys


def tuples(t: Tuple[int, int]):
    t += (5,)
    return t


def tensors(t: Tensor):
    u = t
    u += 1
    u *= 3
    return t


def elements(xs: List[int], d: Dict[str, int], t: Tensor):
    xs[1] += 10
    d["k"] *= 3
    t[0] -= 1
    return xs, d, t


def objects():
    a = Adds(1)
    b = a
    a += 2
    c = AddsInPlace(1)
    e = c
    c += 2
    return a.n, b.n, c.n, e.n


def inert():
    x = Inert()
    x += 1
    return x


def floor_division(n: int):
    n //= 2
    return n


def dicts(d: Dict[str, int]):
    d += {"x": 1}
    return d


CALLS = [("numbers", [4, 3.0]), ("remainders", [-7, -7.5, 3]), ("remainders", [7, 7.5, -4]), ("lists", [[1, 2]]),
         ("tuples", [(1, 2)]), ("tensors", [torch.tensor([1.0, 2.0])]),
         ("elements", [[1, 2], {"k": 5}, torch.tensor([4.0, 5.0])]), ("objects", []), ("inert", []),
         ("floor_division", [7]), ("dicts", [{}])]
