"""Abstract classes of containers."""


def _has(cls, *names):
    return all(any(name in base.__dict__ for base in cls.__mro__) for name in names)


class _Meta(type):
    def __instancecheck__(cls, instance):
        return cls.__subclasscheck__(type(instance))

    def __subclasscheck__(cls, subclass):
        if cls in subclass.__mro__:
            return True
        kinds = cls.__dict__.get("_kinds")
        if kinds is not None:
            return issubclass(subclass, kinds)
        methods = cls.__dict__.get("_methods")
        return methods is not None and _has(subclass, *methods)

    def register(cls, subclass):
        kinds = cls.__dict__.get("_kinds") or ()
        cls._kinds = kinds + (subclass,)
        return subclass


class Hashable(metaclass=_Meta):
    _methods = ("__hash__",)


class Iterable(metaclass=_Meta):
    _methods = ("__iter__",)


class Iterator(Iterable):
    _methods = ("__iter__", "__next__")

    def __iter__(self):
        return self


class Generator(Iterator):
    _methods = ("__iter__", "__next__", "send", "throw")


class Sized(metaclass=_Meta):
    _methods = ("__len__",)


class Container(metaclass=_Meta):
    _methods = ("__contains__",)


class Callable(metaclass=_Meta):
    _methods = ("__call__",)

    def __class_getitem__(cls, parameters):
        import typing

        return typing.Callable[parameters]


class Collection(Sized, Iterable, Container):
    _methods = ("__len__", "__iter__", "__contains__")


class Sequence(Collection):
    _kinds = (list, tuple, str, bytes, range)

    def __iter__(self):
        for i in range(len(self)):
            yield self[i]

    def __contains__(self, value):
        return any(item is value or item == value for item in self)

    def __reversed__(self):
        for i in reversed(range(len(self))):
            yield self[i]

    def index(self, value, start=0, stop=None):
        for i in range(start, len(self) if stop is None else stop):
            if self[i] == value:
                return i
        raise ValueError

    def count(self, value):
        return sum(1 for item in self if item == value)


class MutableSequence(Sequence):
    _kinds = (list,)

    def append(self, value):
        self.insert(len(self), value)

    def extend(self, values):
        for value in list(values):
            self.append(value)

    def pop(self, index=-1):
        value = self[index]
        del self[index]
        return value

    def remove(self, value):
        del self[self.index(value)]

    def __iadd__(self, values):
        self.extend(values)
        return self


class Set(Collection):
    _kinds = (set, frozenset)


class MutableSet(Set):
    _kinds = (set,)


class Mapping(Collection):
    _kinds = (dict,)

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        return list(self)

    def values(self):
        return [self[key] for key in self]

    def items(self):
        return [(key, self[key]) for key in self]

    def __eq__(self, other):
        return dict(self.items()) == dict(other.items())

    __hash__ = None


class MutableMapping(Mapping):
    _kinds = (dict,)

    def pop(self, key, *default):
        try:
            value = self[key]
        except KeyError:
            if default:
                return default[0]
            raise
        del self[key]
        return value

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def update(self, other=(), /, **keywords):
        for key, value in dict(other, **keywords).items():
            self[key] = value

    def clear(self):
        for key in list(self):
            del self[key]


class KeysView:
    pass


class ValuesView:
    pass


class ItemsView:
    pass
