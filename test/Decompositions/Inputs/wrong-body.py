import torch
from torch import Tensor
from torch._decomp import register_decomposition


@register_decomposition(torch.ops.aten.relu.default)
def relu(self: Tensor) -> Tensor:
    return self.no_such_method()


@register_decomposition(torch.ops.aten.no_such_operator.default)
def other(self: Tensor) -> Tensor:
    return self
