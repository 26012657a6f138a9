# Tuples, lists and dicts that are written out, and the order their parts are
# evaluated in.
# Rules: TS-EXPR-001 to 007.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/displays.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
from typing import Dict, List, Tuple


def noted(log: List[int], x: int) -> int:
    log.append(x)
    return x


def bare_tuple(x: int):
    return x, (x + 1,), ()


def order_of_list():
    log: List[int] = []
    made = [noted(log, 3), noted(log, 1), noted(log, 2)]
    return made, log


def order_of_dict():
    log: List[int] = []
    made = {noted(log, 1): noted(log, 10), noted(log, 2): noted(log, 20)}
    return made, log


def repeated_key(a: int) -> Dict[int, str]:
    return {a: "first", a + 1: "middle", a: "last"}


def spliced(t: Tuple[int, int]):
    return [*t, 7], (0, *t)


def spliced_list(x: List[int]):
    return (0, *x)


def set_display(x: int):
    return {x, 2}


def merged(d: Dict[str, int]):
    return {**d, "k": 1}


CALLS = [("bare_tuple", [4]), ("order_of_list", []), ("order_of_dict", []), ("repeated_key", [5]),
         ("spliced", [(8, 9)]), ("spliced_list", [[1]]), ("set_display", [1]), ("merged", [{"a": 1}])]
