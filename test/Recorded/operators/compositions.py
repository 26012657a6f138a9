# Operators that others compute.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/compositions.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/compositions.expected.json --dynamic | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from torch import Tensor
from typing import List, Optional, Tuple

aten = torch.ops.aten
prims = torch.ops.prims


def frobenius(x: Tensor, dim: List[int], keepdim: bool) -> Tensor:
    return torch.ops.aten.frobenius_norm(x, dim, keepdim)


def frobenius_of_rows(x: Tensor) -> Tensor:
    return torch.ops.aten.frobenius_norm(x, [-1], True)


def frobenius_of_matrices(x: Tensor) -> Tensor:
    return torch.ops.aten.frobenius_norm(x, [0, 2])


def shuffled_by_3(x: Tensor) -> Tensor:
    return torch.channel_shuffle(x, 3)


def shuffled_by_2(x: Tensor) -> Tensor:
    return torch.channel_shuffle(x, 2)


def mean_loss(x: Tensor, target: Tensor, weight: Tensor) -> Tuple[Tensor, Tensor]:
    return torch.ops.aten.nll_loss_forward(x, target, weight, 1, 1)


def sum_of_losses_of_images(x: Tensor, target: Tensor) -> Tuple[Tensor, Tensor]:
    return torch.ops.aten.nll_loss2d_forward(x, target, None, 2, 1)


def narrowed_to_two(x: Tensor, start: Tensor) -> Tensor:
    return torch.narrow(x, 2, start, 2) + 1


def shuffled(x: Tensor, groups: int) -> Tensor:
    return torch.channel_shuffle(x, groups)


def narrowed(x: Tensor, dim: int, start: Tensor, length: int) -> Tensor:
    return torch.narrow(x, dim, start, length) + 1


def casts(x: Tensor) -> Tuple[Tensor, Tensor, Tensor, Tensor]:
    return (torch._cast_Byte(x), torch._cast_Double(x), torch._cast_Half(x), torch._cast_Long(x))


def loss(x: Tensor, target: Tensor, weight: Optional[Tensor], reduction: int) -> Tuple[Tensor, Tensor]:
    return torch.ops.aten.nll_loss_forward(x, target, weight, reduction, 1)


def loss_of_images(x: Tensor, target: Tensor, weight: Optional[Tensor], reduction: int) -> Tuple[Tensor, Tensor]:
    return torch.ops.aten.nll_loss2d_forward(x, target, weight, reduction, 1)


def normalized(x: Tensor, weight: Optional[Tensor]) -> Tensor:
    return torch.batch_norm(x, weight, None, None, None, True, 0.1, 1e-5, False)


def with_statistics(x: Tensor, weight: Optional[Tensor]) -> Tuple[Tensor, Tensor, Tensor]:
    return torch.native_batch_norm(x, weight, None, None, None, True, 0.1, 1e-5)


def above(grad: Tensor, x: Tensor, threshold: float) -> Tensor:
    return torch.ops.aten.threshold_backward(grad, x, threshold)


x = torch.arange(24.0).reshape(2, 3, 4) - 7
w = torch.tensor([0.5, 2.0, 1.0])
scores = torch.arange(12.0).reshape(4, 3) / 5
pixels = torch.arange(12.0).reshape(2, 3, 2, 1) / 5
classes = torch.tensor([[[0], [1]], [[2], [2]]])

CALLS = [
    ("frobenius_of_rows", [x]),
    ("frobenius_of_matrices", [x]),
    ("shuffled_by_3", [x]),
    ("shuffled_by_2", [x.reshape(1, 6, 2, 2, 1)]),
    ("mean_loss", [scores, torch.tensor([0, 2, 1, 2]), w]),
    ("sum_of_losses_of_images", [pixels, classes]),
    ("narrowed_to_two", [x, torch.tensor(1)]),
    ("frobenius", [x, [0], False]),
    ("frobenius", [x, [0, 2], True]),
    ("frobenius", [x, [], False]),
    ("frobenius", [x, [0, 1, 2], False]),
    ("frobenius", [x.to(torch.complex64), [0, 1], False]),
    ("shuffled", [x, 3]),
    ("shuffled", [x.reshape(1, 6, 2, 2, 1), 2]),
    ("shuffled", [x, 2]),
    ("shuffled", [x, 0]),
    ("shuffled", [x.reshape(4, 6), 2]),
    ("narrowed", [x, 2, torch.tensor(1), 2]),
    ("narrowed", [x, 0, torch.tensor(-1), 1]),
    ("narrowed", [x, 2, torch.tensor([1]), 2]),
    ("narrowed", [x, 2, torch.tensor(1.0), 2]),
    ("narrowed", [x, 2, torch.tensor(3), 2]),
    ("casts", [x + 7]),
    ("casts", [torch.arange(3)]),
    ("loss", [scores, torch.tensor([0, 2, 1, 2]), w, 0]),
    ("loss", [scores, torch.tensor([0, 2, 1, 2]), w, 1]),
    ("loss", [scores, torch.tensor([0, 2, 1, 2]), None, 1]),
    ("loss", [scores, torch.tensor([0, 2, 1, 2]), None, 2]),
    ("loss", [scores, torch.tensor([0, 3, 1, 2]), None, 2]),
    ("loss", [scores[0], torch.tensor(2), w, 0]),
    ("loss", [scores[0], torch.tensor(1), w, 1]),
    ("loss_of_images", [pixels, classes, w, 0]),
    ("loss_of_images", [pixels, classes, w, 1]),
    ("loss_of_images", [pixels, classes, None, 2]),
    ("normalized", [x, w]),
    ("normalized", [x, None]),
    ("with_statistics", [x, w]),
    ("above", [x, x * 2, 3.0]),
    ("above", [x, x.double(), 3.0]),
    ("above", [x, torch.arange(24).reshape(2, 3, 4), 3.0]),
]

# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/compositions.expected.json
# RUN: ts-run %s --check=%S/compositions.expected.json --specialize=false
