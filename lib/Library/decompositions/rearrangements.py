# Rearrangements of elements as views and copies, from their definitions in the
# PyTorch documentation.
from typing import List, Optional
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


@register_decomposition(aten.fliplr.default)
def fliplr(self: Tensor) -> Tensor:
    if self.dim() < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return torch.flip(self, [1])


@register_decomposition(aten.flipud.default)
def flipud(self: Tensor) -> Tensor:
    if self.dim() < 1:
        raise RuntimeError("Input must be >= 1-d.")
    return torch.flip(self, [0])


@register_decomposition(aten.rot90.default)
def rot90(self: Tensor, k: int, dims: List[int]) -> Tensor:
    if len(dims) != 2 or self.dim() < 2:
        return torch.rot90(self, k, dims)
    turns = k % 4
    if turns == 1:
        return torch.transpose(torch.flip(self, [dims[1]]), dims[0], dims[1]).clone()
    elif turns == 2:
        return torch.flip(self, dims)
    elif turns == 3:
        return torch.transpose(torch.flip(self, [dims[0]]), dims[0], dims[1]).clone()
    return self.clone()


@register_decomposition(aten.tile.default)
def tile(self: Tensor, dims: List[int]) -> Tensor:
    if len(dims) >= self.dim():
        return self.repeat(dims)
    missing = self.dim() - len(dims)
    return self.repeat([1] * missing + dims)


@register_decomposition(aten.diag.default)
def diag(self: Tensor, diagonal: int) -> Tensor:
    if self.dim() == 1:
        return torch.diag_embed(self, diagonal)
    elif self.dim() == 2:
        return torch.diagonal(self, diagonal).clone()
    raise RuntimeError("matrix or a vector expected")


@register_decomposition(aten.diagflat.default)
def diagflat(self: Tensor, offset: int) -> Tensor:
    return torch.diag_embed(self.reshape(-1), offset)


@register_decomposition(aten.diff.default)
def diff(self: Tensor, n: int, dim: int, prepend: Optional[Tensor], append: Optional[Tensor]) -> Tensor:
    if n != 1 or self.dim() < 1 or self.size(dim) < 2 or prepend is not None or append is not None:
        return torch.diff(self, n, dim, prepend, append)
    size = self.size(dim)
    high = aten.slice(self, dim, 1, size)
    low = aten.slice(self, dim, 0, size - 1)
    if self.dtype == torch.bool:
        return torch.logical_xor(high, low)
    return high - low


@register_decomposition(aten.repeat_interleave.self_int)
def repeat_interleave(self: Tensor, repeats: int, dim: Optional[int], output_size: Optional[int]) -> Tensor:
    if repeats < 0 or output_size is not None:
        return torch.repeat_interleave(self, repeats, dim, output_size=output_size)
    values = self
    if dim is None:
        values = self.reshape(-1)
    axis = 0 if dim is None else dim
    if values.dim() == 0:
        return torch.repeat_interleave(self, repeats, dim, output_size=output_size)
    if axis < 0:
        axis = axis + values.dim()
    shape = values.size()
    shape[axis] = shape[axis] * repeats
    longer = values.size()
    longer.insert(axis + 1, repeats)
    return torch.unsqueeze(values, axis + 1).expand(longer).reshape(shape)
