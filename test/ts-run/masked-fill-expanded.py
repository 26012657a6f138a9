# masked_fill_ writes expanded tensors, where PyTorch only warns: a place is
# filled when one of its elements is masked. Other operators refuse them.
# REQUIRES: ts-run
# RUN: ts-run %s --entry=rows | FileCheck %s --check-prefix=ROWS
# RUN: ts-run %s --entry=columns | FileCheck %s --check-prefix=COLUMNS
# RUN: ts-run %s --entry=both --tier=runtime | FileCheck %s --check-prefix=BOTH
# RUN: not ts-run %s --entry=added 2>&1 | FileCheck %s --check-prefix=ADDED
# RUN: not ts-run %s --entry=wide 2>&1 | FileCheck %s --check-prefix=SIZES
import torch
from torch import Tensor
from typing import List


# ROWS: [2., 0., 2.]
def rows() -> List[float]:
    x = torch.zeros(1, 3)
    x.expand(2, 3).masked_fill_(torch.tensor([True, False, True]), 2.0)
    values: List[float] = x[0].tolist()
    return values


# COLUMNS: [0., 5., 0.]
def columns() -> List[float]:
    x = torch.zeros(3, 1)
    mask = torch.zeros(3, 4, dtype=torch.bool)
    mask[1, 2] = True
    x.expand(3, 4).masked_fill_(mask, torch.tensor(5.0))
    values: List[float] = x[:, 0].tolist()
    return values


# BOTH: 7.
def both() -> float:
    x = torch.zeros(1, 1)
    y = x.expand(2, 2).masked_fill_(torch.eye(2).to(torch.bool), 7.0)
    return float(y.sum()) / 4.0


# ADDED: RuntimeError: unsupported operation: more than one element of the written-to tensor
def added() -> Tensor:
    return torch.zeros(1, 3).expand(2, 3).add_(1.0)


# SIZES: RuntimeError: The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 1
def wide() -> Tensor:
    return torch.zeros(1, 3).expand(2, 3).masked_fill_(torch.ones(2, 4, dtype=torch.bool), 1.0)
