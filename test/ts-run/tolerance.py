# A tolerance that is given holds for float64, too, which is compared to 1e-12 by default.
# RUN: echo '{"format": 1, "calls": [{"fn": "f", "args": [{"t": "tensor", "dtype": "float64", "shape": [1], "data": [3.0]}], "result": {"t": "tensor", "dtype": "float64", "shape": [1], "data": [9.00001]}}]}' > %t.json
# RUN: not ts-run %s --check=%t.json | FileCheck %s --check-prefix=TIGHT
# RUN: ts-run %s --check=%t.json --rtol=1e-4 | FileCheck %s --check-prefix=WIDE
# RUN: not ts-run %s --check=%t.json --rtol=1e-7 | FileCheck %s --check-prefix=TIGHT
import torch


def f(x: torch.Tensor):
    return x * x


# TIGHT: call 1 (f): result: element 0: expected 9.00001, found 9.0
# TIGHT: 0 passed, 1 failed
# WIDE: 1 passed, 0 failed
