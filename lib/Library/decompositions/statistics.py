# Statistics and normalizations as reductions, from their definitions in the
# PyTorch documentation.
import math
from typing import List, Optional, Tuple, Union
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


def count(self: Tensor, dim: List[int]) -> int:
    n = 1
    if len(dim) == 0:
        n = self.numel()
    elif len(dim) == 1:
        n = self.size(dim[0])
    elif len(dim) == 2:
        n = self.size(dim[0]) * self.size(dim[1])
    else:
        for d in dim:
            n *= self.size(d)
    return n


def deviation(self: Tensor, dim: List[int], correction: int, keepdim: bool) -> Tensor:
    far = self - torch.mean(self, dim, True)
    return torch.sum(far * far, dim, keepdim) / max(count(self, dim) - correction, 0)


def deviation_of_all(self: Tensor, correction: int) -> Tensor:
    far = self - torch.mean(self)
    return torch.sum(far * far) / max(self.numel() - correction, 0)


@register_decomposition(aten.var.default)
def var(self: Tensor, unbiased: bool) -> Tensor:
    return deviation_of_all(self, int(unbiased))


@register_decomposition(aten.var.dim)
def var_dim(self: Tensor, dim: Optional[List[int]], unbiased: bool, keepdim: bool) -> Tensor:
    if dim is None:
        dim = [i for i in range(self.dim())]
    return deviation(self, dim, int(unbiased), keepdim)


@register_decomposition(aten.var.correction)
def var_correction(self: Tensor, dim: Optional[List[int]], correction: Optional[int],
                   keepdim: bool) -> Tensor:
    if dim is None:
        dim = [i for i in range(self.dim())]
    return deviation(self, dim, 1 if correction is None else correction, keepdim)


@register_decomposition(aten.std.default)
def std(self: Tensor, unbiased: bool) -> Tensor:
    return torch.sqrt(deviation_of_all(self, int(unbiased)))


@register_decomposition(aten.std.dim)
def std_dim(self: Tensor, dim: Optional[List[int]], unbiased: bool, keepdim: bool) -> Tensor:
    return torch.sqrt(torch.var(self, dim, unbiased, keepdim))


@register_decomposition(aten.std.correction)
def std_correction(self: Tensor, dim: Optional[List[int]], correction: Optional[int],
                   keepdim: bool) -> Tensor:
    return torch.sqrt(torch.var(self, dim, correction=correction, keepdim=keepdim))


@register_decomposition(aten.logsumexp.default)
def logsumexp(self: Tensor, dim: List[int], keepdim: bool) -> Tensor:
    if not self.is_floating_point():
        self = self.to(torch.float)
    top = torch.amax(self, dim, True)
    # An infinite maximum would give NaN.
    top = torch.masked_fill(top, torch.abs(top) == math.inf, 0)
    sums = torch.log(torch.sum(torch.exp(self - top), dim, True)) + top
    if keepdim:
        return sums
    return torch.sum(sums, dim, False)


@register_decomposition(aten.cosine_similarity.default)
def cosine_similarity(x1: Tensor, x2: Tensor, dim: int, eps: float) -> Tensor:
    # The norms are those of the operands broadcast against each other.
    both = x1 * x2
    x1, x2 = x1.expand_as(both), x2.expand_as(both)
    n1 = torch.clamp(torch.sqrt(torch.sum(x1 * x1, [dim], True)), eps)
    n2 = torch.clamp(torch.sqrt(torch.sum(x2 * x2, [dim], True)), eps)
    return torch.sum((x1 / n1) * (x2 / n2), [dim])


@register_decomposition(aten.group_norm.default)
def group_norm(input: Tensor, num_groups: int, weight: Optional[Tensor], bias: Optional[Tensor],
               eps: float, cudnn_enabled: bool) -> Tensor:
    if input.numel() == 0:
        return torch.group_norm(input, num_groups, weight, bias, eps, cudnn_enabled)
    n, c = input.size(0), input.size(1)
    groups = input.reshape(n, num_groups, -1)
    far = groups - torch.mean(groups, [2], True)
    scale = torch.rsqrt(torch.mean(far * far, [2], True) + eps)
    result = (far * scale).reshape(n, c, -1)
    if weight is not None:
        result = result * torch.unsqueeze(weight, 1)
    if bias is not None:
        result = result + torch.unsqueeze(bias, 1)
    return result.reshape(input.size())


@register_decomposition(aten.instance_norm.default)
def instance_norm(input: Tensor, weight: Optional[Tensor], bias: Optional[Tensor],
                  running_mean: Optional[Tensor], running_var: Optional[Tensor],
                  use_input_stats: bool, momentum: float, eps: float, cudnn_enabled: bool) -> Tensor:
    if running_mean is not None or running_var is not None:
        return torch.instance_norm(input, weight, bias, running_mean, running_var, use_input_stats,
                                   momentum, eps, cudnn_enabled)
    return torch.group_norm(input, input.size(1), weight, bias, eps)


@register_decomposition(aten.aminmax.default)
def aminmax(self: Tensor, dim: Optional[int], keepdim: bool) -> Tuple[Tensor, Tensor]:
    if dim is None:
        return torch.amin(self), torch.amax(self)
    # A scalar gets the dimension that is kept.
    if self.dim() == 0:
        return torch.aminmax(self, dim=dim, keepdim=keepdim)
    return torch.amin(self, [dim], keepdim), torch.amax(self, [dim], keepdim)


@register_decomposition(aten.count_nonzero.default)
def count_nonzero(self: Tensor, dim: Optional[int]) -> Tensor:
    if dim is None:
        return torch.sum(self != 0)
    return torch.sum(self != 0, [dim])


@register_decomposition(aten.count_nonzero.dim_IntList)
def count_nonzero_dims(self: Tensor, dim: List[int]) -> Tensor:
    return torch.sum(self != 0, dim)


@register_decomposition(aten.nansum.default)
def nansum(self: Tensor, dim: Optional[List[int]], keepdim: bool, dtype: Optional[int]) -> Tensor:
    x = self
    if x.is_floating_point():
        x = torch.masked_fill(x, torch.isnan(x), 0)
    return torch.sum(x, dim, keepdim, dtype=dtype)


@register_decomposition(aten.linalg_vector_norm.default)
def vector_norm(self: Tensor, ord: Union[int, float, complex], dim: Optional[List[int]], keepdim: bool,
                dtype: Optional[int]) -> Tensor:
    if dtype is not None or self.numel() == 0 or not self.is_floating_point():
        return aten.linalg_vector_norm(self, ord, dim, keepdim, dtype=dtype)
    dims: List[int] = []
    if dim is not None:
        dims = dim
    return power_norm(self, float(ord), dims, keepdim)


def power_norm(self: Tensor, p: float, dim: List[int], keepdim: bool) -> Tensor:
    size = torch.abs(self)
    if p == 2.0:
        return torch.sqrt(torch.sum(self * self, dim, keepdim))
    elif p == 1.0:
        return torch.sum(size, dim, keepdim)
    elif p == math.inf:
        return torch.amax(size, dim, keepdim)
    elif p == -math.inf:
        return torch.amin(size, dim, keepdim)
    elif p == 0.0:
        return torch.sum((self != 0).to(self.dtype), dim, keepdim)
    return torch.pow(torch.sum(torch.pow(size, p), dim, keepdim), 1.0 / p)


@register_decomposition(aten.norm.ScalarOpt_dim)
def norm_dim(self: Tensor, p: Optional[Union[int, float, complex]], dim: List[int], keepdim: bool) -> Tensor:
    if self.numel() == 0 or not self.is_floating_point():
        return aten.norm(self, p, dim, keepdim)
    return power_norm(self, 2.0 if p is None else float(p), dim, keepdim)


@register_decomposition(aten.norm.Scalar)
def norm(self: Tensor, p: Union[int, float, complex]) -> Tensor:
    if self.numel() == 0 or not self.is_floating_point():
        return aten.norm(self, p)
    return power_norm(self, float(p), [], False)


@register_decomposition(aten.trapezoid.dx)
def trapezoid(y: Tensor, dx: Union[int, float, complex], dim: int) -> Tensor:
    size = y.size(dim)
    if size < 2 or not y.is_floating_point():
        return torch.trapezoid(y, dx=dx, dim=dim)
    pairs = aten.slice(y, dim, 1, size) + aten.slice(y, dim, 0, size - 1)
    return torch.sum(pairs, [dim]) * dx / 2.0


@register_decomposition(aten.pairwise_distance.default)
def pairwise_distance(x1: Tensor, x2: Tensor, p: float, eps: float, keepdim: bool) -> Tensor:
    return aten.norm(x1 - x2 + eps, p, [-1], keepdim)
