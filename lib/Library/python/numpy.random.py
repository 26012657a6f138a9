"""numpy.random: the numbers of numpy's `RandomState` and `default_rng`, that is MT19937 and PCG64, for the same seed."""

import math as _math

import _random
import torch as _torch

import _numpy_types as _types
import numpy as _np
from _numpy_bits import PCG64, BitGenerator, SeedSequence
from _numpy_generator import Generator, default_rng


class RandomState:
    def __init__(self, seed=None):
        self._twister = _random._Twister()
        self.seed(seed)

    def seed(self, seed=None):
        self._gauss = None
        if seed is None:
            seed = 0
        if isinstance(seed, (list, tuple, _np.ndarray)):
            whole = sum(int(part) << (32 * i) for i, part in enumerate(seed))
            self._twister.seed(whole)
            return
        seed = int(seed)
        if not 0 <= seed < 1 << 32:
            raise ValueError("Seed must be between 0 and 2**32 - 1")
        state = [seed]
        for i in range(1, 624):
            before = state[-1]
            state.append((1812433253 * (before ^ (before >> 30)) + i) & 0xFFFFFFFF)
        self._twister.setstate(tuple(state) + (624,))

    def get_state(self, legacy=True):
        state = self._twister.getstate()
        return ("MT19937", _np.array(state[:-1]), state[-1], int(self._gauss is not None), self._gauss or 0.0)

    def set_state(self, state):
        self._twister.setstate(tuple(int(v) for v in state[1]) + (int(state[2]),))
        self._gauss = state[4] if state[3] else None

    def _draw(self, one, size, kind="float64"):
        if size is None:
            return one()
        sizes = _np._sizes(size)
        count = 1
        for n in sizes:
            count *= n
        made = _torch.tensor([one() for _ in range(count)], dtype=_types.by_name[kind].torch)
        return _np._wrap(made.reshape(sizes))

    def _draw_each(self, one, size, *parameters):
        """Numbers for each element of parameters that are arrays."""
        if not any(isinstance(p, (_np.ndarray, list, tuple)) for p in parameters):
            return self._draw(lambda: one(*[float(p) for p in parameters]), size)
        arrays = _np.broadcast_arrays(*[_np.asarray(p, float) for p in parameters])
        if size is not None:
            arrays = [_np.broadcast_to(a, _np._sizes(size)) for a in arrays]
        flat = [a.ravel().tolist() for a in arrays]
        return _np.array([one(*values) for values in zip(*flat)]).reshape(arrays[0].shape)

    def _normal(self):
        if self._gauss is not None:
            kept, self._gauss = self._gauss, None
            return kept
        random = self._twister.random
        while True:
            x, y = 2.0 * random() - 1.0, 2.0 * random() - 1.0
            square = x * x + y * y
            if 0.0 < square < 1.0:
                break
        factor = _math.sqrt(-2.0 * _math.log(square) / square)
        self._gauss = factor * x
        return factor * y

    def _below(self, limit):
        """A number from 0 to the limit, the limit included."""
        if limit == 0:
            return 0
        mask = (1 << limit.bit_length()) - 1
        getrandbits = self._twister.getrandbits
        while True:
            if limit <= 0xFFFFFFFF:
                value = getrandbits(32) & mask
            else:
                high = getrandbits(32)
                value = (high << 32 | getrandbits(32)) & mask
            if value <= limit:
                return value

    def random_sample(self, size=None):
        return self._draw(self._twister.random, size)

    random = ranf = sample = random_sample

    def rand(self, *sizes):
        return self.random_sample(sizes or None)

    def randn(self, *sizes):
        return self._draw(self._normal, sizes or None)

    def standard_normal(self, size=None):
        return self._draw(self._normal, size)

    def normal(self, loc=0.0, scale=1.0, size=None):
        return self._draw_each(lambda m, s: m + s * self._normal(), size, loc, scale)

    def uniform(self, low=0.0, high=1.0, size=None):
        return self._draw_each(lambda a, b: a + (b - a) * self._twister.random(), size, low, high)

    def standard_exponential(self, size=None):
        return self._draw(lambda: -_math.log(1.0 - self._twister.random()), size)

    def exponential(self, scale=1.0, size=None):
        return self._draw_each(lambda s: s * -_math.log(1.0 - self._twister.random()), size, scale)

    def lognormal(self, mean=0.0, sigma=1.0, size=None):
        return self._draw_each(lambda m, s: _math.exp(m + s * self._normal()), size, mean, sigma)

    def randint(self, low, high=None, size=None, dtype=int):
        if high is None:
            low, high = 0, low
        low, high = int(low), int(high)
        if low >= high:
            raise ValueError("low >= high" if high != 0 or low else "high <= 0")
        kind = _types.to_dtype(dtype)
        made = self._draw(lambda: low + self._below(high - low - 1), size, kind.name)
        return made

    def random_integers(self, low, high=None, size=None):
        return self.randint(1 if high is None else low, (low if high is None else high) + 1, size)

    def binomial(self, n, p, size=None):
        raise NotImplementedError("numpy.random.binomial is not supported: draw with (rand(n) < p).sum()")

    def shuffle(self, x):
        for i in range(len(x) - 1, 0, -1):
            j = self._below(i)
            if isinstance(x, _np.ndarray):
                if i != j:
                    x._tensor[[i, j]] = x._tensor[[j, i]].clone()
            else:
                x[i], x[j] = x[j], x[i]

    def permutation(self, x):
        if isinstance(x, int):
            order = list(range(x))
            self.shuffle(order)
            return _np.array(order, dtype="int64")
        x = _np.asarray(x)
        order = list(range(len(x)))
        self.shuffle(order)
        return x[_np.array(order, dtype="int64")]

    def choice(self, a, size=None, replace=True, p=None):
        if isinstance(a, (int, _types.generic)):
            pool, count = None, int(a)
        else:
            pool, count = a if isinstance(a, (list, tuple)) and a and isinstance(a[0], str) else _np.asarray(a), len(a)
        total = 1
        for n in () if size is None else _np._sizes(size):
            total *= n
        if p is not None and abs(float(_np.sum(p)) - 1.0) > 1e-8:
            raise ValueError("probabilities do not sum to 1")
        if replace:
            if p is not None:
                edges = _np.cumsum(p)
                edges = edges / edges[-1]
                found = _np.searchsorted(edges, self.random_sample(size), side="right")
            else:
                found = self.randint(0, count, size)
        else:
            if total > count:
                raise ValueError("Cannot take a larger sample than population when 'replace=False'")
            if p is None:
                found = self.permutation(count)[:total]
            else:
                found = self._distinct(_np.array(p, dtype=float), total)
            found = found[0] if size is None else found.reshape(_np._sizes(size))
        if pool is None:
            return found
        if isinstance(pool, _np.ndarray):
            return pool[found]
        return pool[int(found)] if size is None else [pool[int(i)] for i in found.ravel()]

    def _distinct(self, p, total):
        found = _np.zeros(0, dtype="int64")
        while len(found) < total:
            x = self.rand(total - len(found))
            if len(found):
                p[found] = 0
            edges = _np.cumsum(p)
            edges = edges / edges[-1]
            new = _np.searchsorted(edges, x, side="right")
            _, first = _np.unique(new, return_index=True)
            first.sort()
            found = _np.concatenate([found, new[first]])
        return found

    def multivariate_normal(self, mean, cov, size=None):
        mean, cov = _np.asarray(mean, float), _np.asarray(cov, float)
        sizes = [] if size is None else _np._sizes(size)
        x = self.standard_normal(sizes + [len(mean)]).reshape(-1, len(mean))
        u, s, v = _torch.linalg.svd(cov._tensor)
        made = x._tensor @ (s.sqrt()[:, None] * v) + mean._tensor
        return _np._wrap(made.reshape(sizes + [len(mean)]))

    def bytes(self, length):
        words = [self._twister.getrandbits(32) for _ in range(-(-length // 4))]
        return b"".join(w.to_bytes(4, "little") for w in words)[:length]


_state = RandomState(0)
for _name in dir(_state):
    if not _name.startswith("_"):
        globals()[_name] = getattr(_state, _name)
mtrand = None


def get_state():
    return _state.get_state()


def __getattr__(name):
    raise AttributeError(f"'numpy.random.{name}' is not supported: there are the numbers of RandomState and default_rng that programs draw most")
