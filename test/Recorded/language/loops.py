# What `for` iterates, how often, and which names survive.
# Rules: TS-STMT-026, TS-STMT-030, TS-STMT-032 to 035, TS-STMT-038, TS-SCOPE-019.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/loops.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import Dict, List
from torch import Tensor


def kinds(xs: List[int], s: str, d: Dict[str, int], t: Tensor):
    out: List[str] = []
    for x in xs:
        out.append(str(x))
    for c in s:
        out.append(c)
    for k in d:
        out.append(k)
    for k, v in d.items():
        out.append(k + str(v))
    for v in d.values():
        out.append(str(v))
    for row in t:
        out.append(str(int(row.sum())))
    return out


def ranges(a: int, b: int, step: int):
    return [i for i in range(a)], [i for i in range(a, b)], [i for i in range(a, b, step)]


def appended_while_iterated(xs: List[int]):
    for x in xs:
        if len(xs) < 10:
            xs.append(x)
    return xs


def removed_while_iterated(xs: List[int]):
    for x in xs:
        xs.pop()
    return xs


def changed_dict(d: Dict[str, int]):
    for k in d:
        d[k + "!"] = 0
        del d[k]
    return d


def assigned_variable(n: int):
    out: List[int] = []
    for i in range(n):
        out.append(i)
        i = 100
    return out


def variable_survives(n: int):
    i = -1
    for i in range(n):
        pass
    return i


def variable_is_gone(n: int):
    for k in range(n):
        last = k
    return last


def exits(n: int):
    out: List[int] = []
    for i in range(n):
        if i % 2 == 0:
            continue
        j = 0
        while True:
            j += 1
            if j > i:
                break
            if j == 2:
                continue
            out.append(i * 10 + j)
        if i > 5:
            break
    return out


def found(xs: List[int], x: int) -> int:
    for i, y in enumerate(xs):
        if y == x:
            return i
    return -1


def condition_again(n: int):
    turns = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        turns += 1
    return turns


def after_return(n: int):
    return n
    return undefined_name


def returns_nothing(n: int):
    if n > 0:
        return
    print("not positive")


CALLS = [("kinds", [[1, 2], "ab", {"k": 5, "j": 6}, torch.ones(2, 3)]), ("ranges", [2, 9, 3]), ("ranges", [-2, -9, -3]),
         ("ranges", [1, 2, 0]), ("appended_while_iterated", [[1, 2, 3]]), ("removed_while_iterated", [[1, 2, 3]]),
         ("changed_dict", [{"a": 1, "b": 2}]), ("assigned_variable", [3]), ("variable_survives", [4]),
         ("variable_survives", [0]), ("variable_is_gone", [3]), ("exits", [9]), ("found", [[4, 5, 6], 5]),
         ("found", [[], 1]), ("condition_again", [27]), ("after_return", [3]), ("returns_nothing", [1]),
         ("returns_nothing", [0])]
