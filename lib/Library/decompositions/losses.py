# Losses as elementwise operators and reductions, from their definitions in the
# PyTorch documentation. `reduction` is 0 for none, 1 for mean, 2 for sum.
import math
from typing import Optional, Tuple, Union
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


def reduce(loss: Tensor, reduction: int) -> Tensor:
    if reduction == 1:
        return torch.mean(loss)
    elif reduction == 2:
        return torch.sum(loss)
    return loss


@register_decomposition(aten.mse_loss.default)
def mse_loss(self: Tensor, target: Tensor, reduction: int) -> Tensor:
    return reduce(torch.square(self - target), reduction)


@register_decomposition(aten.l1_loss.default)
def l1_loss(self: Tensor, target: Tensor, reduction: int) -> Tensor:
    return reduce(torch.abs(self - target), reduction)


@register_decomposition(aten.smooth_l1_loss.default)
def smooth_l1_loss(self: Tensor, target: Tensor, reduction: int, beta: float) -> Tensor:
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    far = torch.abs(self - target)
    if beta == 0:
        return reduce(far, reduction)
    near = 0.5 * far * far / beta
    return reduce(torch.where(far < beta, near, far - 0.5 * beta), reduction)


@register_decomposition(aten.huber_loss.default)
def huber_loss(self: Tensor, target: Tensor, reduction: int, delta: float) -> Tensor:
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    far = torch.abs(self - target)
    near = 0.5 * far * far
    return reduce(torch.where(far < delta, near, delta * (far - 0.5 * delta)), reduction)


@register_decomposition(aten.binary_cross_entropy_with_logits.default)
def binary_cross_entropy_with_logits(self: Tensor, target: Tensor, weight: Optional[Tensor],
                                     pos_weight: Optional[Tensor], reduction: int) -> Tensor:
    low = torch.clamp(-self, 0)
    log = torch.log(torch.exp(-low) + torch.exp(-self - low))
    if pos_weight is not None:
        loss = (1 - target) * self + ((pos_weight - 1) * target + 1) * (log + low)
    else:
        loss = (1 - target) * self + low + log
    if weight is not None:
        loss = loss * weight
    return reduce(loss, reduction)


@register_decomposition(aten.soft_margin_loss.default)
def soft_margin_loss(self: Tensor, target: Tensor, reduction: int) -> Tensor:
    return reduce(torch.log(torch.exp(-self * target) + 1), reduction)


@register_decomposition(aten.kl_div.default)
def kl_div(self: Tensor, target: Tensor, reduction: int, log_target: bool) -> Tensor:
    if log_target:
        return reduce(torch.exp(target) * (target - self), reduction)
    return reduce(torch.xlogy(target, target) - target * self, reduction)


@register_decomposition(aten.poisson_nll_loss.default)
def poisson_nll_loss(input: Tensor, target: Tensor, log_input: bool, full: bool, eps: float,
                     reduction: int) -> Tensor:
    if log_input:
        loss = torch.exp(input) - target * input
    else:
        loss = input - target * torch.log(input + eps)
    if full:
        stirling = target * torch.log(target) - target + 0.5 * torch.log(2 * math.pi * target)
        loss = loss + torch.masked_fill(stirling, target <= 1, 0)
    return reduce(loss, reduction)


@register_decomposition(aten.margin_ranking_loss.default)
def margin_ranking_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: float,
                        reduction: int) -> Tensor:
    return reduce(torch.clamp_min(-target * (input1 - input2) + margin, 0), reduction)


@register_decomposition(aten.hinge_embedding_loss.default)
def hinge_embedding_loss(self: Tensor, target: Tensor, margin: float, reduction: int) -> Tensor:
    none = torch.zeros_like(self)
    far = torch.where(target != 1, torch.clamp_min(torch.full_like(self, margin) - self, 0), none)
    near = torch.where(target != -1, self, none)
    return reduce(far + near, reduction)


@register_decomposition(aten.cosine_embedding_loss.default)
def cosine_embedding_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: float,
                          reduction: int) -> Tensor:
    size = input1.dim()
    if input2.dim() != size or target.dim() != size - 1 or size > 2:
        return torch.cosine_embedding_loss(input1, input2, target, margin, reduction)
    axis = target.dim()
    epsilon = 1e-12
    product = torch.sum(input1 * input2, [axis])
    first = torch.sum(input1 * input1, [axis]) + epsilon
    second = torch.sum(input2 * input2, [axis]) + epsilon
    cosine = product / torch.sqrt(first * second)
    near = torch.where(target == 1, 1 - cosine, 0.0)
    far = torch.where(target == -1, torch.clamp_min(cosine - margin, 0), 0.0)
    return reduce(near + far, reduction)


@register_decomposition(aten.triplet_margin_loss.default)
def triplet_margin_loss(anchor: Tensor, positive: Tensor, negative: Tensor, margin: float, p: float, eps: float,
                        swap: bool, reduction: int) -> Tensor:
    if anchor.dim() != positive.dim() or anchor.dim() != negative.dim():
        return torch.triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, reduction)
    near = torch.pairwise_distance(anchor, positive, p, eps)
    far = torch.pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = torch.minimum(far, torch.pairwise_distance(positive, negative, p, eps))
    return reduce(torch.clamp_min(margin + near - far, 0), reduction)


@register_decomposition(aten.multi_margin_loss.default)
def multi_margin_loss(self: Tensor, target: Tensor, p: Union[int, float, complex], margin: Union[int, float, complex],
                      weight: Optional[Tensor], reduction: int) -> Tensor:
    power = float(p)
    fits = self.dim() <= 2 and self.numel() > 0 and (power == 1.0 or power == 2.0)
    if fits:
        rows = self.size(0) if self.dim() == 2 else 1
        fits = target.numel() == rows and target.dim() <= 1 and target.dtype == torch.int64
        if weight is not None:
            fits = fits and weight.dim() == 1
            fits = fits and weight.size(0) == self.numel() // rows
    if not fits:
        return aten.multi_margin_loss(self, target, p, margin, weight, reduction)
    x = self if self.dim() == 2 else self.reshape([1, -1])
    place = target.reshape([-1, 1])
    gap = float(margin) - torch.gather(x, 1, place) + x
    # What is no number does not count.
    far = torch.where(gap > 0, gap, 0.0)
    if power == 2.0:
        far = far * far
    if weight is not None:
        far = far * torch.index_select(weight, 0, place.reshape([-1])).unsqueeze(1)
    # The class itself does not count.
    far = torch.where(torch.arange(x.size(1)) == place, 0.0, far)
    loss = torch.sum(far, [1]) / x.size(1)
    return reduce(loss if target.dim() == 1 and self.dim() == 2 else loss.reshape([]), reduction)


@register_decomposition(aten.cross_entropy_loss.default)
def cross_entropy_loss(self: Tensor, target: Tensor, weight: Optional[Tensor], reduction: int, ignore_index: int,
                       label_smoothing: float) -> Tensor:
    if self.size() == target.size() or label_smoothing != 0 or self.dim() < 1:
        return aten.cross_entropy_loss(self, target, weight, reduction, ignore_index, label_smoothing)
    axis = 0 if self.dim() == 1 else 1
    return aten.nll_loss_nd(torch.log_softmax(self, axis), target, weight, reduction, ignore_index)


# What losses of classes are divided by for their mean.
def total_weight(self: Tensor, target: Tensor, weight: Optional[Tensor], ignore_index: int) -> Tensor:
    counts = target != ignore_index
    if weight is None:
        return torch.sum(counts).to(self.dtype)
    known = torch.where(counts, target, torch.zeros_like(target))
    weights = weight.index_select(0, known.reshape(-1))
    return torch.sum(torch.where(counts.reshape(-1), weights, torch.zeros_like(weights)))


@register_decomposition(aten.nll_loss_forward.default)
def nll_loss_forward(self: Tensor, target: Tensor, weight: Optional[Tensor], reduction: int,
                     ignore_index: int) -> Tuple[Tensor, Tensor]:
    loss = aten.nll_loss(self, target, weight, reduction, ignore_index)
    if reduction == 0 and self.dim() == 2:
        return loss, torch.zeros([], dtype=self.dtype)
    return loss, total_weight(self, target, weight, ignore_index)


@register_decomposition(aten.nll_loss2d_forward.default)
def nll_loss2d_forward(self: Tensor, target: Tensor, weight: Optional[Tensor], reduction: int,
                       ignore_index: int) -> Tuple[Tensor, Tensor]:
    loss = aten.nll_loss2d(self, target, weight, reduction, ignore_index)
    if reduction == 0:
        return loss, torch.zeros([], dtype=self.dtype)
    return loss, total_weight(self, target, weight, ignore_index)
