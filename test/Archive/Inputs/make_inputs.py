#!/usr/bin/env python3
"""Writes the archives of this directory with PyTorch 1.13.

Run it in this directory after a change. The tests know the values and the
line numbers below by heart.
"""
import enum
import inspect
import os
import torch
from typing import Dict, List
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


def main():
    # Debug records name this file without its directory.
    find = inspect.getsourcefile
    inspect.getsourcefile = lambda value: (
        "make_inputs.py" if find(value) == os.path.abspath("make_inputs.py")
        else find(value))
    small = torch.jit.script(Small().eval())
    torch.jit.save(small, "small.pt",
                   _extra_files={"notes/a.txt": "hello", "empty": ""})
    state = {"w": torch.arange(3)}
    torch.save(state, "state_dict.pt")
    torch.save(state, "legacy.pt", _use_new_zipfile_serialization=False)


if __name__ == "__main__":
    main()
