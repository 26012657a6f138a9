# Integers that a double would round keep all their digits, compiled or not.
# RUN: ts-run %s --entry=scaled --input=2:i64=1 --tier=compiled | FileCheck %s
# RUN: ts-run %s --entry=scaled --input=2:i64=1 --tier=runtime | FileCheck %s
import torch
from torch import Tensor


def scaled(x: Tensor) -> Tensor:
    y = torch.add(x, x, alpha=9007199254740993)
    # CHECK: 224295
    # CHECK-NEXT: 224295
    return y % 1000003
