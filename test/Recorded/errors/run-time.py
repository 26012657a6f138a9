# Errors while a program runs: the message, the frames, what was printed before.
# Rules: TS-EXC-011, TS-EXC-013.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/run-time.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import Dict, List, Optional
from torch import Tensor


class Broken(Exception):
    pass


def deepest(xs: List[int], i: int) -> int:
    print("deepest")
    y = xs[i]
    return y


def middle(xs: List[int], i: int) -> int:
    # One line
    # and another.
    return deepest(xs, i) + 1


def frames(xs: List[int], i: int):
    z = middle(xs,
               i)
    return z


def asserted(n: int):
    assert n > 0, "n is not positive: " + str(n)
    assert n < 10
    return n


def raised(n: int):
    if n == 0:
        raise AssertionError("assertion")
    if n == 1:
        raise ValueError("value", n)
    if n == 2:
        raise Broken("own class")
    if n == 3:
        raise RuntimeError
    return n


def key(d: Dict[str, int], k: str):
    return d[k]


def unwrapped(x: Optional[int]):
    return torch.jit._unwrap_optional(x)


def shapes(a: Tensor, b: Tensor):
    return a + b


def product(a: Tensor, b: Tensor):
    return torch.mm(a, b)


def indexed(t: Tensor, i: int):
    return t[i]


def truth(t: Tensor):
    if t:
        return 1
    return 0


def unpacked(xs: List[int]):
    a, b = xs
    return a + b


def numbers(a: int, b: int, s: str):
    return int(s) // b


def text(s: str):
    return s[3], s.index("z")


@torch.jit.unused
def left_to_python(n: int) -> int:
    return n


def calls_unused(n: int):
    if n > 0:
        # Python's functions have no frames.
        return left_to_python(n)
    return 0


def calls_caller(n: int):
    return calls_unused(n) + 1


def tensor_key(d: Dict[Tensor, int], t):
    return d[t]


CALLS = [("frames", [[1, 2], 1]), ("frames", [[1, 2], 2]), ("asserted", [0]), ("asserted", [10]), ("asserted", [5]),
         ("raised", [0]), ("raised", [1]), ("raised", [2]), ("raised", [3]), ("raised", [4]), ("key", [{"a": 1}, "b"]),
         ("unwrapped", [None]), ("unwrapped", [3]), ("shapes", [torch.ones(2), torch.ones(3)]),
         ("product", [torch.ones(2, 3), torch.ones(2, 3)]), ("indexed", [torch.ones(2), 2]),
         ("indexed", [torch.tensor(1.0), 0]), ("truth", [torch.ones(2)]), ("truth", [torch.ones(1)]),
         ("unpacked", [[1, 2, 3]]), ("numbers", [1, 0, "5"]), ("numbers", [1, 2, "five"]), ("text", ["ab"]),
         ("text", ["abcdez"]), ("text", ["abcde"]),
         ("calls_caller", [1]), ("calls_caller", [0]), ("tensor_key", [{torch.ones(1): 1}, torch.ones(2, 2)])]
