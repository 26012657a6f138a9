"""Identifiers of 128 bits."""


_int = int


class UUID:
    def __init__(self, hex=None, bytes=None, int=None, version=None):
        if [hex, bytes, int].count(None) != 2:
            raise TypeError("one of the hex, bytes, bytes_le, fields, or int arguments must be given")
        if hex is not None:
            digits = hex.replace("urn:", "").replace("uuid:", "").strip("{}").replace("-", "")
            if len(digits) != 32:
                raise ValueError("badly formed hexadecimal UUID string")
            int = _int(digits, 16)
        elif bytes is not None:
            if len(bytes) != 16:
                raise ValueError("bytes is not a 16-char string")
            int = _int.from_bytes(bytes, "big")
        if version is not None:
            int = int & ~(0xC000 << 48) | 0x8000 << 48
            int = int & ~(0xF000 << 64) | version << 76
        self.int = int

    @property
    def hex(self):
        return "%032x" % self.int

    @property
    def bytes(self):
        return self.int.to_bytes(16, "big")

    @property
    def version(self):
        return self.int >> 76 & 0xF

    def __str__(self):
        h = self.hex
        return f"{h[:8]}-{h[8:12]}-{h[12:16]}-{h[16:20]}-{h[20:]}"

    def __repr__(self):
        return f"UUID({str(self)!r})"

    def __eq__(self, other):
        return self.int == other.int if isinstance(other, UUID) else NotImplemented

    def __lt__(self, other):
        return self.int < other.int if isinstance(other, UUID) else NotImplemented

    def __hash__(self):
        return hash(self.int)

    def __int__(self):
        return self.int


_random = None


def uuid4():
    """From the clock: the numbers of `random` stay those of the program."""
    global _random
    if _random is None:
        import random
        import time

        _random = random.Random(time.time_ns())
    return UUID(int=_random.getrandbits(128), version=4)


uuid1 = uuid4


def uuid5(namespace, name):
    import hashlib

    return UUID(bytes=hashlib.sha1(namespace.bytes + name.encode()).digest()[:16], version=5)


def uuid3(namespace, name):
    import hashlib

    return UUID(bytes=hashlib.md5(namespace.bytes + name.encode()).digest(), version=3)


NAMESPACE_DNS, NAMESPACE_URL = UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8"), UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_OID, NAMESPACE_X500 = UUID("6ba7b812-9dad-11d1-80b4-00c04fd430c8"), UUID("6ba7b814-9dad-11d1-80b4-00c04fd430c8")
