# Distances between rows as elementwise operators and reductions, from their
# definitions in the PyTorch documentation.
import math
from typing import List, Optional, Union
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


# Euclidean distances as one product: of the rows (-2 a, |a|^2, 1) and (b, 1, |b|^2).
def by_product(x1: Tensor, x2: Tensor) -> Tensor:
    first = torch.sum(x1 * x1, [-1], True)
    second = torch.sum(x2 * x2, [-1], True)
    left = torch.cat([x1 * -2, first, torch.ones_like(first)], -1)
    right = torch.cat([x2, torch.ones_like(second), second], -1)
    return torch.sqrt(torch.clamp_min(torch.matmul(left, right.transpose(-2, -1)), 0))


@register_decomposition([aten.cdist.default, aten._cdist_forward.default])
def cdist(x1: Tensor, x2: Tensor, p: float, compute_mode: Optional[int]) -> Tensor:
    rows = x1.dim() > 1 and x2.dim() > 1 and x1.is_floating_point() and x1.dtype == x2.dtype
    if rows:
        rows = x1.size(-1) == x2.size(-1) and x1.numel() > 0 and x2.numel() > 0
    # The largest difference of rows with NaN is none of ours.
    if not rows or p < 0 or p == math.inf:
        return aten.cdist(x1, x2, p, compute_mode)
    mode = 0 if compute_mode is None else compute_mode
    if p == 2.0 and mode != 2 and (mode == 1 or x1.size(-2) > 25 or x2.size(-2) > 25):
        return by_product(x1, x2)
    far = torch.abs(torch.unsqueeze(x1, -2) - torch.unsqueeze(x2, -3))
    if p == 0.0:
        return torch.sum(torch.clamp_max(torch.ceil(far), 1), [-1])
    elif p == 1.0:
        return torch.sum(far, [-1])
    elif p == 2.0:
        return torch.sqrt(torch.sum(far * far, [-1]))
    return torch.pow(torch.sum(torch.pow(far, p), [-1]), 1.0 / p)


@register_decomposition(aten.pairwise_distance.default)
def pairwise_distance(x1: Tensor, x2: Tensor, p: float, eps: float, keepdim: bool) -> Tensor:
    return aten.norm(x1 - x2 + eps, p, [-1], keepdim)


@register_decomposition(aten.pdist.default)
def pdist(self: Tensor, p: float) -> Tensor:
    n = self.size(0)
    if self.dim() == 2 and n < 2 and p >= 0 and self.is_floating_point():
        return self.new_zeros([0])
    if self.dim() != 2 or n > 32 or self.size(1) == 0 or p < 0 or p == math.inf:
        return torch.pdist(self, p)
    parts: List[Tensor] = []
    for i in range(n - 1):
        far = aten.slice(self, 0, i + 1, n) - torch.select(self, 0, i)
        if p == 0.0:
            # Where NaN counts as NaN.
            parts.append(torch.sum(torch.clamp_max(torch.ceil(torch.abs(far)), 1), [1]))
        else:
            parts.append(aten.norm(far, p, [1], False))
    return torch.cat(parts, 0)


@register_decomposition(aten._pdist_forward.default)
def pdist_forward(self: Tensor, p: float) -> Tensor:
    return torch.pdist(self, p)


@register_decomposition(aten.renorm.default)
def renorm(self: Tensor, p: Union[int, float, complex], dim: int, maxnorm: Union[int, float, complex]) -> Tensor:
    axis = dim + self.dim() if dim < 0 else dim
    largest = float(maxnorm)
    if self.dim() < 2 or axis < 0 or axis >= self.dim() or float(p) <= 0 or largest < 0 or self.numel() == 0:
        return aten.renorm(self, p, dim, maxnorm)
    others: List[int] = []
    for d in range(self.dim()):
        if d != axis:
            others.append(d)
    # Norms of half precision are of single precision.
    x = self
    if self.dtype == torch.float16 or self.dtype == torch.bfloat16:
        x = self.to(torch.float32)
    norm = aten.linalg_vector_norm(x, p, others, True)
    return (self * torch.where(norm > largest, largest / (norm + 1e-7), 1.0)).to(self.dtype)
