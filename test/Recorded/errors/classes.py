# Classes, enums, named tuples and interfaces that are wrong.
# Rules: TS-CLS-010, TS-MOD-010, TS-MOD-016.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/classes.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import enum
import torch
from dataclasses import dataclass, field
from typing import List, NamedTuple
from torch import Tensor, nn


class Point(NamedTuple):
    x: int


class Late:
    def __init__(self):
        self.n = 1

    def set(self):
        self.m = 2


class NoInit:
    def f(self):
        return 1


class Base:
    def __init__(self):
        self.n = 1


class Derived(Base):
    pass


class Recursive:
    def __init__(self):
        self.n = 1

    def f(self) -> int:
        return self.f()


class Mixed(enum.Enum):
    A = 1
    B = "b"


class BadConstant(nn.Module):
    __constants__ = ["c"]

    def __init__(self):
        super().__init__()
        self.c = {"a": 1}

    def forward(self, x: Tensor):
        return self.c


class LengthOfParameters(nn.Module):
    def __init__(self):
        super().__init__()
        self.weights = nn.ParameterList([nn.Parameter(torch.ones(1))])

    def forward(self, x: Tensor):
        return len(self.weights)


def late():
    x = Late()
    x.set()
    return x.n


def unknown_member():
    return Late().nope


def no_init():
    return NoInit()


def recursive():
    return Recursive().f()


def assigned_field(p: Point):
    p.x = 2
    return p


def missing_field(p: Point):
    return p.y


def wrong_constructor():
    return Late(3)


def mixed():
    return Mixed.A


def constructed():
    return nn.Linear(2, 3)


INSTANCES = [("bad", BadConstant()), ("length", LengthOfParameters())]
UNSTABLE = ["mixed"]
CALLS = [("late", None), ("unknown_member", None), ("no_init", None), ("recursive", None), ("assigned_field", None),
         ("missing_field", None), ("wrong_constructor", None), ("mixed", None), ("constructed", None),
         ("Derived", None), ("bad.forward", [torch.ones(1)]),
         ("length.forward", [torch.ones(1)])]
