# Methods of lists and dicts, and what is seen through other names.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/lists-and-dicts.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import Dict, List, Tuple


def changes(xs: List[int]):
    ys = xs
    ys.append(5)
    xs.extend([1, 2])
    xs.insert(0, 9)
    last = xs.pop()
    first = xs.pop(0)
    xs.remove(5)
    xs.reverse()
    return xs, ys, last, first, xs.index(3), xs.count(3), xs.copy(), len(xs)


def slices(xs: List[int]):
    ys = xs[1:3]
    ys[0] = 100
    return xs, ys, xs[-1], xs[::2], xs[-2:], xs[5:], xs + ys, xs * 2


def sorting(xs: List[float], ts: List[Tuple[int, str]]):
    ys = sorted(xs)
    xs.sort(reverse=True)
    ts.sort()
    return xs, ys, ts, min(xs), max(xs), sum(xs), any([x > 2 for x in xs]), all([x > 0 for x in xs])


def entries(d: Dict[str, int]):
    e = d
    e["z"] = 26
    d.update({"a": 0, "y": 25})
    popped = d.pop("b")
    default = d.setdefault("c", 3)
    del d["z"]
    return d, popped, default, d.get("nope"), d.get("a", 7), "a" in d, len(d), d.copy(), list(d.items()), d.popitem()


def nested(d: Dict[str, List[int]]):
    d["a"].append(1)
    d["b"] = d["a"]
    d["b"][0] = 9
    return d


def missing(d: Dict[int, str], k: int):
    return d[k]


def out_of_range(xs: List[int], i: int):
    xs[i] = 1
    return xs


def not_there(xs: List[int]):
    xs.remove(77)


def repeated(xs: List[int], n: int):
    return xs * n, n * xs


def repeated_fewer():
    return [1, 2] * -1


def repeated_in_place(xs: List[str], n: int):
    xs *= n
    return xs


CALLS = [("changes", [[3, 4]]), ("slices", [[1, 2, 3, 4]]), ("sorting", [[2.5, 1.0, 3.0], [(2, "a"), (1, "z"), (1, "b")]]),
         ("entries", [{"a": 1, "b": 2}]), ("nested", [{"a": [5]}]), ("missing", [{1: "x"}, 2]), ("out_of_range", [[1, 2], 2]),
         ("out_of_range", [[1, 2], -2]), ("not_there", [[1]]),
         ("repeated", [[1], 2]), ("repeated", [[1], 0]), ("repeated", [[1], -1]), ("repeated", [[], -1]),
         ("repeated_fewer", []), ("repeated_in_place", [["a"], -1])]
