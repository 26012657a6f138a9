# What operators that may alias their operands, or that differ in training, consist of
# in every exported program without writes. What depends on strides (reshape, flatten,
# contiguous) is not here.
from typing import List, Optional, Tuple
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


@register_decomposition([aten.dropout.default, aten.feature_dropout.default])
def dropout(input: Tensor, p: float, train: bool) -> Tensor:
    if train:
        return torch.native_dropout(input, p, True)[0]
    return input


@register_decomposition([aten.alpha_dropout.default, aten.feature_alpha_dropout.default])
def alpha_dropout(input: Tensor, p: float, train: bool) -> Tensor:
    if train:
        return torch.alpha_dropout(input, p, True)
    return input


@register_decomposition([aten.batch_norm.default])
def batch_norm(input: Tensor, weight: Optional[Tensor], bias: Optional[Tensor], running_mean: Optional[Tensor],
               running_var: Optional[Tensor], training: bool, momentum: float, eps: float,
               cudnn_enabled: bool) -> Tensor:
    if training or running_mean is None or running_var is None:
        return torch.batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps,
                                cudnn_enabled)
    return aten._native_batch_norm_legit_no_training(input, weight, bias, running_mean, running_var, momentum,
                                                     eps)[0]


@register_decomposition([aten.to.dtype])
def to_dtype(self: Tensor, dtype: int, non_blocking: bool, copy: bool, memory_format: Optional[int]) -> Tensor:
    if self.dtype == dtype and not copy:
        return self
    return aten._to_copy(self, dtype=dtype)


@register_decomposition([aten.to.device])
def to_device(self: Tensor, device: torch.device, dtype: int, non_blocking: bool, copy: bool,
              memory_format: Optional[int]) -> Tensor:
    # Programs that are exported have one device.
    if self.dtype == dtype and not copy:
        return self
    return aten._to_copy(self, dtype=dtype, device=device)


@register_decomposition([aten.to.dtype_layout])
def to_dtype_layout(self: Tensor, dtype: Optional[int], layout: Optional[int], device: Optional[torch.device],
                    pin_memory: Optional[bool], non_blocking: bool, copy: bool,
                    memory_format: Optional[int]) -> Tensor:
    if (dtype is None or self.dtype == dtype) and not copy:
        return self
    return aten._to_copy(self, dtype=dtype, layout=layout, device=device)


@register_decomposition([aten.to.other])
def to_other(self: Tensor, other: Tensor, non_blocking: bool, copy: bool, memory_format: Optional[int]) -> Tensor:
    if self.dtype == other.dtype and not copy:
        return self
    return aten._to_copy(self, dtype=other.dtype)


@register_decomposition([aten.type_as.default])
def type_as(self: Tensor, other: Tensor) -> Tensor:
    if self.dtype == other.dtype:
        return self
    return aten._to_copy(self, dtype=other.dtype)


@register_decomposition([aten.expand_as.default])
def expand_as(self: Tensor, other: Tensor) -> Tensor:
    return self.expand(other.size())


@register_decomposition([aten.broadcast_to.default])
def broadcast_to(self: Tensor, size: List[int]) -> Tensor:
    return self.expand(size)


@register_decomposition([aten.narrow.default])
def narrow(self: Tensor, dim: int, start: int, length: int) -> Tensor:
    return torch.ops.aten.slice(self, dim, start, start + length)


@register_decomposition([aten.swapaxes.default, aten.swapdims.default])
def swap(self: Tensor, dim0: int, dim1: int) -> Tensor:
    return self.transpose(dim0, dim1)


@register_decomposition([aten.numpy_T.default])
def numpy_T(self: Tensor) -> Tensor:
    dims: List[int] = []
    for d in range(self.dim()):
        dims.append(self.dim() - 1 - d)
    return self.permute(dims)


@register_decomposition([aten.mT.default])
def mT(self: Tensor) -> Tensor:
    return self.transpose(-2, -1)


@register_decomposition([aten.movedim.int, aten.moveaxis.int])
def movedim(self: Tensor, source: int, destination: int) -> Tensor:
    rank = self.dim()
    start = source + rank if source < 0 else source
    end = destination + rank if destination < 0 else destination
    dims: List[int] = []
    for d in range(rank):
        if d != start:
            dims.append(d)
    dims.insert(end, start)
    return self.permute(dims)


@register_decomposition([aten.lift_fresh_copy.default])
def lift_fresh_copy(self: Tensor) -> Tensor:
    return self.clone()


@register_decomposition([aten.atleast_1d.default])
def atleast_1d(self: Tensor) -> Tensor:
    if self.dim() == 0:
        return self.view([1])
    return self


@register_decomposition([aten.atleast_2d.default])
def atleast_2d(self: Tensor) -> Tensor:
    if self.dim() == 0:
        return self.view([1, 1])
    if self.dim() == 1:
        return self.unsqueeze(0)
    return self
