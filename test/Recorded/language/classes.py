# Script classes: attributes, methods, operators, identity.
# Rules: TS-CLS-010, TS-CLS-017.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/classes.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import Dict, List, Optional


class Stack:
    def __init__(self, limit: int = 3):
        self.items: List[int] = []
        self.limit = limit

    def push(self, x: int):
        if len(self.items) >= self.limit:
            raise RuntimeError("full")
        self.items.append(x)
        return self

    def __len__(self) -> int:
        return len(self.items)

    def __contains__(self, x: int) -> bool:
        return x in self.items

    def __getitem__(self, i: int) -> int:
        return self.items[i]

    def __setitem__(self, i: int, x: int):
        self.items[i] = x

    @property
    def top(self) -> int:
        return self.items[-1]

    @staticmethod
    def answer() -> int:
        return 42


class Length:
    def __init__(self, mm: int):
        self.mm = mm

    def __add__(self, other: "Length"):
        return Length(self.mm + other.mm)

    def __isub__(self, mm: int):
        self.mm -= mm
        return self

    def __lt__(self, other: "Length") -> bool:
        return self.mm < other.mm

    def __eq__(self, other: "Length") -> bool:
        return self.mm == other.mm


class Base:
    def __init__(self, n: int):
        self.n = n

    def inherited(self) -> int:
        return self.n


class Derived(Base):
    def __init__(self, n: int):
        self.n = n * 2

    def own(self) -> int:
        return self.n


def stack(n: int):
    s = Stack()
    for i in range(n):
        s.push(i * i)
    s[0] = 7
    return len(s), 4 in s, s[0], s.top, Stack.answer(), s.items


def aliases():
    a = Length(3)
    b = a
    b.mm = 9
    a -= 1
    return a.mm, b.mm, a is b, (a + b).mm, a == Length(8)


def sorted_lengths(ns: List[int]):
    ls = [Length(n) for n in ns]
    ls.sort()
    return [x.mm for x in ls], Length(1) < Length(2)


def uses_own(n: int):
    return Derived(n).own()


def uses_inherited(n: int):
    return Derived(n).inherited()


CALLS = [("stack", [3]), ("stack", [4]), ("aliases", []), ("sorted_lengths", [[3, 1, 2]]), ("uses_own", [4]),
         ("uses_inherited", [4]), ("Derived", None)]
