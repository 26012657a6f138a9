"""Quantiles, areas, products and other operators whose gradients are those of what they consist of."""

import math

import _torch
import torch
from _expanding import _named, _reduced, expansion

_call = _torch.call


def _at_quantiles(self, q, dim, keepdim, interpolation, skips_nan):
    q = torch.as_tensor(q, dtype=self.dtype)
    if dim is None:
        rows = self.reshape(-1)
    else:
        rows = self.movedim(dim, -1) if self.ndim else self.reshape(1)
    rows = rows.sort(-1)[0]
    missing = rows.detach().isnan()
    if skips_nan:
        last = (rows.shape[-1] - 1 - missing.sum(-1, True)).clamp_min(0)
        ranks = q.reshape(-1) * last
    else:
        ranks = (q.reshape(-1) * (rows.shape[-1] - 1)).expand(list(rows.shape[:-1]) + [q.numel()])
        ranks = torch.where(missing.any(-1, True), torch.full_like(ranks, rows.shape[-1] - 1), ranks)
    if interpolation == "nearest":
        found = rows.gather(-1, ranks.round().to(torch.int64))
    elif interpolation == "higher":
        found = rows.gather(-1, ranks.ceil().to(torch.int64))
    else:
        below = ranks.detach().floor()
        found = rows.gather(-1, below.to(torch.int64))
        if interpolation != "lower":
            weight = torch.full_like(ranks, 0.5) if interpolation == "midpoint" else ranks - below
            found = found.lerp(rows.gather(-1, ranks.detach().ceil().to(torch.int64)), weight)
    if keepdim:
        # The place of each quantile comes first, then the dimensions as they were.
        found = found.movedim(-1, 0)
        found = found.reshape([q.numel()] + [1] * self.ndim) if dim is None else found.unsqueeze(-1).movedim(-1, dim % max(self.ndim, 1) + 1)
    else:
        found = found.movedim(-1, 0)
    return found if q.ndim else found.squeeze(0)


@expansion("quantile")
def _(self, q, dim=None, keepdim=False, *, interpolation="linear"):
    return _at_quantiles(self, q, dim, keepdim, interpolation, False)


@expansion("nanquantile")
def _(self, q, dim=None, keepdim=False, *, interpolation="linear"):
    return _at_quantiles(self, q, dim, keepdim, interpolation, True)


def _panels(y, x, dx, dim):
    """The areas between neighbours along a dimension."""
    size = y.shape[dim]
    left, right = y.narrow(dim, 0, size - 1), y.narrow(dim, 1, size - 1)
    if x is None:
        return (left + right) * (dx / 2)
    if x.ndim == 1:
        x = x.reshape([-1 if d == dim % y.ndim else 1 for d in range(y.ndim)])
    return (left + right) * x.diff(dim=dim) / 2


@expansion("trapezoid", "trapz")
def _(y, x=None, *, dx=1, dim=-1):
    return _panels(y, x, dx, dim).sum(dim)


@expansion("cumulative_trapezoid")
def _(y, x=None, *, dx=1, dim=-1):
    return _panels(y, x, dx, dim).cumsum(dim)


@expansion("combinations")
def _(self, r=2, with_replacement=False):
    places = _torch.run("aten::combinations", torch.arange(self.numel()), r, with_replacement)
    return self.index_select(0, places.reshape(-1)).reshape(places.shape)


@expansion("msort")
def _(self):
    return self.sort(0)[0]


@expansion("renorm")
def _(self, p, dim, maxnorm):
    others = [d for d in range(self.ndim) if d != dim % self.ndim]
    size = torch.linalg.vector_norm(self, p, others, True)
    factor = torch.where(size > maxnorm, maxnorm / (size + 1e-7), torch.ones_like(size))
    return _named(self * factor, "RenormBackward0")


@expansion("mvlgamma", "special_multigammaln")
def _(self, p):
    steps = torch.arange(1 - p, 1, dtype=self.dtype) / 2
    return (self.unsqueeze(-1) + steps).lgamma().sum(-1) + p * (p - 1) / 4 * math.log(math.pi)


@expansion("pdist")
def _(self, p=2.0):
    rows, columns = torch.triu_indices(self.shape[0], self.shape[0], 1)
    apart = self.index_select(0, rows) - self.index_select(0, columns)
    return _named(torch.linalg.vector_norm(apart, p, -1), "PdistBackward0")


@expansion("index_reduce")
def _(self, dim, index, source, reduce, *, include_self=True):
    shape = [-1 if d == dim % source.ndim else 1 for d in range(source.ndim)]
    return self.scatter_reduce(dim, index.reshape(shape).expand(source.shape), source, reduce, include_self=include_self)


@expansion("multilabel_margin_loss")
def _(input, target, reduction=1):
    x, labels = (input, target) if input.ndim == 2 else (input.reshape(1, -1), target.reshape(1, -1))
    is_given = (labels < 0).cumsum(1) == 0
    places = labels.masked_fill(torch.logical_not(is_given), 0)
    is_label = torch.zeros_like(labels).scatter_add(1, places, is_given.to(labels.dtype)) > 0
    apart = 1 - x.gather(1, places).unsqueeze(2) + x.unsqueeze(1)
    counted = is_given.unsqueeze(2) & torch.logical_not(is_label).unsqueeze(1)
    loss = (apart.clamp_min(0) * counted.to(x.dtype)).sum((1, 2)) / x.shape[1]
    return _named(_reduced(loss if input.ndim == 2 else loss.reshape(()), reduction), "MultilabelMarginLossBackward0")


# Matrices by their factors.


@expansion("triangular_solve")
def _(self, A, upper=True, transpose=False, unitriangular=False):
    turned = A.transpose(-2, -1) if transpose else A
    x = torch.linalg.solve_triangular(turned, self, upper=upper != transpose, unitriangular=unitriangular)
    return torch._make_result("triangular_solve", ("solution", "cloned_coefficient"), (x, A.clone()))


@expansion("linalg_lu_solve")
def _(LU, pivots, B, *, left=True, adjoint=False):
    p, lower, upper = torch.lu_unpack(LU, pivots)
    if not left:
        return _call("aten::linalg_lu_solve", LU, pivots, B.mH, adjoint=not adjoint).mH
    solve = torch.linalg.solve_triangular
    if adjoint:
        return p @ solve(lower.mH, solve(upper.mH, B, upper=False), upper=True, unitriangular=True)
    return solve(upper, solve(lower, p.mT @ B, upper=False, unitriangular=True), upper=True)


@expansion("lu_solve")
def _(self, LU_data, LU_pivots):
    return _call("aten::linalg_lu_solve", LU_data, LU_pivots, self)


@expansion("linalg_householder_product", "orgqr")
def _(input, tau):
    m, n = input.shape[-2:]
    result = torch.eye(m, n, dtype=input.dtype)
    below = input.tril(-1) + torch.eye(m, n, dtype=input.dtype)
    for i in range(tau.shape[-1])[::-1]:
        v = below[..., i : i + 1]
        result = result - tau[..., i, None, None] * (v @ (v.mH @ result))
    return _named(result, "LinalgHouseholderProductBackward0")
