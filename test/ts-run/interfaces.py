# REQUIRES: ts-run
# RUN: ts-run %s --entry=sums --check-leaks | FileCheck %s --check-prefix=SUMS
# RUN: not ts-run %s --entry=endless --check-leaks 2>&1 | FileCheck %s --check-prefix=ENDLESS
import torch
from typing import List


@torch.jit.interface
class Step:
    def run(self, x: int, depth: int) -> int:
        pass


@torch.jit.script
class Add:
    def __init__(self, k: int):
        self.k = k

    def run(self, x: int, depth: int) -> int:
        return x + self.k


@torch.jit.script
class Scale:
    def __init__(self):
        self.uses = 0

    def run(self, x: int, depth: int) -> int:
        self.uses += 1
        return x * 3


# SUMS: 30
def sums():
    steps: List[Step] = [Add(2), Scale(), Add(-1), Scale()]
    x = 3
    for step in steps:
        x = step.run(x, 0)
    return x - 12


@torch.jit.script
class Holder:
    def __init__(self):
        self.steps: List[Step] = []

    def run(self, x: int, depth: int) -> int:
        if depth == 0:
            return x
        return self.steps[0].run(x + 1, depth - 1)


# A method that calls itself through an interface comes to an end.
# ENDLESS: RuntimeError: stack overflow: calls are nested too deeply
def endless():
    h = Holder()
    s: Step = h
    h.steps.append(s)
    r = s.run(0, 1000)
    print("deep enough", r)
    return s.run(0, -1)
