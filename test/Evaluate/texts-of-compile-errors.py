# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/texts-of-compile-errors.out %t
# REQUIRES: ts-run
# The texts of errors of programs that do not compile, whole, as programs see them (TS-MSG-002). The output is PyTorch's.
import os

import torch
from torch import Tensor
from typing import Dict, List, Optional, Tuple


def attempt(f, *args):
    try:
        s = torch.jit.script(f)
        print("compiled", s.schema if hasattr(s, "schema") else type(s).__name__)
        if args:
            print("->", s(*args))
    except Exception as e:
        print(type(e).__name__)
        print(str(e).replace(os.path.abspath(__file__), "FILE"))
    print("-" * 30)


def returns(x: Tensor, n: int):
    if n > 0:
        return x
    return n


def optional(x: Optional[Tensor]):
    return x + 1


def undefined(x: Tensor):
    if x.sum() > 0:
        y = 1
    return y


def different(x: Tensor):
    if x.sum() > 0:
        y = 1
    else:
        y = "a"
    return y


def nolist(n: int):
    xs = []
    for i in range(n):
        xs.append(i)
    return xs


def kwargs(x, **kw):
    return x


def lambdas(x):
    f = lambda a: a + 1
    return f(x)


def gen(xs: List[int]):
    return sum(x for x in xs)


def tryit(x):
    try:
        return x + 1
    except ValueError:
        return x


def method(x: Tensor):
    return x.foo()


def argcount(x: Tensor):
    return torch.add(x)


def tupleix(x: Tuple[int, str], i: int):
    return x[i]


def globalv(x: Tensor):
    return x * SCALE


SCALE = [1, 2, "x"]


def withdict(d: Dict[str, int]):
    return d["a"] + d["b"]


def loopvar(n: int):
    x = 1
    for i in range(n):
        x = 1.5
    return x


def stringadd(a: str, b: int):
    return a + b


def assertion(x: Tensor, n: int):
    assert n > 2, f"n is {n}"
    return x[n]


def raising(n: int) -> int:
    if n < 0:
        raise ValueError("negative: " + str(n))
    return n * 2


def unpack(x: Tensor):
    a, b = x
    return a


def starred(x: List[int]):
    a, *b = x
    return b


def deleting(d: Dict[str, int]):
    del d["a"]
    return d


def sets(x: int):
    return {x, 1}


def comp(xs: List[int]):
    return [x for x in xs if x > 1], {k: k * 2 for k in xs}


def chain(a: int, b: int, c: int):
    return a < b < c, a if a else b


def inner(x: Tensor):
    def g(y):
        return y
    return g(x)


for f, a in [(returns, ()), (optional, ()), (undefined, ()), (different, ()), (nolist, ()), (kwargs, ()), (lambdas, ()), (gen, ([1, 2],)), (tryit, ()), (method, ()),
             (argcount, ()), (tupleix, ()), (globalv, ()), (withdict, ({"a": 1},)), (loopvar, ()), (stringadd, ()), (assertion, (torch.arange(5), 3)), (assertion, (torch.arange(5), 1)),
             (raising, (-3,)), (unpack, (torch.arange(2),)), (starred, ([1, 2, 3],)), (deleting, ({"a": 1, "b": 2},)), (sets, ()), (comp, ([1, 2, 3],)), (chain, (1, 2, 3)), (inner, ())]:
    attempt(f, *a)
