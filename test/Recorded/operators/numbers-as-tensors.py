# Numbers in the places of tensors, as traced modules have them: of their own dtypes,
# which promote as those of tensors do.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/numbers-as-tensors.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/numbers-as-tensors.expected.json --tier=compiled | FileCheck %s
# RUN: ts-run %s --check=%S/numbers-as-tensors.expected.json --tier=runtime | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from torch import Tensor


def number(x: Tensor, k: float, n: int, c: bool):
    a = torch.ops.prim.NumToTensor(k)
    b = torch.ops.prim.NumToTensor(n)
    d = torch.ops.prim.NumToTensor(c)
    return a, b, d, x + a, x * b, a + b, torch.rsub(b, 2), torch.add(a, 3), x / b, b / 2, torch.where(x > 1, a, x)


def constants(x: Tensor):
    a = torch.ops.prim.NumToTensor(5.0)
    b = torch.ops.prim.NumToTensor(5)
    return a, b, torch.add(a, 3), torch.rsub(b, 2), x + a, torch.ops.prim.NumToTensor(True), torch.ops.prim.NumToTensor(1e300)


CALLS = [("number", [x, 3.5, 4, True]) for x in (torch.tensor(1.5), torch.tensor([1.5, 2.5]), torch.tensor(2), torch.tensor([2], dtype=torch.int8))]
CALLS += [("constants", [x]) for x in (torch.tensor(1.5), torch.tensor([1.5, 2.5]), torch.tensor(2))]
