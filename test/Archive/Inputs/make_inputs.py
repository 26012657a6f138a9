#!/usr/bin/env python3
"""Writes the archives of this directory with PyTorch 1.13.

Run it in this directory after a change. The tests know the values and the
line numbers below by heart.
"""
import enum
import inspect
import os
import torch
import zipfile
from typing import Dict, List, Tuple
from torch import Tensor, nn


class Color(enum.Enum):
    RED = 1
    BLUE = 2


class Small(nn.Module):
    table: Dict[str, List[int]]

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.arange(6.0).reshape(2, 3))
        self.register_buffer("column", self.weight.detach().t()[1])
        self.register_buffer("steps", torch.tensor(7))
        self.inner = nn.Linear(3, 2)
        with torch.no_grad():
            self.inner.weight.fill_(0.5)
            self.inner.bias.fill_(-1.0)
        self.same = self.inner
        self.table = {"a": [1, 300], "b": []}
        self.color = Color.BLUE
        self.label = "snow \u2603"
        self.ratio = 0.25
        self.pair = (1, None)

    def forward(self, x: Tensor) -> Tensor:
        if self.color == Color.BLUE:
            x = self.inner(x)
        return x + self.column[0:2] * self.ratio


class Old(nn.Module):
    def forward(self, x: Tensor, n: int) -> Tensor:
        y = torch.div(x, n)
        y.div_(x)
        z = torch.full([2], 1)
        return torch.div(x, y) + z + torch.linspace(0, 1, n)


class Hooked(nn.Module):
    def forward(self, x: Tensor, scale: float = 2.0) -> Tensor:
        return x * scale


def before(self, inputs: Tuple[Tensor, float]) -> Tuple[Tensor, float]:
    return inputs[0] + 1, inputs[1]


def after(self, inputs: Tuple[Tensor, float], output: Tensor) -> Tensor:
    return output - inputs[1]


class Constants(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(6, 4)
        self.small = nn.Parameter(torch.tensor([1.5, -2.0]))

    def forward(self, x: Tensor) -> Tuple[Tensor, str]:
        return self.inner(x).sum() * self.small, "\u2603"


@torch.jit.interface
class Layer(nn.Module):
    def forward(self, input: Tensor) -> Tensor:
        pass


class Choice(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.ReLU(), nn.Tanh()])

    def forward(self, x: Tensor, i: int) -> Tensor:
        layer: Layer = self.layers[i]
        return layer.forward(x)


class Broken(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("odd", torch.eye(2).to_sparse())

    def forward(self, x: Tensor) -> Tensor:
        return x

    @torch.jit.export
    def good(self, n: int) -> int:
        return n + 1


def clip(x, low: float, high: float):
    return x.clamp(low, high)


class Tasks(torch.nn.Module):
    """Forks of a method, an operator and a function."""

    def forward(self, x):
        a = torch.jit.fork(self.scale, x, 2)
        b = torch.jit.fork(torch.add, x, x)
        c = torch.jit.fork(clip, x, 0.0, 1.0)
        return torch.jit.wait(a) + torch.jit.wait(b) + torch.jit.wait(c)

    def scale(self, x, k: int):
        if k > 1:
            y = x * k
        else:
            y = x
        return y


class Restored(nn.Module):
    """Saves less than it has, and makes the rest again."""
    table: Dict[str, int]

    def __init__(self):
        super().__init__()
        self.k = 3
        self.register_buffer("w", torch.tensor([1.0, 2.0]))
        self.table = {"a": 1}

    @torch.jit.export
    def __getstate__(self) -> Tuple[Tensor, int, bool]:
        return self.w * 2, self.k, self.training

    @torch.jit.export
    def __setstate__(self, state: Tuple[Tensor, int, bool]):
        self.w = state[0]
        self.k = state[1] + 1
        self.training = state[2]
        self.table = {"b": 10}

    def forward(self, x):
        self.k += 1
        return x * self.w + self.k + self.table["b"]


class Formats(nn.Module):
    """The % operator: archives hold its arguments as one tuple."""

    def forward(self, x: int) -> Tuple[str, str, str, str, str]:
        pair = ("y", x)
        nested = ((x, 1),)
        return ("%s has %d" % ("x", 3), "%s%d" % pair, "%s" % nested,
                "%s" % (nested,), "%d%%" % x)


class HoldsRestored(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Restored()

    def forward(self, x):
        return self.inner(x)


def with_version(source, target, version):
    """Copies an archive, naming another version of its operators."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name.endswith("/version"):
                data = version
            info = zipfile.ZipInfo(name)
            new.writestr(info, data)


def main():
    # Debug records name this file without its directory.
    find = inspect.getsourcefile
    inspect.getsourcefile = lambda value: (
        "make_inputs.py" if find(value) == os.path.abspath("make_inputs.py")
        else find(value))
    small = torch.jit.script(Small().eval())
    torch.jit.save(small, "small.pt",
                   _extra_files={"notes/a.txt": "hello", "empty": ""})
    torch.jit.save(torch.jit.script(Old()), "new.pt")
    with_version("new.pt", "old.pt", b"3\n")
    os.remove("new.pt")
    hooked = Hooked()
    hooked.register_forward_pre_hook(before)
    hooked.register_forward_hook(after)
    torch.jit.save(torch.jit.script(hooked), "hooked.pt")
    frozen = torch.jit.freeze(torch.jit.script(Constants().eval()))
    torch.jit.save(frozen, "frozen.pt")
    torch.jit.save(torch.jit.script(Choice().eval()), "choice.pt")
    torch.jit.save(torch.jit.script(Broken()), "broken.pt")
    torch.jit.save(torch.jit.script(Tasks()), "tasks.pt")
    torch.jit.save(torch.jit.script(HoldsRestored()), "restored.pt")
    torch.jit.save(torch.jit.script(Formats()), "formats.pt")
    state = {"w": torch.arange(3)}
    torch.save(state, "state_dict.pt")
    torch.save(state, "legacy.pt", _use_new_zipfile_serialization=False)


if __name__ == "__main__":
    main()
