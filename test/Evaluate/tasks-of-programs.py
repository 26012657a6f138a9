# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/tasks-of-programs.out %t
# REQUIRES: ts-run
# Tasks of compiled code that the program takes part in, for gradients or by functions that are not compiled: one thread runs them. The output is
# that of PyTorch 1.13.
from typing import List

import torch
import torch.nn as nn


class Experts(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.w = nn.Parameter(torch.full((n, 2, 2), 0.5))
        self.register_buffer("calls", torch.zeros(1, dtype=torch.int64))

    def expert(self, x, i: int):
        self.calls += 1
        return torch.tanh(x @ self.w[i])

    def both(self, x, i: int):
        first = torch.jit.fork(self.expert, x, i)
        second = torch.jit.fork(self.expert, x, i + 1)
        return torch.jit.wait(second) - 2 * torch.jit.wait(first)

    def forward(self, x):
        futures: List[torch.jit.Future[torch.Tensor]] = []
        for i in range(self.w.size(0) - 1):
            futures.append(torch.jit.fork(self.both, x, i))
        outs = [torch.jit.wait(f) for f in futures]
        return torch.stack(outs).sum(0)


m = Experts(6)
scripted = torch.jit.script(m)
for _ in range(20):
    m.zero_grad()
    y = scripted(torch.ones(2, 2))
    y.sum().backward()
print(y, scripted.calls, m.w.grad[:, 0, 0])

seen = []


@torch.jit.ignore
def halve(x: torch.Tensor) -> torch.Tensor:
    seen.append(tuple(x.shape))
    return inner(x) / 2


def step(x: torch.Tensor, times: int) -> torch.Tensor:
    for _ in range(times):
        x = halve(x + 1)
    return x


def plus(x: torch.Tensor) -> torch.Tensor:
    return x + 4


@torch.jit.script
def inner(x: torch.Tensor) -> torch.Tensor:
    return plus(x) - 4


@torch.jit.script
def fan(xs: List[torch.Tensor], times: int) -> torch.Tensor:
    futures: List[torch.jit.Future[torch.Tensor]] = []
    for x in xs:
        futures.append(torch.jit.fork(step, x, times))
    total = torch.zeros(2)
    for f in futures:
        total = total + torch.jit.wait(f)
    return total


print(fan([torch.ones(2), torch.arange(2.0), torch.zeros(2)], 50), len(seen), set(seen))
x = torch.ones(2, requires_grad=True)
fan([x, x, x * 2], 3).sum().backward()
print(x.grad, len(seen))


def fails(x: torch.Tensor) -> torch.Tensor:
    return halve(x).view(7)


@torch.jit.script
def waits(x: torch.Tensor) -> torch.Tensor:
    return torch.jit.wait(torch.jit.fork(fails, x))


for argument in (torch.ones(2), x):
    try:
        waits(argument)
    except RuntimeError as e:
        print("shape '[7]' is invalid for input of size 2" in str(e))
