# Activations as elementwise operators, from their definitions in the PyTorch
# documentation.
import math
from typing import List, Optional, Union
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


@register_decomposition(aten.celu.default)
def celu(self: Tensor, alpha: Union[int, float, complex]) -> Tensor:
    a = float(alpha)
    return aten.elu(self, a, 1.0, 1.0 / a)


@register_decomposition(aten.selu.default)
def selu(self: Tensor) -> Tensor:
    return aten.elu(self, 1.6732632423543772, 1.0507009873554805, 1.0)


@register_decomposition(aten.softplus.default)
def softplus(self: Tensor, beta: Union[int, float, complex],
             threshold: Union[int, float, complex]) -> Tensor:
    scaled = self * beta
    return torch.where(scaled > threshold, self,
                       torch.log1p(torch.exp(scaled)) / beta)


@register_decomposition(aten.mish.default)
def mish(self: Tensor) -> Tensor:
    return self * torch.tanh(torch.log1p(torch.exp(self)))


@register_decomposition(aten.log_sigmoid.default)
def log_sigmoid(self: Tensor) -> Tensor:
    return torch.clamp(self, None, 0) - torch.log1p(torch.exp(-torch.abs(self)))


@register_decomposition(aten.hardshrink.default)
def hardshrink(self: Tensor, lambd: Union[int, float, complex]) -> Tensor:
    inside = torch.abs(self) <= lambd
    return torch.masked_fill(self, inside, 0)


@register_decomposition(aten.softshrink.default)
def softshrink(self: Tensor, lambd: Union[int, float, complex]) -> Tensor:
    low = torch.where(self < -float(lambd), self + lambd, 0.0)
    return torch.where(self > lambd, self - lambd, low)


@register_decomposition(aten.threshold.default)
def threshold(self: Tensor, threshold: Union[int, float, complex],
              value: Union[int, float, complex]) -> Tensor:
    return torch.masked_fill(self, self <= threshold, value)


@register_decomposition(aten.prelu.default)
def prelu(self: Tensor, weight: Tensor) -> Tensor:
    shape: List[int] = []
    if weight.numel() != 1:
        if self.dim() == 0:
            raise RuntimeError("Not allow zero-dim input tensor.")
        channels = 1
        if self.dim() > 1:
            channels = self.size(1)
        if channels != weight.numel():
            raise RuntimeError("Mismatch of parameter numbers and input channel size. Found "
                               f"parameter numbers = {weight.numel()} and channel size = {channels}.")
        shape = [-1] + [1] * (self.dim() - 2)
    slope = weight.view(shape)
    return torch.where(self > 0, self, self * slope)


@register_decomposition(aten.glu.default)
def glu(self: Tensor, dim: int) -> Tensor:
    size = self.size(dim)
    if size % 2 != 0:
        raise RuntimeError(f"Halving dimension must be even, but dimension {dim} is size {size}")
    half = size // 2
    gate = aten.slice(self, dim, half, size)
    return aten.slice(self, dim, 0, half) * torch.sigmoid(gate)


@register_decomposition(aten.logit.default)
def logit(self: Tensor, eps: Optional[float]) -> Tensor:
    x = self
    if not x.is_floating_point():
        x = x.to(torch.float)
    if eps is not None:
        x = torch.clamp(x, eps, 1.0 - eps)
    return torch.log(x / (1 - x))


@register_decomposition(aten.square.default)
def square(self: Tensor) -> Tensor:
    # Of truth values; a table serves the others.
    return self.to(torch.int64) if self.dtype == torch.bool else torch.square(self)


@register_decomposition(aten.clamp_min.Tensor)
def clamp_min(self: Tensor, min: Tensor) -> Tensor:
    if self.dtype == torch.bool and min.dtype == torch.bool:
        return torch.logical_or(self, min)
    return torch.clamp_min(self, min)


@register_decomposition(aten.clamp_max.Tensor)
def clamp_max(self: Tensor, max: Tensor) -> Tensor:
    if self.dtype == torch.bool and max.dtype == torch.bool:
        return torch.logical_and(self, max)
    return torch.clamp_max(self, max)


@register_decomposition(aten.round.decimals)
def round_decimals(self: Tensor, decimals: int) -> Tensor:
    if decimals == 0:
        return torch.round(self)
    elif decimals < 0:
        scale = math.pow(10.0, -decimals)
        return torch.round(self / scale) * scale
    scale = math.pow(10.0, decimals)
    return torch.round(self * scale) / scale


# In training elements, or whole channels, are dropped by coins: ones with probability
# 1 - p, which are thrown for a tensor like the input, in the order of its elements.
def coins(input: Tensor, p: float, by_channel: bool) -> Tensor:
    if by_channel:
        channels = [input.size(0), input.size(1)] + [1] * (input.dim() - 2)
        return aten.bernoulli(torch.zeros(channels, dtype=input.dtype), 1 - p)
    return aten.bernoulli(torch.empty_like(input), 1 - p)


# As `drop`, so that mean and variance stay those of SELU's results.
def drop_alpha(input: Tensor, p: float, by_channel: bool) -> Tensor:
    alpha = 1.7580993408473766
    a = 1 / math.sqrt((alpha * alpha * p + 1) * (1 - p))
    kept = coins(input, p, by_channel)
    return input * (kept * a) + ((kept - 1.0) * (alpha * a) + alpha * a * p)


def drop(input: Tensor, p: float, train: bool, by_channel: bool, alpha: bool) -> Tensor:
    if p < 0 or p > 1:
        raise RuntimeError(f"dropout probability has to be between 0 and 1, but got {p}")
    if p == 0 or not train or input.numel() == 0:
        return input
    if p == 1:
        return input * torch.zeros([], dtype=input.dtype)
    if alpha:
        return drop_alpha(input, p, by_channel)
    return input * (coins(input, p, by_channel) / (1 - p))


@register_decomposition(aten.dropout.default)
def dropout(input: Tensor, p: float, train: bool) -> Tensor:
    if not input.is_floating_point():
        return torch.dropout(input, p, train)
    return drop(input, p, train, False, False)


@register_decomposition(aten.feature_dropout.default)
def feature_dropout(input: Tensor, p: float, train: bool) -> Tensor:
    if not input.is_floating_point() or input.dim() < 2:
        return torch.feature_dropout(input, p, train)
    return drop(input, p, train, True, False)


@register_decomposition(aten.alpha_dropout.default)
def alpha_dropout(input: Tensor, p: float, train: bool) -> Tensor:
    if not input.is_floating_point():
        return torch.alpha_dropout(input, p, train)
    return drop(input, p, train, False, True)


@register_decomposition(aten.feature_alpha_dropout.default)
def feature_alpha_dropout(input: Tensor, p: float, train: bool) -> Tensor:
    if not input.is_floating_point() or input.dim() < 2:
        return torch.feature_alpha_dropout(input, p, train)
    return drop(input, p, train, True, True)


@register_decomposition(aten.dropout_.default)
def dropout_(self: Tensor, p: float, train: bool) -> Tensor:
    if not train:
        return aten.dropout_(self, p, train)
    return aten.copy_(self, torch.dropout(self, p, train).clone())


@register_decomposition(aten.feature_dropout_.default)
def feature_dropout_(self: Tensor, p: float, train: bool) -> Tensor:
    if not train:
        return aten.feature_dropout_(self, p, train)
    return aten.copy_(self, torch.feature_dropout(self, p, train).clone())


@register_decomposition(aten.alpha_dropout_.default)
def alpha_dropout_(self: Tensor, p: float, train: bool) -> Tensor:
    if not train:
        return aten.alpha_dropout_(self, p, train)
    return aten.copy_(self, torch.alpha_dropout(self, p, train).clone())


@register_decomposition(aten.feature_alpha_dropout_.default)
def feature_alpha_dropout_(self: Tensor, p: float, train: bool) -> Tensor:
    if not train:
        return aten.feature_alpha_dropout_(self, p, train)
    return aten.copy_(self, torch.feature_alpha_dropout(self, p, train).clone())
