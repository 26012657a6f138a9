# Correlations, numerical derivatives and ragged sequences, from their definitions in
# the PyTorch documentation. The runtime has no kernels of them.
import math
from typing import List, Optional, Union
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


@register_decomposition([aten.corrcoef.default])
def corrcoef(self: Tensor) -> Tensor:
    if self.dim() > 2:
        raise RuntimeError("corrcoef(): expected input to have two or fewer dimensions but got an "
                           "input with {} dimensions".format(self.dim()))
    c = torch.cov(self)
    if c.dim() == 0:
        return c / c
    deviation = torch.sqrt(torch.real(torch.diag(c)))
    c = c / deviation.unsqueeze(1) / deviation
    if c.is_complex():
        return torch.complex(torch.clip(torch.real(c), -1, 1), torch.clip(torch.imag(c), -1, 1))
    return torch.clip(c, -1, 1)


@register_decomposition([aten._test_serialization_subcmul.default])
def test_serialization_subcmul(self: Tensor, other: Tensor, alpha: Union[int, float] = 1) -> Tensor:
    return self - other * alpha


def check_gradient(x: Tensor, dims: List[int], edge_order: int) -> None:
    if edge_order != 1 and edge_order != 2:
        raise RuntimeError("torch.gradient only supports edge_order=1 and edge_order=2.")
    for d in dims:
        if x.size(d) < edge_order + 1:
            raise RuntimeError("torch.gradient expected each dimension size to be at least edge_order+1")


def check_spacing(x: Tensor, count: int, dims: Optional[List[int]]) -> None:
    if dims is None:
        if count != x.dim():
            raise RuntimeError(
                "torch.gradient expected spacing to be unspecified, a scalar or a list of length equal to "
                "'self.dim() = {}', since dim argument was not given, but got a list of length {}".format(
                    x.dim(), count))
    elif count != len(dims):
        raise RuntimeError(
            "torch.gradient expected spacing to be unspecified, a scalar or it's spacing and dim arguments "
            "to have the same length, but got a spacing argument of length {} and a dim argument of length "
            "{}.".format(count, len(dims)))


# The slice of one element, counted from the end when negative.
def at(x: Tensor, dim: int, i: int) -> Tensor:
    return x.narrow(dim, i if i >= 0 else x.size(dim) + i, 1)


# Differences of neighbours that are a step apart.
def even(x: Tensor, dim: int, step: Union[int, float, complex], edge_order: int) -> Tensor:
    n = x.size(dim)
    inner = (x.narrow(dim, 2, n - 2) - x.narrow(dim, 0, n - 2)) / 2 if n > 2 else x.narrow(dim, 0, 0) / 2
    if edge_order == 1:
        first = at(x, dim, 1) - at(x, dim, 0)
        last = at(x, dim, -1) - at(x, dim, -2)
    else:
        first = at(x, dim, 1) * 2 - at(x, dim, 0) * 1.5 - at(x, dim, 2) * 0.5
        last = at(x, dim, -1) * 1.5 - at(x, dim, -2) * 2 + at(x, dim, -3) * 0.5
    return torch.cat([first, inner, last], dim) / step


# The same where `where` says how far along the dimension the elements lie.
def uneven(x: Tensor, dim: int, where: Tensor, edge_order: int) -> Tensor:
    n = x.size(dim)
    shape = [1 for _ in range(x.dim())]
    shape[dim] = n - 1
    gaps = torch.diff(where).reshape(shape)
    below, above = gaps.narrow(dim, 0, n - 2), gaps.narrow(dim, 1, n - 2)
    both = below + above
    inner = (x.narrow(dim, 0, n - 2) * (-above / (below * both)) +
             x.narrow(dim, 1, n - 2) * ((above - below) / (below * above)) +
             x.narrow(dim, 2, n - 2) * (below / (above * both)))
    if edge_order == 1:
        first = (at(x, dim, 1) - at(x, dim, 0)) / at(gaps, dim, 0)
        last = (at(x, dim, -1) - at(x, dim, -2)) / at(gaps, dim, -1)
    else:
        a, b = at(gaps, dim, 0), at(gaps, dim, 1)
        first = (at(x, dim, 0) * (-(a * 2 + b) / (a * (a + b))) + at(x, dim, 1) * ((a + b) / (a * b)) -
                 at(x, dim, 2) * (a / (b * (a + b))))
        a, b = at(gaps, dim, -2), at(gaps, dim, -1)
        last = (at(x, dim, -3) * (b / (a * (a + b))) - at(x, dim, -2) * ((a + b) / (a * b)) +
                at(x, dim, -1) * ((b * 2 + a) / (b * (a + b))))
    return torch.cat([first, inner, last], dim)


def all_dims(x: Tensor, dim: Optional[int]) -> List[int]:
    if dim is None:
        return [i for i in range(x.dim())]
    return [dim if dim >= 0 else dim + x.dim()]


def wrapped(x: Tensor, dims: List[int]) -> List[int]:
    return [d if d >= 0 else d + x.dim() for d in dims]


def over_dims(x: Tensor, dims: List[int], step: Union[int, float, complex],
              edge_order: int) -> List[Tensor]:
    check_gradient(x, dims, edge_order)
    return [even(x, d, step, edge_order) for d in dims]


@register_decomposition([aten.gradient.scalarint])
def gradient(self: Tensor, spacing: Union[int, float, complex, None], dim: Optional[int],
             edge_order: int) -> List[Tensor]:
    dims = all_dims(self, dim)
    if spacing is None:
        return over_dims(self, dims, 1, edge_order)
    return over_dims(self, dims, spacing, edge_order)


@register_decomposition([aten.gradient.scalararray])
def gradient_scalararray(self: Tensor, spacing: Union[int, float, complex], dim: List[int],
                         edge_order: int) -> List[Tensor]:
    return over_dims(self, wrapped(self, dim), spacing, edge_order)


@register_decomposition([aten.gradient.array])
def gradient_array(self: Tensor, dim: List[int], edge_order: int) -> List[Tensor]:
    return over_dims(self, wrapped(self, dim), 1, edge_order)


def over_places(x: Tensor, dims: List[int], places: List[Tensor], edge_order: int) -> List[Tensor]:
    check_gradient(x, dims, edge_order)
    for i in range(len(dims)):
        if places[i].dim() != 1:
            raise RuntimeError("torch.gradient expected each element of spacing to have one dimension, but "
                               "got an element with {} dimensions!".format(places[i].dim()))
    return [uneven(x, dims[i], places[i], edge_order) for i in range(len(dims))]


@register_decomposition([aten.gradient.tensorarrayint])
def gradient_tensorarrayint(self: Tensor, spacing: List[Tensor], dim: Optional[int],
                            edge_order: int) -> List[Tensor]:
    dims = all_dims(self, dim)
    if dim is None:
        check_spacing(self, len(spacing), None)
    else:
        check_spacing(self, len(spacing), dims)
    return over_places(self, dims, spacing, edge_order)


@register_decomposition([aten.gradient.tensorarray])
def gradient_tensorarray(self: Tensor, spacing: List[Tensor], dim: List[int],
                         edge_order: int) -> List[Tensor]:
    check_spacing(self, len(spacing), dim)
    return over_places(self, wrapped(self, dim), spacing, edge_order)


@register_decomposition([aten.pad_sequence.default])
def pad_sequence(sequences: List[Tensor], batch_first: bool, padding_value: float) -> Tensor:
    if len(sequences) == 0:
        raise RuntimeError("received an empty list of sequences")
    longest = max([s.size(0) for s in sequences])
    padded: List[Tensor] = []
    for s in sequences:
        pad = [0 for _ in range(2 * s.dim())]
        pad[-1] = longest - s.size(0)
        padded.append(torch.constant_pad_nd(s, pad, padding_value))
    return torch.stack(padded, 0 if batch_first else 1)


@register_decomposition([aten.norm_except_dim.default])
def norm_except_dim(v: Tensor, pow: int, dim: int) -> Tensor:
    if dim == -1:
        return torch.norm(v, pow)
    dims: List[int] = []
    for i in range(v.dim()):
        if i != dim:
            dims.append(i)
    return torch.norm(v, float(pow), dims, True)
