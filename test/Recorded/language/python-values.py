# What the file's Python gives to compiled code, and switches for compiling.
# Rules: TS-PY-013, TS-PY-014, TS-META-004, TS-META-008, TS-META-009.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/python-values.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import collections
import warnings
import torch
import torch.nn.functional as F
from typing import Dict, List
from torch import Tensor


@torch.jit._overload
def describe(x: int) -> str:
    ...


@torch.jit._overload
def describe(x: str) -> str:
    ...


def describe(x):
    if isinstance(x, int):
        return "int " + str(x + 1)
    return "str " + x


@torch.jit.unused
def anything(*args, **kwargs):
    return torch.zeros(1)


def ordered():
    d = collections.OrderedDict([("b", 1), ("a", 2)])
    d["c"] = 3
    return d


def warned(x: int):
    warnings.warn("careful")
    return x


def with_indices(x: Tensor):
    return F.max_pool1d(x, 2, return_indices=True)


def dynamic_flag(x: Tensor, flag: bool):
    return F.max_pool1d(x, 2, return_indices=flag)


def tracing(x: int):
    if torch.jit.is_tracing():
        return -x
    return x


def scripting(x: int):
    if torch.jit.is_scripting():
        return x
    else:
        return not_python.at_all(x)


def overloaded(n: int, s: str):
    return describe(n), describe(s)


def calls_unused(n: int):
    if n > 0:
        return anything(n)
    return torch.ones(1)


CALLS = [("ordered", []), ("warned", [1]), ("with_indices", [torch.tensor([[1.0, 3.0, 2.0, 0.0]])]),
         ("dynamic_flag", [torch.ones(1, 4), True]), ("tracing", [4]), ("scripting", [4]), ("overloaded", [1, "x"]),
         ("calls_unused", [0]), ("calls_unused", [1])]
