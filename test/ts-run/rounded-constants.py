# Numbers that a float tensor rounds are compiled, constant or not.
# RUN: ts-run %s --entry=scaled --input=4:f32=1 --input=0.3 --input=3 --tier=compiled > %t
# RUN: ts-run %s --entry=scaled --input=4:f32=1 --input=0.3 --input=3 --tier=runtime | diff %t -
# RUN: FileCheck %s < %t
import torch
from torch import Tensor


def scaled(x: Tensor, s: float, n: int) -> Tensor:
    for i in range(n):
        x = x * 0.9 + s
    return x


# CHECK: 1.5420
