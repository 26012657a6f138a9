"""`bytearray`: the builtin, whose methods that give bytes are those of bytes."""


def _check(value):
    if hasattr(type(value), "__index__"):
        value = value.__index__()
    elif not isinstance(value, int):
        raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
    if not 0 <= value < 256:
        raise ValueError("byte must be in range(0, 256)")
    return value


def _list(source):
    if isinstance(source, bytearray):
        return list(source._data)
    if isinstance(source, bytes):
        return list(source)
    if isinstance(source, str):
        raise TypeError("expected iterable of integers; got: 'str'")
    return [_check(value) for value in source]


class bytearray:
    __slots__ = ("_data",)
    __hash__ = None

    def __init__(self, source=None, encoding=None, errors=None):
        if isinstance(source, str):
            if encoding is None:
                raise TypeError("string argument without an encoding")
            self._data = list(source.encode(encoding, errors or "strict"))
        elif encoding is not None or errors is not None:
            raise TypeError("encoding without a string argument")
        elif source is None:
            self._data = []
        elif isinstance(source, int):
            if source < 0:
                raise ValueError("negative count")
            self._data = [0] * source
        else:
            try:
                iter(source)
            except TypeError:
                raise TypeError(f"cannot convert '{type(source).__name__}' object to bytearray") from None
            self._data = _list(source)

    @classmethod
    def fromhex(cls, text):
        return cls(bytes.fromhex(text))

    def __bytes__(self):
        return bytes(self._data)

    def __len__(self):
        return len(self._data)

    def __iter__(self):
        return iter(self._data)

    def __repr__(self):
        return f"bytearray({bytes(self._data)!r})"

    __str__ = __repr__

    def __getitem__(self, key):
        if isinstance(key, slice):
            return bytearray(self._data[key])
        try:
            return self._data[key]
        except IndexError:
            raise IndexError("bytearray index out of range") from None
        except TypeError:
            raise TypeError("bytearray indices must be integers or slices, not " + type(key).__name__) from None

    def __setitem__(self, key, value):
        if not isinstance(key, slice):
            try:
                self._data[key] = _check(value)
            except IndexError:
                raise IndexError("bytearray index out of range") from None
            return
        values = _list(value)
        taken = len(range(*key.indices(len(self._data))))
        if key.step not in (None, 1) and taken != len(values):
            raise ValueError(f"attempt to assign bytes of size {len(values)} to extended slice of size {taken}")
        self._data[key] = values

    def __delitem__(self, key):
        del self._data[key]

    def __contains__(self, item):
        return item in self._data if isinstance(item, int) else bytes(item) in bytes(self._data)

    def __eq__(self, other):
        if isinstance(other, (bytes, bytearray)):
            return bytes(self._data) == bytes(other)
        return NotImplemented

    def __lt__(self, other):
        return bytes(self._data) < bytes(other) if isinstance(other, (bytes, bytearray)) else NotImplemented

    def __le__(self, other):
        return bytes(self._data) <= bytes(other) if isinstance(other, (bytes, bytearray)) else NotImplemented

    def __gt__(self, other):
        return bytes(self._data) > bytes(other) if isinstance(other, (bytes, bytearray)) else NotImplemented

    def __ge__(self, other):
        return bytes(self._data) >= bytes(other) if isinstance(other, (bytes, bytearray)) else NotImplemented

    def __add__(self, other):
        if not isinstance(other, (bytes, bytearray)):
            raise TypeError(f"can't concat {type(other).__name__} to bytearray")
        return bytearray(self._data + list(other))

    def __radd__(self, other):
        return other + bytes(self._data) if isinstance(other, bytes) else NotImplemented

    def __iadd__(self, other):
        self._data += _list(other)
        return self

    def __mul__(self, count):
        return bytearray(self._data * count)

    __rmul__ = __mul__

    def __imul__(self, count):
        self._data *= count
        return self

    def append(self, value):
        self._data.append(_check(value))

    def extend(self, values):
        self._data += _list(values)

    def insert(self, place, value):
        self._data.insert(place, _check(value))

    def pop(self, place=-1):
        if not self._data:
            raise IndexError("pop from empty bytearray")
        return self._data.pop(place)

    def remove(self, value):
        if value not in self._data:
            raise ValueError("value not found in bytearray")
        self._data.remove(value)

    def reverse(self):
        self._data.reverse()

    def clear(self):
        self._data.clear()

    def copy(self):
        return bytearray(self._data)

    def __getattr__(self, name):
        # What bytes can do, a bytearray can; parts of it are bytearrays again.
        if name.startswith("__") or not hasattr(b"", name):
            raise AttributeError(f"'bytearray' object has no attribute '{name}'")

        def method(*args):
            plain = [bytes(a) if isinstance(a, bytearray) else a for a in args]
            return _wrap(getattr(bytes(self._data), name)(*plain))

        return method


def _wrap(value):
    if isinstance(value, bytes):
        return bytearray(value)
    if isinstance(value, (list, tuple)):
        return type(value)(_wrap(item) for item in value)
    return value


bytearray.__module__ = "builtins"


def format_bytes(pattern, values):
    """`pattern % values`: as for texts, but %s takes bytes."""

    def text_of(value):
        if isinstance(value, (bytearray, memoryview)) or hasattr(type(value), "__bytes__"):
            value = bytes(value)
        return _Plain(value.decode("latin-1")) if isinstance(value, bytes) else value

    text, checked = pattern.decode("latin-1"), []
    if isinstance(values, dict):
        values = {key.decode("latin-1"): text_of(value) for key, value in values.items()}
    else:
        values = tuple(map(text_of, values)) if isinstance(values, tuple) else (text_of(values),)
        checked = list(values)
    made, at = "", 0
    for part in text.split("%%"):
        made += ("%%" if at else "") + part.replace("%b", "%s")
        at += 1
    for kind in _kinds(made):
        value = checked.pop(0) if checked else None
        if kind == "s" and isinstance(values, tuple) and not isinstance(value, _Plain):
            raise TypeError(f"%b requires a bytes-like object, or an object that implements __bytes__, not {type(value).__name__!r}")
    return (made % values).encode("latin-1")


class _Plain(str):
    """Bytes as a text."""

    def __repr__(self):
        return repr(self.encode("latin-1"))


def _kinds(text):
    at = 0
    while (at := text.find("%", at)) >= 0:
        at += 1
        while at < len(text) and not (text[at].isalpha() or text[at] == "%"):
            at += 1
        if text[at : at + 1] not in ("%", ""):
            yield text[at]
        at += 1


class memoryview:
    """Bytes that are read, and written where they are those of a bytearray, without a copy."""

    format, itemsize, ndim, c_contiguous = "B", 1, 1, True

    def __init__(self, object):
        if isinstance(object, memoryview):
            self.obj, self._places = object.obj, object._places
        elif isinstance(object, (bytes, bytearray)):
            self.obj, self._places = object, range(len(object))
        elif hasattr(object, "obj") and hasattr(object, "nbytes"):
            self.obj, self._places = object.obj, range(object.nbytes)
        else:
            raise TypeError(f"memoryview: a bytes-like object is required, not {type(object).__name__!r}")

    readonly = property(lambda self: not isinstance(self.obj, bytearray))
    nbytes = property(lambda self: len(self._places))
    shape = property(lambda self: (len(self._places),))

    def __len__(self):
        return len(self._places)

    def __getitem__(self, key):
        if isinstance(key, slice):
            made = memoryview(self)
            made._places = self._places[key]
            return made
        try:
            return self.obj[self._places[key]]
        except IndexError:
            raise IndexError("index out of bounds on dimension 1") from None

    def __setitem__(self, key, value):
        if self.readonly:
            raise TypeError("cannot modify read-only memory")
        if not isinstance(key, slice):
            self.obj[self._places[key]] = value
            return
        places = self._places[key]
        if len(places) != len(value):
            raise ValueError("memoryview assignment: lvalue and rvalue have different structures")
        for place, byte in zip(places, bytes(value)):
            self.obj[place] = byte

    def __iter__(self):
        return (self.obj[place] for place in self._places)

    def __bytes__(self):
        return bytes([self.obj[place] for place in self._places])

    tobytes = __bytes__

    def tolist(self):
        return list(self)

    def hex(self, *args):
        return bytes(self).hex(*args)

    def __eq__(self, other):
        return bytes(self) == bytes(other) if isinstance(other, (bytes, bytearray, memoryview)) else NotImplemented

    def __hash__(self):
        if not self.readonly:
            raise ValueError("cannot hash writable memoryview object")
        return hash(bytes(self))

    def release(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, type, value, traceback):
        pass
