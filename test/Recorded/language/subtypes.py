# Which types may stand for others.
# Rules: TS-SUB-001 to 009, TS-SUB-016, TS-SUB-017, TS-NT-008, TS-NT-009.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/subtypes.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union


class Pair(NamedTuple):
    a: int
    b: int


class Nested(NamedTuple):
    p: Pair
    s: str


class One:
    def __init__(self):
        self.n = 1


class Other:
    def __init__(self):
        self.n = 1


def any_(x: Any) -> str:
    return "any"


def maybe(x: Optional[int]) -> int:
    return -1 if x is None else x


def either(x: Union[int, str, None]) -> bool:
    return isinstance(x, int)


def pair(t: Tuple[Optional[int], Any]) -> int:
    return maybe(t[0])


def allowed(n: int, p: Pair):
    return any_(n), any_(None), any_([n]), maybe(n), maybe(None), either(n), either("s"), pair((n, "x")), pair(p)


def optional_for_int(x: Optional[int]) -> int:
    return x


def list_of_optional(xs: List[int]) -> List[Optional[int]]:
    return xs


def dict_of_any(d: Dict[str, int]) -> Dict[str, Any]:
    return d


def int_for_float(n: int) -> float:
    return n


def bool_for_int(b: bool) -> int:
    return b


def tuple_for_pair(t: Tuple[int, int]) -> Pair:
    return t


def pair_for_tuple(p: Pair) -> Tuple[int, int]:
    return p


def nested(n: int):
    x = Nested(Pair(n, n + 1), "s")
    return x, x.p.b


def other_class() -> One:
    return Other()


def future(n: int):
    f: torch.jit.Future[Optional[int]] = torch.jit.fork(maybe, n)
    return torch.jit.wait(f)


def joined_pairs(flag: bool):
    if flag:
        r = Pair(1, 2)
    else:
        r = Pair(3, 4)
    return r


CALLS = [("allowed", [4, Pair(5, 6)]), ("optional_for_int", [1]), ("list_of_optional", [[1]]),
         ("dict_of_any", [{"a": 1}]), ("int_for_float", [1]), ("bool_for_int", [True]), ("tuple_for_pair", [(1, 2)]),
         ("pair_for_tuple", [Pair(1, 2)]), ("nested", [7]), ("other_class", []), ("future", [3]),
         ("joined_pairs", [True]), ("joined_pairs", [False])]
