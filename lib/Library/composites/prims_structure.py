# The operators of the namespace `prims` that reduce, make, convert and rearrange tensors.
# The runtime has no kernels of them.
from typing import List, Optional, Tuple, Union
import torch
from torch import Tensor
from torch._decomp import register_decomposition

prims = torch.ops.prims


def reduced(inp: Tensor, dims: Optional[List[int]]) -> List[int]:
    return [i for i in range(inp.dim())] if dims is None else dims


@register_decomposition([prims.amax.default])
def amax(inp: Tensor, dims: Optional[List[int]], output_dtype: Optional[int]) -> Tensor:
    result = torch.amax(inp, reduced(inp, dims))
    return result if output_dtype is None else result.to(output_dtype)


@register_decomposition([prims.amin.default])
def amin(inp: Tensor, dims: Optional[List[int]], output_dtype: Optional[int]) -> Tensor:
    result = torch.amin(inp, reduced(inp, dims))
    return result if output_dtype is None else result.to(output_dtype)


@register_decomposition([prims.sum.default])
def sum(inp: Tensor, dims: Optional[List[int]], output_dtype: Optional[int]) -> Tensor:
    return torch.sum(inp, reduced(inp, dims), dtype=output_dtype)


@register_decomposition([prims.prod.default])
def prod(inp: Tensor, dims: Optional[List[int]], output_dtype: Optional[int]) -> Tensor:
    rank = inp.dim()
    all = reduced(inp, dims)
    result = inp if output_dtype is None else inp.to(output_dtype)
    for i in range(rank):
        d = rank - 1 - i
        if d in all or d - rank in all:
            result = torch.prod(result, d, dtype=output_dtype)
    return result


@register_decomposition([prims.var.default])
def var(inp: Tensor, dims: Optional[List[int]], correction: int, output_dtype: Optional[int]) -> Tensor:
    result = torch.var(inp, reduced(inp, dims), correction=correction)
    return result if output_dtype is None else result.to(output_dtype)


@register_decomposition([prims.broadcast_in_dim.default])
def broadcast_in_dim(a: Tensor, shape: List[int], broadcast_dimensions: List[int]) -> Tensor:
    sizes = [1 for _ in shape]
    for i in range(len(broadcast_dimensions)):
        sizes[broadcast_dimensions[i]] = a.size(i)
    for i in range(len(shape)):
        if i not in broadcast_dimensions:
            a = a.unsqueeze(i)
    return a.expand(shape)


@register_decomposition([prims.cat.default])
def cat(tensors: List[Tensor], dim: int) -> Tensor:
    return torch.cat(tensors, dim)


@register_decomposition([prims.collapse_view.default])
def collapse_view(a: Tensor, start: int, end: int) -> Tensor:
    return a.flatten(start, end - 1)


@register_decomposition([prims.conj.default])
def conj(a: Tensor) -> Tensor:
    return torch.conj(a)


@register_decomposition([prims.convert_element_type.default, prims.to_dtype.default])
def convert_element_type(a: Tensor, dtype: int) -> Tensor:
    return a.to(dtype, copy=True)


@register_decomposition([prims.device_put.default])
def device_put(a: Tensor, device: torch.device) -> Tensor:
    return a.to(device, copy=True)


@register_decomposition([prims.copy_to.default])
def copy_to(a: Tensor, b: Tensor) -> Tensor:
    return a.copy_(b)


@register_decomposition([prims.fft_r2c.default])
def fft_r2c(self: Tensor, dim: List[int], onesided: bool) -> Tensor:
    return torch.fft.rfftn(self, dim=dim) if onesided else torch.fft.fftn(self, dim=dim)


@register_decomposition([prims.fft_c2c.default])
def fft_c2c(self: Tensor, dim: List[int], forward: bool) -> Tensor:
    if forward:
        return torch.fft.fftn(self, dim=dim)
    return torch.fft.ifftn(self, dim=dim, norm="forward")


@register_decomposition([prims.fft_c2r.default])
def fft_c2r(self: Tensor, dim: List[int], last_dim_size: int) -> Tensor:
    sizes = [self.size(d) for d in dim]
    sizes[-1] = last_dim_size
    return torch.fft.irfftn(self, sizes, dim, "forward")


@register_decomposition([prims.fill.default])
def fill(self: Tensor, value: Union[int, float, complex]) -> Tensor:
    return torch.full_like(self, value)


@register_decomposition([prims.full.default])
def full(shape: List[int], fill_value: Union[int, float, complex], dtype: int, device: torch.device,
         requires_grad: bool) -> Tensor:
    return torch.full(shape, fill_value, dtype=dtype, device=device)


@register_decomposition([prims.full_like.default])
def full_like(a: Tensor, fill_value: Union[int, float, complex], dtype: int, device: torch.device,
              requires_grad: bool) -> Tensor:
    return torch.full_like(a, fill_value, dtype=dtype, device=device)


@register_decomposition([prims.empty.default])
def empty(shape: List[int], dtype: int, device: torch.device, requires_grad: bool) -> Tensor:
    return torch.empty(shape, dtype=dtype, device=device)


@register_decomposition([prims.empty_strided.default])
def empty_strided(shape: List[int], strides: List[int], dtype: int, device: torch.device,
                  requires_grad: bool) -> Tensor:
    return torch.empty_strided(shape, strides, dtype=dtype, device=device)


@register_decomposition([prims.arange.default])
def arange(start: Union[int, float, complex], end: Union[int, float, complex], step: Union[int, float, complex],
           dtype: Optional[int], device: Optional[torch.device], requires_grad: bool) -> Tensor:
    return torch.arange(start, end, step, dtype=dtype, device=device)


@register_decomposition([prims.scalar_tensor.default])
def scalar_tensor(s: Union[int, float, complex], dtype: Optional[int], device: Optional[torch.device]) -> Tensor:
    return torch.scalar_tensor(s, dtype=dtype, device=device)


@register_decomposition([prims.item.default])
def item(a: Tensor) -> Union[int, float, complex]:
    return a.item()


@register_decomposition([prims.as_strided.default])
def as_strided(a: Tensor, size: List[int], stride: List[int], storage_offset: int) -> Tensor:
    return torch.as_strided(a, size, stride, storage_offset)


@register_decomposition([prims.reshape.default])
def reshape(a: Tensor, shape: List[int]) -> Tensor:
    return a.reshape(shape).clone()


@register_decomposition([prims.rev.default])
def rev(a: Tensor, dims: List[int]) -> Tensor:
    return torch.flip(a, dims)


@register_decomposition([prims.slice.default])
def slice(a: Tensor, start_indices: List[int], limit_indices: List[int], strides: Optional[List[int]]) -> Tensor:
    for i in range(len(start_indices)):
        step = 1 if strides is None else strides[i]
        a = torch.ops.aten.slice(a, i, start_indices[i], limit_indices[i], step)
    return a


@register_decomposition([prims.slice_in_dim.default])
def slice_in_dim(a: Tensor, start_index: int, limit_index: int, stride: int, axis: int) -> Tensor:
    return torch.ops.aten.slice(a, axis, start_index, limit_index, stride)


@register_decomposition([prims.split_dim.default])
def split_dim(a: Tensor, dim: int, outer_length: int) -> Tensor:
    sizes: List[int] = []
    for i in range(a.dim()):
        if i == dim:
            sizes.append(outer_length)
            sizes.append(a.size(i) // outer_length)
        else:
            sizes.append(a.size(i))
    return a.view(sizes)


@register_decomposition([prims.squeeze.default])
def squeeze(a: Tensor, dimensions: List[int]) -> Tensor:
    rank = a.dim()
    sizes: List[int] = []
    for d in range(rank):
        if a.size(d) != 1 or not (d in dimensions or d - rank in dimensions):
            sizes.append(a.size(d))
    return a.view(sizes)


@register_decomposition([prims.svd.default])
def svd(A: Tensor, full_matrices: bool) -> Tuple[Tensor, Tensor, Tensor]:
    U, S, Vh = torch.linalg.svd(A, full_matrices)
    return U, S, Vh


@register_decomposition([prims.transpose.default])
def transpose(a: Tensor, permutation: List[int]) -> Tensor:
    return a.permute(permutation)


@register_decomposition([prims.view_of.default])
def view_of(a: Tensor) -> Tensor:
    return a.view(a.shape)


@register_decomposition([prims.where.default])
def where(pred: Tensor, a: Tensor, b: Tensor) -> Tensor:
    return torch.where(pred, a, b)
