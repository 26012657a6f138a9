"""torch.masked: reductions and normalizations of the elements that a mask leaves, True for those that count."""

import math as _math

import torch as _torch

__all__ = ("sum prod cumsum cumprod amax amin argmax argmin mean median logsumexp logaddexp var std norm normalize softmax "
           "log_softmax softmin").split()


def _start(input, dtype, is_sum=False):
    """The input in the dtype of the result, and that dtype."""
    if dtype is None:
        dtype = input.dtype
        if is_sum and not (dtype.is_floating_point or dtype.is_complex):
            dtype = _torch.int64
    return input.to(dtype), dtype


def _float_dtype(input, dtype):
    """The dtype of means: the one that is asked for, the input's, or float32 where that is of integers."""
    if dtype is not None:
        return dtype
    return input.dtype if input.dtype.is_floating_point or input.dtype.is_complex else _torch.float32


def _expanded(input, mask):
    if mask.ndim > input.ndim:
        raise IndexError("_input_mask expected broadcastable mask (got mask dimensionality higher than of the input)")
    return mask.to(_torch.bool).expand(input.shape)


def _fill(input, mask, identity):
    """The input with what an operation passes over in the place of what is masked out."""
    return input if mask is None else _torch.where(_expanded(input, mask), input, _torch.tensor(identity, dtype=input.dtype))


def _dims(input, dim):
    """All of them for None and for no dimension."""
    dims = () if dim is None else (dim,) if isinstance(dim, int) else tuple(dim)
    return tuple(d % max(input.ndim, 1) for d in dims) or tuple(range(input.ndim))


def _extreme(dtype, largest, name):
    if dtype is _torch.bool or dtype.is_complex:
        raise NotImplementedError(f"identity of {name} on {dtype} input")
    if dtype.is_floating_point:
        return _math.inf if largest else -_math.inf
    info = _torch.iinfo(dtype)
    return info.max if largest else info.min


def sum(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    value, _ = _start(input, dtype, True)
    return _fill(value, mask, 0).sum(_dims(input, dim), keepdim=bool(keepdim))


def prod(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    value, _ = _start(input, dtype, True)
    value = _fill(value, mask, 1)
    for d in sorted(_dims(input, dim), reverse=True):
        value = value.prod(d, keepdim=bool(keepdim))
    return value


def cumsum(input, dim, *, dtype=None, mask=None):
    value, dtype = _start(input, dtype, True)
    return _fill(value, mask, 0).cumsum(dim, dtype=dtype)


def cumprod(input, dim, *, dtype=None, mask=None):
    value, dtype = _start(input, dtype, True)
    return _fill(value, mask, 1).cumprod(dim, dtype=dtype)


def amax(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    value, dtype = _start(input, dtype)
    return _fill(value, mask, _extreme(dtype, False, "amax")).amax(_dims(input, dim), keepdim=bool(keepdim))


def amin(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    value, dtype = _start(input, dtype)
    return _fill(value, mask, _extreme(dtype, True, "amin")).amin(_dims(input, dim), keepdim=bool(keepdim))


def argmax(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    filled = _fill(input, mask, _extreme(input.dtype, False, "argmax"))
    return filled.argmax(dim, bool(keepdim)).to(dtype or input.dtype)


def argmin(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    filled = _fill(input, mask, _extreme(input.dtype, True, "argmin"))
    return filled.argmin(dim, bool(keepdim)).to(dtype or input.dtype)


def _count(input, mask, dims, keepdim):
    ones = _torch.ones(input.shape, dtype=_torch.int64)
    return _fill(ones, mask, 0).sum(dims, keepdim=keepdim)


def mean(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    dims, keepdim, dtype = _dims(input, dim), bool(keepdim), _float_dtype(input, dtype)
    if mask is None:
        return input.to(dtype).mean(dims, keepdim=keepdim)
    return sum(input, dims, keepdim=keepdim, dtype=dtype, mask=mask) / _count(input, mask, dims, keepdim)


def median(input, dim=-1, *, keepdim=False, dtype=None, mask=None):
    if input.dtype.is_floating_point:
        filled = _fill(input, mask, _math.nan)
        return (filled.median if mask is None else filled.nanmedian)(dim, keepdim)[0]
    if mask is not None and not bool(_expanded(input, mask).any(dim).all()):
        raise ValueError("masked median expects no fully masked out rows if dtype is not floating point")
    return _fill(input.to(_torch.float64), mask, _math.nan).nanmedian(dim, keepdim)[0].to(input.dtype)


def logsumexp(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    value, dtype = _start(input, dtype)
    return _fill(value, mask, _extreme(dtype, False, "logsumexp")).logsumexp(_dims(input, dim), keepdim=keepdim)


def logaddexp(input, other, *, dtype=None, input_mask=None, other_mask=None):
    first, dtype = _start(input, dtype)
    return _torch.logaddexp(_fill(first, input_mask, -_math.inf), _fill(other.to(dtype), other_mask, -_math.inf))


def _spread(input, dim, unbiased, keepdim, dtype, mask, takes_root):
    dims, keepdim = _dims(input, dim), bool(keepdim)
    value = input.to(_float_dtype(input, dtype))
    if mask is None:
        return (value.std if takes_root else value.var)(dims, unbiased=bool(unbiased), keepdim=keepdim)
    count = _count(input, mask, dims, True)
    apart = value - sum(value, dims, keepdim=True, mask=mask) / count
    total = sum(apart * apart.conj() if apart.is_complex() else apart * apart, dims, keepdim=keepdim, mask=mask)
    if not keepdim:
        count = count.reshape(total.shape)
    if unbiased:
        count = (count - 1).clamp(min=0)
    result = total / count
    return result.sqrt() if takes_root else result


def var(input, dim=None, unbiased=False, *, keepdim=False, dtype=None, mask=None):
    return _spread(input, dim, unbiased, keepdim, dtype, mask, False)


def std(input, dim=None, unbiased=False, *, keepdim=False, dtype=None, mask=None):
    return _spread(input, dim, unbiased, keepdim, dtype, mask, True)


def norm(input, ord=2.0, dim=None, *, keepdim=False, dtype=None, mask=None):
    value, _ = _start(input, dtype)
    identity = _math.inf if ord == -_math.inf else 0
    return _torch.linalg.vector_norm(_fill(value, mask, identity), ord, _dims(input, dim), bool(keepdim))


def normalize(input, ord, dim, *, eps=1e-12, dtype=None, mask=None):
    value, _ = _start(input, dtype)
    size = norm(value, ord, dim, keepdim=True, mask=mask)
    return _fill(value, mask, 0) / size.clamp(min=eps)


def softmax(input, dim, *, dtype=None, mask=None):
    value, dtype = _start(input, dtype)
    return _fill(value, mask, _extreme(dtype, False, "softmax")).softmax(dim)


def log_softmax(input, dim, *, dtype=None, mask=None):
    value, dtype = _start(input, dtype)
    return _fill(value, mask, _extreme(dtype, False, "log_softmax")).log_softmax(dim)


def softmin(input, dim, *, dtype=None, mask=None):
    value, dtype = _start(input, dtype)
    return (-_fill(value, mask, _extreme(dtype, True, "softmin"))).softmax(dim)
