# What `print` writes.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/printing.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import enum
import torch
from typing import Dict, List, NamedTuple, Optional, Tuple
from torch import Tensor


class Color(enum.Enum):
    RED = 1


class Pair(NamedTuple):
    a: int
    b: str


def numbers(n: int, x: float, z: complex, b: bool):
    print(n, x, z, b)
    print(x * 1e10, x / 3, 1e100, float("nan"), -float("inf"), 0.0)


def containers(xs: List[float], d: Dict[str, int], t: Tuple[int, str], o: Optional[int]):
    print(xs, d, t, o, [[1], [2, 3]], (), [None])
    print("text", ["text"], ("it's", 'a "quote"'))


def others(c: Color, p: Pair, d: torch.device):
    print(c, p, d, torch.float32)


def tensors(t: Tensor, i: Tensor):
    print(t, i)
    print(t.double(), i > 1, torch.tensor(2.5), torch.zeros(0))
    print(t.reshape(1, 2, 3) * 1000)


def nothing():
    print()
    print("")


CALLS = [("numbers", [3, 2.5, 1 - 2j, True]), ("numbers", [-1, -0.1, 0j, False]), ("containers", [[1.0, 2.5], {"k": 1}, (1, "s"), None]),
         ("others", [Color.RED, Pair(1, "x"), torch.device("cuda:1")]),
         ("tensors", [torch.tensor([[1.0, -2.5, 1000.0], [0.001, 3.0, 4.0]]), torch.tensor([1, 20, -300])]), ("nothing", [])]
