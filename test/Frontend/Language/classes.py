# RUN: ts-translate --import-torchscript --no-sources %s | FileCheck %s
# Script classes, enums, named tuples, with.
from enum import Enum
from typing import Any, List, NamedTuple

# CHECK-DAG: ts.enum @__torch__.Color : i64 ["RED", "GREEN"] = [1, 2]
class Color(Enum):
    RED = 1
    GREEN = 2

class Point(NamedTuple):
    x: int
    y: float = 2.5

# CHECK-DAG: ts.class @__torch__.Counter {
# CHECK-DAG: ts.attr "n" : i64
# CHECK-DAG: ts.attr "log" : !ts.list<!ts.str>
# CHECK-DAG: ts.method "inc" = @__torch__.Counter.inc
class Counter:
    def __init__(self, start: int):
        self.n = start
        self.log: List[str] = []

    def inc(self, by: int = 1) -> int:
        self.n += by
        return self.n

    def __enter__(self):
        return self.n

    def __exit__(self, a: Any, b: Any, c: Any):
        pass

# CHECK-LABEL: func.func @use
def use():
    # CHECK: %[[OBJECT:.*]] = ts.new : {{.*}}<@__torch__.Counter>
    # CHECK: call @__torch__.Counter.__init__(%[[OBJECT]], %{{.*}})
    c = Counter(5)
    # CHECK: call @__torch__.Counter.inc
    c.inc(by=2)
    # CHECK: ts.setattr %{{.*}}["n"]
    c.n = 4
    # CHECK: ts.with %{{.*}} {
    # CHECK: ^bb0(%[[ENTERED:.*]]: i64):
    with c as n:
        print(n)
    # CHECK: ts.getattr %{{.*}}["n"]
    return c.n + n

# CHECK-LABEL: func.func @fields
def fields(c: Color):
    # CHECK: %[[DEFAULT:.*]] = arith.constant 2.500000e+00 : f64
    # CHECK: ts.tuple.construct %{{.*}}, %[[DEFAULT]] : !ts.tuple<"__torch__.Point" x: i64, y: f64>
    p = Point(1)
    # CHECK: ts.op "prim::EnumName"
    # CHECK: ts.constant.enum <@__torch__.Color, "GREEN">
    return c.name, c == Color.GREEN, p.y
