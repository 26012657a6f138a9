# Code for all sizes of the arguments: the same results and errors as without.
# RUN: ts-run %s --entry=add --input=3x4:f32=arange --input=4:f32=arange --dynamic --tier=compiled | FileCheck %s --check-prefix=ADD
# RUN: ts-run %s --entry=add --input=3x4:f32=arange --input=3x1:f32=arange --dynamic=0 --tier=compiled | FileCheck %s --check-prefix=COLUMN
# RUN: not ts-run %s --entry=add --input=3x4:f32=arange --input=3x2:f32=arange --dynamic --tier=compiled 2>&1 | FileCheck %s --check-prefix=ERROR
# RUN: ts-run %s --entry=rows --input=2x3:f32=arange --dynamic --tier=compiled | FileCheck %s --check-prefix=ROWS
# RUN: ts-run %s --entry=positive --input=4:f32=arange --dynamic | FileCheck %s --check-prefix=POSITIVE
# RUN: ts-run %s --entry=positive --input=4:f32=arange --dynamic --report-residue 2>&1 | FileCheck %s --check-prefix=RESIDUE
# RUN: ts-run %s --entry=product --input=2x3:f32=arange --input=3x2:f32=arange --dynamic --tier=compiled | FileCheck %s --check-prefix=PRODUCT
# RUN: ts-run %s --entry=doubled --input=3:f32=arange --dynamic --tier=compiled | FileCheck %s --check-prefix=DOUBLED
# RUN: ts-run %s --entry=product --input=2x2x2:f64=arange --input=2x3:f64=arange --dynamic --tier=compiled | FileCheck %s --check-prefix=BATCHES
# RUN: not ts-run %s --entry=rows --input=2x3:f32=arange --dynamic=x 2>&1 | FileCheck %s --check-prefix=WORD
import torch
from torch import Tensor


def add(x: Tensor, y: Tensor) -> Tensor:
    print("before")
    z = x + y
    print("after")
    return z


# ADD: before
# ADD-NEXT: after
# ADD-NEXT: 0 2 4 6
# COLUMN: 0 1 2 3
# COLUMN-NEXT: 5 6 7 8
# ERROR: before
# ERROR-NOT: {{^}}after
# ERROR: RuntimeError: The size of tensor a (4) must match the size of tensor b (2) at non-singleton dimension 1


def rows(x: Tensor) -> Tensor:
    return torch.cat([x, x[:1] * 10]).view(x.size(0) + 1, -1).sum(1)


# ROWS: 3
# ROWS-NEXT: 12
# ROWS-NEXT: 30


# As many as the data say.
def positive(x: Tensor) -> Tensor:
    y = x[x > 1]
    return torch.relu(y) * 2 + y.sum()


# POSITIVE: 9
# POSITIVE-NEXT: 11
# RESIDUE: aten::index.Tensor runs in the runtime
# RESIDUE-NOT: aten::relu runs in the runtime


def product(x: Tensor, y: Tensor) -> Tensor:
    return torch.relu(x @ y - 10)


# PRODUCT: 0 3
# PRODUCT-NEXT: 18 30


# A dimension becomes two again of which no size is known.
# BATCHES: 0{{ +}}4{{ +}}9
# BATCHES: 5{{ +}}14{{ +}}23
# BATCHES-NEXT: 11{{ +}}24{{ +}}37
# BATCHES: [ CPUDoubleType{2,2,3} ]


def doubled(x: Tensor) -> Tensor:
    for _ in range(2):
        x = torch.cat([x, x])
    return x


# DOUBLED-COUNT-4: 2
# WORD: error: --dynamic=x: expected 'all' or numbers of dimensions
