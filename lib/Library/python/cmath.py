"""Functions of complex numbers."""

import math as _math

pi, e, tau, inf, nan = _math.pi, _math.e, _math.tau, _math.inf, _math.nan
infj = complex(0.0, inf)
nanj = complex(0.0, nan)


def phase(z):
    z = complex(z)
    return _math.atan2(z.imag, z.real)


def polar(z):
    return (abs(complex(z)), phase(z))


def rect(r, phi):
    if phi == 0:
        return complex(r, r * phi)
    return complex(r * _math.cos(phi), r * _math.sin(phi))


def isnan(z):
    z = complex(z)
    return _math.isnan(z.real) or _math.isnan(z.imag)


def isinf(z):
    z = complex(z)
    return _math.isinf(z.real) or _math.isinf(z.imag)


def isfinite(z):
    return not isnan(z) and not isinf(z)


def isclose(a, b, *, rel_tol=1e-9, abs_tol=0.0):
    if rel_tol < 0 or abs_tol < 0:
        raise ValueError("tolerances must be non-negative")
    if a == b:
        return True
    if isinf(a) or isinf(b):
        return False
    difference = abs(a - b)
    return difference <= rel_tol * abs(b) or difference <= rel_tol * abs(a) or difference <= abs_tol


def sqrt(z):
    z = complex(z)
    if z.real == 0 and z.imag == 0:
        return complex(0.0, z.imag)
    ax, ay = abs(z.real) / 8.0, abs(z.imag)
    s = 2.0 * _math.sqrt(ax + _math.hypot(ax, ay / 8.0))
    d = ay / (2.0 * s)
    if z.real >= 0:
        return complex(s, _math.copysign(d, z.imag))
    return complex(d, _math.copysign(s, z.imag))


def exp(z):
    z = complex(z)
    size = _math.exp(z.real)
    return complex(size * _math.cos(z.imag), size * _math.sin(z.imag))


def log(z, base=None):
    z = complex(z)
    if z == 0:
        raise ValueError("math domain error")
    ax, ay = abs(z.real), abs(z.imag)
    h = _math.hypot(ax, ay)
    if 0.71 <= h <= 1.73:
        larger, smaller = max(ax, ay), min(ax, ay)
        real = _math.log1p((larger - 1) * (larger + 1) + smaller * smaller) / 2.0
    else:
        real = _math.log(h)
    found = complex(real, phase(z))
    return found if base is None else found / log(base)


def log10(z):
    found = log(z)
    return complex(found.real / _math.log(10.0), found.imag / _math.log(10.0))


def cosh(z):
    z = complex(z)
    return complex(_math.cos(z.imag) * _math.cosh(z.real), _math.sin(z.imag) * _math.sinh(z.real))


def sinh(z):
    z = complex(z)
    return complex(_math.cos(z.imag) * _math.sinh(z.real), _math.sin(z.imag) * _math.cosh(z.real))


def tanh(z):
    z = complex(z)
    tx, ty = _math.tanh(z.real), _math.tan(z.imag)
    cx = 1.0 / _math.cosh(z.real)
    txty = tx * ty
    below = 1.0 + txty * txty
    return complex(tx * (1.0 + ty * ty) / below, ((ty / below) * cx) * cx)


def _turned(function, z):
    """i times less the function of i times z."""
    z = complex(z)
    found = function(complex(-z.imag, z.real))
    return complex(found.imag, -found.real)


def cos(z):
    z = complex(z)
    return cosh(complex(-z.imag, z.real))


def sin(z):
    return _turned(sinh, z)


def tan(z):
    return _turned(tanh, z)


def acos(z):
    z = complex(z)
    s1, s2 = sqrt(complex(1.0 - z.real, -z.imag)), sqrt(complex(1.0 + z.real, z.imag))
    return complex(2.0 * _math.atan2(s1.real, s2.real), _math.asinh(s2.real * s1.imag - s2.imag * s1.real))


def asinh(z):
    z = complex(z)
    s1, s2 = sqrt(complex(1.0 + z.imag, -z.real)), sqrt(complex(1.0 - z.imag, z.real))
    return complex(_math.asinh(s1.real * s2.imag - s2.real * s1.imag), _math.atan2(z.imag, s1.real * s2.real - s1.imag * s2.imag))


def asin(z):
    return _turned(asinh, z)


def acosh(z):
    z = complex(z)
    s1, s2 = sqrt(complex(z.real - 1.0, z.imag)), sqrt(complex(z.real + 1.0, z.imag))
    return complex(_math.asinh(s1.real * s2.real + s1.imag * s2.imag), 2.0 * _math.atan2(s1.imag, s2.real))


def atanh(z):
    z = complex(z)
    if _math.copysign(1.0, z.real) < 0:
        return -atanh(-z)
    ay = abs(z.imag)
    if z.real == 1 and ay == 0:
        raise ValueError("math domain error")
    real = _math.log1p(4.0 * z.real / ((1 - z.real) * (1 - z.real) + ay * ay)) / 4.0
    return complex(real, -_math.atan2(-2.0 * z.imag, (1 - z.real) * (1 + z.real) - ay * ay) / 2.0)


def atan(z):
    return _turned(atanh, z)
