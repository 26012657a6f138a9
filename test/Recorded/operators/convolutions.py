# Convolutions: strides, padding, dilation, groups, transposed, in one to three
# dimensions.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/convolutions.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
import torch.nn.functional as F
from typing import List, Optional
from torch import Tensor


def conv1d(x: Tensor, w: Tensor):
    return F.conv1d(x, w), F.conv1d(x, w, None, 2, 1), F.conv1d(x, w, padding="same")


def conv2d(x: Tensor, w: Tensor, b: Optional[Tensor], stride: List[int], padding: List[int], dilation: List[int], groups: int):
    return F.conv2d(x, w, b, stride, padding, dilation, groups)


def transposed(x: Tensor, w: Tensor):
    return F.conv_transpose2d(x, w), F.conv_transpose2d(x, w, None, [2, 2], [1, 1], [1, 0])


def conv3d(x: Tensor, w: Tensor):
    return F.conv3d(x, w, None, [1, 1, 2])


def unfolded(x: Tensor):
    columns = F.unfold(x, [2, 2], padding=1)
    return columns, F.fold(columns, [3, 3], [2, 2], padding=1)


X = torch.arange(32.0).reshape(1, 2, 4, 4) / 8 - 2
W = torch.arange(36.0).reshape(2, 2, 3, 3) / 18 - 1
CALLS = [("conv1d", [X[0], torch.arange(12.0).reshape(1, 4, 3)]), ("conv2d", [X, W, None, [1, 1], [0, 0], [1, 1], 1]),
         ("conv2d", [X, W, torch.tensor([0.5, -0.5]), [2, 1], [1, 1], [1, 1], 1]),
         ("conv2d", [X, W[:, :1], None, [1, 1], [2, 2], [2, 2], 2]), ("conv2d", [X[0], W, None, [1, 1], [0, 0], [1, 1], 1]),
         ("conv2d", [X, W[:, :1], None, [1, 1], [0, 0], [1, 1], 1]), ("conv2d", [X, W, None, [1, 1], [0, 0], [3, 3], 1]),
         ("conv2d", [X, W, torch.ones(3), [1, 1], [0, 0], [1, 1], 1]),
         ("transposed", [X, W]), ("conv3d", [X.reshape(1, 1, 2, 4, 4), torch.ones(1, 1, 2, 2, 2)]),
         ("unfolded", [torch.arange(9.0).reshape(1, 1, 3, 3)])]
