# Sums of products as matrix products and elementwise operators, from their
# definitions in the PyTorch documentation.
from typing import Union
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


@register_decomposition(aten.addcmul.default)
def addcmul(self: Tensor, tensor1: Tensor, tensor2: Tensor,
            value: Union[int, float, complex]) -> Tensor:
    return self + tensor1 * tensor2 * value


@register_decomposition(aten.addcdiv.default)
def addcdiv(self: Tensor, tensor1: Tensor, tensor2: Tensor,
            value: Union[int, float, complex]) -> Tensor:
    if not (self.is_floating_point() and tensor1.is_floating_point() and tensor2.is_floating_point()):
        raise RuntimeError("Integer division with addcdiv is no longer supported, and in a future  "
                           "release addcdiv will perform a true division of tensor1 and tensor2.")
    return self + tensor1 / tensor2 * value


@register_decomposition([aten.lerp.Scalar])
def lerp_number(self: Tensor, end: Tensor, weight: Union[int, float, complex]) -> Tensor:
    w = float(weight)
    if w < 0.5:
        return self + w * (end - self)
    return end - (end - self) * (1 - w)


@register_decomposition(aten.lerp.Tensor)
def lerp(self: Tensor, end: Tensor, weight: Tensor) -> Tensor:
    way = end - self
    # A real weight below zero counts as near self.
    size = torch.abs(weight) if weight.is_complex() else weight
    return torch.where(size < 0.5, self + weight * way, end - way * (1 - weight))


@register_decomposition([aten.mv.default])
def mv(self: Tensor, vec: Tensor) -> Tensor:
    return torch.squeeze(torch.mm(self, torch.unsqueeze(vec, 1)), 1)


@register_decomposition(aten.dot.default)
def dot(self: Tensor, tensor: Tensor) -> Tensor:
    return torch.sum(self * tensor)


@register_decomposition([aten.outer.default, aten.ger.default])
def outer(self: Tensor, vec2: Tensor) -> Tensor:
    return torch.unsqueeze(self, 1) * vec2


@register_decomposition(aten.addmv.default)
def addmv(self: Tensor, mat: Tensor, vec: Tensor, beta: Union[int, float, complex],
          alpha: Union[int, float, complex]) -> Tensor:
    product = torch.mv(mat, vec)
    if not (self.is_floating_point() or self.is_complex()):
        return self * int(beta) + product * int(alpha)
    product = product * alpha
    if float(beta) == 0:
        return product
    return self * beta + product


@register_decomposition(aten.baddbmm.default)
def baddbmm(self: Tensor, batch1: Tensor, batch2: Tensor, beta: Union[int, float, complex],
            alpha: Union[int, float, complex]) -> Tensor:
    product = torch.bmm(batch1, batch2)
    if not (self.is_floating_point() or self.is_complex()):
        return self * int(beta) + product * int(alpha)
    product = product * alpha
    if float(beta) == 0:
        return product
    return self * beta + product
