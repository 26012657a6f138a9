"""numpy.linalg: factors, solutions and norms of arrays."""

import torch as _torch

import numpy as _np


class LinAlgError(Exception):
    pass


def _tensor(a):
    return _np._real(_np._tensor(a))


def _guarded(compute, message):
    try:
        return compute()
    except RuntimeError:
        raise LinAlgError(message) from None


def _square(t):
    if t.ndim < 2:
        raise LinAlgError(f"{t.ndim}-dimensional array given. Array must be at least two-dimensional")
    if t.shape[-1] != t.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    return t


def norm(x, ord=None, axis=None, keepdims=False):
    t = _tensor(x)
    if axis is None and ord is None:
        return _np._give(_torch.linalg.vector_norm(t.reshape(-1)))
    if axis is None and t.ndim == 2 or isinstance(axis, tuple) and len(axis) == 2:
        return _np._give(_torch.linalg.matrix_norm(t, "fro" if ord is None else ord, (-2, -1) if axis is None else axis, keepdim=keepdims))
    return _np._give(_torch.linalg.vector_norm(t, 2 if ord is None else ord, axis, keepdim=keepdims))


def inv(a):
    return _np._wrap(_guarded(lambda: _torch.linalg.inv(_square(_tensor(a))), "Singular matrix"))


def solve(a, b):
    return _np._wrap(_guarded(lambda: _torch.linalg.solve(_square(_tensor(a)), _tensor(b)), "Singular matrix"))


def cholesky(a):
    return _np._wrap(_guarded(lambda: _torch.linalg.cholesky(_square(_tensor(a))), "Matrix is not positive definite"))


def det(a):
    return _np._give(_torch.linalg.det(_square(_tensor(a))))


def slogdet(a):
    return tuple(_np._give(t) for t in _torch.linalg.slogdet(_square(_tensor(a))))


def eigh(a, UPLO="L"):
    return tuple(_np._wrap(t) for t in _torch.linalg.eigh(_square(_tensor(a)), UPLO=UPLO))


def eigvalsh(a, UPLO="L"):
    return _np._wrap(_torch.linalg.eigvalsh(_square(_tensor(a)), UPLO=UPLO))


def eig(a):
    values, vectors = _torch.linalg.eig(_square(_tensor(a)))
    if not bool((values.imag != 0).any()):
        values, vectors = values.real, vectors.real
    return _np._wrap(values.clone()), _np._wrap(vectors.clone())


def eigvals(a):
    return eig(a)[0]


def svd(a, full_matrices=True, compute_uv=True):
    if not compute_uv:
        return _np._wrap(_torch.linalg.svdvals(_tensor(a)))
    return tuple(_np._wrap(t) for t in _torch.linalg.svd(_tensor(a), full_matrices=full_matrices))


def qr(a, mode="reduced"):
    return tuple(_np._wrap(t) for t in _torch.linalg.qr(_tensor(a), mode))


def pinv(a, rcond=1e-15):
    return _np._wrap(_torch.linalg.pinv(_tensor(a), rcond=rcond))


def matrix_rank(a):
    return _np._give(_torch.linalg.matrix_rank(_tensor(a)))


def matrix_power(a, n):
    return _np._wrap(_torch.linalg.matrix_power(_np._tensor(a), n))


def lstsq(a, b, rcond=None):
    x, y = _tensor(a), _tensor(b)
    is_vector = y.ndim == 1
    solution = _torch.linalg.lstsq(x, y[:, None] if is_vector else y).solution
    rank = int(_torch.linalg.matrix_rank(x))
    rest = x @ solution - (y[:, None] if is_vector else y)
    residuals = (rest * rest).sum(0) if rank == x.shape[1] and x.shape[0] > rank else _torch.zeros(0, dtype=x.dtype)
    return _np._wrap(solution[:, 0] if is_vector else solution), _np._wrap(residuals), rank, _np._wrap(_torch.linalg.svdvals(x))


def cond(x, p=None):
    return _np._give(_torch.linalg.cond(_tensor(x), p))


def multi_dot(arrays):
    return _np._wrap(_torch.linalg.multi_dot([_np._tensor(a) for a in arrays]))
