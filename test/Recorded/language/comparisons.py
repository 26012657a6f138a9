# Comparing, membership and identity.
# Rules: TS-EXPR-027 to 036, TS-EXPR-038.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/comparisons.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import Dict, List, Optional, Tuple
from torch import Tensor


def numbers(a: int, b: float):
    return a < b, a <= b, a > b, a >= b, a == b, a != b


def bools(a: bool, b: bool):
    return a == b, a != b


def texts(a: str, b: str):
    return a < b, a <= b, a == b, a != b, a > b


def text_and_int(a: str):
    return a == 1


def lists(a: List[int], b: List[int], s: List[str], t: List[str]):
    return a == b, a != b, s == t


def tensor_lists(a: List[Tensor], b: List[Tensor]):
    return a == b


def ordered_lists(a: List[int], b: List[int]):
    return a < b


def equal_tuples(a: Tuple[int, int], b: Tuple[int, int]):
    return a == b


def unequal_kinds(a: Tuple[int, str], b: Tuple[int, str]):
    return a == b


def dicts(a: Dict[str, int], b: Dict[str, int]):
    return a == b


def optional(a: Optional[int]):
    return a == 3


def tensors(a: Tensor, b: Tensor):
    return a < b, a == b, a != 2


def devices(a: torch.device, z: complex):
    return a == torch.device("cpu"), a != torch.device("cpu"), z == 1j, z != 1j


def member(x: int, xs: List[int], d: Dict[int, str], s: str, part: str):
    return x in xs, x not in xs, x in d, part in s, x in (1, 2, 3)


def member_of_bools(x: bool, xs: List[bool]):
    return x in xs


def member_of_range(x: int):
    return x in range(3)


def identical(a: int, b: int, x: float, o: Optional[int]):
    return a is b, a is not b, x is x, o is None, o is not None


def identical_lists(a: List[int]):
    b = a
    return a is b, a is [1, 2], a is not b


def twice(log: List[int], x: int) -> int:
    log.append(x)
    return x


def chain(a: int, b: int, c: int):
    log: List[int] = []
    r = twice(log, a) < twice(log, b) < twice(log, c)
    return r, log


CALLS = [("numbers", [2, 2.5]), ("numbers", [3, 3.0]), ("numbers", [3, float("nan")]),
         ("bools", [True, False]), ("texts", ["ab", "b"]), ("texts", ["é", "z"]), ("text_and_int", ["1"]),
         ("lists", [[1, 2], [1, 2], ["a"], ["b"]]), ("lists", [[1], [1, 2], [], []]),
         ("tensor_lists", [[torch.ones(1)], [torch.ones(1)]]), ("tensor_lists", [[torch.ones(2)], [torch.ones(2)]]),
         ("ordered_lists", [[1], [2]]), ("equal_tuples", [(1, 2), (1, 2)]), ("equal_tuples", [(1, 2), (2, 1)]),
         ("unequal_kinds", [(1, "a"), (1, "a")]), ("dicts", [{"a": 1}, {"a": 1}]), ("optional", [3]),
         ("tensors", [torch.tensor([1.0, float("nan")]), torch.tensor([2.0, float("nan")])]),
         ("devices", [torch.device("cpu"), 1j]),
         ("member", [2, [1, 2], {2: "x"}, "hello", "ell"]), ("member", [9, [1, 2], {2: "x"}, "hello", "le"]),
         ("member_of_bools", [True, [True]]), ("member_of_range", [1]),
         ("identical", [4, 4, 1.5, None]), ("identical", [4, 5, float("nan"), 3]), ("identical_lists", [[1, 2]]),
         ("chain", [1, 2, 3]), ("chain", [2, 2, 3])]
