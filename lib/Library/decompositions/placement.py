# Elements put at places: windows as columns and back, pooled elements back at theirs,
# masked places; from their definitions in the PyTorch documentation.
from typing import List, Optional, Tuple
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


# How many windows there are along a dimension.
def windows(size: int, kernel: int, dilation: int, padding: int, stride: int) -> int:
    return (size + 2 * padding - dilation * (kernel - 1) - 1) // stride + 1


# The places along a padded dimension of the elements of all windows, in the order
# (element of the window, window).
def places(count: int, kernel: int, dilation: int, stride: int) -> Tensor:
    starts = torch.arange(count) * stride
    return (torch.unsqueeze(torch.arange(kernel) * dilation, 1) + starts).reshape([kernel * count])


def are_windows(kernel: List[int], dilation: List[int], padding: List[int], stride: List[int]) -> bool:
    good = len(kernel) == 2 and len(dilation) == 2 and len(padding) == 2 and len(stride) == 2
    if good:
        for i in range(2):
            good = good and kernel[i] > 0 and dilation[i] > 0 and padding[i] >= 0 and stride[i] > 0
    return good


@register_decomposition(aten.im2col.default)
def im2col(self: Tensor, kernel_size: List[int], dilation: List[int], padding: List[int],
           stride: List[int]) -> Tensor:
    # Only the batch may be empty.
    fits = (self.dim() == 3 or self.dim() == 4) and are_windows(kernel_size, dilation, padding, stride)
    if fits:
        fits = self.size(-1) > 0 and self.size(-2) > 0 and self.size(-3) > 0
    rows, columns = 0, 0
    if fits:
        rows = windows(self.size(-2), kernel_size[0], dilation[0], padding[0], stride[0])
        columns = windows(self.size(-1), kernel_size[1], dilation[1], padding[1], stride[1])
    if not fits or rows < 1 or columns < 1:
        return aten.im2col(self, kernel_size, dilation, padding, stride)
    kh, kw = kernel_size[0], kernel_size[1]
    x = self if self.dim() == 4 else torch.unsqueeze(self, 0)
    n, c = x.size(0), x.size(1)
    x = torch.constant_pad_nd(x, [padding[1], padding[1], padding[0], padding[0]], 0)
    x = torch.index_select(x, 2, places(rows, kh, dilation[0], stride[0]))
    x = torch.index_select(x, 3, places(columns, kw, dilation[1], stride[1]))
    x = x.reshape([n, c, kh, rows, kw, columns]).permute(0, 1, 2, 4, 3, 5)
    x = x.reshape([n, c * kh * kw, rows * columns])
    return x if self.dim() == 4 else torch.squeeze(x, 0)


@register_decomposition(aten.col2im.default)
def col2im(self: Tensor, output_size: List[int], kernel_size: List[int], dilation: List[int],
           padding: List[int], stride: List[int]) -> Tensor:
    fits = (self.dim() == 2 or self.dim() == 3) and self.numel() > 0 and len(output_size) == 2 and \
        are_windows(kernel_size, dilation, padding, stride)
    rows, columns = 0, 0
    if fits:
        rows = windows(output_size[0], kernel_size[0], dilation[0], padding[0], stride[0])
        columns = windows(output_size[1], kernel_size[1], dilation[1], padding[1], stride[1])
        fits = rows > 0 and columns > 0 and self.size(-1) == rows * columns and \
            self.size(-2) % (kernel_size[0] * kernel_size[1]) == 0
    if not fits or not (self.is_floating_point() or self.is_complex()):
        return aten.col2im(self, output_size, kernel_size, dilation, padding, stride)
    kh, kw = kernel_size[0], kernel_size[1]
    high, wide = output_size[0] + 2 * padding[0], output_size[1] + 2 * padding[1]
    x = self if self.dim() == 3 else torch.unsqueeze(self, 0)
    n, c = x.size(0), x.size(1) // (kh * kw)
    x = x.reshape([n, c, kh, kw, rows, columns]).permute(0, 1, 2, 4, 3, 5)
    x = x.reshape([n, c, kh * rows, kw * columns])
    across = torch.zeros([n, c, kh * rows, wide], dtype=x.dtype)
    across = torch.index_add(across, 3, places(columns, kw, dilation[1], stride[1]), x)
    whole = torch.zeros([n, c, high, wide], dtype=x.dtype)
    whole = torch.index_add(whole, 2, places(rows, kh, dilation[0], stride[0]), across)
    whole = aten.slice(whole, 2, padding[0], padding[0] + output_size[0])
    whole = aten.slice(whole, 3, padding[1], padding[1] + output_size[1]).clone()
    return whole if self.dim() == 3 else torch.squeeze(whole, 0)


# Elements at places of flat images with `n` dimensions; zeros elsewhere.
def unpool(self: Tensor, indices: Tensor, output_size: List[int], n: int) -> Tensor:
    lead: List[int] = []
    for d in range(self.dim() - n):
        lead.append(self.size(d))
    volume = output_size[0] * output_size[1]
    if n == 3:
        volume *= output_size[2]
    flat = torch.zeros(lead + [volume], dtype=self.dtype)
    flat = torch.scatter(flat, -1, indices.reshape(lead + [-1]), self.reshape(lead + [-1]))
    return flat.reshape(lead + output_size)


@register_decomposition(aten.max_unpool2d.default)
def max_unpool2d(self: Tensor, indices: Tensor, output_size: List[int]) -> Tensor:
    fits = (self.dim() == 3 or self.dim() == 4) and self.size() == indices.size() and len(output_size) == 2 and \
        indices.dtype == torch.int64 and self.numel() > 0
    if not fits:
        return aten.max_unpool2d(self, indices, output_size)
    return unpool(self, indices, output_size, 2)


@register_decomposition(aten.max_unpool3d.default)
def max_unpool3d(self: Tensor, indices: Tensor, output_size: List[int], stride: List[int],
                 padding: List[int]) -> Tensor:
    fits = (self.dim() == 4 or self.dim() == 5) and self.size() == indices.size() and len(output_size) == 3 and \
        indices.dtype == torch.int64 and self.numel() > 0
    if fits:
        for size in stride:
            fits = fits and size > 0
    if not fits:
        return aten.max_unpool3d(self, indices, output_size, stride, padding)
    return unpool(self, indices, output_size, 3)


@register_decomposition(aten.masked_scatter.default)
def masked_scatter(self: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    both = torch.broadcast_tensors(self, mask)
    to, where = both[0], both[1]
    # With so many elements none can be missing.
    if source.numel() < to.numel() or to.numel() == 0 or source.dtype != self.dtype or mask.dtype != torch.bool:
        return torch.masked_scatter(self, mask, source)
    order = torch.cumsum(where.reshape([-1]).to(torch.int64), 0) - 1
    taken = torch.index_select(source.reshape([-1]), 0, torch.clamp_min(order, 0))
    return torch.where(where, taken.reshape(to.size()), to)


@register_decomposition(aten.native_group_norm.default)
def native_group_norm(input: Tensor, weight: Optional[Tensor], bias: Optional[Tensor], N: int, C: int, HxW: int,
                      group: int, eps: float) -> Tuple[Tensor, Tensor, Tensor]:
    fits = input.numel() > 0 and group > 0 and input.dim() > 1 and input.is_floating_point()
    if fits:
        fits = C % group == 0 and input.numel() == N * C * HxW
    if not fits:
        return torch.native_group_norm(input, weight, bias, N, C, HxW, group, eps)
    groups = input.reshape([N, group, -1])
    mean = torch.mean(groups, [2], True)
    far = groups - mean
    rstd = torch.rsqrt(torch.mean(far * far, [2], True) + eps)
    result = (far * rstd).reshape([N, C, HxW])
    if weight is not None:
        result = result * weight.reshape([C, 1])
    if bias is not None:
        result = result + bias.reshape([C, 1])
    return result.reshape(input.size()), mean.reshape([N, group]), rstd.reshape([N, group])


# Elements with the channels last are rows of another order of the dimensions.
@register_decomposition(aten.clone.default)
def clone(self: Tensor, memory_format: Optional[int]) -> Tensor:
    if memory_format is not None and self.numel() > 0:
        if memory_format == 2 and self.dim() == 4:
            return self.permute(0, 2, 3, 1).clone(memory_format=torch.contiguous_format).permute(0, 3, 1, 2)
        if memory_format == 3 and self.dim() == 5:
            return self.permute(0, 2, 3, 4, 1).clone(memory_format=torch.contiguous_format).permute(0, 4, 1, 2, 3)
    return aten.clone(self, memory_format=memory_format)
