# RUN: ts-translate --import-torchscript --no-sources %s | FileCheck %s
# Branches, their joins, loops and exits.
from typing import List, Optional

# A variable bound in both branches has a slot before the branch.
# CHECK-LABEL: func.func @join
def join(c: bool):
    # CHECK: %[[Y:.*]] = ts.var "y" : !ts.slot<!ts.optional<i64>>
    # CHECK-NEXT: ts.if
    if c:
        # CHECK: ts.derefine %{{.*}} : i64 to !ts.optional<i64>
        # CHECK-NEXT: ts.store %{{.*}}, %[[Y]]
        y = 1
    else:
        # CHECK: } else {
        # CHECK: ts.derefine %{{.*}} : !ts.none to !ts.optional<i64>
        # CHECK-NEXT: ts.store %{{.*}}, %[[Y]]
        y = None
    # CHECK: ts.load %[[Y]]
    return y

# An assignment in an inner block stores into the outer variable.
# CHECK-LABEL: func.func @countdown
def countdown(n: int):
    # CHECK: %[[N:.*]] = ts.var "n" : !ts.slot<i64>
    # CHECK: ts.while {
    # CHECK: ts.condition(%{{.*}})
    # CHECK: } do {
    while n > 0:
        # CHECK: ts.if
        # CHECK-NEXT: ts.break
        if n == 7:
            break
        # CHECK: %[[LESS:.*]] = ts.op "aten::sub.int"
        # CHECK: ts.store %[[LESS]], %[[N]]
        n = n - 1
    return n

# The other branch alone binds the variable.
# CHECK-LABEL: func.func @one_path
def one_path(c: bool):
    if c:
        # CHECK: ts.raise "builtins.ValueError"(%{{.*}})
        raise ValueError("no")
    else:
        z = 3
    return z

# Both branches leave; the end is never reached.
# CHECK-LABEL: func.func @both_leave
def both_leave(c: bool) -> int:
    # CHECK: ts.return
    # CHECK: } else {
    # CHECK: ts.return
    if c:
        return 1
    else:
        return 2
    # CHECK: ts.uninitialized : i64

# What follows a continue is checked, but not kept.
# CHECK-LABEL: func.func @after_continue
def after_continue(l: List[int]):
    t = 0
    for x in l:
        if x < 0:
            # CHECK: ts.continue
            continue
            t = t - 100
        t = t + x
    # CHECK-NOT: arith.constant 100
    return t

# A condition known at compile time selects statements of the same block.
# CHECK-LABEL: func.func @static
def static(x: int):
    # CHECK-NOT: ts.if
    if x is None:
        return undefined(x)
    return x

# CHECK-LABEL: func.func @asserted
def asserted(x: Optional[int]):
    # CHECK: ts.assert %{{.*}} {
    # CHECK: ts.yield %{{.*}} : !ts.str
    # CHECK: ts.unchecked_cast %{{.*}} : !ts.optional<i64> to i64
    assert x is not None, "x is needed"
    return x
