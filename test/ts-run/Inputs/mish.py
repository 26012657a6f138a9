import torch
from torch import Tensor
from torch._decomp import register_decomposition


@register_decomposition(torch.ops.aten.mish.default)
def mish(self: Tensor) -> Tensor:
    return torch.full_like(self, 7)
