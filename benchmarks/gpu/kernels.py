# What benchmarks/gpu/run.sh times.
import torch
import torch.nn.functional as F
from torch import Tensor


def copy(x: Tensor) -> Tensor:
    return x.clone()


def pointwise(x: Tensor) -> Tensor:
    return torch.tanh(x * 2.0 + 1.0) * x - torch.relu(x)


def softmax(x: Tensor) -> Tensor:
    return torch.softmax(x, -1)


def layer_norm(x: Tensor) -> Tensor:
    return F.layer_norm(x, [x.size(-1)])


def row_sum(x: Tensor) -> Tensor:
    return x.sum(-1)


def matmul(a: Tensor, b: Tensor) -> Tensor:
    return torch.matmul(a, b)


def convolution(x: Tensor, weight: Tensor) -> Tensor:
    return torch.relu(F.conv2d(x, weight, padding=1))
