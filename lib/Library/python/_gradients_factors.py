"""Gradients of factorizations and of solutions by their factors."""

import _torch
import torch
from _gradients_elementwise import rule
from _gradients_linear import _h
from _tape import names, rules

_is_tensor = _torch.is_tensor


def _first(operator):
    """Operators that give, beside the result of another one, numbers without a gradient."""

    def apply(node, g, *args, **kwargs):
        result = node._result
        node._result = result[0]
        try:
            return rules[operator](node, g[0], *args, **{k: v for k, v in kwargs.items() if k != "check_errors"})
        finally:
            node._result = result

    return apply


rules["linalg_inv_ex"] = _first("linalg_inv")
rules["linalg_solve_ex"] = _first("linalg_solve")
rules["linalg_cholesky_ex"] = _first("linalg_cholesky")


# Triangles.


def _solved(a, b, upper, left=True, unitriangular=False):
    return torch.linalg.solve_triangular(a, b, upper=upper, left=left, unitriangular=unitriangular)


@rule("linalg_solve_triangular")
def _(node, g, a, b, *, upper, left=True, unitriangular=False):
    x = node.result
    second = _solved(_h(a), g, not upper, left, unitriangular)
    first = -second @ _h(x) if left else -_h(x) @ second
    away = 1 if unitriangular else 0
    return [(a, first.triu(away) if upper else first.tril(-away)), (b, second)]


@rule("cholesky_solve")
def _(node, g, b, factor, upper=False):
    second = torch.cholesky_solve(g, factor, upper)
    both = second @ _h(node.result)
    both = both + _h(both)
    return [(b, second), (factor, -(factor @ both) if upper else -(both @ factor))]


@rule("cholesky_inverse")
def _(node, g, factor, upper=False):
    inner = node.result @ (g + _h(g)) @ node.result
    return [(factor, -(factor @ inner) if upper else -(inner @ factor))]


# LU: of `a = p @ lower @ upper` by the gradients of the triangles.


def _of_lu(p, lower, upper, by_lower, by_upper):
    m, n = lower.shape[-2], upper.shape[-1]
    k = min(m, n)
    square_l, square_u = lower[..., :k, :], upper[..., :k]
    zero = torch.zeros_like(square_l @ square_u)
    in_lower = _h(square_l) @ by_lower[..., :k, :] if by_lower is not None else zero
    in_upper = by_upper[..., :k] @ _h(square_u) if by_upper is not None else zero
    if n > k and by_upper is not None:
        in_lower = in_lower - by_upper[..., k:] @ _h(upper[..., k:])
    if m > k and by_lower is not None:
        in_upper = in_upper - _h(lower[..., k:, :]) @ by_lower[..., k:, :]
    inner = in_lower.tril(-1) + in_upper.triu()
    whole = _solved(_h(square_u), _solved(_h(square_l), inner, True, unitriangular=True), False, left=False)
    if n > k:
        beside = by_upper[..., k:] if by_upper is not None else torch.zeros_like(upper[..., k:])
        whole = torch.cat([whole, _solved(_h(square_l), beside, True, unitriangular=True)], -1)
    if m > k:
        below = by_lower[..., k:, :] if by_lower is not None else torch.zeros_like(lower[..., k:, :])
        whole = torch.cat([whole, _solved(_h(square_u), below, False, left=False)], -2)
    return whole if p is None else p @ whole


def _triangles(packed):
    k = min(packed.shape[-2:])
    lower = packed[..., :k].tril(-1) + torch.eye(packed.shape[-2], k, dtype=packed.dtype)
    return lower, packed[..., :k, :].triu()


@rule("linalg_lu")
def _(node, g, a, *, pivot=True):
    p, lower, upper = node.result
    return [(a, _of_lu(p if pivot else None, lower, upper, g[1], g[2]))]


@rule("linalg_lu_factor", "linalg_lu_factor_ex")
def _(node, g, a, *, pivot=True, check_errors=False):
    packed, pivots = node.result[0], node.result[1]
    p = torch.lu_unpack(packed, pivots, unpack_data=False)[0] if pivot else None
    k = min(packed.shape[-2:])
    return [(a, _of_lu(p, *_triangles(packed), g[0][..., :k].tril(-1), g[0][..., :k, :].triu()))]


@rule("lu_unpack")
def _(node, g, packed, pivots, unpack_data=True, unpack_pivots=True):
    k = min(packed.shape[-2:])
    whole = torch.zeros_like(packed)
    if g[1] is not None:
        whole = whole + torch.nn.functional.pad(g[1].tril(-1), (0, packed.shape[-1] - k))
    if g[2] is not None:
        whole = whole + torch.nn.functional.pad(g[2].triu(), (0, 0, 0, packed.shape[-2] - k))
    return [(packed, whole)]


# Values and vectors.


def _of_eig(values, vectors, by_values, by_vectors):
    adjoint = _h(vectors)
    if by_vectors is None:
        return torch.linalg.solve(adjoint, torch.diag_embed(by_values) @ adjoint)
    inner = adjoint @ by_vectors
    along = inner.diagonal(0, -2, -1).real.unsqueeze(-2)
    inner = inner - adjoint @ (vectors * along)
    apart = (values.unsqueeze(-2) - values.unsqueeze(-1)).conj()
    same = torch.eye(values.shape[-1], dtype=torch.bool).expand(apart.shape)
    inner = (inner / apart.masked_fill(same, 1)).masked_fill(same, 0)
    if by_values is not None:
        inner = inner + torch.diag_embed(by_values)
    return torch.linalg.solve(adjoint, inner @ adjoint)


@rule("linalg_eig")
def _(node, g, a):
    return [(a, _of_eig(*node.result, g[0], g[1]))]


@rule("linalg_eigvals")
def _(node, g, a):
    return [(a, _of_eig(*torch.linalg.eig(a), g, None))]


@rule("symeig")
def _(node, g, a, eigenvectors=False, upper=True):
    if eigenvectors:
        return rules["linalg_eigh"](node, g, a)
    return rules["linalg_eigvalsh"](node, g[0], a, "U" if upper else "L")


@rule("linalg_lstsq")
def _(node, g, a, b, rcond=None, *, driver=None):
    if g[0] is None:
        raise NotImplementedError("the derivative for 'linalg_lstsq' by its residuals is not implemented")
    inverse = torch.linalg.pinv(a)
    is_vector = b.ndim == a.ndim - 1
    given, right = (g[0].unsqueeze(-1), b.unsqueeze(-1)) if is_vector else (g[0], b)
    second = _h(inverse) @ given
    first = _of_pinv(a, inverse, given @ _h(right))
    return [(a, first), (b, second.squeeze(-1) if is_vector else second)]


def _of_pinv(a, inverse, g):
    adjoint = _h(inverse)
    first = _h(g) @ inverse
    second = first @ adjoint
    return -_h(inverse @ first) + second - a @ inverse @ second + adjoint @ inverse @ (_h(g) - first @ a)


@rule("linalg_pinv", "pinverse")
def _(node, g, a, *rest, **kwargs):
    return [(a, _of_pinv(a, node.result, g))]


names.update(
    linalg_inv_ex="LinalgInvExBackward0", linalg_solve_ex="LinalgSolveExBackward0",
    linalg_cholesky_ex="LinalgCholeskyExBackward0", linalg_lu_factor="LinalgLuFactorExBackward0",
    linalg_eigvals="LinalgEigBackward0", pinverse="LinalgPinvBackward0",
)
