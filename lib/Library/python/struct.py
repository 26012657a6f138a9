"""Numbers as bytes, in sizes that do not depend on the machine."""

import math as _math


class error(Exception):
    pass


error.__module__ = "struct"
error.__qualname__ = error.__name__ = "error"

_sizes = {"b": 1, "B": 1, "?": 1, "h": 2, "H": 2, "i": 4, "I": 4, "l": 4, "L": 4, "q": 8, "Q": 8, "e": 2, "f": 4, "d": 8}
# Bits of the fraction and of the exponent.
_floats = {"e": (10, 5), "f": (23, 8), "d": (52, 11)}


def _parse(format):
    """The order of bytes, and pairs of a count and a letter."""
    order, aligned, letters = "little", True, format
    if format[:1] in ("<", "=", "@", ">", "!"):
        order = "big" if format[0] in ">!" else "little"
        aligned = format[0] == "@"
        letters = format[1:]
    sizes = dict(_sizes, l=8, L=8) if aligned else _sizes
    parts, count, at = [], "", 0
    for letter in letters:
        if letter.isspace():
            continue
        if letter.isdigit():
            count += letter
            continue
        if letter not in sizes and letter not in "sx":
            raise error("bad char in struct format")
        size = sizes.get(letter, 1)
        if aligned and letter in sizes and at % size:
            parts.append((size - at % size, "x", 1))
            at += size - at % size
        number = int(count) if count else 1
        parts.append((number, letter, size))
        at += number * size
        count = ""
    return order, parts


def calcsize(format):
    return sum(count * size for count, _, size in _parse(format)[1])


def _pack_float(value, letter, size, order):
    fraction, exponent = _floats[letter]
    bias = (1 << (exponent - 1)) - 1
    value = float(value)
    sign = _math.copysign(1.0, value) < 0
    value = abs(value)
    if value != value:
        bits = ((1 << exponent) - 1) << fraction | 1 << (fraction - 1)
    elif value == _math.inf:
        bits = ((1 << exponent) - 1) << fraction
    elif value == 0:
        bits = 0
    else:
        power = max(_math.frexp(value)[1] - 1, 1 - bias)
        # Rounded to even, as a carry into the exponent may be.
        units = round(_math.ldexp(value, fraction - power))
        bits = units + ((power + bias - 1) << fraction)
        if bits >= ((1 << exponent) - 1) << fraction:
            raise OverflowError("float too large to pack with " + letter + " format")
    return (bits | sign << (fraction + exponent)).to_bytes(size, order)


def _unpack_float(data, letter, order):
    fraction, exponent = _floats[letter]
    bias = (1 << (exponent - 1)) - 1
    bits = int.from_bytes(data, order)
    sign = -1.0 if bits >> (fraction + exponent) else 1.0
    power = bits >> fraction & ((1 << exponent) - 1)
    units = bits & ((1 << fraction) - 1)
    if power == (1 << exponent) - 1:
        return _math.nan if units else sign * _math.inf
    if power:
        units += 1 << fraction
    return sign * _math.ldexp(float(units), max(power, 1) - bias - fraction)


def pack(format, *values):
    order, parts = _parse(format)
    out, rest = [], list(values)
    expected = sum(1 if letter == "s" else 0 if letter == "x" else count for count, letter, _ in parts)
    if expected != len(rest):
        raise error("pack expected {} items for packing (got {})".format(expected, len(rest)))
    for count, letter, size in parts:
        if letter == "x":
            out.append(b"\0" * count)
        elif letter == "s":
            out.append(bytes(rest.pop(0))[:count].ljust(count, b"\0"))
        else:
            for _ in range(count):
                out.append(_pack_one(rest.pop(0), letter, size, order))
    return b"".join(out)


def _pack_one(value, letter, size, order):
    if letter in _floats:
        return _pack_float(value, letter, size, order)
    if letter == "?":
        return b"\1" if value else b"\0"
    signed = letter.islower()
    if not isinstance(value, int):
        raise error("required argument is not an integer")
    low = -(1 << (8 * size - 1)) if signed else 0
    high = (1 << (8 * size - signed)) - 1
    if not low <= value <= high:
        raise error("'{}' format requires {} <= number <= {}".format(letter, low, high))
    return value.to_bytes(size, order, signed=signed)


def unpack_from(format, buffer, offset=0):
    order, parts = _parse(format)
    data = bytes(buffer)
    if len(data) - offset < calcsize(format):
        raise error("unpack_from requires a buffer of at least {} bytes".format(calcsize(format) + offset))
    found = []
    for count, letter, size in parts:
        if letter == "s":
            found.append(data[offset : offset + count])
        elif letter != "x":
            for i in range(count):
                part = data[offset + i * size : offset + (i + 1) * size]
                found.append(_unpack_float(part, letter, order) if letter in _floats else
                             part != b"\0" if letter == "?" else
                             int.from_bytes(part, order, signed=letter.islower()))
        offset += count * size
    return tuple(found)


def unpack(format, buffer):
    if len(buffer) != calcsize(format):
        raise error("unpack requires a buffer of {} bytes".format(calcsize(format)))
    return unpack_from(format, buffer)


def iter_unpack(format, buffer):
    size = calcsize(format)
    for at in range(0, len(buffer), size):
        yield unpack(format, buffer[at : at + size])


class Struct:
    def __init__(self, format):
        self.format = format if isinstance(format, str) else format.decode()
        self.size = calcsize(self.format)

    def pack(self, *values):
        return pack(self.format, *values)

    def unpack(self, buffer):
        return unpack(self.format, buffer)

    def unpack_from(self, buffer, offset=0):
        return unpack_from(self.format, buffer, offset)

    def iter_unpack(self, buffer):
        return iter_unpack(self.format, buffer)
