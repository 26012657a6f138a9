import torch
from torch import Tensor
from torch._decomp import register_decomposition


@register_decomposition(torch.ops.aten.no_such_thing.default)
def unknown(self: Tensor) -> Tensor:
    return self


@register_decomposition(torch.ops.aten.relu.Tensor)
def overload(self: Tensor) -> Tensor:
    return self


@register_decomposition(3)
def number(self: Tensor) -> Tensor:
    return self
