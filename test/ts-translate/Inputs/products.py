import torch
from torch import Tensor


def up(x: Tensor, w: Tensor) -> Tensor:
    return torch.conv_transpose2d(x, w, None, [2, 2])


def product(x: Tensor, y: Tensor) -> Tensor:
    return torch.addmm(x, x, y)
