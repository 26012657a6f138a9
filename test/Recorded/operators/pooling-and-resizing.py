# Pooling, padding and resizing of signals and pictures.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/pooling-and-resizing.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
import torch.nn.functional as F
from torch import Tensor


def greatest(x: Tensor):
    values, indices = F.max_pool2d(x, 2, return_indices=True)
    return F.max_pool2d(x, 3, 2, 1), F.max_pool2d(x, 2, ceil_mode=True), values, indices, F.max_unpool2d(values, indices, 2)


def averages(x: Tensor):
    return (F.avg_pool2d(x, 2), F.avg_pool2d(x, 3, 2, 1), F.avg_pool2d(x, 3, 2, 1, count_include_pad=False),
            F.avg_pool2d(x, 2, divisor_override=3), F.avg_pool1d(x[0], 2), F.lp_pool2d(x, 2.0, 2))


def adaptive(x: Tensor):
    return F.adaptive_avg_pool2d(x, [2, 3]), F.adaptive_max_pool2d(x, 1), F.adaptive_avg_pool1d(x[0], 2)


def padded(x: Tensor):
    return (F.pad(x, [1, 0, 0, 2], "constant", 9.0), F.pad(x, [1, 2, 1, 0], "reflect"), F.pad(x, [2, 1, 0, 1], "replicate"),
            F.pad(x, [1, 1, 1, 1], "circular"), F.pad(x, [-1, 0, 0, -1]))


def resized(x: Tensor):
    return (F.interpolate(x, scale_factor=2.0), F.interpolate(x, [2, 3], mode="bilinear", align_corners=False),
            F.interpolate(x, [5, 5], mode="bilinear", align_corners=True), F.interpolate(x, [2, 2], mode="area"),
            F.interpolate(x, [3, 3], mode="bicubic", align_corners=False))


def shuffled(x: Tensor):
    y = F.pixel_shuffle(x.reshape(1, 4, 2, 2), 2)
    return y, F.pixel_unshuffle(y, 2)


def too_large(x: Tensor, k: int, p: int):
    return F.max_pool2d(x, k, 1, p)


X = (torch.arange(16.0).reshape(1, 1, 4, 4) * 7) % 11
CALLS = [("greatest", [X]), ("averages", [X]), ("adaptive", [X]), ("padded", [X]), ("resized", [X]), ("shuffled", [X]),
         ("too_large", [X, 2, 2])]
