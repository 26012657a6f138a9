# Tensors without elements, lists of numbers, factors of integers, results that the data size.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/empty-batches.expected.json --check-messages | FileCheck %s
# RUN: ts-run %s --check=%S/empty-batches.expected.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
from typing import List, Optional, Tuple

import torch
import torch.nn.functional as F
from torch import Tensor


def pads(x: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
    return F.pad(x, (1, 2), "reflect"), F.pad(x, (1, 2), "replicate"), F.pad(x, (1, 2), "circular")


def pools(x: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
    return F.avg_pool1d(x, 2), F.max_pool1d(x, 2), F.adaptive_avg_pool1d(x, 2)


def planes(x: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
    return F.avg_pool2d(x, 2), F.max_pool2d(x, 2), F.unfold(x, 2)


def sums(x: Tensor) -> Tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.sum(x, [1]), torch.linalg.vecdot(x, x), torch.linalg.norm(x), x.new_ones((2, 3))


def distances(x: Tensor) -> Tensor:
    return F.pdist(x)


def vander(x: Tensor, n: int) -> Tensor:
    return torch.linalg.vander(x, N=n)


def outer(x: Tensor, a: Tensor, b: Tensor) -> Tensor:
    return torch.addr(x, a, b)


def outer_two(x: Tensor, a: Tensor, b: Tensor) -> Tensor:
    return torch.addr(x, a, b, beta=2, alpha=3)


def outer_half(x: Tensor, a: Tensor, b: Tensor) -> Tensor:
    return torch.addr(x, a, b, beta=0.5)


def batches(x: Tensor, a: Tensor, b: Tensor) -> Tuple[Tensor, Tensor]:
    return torch.addbmm(x, a, b, beta=1.9, alpha=-2.9), torch.baddbmm(x, a, b, beta=0.5, alpha=3)


def product(x: Tensor, a: Tensor, b: Tensor) -> Tensor:
    return torch.addmm(x, a, b, beta=-1.5, alpha=2.5)


def listed(a: int, b: float) -> Tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    return torch.tensor([a, a + 1]), torch.tensor([[b, 2.5]]), torch.tensor([[1, 2], [300, -1]], dtype=torch.uint8), \
        torch.tensor([0.1, b], dtype=torch.float64), torch.as_tensor([1.5, -2.5], dtype=torch.int64)


def overflow() -> Tensor:
    return torch.tensor([1e300, -1e300])


def written() -> Tensor:
    x = torch.tensor([1, 2])
    x[0] = 5
    return x


def picked(x: Tensor) -> Tensor:
    return x[[2, 0]]


def ranges() -> Tuple[Tensor, Tensor]:
    return torch.arange(-0.9, 2.1, 2.0, dtype=torch.int64), torch.arange(9.9, 0.1, -1.5, dtype=torch.int64)


def moments(x: Tensor, w: Optional[Tensor]) -> Tuple[Tensor, Tensor, Tensor]:
    return torch.native_layer_norm(x, [3], w, None, 1e-5)


def frozen_moments(x: Tensor, m: Tensor, v: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
    return torch.native_batch_norm(x, None, None, m, v, False, 0.1, 1e-5)


def bags(w: Tensor, i: Tensor, o: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
    return F.embedding_bag(i, w, o, mode="sum"), F.embedding_bag(i, w, o, mode="mean"), F.embedding_bag(i, w, o, mode="max")


def classes(x: Tensor) -> Tensor:
    return F.one_hot(x) + 1


def distinct(x: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
    return torch.unique(x, return_inverse=True, return_counts=True, dim=1)


def runs(x: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
    return torch.unique_consecutive(x, return_inverse=True, return_counts=True, dim=0)


def complex_convolution(x: Tensor, w: Tensor) -> Tuple[Tensor, Tensor]:
    return F.conv2d(x, w, None, 1, 1), F.conv2d(x, w, w.view(4)[:1], 2)


def least_squares(a: Tensor, b: Tensor) -> Tensor:
    return torch.linalg.lstsq(a, b, driver="gelsd")[0]


def reused(x: Tensor) -> Tensor:
    y = torch.relu(x).flatten(1)
    return y


def upsample_back(g: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
    return torch.ops.aten.upsample_nearest2d_backward(g, None, [1, 1, 3, 3], [2.0, 2.0]), \
        torch.ops.aten.upsample_bilinear2d_backward(g, [6, 6], [1, 1, 3, 3], False, None), \
        torch.ops.aten.upsample_bicubic2d_backward(g, [6, 6], [1, 1, 3, 3], True, None)


def upsample_back_both(g: Tensor) -> Tensor:
    return torch.ops.aten.upsample_nearest2d_backward(g, [6, 6], [1, 1, 3, 3], [2.0, 2.0])


A = torch.arange(12).reshape(2, 2, 3)
CALLS = [
    ("pads", [torch.ones(0, 3, 3)]),
    ("pads", [torch.ones(2, 3, 3)]),
    ("pools", [torch.ones(0, 3, 4)]),
    ("planes", [torch.ones(0, 3, 4, 4)]),
    ("planes", [torch.ones(1, 3, 4, 4)]),
    ("sums", [torch.ones(2, 0)]),
    ("sums", [torch.ones(2, 3)]),
    ("distances", [torch.ones(1, 3)]),
    ("distances", [torch.ones(0, 3)]),
    ("distances", [torch.ones(3, 0)]),
    ("vander", [torch.tensor(3.0), 3]),
    ("vander", [torch.tensor([1, 2]), 2]),
    ("vander", [torch.tensor([1, 2]), 1]),
    ("outer", [torch.zeros(2, 3, dtype=torch.bool), torch.tensor([True, False]), torch.tensor([True, True, False])]),
    ("outer_two", [torch.ones(2, 3, dtype=torch.bool), torch.tensor([True, False]), torch.tensor([True, True, False])]),
    ("outer_two", [torch.ones(2, 3, dtype=torch.int64), torch.tensor([1, 2]), torch.tensor([3, 4, 5])]),
    ("outer_half", [torch.ones(2, 3, dtype=torch.int64), torch.tensor([1, 2]), torch.tensor([3, 4, 5])]),
    ("outer_half", [torch.ones(2, 3), torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0, 5.0])]),
    ("batches", [A[0], A[:, :, :2].contiguous(), A]),
    ("batches", [A[0].int(), A[:, :, :2].int().contiguous(), A.int()]),
    ("product", [A[0], A[1, :, :2].contiguous(), A[1]]),
    ("listed", [3, 1.5]),
    ("overflow", []),
    ("written", []),
    ("picked", [torch.arange(4)]),
    ("ranges", []),
    ("moments", [torch.arange(6.0).reshape(2, 3), None]),
    ("moments", [torch.arange(6.0).reshape(2, 3), torch.tensor([1.0, 2.0, 3.0])]),
    ("frozen_moments", [torch.arange(12.0).reshape(2, 3, 2), torch.ones(3), torch.full((3,), 2.0)]),
    ("bags", [torch.arange(15.0).reshape(5, 3), torch.tensor([0, 1, 2, 3, 4, 1]), torch.tensor([0, 2])]),
    ("classes", [torch.tensor([0, 2, 1])]),
    ("distinct", [torch.tensor([[1, 2, 1], [3, 4, 3]])]),
    ("runs", [torch.tensor([[1, 2], [1, 2], [3, 4]])]),
    ("complex_convolution", [torch.complex(torch.arange(9.0).reshape(1, 1, 3, 3), torch.ones(1, 1, 3, 3)),
                             torch.complex(torch.ones(1, 1, 2, 2), torch.arange(4.0).reshape(1, 1, 2, 2))]),
    ("least_squares", [torch.tensor([[1.0, 0.0], [0.0, 2.0], [0.0, 0.0]]), torch.tensor([[1.0], [2.0], [3.0]])]),
    ("reused", [torch.arange(-3.0, 3.0).reshape(2, 3, 1)]),
    ("upsample_back", [torch.arange(36.0).reshape(1, 1, 6, 6)]),
    ("upsample_back_both", [torch.arange(36.0).reshape(1, 1, 6, 6)]),
]
