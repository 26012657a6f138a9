# torch.nn.functional in TorchScript, from the documented semantics.
#
# Names that are plain operators are not repeated here: the front end maps them
# to the operator. `reduction` strings become the numbers the operators take.
# `@boolean_dispatch(FLAG, YES, NO)` selects YES where the constant argument FLAG
# is True, and NO where it is False; without NO, the function itself.
import math
import warnings
import torch
from typing import List, Optional, Tuple, Union
from torch import Tensor
from torch._jit_internal import BroadcastingList1, BroadcastingList2, BroadcastingList3, boolean_dispatch


def _reduction(reduction: str) -> int:
    if reduction == "none":
        return 0
    elif reduction == "mean":
        return 1
    elif reduction == "sum":
        return 2
    raise ValueError("{} is not a valid value for reduction".format(reduction))


def _check_probability(p: float) -> None:
    if p < 0.0 or p > 1.0:
        raise ValueError("dropout probability has to be between 0 and 1, but got {}".format(p))


def _default_sizes(sizes: List[int], defaults: List[int], count: int) -> List[int]:
    if not torch.jit.is_scripting():
        wanted = [sizes] * count if isinstance(sizes, int) else sizes
        return torch.nn.modules.utils._list_with_default(wanted, defaults)
    # Sizes that are None arrive as -1: keep the input's size there.
    if len(defaults) <= len(sizes):
        raise ValueError("Input dimension should be at least {}".format(len(sizes) + 1))
    return sizes


# Activations.

def relu(input: Tensor, inplace: bool = False) -> Tensor:
    if inplace:
        result = torch.relu_(input)
    else:
        result = torch.relu(input)
    return result


def relu6(input: Tensor, inplace: bool = False) -> Tensor:
    if inplace:
        result = torch.ops.aten.relu6_(input)
    else:
        result = torch.ops.aten.relu6(input)
    return result


def threshold(input: Tensor, threshold: float, value: float, inplace: bool = False) -> Tensor:
    if inplace:
        result = torch.threshold_(input, threshold, value)
    else:
        result = torch.threshold(input, threshold, value)
    return result


def glu(input: Tensor, dim: int = -1) -> Tensor:
    if input.dim() == 0:
        raise RuntimeError("glu does not support scalars because halving size must be even")
    return torch.ops.aten.glu(input, dim)


def hardtanh(input: Tensor, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False) -> Tensor:
    if inplace:
        result = torch.ops.aten.hardtanh_(input, min_val, max_val)
    else:
        result = torch.ops.aten.hardtanh(input, min_val, max_val)
    return result


def elu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    if inplace:
        result = torch.ops.aten.elu_(input, alpha)
    else:
        result = torch.ops.aten.elu(input, alpha)
    return result


def selu(input: Tensor, inplace: bool = False) -> Tensor:
    if inplace:
        result = torch.selu_(input)
    else:
        result = torch.selu(input)
    return result


def celu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    if inplace:
        result = torch.celu_(input, alpha)
    else:
        result = torch.celu(input, alpha)
    return result


def leaky_relu(input: Tensor, negative_slope: float = 0.01, inplace: bool = False) -> Tensor:
    if inplace:
        result = torch.ops.aten.leaky_relu_(input, negative_slope)
    else:
        result = torch.ops.aten.leaky_relu(input, negative_slope)
    return result


def rrelu(input: Tensor, lower: float = 1.0 / 8, upper: float = 1.0 / 3, training: bool = False,
          inplace: bool = False) -> Tensor:
    if inplace:
        result = torch.rrelu_(input, lower, upper, training)
    else:
        result = torch.rrelu(input, lower, upper, training)
    return result


def hardsigmoid(input: Tensor, inplace: bool = False) -> Tensor:
    if inplace:
        return torch.ops.aten.hardsigmoid_(input)
    return torch.ops.aten.hardsigmoid(input)


def hardswish(input: Tensor, inplace: bool = False) -> Tensor:
    if inplace:
        return torch.ops.aten.hardswish_(input)
    return torch.ops.aten.hardswish(input)


def silu(input: Tensor, inplace: bool = False) -> Tensor:
    if inplace:
        return torch.ops.aten.silu_(input)
    return torch.ops.aten.silu(input)


def mish(input: Tensor, inplace: bool = False) -> Tensor:
    if inplace:
        return torch.ops.aten.mish_(input)
    return torch.ops.aten.mish(input)


def tanhshrink(input: Tensor) -> Tensor:
    return input - input.tanh()


def softsign(input: Tensor) -> Tensor:
    return input / (input.abs() + 1)


def tanh(input: Tensor) -> Tensor:
    return input.tanh()


def sigmoid(input: Tensor) -> Tensor:
    return input.sigmoid()


def _implicit_softmax_dim(name: str, ndim: int) -> int:
    if not torch.jit.is_scripting():
        warnings.warn("Implicit dimension choice for {} has been deprecated. Change the call to include dim=X as an argument.".format(name))
    if ndim == 0 or ndim == 1 or ndim == 3:
        return 0
    return 1


def softmax(input: Tensor, dim: Optional[int] = None, _stacklevel: int = 3,
            dtype: Optional[int] = None) -> Tensor:
    if dim is None:
        dim = _implicit_softmax_dim("softmax", input.dim())
    if dtype is None:
        result = input.softmax(dim)
    else:
        result = input.softmax(dim, dtype=dtype)
    return result


def softmin(input: Tensor, dim: Optional[int] = None, _stacklevel: int = 3,
            dtype: Optional[int] = None) -> Tensor:
    if dim is None:
        dim = _implicit_softmax_dim("softmin", input.dim())
    if dtype is None:
        result = (-input).softmax(dim)
    else:
        result = (-input).softmax(dim, dtype=dtype)
    return result


def log_softmax(input: Tensor, dim: Optional[int] = None, _stacklevel: int = 3,
                dtype: Optional[int] = None) -> Tensor:
    if dim is None:
        dim = _implicit_softmax_dim("log_softmax", input.dim())
    if dtype is None:
        result = input.log_softmax(dim)
    else:
        result = input.log_softmax(dim, dtype=dtype)
    return result


def gumbel_softmax(logits: Tensor, tau: float = 1.0, hard: bool = False, eps: float = 1e-10,
                   dim: int = -1) -> Tensor:
    noise = -torch.empty_like(logits).exponential_().log()
    soft = ((logits + noise) / tau).softmax(dim)
    if hard:
        index = soft.max(dim, keepdim=True)[1]
        one = torch.zeros_like(logits).scatter_(dim, index, 1.0)
        result = one - soft.detach() + soft
    else:
        result = soft
    return result


# Dropout.

def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    _check_probability(p)
    if inplace:
        result = torch.dropout_(input, p, training)
    else:
        result = torch.dropout(input, p, training)
    return result


def alpha_dropout(input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False) -> Tensor:
    _check_probability(p)
    if inplace:
        result = torch.alpha_dropout_(input, p, training)
    else:
        result = torch.alpha_dropout(input, p, training)
    return result


def dropout1d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    _check_probability(p)
    batched = input.dim() == 3
    if not batched:
        input = input.unsqueeze(0)
    if inplace:
        result = torch.feature_dropout_(input, p, training)
    else:
        result = torch.feature_dropout(input, p, training)
    if not batched:
        result = result.squeeze(0)
    return result


def dropout2d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    _check_probability(p)
    if inplace:
        result = torch.feature_dropout_(input, p, training)
    else:
        result = torch.feature_dropout(input, p, training)
    return result


def dropout3d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    _check_probability(p)
    if inplace:
        result = torch.feature_dropout_(input, p, training)
    else:
        result = torch.feature_dropout(input, p, training)
    return result


def feature_alpha_dropout(input: Tensor, p: float = 0.5, training: bool = False,
                          inplace: bool = False) -> Tensor:
    _check_probability(p)
    if inplace:
        result = torch.feature_alpha_dropout_(input, p, training)
    else:
        result = torch.feature_alpha_dropout(input, p, training)
    return result


# Pooling.

def adaptive_avg_pool2d(input: Tensor, output_size: BroadcastingList2[int]) -> Tensor:
    return torch.ops.aten.adaptive_avg_pool2d(input, _default_sizes(output_size, input.size(), 2))


def adaptive_avg_pool3d(input: Tensor, output_size: BroadcastingList3[int]) -> Tensor:
    return torch.ops.aten.adaptive_avg_pool3d(input, _default_sizes(output_size, input.size(), 3))


def adaptive_max_pool1d_with_indices(input: Tensor, output_size: BroadcastingList1[int],
                                     return_indices: bool = False) -> Tuple[Tensor, Tensor]:
    return torch.adaptive_max_pool1d(input, output_size)


def _adaptive_max_pool1d(input: Tensor, output_size: BroadcastingList1[int],
                         return_indices: bool = False) -> Tensor:
    return torch.adaptive_max_pool1d(input, output_size)[0]


@boolean_dispatch("return_indices", "adaptive_max_pool1d_with_indices", "_adaptive_max_pool1d")
def adaptive_max_pool1d(input: Tensor, output_size: BroadcastingList1[int],
                        return_indices: bool = False) -> Tensor:
    if not torch.jit.is_scripting():
        if return_indices:
            return adaptive_max_pool1d_with_indices(input, output_size, return_indices)
    return _adaptive_max_pool1d(input, output_size, return_indices)


def adaptive_max_pool2d_with_indices(input: Tensor, output_size: BroadcastingList2[int],
                                     return_indices: bool = False) -> Tuple[Tensor, Tensor]:
    return torch.ops.aten.adaptive_max_pool2d(input, _default_sizes(output_size, input.size(), 2))


def _adaptive_max_pool2d(input: Tensor, output_size: BroadcastingList2[int],
                         return_indices: bool = False) -> Tensor:
    return torch.ops.aten.adaptive_max_pool2d(input, _default_sizes(output_size, input.size(), 2))[0]


@boolean_dispatch("return_indices", "adaptive_max_pool2d_with_indices", "_adaptive_max_pool2d")
def adaptive_max_pool2d(input: Tensor, output_size: BroadcastingList2[int],
                        return_indices: bool = False) -> Tensor:
    if not torch.jit.is_scripting():
        if return_indices:
            return adaptive_max_pool2d_with_indices(input, output_size, return_indices)
    return _adaptive_max_pool2d(input, output_size, return_indices)


def adaptive_max_pool3d_with_indices(input: Tensor, output_size: BroadcastingList3[int],
                                     return_indices: bool = False) -> Tuple[Tensor, Tensor]:
    return torch.ops.aten.adaptive_max_pool3d(input, _default_sizes(output_size, input.size(), 3))


def _adaptive_max_pool3d(input: Tensor, output_size: BroadcastingList3[int],
                         return_indices: bool = False) -> Tensor:
    return torch.ops.aten.adaptive_max_pool3d(input, _default_sizes(output_size, input.size(), 3))[0]


@boolean_dispatch("return_indices", "adaptive_max_pool3d_with_indices", "_adaptive_max_pool3d")
def adaptive_max_pool3d(input: Tensor, output_size: BroadcastingList3[int],
                        return_indices: bool = False) -> Tensor:
    if not torch.jit.is_scripting():
        if return_indices:
            return adaptive_max_pool3d_with_indices(input, output_size, return_indices)
    return _adaptive_max_pool3d(input, output_size, return_indices)


def max_pool1d_with_indices(input: Tensor, kernel_size: BroadcastingList1[int],
                            stride: Optional[BroadcastingList1[int]] = None,
                            padding: BroadcastingList1[int] = 0,
                            dilation: BroadcastingList1[int] = 1, ceil_mode: bool = False,
                            return_indices: bool = False) -> Tuple[Tensor, Tensor]:
    if stride is None:
        stride = torch.jit.annotate(List[int], [])
    return torch.max_pool1d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)


def _max_pool1d(input: Tensor, kernel_size: BroadcastingList1[int],
                stride: Optional[BroadcastingList1[int]] = None,
                padding: BroadcastingList1[int] = 0,
                dilation: BroadcastingList1[int] = 1, ceil_mode: bool = False,
                return_indices: bool = False) -> Tensor:
    if stride is None:
        stride = torch.jit.annotate(List[int], [])
    return torch.max_pool1d(input, kernel_size, stride, padding, dilation, ceil_mode)


@boolean_dispatch("return_indices", "max_pool1d_with_indices", "_max_pool1d")
def max_pool1d(input: Tensor, kernel_size: BroadcastingList1[int],
               stride: Optional[BroadcastingList1[int]] = None,
               padding: BroadcastingList1[int] = 0,
               dilation: BroadcastingList1[int] = 1, ceil_mode: bool = False,
               return_indices: bool = False) -> Tensor:
    if not torch.jit.is_scripting():
        if return_indices:
            return max_pool1d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)
    return _max_pool1d(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def fractional_max_pool2d_with_indices(input: Tensor, kernel_size: BroadcastingList2[int],
                                       output_size: Optional[BroadcastingList2[int]] = None,
                                       output_ratio: Optional[BroadcastingList2[float]] = None,
                                       return_indices: bool = False,
                                       _random_samples: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
    if output_size is None and output_ratio is None:
        raise ValueError("fractional_max_pool2d requires specifying either an output_size or an output_ratio")
    if output_size is None:
        assert output_ratio is not None
        if len(output_ratio) > 2:
            raise ValueError("fractional_max_pool2d requires output_ratio to either be a single Int or tuple of Ints.")
        output_size = [int(input.size(-2) * output_ratio[0]), int(input.size(-1) * output_ratio[1])]
    if _random_samples is None:
        batch = 1 if input.dim() == 3 else input.size(0)
        _random_samples = torch.rand(batch, input.size(-3), 2, dtype=input.dtype, device=input.device)
    return torch.ops.aten.fractional_max_pool2d(input, kernel_size, output_size, _random_samples)


def _fractional_max_pool2d(input: Tensor, kernel_size: BroadcastingList2[int],
                           output_size: Optional[BroadcastingList2[int]] = None,
                           output_ratio: Optional[BroadcastingList2[float]] = None,
                           return_indices: bool = False,
                           _random_samples: Optional[Tensor] = None) -> Tensor:
    return fractional_max_pool2d_with_indices(input, kernel_size, output_size, output_ratio, return_indices,
                                              _random_samples)[0]


@boolean_dispatch("return_indices", "fractional_max_pool2d_with_indices", "_fractional_max_pool2d")
def fractional_max_pool2d(input: Tensor, kernel_size: BroadcastingList2[int],
                          output_size: Optional[BroadcastingList2[int]] = None,
                          output_ratio: Optional[BroadcastingList2[float]] = None,
                          return_indices: bool = False,
                          _random_samples: Optional[Tensor] = None) -> Tensor:
    if not torch.jit.is_scripting():
        if return_indices:
            return fractional_max_pool2d_with_indices(input, kernel_size, output_size, output_ratio, return_indices,
                                                      _random_samples)
    return _fractional_max_pool2d(input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


def fractional_max_pool3d_with_indices(input: Tensor, kernel_size: BroadcastingList3[int],
                                       output_size: Optional[BroadcastingList3[int]] = None,
                                       output_ratio: Optional[BroadcastingList3[float]] = None,
                                       return_indices: bool = False,
                                       _random_samples: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
    if output_size is None and output_ratio is None:
        raise ValueError("fractional_max_pool3d requires specifying either an output_size or an output_ratio")
    if output_size is None:
        assert output_ratio is not None
        if len(output_ratio) > 3:
            raise ValueError("fractional_max_pool3d requires output_ratio to either be a single Int or tuple of Ints.")
        output_size = [int(input.size(-3) * output_ratio[0]), int(input.size(-2) * output_ratio[1]), int(input.size(-1) * output_ratio[2])]
    if _random_samples is None:
        batch = 1 if input.dim() == 4 else input.size(0)
        _random_samples = torch.rand(batch, input.size(-4), 3, dtype=input.dtype, device=input.device)
    return torch.ops.aten.fractional_max_pool3d(input, kernel_size, output_size, _random_samples)


def _fractional_max_pool3d(input: Tensor, kernel_size: BroadcastingList3[int],
                           output_size: Optional[BroadcastingList3[int]] = None,
                           output_ratio: Optional[BroadcastingList3[float]] = None,
                           return_indices: bool = False,
                           _random_samples: Optional[Tensor] = None) -> Tensor:
    return fractional_max_pool3d_with_indices(input, kernel_size, output_size, output_ratio, return_indices,
                                              _random_samples)[0]


@boolean_dispatch("return_indices", "fractional_max_pool3d_with_indices", "_fractional_max_pool3d")
def fractional_max_pool3d(input: Tensor, kernel_size: BroadcastingList3[int],
                          output_size: Optional[BroadcastingList3[int]] = None,
                          output_ratio: Optional[BroadcastingList3[float]] = None,
                          return_indices: bool = False,
                          _random_samples: Optional[Tensor] = None) -> Tensor:
    if not torch.jit.is_scripting():
        if return_indices:
            return fractional_max_pool3d_with_indices(input, kernel_size, output_size, output_ratio, return_indices,
                                                      _random_samples)
    return _fractional_max_pool3d(input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


def max_pool2d_with_indices(input: Tensor, kernel_size: BroadcastingList2[int],
                            stride: Optional[BroadcastingList2[int]] = None,
                            padding: BroadcastingList2[int] = 0,
                            dilation: BroadcastingList2[int] = 1, ceil_mode: bool = False,
                            return_indices: bool = False) -> Tuple[Tensor, Tensor]:
    if stride is None:
        stride = torch.jit.annotate(List[int], [])
    return torch.ops.aten.max_pool2d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)


def _max_pool2d(input: Tensor, kernel_size: BroadcastingList2[int],
                stride: Optional[BroadcastingList2[int]] = None,
                padding: BroadcastingList2[int] = 0,
                dilation: BroadcastingList2[int] = 1, ceil_mode: bool = False,
                return_indices: bool = False) -> Tensor:
    if stride is None:
        stride = torch.jit.annotate(List[int], [])
    return torch.max_pool2d(input, kernel_size, stride, padding, dilation, ceil_mode)


@boolean_dispatch("return_indices", "max_pool2d_with_indices", "_max_pool2d")
def max_pool2d(input: Tensor, kernel_size: BroadcastingList2[int],
               stride: Optional[BroadcastingList2[int]] = None,
               padding: BroadcastingList2[int] = 0,
               dilation: BroadcastingList2[int] = 1, ceil_mode: bool = False,
               return_indices: bool = False) -> Tensor:
    if not torch.jit.is_scripting():
        if return_indices:
            return max_pool2d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)
    return _max_pool2d(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool3d_with_indices(input: Tensor, kernel_size: BroadcastingList3[int],
                            stride: Optional[BroadcastingList3[int]] = None,
                            padding: BroadcastingList3[int] = 0,
                            dilation: BroadcastingList3[int] = 1, ceil_mode: bool = False,
                            return_indices: bool = False) -> Tuple[Tensor, Tensor]:
    if stride is None:
        stride = torch.jit.annotate(List[int], [])
    return torch.ops.aten.max_pool3d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)


def _max_pool3d(input: Tensor, kernel_size: BroadcastingList3[int],
                stride: Optional[BroadcastingList3[int]] = None,
                padding: BroadcastingList3[int] = 0,
                dilation: BroadcastingList3[int] = 1, ceil_mode: bool = False,
                return_indices: bool = False) -> Tensor:
    if stride is None:
        stride = torch.jit.annotate(List[int], [])
    return torch.max_pool3d(input, kernel_size, stride, padding, dilation, ceil_mode)


@boolean_dispatch("return_indices", "max_pool3d_with_indices", "_max_pool3d")
def max_pool3d(input: Tensor, kernel_size: BroadcastingList3[int],
               stride: Optional[BroadcastingList3[int]] = None,
               padding: BroadcastingList3[int] = 0,
               dilation: BroadcastingList3[int] = 1, ceil_mode: bool = False,
               return_indices: bool = False) -> Tensor:
    if not torch.jit.is_scripting():
        if return_indices:
            return max_pool3d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)
    return _max_pool3d(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def _unpool_size(input: Tensor, kernel_size: List[int], stride: List[int], padding: List[int],
                 output_size: Optional[List[int]]) -> List[int]:
    spatial = len(kernel_size)
    first = input.dim() - spatial
    computed: List[int] = []
    for d in range(spatial):
        computed.append((input.size(first + d) - 1) * stride[d] + kernel_size[d] - 2 * padding[d])
    if output_size is None:
        return computed
    wanted = output_size
    if len(wanted) == spatial + 2:
        wanted = wanted[2:]
    if len(wanted) != spatial:
        raise ValueError("output_size should be a sequence containing {} or {} elements, but it has a length of '{}'"
                         .format(spatial, spatial + 2, len(output_size)))
    for d in range(spatial):
        low = computed[d] - stride[d]
        high = computed[d] + stride[d]
        if wanted[d] <= low or wanted[d] >= high:
            raise ValueError("invalid output_size {} (dim {} must be between {} and {})"
                             .format(wanted, d, low, high))
    return wanted


def max_unpool1d(input: Tensor, indices: Tensor, kernel_size: BroadcastingList1[int],
                 stride: Optional[BroadcastingList1[int]] = None,
                 padding: BroadcastingList1[int] = 0,
                 output_size: Optional[BroadcastingList1[int]] = None) -> Tensor:
    if not torch.jit.is_scripting():
        single = torch.nn.modules.utils._single
        kernel_size, padding = single(kernel_size), single(padding)
        stride = None if stride is None else single(stride)
    if stride is None:
        stride = kernel_size
    size = list(_unpool_size(input, kernel_size, stride, padding, output_size)) + [1]
    return torch.ops.aten.max_unpool2d(input.unsqueeze(-1), indices.unsqueeze(-1), size).squeeze(-1)


def max_unpool2d(input: Tensor, indices: Tensor, kernel_size: BroadcastingList2[int],
                 stride: Optional[BroadcastingList2[int]] = None,
                 padding: BroadcastingList2[int] = 0,
                 output_size: Optional[BroadcastingList2[int]] = None) -> Tensor:
    if not torch.jit.is_scripting():
        spread = torch.nn.modules.utils._pair
        kernel_size, padding = spread(kernel_size), spread(padding)
        stride = None if stride is None else spread(stride)
    if stride is None:
        stride = kernel_size
    size = _unpool_size(input, kernel_size, stride, padding, output_size)
    return torch.ops.aten.max_unpool2d(input, indices, size)


def max_unpool3d(input: Tensor, indices: Tensor, kernel_size: BroadcastingList3[int],
                 stride: Optional[BroadcastingList3[int]] = None,
                 padding: BroadcastingList3[int] = 0,
                 output_size: Optional[BroadcastingList3[int]] = None) -> Tensor:
    if not torch.jit.is_scripting():
        spread = torch.nn.modules.utils._triple
        kernel_size, padding = spread(kernel_size), spread(padding)
        stride = None if stride is None else spread(stride)
    if stride is None:
        stride = kernel_size
    size = _unpool_size(input, kernel_size, stride, padding, output_size)
    return torch.ops.aten.max_unpool3d(input, indices, size, stride, padding)


def lp_pool2d(input: Tensor, norm_type: float, kernel_size: BroadcastingList2[int],
              stride: Optional[BroadcastingList2[int]] = None, ceil_mode: bool = False) -> Tensor:
    if torch.jit.is_scripting():
        count = kernel_size[0] * kernel_size[1]
    else:
        rows, columns = torch.nn.modules.utils._pair(kernel_size)
        count = rows * columns
    if stride is None:
        stride = torch.jit.annotate(List[int], [])
    mean = torch.ops.aten.avg_pool2d(input.pow(norm_type), kernel_size, stride, 0, ceil_mode)
    return (torch.sign(mean) * relu(torch.abs(mean))).mul(count).pow(1.0 / norm_type)


def lp_pool1d(input: Tensor, norm_type: float, kernel_size: int,
              stride: Optional[BroadcastingList1[int]] = None, ceil_mode: bool = False) -> Tensor:
    if stride is None:
        stride = torch.jit.annotate(List[int], [])
    mean = torch.avg_pool1d(input.pow(norm_type), kernel_size, stride, 0, ceil_mode)
    return (torch.sign(mean) * relu(torch.abs(mean))).mul(kernel_size).pow(1.0 / norm_type)


# Normalization.

def _check_batch_statistics(size: List[int]) -> None:
    count = size[0]
    for i in range(len(size) - 2):
        count *= size[i + 2]
    if count == 1:
        raise ValueError("Expected more than 1 value per channel when training, got input size {}".format(size))


def batch_norm(input: Tensor, running_mean: Optional[Tensor], running_var: Optional[Tensor],
               weight: Optional[Tensor] = None, bias: Optional[Tensor] = None,
               training: bool = False, momentum: float = 0.1, eps: float = 1e-5) -> Tensor:
    if training:
        _check_batch_statistics(input.size())
    return torch.batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, True)


def instance_norm(input: Tensor, running_mean: Optional[Tensor] = None,
                  running_var: Optional[Tensor] = None, weight: Optional[Tensor] = None,
                  bias: Optional[Tensor] = None, use_input_stats: bool = True,
                  momentum: float = 0.1, eps: float = 1e-5) -> Tensor:
    if use_input_stats:
        size = input.size()
        spatial = 1
        for i in range(2, len(size)):
            spatial *= size[i]
        if spatial == 1:
            raise ValueError("Expected more than 1 spatial element when training, got input size {}".format(size))
    return torch.instance_norm(input, weight, bias, running_mean, running_var, use_input_stats,
                               momentum, eps, True)


def layer_norm(input: Tensor, normalized_shape: List[int], weight: Optional[Tensor] = None,
               bias: Optional[Tensor] = None, eps: float = 1e-5) -> Tensor:
    return torch.layer_norm(input, normalized_shape, weight, bias, eps, True)


def group_norm(input: Tensor, num_groups: int, weight: Optional[Tensor] = None,
               bias: Optional[Tensor] = None, eps: float = 1e-5) -> Tensor:
    if input.dim() < 2:
        raise RuntimeError("Expected at least 2 dimensions for input tensor but received {}".format(input.dim()))
    _check_batch_statistics([input.size(0) * input.size(1) // num_groups, num_groups]
                            + list(input.size()[2:]))
    return torch.group_norm(input, num_groups, weight, bias, eps, True)


def local_response_norm(input: Tensor, size: int, alpha: float = 1e-4, beta: float = 0.75,
                        k: float = 1.0) -> Tensor:
    dim = input.dim()
    if dim < 3:
        raise ValueError("Expected 3D or higher dimensionality input (got {} dimensions)".format(dim))
    if input.numel() == 0:
        return input
    squares = input.mul(input)
    before = size // 2
    after = (size - 1) // 2
    if dim == 3:
        padded = torch.ops.aten.pad(squares.unsqueeze(1), [0, 0, before, after])
        mean = torch.ops.aten.avg_pool2d(padded, [size, 1], 1).squeeze(1)
    else:
        sizes = input.size()
        volume = squares.view([sizes[0], 1, sizes[1], sizes[2], -1])
        padded = torch.ops.aten.pad(volume, [0, 0, 0, 0, before, after])
        mean = torch.ops.aten.avg_pool3d(padded, [size, 1, 1], 1).squeeze(1).view(sizes)
    return input / mean.mul(alpha).add(k).pow(beta)


def normalize(input: Tensor, p: float = 2.0, dim: int = 1, eps: float = 1e-12,
              out: Optional[Tensor] = None) -> Tensor:
    if out is None:
        norm = input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input)
        return input / norm
    norm = input.norm(p, dim, keepdim=True).clamp_min_(eps).expand_as(input)
    return torch.div(input, norm, out=out)


# Embeddings.

def embedding(input: Tensor, weight: Tensor, padding_idx: Optional[int] = None,
              max_norm: Optional[float] = None, norm_type: float = 2.0,
              scale_grad_by_freq: bool = False, sparse: bool = False) -> Tensor:
    if padding_idx is not None:
        if padding_idx > 0:
            assert padding_idx < weight.size(0), "Padding_idx must be within num_embeddings"
        elif padding_idx < 0:
            assert padding_idx >= -weight.size(0), "Padding_idx must be within num_embeddings"
            padding_idx = weight.size(0) + padding_idx
    else:
        padding_idx = -1
    if max_norm is not None:
        # TorchScript drops the call that shortens the weight's rows.
        input = input.contiguous()
        if not torch.jit.is_scripting():
            with torch.no_grad():
                torch.embedding_renorm_(weight, input, max_norm, norm_type)
    return torch.embedding(weight, input, padding_idx, scale_grad_by_freq, sparse)


def embedding_bag(input: Tensor, weight: Tensor, offsets: Optional[Tensor] = None,
                  max_norm: Optional[float] = None, norm_type: float = 2.0,
                  scale_grad_by_freq: bool = False, mode: str = "mean", sparse: bool = False,
                  per_sample_weights: Optional[Tensor] = None, include_last_offset: bool = False,
                  padding_idx: Optional[int] = None) -> Tensor:
    if weight.dtype == torch.long and input.is_floating_point():
        warnings.warn("Argument order of nn.functional.embedding_bag was changed. "
                      "Usage `embedding_bag(weight, input, ...)` is deprecated, "
                      "and should now be `embedding_bag(input, weight, ...)`.")
        weight, input = input, weight
    if input.dim() == 2:
        if offsets is not None:
            raise ValueError("if input is 2D, then offsets has to be None, as input is treated is a mini-batch of fixed length sequences")
        offsets = torch.arange(0, input.numel(), input.size(1), dtype=input.dtype, device=input.device)
        input = input.reshape(-1)
        if per_sample_weights is not None:
            per_sample_weights = per_sample_weights.reshape(-1)
    elif input.dim() == 1:
        if offsets is None:
            raise ValueError("offsets has to be a 1D Tensor but got None")
        if offsets.dim() != 1:
            raise ValueError("offsets has to be a 1D Tensor")
    else:
        raise ValueError("input has to be 1D or 2D Tensor, but got Tensor of dimension {}".format(input.dim()))
    if mode == "sum":
        mode_number = 0
    elif mode == "mean":
        mode_number = 1
    elif mode == "max":
        mode_number = 2
        if scale_grad_by_freq:
            raise ValueError("max mode does not support scaling the gradient by the frequency")
        if sparse:
            raise ValueError("max mode does not support sparse weights")
    else:
        raise ValueError("mode has to be one of sum, mean or max")
    # As in embedding, TorchScript does nothing about max_norm.
    if max_norm is not None and not torch.jit.is_scripting():
        with torch.no_grad():
            torch.embedding_renorm_(weight, input, max_norm, norm_type)
    if per_sample_weights is not None and mode != "sum":
        raise NotImplementedError("per_sample_weights is only supported for mode='sum'")
    return torch.embedding_bag(weight, input, offsets, scale_grad_by_freq, mode_number, sparse,
                               per_sample_weights, include_last_offset, padding_idx)[0]


# Losses.

def _legacy(size_average: Optional[bool], reduce: Optional[bool], reduction: str) -> str:
    if size_average is None and reduce is None:
        return reduction
    averages = True if size_average is None else size_average
    reduces = True if reduce is None else reduce
    if not reduces:
        name = "none"
    elif averages:
        name = "mean"
    else:
        name = "sum"
    warnings.warn("size_average and reduce args will be deprecated, please use reduction='{}' instead.".format(name))
    return name


def _check_batches(input: Tensor, target: Tensor) -> None:
    if input.dim() < 1:
        raise ValueError("Expected 1 or more dimensions (got {})".format(input.dim()))
    if input.dim() != 1 and (target.dim() < 1 or input.size(0) != target.size(0)):
        raise ValueError("Expected input batch_size ({}) to match target batch_size ({})."
                         .format(input.size(0), target.size(0) if target.dim() > 0 else 0))


def _check_sizes(input: Tensor, target: Tensor) -> None:
    if target.size() != input.size():
        warnings.warn("Using a target size ({}) that is different to the input size ({}). This will likely lead to incorrect results "
                      "due to broadcasting. Please ensure they have the same size.".format(target.size(), input.size()))


def cross_entropy(input: Tensor, target: Tensor, weight: Optional[Tensor] = None,
                  size_average: Optional[bool] = None, ignore_index: int = -100,
                  reduce: Optional[bool] = None, reduction: str = "mean",
                  label_smoothing: float = 0.0) -> Tensor:
    if not torch.jit.is_scripting():
        if target.size() != input.size():
            _check_batches(input, target)
    reduction = _legacy(size_average, reduce, reduction)
    return torch.ops.aten.cross_entropy_loss(input, target, weight, _reduction(reduction),
                                             ignore_index, label_smoothing)


def nll_loss(input: Tensor, target: Tensor, weight: Optional[Tensor] = None,
             size_average: Optional[bool] = None, ignore_index: int = -100,
             reduce: Optional[bool] = None, reduction: str = "mean") -> Tensor:
    if not torch.jit.is_scripting():
        _check_batches(input, target)
    reduction = _legacy(size_average, reduce, reduction)
    return torch.ops.aten.nll_loss_nd(input, target, weight, _reduction(reduction), ignore_index)


def mse_loss(input: Tensor, target: Tensor, size_average: Optional[bool] = None,
             reduce: Optional[bool] = None, reduction: str = "mean") -> Tensor:
    if not torch.jit.is_scripting():
        _check_sizes(input, target)
    reduction = _legacy(size_average, reduce, reduction)
    a, b = torch.ops.aten.broadcast_tensors([input, target])
    return torch.ops.aten.mse_loss(a, b, _reduction(reduction))


def l1_loss(input: Tensor, target: Tensor, size_average: Optional[bool] = None,
            reduce: Optional[bool] = None, reduction: str = "mean") -> Tensor:
    if not torch.jit.is_scripting():
        _check_sizes(input, target)
    reduction = _legacy(size_average, reduce, reduction)
    a, b = torch.ops.aten.broadcast_tensors([input, target])
    return torch.ops.aten.l1_loss(a, b, _reduction(reduction))


def smooth_l1_loss(input: Tensor, target: Tensor, size_average: Optional[bool] = None,
                   reduce: Optional[bool] = None, reduction: str = "mean",
                   beta: float = 1.0) -> Tensor:
    if not torch.jit.is_scripting():
        _check_sizes(input, target)
    reduction = _legacy(size_average, reduce, reduction)
    a, b = torch.ops.aten.broadcast_tensors([input, target])
    return torch.ops.aten.smooth_l1_loss(a, b, _reduction(reduction), beta)


def huber_loss(input: Tensor, target: Tensor, reduction: str = "mean", delta: float = 1.0) -> Tensor:
    if not torch.jit.is_scripting():
        _check_sizes(input, target)
    a, b = torch.ops.aten.broadcast_tensors([input, target])
    return torch.ops.aten.huber_loss(a, b, _reduction(reduction), delta)


def binary_cross_entropy(input: Tensor, target: Tensor, weight: Optional[Tensor] = None,
                         size_average: Optional[bool] = None, reduce: Optional[bool] = None,
                         reduction: str = "mean") -> Tensor:
    reduction = _legacy(size_average, reduce, reduction)
    if target.size() != input.size():
        raise ValueError("Using a target size ({}) that is different to the input size ({}) is deprecated. Please ensure they have the same size."
                         .format(target.size(), input.size()))
    if weight is not None:
        weight = weight.expand(input.size())
    return torch.ops.aten.binary_cross_entropy(input, target, weight, _reduction(reduction))


def binary_cross_entropy_with_logits(input: Tensor, target: Tensor, weight: Optional[Tensor] = None,
                                     size_average: Optional[bool] = None,
                                     reduce: Optional[bool] = None, reduction: str = "mean",
                                     pos_weight: Optional[Tensor] = None) -> Tensor:
    reduction = _legacy(size_average, reduce, reduction)
    if target.size() != input.size():
        raise ValueError("Target size ({}) must be the same as input size ({})"
                         .format(target.size(), input.size()))
    return torch.binary_cross_entropy_with_logits(input, target, weight, pos_weight,
                                                  _reduction(reduction))


def kl_div(input: Tensor, target: Tensor, size_average: Optional[bool] = None,
           reduce: Optional[bool] = None, reduction: str = "mean", log_target: bool = False) -> Tensor:
    reduction = _legacy(size_average, reduce, reduction)
    if not torch.jit.is_scripting():
        if reduction == "mean":
            warnings.warn("reduction: 'mean' divides the total loss by both the batch size and the support size."
                          "'batchmean' divides only by the batch size, and aligns with the KL div math definition."
                          "'mean' will be changed to behave the same as 'batchmean' in the next major release.")
    if reduction == "batchmean":
        number = 2
    else:
        number = _reduction(reduction)
    result = torch.kl_div(input, target, number, log_target=log_target)
    if reduction == "batchmean" and input.dim() != 0:
        result = result / input.size()[0]
    return result


def poisson_nll_loss(input: Tensor, target: Tensor, log_input: bool = True, full: bool = False,
                     size_average: Optional[bool] = None, eps: float = 1e-8,
                     reduce: Optional[bool] = None, reduction: str = "mean") -> Tensor:
    reduction = _legacy(size_average, reduce, reduction)
    return torch.poisson_nll_loss(input, target, log_input, full, eps, _reduction(reduction))


def gaussian_nll_loss(input: Tensor, target: Tensor, var: Tensor, full: bool = False,
                      eps: float = 1e-6, reduction: str = "mean") -> Tensor:
    if var.size() != input.size():
        if input.size()[:-1] == var.size():
            var = torch.unsqueeze(var, -1)
        elif input.size()[:-1] == var.size()[:-1] and var.size(-1) == 1:
            pass
        else:
            raise ValueError("var is of incorrect size")
    if reduction != "none" and reduction != "mean" and reduction != "sum":
        raise ValueError(reduction + " is not valid")
    if bool(torch.any(var < 0)):
        raise ValueError("var has negative entry/entries")
    var = var.clone()
    var.clamp_(min=eps)
    loss = 0.5 * (torch.log(var) + (input - target) ** 2 / var)
    if full:
        loss += 0.5 * 1.8378770664093453
    if reduction == "mean":
        return loss.mean()
    elif reduction == "sum":
        return loss.sum()
    else:
        return loss


def margin_ranking_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0,
                        size_average: Optional[bool] = None, reduce: Optional[bool] = None,
                        reduction: str = "mean") -> Tensor:
    reduction = _legacy(size_average, reduce, reduction)
    return torch.margin_ranking_loss(input1, input2, target, margin, _reduction(reduction))


def hinge_embedding_loss(input: Tensor, target: Tensor, margin: float = 1.0,
                         size_average: Optional[bool] = None, reduce: Optional[bool] = None,
                         reduction: str = "mean") -> Tensor:
    reduction = _legacy(size_average, reduce, reduction)
    return torch.hinge_embedding_loss(input, target, margin, _reduction(reduction))


def cosine_embedding_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0,
                          size_average: Optional[bool] = None, reduce: Optional[bool] = None,
                          reduction: str = "mean") -> Tensor:
    reduction = _legacy(size_average, reduce, reduction)
    return torch.cosine_embedding_loss(input1, input2, target, margin, _reduction(reduction))


def soft_margin_loss(input: Tensor, target: Tensor, size_average: Optional[bool] = None,
                     reduce: Optional[bool] = None, reduction: str = "mean") -> Tensor:
    reduction = _legacy(size_average, reduce, reduction)
    return torch.ops.aten.soft_margin_loss(input, target, _reduction(reduction))


def multilabel_margin_loss(input: Tensor, target: Tensor, size_average: Optional[bool] = None,
                           reduce: Optional[bool] = None, reduction: str = "mean") -> Tensor:
    reduction = _legacy(size_average, reduce, reduction)
    return torch.ops.aten.multilabel_margin_loss(input, target, _reduction(reduction))


def multilabel_soft_margin_loss(input: Tensor, target: Tensor, weight: Optional[Tensor] = None,
                                size_average: Optional[bool] = None,
                                reduce: Optional[bool] = None, reduction: str = "mean") -> Tensor:
    reduction = _legacy(size_average, reduce, reduction)
    loss = -(target * torch.ops.aten.log_sigmoid(input)
             + (1 - target) * torch.ops.aten.log_sigmoid(-input))
    if weight is not None:
        loss = loss * weight
    loss = loss.sum(dim=input.dim() - 1) / input.size(input.dim() - 1)
    if reduction == "none":
        result = loss
    elif reduction == "mean":
        result = loss.mean()
    elif reduction == "sum":
        result = loss.sum()
    else:
        raise ValueError(reduction + " is not valid")
    return result


def multi_margin_loss(input: Tensor, target: Tensor, p: int = 1, margin: float = 1.0,
                      weight: Optional[Tensor] = None, size_average: Optional[bool] = None,
                      reduce: Optional[bool] = None, reduction: str = "mean") -> Tensor:
    reduction = _legacy(size_average, reduce, reduction)
    if p != 1 and p != 2:
        raise ValueError("only p == 1 and p == 2 supported")
    return torch.ops.aten.multi_margin_loss(input, target, p, margin, weight, _reduction(reduction))


def triplet_margin_loss(anchor: Tensor, positive: Tensor, negative: Tensor, margin: float = 1.0,
                        p: float = 2, eps: float = 1e-6, swap: bool = False,
                        size_average: Optional[bool] = None, reduce: Optional[bool] = None,
                        reduction: str = "mean") -> Tensor:
    reduction = _legacy(size_average, reduce, reduction)
    return torch.triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap,
                                     _reduction(reduction))


# With a function as an argument: for programs, not for compiled code.
def triplet_margin_with_distance_loss(anchor: Tensor, positive: Tensor, negative: Tensor, *, distance_function=None,
                                      margin: float = 1.0, swap: bool = False, reduction: str = "mean") -> Tensor:
    if distance_function is None:
        distance_function = pairwise_distance
    near = distance_function(anchor, positive)
    far = distance_function(anchor, negative)
    if swap:
        far = torch.min(far, distance_function(positive, negative))
    loss = torch.clamp(near - far + margin, min=0.0)
    if reduction == "mean":
        return loss.mean()
    return loss.sum() if reduction == "sum" else loss


def ctc_loss(log_probs: Tensor, targets: Tensor, input_lengths: Tensor, target_lengths: Tensor,
             blank: int = 0, reduction: str = "mean", zero_infinity: bool = False) -> Tensor:
    return torch.ctc_loss(log_probs, targets, input_lengths, target_lengths, blank,
                          _reduction(reduction), zero_infinity)


# Geometry.

def unfold(input: Tensor, kernel_size: BroadcastingList2[int], dilation: BroadcastingList2[int] = 1,
           padding: BroadcastingList2[int] = 0, stride: BroadcastingList2[int] = 1) -> Tensor:
    return torch.ops.aten.im2col(input, kernel_size, dilation, padding, stride)


def fold(input: Tensor, output_size: BroadcastingList2[int], kernel_size: BroadcastingList2[int],
         dilation: BroadcastingList2[int] = 1, padding: BroadcastingList2[int] = 0,
         stride: BroadcastingList2[int] = 1) -> Tensor:
    return torch.ops.aten.col2im(input, output_size, kernel_size, dilation, padding, stride)


def affine_grid(theta: Tensor, size: List[int], align_corners: Optional[bool] = None) -> Tensor:
    corners = False
    if align_corners is not None:
        corners = align_corners
    return torch.affine_grid_generator(theta, size, corners)


def grid_sample(input: Tensor, grid: Tensor, mode: str = "bilinear", padding_mode: str = "zeros",
                align_corners: Optional[bool] = None) -> Tensor:
    if mode == "bilinear":
        mode_number = 0
    elif mode == "nearest":
        mode_number = 1
    elif mode == "bicubic":
        mode_number = 2
    else:
        raise ValueError("nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', but got: '{}'".format(mode))
    if padding_mode == "zeros":
        padding_number = 0
    elif padding_mode == "border":
        padding_number = 1
    elif padding_mode == "reflection":
        padding_number = 2
    else:
        raise ValueError("nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or 'reflection', but got: '{}'".format(padding_mode))
    corners = False
    if align_corners is not None:
        corners = align_corners
    return torch.grid_sampler(input, grid, mode_number, padding_number, corners)


# Resampling.

def _resample_size(size: Union[int, List[int], Tuple[int], Tuple[int, int], Tuple[int, int, int], None],
                   spatial: int) -> Optional[List[int]]:
    if not torch.jit.is_scripting():
        return size if size is None else [size] * spatial if isinstance(size, int) else list(size)
    if size is None:
        return None
    elif isinstance(size, int):
        return [size for _ in range(spatial)]
    elif isinstance(size, Tuple[int]):
        return [size[0]]
    elif isinstance(size, Tuple[int, int]):
        return [size[0], size[1]]
    elif isinstance(size, Tuple[int, int, int]):
        return [size[0], size[1], size[2]]
    else:
        return size


def _resample_scales(scale: Union[float, int, List[float], Tuple[float], Tuple[float, float],
                                  Tuple[float, float, float], None],
                     spatial: int) -> Optional[List[float]]:
    if not torch.jit.is_scripting():
        return scale if scale is None else [scale] * spatial if isinstance(scale, (int, float)) else list(scale)
    if scale is None:
        return None
    elif isinstance(scale, float):
        return [scale for _ in range(spatial)]
    elif isinstance(scale, int):
        return [float(scale) for _ in range(spatial)]
    elif isinstance(scale, Tuple[float]):
        return [scale[0]]
    elif isinstance(scale, Tuple[float, float]):
        return [scale[0], scale[1]]
    elif isinstance(scale, Tuple[float, float, float]):
        return [scale[0], scale[1], scale[2]]
    else:
        return scale


def _is_true(flag: Optional[bool]) -> bool:
    if flag is None:
        return False
    return flag


def interpolate(input: Tensor,
                size: Union[int, List[int], Tuple[int], Tuple[int, int], Tuple[int, int, int], None] = None,
                scale_factor: Union[float, int, List[float], Tuple[float], Tuple[float, float],
                                    Tuple[float, float, float], None] = None,
                mode: str = "nearest", align_corners: Optional[bool] = None,
                recompute_scale_factor: Optional[bool] = None, antialias: bool = False) -> Tensor:
    spatial = input.dim() - 2
    sizes = _resample_size(size, spatial)
    scales = _resample_scales(scale_factor, spatial)
    if sizes is None and scales is None:
        raise ValueError("either size or scale_factor should be defined")
    if sizes is not None and scales is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    if sizes is not None and len(sizes) != spatial:
        raise ValueError("Input and output must have the same number of spatial dimensions")
    if scales is not None and len(scales) != spatial:
        raise ValueError("Input and scale_factor must have the same number of spatial dimensions")
    corners = False
    if mode == "nearest" or mode == "area" or mode == "nearest-exact":
        if align_corners is not None:
            raise ValueError("align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | trilinear")
    elif align_corners is not None:
        corners = align_corners
    if scales is not None and (mode == "area" or _is_true(recompute_scale_factor)):
        sizes = [int(float(input.size(i + 2)) * scales[i]) for i in range(spatial)]
        scales = None
    if antialias and not ((mode == "bilinear" or mode == "bicubic") and spatial == 2):
        raise ValueError("Anti-alias option is only supported for bilinear and bicubic modes")
    if mode == "nearest":
        if spatial == 1:
            return torch.ops.aten.upsample_nearest1d(input, sizes, scales)
        elif spatial == 2:
            return torch.ops.aten.upsample_nearest2d(input, sizes, scales)
        elif spatial == 3:
            return torch.ops.aten.upsample_nearest3d(input, sizes, scales)
    elif mode == "nearest-exact":
        if spatial == 1:
            return torch.ops.aten._upsample_nearest_exact1d(input, sizes, scales)
        elif spatial == 2:
            return torch.ops.aten._upsample_nearest_exact2d(input, sizes, scales)
        elif spatial == 3:
            return torch.ops.aten._upsample_nearest_exact3d(input, sizes, scales)
    elif mode == "area":
        if sizes is not None:
            if spatial == 1:
                return torch.adaptive_avg_pool1d(input, sizes)
            elif spatial == 2:
                return torch.ops.aten.adaptive_avg_pool2d(input, sizes)
            elif spatial == 3:
                return torch.ops.aten.adaptive_avg_pool3d(input, sizes)
    elif mode == "linear" and spatial == 1:
        return torch.ops.aten.upsample_linear1d(input, sizes, corners, scales)
    elif mode == "bilinear" and spatial == 2:
        if antialias:
            return torch.ops.aten._upsample_bilinear2d_aa(input, sizes, corners, scales)
        return torch.ops.aten.upsample_bilinear2d(input, sizes, corners, scales)
    elif mode == "trilinear" and spatial == 3:
        return torch.ops.aten.upsample_trilinear3d(input, sizes, corners, scales)
    elif mode == "bicubic" and spatial == 2:
        if antialias:
            return torch.ops.aten._upsample_bicubic2d_aa(input, sizes, corners, scales)
        return torch.ops.aten.upsample_bicubic2d(input, sizes, corners, scales)
    raise NotImplementedError("input with {} spatial dimensions does not go with mode '{}'".format(spatial, mode))


def upsample(input: Tensor, size: Union[int, List[int], Tuple[int], Tuple[int, int], Tuple[int, int, int], None] = None,
             scale_factor: Union[float, int, List[float], Tuple[float], Tuple[float, float],
                                 Tuple[float, float, float], None] = None,
             mode: str = "nearest", align_corners: Optional[bool] = None) -> Tensor:
    warnings.warn("nn.functional.upsample is deprecated. Use nn.functional.interpolate instead.")
    return interpolate(input, size, scale_factor, mode, align_corners)


def upsample_nearest(input: Tensor,
                     size: Union[int, List[int], Tuple[int], Tuple[int, int], Tuple[int, int, int], None] = None,
                     scale_factor: Union[float, int, List[float], Tuple[float], Tuple[float, float],
                                         Tuple[float, float, float], None] = None) -> Tensor:
    warnings.warn("nn.functional.upsample_nearest is deprecated. Use nn.functional.interpolate instead.")
    return interpolate(input, size, scale_factor, mode="nearest")


def upsample_bilinear(input: Tensor, size: Union[int, List[int], Tuple[int, int], None] = None,
                      scale_factor: Union[float, int, List[float], Tuple[float, float], None] = None) -> Tensor:
    warnings.warn("nn.functional.upsample_bilinear is deprecated. Use nn.functional.interpolate instead.")
    return interpolate(input, size, scale_factor, mode="bilinear", align_corners=True)


# Attention.

def _attention_mask(attn_mask: Optional[Tensor], key_padding_mask: Optional[Tensor], batch: int, heads: int,
                    target: int, source: int, like: Tensor) -> Optional[Tensor]:
    # Both masks as one that is added to the scores, or None.
    mask = attn_mask
    if mask is not None:
        if mask.dtype == torch.uint8:
            mask = mask.to(torch.bool)
        else:
            assert mask.is_floating_point() or mask.dtype == torch.bool, \
                "Only float, byte, and bool types are supported for attn_mask, not {}".format(mask.dtype)
        if mask.dim() == 2:
            if list(mask.size()) != [target, source]:
                raise RuntimeError("The shape of the 2D attn_mask is {}, but should be {}.".format(
                    mask.size(), (target, source)))
            mask = mask.unsqueeze(0)
        elif mask.dim() == 3:
            if list(mask.size()) != [batch * heads, target, source]:
                raise RuntimeError("The shape of the 3D attn_mask is {}, but should be {}.".format(
                    mask.size(), (batch * heads, target, source)))
        else:
            raise RuntimeError("attn_mask's dimension {} is not supported".format(mask.dim()))
    if key_padding_mask is not None:
        if key_padding_mask.dtype != torch.bool and not key_padding_mask.is_floating_point():
            raise AssertionError("only bool and floating types of key_padding_mask are supported")
        assert list(key_padding_mask.size()) == [batch, source], \
            "expecting key_padding_mask shape of {}, but got {}".format((batch, source), key_padding_mask.size())
        padding = key_padding_mask.view(batch, 1, 1, source).expand(-1, heads, -1, -1)
        padding = padding.reshape(batch * heads, 1, source)
        if mask is None:
            mask = padding
        elif mask.dtype == torch.bool:
            mask = mask.logical_or(padding)
        else:
            mask = mask.masked_fill(padding, float("-inf"))
    if mask is not None and mask.dtype == torch.bool:
        scores = torch.zeros_like(mask, dtype=like.dtype)
        mask = scores.masked_fill_(mask, float("-inf"))
    return mask


def multi_head_attention_forward(query: Tensor, key: Tensor, value: Tensor, embed_dim_to_check: int, num_heads: int,
                                 in_proj_weight: Optional[Tensor], in_proj_bias: Optional[Tensor],
                                 bias_k: Optional[Tensor], bias_v: Optional[Tensor], add_zero_attn: bool,
                                 dropout_p: float, out_proj_weight: Tensor, out_proj_bias: Optional[Tensor],
                                 training: bool = True, key_padding_mask: Optional[Tensor] = None,
                                 need_weights: bool = True, attn_mask: Optional[Tensor] = None,
                                 use_separate_proj_weight: bool = False, q_proj_weight: Optional[Tensor] = None,
                                 k_proj_weight: Optional[Tensor] = None, v_proj_weight: Optional[Tensor] = None,
                                 static_k: Optional[Tensor] = None, static_v: Optional[Tensor] = None,
                                 average_attn_weights: bool = True) -> Tuple[Tensor, Optional[Tensor]]:
    is_batched = query.dim() == 3
    if not is_batched:
        if query.dim() != 2:
            raise AssertionError("query should be unbatched 2D or batched 3D tensor but received {}-D query tensor".format(
                query.dim()))
        query = query.unsqueeze(1)
        key = key.unsqueeze(1)
        value = value.unsqueeze(1)
        if key_padding_mask is not None:
            key_padding_mask = key_padding_mask.unsqueeze(0)
    target, batch, embed = query.size(0), query.size(1), query.size(2)
    assert embed == embed_dim_to_check, \
        "was expecting embedding dimension of {}, but got {}".format(embed_dim_to_check, embed)
    head = embed // num_heads
    assert head * num_heads == embed, "embed_dim {} not divisible by num_heads {}".format(embed, num_heads)
    if use_separate_proj_weight:
        assert key.size(0) == value.size(0) and key.size(1) == value.size(1), \
            "key's sequence and batch dims {} do not match value's {}".format(key.size()[:2], value.size()[:2])
        assert q_proj_weight is not None, "use_separate_proj_weight is True but q_proj_weight is None"
        assert k_proj_weight is not None, "use_separate_proj_weight is True but k_proj_weight is None"
        assert v_proj_weight is not None, "use_separate_proj_weight is True but v_proj_weight is None"
        w_q, w_k, w_v = q_proj_weight, k_proj_weight, v_proj_weight
    else:
        assert key.size() == value.size(), \
            "key shape {} does not match value shape {}".format(key.size(), value.size())
        assert in_proj_weight is not None, "use_separate_proj_weight is False but in_proj_weight is None"
        w_q, w_k, w_v = in_proj_weight.chunk(3)
    b_q: Optional[Tensor] = None
    b_k: Optional[Tensor] = None
    b_v: Optional[Tensor] = None
    if in_proj_bias is not None:
        b_q, b_k, b_v = in_proj_bias.chunk(3)
    # Operands that are one tensor take one product.
    if in_proj_weight is not None and not use_separate_proj_weight and key is value:
        if query is key:
            q, k, v = torch.nn.functional.linear(query, in_proj_weight, in_proj_bias).chunk(3, dim=-1)
        else:
            q = torch.nn.functional.linear(query, w_q, b_q)
            b_kv = None if in_proj_bias is None else in_proj_bias[embed:]
            k, v = torch.nn.functional.linear(key, in_proj_weight[embed:], b_kv).chunk(2, dim=-1)
    else:
        q = torch.nn.functional.linear(query, w_q, b_q)
        k = torch.nn.functional.linear(key, w_k, b_k)
        v = torch.nn.functional.linear(value, w_v, b_v)
    extra = 0
    if bias_k is not None and bias_v is not None:
        k = torch.cat([k, bias_k.repeat(1, batch, 1)])
        v = torch.cat([v, bias_v.repeat(1, batch, 1)])
        extra += 1
    q = q.contiguous().view(target, batch * num_heads, head).transpose(0, 1)
    if static_k is None:
        k = k.contiguous().view(k.size(0), batch * num_heads, head).transpose(0, 1)
    else:
        k = static_k
    if static_v is None:
        v = v.contiguous().view(v.size(0), batch * num_heads, head).transpose(0, 1)
    else:
        v = static_v
    if add_zero_attn:
        zeros = torch.zeros([batch * num_heads, 1, head], dtype=k.dtype, device=k.device)
        k = torch.cat([k, zeros], 1)
        v = torch.cat([v, zeros.to(v.dtype)], 1)
        extra += 1
    # Masks do not speak of what was added.
    if extra > 0:
        if attn_mask is not None:
            attn_mask = torch.nn.functional.pad(attn_mask, [0, extra])
        if key_padding_mask is not None:
            key_padding_mask = torch.nn.functional.pad(key_padding_mask, [0, extra])
    source = k.size(1)
    mask = _attention_mask(attn_mask, key_padding_mask, batch, num_heads, target, source, q)
    scaled = q / math.sqrt(float(head))
    if mask is not None:
        weights = torch.baddbmm(mask, scaled, k.transpose(-2, -1))
    else:
        weights = torch.bmm(scaled, k.transpose(-2, -1))
    weights = torch.softmax(weights, -1)
    if training and dropout_p > 0.0:
        weights = dropout(weights, dropout_p)
    output = torch.bmm(weights, v).transpose(0, 1).contiguous().view(target * batch, embed)
    output = torch.nn.functional.linear(output, out_proj_weight, out_proj_bias)
    output = output.view(target, batch, output.size(1))
    if not is_batched:
        output = output.squeeze(1)
    if not need_weights:
        return output, None
    weights = weights.view(batch, num_heads, target, source)
    if average_attn_weights:
        weights = weights.sum(dim=1) / num_heads
    return output, weights if is_batched else weights.squeeze(0)
