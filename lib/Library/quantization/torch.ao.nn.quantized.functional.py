"""torch.ao.nn.quantized.functional: functions of quantized tensors."""

import warnings
from typing import List, Optional

import torch
import torch.nn.functional as F
from torch import Tensor
from torch.ao.nn.quantized.modules.utils import _pair_from_first
from torch.nn.modules.utils import _pair, _triple


def _check(input, name):
    if not input.is_quantized:
        raise ValueError("Input to 'quantized." + name + "' must be quantized!")


def avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
               divisor_override=None):
    _check(input, "avg_pool2d")
    return F.avg_pool2d(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def avg_pool3d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
               divisor_override=None):
    _check(input, "avg_pool3d")
    return F.avg_pool3d(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def adaptive_avg_pool2d(input, output_size):
    _check(input, "functional.adaptive_avg_pool2d")
    return F.adaptive_avg_pool2d(input, output_size)


def adaptive_avg_pool3d(input, output_size):
    _check(input, "functional.adaptive_avg_pool3d")
    return F.adaptive_avg_pool3d(input, output_size)


def _check_convolution(input, weight, padding_mode, sizes):
    if padding_mode != "zeros":
        raise NotImplementedError("Only zero-padding is supported!")
    if input.dtype != torch.quint8:
        raise NotImplementedError("Only torch.quint8 is supported for activation tensor!")
    if weight.dtype != torch.qint8:
        raise NotImplementedError("Only torch.qint8 is supported for weight tensor!")
    if input.ndim != len(sizes.split(",")):
        raise ValueError("Input shape must be `(" + sizes + ")`!")


def conv1d(input, weight, bias, stride=1, padding=0, dilation=1, groups=1, padding_mode="zeros", scale=1.0,
           zero_point=0, dtype=torch.quint8):
    _check_convolution(input, weight, padding_mode, "N, C, L")
    packed = torch.ops.quantized.conv1d_prepack(
        weight, bias, _pair_from_first(stride)[:1], _pair_from_first(padding)[:1], _pair_from_first(dilation)[:1], groups)
    return torch.ops.quantized.conv1d(input, packed, scale, zero_point)


def conv2d(input, weight, bias, stride=1, padding=0, dilation=1, groups=1, padding_mode="zeros", scale=1.0,
           zero_point=0, dtype=torch.quint8):
    _check_convolution(input, weight, padding_mode, "N, C, H, W")
    packed = torch.ops.quantized.conv2d_prepack(weight, bias, _pair(stride), _pair(padding), _pair(dilation), groups)
    return torch.ops.quantized.conv2d(input, packed, scale, zero_point)


def conv3d(input, weight, bias, stride=1, padding=0, dilation=1, groups=1, padding_mode="zeros", scale=1.0,
           zero_point=0, dtype=torch.quint8):
    _check_convolution(input, weight, padding_mode, "N, C, D, H, W")
    packed = torch.ops.quantized.conv3d_prepack(
        weight, bias, _triple(stride), _triple(padding), _triple(dilation), groups)
    return torch.ops.quantized.conv3d(input, packed, scale, zero_point)


def interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
    _check(input, "interpolate")
    return F.interpolate(input, size, scale_factor, mode, align_corners)


def linear(input: Tensor, weight: Tensor, bias: Optional[Tensor] = None, scale: Optional[float] = None,
           zero_point: Optional[int] = None) -> Tensor:
    if scale is None:
        scale = input.q_scale()
    if zero_point is None:
        zero_point = input.q_zero_point()
    packed = torch.ops.quantized.linear_prepack(weight, bias)
    return torch.ops.quantized.linear(input, packed, scale, zero_point)


def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    if return_indices:
        raise NotImplementedError("return_indices is not yet implemented!")
    return F.max_pool1d(input, kernel_size, stride, padding, dilation, ceil_mode=ceil_mode)


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    if return_indices:
        raise NotImplementedError("return_indices is not yet implemented!")
    return F.max_pool2d(input, kernel_size, stride, padding, dilation, ceil_mode=ceil_mode)


def celu(input: Tensor, scale: float, zero_point: int, alpha: float = 1.0) -> Tensor:
    _check(input, "celu")
    return torch.ops.quantized.celu(input, scale, zero_point, alpha)


def leaky_relu(input: Tensor, negative_slope: float = 0.01, inplace: bool = False, scale: Optional[float] = None,
               zero_point: Optional[int] = None):
    if scale is not None and zero_point is not None:
        assert not inplace, "Cannot rescale with `inplace`"
        return torch.ops.quantized.leaky_relu(input, negative_slope, False, scale, zero_point)
    return F.leaky_relu(input, negative_slope, inplace)


def hardtanh(input: Tensor, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False) -> Tensor:
    _check(input, "hardtanh")
    return F.hardtanh(input, min_val, max_val, inplace)


def hardswish(input: Tensor, scale: float, zero_point: int) -> Tensor:
    _check(input, "hardswish")
    return torch.ops.quantized.hardswish(input, scale, zero_point)


def threshold(input: Tensor, threshold: float, value: float) -> Tensor:
    _check(input, "threshold")
    for name, given in (("threshold", threshold), ("value", value)):
        if given is None:
            raise ValueError("Input to '" + name + "' must be specified!")
    return torch.ops.quantized.threshold(input, threshold, value)


def elu(input: Tensor, scale: float, zero_point: int, alpha: float = 1.0) -> Tensor:
    _check(input, "elu")
    return torch.ops.quantized.elu(input, scale, zero_point, alpha)


def hardsigmoid(input: Tensor, inplace: bool = False) -> Tensor:
    _check(input, "hardsigmoid")
    return F.hardsigmoid(input, inplace)


def clamp(input: Tensor, min_: float, max_: float) -> Tensor:
    _check(input, "clamp")
    return torch.clamp(input, min_, max_)


def _deprecated(name):
    warnings.warn("nn.quantized.functional." + name +
                  " is deprecated. Use nn.quantized.functional.interpolate instead.")


def upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
    _deprecated("upsample")
    return interpolate(input, size, scale_factor, mode, align_corners)


def upsample_bilinear(input, size=None, scale_factor=None):
    _deprecated("upsample_bilinear")
    return interpolate(input, size, scale_factor, mode="bilinear", align_corners=True)


def upsample_nearest(input, size=None, scale_factor=None):
    _deprecated("upsample_nearest")
    return interpolate(input, size, scale_factor, mode="nearest")
