# Lists that loops of known length fill are compiled as a whole.
# RUN: ts-run %s --entry=rows --input=3x2:f32=arange --tier=compiled | FileCheck %s --check-prefix=ROWS
# RUN: ts-run %s --entry=states --input=3x1x2:f32=arange --tier=compiled | FileCheck %s --check-prefix=STATES
from typing import List

import torch
from torch import Tensor


# ROWS: 0  1
# ROWS-NEXT: 2  3
# ROWS-NEXT: 4  5
def rows(xs: Tensor):
    outs: List[Tensor] = []
    for t in range(xs.size(0)):
        outs.append(xs[t])
    return torch.stack(outs)


# STATES: 0  1
# STATES: 2  4
# STATES: 6  9
# STATES: 6  9
def states(xs: Tensor):
    state = torch.zeros(xs.size(1), 2)
    outs: List[Tensor] = []
    for t in range(xs.size(0)):
        state = state + xs[t]
        outs.append(state)
    return torch.stack(outs).detach(), state
