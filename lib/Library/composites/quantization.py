# Numbers that are rounded to those of a quantized tensor, and stay floats. As in PyTorch's kernels
# the numbers are scaled by the inverse in single precision and rounded to the nearest even integer.
from typing import Tuple
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


def steps(self: Tensor, scale: Tensor, zero_point: Tensor) -> Tensor:
    return torch.round(self * torch.reciprocal(scale)) + zero_point


def values(q: Tensor, scale: Tensor, zero_point: Tensor, quant_min: int, quant_max: int, dtype: int) -> Tensor:
    return ((torch.clamp(q, quant_min, quant_max) - zero_point) * scale).to(dtype)


def single(number: float) -> Tensor:
    return torch.tensor(number, dtype=torch.float32)


# A zero point of a channel that is no integer is added before rounding.
def channel_steps(self: Tensor, scale: Tensor, zero: Tensor, zero_point: Tensor) -> Tensor:
    if zero_point.is_floating_point():
        return torch.round(self * torch.reciprocal(scale) + zero)
    return steps(self, scale, zero)


def along(parameters: Tensor, self: Tensor, axis: int) -> Tensor:
    sizes = [1 for _ in range(self.dim())]
    sizes[axis] = parameters.size(0)
    return parameters.reshape(sizes).to(torch.float32)


def check(quant_min: int, quant_max: int) -> None:
    if quant_min > quant_max:
        raise RuntimeError("`quant_min` should be less than or         equal to `quant_max`.")


@register_decomposition([aten.fake_quantize_per_tensor_affine.default])
def fake_quantize_per_tensor_affine(self: Tensor, scale: float, zero_point: int, quant_min: int,
                                    quant_max: int) -> Tensor:
    check(quant_min, quant_max)
    step, zero = single(scale), single(float(zero_point))
    return values(steps(self, step, zero), step, zero, quant_min, quant_max, self.dtype)


@register_decomposition([aten.fake_quantize_per_tensor_affine.tensor_qparams])
def fake_quantize_by_tensors(self: Tensor, scale: Tensor, zero_point: Tensor, quant_min: int,
                             quant_max: int) -> Tensor:
    check(quant_min, quant_max)
    step, zero = scale.reshape([]).to(torch.float32), zero_point.reshape([]).to(torch.float32)
    return values(steps(self, step, zero), step, zero, quant_min, quant_max, self.dtype)


@register_decomposition([aten.fake_quantize_per_channel_affine.default])
def fake_quantize_per_channel_affine(self: Tensor, scale: Tensor, zero_point: Tensor, axis: int, quant_min: int,
                                     quant_max: int) -> Tensor:
    check(quant_min, quant_max)
    step, zero = along(scale, self, axis), along(zero_point, self, axis)
    return values(channel_steps(self, step, zero, zero_point), step, zero, quant_min, quant_max, self.dtype)


@register_decomposition([aten.fake_quantize_per_tensor_affine_cachemask.default])
def fake_quantize_per_tensor_affine_cachemask(self: Tensor, scale: float, zero_point: int, quant_min: int,
                                              quant_max: int) -> Tuple[Tensor, Tensor]:
    check(quant_min, quant_max)
    step, zero = single(scale), single(float(zero_point))
    q = steps(self, step, zero)
    return values(q, step, zero, quant_min, quant_max, self.dtype), (q >= quant_min) & (q <= quant_max)


@register_decomposition([aten.fake_quantize_per_channel_affine_cachemask.default])
def fake_quantize_per_channel_affine_cachemask(self: Tensor, scale: Tensor, zero_point: Tensor, axis: int,
                                               quant_min: int, quant_max: int) -> Tuple[Tensor, Tensor]:
    check(quant_min, quant_max)
    step, zero = along(scale, self, axis), along(zero_point, self, axis)
    q = channel_steps(self, step, zero, zero_point)
    return values(q, step, zero, quant_min, quant_max, self.dtype), (q >= quant_min) & (q <= quant_max)


@register_decomposition([aten.fake_quantize_per_tensor_affine_cachemask_backward.default,
                         aten.fake_quantize_per_channel_affine_cachemask_backward.default])
def fake_quantize_cachemask_backward(grad: Tensor, mask: Tensor) -> Tensor:
    return grad * mask.to(grad.dtype)
