# RUN: ts-translate --import-torchscript --no-sources %s | FileCheck %s
# for over everything that can be iterated.
from typing import Dict, List, Tuple

# CHECK-LABEL: func.func @counted
def counted(n: int):
    t = 0
    # CHECK: %[[N:.*]] = ts.load
    # CHECK: ts.for %[[I:.*]] to %[[N]] {
    # CHECK: ts.store %[[I]], %{{.*}}
    for i in range(n):
        t += i
    return t

# CHECK-LABEL: func.func @stepped
def stepped(a: int, b: int):
    # CHECK: %[[LENGTH:.*]] = ts.op "aten::__range_length"
    # CHECK: ts.for %[[I:.*]] to %[[LENGTH]] {
    # CHECK: ts.op "aten::__derive_index"(%[[I]],
    for i in range(a, b, 2):
        print(i)

# The length is taken once, before the loop; a dict is iterated by its keys.
# CHECK-LABEL: func.func @keys
def keys(d: Dict[str, int]):
    # CHECK: %[[KEYS:.*]] = ts.op "aten::keys.str"
    # CHECK: %[[LENGTH:.*]] = ts.op "aten::len.t"(%[[KEYS]])
    # CHECK: ts.for %[[I:.*]] to %[[LENGTH]] {
    # CHECK: ts.op "aten::__getitem__.t"(%[[KEYS]], %[[I]])
    for k in d:
        print(k)

# Loops over tuples are unrolled, each turn with its own type.
# CHECK-LABEL: func.func @unrolled
def unrolled(t: Tuple[int, str]):
    # CHECK-NOT: ts.for
    # CHECK: ts.print %{{.*}} : i64
    # CHECK: ts.print %{{.*}} : !ts.str
    for x in t:
        print(x)
    # CHECK: ts.return %{{.*}} : !ts.str
    return x

# CHECK-LABEL: func.func @zipped
def zipped(a: List[int], b: List[str]):
    # CHECK: %[[SHORTEST:.*]] = ts.op "prim::min.self_int"
    # CHECK: ts.for %{{.*}} to %[[SHORTEST]] {
    for i, (x, y) in enumerate(zip(a, b)):
        print(i, x, y)

# CHECK-LABEL: func.func @rows
def rows(x):
    # CHECK: ts.op "aten::len.Tensor"
    # CHECK: ts.op "aten::select.int"
    for r in x:
        print(r)

# CHECK-LABEL: func.func @comprehension
def comprehension(l: List[int]):
    # CHECK: %[[RESULT:.*]] = ts.list.construct {{ ?}}: !ts.list<f64>
    # CHECK: ts.for
    # CHECK: ts.op "aten::append.t"(%[[RESULT]],
    return [a / 2 for a in l]
