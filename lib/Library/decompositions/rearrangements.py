# Rearrangements of elements as views and copies, from their definitions in the
# PyTorch documentation.
from typing import List, Optional, Union
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


@register_decomposition(aten.pixel_shuffle.default)
def pixel_shuffle(self: Tensor, upscale_factor: int) -> Tensor:
    r = upscale_factor
    if self.dim() < 3 or r <= 0 or self.size(-3) % (r * r) != 0:
        return torch.pixel_shuffle(self, r)
    c, h, w = self.size(-3) // (r * r), self.size(-2), self.size(-1)
    sizes = self.size()
    result = sizes[:-3] + [c, h * r, w * r]
    if self.numel() == 0:
        return torch.zeros(result, dtype=self.dtype)
    split = self.reshape(-1, c, r, r, h, w)
    return split.permute(0, 1, 4, 2, 5, 3).reshape(result)


@register_decomposition(aten.pixel_unshuffle.default)
def pixel_unshuffle(self: Tensor, downscale_factor: int) -> Tensor:
    r = downscale_factor
    if self.dim() < 3 or r <= 0 or self.size(-2) % r != 0 or self.size(-1) % r != 0:
        return torch.pixel_unshuffle(self, r)
    c, h, w = self.size(-3), self.size(-2) // r, self.size(-1) // r
    sizes = self.size()
    result = sizes[:-3] + [c * r * r, h, w]
    if self.numel() == 0:
        return torch.zeros(result, dtype=self.dtype)
    split = self.reshape(-1, c, h, r, w, r)
    return split.permute(0, 1, 3, 5, 2, 4).reshape(result)


@register_decomposition(aten.channel_shuffle.default)
def channel_shuffle(self: Tensor, groups: int) -> Tensor:
    if self.dim() < 3 or groups < 1 or self.size(1) % groups != 0:
        return torch.channel_shuffle(self, groups)
    sizes = self.size()
    split = self.reshape([sizes[0], groups, sizes[1] // groups] + sizes[2:])
    return split.transpose(1, 2).reshape(sizes)


@register_decomposition(aten.expand_as.default)
def expand_as(self: Tensor, other: Tensor) -> Tensor:
    return self.expand(other.size())


@register_decomposition(aten.view_as.default)
def view_as(self: Tensor, other: Tensor) -> Tensor:
    return self.view(other.size())


@register_decomposition(aten.reshape_as.default)
def reshape_as(self: Tensor, other: Tensor) -> Tensor:
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
    if self.dim() < 1 or n < 0:
        return torch.diff(self, n, dim, prepend, append)
    if n == 0:
        return self.clone()
    x = self
    if prepend is not None and append is not None:
        x = torch.cat([prepend, x, append], dim)
    elif prepend is not None:
        x = torch.cat([prepend, x], dim)
    elif append is not None:
        x = torch.cat([x, append], dim)
    if n >= x.size(dim):
        return torch.diff(self, n, dim, prepend, append)
    for i in range(n):
        size = x.size(dim)
        high = aten.slice(x, dim, 1, size)
        low = aten.slice(x, dim, 0, size - 1)
        if x.dtype == torch.bool:
            x = torch.logical_xor(high, low)
        else:
            x = high - low
    return x


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


@register_decomposition(aten.take_along_dim.default)
def take_along_dim(self: Tensor, indices: Tensor, dim: Optional[int]) -> Tensor:
    if dim is None:
        return torch.gather(self.reshape(-1), 0, indices.reshape(-1))
    if self.dim() != indices.dim() or self.dim() == 0:
        return torch.take_along_dim(self, indices, dim)
    axis = dim + self.dim() if dim < 0 else dim
    wide = self.size()
    places = indices.size()
    for d in range(self.dim()):
        if d != axis:
            size = wide[d] if places[d] == 1 else places[d]
            wide[d] = size
            places[d] = size
    return torch.gather(self.expand(wide), axis, indices.expand(places))


@register_decomposition(aten.sum_to_size.default)
def sum_to_size(self: Tensor, size: List[int]) -> Tensor:
    lead = self.dim() - len(size)
    fits = lead >= 0
    dims: List[int] = []
    if fits:
        for d in range(self.dim()):
            if d < lead:
                dims.append(d)
            elif size[d - lead] != self.size(d):
                fits = fits and size[d - lead] == 1
                dims.append(d)
    if not fits:
        return self.sum_to_size(size)
    if len(size) == 0:
        return torch.sum(self)
    if len(dims) == 0:
        return self.clone()
    return torch.sum(self, dims, True).reshape(size)


@register_decomposition(aten.fft_fftshift.default)
def fftshift(self: Tensor, dim: Optional[List[int]]) -> Tensor:
    if dim is None:
        dim = [d for d in range(self.dim())]
    shifts = [self.size(d) // 2 for d in dim]
    if len(shifts) == 0:
        return self.clone()
    return torch.roll(self, shifts, dim)


@register_decomposition(aten.fft_ifftshift.default)
def ifftshift(self: Tensor, dim: Optional[List[int]]) -> Tensor:
    if dim is None:
        dim = [d for d in range(self.dim())]
    shifts = [(self.size(d) + 1) // 2 for d in dim]
    if len(shifts) == 0:
        return self.clone()
    return torch.roll(self, shifts, dim)


@register_decomposition(aten.block_diag.default)
def block_diag(tensors: List[Tensor]) -> Tensor:
    if len(tensors) == 0:
        return torch.block_diag(tensors)
    blocks = [torch.atleast_2d(t) for t in tensors]
    columns = 0
    for t in blocks:
        columns += t.size(1)
    rows: List[Tensor] = []
    before = 0
    for t in blocks:
        after = columns - before - t.size(1)
        rows.append(torch.constant_pad_nd(t, [before, after], 0))
        before += t.size(1)
    return torch.cat(rows, 0)


@register_decomposition(aten.cartesian_prod.default)
def cartesian_prod(tensors: List[Tensor]) -> Tensor:
    if len(tensors) == 1:
        return tensors[0]
    grids = torch.meshgrid(tensors)
    return torch.stack([g.flatten() for g in grids], 1)


@register_decomposition([aten.index_add.default])
def index_add(self: Tensor, dim: int, index: Tensor, source: Tensor, alpha: Union[int, float, complex]) -> Tensor:
    return torch.index_add(self, dim, index, (source * alpha).to(source.dtype))
