# RUN: ts-translate --import-torchscript --no-sources --mlir-print-debuginfo %s | FileCheck %s
# Every operation has the range it comes from and the function around it.
# CHECK-NOT: loc(unknown)
# CHECK-DAG: #ts.range<9, 17, "f">
import torch.nn.functional as F
from typing import List

def f(x: int, l: List[int]):
    return x + 1, F.relu(g(l))

def g(l: List[int]):
    return [torch.ones(a) for a in l][0]

import torch
# CHECK-NOT: loc(unknown)
