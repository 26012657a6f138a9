# Types that do not fit: operands, elements, branches, hints.
# Rules: TS-SUB-009, TS-SCOPE-004, TS-CONV-003, TS-CONV-008.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/types.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import Dict, List, NamedTuple, Optional, Tuple, Union
from torch import Tensor


def text_plus_int(s: str):
    return s + 1


def bool_arithmetic(b: bool):
    return b + 1


def optional_attribute(x: Optional[Tensor]):
    return x.sum()


def wrong_append(xs: List[int]):
    xs.append("s")


def wrong_value(d: Dict[str, int]):
    d["a"] = 1.5




def unparameterized(x: List):
    return x


def tuple_index(t: Tuple[int, str], i: int):
    return t[i]


def tuple_range(t: Tuple[int, str]):
    return t[2]


def slice_of_int(n: int):
    return n[1:]


def unpack_count(t: Tuple[int, int]):
    a, b, c = t
    return a


def loop_changes(n: int):
    x = 0
    for i in range(n):
        x = 1.5
    return x


def partly_defined(flag: bool):
    if flag:
        y = 1
    return y


def missing_return(flag: bool) -> int:
    if flag:
        return 1


def condition(t: Tuple[int, int]):
    return 1 if t else 2


def isinstance_of_value(x: int):
    return isinstance(x, x)


def set_of_list(xs: List[int]):
    return set(xs)


def reversed_list(xs: List[int]):
    return [x for x in reversed(xs)]


def set_of_two(x: Tensor, n: int):
    return set(x, n)


def set_by_name(xs: List[int]):
    return set(a=xs)


def map_of_function(xs: List[int]):
    return map(str, xs)


def class_as_value(n: int):
    return set


class Pair(NamedTuple):
    a: int


def field_of_tuple(p: Pair):
    return hasattr(p, "a")


class Numbers(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = 1, 2

    def forward(self, x: int):
        self.a, self.b = x, "b"


INSTANCES = [("numbers", Numbers())]
CALLS = [(n, None) for n in ("text_plus_int", "bool_arithmetic", "optional_attribute", "wrong_append", "wrong_value",
                             "unparameterized", "tuple_index", "tuple_range", "slice_of_int",
                             "unpack_count", "loop_changes", "partly_defined", "missing_return", "condition",
                             "isinstance_of_value", "set_of_list", "reversed_list", "set_of_two", "set_by_name",
                             "map_of_function", "class_as_value", "field_of_tuple", "numbers.forward")]
