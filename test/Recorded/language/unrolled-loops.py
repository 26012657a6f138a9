# Loops of a length that is known: over tuples, zip and enumerate.
# Rules: TS-STMT-039 to 043.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/unrolled-loops.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
from typing import List, Tuple


def over_tuple(t: Tuple[int, str, float]):
    out: List[str] = []
    for x in t:
        out.append(str(x))
        last = x
    return out, last


def break_inside(t: Tuple[int, int]):
    for x in t:
        if x > 1:
            break
    return 1


def return_inside(t: Tuple[int, int]):
    for x in t:
        if x > 1:
            return x
    return 0


def zipped(xs: List[int], s: str, ys: List[float]):
    out: List[str] = []
    for x, c, y in zip(xs, s, ys):
        out.append(str(x) + c + str(y))
    return out


def zipped_tuples(t: Tuple[int, int], u: Tuple[str, float]):
    out: List[str] = []
    for x, y in zip(t, u):
        out.append(str(x) + str(y))
    return out


def zipped_mixed(t: Tuple[int, int], xs: List[int]):
    for x, y in zip(t, xs):
        print(x, y)


def zip_of_nothing():
    for x in zip():
        print(x)


def zip_as_value(xs: List[int]):
    z = zip(xs, xs)
    return z


def listed(xs: List[int]):
    return list(zip(xs, xs)), list(enumerate(xs)), list(range(3))


def counted(xs: List[str], start: int):
    return [(i, x) for i, x in enumerate(xs)], [i for i, x in enumerate(xs, start)]


CALLS = [("over_tuple", [(1, "b", 2.5)]), ("break_inside", [(1, 2)]), ("return_inside", [(1, 2)]),
         ("return_inside", [(0, 1)]), ("zipped", [[1, 2, 3], "ab", [0.5, 1.5, 2.5]]),
         ("zipped_tuples", [(1, 2), ("x", 0.5)]), ("zipped_mixed", [(1, 2), [3]]), ("zip_of_nothing", []),
         ("zip_as_value", [[1]]), ("listed", [[4, 5]]), ("counted", [["p", "q"], 10])]
