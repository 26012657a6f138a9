# Members of classes and modules that are not plain methods and attributes.
# RUN: ts-run %s --check=%S/Inputs/class-members.json --check-messages | FileCheck %s
# CHECK-NOT: call
# CHECK: 0 failed
import torch
from enum import Enum
from torch import Tensor
from typing import Dict, List, NamedTuple, Tuple


class Color(Enum):
    RED = 1
    GREEN = 2


FAVOURITE = Color.GREEN


def favourite():
    return FAVOURITE.value, FAVOURITE.name, FAVOURITE == Color.GREEN, FAVOURITE


class Point:
    limit = 3

    def __init__(self, x: int):
        self.x = x

    @staticmethod
    def double(x: int) -> int:
        return 2 * x

    def moved(self) -> int:
        return self.x + 1


def members():
    return hasattr(Point, "x"), hasattr(Point, "limit"), hasattr(Point, "double"), hasattr(Point, "moved"), hasattr(Point, "y")


class Hidden:
    __jit_unused_properties__ = ["hidden"]

    def __init__(self, x: int):
        self._x = x

    @property
    def hidden(self):
        return sum([self._x])

    @property
    def shown(self) -> int:
        return self._x


def shown():
    return Hidden(3).shown


def hidden():
    return Hidden(3).hidden


class WithStatic(torch.nn.Module):
    @staticmethod
    def scaled(x, by: int = 2):
        return x * by

    def forward(self, x):
        return WithStatic.scaled(x) + WithStatic.scaled(x, 3)


def step(self, x):
    return x - 1


class Renamed(torch.nn.Module):
    def _forward(self, x):
        return x + 1

    forward = _forward


class Borrowed(torch.nn.Module):
    forward = step


class Inherited(Renamed):
    def _forward(self, x):
        return x + 100

    forward = Renamed._forward


class TwoNames(torch.nn.Module):
    def first(self, x):
        return x

    second = first

    def forward(self, x):
        return self.second(x)


class Seven(torch.nn.Sequential):
    @torch.jit.export
    def __len__(self):
        return 7


class Lengths(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.seven = Seven(torch.nn.ReLU())
        self.one = torch.nn.Sequential(torch.nn.ReLU())

    def forward(self):
        return len(self.seven), len(self.one)


class Asks(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Renamed()

    def present(self, x: int):
        return x

    def forward(self):
        return hasattr(self, "present"), hasattr(self, "absent"), hasattr(self.inner, "forward")


class AsksWrong(torch.nn.Module):
    def wrong(self, x: int) -> str:
        return x

    def forward(self):
        return hasattr(self, "wrong")


class Annotated(torch.nn.Module):
    __annotations__ = {"names": List[str], "counts": Dict[str, int]}

    def __init__(self):
        super().__init__()
        self.names = []
        self.counts = {}

    def forward(self, s: str):
        self.names.append(s)
        self.counts[s] = len(self.names)
        return self.names, self.counts


class Restored(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.n = 3
        self.w = torch.nn.Parameter(torch.ones(2))

    @torch.jit.export
    def __getstate__(self):
        return self.n, self.w, self.training

    @torch.jit.export
    def __setstate__(self, state):
        self.n = state[0] + 1
        self.w = state[1]
        self.training = state[2]

    def forward(self, x):
        return x * self.n


class NoGetter(torch.nn.Module):
    @torch.jit.export
    def __setstate__(self, state):
        self.training = state[0]

    def forward(self, x):
        return x


@torch.jit.interface
class Unary(torch.nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        pass


class Negate(torch.nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return -x


class Walks(torch.nn.Module):
    unary: Unary

    def __init__(self):
        super().__init__()
        self.unary = Negate()

    def forward(self, x: Tensor) -> Tensor:
        for m in self.modules():
            x = x + 1
        return x


class WithTensor(NamedTuple):
    t: Tensor = torch.ones(2)


def tensor_default(p: WithTensor):
    return p.t


class Unordered:
    def __init__(self, v: int):
        self.v = v

    def __lt__(self, other: int) -> bool:
        return self.v < other


def sort_unordered():
    xs = [Unordered(2), Unordered(1)]
    xs.sort()
    return xs[0].v


def slice_keyword(x: List[int]):
    return x[slice(1, stop=2)]


class Pools(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.flat = torch.nn.FractionalMaxPool2d(2, output_size=(2, 3), _random_samples=torch.full((1, 1, 2), 0.5))
        self.deep = torch.nn.FractionalMaxPool3d(2, output_ratio=0.5, return_indices=True, _random_samples=torch.full((1, 1, 3), 0.25))

    def forward(self, x: Tensor, y: Tensor):
        return self.flat(x), self.deep(y)


X = torch.ones(2)
INSTANCES = [("s", "WithStatic", []), ("r", "Renamed", []), ("b", "Borrowed", []), ("i", "Inherited", []), ("t", "TwoNames", []), ("l", "Lengths", []), ("a", "Asks", []),
             ("w", "AsksWrong", []), ("d", "Annotated", []), ("z", "Restored", []), ("n", "NoGetter", []), ("k", "Walks", []), ("p", "Pools", [])]
CALLS = [("favourite", []), ("members", []), ("shown", []), ("hidden", []), ("s.forward", [X]), ("r.forward", [X]), ("b.forward", [X]), ("i.forward", [X]), ("t.forward", [X]),
         ("l.forward", []), ("a.forward", []), ("w.forward", []), ("d.forward", ["a"]), ("d.forward", ["b"]), ("z.forward", [X]), ("z.__getstate__", []),
         ("z.__setstate__", [(5, X, True)]), ("z.forward", [X]), ("n.forward", [X]), ("k.forward", [X]), ("tensor_default", None), ("sort_unordered", []),
         ("slice_keyword", [[1, 2]]), ("p.forward", [(torch.arange(30.0).reshape(1, 1, 5, 6) * 7) % 11, (torch.arange(64.0).reshape(1, 1, 4, 4, 4) * 7) % 23])]
