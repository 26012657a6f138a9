# RUN: ts-translate --import-torchscript --no-sources %s | FileCheck %s
# Refinement by None tests and isinstance.
from typing import Any, Optional, Union

# CHECK-LABEL: func.func @default
def default(x: Optional[int]):
    # CHECK: %[[JOINED:.*]] = ts.var "x" : !ts.slot<i64>
    # CHECK: ts.if
    if x is None:
        x = 5
    # CHECK: } else {
    # CHECK: ts.unchecked_cast %{{.*}} : !ts.optional<i64> to i64
    # CHECK: }
    # CHECK: ts.load %[[JOINED]]
    return x + 1

# CHECK-LABEL: func.func @both
def both(x: Optional[int], y: Optional[int]):
    # CHECK: %[[BOTH:.*]] = ts.if %{{.*}} -> (i1) {
    # CHECK: ts.if %[[BOTH]] {
    # CHECK-DAG: ts.var "x" : !ts.slot<i64>
    # CHECK-DAG: ts.var "y" : !ts.slot<i64>
    if x is not None and y is not None:
        return x + y
    return 0

# CHECK-LABEL: func.func @union
def union(x: Union[int, str, float]):
    # CHECK: ts.isinstance %{{.*}} is [!ts.str]
    if isinstance(x, str):
        # CHECK: ts.unchecked_cast %{{.*}} to !ts.str
        return len(x)
    # CHECK: ts.unchecked_cast %{{.*}} to !ts.union<f64, i64>
    elif isinstance(x, int):
        return x
    # CHECK: ts.unchecked_cast %{{.*}} : !ts.union<f64, i64> to f64
    else:
        return int(x)

# CHECK-LABEL: func.func @any
def any(x: Any):
    # CHECK: ts.isinstance %{{.*}} is [i64, f64]
    if isinstance(x, (int, float)):
        return 1
    return 2

# A loop must keep the refined type.
# CHECK-LABEL: func.func @in_loop
def in_loop(x: Optional[int]):
    # CHECK: %[[OUTER:.*]] = ts.var "x" : !ts.slot<!ts.optional<i64>>
    if x is not None:
        # CHECK: %[[INNER:.*]] = ts.var "x" : !ts.slot<i64>
        # CHECK: ts.for
        for i in range(3):
            # CHECK: ts.store %[[NEXT:.*]], %[[INNER]]
            # CHECK: ts.derefine %[[NEXT]]
            # CHECK: ts.store %{{.*}}, %[[OUTER]]
            x = x + i
        return x
    return 0
