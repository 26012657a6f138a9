# fork and wait.
# Rules: TS-ASYNC-001 to 009.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/tasks.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import List
from torch import Tensor


class Twice(torch.nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return x * 2


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Twice()

    def helper(self, x: Tensor, k: int) -> Tensor:
        return x + k

    def forward(self, x: Tensor):
        a = torch.jit.fork(self.helper, x, k=5)
        b = torch.jit.fork(self.part, x)
        c = torch.jit.fork(torch.neg, x)
        return a.wait(), b.wait(), c.wait()


def work(n: int) -> int:
    print("work", n)
    return n * n


def fails(n: int) -> int:
    if n > 1:
        raise ValueError("task failed")
    return n


def many(n: int):
    futures: List[torch.jit.Future[int]] = []
    for i in range(n):
        futures.append(torch.jit.fork(work, i))
    return [torch.jit.wait(f) for f in futures]


def given_back(n: int):
    return torch.jit.fork(work, n)


def old_names(n: int):
    f = torch.jit._fork(work, n)
    return torch.jit._wait(f)


def waits_twice(n: int):
    f = torch.jit.fork(work, n)
    return f.wait() + f.wait()


def error_in_task(n: int):
    f = torch.jit.fork(fails, n)
    return torch.jit.wait(f)


def wrong_argument():
    return torch.jit.fork(work, "x")


def no_function():
    return torch.jit.fork()


def inner(n: int) -> int:
    f = torch.jit.fork(work, n)
    return torch.jit.wait(f) + 1


def nested(n: int):
    f = torch.jit.fork(inner, n)
    return torch.jit.wait(f)


def other_method(n: int):
    f = torch.jit.fork(work, n)
    return f.done()


INSTANCES = [("net", Net())]
CALLS = [("net.forward", [torch.tensor([1.0, -2.0])]), ("many", [3]), ("given_back", [4]), ("old_names", [5]),
         ("waits_twice", [6]), ("error_in_task", [1]), ("error_in_task", [2]), ("wrong_argument", []),
         ("no_function", []), ("nested", [7]), ("other_method", [8])]
