import torch
from torch import Tensor


def f(x: Tensor) -> Tensor:
    return torch.nn.functional.relu(x)
