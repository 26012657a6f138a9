"""numpy's `Generator`: numbers of distributions, orders and choices, those of numpy 1.24 for the same seed."""

import math as _math

import _numpy_types as _types
import numpy as _np
from _numpy_bits import BitGenerator, PCG64, _float_kind, _is_array, _limits, _make, _sizes_of, _spread, _u64


def _holds_any(value, test):
    found = test(value)
    return bool(found.any()) if isinstance(value, _np.ndarray) else found


def _refuse_negative(value, name):
    if _holds_any(value, lambda v: v < 0):
        raise ValueError(f"{name} < 0")


class Generator:
    def __init__(self, bit_generator):
        if not isinstance(bit_generator, PCG64):
            raise AttributeError(f"'{type(bit_generator).__name__}' object has no attribute 'capsule'")
        self._bit_generator = bit_generator
        self._bits = bit_generator._bits

    bit_generator = property(lambda self: self._bit_generator)

    def __repr__(self):
        return f"Generator(PCG64) at 0x{id(self):X}"

    def __str__(self):
        return "Generator(PCG64)"

    def __copy__(self):
        return Generator(self._bit_generator.__copy__())

    def __deepcopy__(self, memo):
        return self.__copy__()

    def _floats(self, draw, name, size, dtype=float, out=None):
        kind = _float_kind(dtype, name)
        narrow = kind.itemsize == 4
        if out is not None:
            if out.dtype is not kind:
                raise TypeError(f"Supplied output array has the wrong type. Expected {kind.name}, got {out.dtype.name}")
            if size is not None and tuple(_sizes_of(size)[0]) != out.shape:
                raise ValueError("size must match out.shape when used together")
            size = out.shape
        if size is None:
            return draw(narrow, None)
        sizes, count = _sizes_of(size)
        made = _make(draw(narrow, count), sizes, kind)
        if out is None:
            return made
        out[...] = made
        return out

    def _scaled(self, draw, size, start, scale):
        """start + scale * drawn; both are numbers, or arrays of one shape."""
        if not isinstance(scale, _np.ndarray):
            drawn = draw(False, None) if size is None else self._floats(draw, "", size)
            return drawn * scale + start
        return self._floats(draw, "", scale.shape) * scale + start

    def random(self, size=None, dtype=float, out=None):
        return self._floats(self._bits.random, "random", size, dtype, out)

    def standard_normal(self, size=None, dtype=float, out=None):
        return self._floats(self._bits.normal, "standard_normal", size, dtype, out)

    def standard_exponential(self, size=None, dtype=float, method="zig", out=None):
        if method != "zig":
            raise NotImplementedError("standard_exponential is supported with method='zig'")
        return self._floats(self._bits.exponential, "standard_exponential", size, dtype, out)

    def _parameters(self, size, *values):
        if any(map(_is_array, values)):
            return _spread(values, size)
        return [float(v) for v in values]

    def uniform(self, low=0.0, high=1.0, size=None):
        low, high = self._parameters(size, low, high)
        width = high - low
        if _holds_any(width, lambda w: (w != w) | (abs(w) == float("inf"))):
            raise OverflowError("high - low range exceeds valid bounds")
        if _holds_any(width, lambda w: w < 0):
            raise ValueError("high - low < 0")
        return self._scaled(self._bits.random, size, low, width)

    def normal(self, loc=0.0, scale=1.0, size=None):
        loc, scale = self._parameters(size, loc, scale)
        _refuse_negative(scale, "scale")
        return self._scaled(self._bits.normal, size, loc, scale)

    def exponential(self, scale=1.0, size=None):
        (scale,) = self._parameters(size, scale)
        _refuse_negative(scale, "scale")
        return self._scaled(self._bits.exponential, size, 0.0, scale)

    def _distributed(self, draw, size, *parameters, kind="float64"):
        """Numbers of a distribution; the parameters are numbers, or arrays of one shape."""
        first = parameters[0]
        if isinstance(first, _np.ndarray):
            sizes, parameters = list(first.shape), [p.ravel().tolist() for p in parameters]
        else:
            sizes = _sizes_of(() if size is None else size)[0]
        made = _make(draw(*parameters, _math.prod(sizes)), sizes, _types.by_name[kind])
        return made.item() if size is None and not sizes else made

    def standard_gamma(self, shape, size=None):
        (shape,) = self._parameters(size, shape)
        _refuse_negative(shape, "shape")
        return self._distributed(self._bits.gamma, size, shape)

    def gamma(self, shape, scale=1.0, size=None):
        shape, scale = self._parameters(size, shape, scale)
        _refuse_negative(shape, "shape")
        _refuse_negative(scale, "scale")
        return self._distributed(self._bits.gamma, size, shape) * scale

    def chisquare(self, df, size=None):
        (df,) = self._parameters(size, df)
        if _holds_any(df, lambda v: v <= 0):
            raise ValueError("df <= 0")
        return self._distributed(self._bits.gamma, size, df / 2.0) * 2.0

    def beta(self, a, b, size=None):
        a, b = self._parameters(size, a, b)
        for value, name in ((a, "a"), (b, "b")):
            if _holds_any(value, lambda v: v <= 0):
                raise ValueError(f"{name} <= 0")
        return self._distributed(self._bits.beta, size, a, b)

    def poisson(self, lam=1.0, size=None):
        (lam,) = self._parameters(size, lam)
        most = 2.0**63 - 10 * 2.0**31.5
        if isinstance(lam, _np.ndarray):
            if not bool((lam <= most).all()):
                raise ValueError("lam value too large")
            if not bool((lam >= 0).all()):
                raise ValueError("lam < 0 or lam contains NaNs")
        elif not lam >= 0:
            raise ValueError("lam < 0 or lam is NaN")
        elif lam > most:
            raise ValueError("lam value too large")
        return self._distributed(self._bits.poisson, size, lam, kind="int64")

    def integers(self, low, high=None, size=None, dtype=_np.int64, endpoint=False):
        kind = _types.to_dtype(dtype)
        if kind.kind not in "biu":
            raise TypeError(f"Unsupported dtype {kind!r} for integers")
        if high is None:
            low, high = 0, low
        if _is_array(low) or _is_array(high):
            return self._integers_each(low, high, size, kind, endpoint)
        low, last = int(low), int(high) - (not endpoint)
        self._check_integers(low, last, kind, endpoint)
        sizes, count = _sizes_of(() if size is None else size)
        data = self._bits.integers(low & _u64, last - low, _limits(kind)[2], count)
        made = _make(data, sizes, kind)
        return made.item() if size is None and dtype in (int, bool) else _np._give(made._tensor)

    def _check_integers(self, low, last, kind, endpoint):
        least, most, _ = _limits(kind)
        if low < least:
            raise ValueError(f"low is out of bounds for {kind.name}")
        if last > most:
            raise ValueError(f"high is out of bounds for {kind.name}")
        if low > last:
            if low == 0:
                raise ValueError("high < 0" if endpoint else "high <= 0")
            raise ValueError("low > high" if endpoint else "low >= high")

    def _integers_each(self, low, high, size, kind, endpoint):
        low, high = _spread((low, high), size, int)
        firsts = low.ravel().tolist()
        lasts = [n - (not endpoint) for n in high.ravel().tolist()]
        for first, last in zip(firsts, lasts):
            self._check_integers(first, last, kind, endpoint)
        widths = [last - first for first, last in zip(firsts, lasts)]
        data = self._bits.integers_each([n & _u64 for n in firsts], widths, _limits(kind)[2])
        return _make(data, list(low.shape), kind)

    def bytes(self, length):
        # There is a draw for no bytes, too.
        return self._bits.integers(0, 0xFFFFFFFF, 32, max(1, (length + 3) // 4))[:length]

    def _order(self, count):
        return _make(self._bits.order(count), [count], _types.by_name["int64"])

    def shuffle(self, x, axis=0):
        if isinstance(x, _np.ndarray):
            if x.size:
                axis = self._axis(x, axis)
                x._tensor.copy_(x._tensor.index_select(axis, self._order(x.shape[axis])._tensor))
            return
        if axis != 0:
            raise NotImplementedError("Axis argument is only supported on ndarray objects")
        values = [x[i] for i in self._order(len(x)).tolist()]
        for i, value in enumerate(values):
            x[i] = value

    def _axis(self, x, axis):
        if not -x.ndim <= axis < x.ndim:
            raise ValueError(f"axis {axis} is out of bounds for array of dimension {x.ndim}")
        return axis % x.ndim

    def permutation(self, x, axis=0):
        if isinstance(x, (int, _types.integer)):
            return self._order(int(x))
        x = _np.asarray(x)
        axis = self._axis(x, axis)
        return _np._wrap(x._tensor.index_select(axis, self._order(x.shape[axis])._tensor))

    def permuted(self, x, axis=None, out=None):
        x = _np.asarray(x)
        if axis is None:
            made = x._tensor.reshape(-1)[self._order(x.size)._tensor].reshape(x.shape)
        else:
            moved = x._tensor.movedim(self._axis(x, axis), -1)
            made = moved.clone()
            rows = made.reshape(-1, moved.shape[-1]) if x.size else made
            for i in range(len(rows) if x.size else 0):
                rows[i] = rows[i][self._order(rows.shape[-1])._tensor]
            made = rows.reshape(moved.shape).movedim(-1, axis)
        if out is None:
            return _np._wrap(made.clone())
        out[...] = _np._wrap(made)
        return out

    def choice(self, a, size=None, replace=True, p=None, axis=0, shuffle=True):
        pool, population = self._pool(a, axis)
        sizes, count = _sizes_of(() if size is None else size)
        if population == 0 and count:
            raise ValueError("a cannot be empty unless no samples are taken")
        if p is not None:
            p = self._probabilities(p, population)
        if replace and p is not None:
            edges = _np.cumsum(p)
            found = _np.searchsorted(edges / edges[-1], self.random(sizes), side="right")
        elif replace:
            found = self.integers(0, population, sizes) if count else _np.zeros(sizes, "int64")
        elif count > population:
            raise ValueError("Cannot take a larger sample than population when replace is False")
        elif p is not None:
            found = self._distinct(p, count).reshape(sizes)
        else:
            found = _make(self._bits.sample(population, count, shuffle), sizes, _types.by_name["int64"])
        if size is None:
            found = int(found)
        if pool is None:
            return found
        if isinstance(pool, list):
            return pool[found] if size is None else [pool[i] for i in found.ravel().tolist()]
        if size is None:
            return _np._give(pool._tensor.select(axis, found))
        return _np.take(pool, found, axis) if pool.ndim > 1 else pool[found]

    def _pool(self, a, axis):
        """What is chosen from, None for a range, and the number of it."""
        if isinstance(a, (int, _types.integer)):
            if a <= 0:
                raise ValueError("a must be a positive integer unless no samples are taken")
            return None, int(a)
        if isinstance(a, (list, tuple)) and any(isinstance(v, str) for v in a):
            return list(a), len(a)
        array = _np.asarray(a)
        if array.ndim == 0:
            raise ValueError(f"a must be a sequence or an integer, not {type(a)}")
        return array, array.shape[self._axis(array, axis)]

    def _probabilities(self, p, population):
        p = _np.array(p, float)
        if p.ndim != 1:
            raise ValueError("'p' must be 1-dimensional")
        if p.size != population:
            raise ValueError("a and p must have same size")
        if bool(_np.isnan(p).any()):
            raise ValueError("probabilities contain NaN")
        if bool((p < 0).any()):
            raise ValueError("probabilities are not non-negative")
        if abs(float(p.sum()) - 1.0) > 2.0**-26:
            raise ValueError("probabilities do not sum to 1")
        return p

    def _distinct(self, p, count):
        """Different places by their probabilities: those found so far have none left."""
        if int((p > 0).sum()) < count:
            raise ValueError("Fewer non-zero entries in p than size")
        found = _np.zeros(0, dtype="int64")
        while len(found) < count:
            drawn = self.random(count - len(found))
            if len(found):
                p[found] = 0
            edges = _np.cumsum(p)
            new = _np.searchsorted(edges / edges[-1], drawn, side="right")
            _, first = _np.unique(new, return_index=True)
            first.sort()
            found = _np.concatenate([found, new[first]])
        return found


def default_rng(seed=None):
    if isinstance(seed, Generator):
        return seed
    return Generator(seed if isinstance(seed, BitGenerator) else PCG64(seed))
