# Windows, slices and parts of tensors whose sizes the code does not know.
# RUN: ts-run %s --entry=average --input=2x3x7x5:f32=arange --dynamic --tier=compiled | FileCheck %s --check-prefix=AVERAGE
# RUN: ts-run %s --entry=adaptive --input=1x1x7x5:f32=arange --dynamic --tier=compiled | FileCheck %s --check-prefix=ADAPTIVE
# RUN: ts-run %s --entry=hanging --input=1x1x7x6:f32=arange --dynamic --tier=compiled | FileCheck %s --check-prefix=HANGING
# RUN: ts-run %s --entry=parts --input=3x4:f32=arange --dynamic=0 --tier=compiled | FileCheck %s --check-prefix=PARTS
# RUN: ts-run %s --entry=grid --input=2:f32=arange --input=3:f32=arange --dynamic --tier=compiled | FileCheck %s --check-prefix=GRID
# RUN: ts-run %s --entry=rolled --input=2x3:f32=arange --dynamic --tier=compiled | FileCheck %s --check-prefix=ROLLED
# RUN: ts-run %s --entry=halves --input=2x6:f32=arange --dynamic --tier=compiled | FileCheck %s --check-prefix=HALVES
# RUN: not ts-run %s --entry=halves --input=2x5:f32=arange --dynamic 2>&1 | FileCheck %s --check-prefix=ODD
import torch
import torch.nn.functional as F
from torch import Tensor


# All of a dimension is one window.
def average(x: Tensor) -> Tensor:
    return F.adaptive_avg_pool2d(x, [1, 1]).flatten(1)


# AVERAGE: 17{{ +}}52{{ +}}87
# AVERAGE-NEXT: 122{{ +}}157{{ +}}192


# Windows that divide unevenly.
def adaptive(x: Tensor) -> Tensor:
    return F.adaptive_avg_pool2d(x, [3, 2])


# ADAPTIVE: 6{{ +}}8
# ADAPTIVE-NEXT: 16{{ +}}18
# ADAPTIVE-NEXT: 26{{ +}}28


# The last windows hang over.
def hanging(x: Tensor) -> Tensor:
    return F.max_pool2d(x, [3, 3], [2, 2], [0, 0], [1, 1], True)


# HANGING: 14{{ +}}16{{ +}}17
# HANGING-NEXT: 26{{ +}}28{{ +}}29
# HANGING-NEXT: 38{{ +}}40{{ +}}41


def parts(x: Tensor) -> Tensor:
    a, b = x.chunk(2, 1)
    return torch.relu(b - a).sum() + x.tensor_split([1], 0)[1]


# PARTS: 16{{ +}}17{{ +}}18{{ +}}19
# PARTS-NEXT: 20{{ +}}21{{ +}}22{{ +}}23


def grid(x: Tensor, y: Tensor) -> Tensor:
    a, b = torch.meshgrid([x, y], indexing="ij")
    return a * 10 + b


# GRID: 0{{ +}}1{{ +}}2
# GRID-NEXT: 10{{ +}}11{{ +}}12


def rolled(x: Tensor) -> Tensor:
    return torch.roll(x, 1) + 1


# ROLLED: 6{{ +}}1{{ +}}2
# ROLLED-NEXT: 3{{ +}}4{{ +}}5


def halves(x: Tensor) -> Tensor:
    return x.unflatten(1, [2, -1]).sum(1)


# HALVES: 3{{ +}}5{{ +}}7
# HALVES-NEXT: 15{{ +}}17{{ +}}19
# ODD: RuntimeError: unflatten: Provided sizes [2, -1] don't multiply up to the size of dim 1 (5) in the input tensor
