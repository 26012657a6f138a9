# arange in dtypes other than its bounds', and bounds of hardtanh of integers.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/ranges-of-dtypes.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/ranges-of-dtypes.expected.json --tier=runtime | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from torch import Tensor


def halves(n: int):
    return (torch.arange(0, 7, 2, dtype=torch.float16), torch.arange(0.1, 3.3, 0.1, dtype=torch.float16),
            torch.arange(0.1, 3.3, 0.1, dtype=torch.bfloat16), torch.arange(n, dtype=torch.float16))


def integers(n: int):
    return (torch.arange(0.5, 7.9, 1.7, dtype=torch.int32), torch.arange(-3.5, 3.2, 1.1, dtype=torch.int8),
            torch.arange(5.0, 0.0, -1.5, dtype=torch.uint8), torch.arange(0.5, 7.9, 1.7, dtype=torch.int64),
            torch.arange(0.5, 0.2, 1.0, dtype=torch.int32), torch.arange(n, dtype=torch.int8))


def bounds(x: Tensor):
    return torch.nn.functional.hardtanh(x, -1.5, 2.5), torch.nn.functional.hardtanh(x, 0.5, -0.5), torch.nn.functional.hardtanh(x)


CALLS = [("halves", [5]), ("integers", [100])]
CALLS += [("bounds", [torch.arange(5).to(dtype)]) for dtype in (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float32)]
