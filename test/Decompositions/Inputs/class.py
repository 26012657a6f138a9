import torch
from torch import Tensor
from torch._decomp import register_decomposition


class Pair:
    def __init__(self, x: Tensor):
        self.x = x


@register_decomposition(torch.ops.aten.relu.default)
def relu(self: Tensor) -> Tensor:
    return Pair(self).x
