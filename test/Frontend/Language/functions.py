# RUN: ts-translate --import-torchscript --no-sources %s | FileCheck %s
# Signatures, defaults, calls and inferred results.
from typing import Optional, Tuple

# CHECK-LABEL: func.func @scaled(
# CHECK-SAME: %arg0: !ts.tensor {ts.name = "x"}
# CHECK-SAME: %arg1: f64 {ts.default = 2.000000e+00 : f64, ts.name = "by"}
# CHECK-SAME: ) -> !ts.tensor attributes {ts.schema = "scaled(Tensor x, float by=2.) -> Tensor"}
def scaled(x, by: float = 2):
    # CHECK: ts.op "aten::mul.Scalar"
    return x * by

# The results unify; a function without a value has no result.
# CHECK-LABEL: func.func @find
# CHECK-SAME: -> !ts.optional<i64> attributes {ts.schema = "find(int n) -> int?"}
def find(n: int):
    if n > 0:
        # CHECK: %[[N:.*]] = ts.derefine %{{.*}} : i64 to !ts.optional<i64>
        # CHECK: ts.return %[[N]] : !ts.optional<i64>
        return n
    # CHECK: %[[NONE:.*]] = ts.derefine %{{.*}} : !ts.none to !ts.optional<i64>
    # CHECK: ts.return %[[NONE]]
    return None

# CHECK-LABEL: func.func @shout(%arg0: !ts.str {ts.name = "s"}) attributes
def shout(s: str):
    # CHECK: ts.print %{{.*}}, %{{.*}} : !ts.str, !ts.str
    print(s, "!")
    # CHECK: ts.return{{$}}

# A type comment gives the types of all parameters.
# CHECK-LABEL: func.func @commented
# CHECK-SAME: ts.schema = "commented(int a, (float, str) b) -> float"
def commented(a, b):
    # type: (int, Tuple[float, str]) -> float
    return a + b[0]

# Arguments are bound by name, defaults become constants of the caller, and an
# int is seen as an Optional.
# CHECK-LABEL: func.func @caller
def caller(x, o: Optional[int]):
    shout(s="a")
    # CHECK: %[[TWO:.*]] = arith.constant 2.000000e+00 : f64
    # CHECK: call @scaled(%{{.*}}, %[[TWO]]) : (!ts.tensor, f64) -> !ts.tensor
    return scaled(x)

# Code behind a return is not compiled.
# CHECK-LABEL: func.func @unreachable
def unreachable(x: int):
    return x
    undefined_name + 1
