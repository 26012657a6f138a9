# What runs tensor operators is chosen by --tier.
# RUN: ts-run %s --entry=whole --input=2x3:f32=arange --tier=compiled | FileCheck %s --check-prefix=WHOLE
# RUN: ts-run %s --entry=whole --input=2x3:f32=arange --tier=auto | FileCheck %s --check-prefix=WHOLE
# RUN: ts-run %s --entry=whole --input=2x3:f32=arange --tier=runtime --report-residue 2>&1 | FileCheck %s --check-prefix=RUNTIME
# RUN: not ts-run %s --entry=parts --input=2x3:f32=arange --tier=compiled 2>&1 | FileCheck %s --check-prefix=PARTS
# RUN: ts-run %s --entry=parts --input=2x3:f32=arange | FileCheck %s --check-prefix=SORTED
# RUN: ts-run %s --entry=numbers --input=3 --tier=compiled | FileCheck %s --check-prefix=NUMBERS
# RUN: not ts-run %s --check=%S/Inputs/tier.json --tier=compiled | FileCheck %s --check-prefix=CHECK
# RUN: ts-run %s --check=%S/Inputs/tier.json --tier=runtime | FileCheck %s --check-prefix=ALL
# RUN: not ts-run %s --tier=fast 2>&1 | FileCheck %s --check-prefix=WORD
# RUN: not ts-run %s --entry=whole --tier=compiled --specialize=false 2>&1 | FileCheck %s --check-prefix=BOTH
import torch
from torch import Tensor


# Questions about sizes, one element as a number and views are no operators of
# the runtime.
def whole(x: Tensor) -> Tensor:
    y = torch.relu(x) + x.size(0)
    if bool(y.sum() > 3):
        y *= 2
    return y.t()


# WHOLE: 4 10
# WHOLE-NEXT: 6 12
# RUNTIME: aten::relu runs in the runtime


def parts(x: Tensor) -> Tensor:
    y = torch.relu(x)
    y.resize_(2, 3)
    return y.resize_(2, 3)


# PARTS: error: 'parts(f32[2,3])' is not compiled as a whole:
# PARTS-NEXT: tier.py:[[#@LINE-6]]:{{[0-9]+}}: aten::relu: {{.+}}
# PARTS-NEXT: tier.py:[[#@LINE-6]]:{{[0-9]+}}: aten::resize_: {{.+}}
# PARTS-NEXT: tier.py:[[#@LINE-6]]:{{[0-9]+}}: aten::resize_: {{.+}}
# PARTS-NEXT: 3 tensor operator(s) run in the runtime
# SORTED: 0 1 2


# Code without tensors is compiled, too.
def numbers(n: int) -> int:
    return n * 2


# NUMBERS: 6
# CHECK: call {{[0-9]+}} (parts): 'parts(f32[2,3])' is not compiled as a whole:
# CHECK: 2 passed, 1 failed
# ALL: 3 passed, 0 failed
# WORD: for the --tier option: Cannot find option named 'fast'!
# BOTH: error: --specialize=false and --tier=compiled contradict each other

CALLS = [("whole", [torch.arange(6.).view(2, 3)]), ("parts", [torch.arange(6.).view(2, 3)]), ("numbers", [3])]
