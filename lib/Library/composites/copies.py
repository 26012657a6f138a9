# Views as copies, and other small composites. The runtime has no kernels of them.
from typing import List, Optional, Tuple, Union
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


@register_decomposition([aten.copy.default])
def copy(self: Tensor, src: Tensor, non_blocking: bool) -> Tensor:
    return torch.empty_like(self).copy_(src.expand(self.shape))


@register_decomposition([aten.diagonal_copy.default])
def diagonal_copy(self: Tensor, offset: int, dim1: int, dim2: int) -> Tensor:
    return self.diagonal(offset, dim1, dim2).clone()


@register_decomposition([aten.as_strided_copy.default])
def as_strided_copy(self: Tensor, size: List[int], stride: List[int], storage_offset: Optional[int]) -> Tensor:
    return self.as_strided(size, stride, storage_offset).clone()


@register_decomposition([aten.unfold_copy.default])
def unfold_copy(self: Tensor, dimension: int, size: int, step: int) -> Tensor:
    return self.unfold(dimension, size, step).clone()


@register_decomposition([aten.split_with_sizes_copy.default])
def split_with_sizes_copy(self: Tensor, split_sizes: List[int], dim: int) -> List[Tensor]:
    return [part.clone() for part in self.split_with_sizes(split_sizes, dim)]


@register_decomposition([aten.split_copy.Tensor])
def split_copy(self: Tensor, split_size: int, dim: int) -> List[Tensor]:
    return [part.clone() for part in self.split(split_size, dim)]


@register_decomposition([aten.unbind_copy.int])
def unbind_copy(self: Tensor, dim: int) -> List[Tensor]:
    return [part.clone() for part in self.unbind(dim)]


@register_decomposition([aten.squeeze_copy.default])
def squeeze_copy(self: Tensor) -> Tensor:
    return self.squeeze().clone()


@register_decomposition([aten.squeeze_copy.dim])
def squeeze_copy_dim(self: Tensor, dim: int) -> Tensor:
    return self.squeeze(dim).clone()


@register_decomposition([aten.view_copy.default])
def view_copy(self: Tensor, size: List[int]) -> Tensor:
    return self.reshape(size).clone()


@register_decomposition([aten.view_copy.dtype])
def view_copy_dtype(self: Tensor, dtype: int) -> Tensor:
    return self.view(dtype).clone()


@register_decomposition([aten.view_as_real_copy.default])
def view_as_real_copy(self: Tensor) -> Tensor:
    return torch.view_as_real(self).clone()


@register_decomposition([aten.view_as_complex_copy.default])
def view_as_complex_copy(self: Tensor) -> Tensor:
    return torch.view_as_complex(self).clone()


# With new dimensions of size one at these places.
def spread(x: Tensor, places: List[int]) -> Tensor:
    sizes: List[int] = []
    old = 0
    for d in range(x.dim() + len(places)):
        if d in places:
            sizes.append(1)
        else:
            sizes.append(x.size(old))
            old += 1
    return x.view(sizes)


@register_decomposition([aten._trilinear.default])
def trilinear(i1: Tensor, i2: Tensor, i3: Tensor, expand1: List[int], expand2: List[int], expand3: List[int],
              sumdim: List[int], unroll_dim: int) -> Tensor:
    product = spread(i1, expand1) * spread(i2, expand2) * spread(i3, expand3)
    # What no operand has, has no elements.
    for d in expand1:
        if d in expand2 and d in expand3 and d not in sumdim:
            product = product.narrow(d, 0, 0)
    return product.sum(sumdim) if len(sumdim) > 0 else product


@register_decomposition([aten._euclidean_dist.default])
def euclidean_dist(x1: Tensor, x2: Tensor) -> Tensor:
    return torch.cdist(x1, x2, 2.0, "use_mm_for_euclid_dist")


@register_decomposition([aten._shape_as_tensor.default])
def shape_as_tensor(self: Tensor) -> Tensor:
    return torch.tensor(self.size(), dtype=torch.int64)


@register_decomposition([aten._reshape_from_tensor.default])
def reshape_from_tensor(self: Tensor, shape: Tensor) -> Tensor:
    sizes: List[int] = []
    for i in range(shape.numel()):
        sizes.append(int(shape[i]))
    return self.reshape(sizes)


@register_decomposition([aten._dim_arange.default])
def dim_arange(like: Tensor, dim: int) -> Tensor:
    return torch.arange(like.size(dim))


@register_decomposition([aten.sym_numel.default])
def sym_numel(self: Tensor) -> int:
    return self.numel()


@register_decomposition([aten.sym_storage_offset.default])
def sym_storage_offset(self: Tensor) -> int:
    return self.storage_offset()


@register_decomposition([aten.sym_stride.int])
def sym_stride(self: Tensor, dim: int) -> int:
    return self.stride(dim)


@register_decomposition([aten.native_dropout.default])
def native_dropout(input: Tensor, p: float, train: Optional[bool]) -> Tuple[Tensor, Tensor]:
    if train is not None and not train or p == 0.0 or input.numel() == 0:
        return input.clone(), torch.ones_like(input, dtype=torch.bool)
    if p == 1.0:
        return torch.zeros_like(input), torch.zeros_like(input, dtype=torch.bool)
    mask = torch.empty_like(input).bernoulli_(1.0 - p)
    return input * mask * (1.0 / (1.0 - p)), mask.to(torch.bool)
