# Rearrangements of elements as views and copies, from their definitions in the
# PyTorch documentation.
from typing import List
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


@register_decomposition(aten.pixel_shuffle.default)
def pixel_shuffle(self: Tensor, upscale_factor: int) -> Tensor:
    r = upscale_factor
    if self.dim() != 4:
        return torch.pixel_shuffle(self, r)
    n, c, h, w = self.size(0), self.size(1), self.size(2), self.size(3)
    split = self.reshape(n, c // (r * r), r, r, h, w)
    return split.permute(0, 1, 4, 2, 5, 3).reshape(n, c // (r * r), h * r, w * r)


@register_decomposition(aten.pixel_unshuffle.default)
def pixel_unshuffle(self: Tensor, downscale_factor: int) -> Tensor:
    r = downscale_factor
    if self.dim() != 4:
        return torch.pixel_unshuffle(self, r)
    n, c, h, w = self.size(0), self.size(1), self.size(2), self.size(3)
    split = self.reshape(n, c, h // r, r, w // r, r)
    return split.permute(0, 1, 3, 5, 2, 4).reshape(n, c * r * r, h // r, w // r)


@register_decomposition(aten.channel_shuffle.default)
def channel_shuffle(self: Tensor, groups: int) -> Tensor:
    if self.dim() != 4:
        return torch.channel_shuffle(self, groups)
    n, c, h, w = self.size(0), self.size(1), self.size(2), self.size(3)
    split = self.reshape(n, groups, c // groups, h, w)
    return split.permute(0, 2, 1, 3, 4).reshape(n, c, h, w)


@register_decomposition(aten.expand_as.default)
def expand_as(self: Tensor, other: Tensor) -> Tensor:
    return self.expand(other.size())


@register_decomposition([aten.view_as.default, aten.reshape_as.default])
def view_as(self: Tensor, other: Tensor) -> Tensor:
    return self.reshape(other.size())


@register_decomposition([aten.swapaxes.default, aten.swapdims.default])
def swapaxes(self: Tensor, dim0: int, dim1: int) -> Tensor:
    return torch.transpose(self, dim0, dim1)
