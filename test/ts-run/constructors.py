# What a recorded state does not show is read from constructors: hooks, shared
# tensors, declared types, functions.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/Inputs/constructors.json --check-messages | FileCheck %s
# CHECK: 13 passed, 0 failed
import torch
from torch import nn
from typing import Dict, List, Optional, Tuple


def before(self, input: Tuple[torch.Tensor]) -> Tuple[torch.Tensor]:
    return (input[0] + self.step,)


def tenfold(self, input: Tuple[torch.Tensor]) -> torch.Tensor:
    return input[0] * 10


def after(self, input: Tuple[torch.Tensor], output: torch.Tensor) -> str:
    return "s" + str(int(output.sum() + input[0].sum()))


def again(self, input: Tuple[torch.Tensor], output: str) -> str:
    return output + "!"


def quiet(self, input: Tuple[torch.Tensor], output: torch.Tensor) -> None:
    print("after", output)


def number(self, input: Tuple[torch.Tensor]) -> int:
    return 3


def triple(x):
    return x * 3


class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.step = 3
        self.count = 0
        self.register_buffer("total", torch.zeros(1))

    def forward(self, x):
        self.count += 1
        self.total += 1
        return x + 1


class Hooked(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Part()
        self.part.register_forward_pre_hook(tenfold)
        handle = self.part.register_forward_hook(after)
        self.part.register_forward_pre_hook(before)
        self.part.register_forward_hook(again)
        self.plain = Part()

    def forward(self, x):
        return self.part(x), self.plain(x), self.part.forward(x)


class Quiet(nn.Module):
    def __init__(self):
        super().__init__()
        part = Part()
        part.register_forward_hook(quiet)
        self.parts = nn.Sequential(part)

    def forward(self, x):
        return self.parts(x)


class WrongBefore(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Part()
        self.part.register_forward_pre_hook(number)

    def forward(self, x):
        return self.part(x)


class WrongAfter(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = Part()
        self.part.register_forward_hook(again)

    def forward(self, x):
        return self.part(x)


class Use(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x):
        return self.inner(x)


class Shared(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = Part()
        self.b = self.a
        self.u = Use(inner=self.a)
        self.c = Part()
        zeros = torch.zeros(2)
        self.register_buffer("x", zeros)
        self.y = zeros
        self.z = torch.zeros(2)

    def forward(self, x):
        self.a(x)
        self.b(x)
        self.b(x)
        self.u(x)
        self.x += 1
        return self.a.count, self.b.count, self.a.total, self.u.inner.total, self.c.total, self.y, self.z


class Declared(nn.Module):
    def __init__(self):
        super().__init__()
        self.names = torch.jit.Attribute([], List[str])
        self.ages = torch.jit.Attribute({}, Dict[str, float])
        self.last = torch.jit.Attribute(None, Optional[int])
        self.act = nn.functional.relu
        self.own = triple

    def forward(self, x, n: int):
        self.names.append(str(n))
        self.ages["n"] = float(n)
        self.last = n
        return self.names, self.ages, self.last, self.act(x, True), self.own(x)


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.Embedding(3, 2)
        self.dec = nn.Linear(2, 3, bias=False)
        self.dec.weight = self.enc.weight

    def forward(self, i: torch.Tensor):
        return self.dec(self.enc(i)).detach()


class Overloaded(nn.Module):
    @torch.jit._overload_method
    def twice(self, x: int) -> int:
        pass

    @torch.jit._overload_method
    def twice(self, x: str) -> str:
        pass

    def twice(self, x):
        return x + x

    def forward(self, a: int, b: str):
        return self.twice(a), self.twice(b)


INSTANCES = [("h", "Hooked", []), ("q", "Quiet", []), ("wb", "WrongBefore", []), ("wa", "WrongAfter", []),
             ("s", "Shared", []), ("d", "Declared", []), ("t", "Tied", []), ("o", "Overloaded", [])]
one = torch.tensor([1.0, -2.0])
CALLS = [("h.forward", [one]), ("h.forward", [-one]), ("q.forward", [one]), ("q.forward", [one]), ("wb.forward", [one]),
         ("wa.forward", [one]), ("s.forward", [one]), ("s.forward", [one]), ("d.forward", [one, 4]),
         ("d.forward", [one, 5]), ("t.forward", [torch.tensor([0, 2])]), ("o.forward", [3, "ab"]), ("h", None)]
