# Gradients of losses. `reduction` is 0: none, 1: the mean, 2: the sum. The runtime has no
# kernels of them.
from typing import List, Optional, Tuple, Union
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


# What each element of a loss counts.
def share(grad_output: Tensor, self: Tensor, reduction: int) -> Tensor:
    return grad_output / self.numel() if reduction == 1 else grad_output


@register_decomposition([aten.mse_loss_backward.default])
def mse_loss_backward(grad_output: Tensor, self: Tensor, target: Tensor, reduction: int) -> Tensor:
    return 2 * (self - target) * share(grad_output, self, reduction)


@register_decomposition([aten.smooth_l1_loss_backward.default])
def smooth_l1_loss_backward(grad_output: Tensor, self: Tensor, target: Tensor, reduction: int, beta: float) -> Tensor:
    x = self - target
    slope = torch.where(torch.abs(x) < beta, x / beta, torch.sign(x))
    return slope * share(grad_output, self, reduction)


@register_decomposition([aten.huber_loss_backward.default])
def huber_loss_backward(grad_output: Tensor, self: Tensor, target: Tensor, reduction: int, delta: float) -> Tensor:
    x = self - target
    return torch.clamp(x, -delta, delta) * share(grad_output, self, reduction)


@register_decomposition([aten.soft_margin_loss_backward.default])
def soft_margin_loss_backward(grad_output: Tensor, self: Tensor, target: Tensor, reduction: int) -> Tensor:
    z = torch.exp(-target * self)
    return -target * z / (z + 1) * share(grad_output, self, reduction)


@register_decomposition([aten.binary_cross_entropy_backward.default])
def binary_cross_entropy_backward(grad_output: Tensor, self: Tensor, target: Tensor, weight: Optional[Tensor],
                                  reduction: int) -> Tensor:
    result = grad_output * (self - target) / torch.clamp((1 - self) * self, min=1e-12)
    if weight is not None:
        result = result * weight
    return result / self.numel() if reduction == 1 else result


# The gradient of the loss of classes in dimension `dim`.
def of_classes(grad_output: Tensor, self: Tensor, target: Tensor, weight: Optional[Tensor], reduction: int,
               ignore_index: int, total_weight: Tensor, dim: int) -> Tensor:
    counts = target != ignore_index
    safe = torch.where(counts, target, torch.zeros_like(target))
    factor = torch.ones(target.shape, dtype=self.dtype)
    if weight is not None:
        factor = weight[safe].reshape(target.shape)
    scaled = grad_output
    if reduction == 1:
        scaled = grad_output / total_weight
    values = torch.where(counts, -factor * scaled, torch.zeros_like(factor))
    return torch.zeros_like(self).scatter(dim, safe.unsqueeze(dim), values.unsqueeze(dim))


@register_decomposition([aten.nll_loss_backward.default])
def nll_loss_backward(grad_output: Tensor, self: Tensor, target: Tensor, weight: Optional[Tensor], reduction: int,
                      ignore_index: int, total_weight: Tensor) -> Tensor:
    if self.dim() < 1 or self.dim() > 2:
        raise RuntimeError("input tensor should be 1D or 2D")
    if self.dim() == 2:
        return of_classes(grad_output, self, target, weight, reduction, ignore_index, total_weight, 1)
    if target.dim() > 0 and target.size(0) != self.size(0):
        raise RuntimeError(f"size mismatch (got input: {self.shape}, target: {target.shape})")
    # Of one sample; there may be more targets, which nobody looks at.
    return of_classes(grad_output.reshape([-1])[0], self, target.reshape([-1])[0], weight, reduction, ignore_index,
                      total_weight, 0)


@register_decomposition([aten.nll_loss2d_backward.default])
def nll_loss2d_backward(grad_output: Tensor, self: Tensor, target: Tensor, weight: Optional[Tensor], reduction: int,
                        ignore_index: int, total_weight: Tensor) -> Tensor:
    return of_classes(grad_output, self, target, weight, reduction, ignore_index, total_weight, 1)


@register_decomposition([aten.multi_margin_loss_backward.default])
def multi_margin_loss_backward(grad_output: Tensor, self: Tensor, target: Tensor, p: Union[int, float, complex],
                               margin: Union[int, float, complex], weight: Optional[Tensor],
                               reduction: int) -> Tensor:
    x = self.reshape(-1, self.size(-1)) if self.dim() > 0 else self.reshape(1, 1)
    index = target.reshape(-1, 1)
    gap = float(margin) - x.gather(1, index) + x
    slope = torch.where(gap > 0, torch.ones_like(gap) if float(p) == 1.0 else 2 * gap, torch.zeros_like(gap))
    if weight is not None:
        slope = slope * weight[index]
    slope = slope.scatter(1, index, 0.0) / x.size(1)
    slope = slope.scatter(1, index, -slope.sum([1], True))
    if reduction == 1:
        slope = slope / x.size(0)
    scaled = grad_output.reshape(-1, 1) if reduction == 0 else grad_output
    return (slope * scaled).reshape(self.shape)
