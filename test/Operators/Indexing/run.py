# Kernels that read and write at indices, and what they do not take.
# RUN: ts-run %s --entry=rows --input=3x2:f32=arange --input=1 --tier=compiled | FileCheck %s --check-prefix=ROWS
# RUN: not ts-run %s --entry=rows --input=3x2:f32=arange --input=2 --tier=compiled 2>&1 | FileCheck %s --check-prefix=FAR
# RUN: not ts-run %s --entry=rows --input=3x2:f32=arange --input=-1 --tier=compiled 2>&1 | FileCheck %s --check-prefix=BELOW
# RUN: ts-run %s --entry=counts --input=4:i64=1 --tier=compiled | FileCheck %s --check-prefix=COUNTS
# RUN: ts-run %s --entry=last --input=3x2:f32=arange --tier=compiled | FileCheck %s --check-prefix=LAST
# RUN: ts-run %s --entry=divide --input=3:i64=arange --input=2 --tier=compiled | FileCheck %s --check-prefix=QUOTIENTS
# RUN: not ts-run %s --entry=divide --input=3:i64=arange --input=0 --tier=compiled 2>&1 | FileCheck %s --check-prefix=ZERO
import torch
from torch import Tensor


def rows(x: Tensor, first: int):
    return torch.index_select(x * 1, 0, torch.arange(2) + first) + 1


# ROWS: 3 4
# ROWS-NEXT: 5 6
# FAR: run.py{{.*}}, line [[#@LINE-5]]
# FAR: index out of range in self
# BELOW: index out of range in self


def counts(index: Tensor):
    return torch.zeros(2).scatter_add(0, index, torch.ones(4))


# COUNTS: 0{{$}}
# COUNTS-NEXT: 4{{$}}


def last(x: Tensor):
    y = x * 1
    y[torch.arange(1) - 1] = torch.zeros(1)
    return y


# LAST: 0 1
# LAST-NEXT: 2 3
# LAST-NEXT: 0 0


def divide(a: Tensor, b: int):
    return torch.floor_divide(a - 1, torch.zeros(3, dtype=torch.int64) + b)


# QUOTIENTS: -1{{$}}
# QUOTIENTS-NEXT: 0{{$}}
# QUOTIENTS-NEXT: 0{{$}}
# ZERO: ZeroDivisionError
