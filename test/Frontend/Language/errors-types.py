# RUN: not ts-translate --import-torchscript --diagnostics=torchscript %s 2>&1 | FileCheck %s
# Messages in TorchScript's own form.
from typing import Dict, List, Tuple

# CHECK: Return value was annotated as having type str but is actually of type int:
# CHECK-NEXT: File "{{.*}}errors-types.py", line 11
# CHECK-NEXT: def returned(x: int) -> str:
# CHECK-NEXT:     return x
# CHECK-NEXT:     ~~~~~~~~ <--- HERE
def returned(x: int) -> str:
    return x

# CHECK: g(int a) -> int:
# CHECK-NEXT: Expected a value of type 'int' for argument 'a' but instead found type 'str'.
def g(a: int) -> int:
    return a

def argument():
    return g("a")

# CHECK: List type annotation `List[float]` did not match the types of the given list elements, which were unified to int:
def elements():
    l: List[float] = [1]
    return l

# CHECK: Tuple index out of range. Tuple is length 2 and index is 2:
def index(t: Tuple[int, str]):
    return t[2]

# CHECK: 'Tensor (inferred)' object has no attribute or method 'nope'.:
def attribute(x):
    return x.nope()

# CHECK: Could not cast value of type Tuple[int, str] to bool:
def truth(t: Tuple[int, str]):
    if t:
        return 1
    return 2

# CHECK: need 3 values to unpack but found only 2:
def unpack(t: Tuple[int, str]):
    a, b, c = t
    return a
