# Lists of tensors that are arguments have known elements.
# RUN: ts-run %s --check=%S/Inputs/list-arguments.json --tier=compiled | FileCheck %s
from typing import List
import torch
from torch import Tensor


def f(parts: List[Tensor]) -> Tensor:
    return torch.cat([p * 2 for p in parts])


def grow(parts: List[Tensor]) -> int:
    parts.append(parts[0])
    return len(parts)


# CHECK: 2 passed, 0 failed
