"""Bytes as digits, and their check sums."""


class Error(ValueError):
    pass


class Incomplete(Exception):
    pass


def hexlify(data, sep=None):
    text = bytes(data).hex()
    if sep is not None:
        sep = sep if isinstance(sep, str) else sep.decode()
        text = sep.join(text[i : i + 2] for i in range(0, len(text), 2))
    return text.encode()


b2a_hex = hexlify


def unhexlify(hexstr):
    text = hexstr if isinstance(hexstr, str) else bytes(hexstr).decode()
    if len(text) % 2:
        raise Error("Odd-length string")
    if any(c not in "0123456789abcdefABCDEF" for c in text):
        raise Error("Non-hexadecimal digit found")
    return bytes.fromhex(text)


a2b_hex = unhexlify
_table = []


def crc32(data, value=0):
    if not _table:
        for n in range(256):
            for _ in range(8):
                n = n >> 1 ^ (0xEDB88320 if n & 1 else 0)
            _table.append(n)
    value ^= 0xFFFFFFFF
    for byte in bytes(data):
        value = value >> 8 ^ _table[(value ^ byte) & 255]
    return value ^ 0xFFFFFFFF


def b2a_base64(data, *, newline=True):
    import base64

    return base64.b64encode(data) + (b"\n" if newline else b"")


def a2b_base64(string):
    import base64

    return base64.b64decode(string)
