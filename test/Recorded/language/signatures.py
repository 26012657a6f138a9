# The text of compiled signatures.
# Rules: TS-CALL-024, TS-ANN-014.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/signatures.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import enum
import torch
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union
from torch import Tensor


class Kind(enum.Enum):
    A = 1
    B = 2


class Pair(NamedTuple):
    first: int
    second: str


def simple(a, b: int, c: float = 2, d: str = "it's", e: bool = True, f: Optional[int] = None):
    return b


def containers(a: List[List[int]], b: Dict[str, Tensor], c: Tuple[int, str], d: Optional[List[float]]) -> List[str]:
    return []


def others(a: Any, b: torch.device, c: Kind, d: Pair, e: Union[str, int], f: Union[int, float, complex]):
    return c, d


def results(a: int):
    return a, (a, 1.5), [a]


def nothing(a: int):
    print(a)


def numbers(a: float = 1e20, b: float = -0.0, c: float = 0.1, f: float = 1e17, d: complex = 1j, e: int = -3):
    return a


def bare(a: list, b: tuple):
    return len(a), isinstance(b, tuple)


def bare_dict(a: dict):
    return len(a)


CALLS = [("simple", None), ("containers", None), ("others", None), ("results", None), ("nothing", None),
         ("numbers", None), ("bare", [[1, "x"], (1,)]), ("bare_dict", None), ("nothing", [3])]
