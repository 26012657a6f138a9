"""Values as bytes, in the format of Python's own files: numbers, texts and containers, without code."""
import struct as _struct

version = 4


def _size(n):
    return _struct.pack("<i", n)


def _dump(value, parts, depth):
    if depth > 1000:
        raise ValueError("object too deeply nested to marshal")
    kind = type(value)
    if value is None or value is Ellipsis or value is StopIteration or kind is bool:
        parts.append(b"N" if value is None else b"." if value is Ellipsis else b"S" if value is StopIteration
                     else b"T" if value else b"F")
    elif kind is int and -(1 << 31) <= value < 1 << 31:
        parts.append(b"i" + _size(value))
    elif kind is int:
        digits, rest = [], abs(value)
        while rest:
            digits.append(rest & 0x7FFF)
            rest >>= 15
        parts.append(b"l" + _size(len(digits) if value > 0 else -len(digits)))
        parts += [_struct.pack("<H", digit) for digit in digits]
    elif kind is float:
        parts.append(b"g" + _struct.pack("<d", value))
    elif kind is complex:
        parts.append(b"y" + _struct.pack("<dd", value.real, value.imag))
    elif kind is bytes or kind is bytearray:
        parts += [b"s" + _size(len(value)), bytes(value)]
    elif kind is str:
        data = value.encode("utf-8", "surrogatepass")
        isShort = len(data) < 256 and value.isascii()
        parts += [b"z" + bytes([len(data)]) if isShort else (b"a" if value.isascii() else b"u") + _size(len(data)), data]
    elif kind in (tuple, list, set, frozenset):
        if kind is tuple and len(value) < 256:
            parts.append(b")" + bytes([len(value)]))
        else:
            parts.append({tuple: b"(", list: b"[", set: b"<", frozenset: b">"}[kind] + _size(len(value)))
        for item in value:
            _dump(item, parts, depth + 1)
    elif kind is dict:
        parts.append(b"{")
        for key, item in value.items():
            _dump(key, parts, depth + 1)
            _dump(item, parts, depth + 1)
        parts.append(b"0")
    else:
        raise ValueError("unmarshallable object")


def dumps(value, version=version, /):
    parts = []
    _dump(value, parts, 0)
    return b"".join(parts)


def dump(value, file, version=version, /):
    return file.write(dumps(value))


_end = object()
_texts = {"a": "ascii", "A": "ascii", "z": "ascii", "Z": "ascii", "u": "utf-8", "t": "utf-8"}
_constants = {"N": None, "T": True, "F": False, ".": Ellipsis, "S": StopIteration, "0": _end}


class _Reader:
    def __init__(self, read):
        self.read_bytes, self.seen = read, []

    def take(self, count):
        data = self.read_bytes(count)
        if len(data) < count:
            raise EOFError("marshal data too short")
        return data

    def number(self, code="<i"):
        return _struct.unpack(code, self.take(_struct.calcsize(code)))[0]

    def value(self):
        first = self.read_bytes(1)
        if not first:
            raise EOFError("EOF read where object expected")
        code = first[0]
        kind = chr(code & 0x7F)
        if kind == "r":
            return self.seen[self.number()]
        if kind in _constants:
            return _constants[kind]
        # Values that others refer to have their number before their parts do.
        place = None
        if code & 0x80:
            place = len(self.seen)
            self.seen.append(None)
        made = self.parts(kind, place)
        if place is not None:
            self.seen[place] = made
        return made

    def parts(self, kind, place):
        if kind == "i":
            return self.number()
        if kind == "l":
            count = self.number()
            value = 0
            for i in range(abs(count)):
                value |= self.number("<H") << 15 * i
            return value if count >= 0 else -value
        if kind == "g":
            return self.number("<d")
        if kind == "y":
            real = self.number("<d")
            return complex(real, self.number("<d"))
        if kind == "s":
            return self.take(self.number())
        if kind in _texts:
            count = self.take(1)[0] if kind in "zZ" else self.number()
            return self.take(count).decode(_texts[kind], "surrogatepass" if kind in "ut" else "strict")
        if kind in ")([<>":
            count = self.take(1)[0] if kind == ")" else self.number()
            items = []
            if kind == "[" and place is not None:
                self.seen[place] = items
            items += [self.item() for _ in range(count)]
            return items if kind == "[" else set(items) if kind == "<" else frozenset(items) if kind == ">" else tuple(items)
        if kind == "{":
            made = {}
            if place is not None:
                self.seen[place] = made
            while (key := self.value()) is not _end:
                made[key] = self.item()
            return made
        raise ValueError("bad marshal data (unknown type code)")

    def item(self):
        found = self.value()
        if found is _end:
            raise TypeError("NULL object in marshal data for object")
        return found


def loads(data, /):
    place = 0

    def read(count):
        nonlocal place
        place += count
        return data[place - count:place]

    return _Reader(read).item()


def load(file, /):
    return _Reader(file.read).item()
