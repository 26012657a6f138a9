# Grids become views of their operands, in both orders of the first two.
# RUN: ts-run %s --entry=matrix --input=2:f32=arange --input=3:f32=arange --tier=compiled | FileCheck %s --check-prefix=IJ
# RUN: ts-run %s --entry=cartesian --input=2:f32=arange --input=3:f32=arange --tier=compiled | FileCheck %s --check-prefix=XY
import torch
from torch import Tensor


def matrix(x: Tensor, y: Tensor):
    a, b = torch.meshgrid(x, y, indexing="ij")
    return a * 10 + b


# IJ: 0 1 2
# IJ-NEXT: 10 11 12


def cartesian(x: Tensor, y: Tensor):
    a, b = torch.meshgrid(x, y, indexing="xy")
    return a * 10 + b


# XY: 0 10
# XY-NEXT: 1 11
# XY-NEXT: 2 12
