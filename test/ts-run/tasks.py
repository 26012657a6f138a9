# REQUIRES: ts-run
# RUN: ts-run %s --entry=nested --input=1 --check-leaks | FileCheck %s --check-prefix=NESTED
# RUN: ts-run %s --entry=kinds --input=2x2:f32=1 --check-leaks | FileCheck %s --check-prefix=KINDS
# RUN: not ts-run %s --entry=fails --input=7 --check-leaks 2>&1 | FileCheck %s --check-prefix=FAILS
# RUN: ts-run %s --entry=forgets --input=7 --check-leaks | FileCheck %s --check-prefix=FORGETS
import torch
from typing import List, Optional, Tuple


def leaf(x: int) -> int:
    print("leaf", x)
    return x * 2


def middle(x: int) -> int:
    a = torch.jit.fork(leaf, x)
    b = torch.jit.fork(leaf, x + 1)
    print("middle", x)
    return torch.jit.wait(a) + b.wait()


# Output comes in the order of one thread.
# NESTED: main
# NESTED-NEXT: middle 1
# NESTED-NEXT: middle 11
# NESTED-NEXT: leaf 1
# NESTED-NEXT: leaf 2
# NESTED-NEXT: leaf 11
# NESTED-NEXT: leaf 12
# NESTED-NEXT: 40
def nested(x: int):
    f = torch.jit.fork(middle, x)
    g = torch.jit.fork(middle, x + 10)
    print("main")
    return torch.jit.wait(g) - torch.jit.wait(f)


class Counter:
    def __init__(self, n: int):
        self.n = n

    def add(self, k: int) -> int:
        return self.n + k


def pair(x: int) -> Tuple[int, str]:
    return x, "s"


def some(x: int) -> Optional[int]:
    if x > 0:
        return x
    return None


def chain(f: torch.jit.Future[int]) -> int:
    return torch.jit.wait(f) + 1


# Methods, operators, classes and tasks that wait for tasks.
# KINDS: ((3, s), 4, None, 15, 7, 9, 8.)
def kinds(x):
    c = Counter(10)
    a = torch.jit.fork(pair, 3)
    b = torch.jit.fork(some, 4)
    d = torch.jit.fork(some, -4)
    e = torch.jit.fork(c.add, 5)
    f = torch.jit.fork(chain, torch.jit.fork(c.add, -4))
    g = torch.jit.fork(Counter, 9)
    h = torch.jit.fork(torch.mm, x, x)
    return (a.wait(), b.wait(), d.wait(), e.wait(), f.wait(), g.wait().n,
            h.wait().sum().item())


def bad(x: int) -> int:
    return [1, 2][x]


# FAILS: in fails
# FAILS: return torch.jit.wait(torch.jit.fork(bad, x))
# FAILS-NEXT: ~~~~~~~~~~~~~~ <--- HERE
# FAILS: RuntimeError: The following operation failed in the TorchScript interpreter.
# FAILS: in <forked function>
# FAILS: return torch.jit.wait(torch.jit.fork(bad, x))
# FAILS-NEXT: ~~~~~~~~~~~~~~~~~~~~~ <--- HERE
# FAILS: in bad
# FAILS: RuntimeError: list index out of range
# FAILS-NOT: leaked
def fails(x: int):
    return torch.jit.wait(torch.jit.fork(bad, x))


# FORGETS: leaf 7
# FORGETS: 7
def forgets(x: int):
    f = torch.jit.fork(bad, x)
    torch.jit.fork(leaf, x)
    return x
