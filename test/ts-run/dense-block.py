# Layers that read what all layers before them made, of any sizes: one kernel, with lists that are dead behind
# their concatenation, and one copy of each part.
# RUN: ts-run %s --entry=f --tier=compiled --dynamic=0,2,3 --input=2x32x12x10:f32 --report-kernels 2> %t.kernels
# RUN: FileCheck %s < %t.kernels
# CHECK: kernel_0
# CHECK-COUNT-2: convolution: 3x3
# CHECK-NOT: kernel_1
# RUN: grep -c "loop: copy" %t.kernels | FileCheck %s --check-prefix=COPIES
# COPIES: {{^6$}}
# RUN: ts-run %s --entry=f --tier=compiled --dynamic=0,2,3 --input=2x32x12x10:f32 > %t.dynamic
# RUN: ts-run %s --entry=f --tier=runtime --input=2x32x12x10:f32 > %t.runtime
# RUN: diff %t.dynamic %t.runtime
# RUN: not ts-run %s --entry=f --dynamic=0,2,3 --input=2x32x1x1:f32 2>&1 | FileCheck %s --check-prefix=SMALL
# SMALL: Output size is too small
from typing import List

import torch
import torch.nn.functional as F


def layer(parts: List[torch.Tensor], w: torch.Tensor):
    return F.conv2d(torch.relu(torch.cat(parts, 1)), w, padding=1)


def block(x: torch.Tensor, k: int):
    parts = [x]
    for i in range(k):
        parts.append(layer(parts, torch.full([32, 32 * len(parts), 3, 3], 0.015625)))
    return torch.cat(parts, 1)


def f(x: torch.Tensor):
    y = block(x + 1, 2)
    y = F.avg_pool2d(y[:, :32], 2)
    return block(y, 2).sum([2, 3])
