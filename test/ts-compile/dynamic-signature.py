# A variant of a library's function for all sizes, chosen by rank and numbers.
# RUN: ts-compile %s --signature='add(x: f32[n,4], y: f32[?])' -o %t.so
# RUN: ts-run %t.so --entry=add --input=2x4:f32=arange --input=4:f32=arange | FileCheck %s --check-prefix=ROWS
# RUN: ts-run %t.so --entry=add --input=2x4:f32=arange --input=1:f32=1 | FileCheck %s --check-prefix=ONE
# RUN: ts-run %t.so --entry=add --input=2x2:f32=arange --input=2:f32=arange | FileCheck %s --check-prefix=OTHER
# RUN: not ts-run %t.so --entry=add --input=2x4:f32=arange --input=3:f32=arange 2>&1 | FileCheck %s --check-prefix=ERROR
# RUN: not ts-compile %s --signature='add(x: f32[n,=])' -o %t.so 2>&1 | FileCheck %s --check-prefix=SIZE
from torch import Tensor


def add(x: Tensor, y: Tensor) -> Tensor:
    return (x + y) * 2


# ROWS: 0 4 8 12
# ROWS-NEXT: 8 12 16 20
# ONE: 2 4 6 8
# OTHER: 0 4
# OTHER-NEXT: 4 8
# ERROR: RuntimeError: The size of tensor a (4) must match the size of tensor b (3) at non-singleton dimension 1
# SIZE: expected a size, which is a number, a name or '?' at '=])'
