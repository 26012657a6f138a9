# Sums of products as matrix products and elementwise operators, from their
# definitions in the PyTorch documentation.
from typing import Union
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


@register_decomposition([aten.outer.default, aten.ger.default])
def outer(self: Tensor, vec2: Tensor) -> Tensor:
    return torch.unsqueeze(self, 1) * vec2


@register_decomposition(aten.vdot.default)
def vdot(self: Tensor, other: Tensor) -> Tensor:
    return torch.dot(self, other)


@register_decomposition(aten.inner.default)
def inner(self: Tensor, other: Tensor) -> Tensor:
    if self.dim() == 0 or other.dim() == 0:
        return self * other
    elif other.dim() == 1:
        return torch.matmul(self, other)
    elif other.dim() == 2:
        return torch.matmul(self, torch.t(other))
    return torch.inner(self, other)


@register_decomposition(aten.addr.default)
def addr(self: Tensor, vec1: Tensor, vec2: Tensor, beta: Union[int, float, complex],
         alpha: Union[int, float, complex]) -> Tensor:
    product = torch.outer(vec1, vec2)
    if not self.is_floating_point() or not product.is_floating_point():
        return torch.addr(self, vec1, vec2, beta=beta, alpha=alpha)
    product = product * alpha
    if float(beta) == 0:
        return product
    return self * beta + product


@register_decomposition(aten.addbmm.default)
def addbmm(self: Tensor, batch1: Tensor, batch2: Tensor, beta: Union[int, float, complex],
           alpha: Union[int, float, complex]) -> Tensor:
    if not self.is_floating_point():
        return torch.addbmm(self, batch1, batch2, beta=beta, alpha=alpha)
    product = torch.sum(torch.bmm(batch1, batch2), [0]) * alpha
    if float(beta) == 0:
        return product
    return self * beta + product


@register_decomposition(aten.trace.default)
def trace(self: Tensor) -> Tensor:
    if self.dim() != 2:
        raise RuntimeError("trace: expected a matrix")
    return torch.sum(torch.diagonal(self))


@register_decomposition(aten.linalg_vecdot.default)
def vecdot(x: Tensor, y: Tensor, dim: int) -> Tensor:
    return torch.sum(x * y, [dim])


@register_decomposition(aten.linalg_cross.default)
def cross(self: Tensor, other: Tensor, dim: int) -> Tensor:
    if self.dim() != other.dim() or self.size(dim) != 3 or other.size(dim) != 3:
        return aten.linalg_cross(self, other, dim=dim)
    a0, a1, a2 = torch.select(self, dim, 0), torch.select(self, dim, 1), torch.select(self, dim, 2)
    b0, b1, b2 = torch.select(other, dim, 0), torch.select(other, dim, 1), torch.select(other, dim, 2)
    axis = dim
    if axis < 0:
        axis = axis + self.dim()
    return torch.stack([a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0], axis)


@register_decomposition(aten.float_power.Tensor_Tensor)
def float_power(self: Tensor, exponent: Tensor) -> Tensor:
    return torch.pow(self.to(torch.double), exponent.to(torch.double))


@register_decomposition(aten.float_power.Tensor_Scalar)
def float_power_number(self: Tensor, exponent: Union[int, float, complex]) -> Tensor:
    return torch.pow(self.to(torch.double), float(exponent))


@register_decomposition(aten.ldexp.Tensor)
def ldexp(self: Tensor, other: Tensor) -> Tensor:
    return self * torch.exp2(other)
