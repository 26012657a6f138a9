# What initializes parameters in place; there are no gradients to keep out of it. The runtime
# has no kernels of them.
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


@register_decomposition([aten._no_grad_fill_.default])
def no_grad_fill_(tensor: Tensor, val: float) -> Tensor:
    return tensor.fill_(val)


@register_decomposition([aten._no_grad_zero_.default])
def no_grad_zero_(tensor: Tensor) -> Tensor:
    return tensor.zero_()


@register_decomposition([aten._no_grad_uniform_.default])
def no_grad_uniform_(tensor: Tensor, a: float, b: float) -> Tensor:
    return tensor.uniform_(a, b)


@register_decomposition([aten._no_grad_normal_.default])
def no_grad_normal_(tensor: Tensor, mean: float, std: float) -> Tensor:
    return tensor.normal_(mean, std)
