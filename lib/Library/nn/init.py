# torch.nn.init in TorchScript: the functions of it that compile there.
import math
import torch
from torch import Tensor
from typing import Tuple


def uniform_(tensor: Tensor, a: float = 0.0, b: float = 1.0) -> Tensor:
    return torch.ops.aten._no_grad_uniform_(tensor, a, b)


def normal_(tensor: Tensor, mean: float = 0.0, std: float = 1.0) -> Tensor:
    return torch.ops.aten._no_grad_normal_(tensor, mean, std)


def constant_(tensor: Tensor, val: float) -> Tensor:
    return torch.ops.aten._no_grad_fill_(tensor, val)


def ones_(tensor: Tensor) -> Tensor:
    return torch.ops.aten._no_grad_fill_(tensor, 1.0)


def zeros_(tensor: Tensor) -> Tensor:
    return torch.ops.aten._no_grad_zero_(tensor)


def _calculate_fan_in_and_fan_out(tensor) -> Tuple[int, int]:
    if tensor.dim() < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    field = 1
    for size in tensor.size()[2:]:
        field *= size
    return tensor.size(1) * field, tensor.size(0) * field


def xavier_uniform_(tensor: Tensor, gain: float = 1.0) -> Tensor:
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    bound = math.sqrt(3.0) * (gain * math.sqrt(2.0 / float(fan_in + fan_out)))
    return torch.ops.aten._no_grad_uniform_(tensor, -bound, bound)


def xavier_normal_(tensor: Tensor, gain: float = 1.0) -> Tensor:
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    return torch.ops.aten._no_grad_normal_(tensor, 0.0, gain * math.sqrt(2.0 / float(fan_in + fan_out)))
