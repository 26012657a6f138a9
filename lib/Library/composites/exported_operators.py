# Operators of PyTorch 2 that exported programs call. The runtime has no kernels of them.
from typing import List, Optional, Tuple
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


@register_decomposition([aten._native_batch_norm_legit_functional.default])
def native_batch_norm_functional(input: Tensor, weight: Optional[Tensor], bias: Optional[Tensor],
                                 running_mean: Tensor, running_var: Tensor, training: bool, momentum: float,
                                 eps: float) -> Tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    mean = running_mean.clone()
    var = running_var.clone()
    result, save_mean, save_rstd = torch.native_batch_norm(input, weight, bias, mean, var, training, momentum, eps)
    return result, save_mean, save_rstd, mean, var


@register_decomposition([aten._native_batch_norm_legit_no_training.default])
def native_batch_norm_no_training(input: Tensor, weight: Optional[Tensor], bias: Optional[Tensor],
                                  running_mean: Tensor, running_var: Tensor, momentum: float,
                                  eps: float) -> Tuple[Tensor, Tensor, Tensor]:
    result = torch.batch_norm(input, weight, bias, running_mean, running_var, False, momentum, eps, False)
    return result, input.new_empty([0]), input.new_empty([0])


@register_decomposition([aten._native_batch_norm_legit.no_stats])
def native_batch_norm_no_stats(input: Tensor, weight: Optional[Tensor], bias: Optional[Tensor], training: bool,
                               momentum: float, eps: float) -> Tuple[Tensor, Tensor, Tensor]:
    return torch.native_batch_norm(input, weight, bias, None, None, training, momentum, eps)


@register_decomposition([aten.any.dims])
def any_dims(self: Tensor, dim: Optional[List[int]], keepdim: bool) -> Tensor:
    result = self != 0
    rank = self.dim()
    reduced: List[int] = []
    for d in range(rank):
        if dim is None:
            reduced.append(d)
        else:
            for e in dim:
                if e == d or e + rank == d:
                    reduced.append(d)
    for d in reduced:
        result = torch.any(result, d, True)
    if not keepdim:
        sizes: List[int] = []
        for d in range(rank):
            if d not in reduced:
                sizes.append(self.size(d))
        result = result.reshape(sizes)
    return result


@register_decomposition([aten.squeeze.dims])
def squeeze_dims(self: Tensor, dim: List[int]) -> Tensor:
    rank = self.dim()
    sizes: List[int] = []
    for d in range(rank):
        isLeft = self.size(d) != 1
        if not isLeft:
            isLeft = True
            for e in dim:
                if e == d or e + rank == d:
                    isLeft = False
        if isLeft:
            sizes.append(self.size(d))
    return self.view(sizes)


# What programs check of numbers that only data say.

@register_decomposition([aten.sym_constrain_range_for_size.default])
def sym_constrain_range_for_size(size: int, min: Optional[int], max: Optional[int]) -> None:
    low = 0 if min is None else min
    high = 9223372036854775807 if max is None else max
    if size < low or size > high:
        raise RuntimeError("Invalid value range for {} between [{}, {}].".format(size, low, high))


@register_decomposition([aten._assert_scalar.default])
def assert_scalar(self: bool, assert_msg: str) -> None:
    if not self:
        raise RuntimeError(assert_msg)


@register_decomposition([aten.lift_fresh_copy.default])
def lift_fresh_copy(self: Tensor) -> Tensor:
    return self.clone()
