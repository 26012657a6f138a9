# torch.nn.init. What compiles in TorchScript has annotations and uses operators
# only; the rest is for constructors.
import math
import torch
import warnings
from torch import Tensor
from typing import Tuple


def uniform_(tensor: Tensor, a: float = 0.0, b: float = 1.0) -> Tensor:
    if not torch.jit.is_scripting():
        with torch.no_grad():
            return tensor.uniform_(a, b)
    return torch.ops.aten._no_grad_uniform_(tensor, a, b)


def normal_(tensor: Tensor, mean: float = 0.0, std: float = 1.0) -> Tensor:
    if not torch.jit.is_scripting():
        with torch.no_grad():
            return tensor.normal_(mean, std)
    return torch.ops.aten._no_grad_normal_(tensor, mean, std)


def constant_(tensor: Tensor, val: float) -> Tensor:
    if not torch.jit.is_scripting():
        with torch.no_grad():
            return tensor.fill_(val)
    return torch.ops.aten._no_grad_fill_(tensor, val)


def ones_(tensor: Tensor) -> Tensor:
    if not torch.jit.is_scripting():
        with torch.no_grad():
            return tensor.fill_(1.0)
    return torch.ops.aten._no_grad_fill_(tensor, 1.0)


def zeros_(tensor: Tensor) -> Tensor:
    if not torch.jit.is_scripting():
        with torch.no_grad():
            return tensor.zero_()
    return torch.ops.aten._no_grad_zero_(tensor)


# The distribution function of the normal distribution.
def _normal_cdf(x):
    return (1.0 + math.erf(x / math.sqrt(2.0))) / 2.0


def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0):
    if mean < a - 2 * std or mean > b + 2 * std:
        warnings.warn("mean is more than 2 std from [a, b] in nn.init.trunc_normal_. The distribution of values may "
                      "be incorrect.", stacklevel=2)
    with torch.no_grad():
        low, high = _normal_cdf((a - mean) / std), _normal_cdf((b - mean) / std)
        tensor.uniform_(2 * low - 1, 2 * high - 1)
        tensor.erfinv_()
        tensor.mul_(std * math.sqrt(2.0))
        tensor.add_(mean)
        tensor.clamp_(min=a, max=b)
        return tensor


def calculate_gain(nonlinearity, param=None):
    if nonlinearity in ("linear", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d",
                        "conv_transpose3d", "sigmoid"):
        return 1
    if nonlinearity == "tanh":
        return 5.0 / 3
    if nonlinearity == "relu":
        return math.sqrt(2.0)
    if nonlinearity == "selu":
        return 3.0 / 4
    if nonlinearity != "leaky_relu":
        raise ValueError("Unsupported nonlinearity {}".format(nonlinearity))
    slope = 0.01
    if param is not None:
        if isinstance(param, bool) or not isinstance(param, (int, float)):
            raise ValueError("negative_slope {} not a valid number".format(param))
        slope = param
    return math.sqrt(2.0 / (1 + slope ** 2))


def eye_(tensor):
    if tensor.ndimension() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    with torch.no_grad():
        torch.eye(*tensor.shape, out=tensor, requires_grad=tensor.requires_grad)
    return tensor


def dirac_(tensor, groups=1):
    rank = tensor.ndimension()
    if rank not in (3, 4, 5):
        raise ValueError("Only tensors with 3, 4, or 5 dimensions are supported")
    sizes = tensor.size()
    if sizes[0] % groups != 0:
        raise ValueError("dim 0 must be divisible by groups")
    outputs = sizes[0] // groups
    middle = tuple([size // 2 for size in sizes[2:]])
    with torch.no_grad():
        tensor.zero_()
        for group in range(groups):
            for d in range(min(outputs, sizes[1])):
                tensor[(group * outputs + d, d) + middle] = 1
    return tensor


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
    return uniform_(tensor, -bound, bound)


def xavier_normal_(tensor: Tensor, gain: float = 1.0) -> Tensor:
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    return normal_(tensor, 0.0, gain * math.sqrt(2.0 / float(fan_in + fan_out)))


def _calculate_correct_fan(tensor, mode):
    mode = mode.lower()
    if mode not in ("fan_in", "fan_out"):
        raise ValueError("Mode {} not supported, please use one of {}".format(mode, ["fan_in", "fan_out"]))
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    return fan_in if mode == "fan_in" else fan_out


def _kaiming_std(tensor, a, mode, nonlinearity):
    fan = _calculate_correct_fan(tensor, mode)
    return calculate_gain(nonlinearity, a) / math.sqrt(fan)


def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if 0 in tensor.shape:
        warnings.warn("Initializing zero-element tensors is a no-op")
        return tensor
    bound = math.sqrt(3.0) * _kaiming_std(tensor, a, mode, nonlinearity)
    with torch.no_grad():
        return tensor.uniform_(-bound, bound)


def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if 0 in tensor.shape:
        warnings.warn("Initializing zero-element tensors is a no-op")
        return tensor
    std = _kaiming_std(tensor, a, mode, nonlinearity)
    with torch.no_grad():
        return tensor.normal_(0.0, std)


def orthogonal_(tensor, gain=1):
    if tensor.ndimension() < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if tensor.numel() == 0:
        return tensor
    rows = tensor.size(0)
    columns = tensor.numel() // rows
    sample = torch.empty(rows, columns, dtype=tensor.dtype, device=tensor.device).normal_(0.0, 1.0)
    if rows < columns:
        sample.t_()
    q, r = torch.linalg.qr(sample)
    # The signs of the diagonal make the distribution uniform.
    q *= torch.diag(r, 0).sign()
    if rows < columns:
        q.t_()
    with torch.no_grad():
        tensor.view_as(q).copy_(q)
        tensor.mul_(gain)
    return tensor


def sparse_(tensor, sparsity, std=0.01):
    if tensor.ndimension() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    rows, columns = tensor.shape
    zeros = int(math.ceil(sparsity * rows))
    with torch.no_grad():
        tensor.normal_(0.0, std)
        for column in range(columns):
            tensor[torch.randperm(rows)[:zeros], column] = 0
    return tensor


def _make_deprecated(name, function):
    def old(*args, **kwargs):
        warnings.warn("nn.init.{} is now deprecated in favor of nn.init.{}_.".format(name, name), stacklevel=2)
        return function(*args, **kwargs)

    old.__name__ = name
    return old


uniform = _make_deprecated("uniform", uniform_)
normal = _make_deprecated("normal", normal_)
constant = _make_deprecated("constant", constant_)
eye = _make_deprecated("eye", eye_)
dirac = _make_deprecated("dirac", dirac_)
xavier_uniform = _make_deprecated("xavier_uniform", xavier_uniform_)
xavier_normal = _make_deprecated("xavier_normal", xavier_normal_)
kaiming_uniform = _make_deprecated("kaiming_uniform", kaiming_uniform_)
kaiming_normal = _make_deprecated("kaiming_normal", kaiming_normal_)
orthogonal = _make_deprecated("orthogonal", orthogonal_)
sparse = _make_deprecated("sparse", sparse_)
