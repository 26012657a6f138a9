# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/sequences-and-seeds.out %t
# REQUIRES: ts-run
# What tensors are made of, seeds of random numbers, tensors that have the sizes asked for already, families of distributions, and functions
# chosen by annotations that are text: the output is that of PyTorch 1.13 and Python.
from __future__ import annotations

import functools
import random
from collections import OrderedDict, UserList, deque

import torch
import torch.distributions as D


class Seq:
    def __init__(self, values):
        self.values = values

    def __len__(self):
        return len(self.values)

    def __getitem__(self, i):
        return self.values[i]


class WithoutLength:
    def __getitem__(self, i):
        raise IndexError


class Floating:
    def __float__(self):
        return 2.5


def attempt(make):
    try:
        print(make())
    except Exception as e:
        print(type(e).__name__, e)


for data in (deque([1, 2.5]), [deque([1]), (2,)], UserList([True, False]), Seq([1, 2]), [Seq([1.0, 2]), Seq([3, 4])], b"ab", bytearray(b"ab"),
             {1, 2}, {0: 1}, WithoutLength(), (x for x in [1]), [range(3), range(3)], "a", ["a"], None, [None], Floating(), [Floating()],
             OrderedDict(a=1).values(), [1, [2]], [[1], 2], [[1, 2], [3]], map(int, "12"), [deque([1, 2]), deque([3])], torch.Size([1, 2]),
             [torch.tensor(1), 2.0], [torch.ones(2), torch.ones(2)], [torch.ones(1), torch.ones(1)], [torch.tensor(2), True],
             [torch.tensor(1, dtype=torch.int8), torch.tensor(2.5, dtype=torch.half)], [[], []], [torch.tensor(1.5, dtype=torch.double), 2]):
    attempt(lambda: torch.tensor(data))
attempt(lambda: torch.as_tensor(deque([1, 2])))
attempt(lambda: torch.FloatTensor(deque([1, 2])))
ones = [torch.ones(1), torch.zeros(1)]
for f in (torch.stack, torch.cat):
    for tensors in (tuple(ones), deque(ones), (x for x in ones), {0: ones[0]}.values(), ones[0], [1, 2]):
        attempt(lambda: f(tensors))

a = torch.ones(2, requires_grad=True)
for b in (torch.ones(2), torch.ones(3, 1), torch.ones(3)):
    attempt(lambda: [(t is a, t.grad_fn is None, t.shape) for t in torch.broadcast_tensors(a, b)])
d = D.Normal(a, torch.ones(2))
d.rsample().sum().backward()
print(d.loc.grad)
for seed in ("text", b"by", bytearray(b"zz"), 2.5, -3, 10**30, "", "é", (1, 2), [1]):
    attempt(lambda: (random.seed(seed), random.random(), random.Random(seed).randint(0, 99)))
print(issubclass(D.Normal, D.ExponentialFamily), D.ExponentialFamily.__mro__[1].__name__, issubclass(D.Laplace, D.ExponentialFamily))
attempt(lambda: D.kl_divergence(D.Beta(1.0, 1.0), D.Poisson(1.0)))
attempt(lambda: D.kl_divergence(D.Categorical(torch.ones(2)), D.Normal(0.0, 1.0)))


@functools.singledispatch
def show(x):
    return f"object {x}"


@show.register
def _(x: int | float) -> str:
    return f"number {x:+}"


@show.register
def _(x: list) -> str:
    return ",".join(map(show, x))


print(show([1, "a", -2.5, True]), show.dispatch(float) is show.dispatch(int))


