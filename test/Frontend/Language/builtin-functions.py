# Builtin functions are operators, chosen by the types of their arguments.
# REQUIRES: ts-translate
# The first line holds the text itself.
# RUN: ts-translate --import-torchscript %s | grep -v ts.sources | FileCheck %s
import torch
from typing import List


# CHECK-LABEL: func.func @scalars
def scalars(x: int, y: float):
    # CHECK: ts.op "prim::abs.int"
    # CHECK: ts.op "prim::min.int_float"
    # CHECK: ts.op "aten::divmod.int"
    # CHECK: ts.op "aten::round.float"
    # CHECK: ts.op "aten::pow.int"{{.*}} -> f64
    # CHECK: ts.op "aten::chr"
    # CHECK: ts.op "aten::hash.generic"
    return abs(x), min(x, y), divmod(x, 2), round(y), pow(x, 2), chr(x), hash(x)


# CHECK-LABEL: func.func @lists
def lists(l: List[int]):
    # CHECK: ts.op "prim::max.self_int"
    # CHECK: ts.op "aten::sum.int"
    # CHECK: ts.op "aten::sorted.int"
    # CHECK: ts.op "aten::len.t"
    return max(l), sum(l), sorted(l), len(l)


# Three ints are gathered into a list; one is broadcast to a list of two.
# CHECK-LABEL: func.func @gathered
def gathered(x: torch.Tensor):
    # CHECK: %[[SIZES:.*]] = ts.list.construct %{{.*}}, %{{.*}}, %{{.*}} : !ts.list<i64>
    # CHECK: ts.op "aten::zeros"(%[[SIZES]],
    # CHECK: ts.list.construct %[[TWO:.*]], %[[TWO]] : !ts.list<i64>
    # CHECK: ts.op "aten::max_pool2d"
    return torch.zeros(2, 3, 4), torch.max_pool2d(x, 2, 2)


# A builtin function is expanded where it is called.
# CHECK-LABEL: func.func @scalar_first
def scalar_first(x: torch.Tensor):
    # CHECK: %[[NEG:.*]] = ts.op "aten::neg"
    # CHECK: ts.op "aten::add.Scalar"(%[[NEG]],
    # CHECK: ts.op "aten::reciprocal"
    # CHECK: ts.op "aten::mul.Scalar"
    # CHECK: ts.op "aten::gt.Scalar"
    return 1 - x, 2 / x, 3 < x


# A tensor becomes a scalar only where an operator or function wants one.
# CHECK-LABEL: func.func @converted
def converted(x: torch.Tensor):
    # CHECK: ts.op "aten::IntImplicit"
    # CHECK: ts.op "aten::chr"
    return chr(x)
