"""Bytes as letters of an alphabet of 64, 32 or 16."""

import binascii

_letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def _bytes(data):
    return data.encode("ascii") if isinstance(data, str) else bytes(data)


def b64encode(s, altchars=None):
    alphabet = _letters + (b"+/" if altchars is None else altchars)
    data, out = bytes(s), bytearray()
    for i in range(0, len(data), 3):
        part = data[i : i + 3]
        number = int.from_bytes(part + b"\0" * (3 - len(part)), "big")
        count = len(part) + 1
        out += bytes(alphabet[number >> 18 - 6 * k & 63] for k in range(count)) + b"=" * (4 - count)
    return bytes(out)


def b64decode(s, altchars=None, validate=False):
    alphabet = _letters + (b"+/" if altchars is None else _bytes(altchars))
    value = {letter: i for i, letter in enumerate(alphabet)}
    data = _bytes(s)
    if validate and any(c not in value and c != 61 for c in data):
        raise binascii.Error("Only base64 data is allowed")
    kept = [value[c] for c in data if c in value]
    pads = data.count(b"=")
    if len(kept) % 4 == 1:
        raise binascii.Error(f"Invalid base64-encoded string: number of data characters ({len(kept)}) cannot be 1 more than a "
                             "multiple of 4")
    if (len(kept) + pads) % 4:
        raise binascii.Error("Incorrect padding")
    out = bytearray()
    for i in range(0, len(kept), 4):
        part = kept[i : i + 4]
        number = 0
        for n in part + [0] * (4 - len(part)):
            number = number << 6 | n
        out += number.to_bytes(3, "big")[: len(part) - 1]
    return bytes(out)


standard_b64encode, standard_b64decode = b64encode, b64decode


def urlsafe_b64encode(s):
    return b64encode(s, b"-_")


def urlsafe_b64decode(s):
    return b64decode(s, b"-_")


def b16encode(s):
    return bytes(s).hex().upper().encode()


def b16decode(s, casefold=False):
    text = _bytes(s).decode()
    if not casefold and text != text.upper() or any(c not in "0123456789abcdefABCDEF" for c in text):
        raise binascii.Error("Non-base16 digit found")
    return bytes.fromhex(text)


def encodebytes(s):
    lines = [b64encode(s[i : i + 57]) + b"\n" for i in range(0, len(s), 57)]
    return b"".join(lines)


def decodebytes(s):
    return b64decode(s)
