# Grids, bags, segments, bins and alignments; the values are PyTorch's.
# RUN: ts-run %s --check=%S/Inputs/samples.json | FileCheck %s
# CHECK-NOT: call
# CHECK: 0 failed
import torch
import torch.nn.functional as F
from typing import List
from torch import Tensor


def grids(x: Tensor):
    theta = torch.tensor([[[1.47, 0.23, 0.11], [-0.31, 1.19, -0.21]]])
    grid = F.affine_grid(theta, [1, 1, 3, 3], align_corners=False)
    result: List[Tensor] = []
    for mode in ["bilinear", "nearest", "bicubic"]:
        for padding in ["zeros", "border", "reflection"]:
            result.append(F.grid_sample(x, grid, mode, padding, False))
    return result


def volumes(x: Tensor):
    theta = torch.tensor([[[1.0, 0.0, 0.0, 0.25], [0.0, 1.0, 0.5, 0.0], [0.0, 0.0, 1.0, 0.0]]])
    grid = F.affine_grid(theta, [1, 1, 2, 2, 2], align_corners=True)
    return F.grid_sample(x.reshape(1, 1, 2, 2, 3), grid, align_corners=True)


def segments(x: Tensor):
    lengths = torch.tensor([2, 0, 1])
    result: List[Tensor] = []
    for kind in ["max", "mean", "min", "sum", "prod"]:
        result.append(torch.segment_reduce(x, kind, lengths=lengths))
        result.append(torch.segment_reduce(x, kind, offsets=torch.tensor([0, 1, 3]), initial=2))
    return result


def bins(x: Tensor):
    edges = [torch.tensor([-3.0, 0.0, 5.0]), torch.tensor([0.0, 1.0, 2.0, 4.0])]
    return (torch.histogramdd(x, [2, 3]), torch.histogramdd(x, 2, weight=torch.tensor([1.0, 2.0, 3.0]), density=True),
            torch.histogramdd(x, edges), torch.histogramdd(x, [2, 2], range=[0.0, 4.0, 0.0, 1.0]),
            torch.histogram(x, 3, weight=x.abs(), density=True))


def alignments(p: Tensor):
    targets = torch.tensor([[1, 2], [2, 2]])
    result: List[Tensor] = []
    for reduction in ["none", "mean", "sum"]:
        result.append(F.ctc_loss(p, targets, torch.tensor([4, 3]), torch.tensor([2, 1]), reduction=reduction))
    result.append(F.ctc_loss(p, torch.tensor([1, 2, 2]), torch.tensor([4, 3]), torch.tensor([1, 2]), zero_infinity=True))
    result.append(F.ctc_loss(p[:, 0], torch.tensor([1, 1]), torch.tensor(2), torch.tensor(2), reduction="sum"))
    return result


def too_long(p: Tensor):
    return F.ctc_loss(p, torch.tensor([[1, 2], [2, 2]]), torch.tensor([9, 3]), torch.tensor([2, 1]))


def shortened(weight: Tensor):
    rows = torch.tensor([0, 2, 2])
    # TorchScript drops what max_norm asks for.
    picked = F.embedding(rows, weight, max_norm=1.0, norm_type=1.0)
    return picked, torch.embedding_renorm_(weight, rows, 1.0, 1.0)


def selected():
    x = torch.tensor([3, 1, 2, 1, 3, 1, 2, 3, 0, 2, 1])
    result: List[Tensor] = []
    for k in range(1, 12):
        result.append(x.kthvalue(k)[1])
        result.append(x[:k].median(0)[1])
    return result


def pooled(x: Tensor, r: Tensor):
    y, i = F.fractional_max_pool2d(x, 2, (2, 2), return_indices=True, _random_samples=r[:, :, :2])
    z = F.fractional_max_pool3d(x.reshape(1, 4, 4, 4), 2, output_ratio=(0.5, 0.5, 0.5), _random_samples=r[:, :1])
    return y, i, z, F.fractional_max_pool2d(x, 2, output_ratio=(0.5, 0.75), _random_samples=r[:, :, 1:])


def too_wide(x: Tensor, r: Tensor):
    return F.fractional_max_pool2d(x, 4, 2, _random_samples=r[:, :, :2])


def upsampled(x: Tensor):
    return F.upsample_nearest(x, size=(3, 3)), F.upsample_bilinear(x, scale_factor=2.0)


def not_a_kind(x: Tensor):
    return torch.segment_reduce(x, "median", lengths=torch.tensor([3]))


def not_bins(x: Tensor):
    return torch.histogramdd(x, [2, 0])


X = torch.tensor([[1.0, 2.0], [3.0, 1.0], [2.0, -1.0]])
P = torch.tensor([[[0.5, 0.2, 0.3], [0.1, 0.1, 0.8]], [[0.3, 0.3, 0.4], [0.2, 0.5, 0.3]],
                  [[0.6, 0.2, 0.2], [0.25, 0.25, 0.5]], [[0.1, 0.7, 0.2], [0.4, 0.3, 0.3]]]).log()
IMAGE = torch.arange(12, dtype=torch.float32).reshape(1, 1, 3, 4).cos()
CUBE = torch.arange(64.0).reshape(1, 4, 4, 4).sin()
R = torch.tensor([[[0.1, 0.9, 0.4], [0.3, 0.2, 0.8], [0.6, 0.5, 0.25], [0.99, 0.01, 0.7]]])
CALLS = [("pooled", [CUBE, R]), ("too_wide", [CUBE, R]), ("upsampled", [CUBE]),
         ("grids", [IMAGE]), ("volumes", [IMAGE]), ("segments", [X]), ("bins", [X]), ("alignments", [P]),
         ("too_long", [P]), ("shortened", [X]), ("selected", []), ("not_a_kind", [X]), ("not_bins", [X])]
