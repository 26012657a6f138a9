# Interpolation in all modes, by sizes and by factors, down and up, of equal sizes,
# with infinities.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/resampling.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/resampling.expected.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
from typing import List, Optional

import torch
import torch.nn.functional as F
from torch import Tensor


def nearest(x: Tensor, size: Optional[List[int]], scale: Optional[List[float]]):
    return (F.interpolate(x, size, scale), F.interpolate(x, size, scale, mode="nearest-exact"))


def linear(x: Tensor, size: Optional[List[int]], scale: Optional[List[float]], mode: str, corners: bool):
    return F.interpolate(x, size, scale, mode=mode, align_corners=corners)


def to_seven(x: Tensor):
    return F.interpolate(x, size=(7, 5), mode="bilinear"), F.interpolate(x, size=9, mode="bicubic", align_corners=True)


def by_factor(x: Tensor):
    return (F.interpolate(x, scale_factor=1.7, mode="bilinear"), F.interpolate(x, scale_factor=2.0),
            F.interpolate(x, scale_factor=(0.5, 1.3), mode="bicubic", recompute_scale_factor=True))


def smooth(x: Tensor, mode: str):
    return F.interpolate(x, size=(2, 5), mode=mode, antialias=True)


def bad_size(x: Tensor):
    return F.interpolate(x, size=(0, 3), mode="bilinear")


def ramp(*shape):
    n = 1
    for s in shape:
        n *= s
    return ((torch.arange(n) * 37 % 101).float() / 10 - 3).view(shape)


SPECIAL = ramp(1, 1, 4, 4)
SPECIAL[0, 0, 1, 1] = float("inf")
SPECIAL[0, 0, 2, 3] = float("nan")
CALLS = [("nearest", [x, size, None]) for x, size in ((ramp(2, 3, 5), [7]), (ramp(1, 2, 4, 3), [9, 2]), (ramp(1, 1, 2, 3, 4), [3, 3, 9]),
                                                      ((ramp(1, 1, 4, 4) * 10).to(torch.uint8), [7, 3]), (ramp(2, 3, 5).double(), [5]))] + \
    [("nearest", [ramp(1, 2, 4, 3), None, [1.6, 0.7]])] + \
    [("linear", [x, size, None, mode, corners]) for corners in (False, True)
     for x, size, mode in ((ramp(2, 3, 5), [8], "linear"), (ramp(1, 2, 4, 3), [7, 2], "bilinear"), (ramp(1, 2, 4, 3).double(), [1, 6], "bicubic"),
                           (ramp(1, 1, 2, 3, 4), [4, 3, 7], "trilinear"), (SPECIAL, [4, 4], "bilinear"), (SPECIAL, [4, 6], "bilinear"))] + \
    [("linear", [ramp(1, 2, 4, 3).double(), None, [1.6, 0.7], mode, False]) for mode in ("bilinear", "bicubic")] + \
    [(f, [ramp(1, 2, 4, 3)]) for f in ("to_seven", "by_factor", "bad_size")] + \
    [("smooth", [ramp(1, 2, 4, 3), mode]) for mode in ("bilinear", "bicubic", "nearest")]
