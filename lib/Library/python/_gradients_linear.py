"""Gradients of products, of linear algebra and of Fourier transforms."""

import math

import _torch
import torch
from _gradients_elementwise import rule
from _tape import names, rules

_is_tensor = _torch.is_tensor


def _h(x):
    """The adjoint of matrices."""
    turned = x.transpose(-2, -1)
    return turned.conj() if x.dtype.is_complex else turned


def _conj(x):
    return x.conj() if x.dtype.is_complex else x


@rule("mm", "bmm", "matmul", "__matmul__", "linalg_matmul")
def _(node, g, a, b):
    if a.ndim == 1 and b.ndim == 1:
        return [(a, g * _conj(b)), (b, g * _conj(a))]
    if b.ndim == 1:
        column = g.unsqueeze(-1)
        return [
            (a, column * _conj(b) if node.needs(a) else None),
            (b, (_h(a) @ column).squeeze(-1) if node.needs(b) else None),
        ]
    if a.ndim == 1:
        row = g.unsqueeze(-2)
        return [
            (a, (row @ _h(b)).squeeze(-2) if node.needs(a) else None),
            (b, _conj(a).unsqueeze(-1) * row if node.needs(b) else None),
        ]
    first = g @ _h(b) if node.needs(a) else None
    second = None
    if node.needs(b):
        if b.ndim == 2 and a.ndim > 2:
            second = _h(a.reshape(-1, a.shape[-1])) @ g.reshape(-1, g.shape[-1])
        else:
            second = _h(a) @ g
    return [(a, first), (b, second)]


@rule("mv")
def _(node, g, a, v):
    return [(a, g.unsqueeze(-1) * _conj(v)), (v, _h(a) @ g)]


@rule("dot", "vdot", "inner")
def _(node, g, a, b):
    if a.ndim != 1 or b.ndim != 1:
        g2 = g.reshape(-1, b.numel() // b.shape[-1]) if b.ndim else g
        if a.ndim == 0 or b.ndim == 0:
            return [(a, g * b), (b, g * a)]
        a2, b2 = a.reshape(-1, a.shape[-1]), b.reshape(-1, b.shape[-1])
        return [(a, (g2 @ b2).reshape(a.shape)), (b, (g2.t() @ a2).reshape(b.shape))]
    if node._name.startswith("Vdot"):
        return [(a, g.conj() * b), (b, g * a)]
    return [(a, g * _conj(b)), (b, g * _conj(a))]


@rule("addmm", "addbmm", "baddbmm")
def _(node, g, self, a, b, beta=1, alpha=1):
    if node._name.startswith("Addbmm"):
        wide = g.expand([a.shape[0]] + list(g.shape))
        return [(self, g * beta), (a, wide @ _h(b) * alpha), (b, _h(a) @ wide * alpha)]
    return [
        (self, g if beta == 1 else g * beta),
        (a, g @ _h(b) * alpha if node.needs(a) else None),
        (b, _h(a) @ g * alpha if node.needs(b) else None),
    ]


@rule("addmv")
def _(node, g, self, a, v, beta=1, alpha=1):
    return [(self, g * beta), (a, g.unsqueeze(-1) * _conj(v) * alpha), (v, _h(a) @ g * alpha)]


@rule("addr")
def _(node, g, self, a, b, beta=1, alpha=1):
    return [(self, g * beta), (a, g @ _conj(b) * alpha), (b, g.t() @ _conj(a) * alpha)]


@rule("outer", "ger")
def _(node, g, a, b):
    return [(a, g @ _conj(b)), (b, g.transpose(0, 1) @ _conj(a))]


@rule("linear")
def _(node, g, x, weight, bias=None):
    flat = g.reshape(-1, g.shape[-1])
    pairs = [
        (x, g @ weight if node.needs(x) else None),
        (weight, flat.transpose(0, 1) @ x.reshape(-1, x.shape[-1]) if node.needs(weight) else None),
    ]
    if bias is not None:
        pairs.append((bias, flat.sum(0)))
    return pairs


@rule("bilinear")
def _(node, g, a, b, weight, bias=None):
    flat, a2, b2 = g.reshape(-1, g.shape[-1]), a.reshape(-1, a.shape[-1]), b.reshape(-1, b.shape[-1])
    pairs = [
        (a, torch.einsum("nk,kij,nj->ni", flat, weight, b2).reshape(a.shape)),
        (b, torch.einsum("nk,kij,ni->nj", flat, weight, a2).reshape(b.shape)),
        (weight, torch.einsum("nk,ni,nj->kij", flat, a2, b2)),
    ]
    if bias is not None:
        pairs.append((bias, flat.sum(0)))
    return pairs


def _letters(equation, operands):
    """The subscripts of the operands and of the result, with letters for dots."""
    equation = equation.replace(" ", "")
    left, arrow, right = equation.partition("->")
    parts = left.split(",")
    free = [c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if c not in equation]
    widest = 0
    for part, operand in zip(parts, operands):
        if "..." in part:
            widest = max(widest, operand.ndim - len(part) + 3)
    dots = "".join(free[:widest])
    named = []
    for part, operand in zip(parts, operands):
        count = operand.ndim - len(part) + 3
        named.append(part.replace("...", dots[len(dots) - count :] if "..." in part else ""))
    if not arrow:
        all_letters = "".join(parts).replace(".", "")
        right = dots + "".join(sorted(c for c in set(all_letters) if all_letters.count(c) == 1))
    return named, right.replace("...", dots)


@rule("einsum")
def _(node, g, equation, operands, path=None):
    named, out = _letters(equation, operands)
    pairs = []
    for i, operand in enumerate(operands):
        if not node.needs(operand):
            continue
        own = named[i]
        if len(set(own)) != len(own):
            raise NotImplementedError("the derivative for 'einsum' with a diagonal of one operand is not implemented")
        others = [(named[k], _conj(operands[k])) for k in range(len(operands)) if k != i]
        known = out + "".join(letters for letters, _ in others)
        kept = "".join(c for c in own if c in known)
        gradient = torch.einsum(",".join([out] + [letters for letters, _ in others]) + "->" + kept, [g] + [t for _, t in others])
        # What was summed in this operand alone, and what was broadcast.
        for d, c in enumerate(own):
            if c not in known:
                gradient = gradient.unsqueeze(d)
        pairs.append((operand, gradient.expand([max(a, b) for a, b in zip(gradient.shape, operand.shape)])))
    return pairs


@rule("linalg_cross")
def _(node, g, a, b, *, dim=-1):
    return [(a, torch.linalg.cross(b, g, dim=dim)), (b, torch.linalg.cross(g, a, dim=dim))]


@rule("cross")
def _(node, g, a, b, dim=None):
    if dim is None:
        dim = list(a.shape).index(3)
    return rules["linalg_cross"](node, g, a, b, dim=dim)


@rule("cdist")
def _(node, g, a, b, p=2.0, compute_mode=None):
    apart = a.unsqueeze(-2) - b.unsqueeze(-3)
    size = node.result.unsqueeze(-1)
    if p == 2:
        slope = apart / size
    elif p == 1:
        slope = apart.sign()
    elif p == 0:
        slope = torch.zeros_like(apart)
    elif p == math.inf:
        slope = apart.sign() * (apart.abs() == size).to(apart.dtype)
    else:
        slope = apart.sign() * apart.abs().pow(p - 1) / size.pow(p - 1)
    slope = torch.where(size == 0, torch.zeros_like(slope), slope) * g.unsqueeze(-1)
    return [(a, slope.sum(-2)), (b, -slope.sum(-3))]


# Linear algebra.


@rule("inverse", "linalg_inv")
def _(node, g, a):
    y = _h(node.result)
    return [(a, -(y @ g @ y))]


@rule("det", "linalg_det")
def _(node, g, a):
    return [(a, (g * _conj(node.result))[..., None, None] * _h(torch.linalg.inv(a)))]


@rule("logdet")
def _(node, g, a):
    return [(a, g[..., None, None] * _h(torch.linalg.inv(a)))]


@rule("slogdet", "linalg_slogdet")
def _(node, g, a):
    return [(a, g[1][..., None, None] * _h(torch.linalg.inv(a)) if g[1] is not None else None)]


@rule("linalg_solve")
def _(node, g, a, b, *, left=True):
    x = node.result
    if not left:
        second = torch.linalg.solve(_h(a), g, left=False)
        return [(a, -_h(x) @ second), (b, second)]
    second = torch.linalg.solve(_h(a), g)
    if x.ndim == a.ndim - 1 or x.ndim == 1:
        return [(a, -second.unsqueeze(-1) * _conj(x).unsqueeze(-2)), (b, second)]
    return [(a, -second @ _h(x)), (b, second)]


@rule("cholesky", "linalg_cholesky")
def _(node, g, a, upper=False):
    factor, g = (_h(node.result), _h(g)) if upper else (node.result, g)
    middle = _h(factor) @ g
    middle = middle.tril() - 0.5 * torch.diag_embed(middle.diagonal(0, -2, -1))
    inverse = torch.linalg.inv(factor)
    whole = _h(inverse) @ middle @ inverse
    return [(a, (whole + _h(whole)) / 2)]


@rule("linalg_eigh")
def _(node, g, a, UPLO="L"):
    values, vectors = node.result
    middle = torch.diag_embed(g[0]) if g[0] is not None else torch.zeros_like(a)
    if g[1] is not None:
        apart = values.unsqueeze(-2) - values.unsqueeze(-1)
        factors = torch.where(apart == 0, torch.zeros_like(apart), 1 / apart)
        middle = middle + factors * (_h(vectors) @ g[1])
    return [(a, vectors @ middle @ _h(vectors))]


@rule("linalg_eigvalsh")
def _(node, g, a, UPLO="L"):
    vectors = torch.linalg.eigh(a, UPLO)[1]
    return [(a, vectors @ torch.diag_embed(g) @ _h(vectors))]


@rule("linalg_svdvals")
def _(node, g, a, driver=None):
    u, _, vh = torch.linalg.svd(a, full_matrices=False)
    return [(a, u @ torch.diag_embed(g) @ vh)]


def _of_svd(a, u, s, vh, gu, gs, gvh):
    """The gradient of a thin singular value decomposition of a real matrix."""
    middle = torch.diag_embed(gs) if gs is not None else torch.zeros(list(s.shape) + [s.shape[-1]], dtype=s.dtype)
    apart = s.unsqueeze(-2) ** 2 - s.unsqueeze(-1) ** 2
    factors = torch.where(apart == 0, torch.zeros_like(apart), 1 / apart)
    total = None
    if gu is not None:
        inner = _h(u) @ gu
        middle = middle + (factors * (inner - _h(inner))) * s.unsqueeze(-2)
        if u.shape[-2] > u.shape[-1]:
            total = ((gu - u @ inner) / s.unsqueeze(-2)) @ vh
    if gvh is not None:
        inner = vh @ _h(gvh)
        middle = middle + s.unsqueeze(-1) * (factors * (inner - _h(inner)))
        if vh.shape[-1] > vh.shape[-2]:
            part = u @ ((gvh - _h(inner) @ vh) / s.unsqueeze(-1))
            total = part if total is None else total + part
    whole = u @ middle @ vh
    return whole if total is None else whole + total


@rule("linalg_svd")
def _(node, g, a, full_matrices=True, driver=None):
    u, s, vh = node.result
    k = s.shape[-1]
    # As in PyTorch what is asked of the vectors beyond those of the thin form does not count.
    by_u = g[0][..., :k] if g[0] is not None else None
    by_vh = g[2][..., :k, :] if g[2] is not None else None
    return [(a, _of_svd(a, u[..., :k], s, vh[..., :k, :], by_u, g[1], by_vh))]


@rule("svd")
def _(node, g, a, some=True, compute_uv=True):
    u, s, v = node.result
    return [(a, _of_svd(a, u, s, _h(v), g[0], g[1], _h(g[2]) if g[2] is not None else None))]


@rule("linalg_qr", "qr")
def _(node, g, a, *rest, **kwargs):
    q, r = node.result
    k = q.shape[-1]
    by_q = g[0] if g[0] is not None else torch.zeros_like(q)
    by_r = g[1] if g[1] is not None else torch.zeros_like(r)
    if a.shape[-2] < a.shape[-1]:
        # The columns beyond the square part are products with the same q.
        beside = by_r[..., k:]
        first = _of_qr(q, r[..., :k], by_q + a[..., k:] @ _h(beside), by_r[..., :k])
        return [(a, torch.cat([first, q @ beside], -1))]
    if q.shape[-1] != r.shape[-1]:
        raise RuntimeError(
            "The QR decomposition is not differentiable when mode='complete' and nrows > ncols"
        )
    return [(a, _of_qr(q, r, by_q, by_r))]


def _of_qr(q, r, by_q, by_r):
    middle = r @ _h(by_r) - _h(by_q) @ q
    lower = middle.tril() + _h(middle.tril(-1))
    return _h(torch.linalg.solve(r, _h(by_q + q @ lower)))


@rule("linalg_matrix_exp", "matrix_exp")
def _(node, g, a):
    n = a.shape[-1]
    upper = torch.cat([_h(a), g], -1)
    lower = torch.cat([torch.zeros_like(a), _h(a)], -1)
    return [(a, torch.matrix_exp(torch.cat([upper, lower], -2))[..., :n, n:])]


# Fourier transforms: the adjoint of a linear map.


def _fft_rule(inverse):
    def apply(node, g, x, n=None, dim=-1, norm=None):
        flipped = {"backward": "forward", "forward": "backward", "ortho": "ortho", None: "forward"}[norm]
        back = (torch.fft.fft if inverse else torch.fft.ifft)(g, n=None, dim=dim, norm=flipped)
        size = x.shape[dim]
        if back.shape[dim] > size:
            back = back.narrow(dim, 0, size)
        elif back.shape[dim] < size:
            shape = list(back.shape)
            shape[dim] = size - back.shape[dim]
            back = torch.cat([back, torch.zeros(shape, dtype=back.dtype)], dim)
        return [(x, back)]

    return apply


rules["fft_fft"] = _fft_rule(False)
rules["fft_ifft"] = _fft_rule(True)


def _product_name(args, kwargs, result):
    a, b = args[0], args[1]
    if a.ndim == 1 and b.ndim == 1:
        return "DotBackward0"
    if a.ndim <= 2 and b.ndim <= 2:
        return "MvBackward0" if b.ndim == 1 else "MmBackward0" if a.ndim == 2 else "SqueezeBackward1"
    return "UnsafeViewBackward0"


def _linear_name(args, kwargs, result):
    has_bias = len(args) > 2 and args[2] is not None or kwargs.get("bias") is not None
    if args[0].ndim == 1:
        return "AddBackward0" if has_bias else "SqueezeBackward3"
    if args[0].ndim == 2:
        return "AddmmBackward0" if has_bias else "MmBackward0"
    return "ViewBackward0" if has_bias else "UnsafeViewBackward0"


names.update(
    matmul=_product_name, __matmul__=_product_name, linalg_matmul=_product_name, linear=_linear_name, outer="MulBackward0",
    ger="MulBackward0", einsum="ViewBackward0", bilinear=lambda args, kwargs, result: "AddBackward0" if len(args) > 3 and args[3] is not None else "ReshapeAliasBackward0", inverse="LinalgInvExBackward0",
    linalg_inv="LinalgInvExBackward0", det="LinalgDetBackward0", linalg_cross="LinalgCrossBackward0",
    cross="LinalgCrossBackward0", linalg_solve="LinalgSolveExBackward0", cholesky="CholeskyBackward0",
    linalg_cholesky="LinalgCholeskyExBackward0", linalg_eigvalsh="LinalgEighBackward0", linalg_svdvals="LinalgSvdBackward0",
    matrix_exp="LinalgMatrixExpBackward0", logdet="WhereBackward0",
    slogdet="LinalgSlogdetBackward0", inner="DotBackward0",
    fft_fft=lambda args, kwargs, result: "FftC2CBackward0" if args[0].dtype.is_complex else "FftR2CBackward0",
    fft_ifft=lambda args, kwargs, result: "FftC2CBackward0" if args[0].dtype.is_complex else "FftR2CBackward0",
)
