# tanh in compiled kernels and in the runtime: NaN, infinities, zeros with their signs, and both of its formulas; the values are PyTorch's.
# RUN: ts-run %s --check=%S/Inputs/tanh.json | FileCheck %s
# RUN: ts-run %s --check=%S/Inputs/tanh.json --specialize=false | FileCheck %s
# CHECK-NOT: call
# CHECK: 0 failed
import math
import torch
from torch import Tensor


def tanh(x: Tensor):
    y = torch.tanh(x)
    return y, 1 / y


def steps(n: int) -> Tensor:
    return torch.tanh(torch.linspace(-9.5, 9.5, n))


SPECIAL = [0.0, -0.0, math.nan, math.inf, -math.inf, 1e-45, -1e-38, 9.9e-5, 1.01e-4, -1e-3, 0.5, 8.3, 9.02, -50.0, 400.0, 3e38]
CALLS = [("tanh", [torch.tensor(SPECIAL)]), ("tanh", [torch.tensor(SPECIAL[5:], dtype=torch.float64)]), ("steps", [41])]
