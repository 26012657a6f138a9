"""Gradients of sums, extrema, moments, norms, scans and sorts."""

import math

import _torch
import torch
from _gradients_elementwise import rule
from _tape import light, names, rules

_is_tensor = _torch.is_tensor


def _dims(dim, x):
    """The dimensions that were reduced, all of them for None and ()."""
    if dim is None or isinstance(dim, (list, tuple)) and len(dim) == 0:
        return list(range(x.ndim))
    if not isinstance(dim, (list, tuple)):
        dim = [dim]
    return [d % x.ndim if x.ndim else 0 for d in dim]


def _open(g, x, dim, keepdim):
    """A gradient with the reduced dimensions back, of size one."""
    if keepdim or x.ndim == 0:
        return g
    for d in sorted(_dims(dim, x)):
        g = g.unsqueeze(d)
    return g


def _spread(g, x, dim, keepdim):
    return _open(g, x, dim, keepdim).expand(x.shape)


def _count(x, dim):
    return math.prod(x.shape[d] for d in _dims(dim, x)) if x.ndim else 1


@rule("sum")
def _(node, g, x, dim=None, keepdim=False, dtype=None):
    return [(x, _spread(g, x, dim, keepdim))]


@rule("nansum")
def _(node, g, x, dim=None, keepdim=False, dtype=None):
    return [(x, _spread(g, x, dim, keepdim) * torch.logical_not(x.isnan()).to(g.dtype))]


@rule("mean")
def _(node, g, x, dim=None, keepdim=False, dtype=None):
    return [(x, _spread(g, x, dim, keepdim) / _count(x, dim))]


def _without_own(x, dim):
    """For each element the product of the others in its row."""
    ones = torch.ones_like(x.narrow(dim, 0, 1))
    size = x.shape[dim]
    before = torch.cat([ones, x.narrow(dim, 0, size - 1)], dim).cumprod(dim)
    after = torch.cat([ones, x.flip(dim).narrow(dim, 0, size - 1)], dim).cumprod(dim).flip(dim)
    return before * after


@rule("prod")
def _(node, g, x, dim=None, keepdim=False, dtype=None):
    if x.numel() == 0 or x.ndim == 0:
        return [(x, g.expand(x.shape))]
    if dim is None:
        others = _without_own(x.reshape(-1), 0).reshape(x.shape)
    else:
        others = _without_own(x, dim)
    return [(x, _spread(g, x, dim, keepdim) * others)]


def _evenly(g, x, y, dim, keepdim):
    """The gradient of an extremum, in equal parts for those that share it."""
    mask = (x == _open(y, x, dim, keepdim)).to(g.dtype)
    count = mask.sum(_dims(dim, x), True) if x.ndim else mask
    return _open(g, x, dim, keepdim) * mask / count


@rule("amax", "amin")
def _(node, g, x, dim=(), keepdim=False):
    return [(x, _evenly(g, x, node.result, dim, keepdim))]


def _chosen(node, g, x, dim, keepdim):
    """The gradient of values that were found at indices."""
    g, index = g[0], node.result[1]
    if not keepdim and x.ndim:
        g, index = g.unsqueeze(dim), index.unsqueeze(dim)
    return [(x, torch.zeros_like(x).scatter(dim, index, g) if x.ndim else g)]


def _extremum(choice):
    def apply(node, g, x, dim=None, keepdim=False):
        if _is_tensor(dim):
            return rules[choice](node, g, x, dim)
        if dim is None:
            return [(x, _evenly(g, x, node.result, None, False))]
        return _chosen(node, g, x, dim, keepdim)

    return apply


rules["max"] = _extremum("maximum")
rules["min"] = _extremum("minimum")


@rule("median", "nanmedian", "mode", "cummax", "cummin", "sort", "topk", "kthvalue")
def _(node, g, x, *rest, **kwargs):
    name = node._name
    if not isinstance(node.result, tuple):
        return [(x, _evenly(g, x, node.result, None, False))]
    if name.startswith("Cum"):
        return [(x, torch.zeros_like(x).scatter_add(rest[0] if rest else kwargs["dim"], node.result[1], g[0]))]
    offset = 1 if name.startswith(("Kth", "Topk")) else 0
    if name.startswith("Sort") and "stable" in kwargs and rest and isinstance(rest[0], bool):
        rest = rest[1:]
    dim = kwargs.get("dim", rest[offset] if len(rest) > offset else -1)
    if name.startswith(("Sort", "Topk")):
        if x.ndim == 0:
            return [(x, g[0])]
        return [(x, torch.zeros_like(x).scatter(dim, node.result[1], g[0]))]
    keepdim = kwargs.get("keepdim", rest[offset + 1] if len(rest) > offset + 1 else False)
    return _chosen(node, g, x, dim, keepdim)


def _moments(x, dim=None, unbiased=True, keepdim=False, correction=None):
    """The dimensions and the divisor of a variance, whichever overload was called."""
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    if correction is None:
        correction = 1 if unbiased else 0
    return dim, keepdim, _count(x, dim) - correction


def _variance(g, x, dim, keepdim, divisor):
    middle = x.mean(_dims(dim, x), True) if x.ndim else x
    return _open(g, x, dim, keepdim) * (x - middle) * (2.0 / divisor)


@rule("var")
def _(node, g, x, *args, **kwargs):
    return [(x, _variance(g, x, *_moments(x, *args, **kwargs)))]


@rule("std")
def _(node, g, x, *args, **kwargs):
    inner = g / (2 * node.result)
    inner = torch.where(node.result == 0, torch.zeros_like(inner), inner)
    return [(x, _variance(inner, x, *_moments(x, *args, **kwargs)))]


@rule("var_mean", "std_mean")
def _(node, g, x, *args, **kwargs):
    dim, keepdim, divisor = _moments(x, *args, **kwargs)
    total = torch.zeros_like(x)
    if g[0] is not None:
        inner = g[0] if node._name.startswith("Var") else g[0] / (2 * node.result[0])
        total = total + _variance(inner, x, dim, keepdim, divisor)
    if g[1] is not None:
        total = total + _spread(g[1], x, dim, keepdim) / _count(x, dim)
    return [(x, total)]


def _norm(g, x, y, p, dim, keepdim):
    g, y = _open(g, x, dim, keepdim), _open(y, x, dim, keepdim)
    if p == 2:
        slope = x * (g / y)
    elif p == 1:
        return torch.sgn(x) * g
    elif p == 0:
        return torch.zeros_like(x)
    elif math.isinf(p):
        hit = (x.abs() == y).to(g.dtype)
        return torch.sgn(x) * hit * g / hit.sum(_dims(dim, x), True) if x.ndim else torch.sgn(x) * g
    else:
        slope = torch.sgn(x) * x.abs().pow(p - 1) * (g / y.pow(p - 1))
    return torch.where(y == 0, torch.zeros_like(slope), slope)


@rule("norm", "linalg_vector_norm")
def _(node, g, x, p=2, dim=None, keepdim=False, dtype=None, **kwargs):
    p = kwargs.get("ord", p)
    return [(x, _norm(g, x, node.result, 2 if p is None or p == "fro" else p, dim, keepdim))]


@rule("frobenius_norm")
def _(node, g, x, dim=None, keepdim=False):
    # Of two dimensions it is the root of a sum, which has no slope at zero.
    if isinstance(dim, (list, tuple)) and len(dim) == 2:
        return [(x, _open(g, x, dim, keepdim) * x / _open(node.result, x, dim, keepdim))]
    return [(x, _norm(g, x, node.result, 2, dim, keepdim))]


@rule("dist")
def _(node, g, self, other, p=2):
    slope = _norm(g, self - other, node.result, p, None, False)
    return [(self, slope), (other, -slope)]


@rule("logsumexp", "special_logsumexp")
def _(node, g, x, dim, keepdim=False):
    return [(x, _open(g, x, dim, keepdim) * (x - _open(node.result, x, dim, keepdim)).exp())]


@rule("cumsum")
def _(node, g, x, dim, dtype=None):
    return [(x, g.flip(dim).cumsum(dim).flip(dim) if x.ndim else g)]


@rule("cumprod")
def _(node, g, x, dim, dtype=None):
    if x.ndim == 0:
        return [(x, g)]
    if not bool((x == 0).any()):
        return [(x, (g * node.result).flip(dim).cumsum(dim).flip(dim) / x)]
    # With a zero in the row: each product without the element itself.
    size = x.shape[dim]
    places = torch.arange(size).view([-1 if d == dim % x.ndim else 1 for d in range(x.ndim)])
    parts = []
    for i in range(size):
        others = torch.where(places == i, torch.ones_like(x), x).cumprod(dim)
        parts.append((g * others * (places >= i).to(g.dtype)).sum(dim, True))
    return [(x, torch.cat(parts, dim))]


@rule("logcumsumexp")
def _(node, g, x, dim):
    y = node.result
    lowest = y.amin(dim, True) if x.ndim else y
    scaled = (g * (lowest - y).exp()).flip(dim).cumsum(dim).flip(dim)
    return [(x, scaled * (x - lowest).exp())]


def _softmax_of(x, dim):
    return dim % x.ndim if x.ndim else 0


@rule("softmax", "special_softmax")
def _(node, g, x, dim, dtype=None):
    y = node.result
    return [(x, y * (g - (g * y).sum(dim, True)) if x.ndim else g * 0)]


@rule("log_softmax", "special_log_softmax")
def _(node, g, x, dim, dtype=None):
    return [(x, g - node.result.exp() * g.sum(dim, True) if x.ndim else g * 0)]


@rule("trace")
def _(node, g, x):
    return [(x, g * torch.eye(x.shape[0], x.shape[1], dtype=g.dtype))]


def _whole(kind):
    """`Backward0` for all elements, `Backward1` along dimensions."""
    def name(args, kwargs, result):
        reduced = len(args) > 1 and args[1] is not None or kwargs.get("dim") is not None
        return kind + ("Backward1" if reduced else "Backward0")

    return name


def _extremum_name(kind, choice):
    def name(args, kwargs, result):
        if len(args) > 1 and _is_tensor(args[1]) or "other" in kwargs:
            return choice
        return kind + ("Backward0" if isinstance(result, tuple) else "Backward1")

    return name


def _given_dims(args, kwargs):
    dim = args[1] if len(args) > 1 else kwargs.get("dim", ())
    return [dim] if isinstance(dim, int) else list(dim)


names.update(
    sum=_whole("Sum"), mean=_whole("Mean"), prod=_whole("Prod"), nansum="NansumBackward0",
    max=_extremum_name("Max", "MaximumBackward0"), min=_extremum_name("Min", "MinimumBackward0"),
    median=lambda args, kwargs, result: "MedianBackward1" if isinstance(result, tuple) else "MedianBackward0",
    norm="NormBackward1", special_softmax="SoftmaxBackward0", special_log_softmax="LogSoftmaxBackward0",
    frobenius_norm=lambda args, kwargs, result: "SqrtBackward0" if len(_given_dims(args, kwargs)) == 2 else "NormBackward1", special_logsumexp="LogsumexpBackward0",
)
light.update(("sum", "mean", "cumsum"))
