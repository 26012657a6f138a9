# RUN: ts-translate --import-torchscript %s | ts-translate --export-torchscript - | FileCheck %s
# RUN: ts-translate --import-torchscript %s | ts-translate --export-torchscript - > %t.py
# RUN: ts-run %t.py --entry=use --input=4 | FileCheck %s --check-prefix=RESULT
# Script classes and interfaces: written so that Python, TorchScript and this
# compiler read them.
from typing import Any, List, NamedTuple, Optional

import torch


# An interface stands behind the classes it names, and its parameters have the
# names of a class that implements it.
# CHECK-NOT: @torch.jit.interface
# CHECK: class Point:
# CHECK-NEXT:     def __init__(self, x: int, tag: str = "p") -> None:
# CHECK-NEXT:         self.x = x
# CHECK-NEXT:         self.tags = torch.jit.annotate(List[str], [])
# CHECK-NEXT:         self.last = torch.jit.annotate(Optional[int], None)
class Point:
    def __init__(self, x: int, tag: str = "p"):
        self.x = x
        self.tags: List[str] = []
        self.last = torch.jit.annotate(Optional[int], None)

    # The class is not known to Python inside itself: a type comment.
    # CHECK: def __add__(self, other):
    # CHECK-NEXT: # type: (Point) -> Point
    # CHECK-NEXT: return Point(self.x + other.x, "p")
    def __add__(self, other: "Point") -> "Point":
        return Point(self.x + other.x, "p")

    # CHECK: @staticmethod
    # CHECK-NEXT: def twice(n: int = 3) -> int:
    @staticmethod
    def twice(n: int = 3) -> int:
        return 2 * n

    # CHECK: @property
    # CHECK-NEXT: def double(self) -> int:
    @property
    def double(self) -> int:
        return self.x * 2

    # CHECK: @double.setter
    # CHECK-NEXT: def double(self, v: int) -> None:
    # CHECK-NEXT: self.x = v // 2
    @double.setter
    def double(self, v: int):
        self.x = v // 2

    # CHECK: def moved(self, by, scale):
    # CHECK-NEXT: # type: (int, float) -> Point
    # CHECK-NEXT: self.last = by
    def moved(self, by: int, scale: float) -> "Point":
        self.last = by
        self.x += by
        return self


# A NamedTuple stands behind the class of its field.
# CHECK: class Named(NamedTuple):
# CHECK-NEXT:     point: Point
class Named(NamedTuple):
    point: Point


# CHECK: @torch.jit.interface
# CHECK-NEXT: class Movable:
# CHECK-NEXT:     def moved(self, by: int, scale: float) -> Point:
# CHECK-NEXT:         pass
@torch.jit.interface
class Movable:
    def moved(self, by: int, scale: float) -> Point:
        pass


# CHECK: class Scope:
class Scope:
    def __init__(self, p: Point):
        self.p = p

    def __enter__(self) -> int:
        self.p.x += 100
        return self.p.x

    def __exit__(self, kind: Any, value: Any, trace: Any):
        self.p.x -= 100


# CHECK: def move(m: Movable) -> int:
# CHECK-NEXT: return m.moved(5, 1.0).x
def move(m: Movable) -> int:
    return m.moved(5, 1.0).x


# CHECK: def use(n: int)
# CHECK-NEXT: p = Point(n, "p")
# CHECK-NEXT: q = p.__add__(Point(Point.twice(3), "q"))
# CHECK-NEXT: q.double = q.double + 4
# CHECK-NEXT: q.tags.append("t")
# CHECK-NEXT: with Scope(q) as [[V:_[0-9]+]]:
# CHECK-NEXT:     inside = [[V]]
# CHECK-NEXT: return (inside, move(q), q.last, Named(q).point.tags)
# RESULT: (112, 17, 5, [t])
def use(n: int):
    p = Point(n)
    q = p + Point(Point.twice(), "q")
    q.double = q.double + 4
    q.tags.append("t")
    with Scope(q) as inside:
        pass
    return inside, move(q), q.last, Named(q).point.tags
