"""References that do not keep what they lead to. Callbacks are not called when something goes."""

import _system


class ReferenceType:
    __slots__ = ("_number", "_hash")

    def __init__(self, object, callback=None):
        if type(object) in (int, float, str, bytes, bool, tuple, list, dict, complex, type(None)):
            raise TypeError(f"cannot create weak reference to '{type(object).__name__}' object")
        if callback is not None:
            raise NotImplementedError("weak references with callbacks are not supported")
        self._number = _system.watch(object)
        self._hash = None

    def __call__(self):
        return _system.find_watched(self._number)

    def __eq__(self, other):
        if not isinstance(other, ReferenceType):
            return NotImplemented
        mine, its = self(), other()
        if mine is None or its is None:
            return self is other
        return mine == its

    def __hash__(self):
        if self._hash is None:
            found = self()
            if found is None:
                raise TypeError("weak object has gone away")
            self._hash = hash(found)
        return self._hash

    def __repr__(self):
        found = self()
        if found is None:
            return f"<weakref at {hex(id(self))}; dead>"
        return f"<weakref at {hex(id(self))}; to '{type(found).__name__}' at {hex(id(found))}>"


ref = ReferenceType


class WeakMethod:
    def __init__(self, method, callback=None):
        self._object = ref(method.__self__, callback)
        self._function = method.__func__

    def __call__(self):
        found = self._object()
        return None if found is None else self._function.__get__(found)


class _Proxy:
    def __init__(self, object):
        self.__dict__["_reference"] = ref(object)

    def _found(self):
        found = self.__dict__["_reference"]()
        if found is None:
            raise ReferenceError("weakly-referenced object no longer exists")
        return found

    def __getattr__(self, name):
        return getattr(self._found(), name)

    def __setattr__(self, name, value):
        setattr(self._found(), name, value)

    def __call__(self, *args, **keywords):
        return self._found()(*args, **keywords)

    def __len__(self):
        return len(self._found())

    def __iter__(self):
        return iter(self._found())

    def __getitem__(self, key):
        return self._found()[key]

    def __str__(self):
        return str(self._found())


def proxy(object, callback=None):
    if callback is not None:
        raise NotImplementedError("weak references with callbacks are not supported")
    return _Proxy(object)


class _WeakMapping:
    """What is common to both mappings: `_live` gives the pairs that are still there."""

    def __iter__(self):
        return iter([key for key, value in self._live()])

    def keys(self):
        return iter(self)

    def values(self):
        return iter([value for key, value in self._live()])

    def items(self):
        return iter(self._live())

    def __len__(self):
        return len(self._live())

    def __contains__(self, key):
        return any(other is key or other == key for other, value in self._live())

    def get(self, key, default=None):
        return self[key] if key in self else default

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def pop(self, key, *default):
        if key not in self and default:
            return default[0]
        found = self[key]
        del self[key]
        return found

    def update(self, other=(), **keywords):
        for key, value in dict(other, **keywords).items():
            self[key] = value


class WeakValueDictionary(_WeakMapping):
    def __init__(self, other=(), **keywords):
        self.data = {}
        self.update(other, **keywords)

    def _live(self):
        pairs = [(key, reference()) for key, reference in self.data.items()]
        for key, value in pairs:
            if value is None:
                del self.data[key]
        return [pair for pair in pairs if pair[1] is not None]

    def __getitem__(self, key):
        found = self.data[key]()
        if found is None:
            raise KeyError(key)
        return found

    def __setitem__(self, key, value):
        self.data[key] = ref(value)

    def __delitem__(self, key):
        del self.data[key]


class WeakKeyDictionary(_WeakMapping):
    def __init__(self, other=None):
        self.data = {}
        if other is not None:
            self.update(other)

    def _live(self):
        pairs = [(reference, value) for reference, value in self.data.items()]
        for reference, value in pairs:
            if reference() is None:
                del self.data[reference]
        return [(reference(), value) for reference, value in pairs if reference() is not None]

    def __getitem__(self, key):
        return self.data[ref(key)]

    def __setitem__(self, key, value):
        self.data[ref(key)] = value

    def __delitem__(self, key):
        del self.data[ref(key)]


class WeakSet:
    def __init__(self, data=()):
        self.data = WeakKeyDictionary()
        for item in data:
            self.add(item)

    def add(self, item):
        self.data[item] = True

    def discard(self, item):
        if item in self.data:
            del self.data[item]

    def remove(self, item):
        del self.data[item]

    def __contains__(self, item):
        return item in self.data

    def __iter__(self):
        return iter(self.data)

    def __len__(self):
        return len(self.data)
