# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from enum import Enum
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

import torch


class Color(Enum):
    RED = 1
    GREEN = 2


class Point(NamedTuple):
    x: float
    label: str


class Counter:
    def __init__(self, start: int):
        self.total = start
        self.words: List[str] = []


class Scale(torch.nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def forward(self, x):
        return x * self.factor

    @torch.jit.export
    def grow(self, by: int = 2) -> int:
        self.factor = self.factor * by
        return self.factor


def move(point: Point, by: float, times: int = 2) -> Point:
    return Point(point.x + by * times, point.label + "'")


def group(words: List[str]) -> Dict[int, List[str]]:
    groups: Dict[int, List[str]] = {}
    for word in words:
        if len(word) in groups:
            groups[len(word)].append(word)
        else:
            groups[len(word)] = [word]
    return groups


def lookup(table: Dict[str, Tuple[int, bool]], key: Optional[str]) -> Optional[Tuple[int, bool]]:
    if key is not None and key in table:
        return table[key]
    return None


def swap(color: Color) -> Color:
    return Color.GREEN if color == Color.RED else Color.RED


def count(words: List[str]) -> Counter:
    counter = Counter(len(words))
    counter.words = words[:1]
    return counter


def fill(x: torch.Tensor, values: List[complex], other: Any):
    x.add_(1)
    return x.half(), values[0] * 2, other


def divide(a: int, b: int) -> float:
    return float(a // b)


INSTANCES = [("scale", "Scale", [3])]
CALLS = [
    ("move", [Point(1.5, "p\u00e4"), float("inf")]),
    ("move", [Point(1.5, ""), 0.25, 3]),
    ("group", [["a", "bc", "d", "efg"]]),
    ("lookup", [{"one": (1, True), "two": (2, False)}, "two"]),
    ("lookup", [{"one": (1, True)}, None]),
    ("swap", [Color.RED]),
    ("count", [["x", "y"]]),
    ("fill", [torch.tensor([[1.0, -2.0]]), [1 + 2j], "text"]),
    ("fill", [torch.tensor([1, 2], dtype=torch.int32), [1j], None]),
    ("fill", [torch.tensor(1.0, dtype=torch.bfloat16), [], 3]),
    ("divide", [1, 4]),
    ("divide", [1, 0]),
    ("divide", ["1", 0]),
    ("scale.grow", []),
    ("scale.forward", [torch.tensor([1.0, 2.0])]),
]
