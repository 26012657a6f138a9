# Orders of dimensions in memory: what copies, conversions and new tensors are asked for.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/memory-formats.expected.json --check-messages | FileCheck %s
# RUN: ts-run %s --check=%S/memory-formats.expected.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
from typing import List, Tuple

import torch
from torch import Tensor


def cloned(x: Tensor) -> Tuple[Tensor, bool, bool, List[int]]:
    y = torch.relu(x).clone(memory_format=torch.channels_last)
    return y, y.is_contiguous(), y.is_contiguous(memory_format=torch.channels_last), y.stride()


def contiguous(x: Tensor) -> Tuple[bool, bool, List[int]]:
    y = (x + 1).contiguous(memory_format=torch.channels_last)
    z = y.contiguous()
    return y.is_contiguous(memory_format=torch.channels_last), z.is_contiguous(), y.stride()


def volumes(x: Tensor) -> List[int]:
    return x.contiguous(memory_format=torch.channels_last_3d).stride()


def images(x: Tensor) -> Tuple[Tensor, Tensor]:
    return x.clone(memory_format=torch.channels_last), x.to(memory_format=torch.channels_last)


def like(x: Tensor) -> Tuple[List[int], List[int], List[int], List[int]]:
    y = torch.empty_like(x, memory_format=torch.channels_last)
    z = torch.zeros_like(x, memory_format=torch.channels_last)
    return y.stride(), z.stride(), x.to(torch.float64, memory_format=torch.channels_last).stride(), x.to(torch.float64).stride()


def made(n: int) -> List[int]:
    return torch.empty([n, 3, 4, 5], memory_format=torch.channels_last).stride()


def asked(x: Tensor) -> Tuple[bool, bool, bool]:
    return x.is_contiguous(), x.is_contiguous(memory_format=torch.channels_last), x.is_contiguous(memory_format=torch.channels_last_3d)


CALLS = [
    ("cloned", [torch.ones(2, 3, 4, 5)]),
    ("cloned", [torch.ones(2, 3, 4)]),
    ("contiguous", [torch.ones(2, 3, 4, 5)]),
    ("contiguous", [torch.ones(2, 3, 4, 5, 6)]),
    ("volumes", [torch.ones(2, 3, 4, 5, 6)]),
    ("volumes", [torch.ones(2, 3, 4, 5)]),
    ("images", [torch.ones(2, 3, 4)]),
    ("images", [torch.ones(1, 2, 2, 2)]),
    ("like", [torch.ones(2, 3, 4, 5)]),
    ("like", [torch.ones(2, 3, 4)]),
    ("made", [2]),
    ("asked", [torch.ones(2, 3, 4, 5)]),
    ("asked", [torch.ones(2, 3, 4)]),
    ("asked", [torch.ones(2, 3, 4, 5, 6)]),
]
