"""Identifiers of 128 bits."""


_int = int


NCS, RFC_4122, MICROSOFT, FUTURE = ("reserved for NCS compatibility", "specified in RFC 4122",
                                    "reserved for Microsoft compatibility", "reserved for future definition")


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
    def bytes_le(self):
        data = self.bytes
        return data[3::-1] + data[5:3:-1] + data[7:5:-1] + data[8:]

    time_low = property(lambda self: self.int >> 96)
    time_mid = property(lambda self: self.int >> 80 & 0xFFFF)
    time_hi_version = property(lambda self: self.int >> 64 & 0xFFFF)
    clock_seq_hi_variant = property(lambda self: self.int >> 56 & 0xFF)
    clock_seq_low = property(lambda self: self.int >> 48 & 0xFF)
    node = property(lambda self: self.int & 0xFFFFFFFFFFFF)
    time = property(lambda self: (self.time_hi_version & 0xFFF) << 48 | self.time_mid << 32 | self.time_low)
    clock_seq = property(lambda self: (self.clock_seq_hi_variant & 0x3F) << 8 | self.clock_seq_low)
    urn = property(lambda self: "urn:uuid:" + str(self))

    @property
    def fields(self):
        return (self.time_low, self.time_mid, self.time_hi_version, self.clock_seq_hi_variant, self.clock_seq_low, self.node)

    @property
    def variant(self):
        top = self.int >> 61 & 7
        return NCS if top < 4 else RFC_4122 if top < 6 else MICROSOFT if top == 6 else FUTURE

    @property
    def version(self):
        return self.int >> 76 & 0xF if self.variant == RFC_4122 else None

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
