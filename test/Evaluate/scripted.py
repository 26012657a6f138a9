# What torch.jit.script makes of functions, classes and modules that a program
# made; the output is what Python prints.
# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/scripted.out %t
# REQUIRES: ts-run
import copy
import enum
from collections import namedtuple
from typing import Dict, List, NamedTuple, Optional, Tuple

import torch
import torch.nn as nn
import torch.nn.functional as F


# Functions by definition: of one name, and inside of others.
def f(x):
    return x + 1


first = torch.jit.script(f)


def f(x):
    return x * 10


second = torch.jit.script(f)
print(first(torch.ones(2)), second(torch.ones(2)))


def make(op, name):
    class Local(nn.Module):
        def __init__(self):
            super().__init__()
            self.tag = name

        def forward(self, x):
            return op(x) + len(self.tag)

    return torch.jit.script(Local())


a, b = make(F.relu, "a"), make(f, "long")
print(a(torch.tensor([-1.0, 2.0])), b(torch.tensor([-1.0, 2.0])))
print(a.tag, b.original_name)


# State is shared, both ways.
class Net(nn.Module):
    names: List[str]
    table: Dict[str, int]
    limit: Optional[int]

    def __init__(self, n: int, bias: bool = True):
        super().__init__()
        self.linear = nn.Linear(n, 2, bias=bias)
        self.register_buffer("calls", torch.zeros((), dtype=torch.int64))
        self.scale = 0.5
        self.names = []
        self.table = {"a": 1}
        self.nothing = None
        self.limit = None

    def forward(self, x):
        self.calls += 1
        y = self.linear(x)
        if self.training:
            y = y * self.scale
        limit = self.limit
        if limit is not None:
            y = y.clamp(max=float(limit))
        return y

    @torch.jit.export
    def remember(self, name: str) -> List[str]:
        self.names.append(name)
        self.table[name] = self.table.get(name, 0) + 1
        return self.names

    @torch.jit.ignore
    def outside(self, x: List[float], flag: bool = True) -> float:
        print("outside", type(self).__name__, x, flag)
        return sum(sorted(x)[:2])

    @torch.jit.export
    def asks(self, x: torch.Tensor) -> float:
        values: List[float] = []
        for v in x:
            values.append(float(v))
        return self.outside(values, False) * 2


m = Net(3)
with torch.no_grad():
    m.linear.weight.fill_(1.0)
    m.linear.bias.zero_()
s = torch.jit.script(m)
x = torch.tensor([[1.0, 2.0, 3.0]])
with torch.no_grad():
    print(s(x), s.calls, m.calls)
    s.linear.weight.data.fill_(2.0)
    print(m(x), s(x), m.linear.weight is s.linear.weight)
    m.load_state_dict({k: torch.zeros_like(v) for k, v in m.state_dict().items()})
    print(s(x), s.calls)
    m.linear.bias.data = torch.tensor([1.0, -1.0])
    print(s(x))
    s.scale = 3.0
    print(s(x), m.scale)
    s.limit = 2
    print(s(x), s.eval()(x), s.training, s.linear.training, m.training)
print(s.remember("x"), s.remember("a"), s.names, s.table, m.names, s.nothing)
print(s.asks(torch.tensor([3.0, 1.0, 2.0])))
print(s)
print([(n, tuple(p.shape)) for n, p in s.named_parameters()], [n for n, _ in s.named_buffers()])
print(list(s.state_dict()), [n for n, _ in s.named_modules()], isinstance(s, nn.Module))
for name in ("missing", "helper"):
    print(hasattr(s, name))
c = copy.deepcopy(s)
with torch.no_grad():
    c.linear.weight.fill_(7.0)
    print(c(x), s(x), c.names)


# Containers, hooks and parts that are compiled already.
inner = torch.jit.script(nn.Sequential(nn.Linear(2, 2), nn.ReLU()))


class Outer(nn.Module):
    def __init__(self, part):
        super().__init__()
        self.part = part
        self.parts = nn.ModuleDict({"one": nn.Identity(), "two": nn.Tanh()})

    def forward(self, x):
        for name, part in self.parts.items():
            x = part(x)
        return self.part(x)


o = torch.jit.script(Outer(inner))
with torch.no_grad():
    for p in inner.parameters():
        p.fill_(1.0)
    print(o(torch.zeros(1, 2)), o.part[0].weight is inner[0].weight, len(o.part), "one" in o.parts)


def twice(self, input: Tuple[torch.Tensor], output: torch.Tensor) -> torch.Tensor:
    return output * 2


hooked = Outer(nn.Identity())
hooked.register_forward_hook(twice)
print(torch.jit.script(hooked)(torch.zeros(2) + 1))


# Values of classes.
class Color(enum.Enum):
    RED = 1
    BLUE = 2


class Pair(NamedTuple):
    left: int
    right: torch.Tensor


@torch.jit.script
class Point:
    def __init__(self, x: int, y: int = 2):
        self.x = x
        self.y = y

    def sum(self) -> int:
        return self.x + self.y


@torch.jit.script
def swap(p: Point, c: Color, pair: Pair):
    if c == Color.RED:
        return Point(p.y, p.x), Color.BLUE, Pair(pair.left + 1, pair.right)
    return p, c, pair


p, color, pair = swap(Point(5), Color.RED, Pair(1, torch.ones(1)))
print(type(p).__name__, p.x, p.y, p.sum(), color, pair)


# What goes wrong can be caught.
@torch.jit.script
def fails(x: int):
    if x > 0:
        raise ValueError("positive")
    return torch.ones(2) + torch.ones(3)


for value in (1, 0):
    try:
        fails(value)
    except torch.jit.Error as error:
        print("Error", str(error).rstrip().splitlines()[-1])
    except RuntimeError as error:
        print("RuntimeError", str(error).rstrip().splitlines()[-1])
try:
    torch.jit.script(Net)
except RuntimeError as error:
    print(error)
