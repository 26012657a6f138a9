# Single kernels, timed by bench.py.
import torch
import torch.nn.functional as F
from torch import Tensor


def chain(x: Tensor, a: Tensor):
    return torch.relu(x * a + 0.5) * 0.25 - x


def gelu(x: Tensor):
    return F.gelu(x)


def softmax(x: Tensor):
    return torch.softmax(x, -1)


def layer_norm(x: Tensor, w: Tensor, b: Tensor):
    return F.layer_norm(x, [512], w, b)


def max_pool(x: Tensor):
    return F.max_pool2d(x, 3, 2, 1)


def depthwise(x: Tensor, w: Tensor):
    return F.conv2d(x, w, padding=1, groups=32)


def transpose(x: Tensor, y: Tensor):
    return y + x.t()


def gather(x: Tensor, i: Tensor):
    return x[i]


def sum_rows(x: Tensor):
    return x.sum(1)


def sum_columns(x: Tensor):
    return x.sum(0)


def sum_all(x: Tensor):
    return x.sum()


def amax_rows(x: Tensor):
    return x.amax(1)
