"""numpy.fft: transforms of arrays, in double precision."""

import torch as _torch

import numpy as _np


def _along(name, is_real=False):
    """A transform along one axis; with `is_real` of real numbers."""
    compute = getattr(_torch.fft, name)

    def transform(a, n=None, axis=-1, norm=None):
        t = _np._tensor(a)
        t = t.to(_torch.float64 if is_real else _torch.complex128)
        if not -t.ndim <= axis < t.ndim:
            raise IndexError("tuple index out of range")
        if (t.shape[axis] if n is None else n) < 1:
            raise ValueError(f"Invalid number of FFT data points ({t.shape[axis] if n is None else n}) specified.")
        _check(norm)
        return _np._wrap(compute(t, n, axis, norm))

    transform.__name__ = transform.__qualname__ = name
    return transform


def _over(name, default, is_real=False):
    """A transform along several axes: those of `default`, or with None the last ones of `s`, all without."""
    compute = getattr(_torch.fft, name)

    def transform(a, s=None, axes=default, norm=None):
        t = _np._tensor(a)
        t = t.to(_torch.float64 if is_real else _torch.complex128)
        _check(norm)
        if axes is None:
            axes = range(-(t.ndim if s is None else len(s)), 0)
        if s is not None and len(s) != len(axes):
            raise ValueError("Shape and axes have different lengths.")
        return _np._wrap(compute(t, None if s is None else tuple(s), tuple(axes), norm))

    transform.__name__ = transform.__qualname__ = name
    return transform


def _check(norm):
    if norm not in (None, "backward", "ortho", "forward"):
        raise ValueError(f'Invalid norm value {norm}; should be "backward","ortho" or "forward".')


fft, ifft, irfft, hfft = (_along(name) for name in ("fft", "ifft", "irfft", "hfft"))
rfft, ihfft = _along("rfft", True), _along("ihfft", True)
fft2, ifft2, irfft2 = (_over(name, (-2, -1)) for name in ("fft2", "ifft2", "irfft2"))
fftn, ifftn, irfftn = (_over(name, None) for name in ("fftn", "ifftn", "irfftn"))
rfft2, rfftn = _over("rfft2", (-2, -1), True), _over("rfftn", None, True)


def fftfreq(n, d=1.0):
    return _np._wrap(_torch.fft.fftfreq(n, d, dtype=_torch.float64))


def rfftfreq(n, d=1.0):
    return _np._wrap(_torch.fft.rfftfreq(n, d, dtype=_torch.float64))


def _axes(axes):
    return None if axes is None else (axes,) if isinstance(axes, int) else tuple(axes)


def fftshift(x, axes=None):
    return _np._wrap(_torch.fft.fftshift(_np._tensor(x), _axes(axes)))


def ifftshift(x, axes=None):
    return _np._wrap(_torch.fft.ifftshift(_np._tensor(x), _axes(axes)))
