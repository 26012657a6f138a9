# Operators that are others under another name, or with a copy behind them.
from typing import List, Optional, Union
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


@register_decomposition(aten.linalg_matmul.default)
def linalg_matmul(self: Tensor, other: Tensor) -> Tensor:
    return torch.matmul(self, other)


@register_decomposition(aten.linalg_diagonal.default)
def linalg_diagonal(A: Tensor, offset: int, dim1: int, dim2: int) -> Tensor:
    return torch.diagonal(A, offset, dim1, dim2)


@register_decomposition(aten.native_channel_shuffle.default)
def native_channel_shuffle(self: Tensor, groups: int) -> Tensor:
    return torch.channel_shuffle(self, groups)


@register_decomposition(aten.concatenate.default)
def concatenate(tensors: List[Tensor], dim: int) -> Tensor:
    return torch.cat(tensors, dim)


@register_decomposition(aten._conj_physical.default)
def conj_physical(self: Tensor) -> Tensor:
    return torch.conj_physical(self)


@register_decomposition(aten.special_softmax.default)
def special_softmax(self: Tensor, dim: int, dtype: Optional[int]) -> Tensor:
    return torch.softmax(self, dim, dtype)


@register_decomposition(aten.special_log_softmax.default)
def special_log_softmax(self: Tensor, dim: int, dtype: Optional[int]) -> Tensor:
    return torch.log_softmax(self, dim, dtype)


@register_decomposition(aten.special_logit.default)
def special_logit(self: Tensor, eps: Optional[float]) -> Tensor:
    return torch.logit(self, eps)


@register_decomposition(aten.special_logsumexp.default)
def special_logsumexp(self: Tensor, dim: List[int], keepdim: bool) -> Tensor:
    return torch.logsumexp(self, dim, keepdim)


@register_decomposition(aten.special_round.default)
def special_round(self: Tensor, decimals: int) -> Tensor:
    return torch.round(self, decimals=decimals)


@register_decomposition(aten.trapz.dx)
def trapz(y: Tensor, dx: float, dim: int) -> Tensor:
    return torch.trapezoid(y, dx=dx, dim=dim)


@register_decomposition(aten.norm.ScalarOpt_dtype)
def norm_of_dtype(self: Tensor, p: Optional[Union[int, float, complex]], dtype: int) -> Tensor:
    dims: List[int] = []
    return aten.norm(self.to(dtype), p, dims, False)


@register_decomposition(aten.norm.ScalarOpt_dim_dtype)
def norm_of_dims_of_dtype(self: Tensor, p: Optional[Union[int, float, complex]], dim: List[int], keepdim: bool,
                          dtype: int) -> Tensor:
    return aten.norm(self.to(dtype), p, dim, keepdim)


@register_decomposition(aten.permute_copy.default)
def permute_copy(self: Tensor, dims: List[int]) -> Tensor:
    return self.permute(dims).clone()


@register_decomposition(aten.expand_copy.default)
def expand_copy(self: Tensor, size: List[int], implicit: bool) -> Tensor:
    return self.expand(size).clone()


@register_decomposition(aten.select_copy.int)
def select_copy(self: Tensor, dim: int, index: int) -> Tensor:
    return torch.select(self, dim, index).clone()


@register_decomposition(aten.slice_copy.Tensor)
def slice_copy(self: Tensor, dim: int, start: Optional[int], end: Optional[int], step: int) -> Tensor:
    return aten.slice(self, dim, start, end, step).clone()


@register_decomposition(aten.t_copy.default)
def t_copy(self: Tensor) -> Tensor:
    return torch.t(self).clone()


@register_decomposition(aten.transpose_copy.int)
def transpose_copy(self: Tensor, dim0: int, dim1: int) -> Tensor:
    return self.transpose(dim0, dim1).clone()


@register_decomposition(aten.unsqueeze_copy.default)
def unsqueeze_copy(self: Tensor, dim: int) -> Tensor:
    return torch.unsqueeze(self, dim).clone()


@register_decomposition([aten.alias_copy.default, aten.detach_copy.default])
def alias_copy(self: Tensor) -> Tensor:
    return self.clone()


@register_decomposition(aten.narrow.Tensor)
def narrow(self: Tensor, dim: int, start: Tensor, length: int) -> Tensor:
    if start.dim() != 0 or start.is_floating_point() or start.is_complex() or start.dtype == torch.bool:
        return torch.narrow(self, dim, start, length)
    return torch.narrow(self, dim, int(start), length)


@register_decomposition(aten._cast_Byte.default)
def cast_byte(self: Tensor, non_blocking: bool) -> Tensor:
    return self.to(torch.uint8)


@register_decomposition(aten._cast_Char.default)
def cast_char(self: Tensor, non_blocking: bool) -> Tensor:
    return self.to(torch.int8)


@register_decomposition(aten._cast_Double.default)
def cast_double(self: Tensor, non_blocking: bool) -> Tensor:
    return self.to(torch.double)


@register_decomposition(aten._cast_Float.default)
def cast_float(self: Tensor, non_blocking: bool) -> Tensor:
    return self.to(torch.float)


@register_decomposition(aten._cast_Half.default)
def cast_half(self: Tensor, non_blocking: bool) -> Tensor:
    return self.to(torch.half)


@register_decomposition(aten._cast_Int.default)
def cast_int(self: Tensor, non_blocking: bool) -> Tensor:
    return self.to(torch.int)


@register_decomposition(aten._cast_Long.default)
def cast_long(self: Tensor, non_blocking: bool) -> Tensor:
    return self.to(torch.long)


@register_decomposition(aten._cast_Short.default)
def cast_short(self: Tensor, non_blocking: bool) -> Tensor:
    return self.to(torch.short)


@register_decomposition(aten.quantize_per_tensor.tensor_qparams)
def quantize_by_tensors(self: Tensor, scale: Tensor, zero_point: Tensor, dtype: int) -> Tensor:
    return torch.quantize_per_tensor(self, float(scale), int(zero_point), dtype)
