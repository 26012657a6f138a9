# Sums of products as matrix products and elementwise operators, from their
# definitions in the PyTorch documentation.
import math
from typing import List, Optional, Tuple, Union
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


@register_decomposition([aten.outer.default, aten.ger.default])
def outer(self: Tensor, vec2: Tensor) -> Tensor:
    return torch.unsqueeze(self, 1) * vec2


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
    fits = self.dtype == product.dtype
    if not (self.is_floating_point() or self.is_complex()):
        fits = fits and isinstance(beta, int) and isinstance(alpha, int)
    if not fits:
        return torch.addr(self, vec1, vec2, beta=beta, alpha=alpha)
    if self.dtype == torch.bool:
        product = product if int(alpha) != 0 else torch.zeros_like(product)
        return product if int(beta) == 0 else torch.logical_or(self.expand(product.size()), product)
    product = product * alpha
    if float(beta) == 0:
        return product
    return self * beta + product


@register_decomposition(aten.addbmm.default)
def addbmm(self: Tensor, batch1: Tensor, batch2: Tensor, beta: Union[int, float, complex],
           alpha: Union[int, float, complex]) -> Tensor:
    if self.is_complex() or self.dtype == torch.bool or self.dtype != batch1.dtype:
        return torch.addbmm(self, batch1, batch2, beta=beta, alpha=alpha)
    if not self.is_floating_point():
        # Factors are numbers of the dtype.
        whole = torch.sum(torch.bmm(batch1, batch2), [0], dtype=self.dtype) * int(alpha)
        return whole if int(beta) == 0 else self * int(beta) + whole
    product = torch.sum(torch.bmm(batch1, batch2), [0]) * alpha
    if float(beta) == 0:
        return product
    return self * beta + product


@register_decomposition(aten.trace.default)
def trace(self: Tensor) -> Tensor:
    if self.dim() != 2:
        raise RuntimeError("trace: expected a matrix")
    return torch.sum(torch.diagonal(self))


@register_decomposition(aten.linalg_cross.default)
def linalg_cross(self: Tensor, other: Tensor, dim: int) -> Tensor:
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
    if self.is_complex() or exponent.is_complex():
        return torch.pow(self.to(torch.cdouble), exponent.to(torch.cdouble))
    return torch.pow(self.to(torch.double), exponent.to(torch.double))


@register_decomposition(aten.float_power.Tensor_Scalar)
def float_power_number(self: Tensor, exponent: Union[int, float, complex]) -> Tensor:
    if self.is_complex():
        return torch.pow(self.to(torch.cdouble), exponent)
    return torch.pow(self.to(torch.double), float(exponent))


@register_decomposition(aten.ldexp.Tensor)
def ldexp(self: Tensor, other: Tensor) -> Tensor:
    if other.is_complex():
        return self * torch.pow(2.0, other)
    return self * torch.exp2(other)


@register_decomposition(aten.cross.default)
def cross(self: Tensor, other: Tensor, dim: Optional[int]) -> Tensor:
    axis = -1
    if dim is None:
        found: List[int] = []
        for d in range(self.dim()):
            if self.size(d) == 3:
                found.append(d)
        if len(found) == 0:
            return torch.cross(self, other)
        axis = found[0]
    else:
        axis = dim
    return torch.linalg.cross(self, other, dim=axis)


@register_decomposition(aten.kron.default)
def kron(self: Tensor, other: Tensor) -> Tensor:
    rank = max(self.dim(), other.dim())
    left: List[int] = []
    right: List[int] = []
    sizes: List[int] = []
    for d in range(rank):
        a = d - rank + self.dim()
        b = d - rank + other.dim()
        m = self.size(a) if a >= 0 else 1
        n = other.size(b) if b >= 0 else 1
        left.append(m)
        left.append(1)
        right.append(1)
        right.append(n)
        sizes.append(m * n)
    return (self.reshape(left) * other.reshape(right)).reshape(sizes)


@register_decomposition(aten.tensordot.default)
def tensordot(self: Tensor, other: Tensor, dims_self: List[int], dims_other: List[int]) -> Tensor:
    if len(dims_self) != len(dims_other) or self.dtype != other.dtype:
        return aten.tensordot(self, other, dims_self, dims_other)
    inner = [d + self.dim() if d < 0 else d for d in dims_self]
    other_inner = [d + other.dim() if d < 0 else d for d in dims_other]
    left: List[int] = []
    sizes: List[int] = []
    rows = 1
    count = 1
    for d in range(self.dim()):
        if d not in inner:
            left.append(d)
            sizes.append(self.size(d))
            rows *= self.size(d)
    fits = True
    for i in range(len(inner)):
        fits = fits and self.size(inner[i]) == other.size(other_inner[i])
        count *= self.size(inner[i])
    if not fits:
        return aten.tensordot(self, other, dims_self, dims_other)
    right: List[int] = []
    columns = 1
    for d in range(other.dim()):
        if d not in other_inner:
            right.append(d)
            sizes.append(other.size(d))
            columns *= other.size(d)
    a = self.permute(left + inner).reshape([rows, count])
    b = other.permute(other_inner + right).reshape([count, columns])
    return torch.mm(a, b).reshape(sizes)


@register_decomposition(aten.linalg_multi_dot.default)
def multi_dot(tensors: List[Tensor]) -> Tensor:
    if len(tensors) < 2:
        return torch.linalg.multi_dot(tensors)
    result = tensors[0]
    for t in tensors[1:]:
        result = torch.matmul(result, t)
    return result


# A vector and a matrix for each element of the result.
@register_decomposition(aten.bilinear.default)
def bilinear(input1: Tensor, input2: Tensor, weight: Tensor, bias: Optional[Tensor]) -> Tensor:
    fits = input1.dim() == input2.dim() and input1.dim() > 0 and weight.dim() == 3 and input1.numel() > 0 and \
        input2.numel() > 0 and input1.dtype == weight.dtype and input2.dtype == weight.dtype
    if fits:
        first, second = input1.size(), input2.size()
        fits = first[:-1] == second[:-1] and input1.size(-1) == weight.size(1) and input2.size(-1) == weight.size(2)
    if not fits:
        return torch.bilinear(input1, input2, weight, bias)
    outputs, m, n = weight.size(0), weight.size(1), weight.size(2)
    left = torch.matmul(input1.reshape([-1, m]), weight.permute(1, 0, 2).reshape([m, outputs * n]))
    products = left.reshape([-1, outputs, n]) * input2.reshape([-1, 1, n])
    sizes = input1.size()
    result = torch.sum(products, [-1], dtype=products.dtype).reshape(sizes[:-1] + [outputs])
    return result if bias is None else result + bias


@register_decomposition(aten.linalg_vecdot.default)
def vecdot(x: Tensor, y: Tensor, dim: int) -> Tensor:
    return torch.sum(torch.conj(x) * y, [dim])


@register_decomposition(aten.vdot.default)
def vdot(self: Tensor, other: Tensor) -> Tensor:
    if self.dim() != 1 or other.dim() != 1 or self.size(0) != other.size(0) or self.dtype != other.dtype:
        return torch.vdot(self, other)
    return torch.sum(torch.conj(self) * other, dtype=self.dtype)


@register_decomposition(aten.linalg_vander.default)
def vander(x: Tensor, N: Optional[int]) -> Tensor:
    base = x.reshape([1, 1]) if x.dim() == 0 else x.unsqueeze(-1)
    n = base.size(-2) if N is None else N
    if n < 2 or x.dtype == torch.bool:
        return aten.linalg_vander(x, N=N)
    if not (x.is_floating_point() or x.is_complex()):
        base = base.to(torch.int64)
    sizes = list(base.size())
    sizes[-1] = n - 1
    powers = torch.cumprod(base.expand(sizes), -1)
    sizes[-1] = 1
    return torch.cat([torch.ones(sizes, dtype=powers.dtype), powers], -1)


# Of a vector of weights; a rule serves matrices.
@register_decomposition(aten.linear.default)
def linear(input: Tensor, weight: Tensor, bias: Optional[Tensor]) -> Tensor:
    if weight.dim() != 1 or bias is not None:
        return aten.linear(input, weight, bias)
    return torch.matmul(input, weight)
