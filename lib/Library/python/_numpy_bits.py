"""Seeds, bits and numbers of numpy's `Generator` over PCG64."""

import math as _math

import _random
import _torch as _host
import torch as _torch

import _numpy_types as _types
import numpy as _np

_u32 = 0xFFFFFFFF
_u64 = 0xFFFFFFFFFFFFFFFF


def _words_of(entropy):
    """The words of 32 bits of an int, a text that spells one, or a sequence."""
    if isinstance(entropy, _np.ndarray):
        entropy = entropy.tolist()
    if isinstance(entropy, str):
        entropy = int(entropy, 16 if entropy.startswith("0x") else 10)
    if isinstance(entropy, _types.integer):
        entropy = int(entropy)
    if isinstance(entropy, int):
        if entropy < 0:
            raise ValueError("expected non-negative integer")
        words = [entropy & _u32]
        while entropy > _u32:
            entropy >>= 32
            words.append(entropy & _u32)
        return words
    if isinstance(entropy, (float, _types.inexact)):
        raise TypeError("seed must be integer")
    return [word for part in entropy for word in _words_of(part)]


class _Hash:
    """The multiplicative hash of M. E. O'Neill's seed_seq_fe, whose constant goes on with each word."""

    def __init__(self, start, factor):
        self.constant, self.factor = start, factor

    def __call__(self, word):
        word ^= self.constant
        self.constant = self.constant * self.factor & _u32
        word = word * self.constant & _u32
        return word ^ word >> 16


class SeedSequence:
    def __init__(self, entropy=None, *, spawn_key=(), pool_size=4, n_children_spawned=0):
        if pool_size < 4:
            raise ValueError("The size of the entropy pool should be at least 4")
        if entropy is None:
            entropy = 0
        if not isinstance(entropy, (int, _types.integer, list, tuple, range, _np.ndarray)):
            raise TypeError(f"SeedSequence expects int or sequence of ints for entropy not {entropy}")
        self.entropy, self.spawn_key, self.pool_size = entropy, tuple(spawn_key), pool_size
        self.n_children_spawned = n_children_spawned
        words, key = _words_of(entropy), _words_of(self.spawn_key)
        if key:
            words += [0] * (pool_size - len(words))
        self._mix(words + key)

    def _mix(self, words):
        digest = _Hash(0x43B0D7E5, 0x931E8875)

        def mix(x, y):
            mixed = (x * 0xCA01F9DD - y * 0x4973F715) & _u32
            return mixed ^ mixed >> 16

        size = self.pool_size
        pool = [digest(words[i] if i < len(words) else 0) for i in range(size)]
        for source in range(size):
            for target in range(size):
                if source != target:
                    pool[target] = mix(pool[target], digest(pool[source]))
        for word in words[size:]:
            for target in range(size):
                pool[target] = mix(pool[target], digest(word))
        self._pool = pool

    pool = property(lambda self: _np.array(self._pool))
    state = property(lambda self: {"entropy": self.entropy, "spawn_key": self.spawn_key, "pool_size": self.pool_size,
                                   "n_children_spawned": self.n_children_spawned})

    def _words(self, count):
        digest = _Hash(0x8B51F9DD, 0x58F38DED)
        return [digest(self._pool[i % self.pool_size]) for i in range(count)]

    def generate_state(self, n_words, dtype="uint32"):
        if dtype != "uint32":
            raise NotImplementedError("SeedSequence.generate_state is supported for words of 32 bits, in an array of int64")
        return _np.array(self._words(n_words), dtype="int64")

    def spawn(self, n_children):
        first = self.n_children_spawned
        self.n_children_spawned += n_children
        return [SeedSequence(self.entropy, spawn_key=self.spawn_key + (i,), pool_size=self.pool_size)
                for i in range(first, first + n_children)]

    def __repr__(self):
        lines = [f"    entropy={self.entropy!r},"]
        if self.spawn_key:
            lines.append(f"    spawn_key={self.spawn_key!r},")
        if self.pool_size != 4:
            lines.append(f"    pool_size={self.pool_size!r},")
        if self.n_children_spawned:
            lines.append(f"    n_children_spawned={self.n_children_spawned!r},")
        return "\n".join(["SeedSequence("] + lines + [")"])


class BitGenerator:
    pass


class PCG64(BitGenerator):
    def __init__(self, seed=None):
        self._seed_seq = seed if isinstance(seed, SeedSequence) else SeedSequence(seed)
        words = self._seed_seq._words(8)
        start, stream = [words[i + 1] << 96 | words[i] << 64 | words[i + 3] << 32 | words[i + 2] for i in (0, 4)]
        self._bits = _random._PCG64()
        inc = (stream << 1 | 1) & ((1 << 128) - 1)
        # The steps of the seeding that PCG prescribes, from the state 0.
        self._bits.setstate((inc + start) & ((1 << 128) - 1), inc, 0, 0)
        self._bits.raw()

    @property
    def state(self):
        state, inc, has, word = self._bits.getstate()
        return {"bit_generator": "PCG64", "state": {"state": state, "inc": inc}, "has_uint32": has, "uinteger": word}

    @state.setter
    def state(self, value):
        if not isinstance(value, dict):
            raise TypeError("state must be a dict")
        if value.get("bit_generator", "") != "PCG64":
            raise ValueError("state must be for a PCG64 RNG")
        inner = value["state"]
        self._bits.setstate(int(inner["state"]), int(inner["inc"]), int(value["has_uint32"]), int(value["uinteger"]))

    def random_raw(self, size=None, output=True):
        if size is not None:
            raise NotImplementedError("random_raw is supported for one draw: there are no arrays of uint64")
        drawn = self._bits.raw()
        return drawn if output else None

    def _advance(self, delta):
        """The state after so many steps, by F. Brown's method."""
        modulus = (1 << 128) - 1
        state, inc, _, _ = self._bits.getstate()
        factor, term = 0x2360ED051FC65DA44385DF649FCCF645, inc
        whole_factor, whole_term = 1, 0
        delta &= modulus
        while delta:
            if delta & 1:
                whole_factor = whole_factor * factor & modulus
                whole_term = (whole_term * factor + term) & modulus
            term = (factor + 1) * term & modulus
            factor = factor * factor & modulus
            delta >>= 1
        return (state * whole_factor + whole_term) & modulus, inc

    def advance(self, delta):
        self._bits.setstate(*self._advance(delta), 0, 0)
        return self

    def jumped(self, jumps=1):
        made = self.__copy__()
        made._bits.setstate(*self._advance(0x9E3779B97F4A7C15F39CC0605CEDC835 * jumps), 0, 0)
        return made

    def __copy__(self):
        made = object.__new__(PCG64)
        made._seed_seq, made._bits = self._seed_seq, _random._PCG64()
        made._bits.setstate(*self._bits.getstate())
        return made

    def __deepcopy__(self, memo):
        return self.__copy__()


def _sizes_of(size):
    """The sizes of an array, and the number of its elements."""
    if isinstance(size, (float, _types.inexact)):
        raise TypeError(f"expected a sequence of integers or a single integer, got '{size}'")
    sizes = _np._sizes(size)
    if any(n < 0 for n in sizes):
        raise ValueError("negative dimensions are not allowed")
    return sizes, _math.prod(sizes)


def _make(data, sizes, kind):
    return _np._wrap(_host.of_bytes(_torch.Tensor, data, sizes, kind.torch._code))


def _is_array(value):
    return isinstance(value, (list, tuple)) or isinstance(value, _np.ndarray) and value.ndim > 0


def _spread(values, size, kind=float):
    """Parameters as arrays of one shape: that of a size, if there is one."""
    arrays = _np.broadcast_arrays(*[_np.asarray(v, kind) for v in values])
    if size is None:
        return arrays
    sizes = _sizes_of(size)[0]
    try:
        return [_np.broadcast_to(a, sizes) for a in arrays]
    except ValueError:
        text = ",".join(map(str, sizes)) + ("," if len(sizes) == 1 else "")
        raise ValueError(f"shape mismatch: the parameters cannot be broadcast to the size ({text})") from None


def _float_kind(dtype, name):
    kind = _types.to_dtype(dtype)
    if kind.name not in ("float32", "float64"):
        raise TypeError(f"Unsupported dtype {kind!r} for {name}")
    return kind


def _limits(kind):
    """The least and the greatest integer of a type, and its bits."""
    if kind.kind == "b":
        return 0, 1, 1
    bits = 8 * kind.itemsize
    return (0, (1 << bits) - 1, bits) if kind.kind == "u" else (-1 << bits - 1, (1 << bits - 1) - 1, bits)
