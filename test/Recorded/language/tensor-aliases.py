# Which tensors share memory, and what PyTorch refuses because they do.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/tensor-aliases.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/tensor-aliases.expected.json --strided | FileCheck %s
# RUN: ts-run %s --check=%S/tensor-aliases.expected.json --tier=runtime | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from torch import Tensor


def overlap(n: int):
    x = torch.arange(12.).reshape(3, 4)
    row = x.narrow(0, n, 1)
    x.neg_()
    x.sub_(row)
    return x


def whole():
    x = torch.arange(4.)
    x.mul_(x).add_(x.view(4))
    return x


def repeated(x: Tensor):
    total = x.sum().reshape(-1)
    twice = total.repeat_interleave(2, 0)
    total.add_(total)
    return twice, total


def bytes(x: Tensor):
    return x.to(torch.int8), x + 1, (x * 2).to(torch.int8), x * 2


CALLS = [("overlap", [1]), ("whole", []), ("repeated", [torch.ones(3, 4)]),
         ("bytes", [torch.arange(12, dtype=torch.uint8).view(3, 4)])]
