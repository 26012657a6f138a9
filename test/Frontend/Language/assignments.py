# RUN: ts-translate --import-torchscript --no-sources %s | FileCheck %s
# Targets of every kind, and augmented assignment.
from typing import Dict, List, Tuple

# CHECK-LABEL: func.func @patterns
def patterns(t: Tuple[int, Tuple[str, float]], l: List[int]):
    # CHECK: ts.tuple.index %{{.*}}[0]
    # CHECK: ts.tuple.index %{{.*}}[1]
    a, (b, c) = t
    # CHECK: ts.list.unpack %{{.*}} : !ts.list<i64> -> i64, i64
    d, e = l
    # CHECK: ts.tuple.construct %{{.*}}, %{{.*}} : !ts.tuple<!ts.str, f64>
    f, *g = a, b, c
    return d, e, f, g

# Another type in the same block makes another variable.
# CHECK-LABEL: func.func @retyped
def retyped():
    # CHECK: ts.var "x" : !ts.slot<i64>
    x = 1
    # CHECK: ts.var "x" : !ts.slot<!ts.str>
    x = "a"
    return x

# CHECK-LABEL: func.func @containers
def containers(l: List[int], d: Dict[str, int]):
    # CHECK: ts.op "aten::_set_item.t"
    l[0] = 5
    # CHECK: ts.op "aten::__getitem__.Dict_str"
    # CHECK: ts.op "aten::add.int"
    # CHECK: ts.op "aten::_set_item.str"
    d["a"] += 1
    # CHECK: ts.op "aten::add_.t"
    l += [1]
    # CHECK: ts.op "aten::Delete.t"
    del l[0]

# In place on tensors where TorchScript is; C's remainder for `%=`.
# CHECK-LABEL: func.func @augmented
def augmented(x, i: int):
    # CHECK: ts.op "aten::add_.Scalar"
    x += 1
    # CHECK: ts.op "aten::bitwise_or.Tensor"
    x |= x
    # CHECK: ts.op "aten::fmod.int"
    i %= 3
    return x, i

# CHECK-LABEL: func.func @deleted
def deleted():
    y = 1
    # CHECK: ts.del
    del y
    y = "a"
    return y
