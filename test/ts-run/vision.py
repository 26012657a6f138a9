# REQUIRES: ts-run
# RUN: ts-run %s --check-messages --check=%S/Inputs/vision.json | FileCheck %s
# The operators of torchvision.
# CHECK: 27 passed, 0 failed
from typing import Tuple

import torch
import torchvision


def nms(boxes: torch.Tensor, scores: torch.Tensor, threshold: float):
    return torch.ops.torchvision.nms(boxes, scores, threshold)


def align(x: torch.Tensor, rois: torch.Tensor, scale: float, samples: int, aligned: bool):
    return torch.ops.torchvision.roi_align(x, rois, scale, 2, 3, samples, aligned)


def pool(x: torch.Tensor, rois: torch.Tensor, scale: float) -> Tuple[torch.Tensor, torch.Tensor]:
    return torch.ops.torchvision.roi_pool(x, rois, scale, 2, 3)


def ps_align(x: torch.Tensor, rois: torch.Tensor, scale: float, samples: int) -> Tuple[torch.Tensor, torch.Tensor]:
    return torch.ops.torchvision.ps_roi_align(x, rois, scale, 2, 3, samples)


def ps_pool(x: torch.Tensor, rois: torch.Tensor, scale: float) -> Tuple[torch.Tensor, torch.Tensor]:
    return torch.ops.torchvision.ps_roi_pool(x, rois, scale, 2, 3)


def deform(x: torch.Tensor, weight: torch.Tensor, offset: torch.Tensor, mask: torch.Tensor, bias: torch.Tensor,
           stride: int, pad: int, dilation: int, groups: int, offset_groups: int, use_mask: bool):
    return torch.ops.torchvision.deform_conv2d(
        x, weight, offset, mask, bias, stride, stride, pad, pad, dilation, dilation, groups, offset_groups, use_mask)


torch.manual_seed(3)


def rand(*shape):
    return (torch.rand(*shape) * 8).round() / 8


X = rand(2, 6, 4, 5)
ROIS = torch.tensor([[0, 0.0, 0.0, 6.0, 6.0], [1, 2.25, 1.5, 9.0, 4.0], [1, 3.0, 3.0, 3.0, 2.0], [0, -4.0, 5.5, 1.0, 12.0]])
BOXES = torch.cat([rand(12, 2) * 3, rand(12, 2) * 3 + 2], 1)
NAN = float("nan")
CALLS = [
    ("nms", [BOXES, (rand(12) * 5).round(), 0.5]),
    ("nms", [BOXES.double(), rand(12).double(), 0.1]),
    ("nms", [BOXES, torch.tensor([NAN, 1.0, NAN] + [0.5] * 9), 0.3]),
    ("nms", [torch.zeros(0, 4), torch.zeros(0), 0.3]),
    ("nms", [torch.zeros(4), torch.zeros(1), 0.3]),
    ("nms", [torch.zeros(2, 5), torch.zeros(2), 0.3]),
    ("nms", [torch.zeros(2, 4), torch.zeros(3), 0.3]),
    ("nms", [torch.zeros(2, 4), torch.zeros(2, 2), 0.3]),
    ("nms", [torch.zeros(2, 4), torch.zeros(2).double(), 0.3]),
    ("align", [X, ROIS, 1.0, 2, False]),
    ("align", [X, ROIS, 0.5, 0, True]),
    ("align", [X.double(), ROIS.double(), 0.75, -1, False]),
    ("align", [X, ROIS[:, :4], 1.0, 2, False]),
    ("align", [X, ROIS.double(), 1.0, 2, False]),
    ("pool", [X, ROIS, 1.0]),
    ("pool", [X.double(), ROIS.double(), 0.6]),
    ("ps_align", [X, ROIS, 1.0, 2]),
    ("ps_align", [X, ROIS, 0.7, 0]),
    ("ps_pool", [X, ROIS, 1.0]),
    ("ps_pool", [X, ROIS, 0.5]),
    ("ps_pool", [X[:, :4], ROIS, 0.5]),
    ("deform", [X, rand(4, 6, 3, 2), rand(2, 12, 2, 4) * 3 - 1, rand(2, 6, 2, 4), rand(4), 1, 0, 1, 1, 1, True]),
    ("deform", [X, rand(4, 3, 3, 3), rand(2, 36, 1, 2) * 3 - 1, rand(2, 0), torch.zeros(4), 2, 1, 2, 2, 2, False]),
    ("deform", [X, rand(4, 3, 3, 3), rand(2, 36, 1, 2) * 3 - 1, rand(0, 0), torch.zeros(4), 2, 1, 2, 2, 2, False]),
    ("deform", [X, rand(4, 6, 3, 2), rand(2, 13, 2, 4), rand(2, 6, 2, 4), rand(4), 1, 0, 1, 1, 1, True]),
    ("deform", [X, rand(4, 6, 3, 2), rand(2, 12, 3, 4), rand(2, 6, 2, 4), rand(4), 1, 0, 1, 1, 1, True]),
    ("deform", [X, rand(4, 6, 3, 2), rand(2, 12, 2, 4), rand(2, 6, 2, 4), rand(4), 0, 0, 1, 1, 1, True]),
]
