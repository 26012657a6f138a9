"""Digests of bytes: md5, sha1, sha224, sha256, sha384 and sha512."""

import math as _math

_word32 = 0xFFFFFFFF
_word64 = 0xFFFFFFFFFFFFFFFF


def _primes(count):
    found = []
    n = 2
    while len(found) < count:
        if all(n % p for p in found):
            found.append(n)
        n += 1
    return found


def _cube_root(n):
    """The largest integer whose cube is not above n."""
    low, high = 0, 1 << (n.bit_length() // 3 + 1)
    while low < high:
        middle = (low + high + 1) // 2
        if middle**3 <= n:
            low = middle
        else:
            high = middle - 1
    return low


# The first bits behind the point of square and cube roots of primes, as the standard has them.
_roots = {}


def _constants(bits, count):
    if bits not in _roots:
        _roots[bits] = [_cube_root(p << 3 * bits) & ((1 << bits) - 1) for p in _primes(count)]
    return _roots[bits]


def _square_roots(bits, primes):
    return [_math.isqrt(p << 2 * bits) & ((1 << bits) - 1) for p in primes]


_sines = [int(abs(_math.sin(i + 1)) * 2**32) & _word32 for i in range(64)]
_turns = [7, 12, 17, 22] * 4 + [5, 9, 14, 20] * 4 + [4, 11, 16, 23] * 4 + [6, 10, 15, 21] * 4


def _left(x, n):
    return (x << n | x >> (32 - n)) & _word32


def _md5_block(state, block):
    words = [int.from_bytes(block[i : i + 4], "little") for i in range(0, 64, 4)]
    a, b, c, d = state
    for i in range(64):
        if i < 16:
            mixed, k = b & c | ~b & d, i
        elif i < 32:
            mixed, k = d & b | ~d & c, (5 * i + 1) % 16
        elif i < 48:
            mixed, k = b ^ c ^ d, (3 * i + 5) % 16
        else:
            mixed, k = c ^ (b | ~d & _word32), 7 * i % 16
        turned = _left((a + (mixed & _word32) + _sines[i] + words[k]) & _word32, _turns[i])
        a, d, c, b = d, c, b, (b + turned) & _word32
    return [(x + y) & _word32 for x, y in zip(state, (a, b, c, d))]


def _sha1_block(state, block):
    words = [int.from_bytes(block[i : i + 4], "big") for i in range(0, 64, 4)]
    for i in range(16, 80):
        words.append(_left(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1))
    a, b, c, d, e = state
    for i in range(80):
        if i < 20:
            mixed, k = b & c | ~b & d & _word32, 0x5A827999
        elif i < 40:
            mixed, k = b ^ c ^ d, 0x6ED9EBA1
        elif i < 60:
            mixed, k = b & c | b & d | c & d, 0x8F1BBCDC
        else:
            mixed, k = b ^ c ^ d, 0xCA62C1D6
        a, b, c, d, e = (_left(a, 5) + mixed + e + k + words[i]) & _word32, a, _left(b, 30), c, d
    return [(x + y) & _word32 for x, y in zip(state, (a, b, c, d, e))]


def _sha2_block(bits, rounds, turns):
    mask = (1 << bits) - 1

    def right(x, n):
        return (x >> n | x << (bits - n)) & mask

    def step(state, block):
        size = bits // 8
        words = [int.from_bytes(block[i : i + size], "big") for i in range(0, 16 * size, size)]
        constants = _constants(bits, rounds)
        for i in range(16, rounds):
            x, y = words[i - 15], words[i - 2]
            low = right(x, turns[0]) ^ right(x, turns[1]) ^ x >> turns[2]
            high = right(y, turns[3]) ^ right(y, turns[4]) ^ y >> turns[5]
            words.append((words[i - 16] + low + words[i - 7] + high) & mask)
        a, b, c, d, e, f, g, h = state
        for i in range(rounds):
            high = right(e, turns[6]) ^ right(e, turns[7]) ^ right(e, turns[8])
            first = (h + high + (e & f ^ ~e & mask & g) + constants[i] + words[i]) & mask
            low = right(a, turns[9]) ^ right(a, turns[10]) ^ right(a, turns[11])
            second = (low + (a & b ^ a & c ^ b & c)) & mask
            a, b, c, d, e, f, g, h = (first + second) & mask, a, b, c, (d + first) & mask, e, f, g
        return [(x + y) & mask for x, y in zip(state, (a, b, c, d, e, f, g, h))]

    return step


_sha256_block = _sha2_block(32, 64, (7, 18, 3, 17, 19, 10, 6, 11, 25, 2, 13, 22))
_sha512_block = _sha2_block(64, 80, (1, 8, 7, 19, 61, 6, 14, 18, 41, 28, 34, 39))
# Block step, first state, sizes of words, of blocks and of digests in bytes, order of bytes.
_kinds = {
    "md5": (_md5_block, [0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476], 4, 64, 16, "little"),
    "sha1": (_sha1_block, [0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0], 4, 64, 20, "big"),
    "sha224": (_sha256_block, [x & _word32 for x in _square_roots(64, _primes(16)[8:])], 4, 64, 28, "big"),
    "sha256": (_sha256_block, _square_roots(32, _primes(8)), 4, 64, 32, "big"),
    "sha384": (_sha512_block, _square_roots(64, _primes(16)[8:]), 8, 128, 48, "big"),
    "sha512": (_sha512_block, _square_roots(64, _primes(8)), 8, 128, 64, "big"),
}
algorithms_available = algorithms_guaranteed = set(_kinds)


class _Hash:
    def __init__(self, name, data=b""):
        self.name = name
        self._step, self._state, self._word, self.block_size, self.digest_size, self._order = _kinds[name]
        self._rest, self._length = b"", 0
        self.update(data)

    def update(self, data):
        if isinstance(data, str):
            raise TypeError("Strings must be encoded before hashing")
        data = bytes(data)
        self._length += len(data)
        self._state, self._rest = self._through(self._state, self._rest + data)

    def _through(self, state, data):
        size = self.block_size
        for i in range(0, len(data) - size + 1, size):
            state = self._step(state, data[i : i + size])
        return state, data[len(data) - len(data) % size :]

    def digest(self):
        size = self.block_size
        tail = self._rest + b"\x80"
        tail += b"\0" * ((size - size // 8 - len(tail)) % size)
        tail += (self._length * 8).to_bytes(size // 8, self._order)
        state, _ = self._through(self._state, tail)
        return b"".join(x.to_bytes(self._word, self._order) for x in state)[: self.digest_size]

    def hexdigest(self):
        return self.digest().hex()

    def copy(self):
        made = object.__new__(_Hash)
        made.__dict__.update(self.__dict__)
        return made

    def __repr__(self):
        return f"<{self.name} _hashlib.HASH object @ {hex(id(self))}>"


def new(name, data=b"", **kwargs):
    if name.lower() not in _kinds:
        raise ValueError("unsupported hash type " + name)
    return _Hash(name.lower(), data)


def _maker(name):
    def make(string=b"", *, usedforsecurity=True):
        return _Hash(name, string)

    make.__name__ = make.__qualname__ = "openssl_" + name
    return make


md5, sha1, sha224, sha256, sha384, sha512 = (_maker(_name) for _name in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512"))
