"""Containers beyond the built-in ones."""

import keyword as _keyword
import operator as _operator
from collections.abc import Mapping as _Mapping, MutableMapping as _MutableMapping


class OrderedDict(dict):
    def move_to_end(self, key, last=True):
        self._move_to_end(key, last)

    def popitem(self, last=True):
        if not self:
            raise KeyError("dictionary is empty")
        key = next(reversed(self) if last else iter(self))
        return key, self.pop(key)

    def copy(self):
        return self.__class__(self)

    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return dict.__eq__(self, other) and list(self) == list(other)
        return dict.__eq__(self, other)

    def __ne__(self, other):
        return not self == other

    def __repr__(self):
        if not self:
            return self.__class__.__name__ + "()"
        return self.__class__.__name__ + "(" + repr(list(self.items())) + ")"

    @classmethod
    def fromkeys(cls, iterable, value=None):
        made = cls()
        for key in iterable:
            made[key] = value
        return made


class defaultdict(dict):
    def __init__(self, default_factory=None, /, *args, **keywords):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("first argument must be callable or None")
        dict.__init__(self, *args, **keywords)
        self.default_factory = default_factory

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self[key] = self.default_factory()
        return value

    def copy(self):
        return type(self)(self.default_factory, self)

    __copy__ = copy

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = self.copy()
        made.update(other)
        return made

    def __ror__(self, other):
        return type(self)(self.default_factory, {**other, **self}) if isinstance(other, dict) else NotImplemented

    def __repr__(self):
        return "defaultdict(" + repr(self.default_factory) + ", " + dict.__repr__(self) + ")"


class Counter(dict):
    def __init__(self, iterable=None, /, **keywords):
        dict.__init__(self)
        self.update(iterable, **keywords)

    def __missing__(self, key):
        return 0

    def update(self, iterable=None, /, **keywords):
        if iterable is not None:
            if isinstance(iterable, dict):
                for key, count in iterable.items():
                    self[key] = self.get(key, 0) + count
            else:
                get = self.get
                for key in iterable:
                    self[key] = get(key, 0) + 1
        if keywords:
            self.update(keywords)

    def subtract(self, iterable=None, /, **keywords):
        if iterable is not None:
            if isinstance(iterable, dict):
                for key, count in iterable.items():
                    self[key] = self.get(key, 0) - count
            else:
                for key in iterable:
                    self[key] = self.get(key, 0) - 1
        if keywords:
            self.subtract(keywords)

    def most_common(self, n=None):
        items = sorted(self.items(), key=lambda item: item[1], reverse=True)
        return items if n is None else items[:n]

    def elements(self):
        for key, count in self.items():
            for _ in range(count):
                yield key

    def total(self):
        return sum(self.values())

    def copy(self):
        return self.__class__(self)

    def __delitem__(self, key):
        if key in self:
            dict.__delitem__(self, key)

    def _keep_positive(self):
        for key in [key for key, count in self.items() if not count > 0]:
            del self[key]
        return self

    def __add__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter(self)
        for key, count in other.items():
            result[key] = result[key] + count
        return result._keep_positive()

    def __sub__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter(self)
        for key, count in other.items():
            result[key] = result[key] - count
        return result._keep_positive()

    def __or__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter(self)
        for key, count in other.items():
            result[key] = max(result[key], count)
        return result._keep_positive()

    def __and__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for key, count in self.items():
            result[key] = min(count, other[key])
        return result._keep_positive()

    def __iadd__(self, other):
        for key, count in other.items():
            self[key] += count
        return self._keep_positive()

    def __isub__(self, other):
        for key, count in other.items():
            self[key] -= count
        return self._keep_positive()

    def __ior__(self, other):
        for key, count in other.items():
            self[key] = max(self[key], count)
        return self._keep_positive()

    def __iand__(self, other):
        for key, count in self.items():
            self[key] = min(count, other[key])
        return self._keep_positive()

    def __pos__(self):
        return Counter(self)._keep_positive()

    def __neg__(self):
        return Counter() - self

    # What a counter has not counts zero.
    def __eq__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[key] == other[key] for counts in (self, other) for key in counts)

    def __ne__(self, other):
        return not self == other if isinstance(other, Counter) else NotImplemented

    def __le__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[key] <= other[key] for counts in (self, other) for key in counts)

    def __lt__(self, other):
        return self <= other and self != other if isinstance(other, Counter) else NotImplemented

    def __ge__(self, other):
        return other <= self if isinstance(other, Counter) else NotImplemented

    def __gt__(self, other):
        return other < self if isinstance(other, Counter) else NotImplemented

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError("Counter.fromkeys() is undefined.  Use Counter(iterable) instead.")

    def __repr__(self):
        if not self:
            return self.__class__.__name__ + "()"
        body = ", ".join(repr(k) + ": " + repr(v) for k, v in self.most_common())
        return self.__class__.__name__ + "({" + body + "})"


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    field_names = list(map(str, field_names))
    typename = str(typename)
    if rename:
        seen = set()
        for i, name in enumerate(field_names):
            if not name.isidentifier() or name in _keyword.kwlist or name.startswith("_") or name in seen:
                field_names[i] = "_" + str(i)
            seen.add(name)
    seen = set()
    for name in [typename] + field_names:
        if not name.isidentifier():
            raise ValueError("Type names and field names must be valid identifiers: " + repr(name))
        if name in _keyword.kwlist:
            raise ValueError("Type names and field names cannot be a keyword: " + repr(name))
    for name in field_names:
        if name.startswith("_") and not rename:
            raise ValueError("Field names cannot start with an underscore: " + repr(name))
        if name in seen:
            raise ValueError("Encountered duplicate field name: " + repr(name))
        seen.add(name)
    fields = tuple(field_names)
    count = len(fields)
    default_values = tuple(defaults) if defaults is not None else ()
    if len(default_values) > count:
        raise TypeError("Got more default values than field names")
    field_defaults = dict(zip(fields[count - len(default_values) :], default_values))

    def __new__(cls, *args, **keywords):
        if len(args) > count:
            raise TypeError(
                f"{typename}.__new__() takes {count + 1} positional arguments but {len(args) + 1} were given"
            )
        if len(args) == count and not keywords:
            return tuple.__new__(cls, args)
        values = list(args)
        missing = []
        # Programs set the defaults of this function.
        last = __new__.__defaults__ or ()
        for index, name in enumerate(fields[len(args) :], len(args) - count):
            if name in keywords:
                values.append(keywords.pop(name))
            elif index >= -len(last):
                values.append(last[index])
            else:
                missing.append(name)
        for name in keywords:
            if name in fields:
                raise TypeError(f"{typename}.__new__() got multiple values for argument '{name}'")
            raise TypeError(f"{typename}.__new__() got an unexpected keyword argument '{name}'")
        if missing:
            names = [repr(name) for name in missing]
            text = names[0]
            if len(names) == 2:
                text = names[0] + " and " + names[1]
            elif len(names) > 2:
                text = ", ".join(names[:-1]) + ", and " + names[-1]
            plural = "s" if len(missing) > 1 else ""
            raise TypeError(
                f"{typename}.__new__() missing {len(missing)} required positional argument{plural}: {text}"
            )
        return tuple.__new__(cls, values)

    __new__.__defaults__ = default_values or None

    def _make(cls, iterable):
        values = tuple(iterable)
        if len(values) != count:
            raise TypeError(f"Expected {count} arguments, got {len(values)}")
        return tuple.__new__(cls, values)

    def _replace(self, /, **keywords):
        result = self._make(keywords.pop(name, value) for name, value in zip(fields, self))
        if keywords:
            raise ValueError(f"Got unexpected field names: {list(keywords)!r}")
        return result

    def _asdict(self):
        return dict(zip(fields, self))

    def __repr__(self):
        body = ", ".join(name + "=" + repr(value) for name, value in zip(fields, self))
        return self.__class__.__name__ + "(" + body + ")"

    def __getnewargs__(self):
        return tuple(self)

    members = {
        "__doc__": f"{typename}({', '.join(fields)})",
        "__slots__": (),
        "_fields": fields,
        "_field_defaults": field_defaults,
        "__new__": __new__,
        "_make": classmethod(_make),
        "_replace": _replace,
        "_asdict": _asdict,
        "__repr__": __repr__,
        "__getnewargs__": __getnewargs__,
        "__match_args__": fields,
    }
    for index, name in enumerate(fields):
        members[name] = property(_operator.itemgetter(index))
    made = type(typename, (tuple,), members)
    import _system

    if module is not None:
        made.__module__ = module
    elif "__main__" in _system.modules():
        made.__module__ = "__main__"
    return made


class deque:
    def __init__(self, iterable=(), maxlen=None):
        if maxlen is not None and maxlen < 0:
            raise ValueError("maxlen must be non-negative")
        self._items = []
        self._begin = 0
        self.maxlen = maxlen
        self.extend(iterable)

    def _trim(self):
        if self._begin > 64 and self._begin * 2 > len(self._items):
            del self._items[: self._begin]
            self._begin = 0

    def append(self, item):
        self._items.append(item)
        if self.maxlen is not None and len(self) > self.maxlen:
            self.popleft()

    def appendleft(self, item):
        if self._begin:
            self._begin -= 1
            self._items[self._begin] = item
        else:
            room = len(self._items) + 8
            self._items[0:0] = [None] * room
            self._begin = room - 1
            self._items[self._begin] = item
        if self.maxlen is not None and len(self) > self.maxlen:
            self.pop()

    def pop(self):
        if not len(self):
            raise IndexError("pop from an empty deque")
        return self._items.pop()

    def popleft(self):
        if not len(self):
            raise IndexError("pop from an empty deque")
        item = self._items[self._begin]
        self._items[self._begin] = None
        self._begin += 1
        self._trim()
        return item

    def extend(self, iterable):
        for item in list(iterable):
            self.append(item)

    def extendleft(self, iterable):
        for item in list(iterable):
            self.appendleft(item)

    def clear(self):
        self._items = []
        self._begin = 0

    def copy(self):
        return self.__class__(self, self.maxlen)

    __copy__ = copy

    def rotate(self, n=1):
        items = list(self)
        if items:
            n %= len(items)
            items = items[-n:] + items[:-n] if n else items
            self._items = items
            self._begin = 0

    def reverse(self):
        self._items = list(self)[::-1]
        self._begin = 0

    def remove(self, value):
        items = list(self)
        try:
            items.remove(value)
        except ValueError:
            raise ValueError("deque.remove(x): x not in deque") from None
        self._items = items
        self._begin = 0

    def insert(self, index, value):
        if self.maxlen is not None and len(self) >= self.maxlen:
            raise IndexError("deque already at its maximum size")
        items = list(self)
        items.insert(index, value)
        self._items = items
        self._begin = 0

    def index(self, value, *args):
        items = list(self)
        try:
            return items.index(value, *args)
        except ValueError:
            raise ValueError(repr(value) + " is not in deque") from None

    def count(self, value):
        return list(self).count(value)

    def _place(self, index):
        n = len(self)
        if index < 0:
            index += n
        if not 0 <= index < n:
            raise IndexError("deque index out of range")
        return self._begin + index

    def __getitem__(self, index):
        return self._items[self._place(index)]

    def __setitem__(self, index, value):
        self._items[self._place(index)] = value

    def __delitem__(self, index):
        del self._items[self._place(index)]

    def __len__(self):
        return len(self._items) - self._begin

    def __iter__(self):
        n = len(self)
        for i in range(n):
            if len(self) != n:
                raise RuntimeError("deque mutated during iteration")
            yield self._items[self._begin + i]

    def __reversed__(self):
        return iter(list(self)[::-1])

    def __contains__(self, value):
        return value in list(self)

    def __eq__(self, other):
        if not isinstance(other, deque):
            return NotImplemented
        return list(self) == list(other)

    __hash__ = None

    def __lt__(self, other):
        return list(self) < list(other)

    def __add__(self, other):
        return self.__class__(list(self) + list(other), self.maxlen)

    def __mul__(self, times):
        return self.__class__(list(self) * times, self.maxlen)

    def __iadd__(self, other):
        self.extend(other)
        return self

    def __bool__(self):
        return len(self) != 0

    def __repr__(self):
        end = ")" if self.maxlen is None else f", maxlen={self.maxlen})"
        return "deque(" + repr(list(self)) + end


class ChainMap(_MutableMapping):
    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __missing__(self, key):
        raise KeyError(key)

    def __getitem__(self, key):
        for mapping in self.maps:
            if key in mapping:
                return mapping[key]
        return self.__missing__(key)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def __contains__(self, key):
        return any(key in mapping for mapping in self.maps)

    def __bool__(self):
        return any(self.maps)

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        if key not in self.maps[0]:
            raise KeyError(f"Key not found in the first mapping: {key!r}")
        del self.maps[0][key]

    def pop(self, key, *args):
        if key not in self.maps[0] and not args:
            raise KeyError(f"Key not found in the first mapping: {key!r}")
        return self.maps[0].pop(key, *args)

    def popitem(self):
        if not self.maps[0]:
            raise KeyError("No keys found in the first mapping.")
        return self.maps[0].popitem()

    def clear(self):
        self.maps[0].clear()

    def __iter__(self):
        merged = {}
        for mapping in reversed(self.maps):
            merged.update(dict.fromkeys(mapping))
        return iter(merged)

    def __len__(self):
        return len(set().union(*self.maps))

    @classmethod
    def fromkeys(cls, iterable, *args):
        return cls(dict.fromkeys(iterable, *args))

    def copy(self):
        return self.__class__(self.maps[0].copy(), *self.maps[1:])

    __copy__ = copy

    def new_child(self, m=None, **keywords):
        m = keywords if m is None else {**m, **keywords} if keywords else m
        return self.__class__(m, *self.maps)

    @property
    def parents(self):
        return self.__class__(*self.maps[1:])

    def __or__(self, other):
        if not isinstance(other, _Mapping):
            return NotImplemented
        made = self.copy()
        made.maps[0].update(other)
        return made

    def __ror__(self, other):
        return self.__class__({**other, **self}) if isinstance(other, _Mapping) else NotImplemented

    def __ior__(self, other):
        self.maps[0].update(other)
        return self

    def __repr__(self):
        return self.__class__.__name__ + "(" + ", ".join(map(repr, self.maps)) + ")"


class UserDict(_MutableMapping):
    def __init__(self, dict=None, /, **keywords):
        self.data = {}
        if dict is not None:
            self.update(dict)
        self.update(keywords)

    def __len__(self):
        return len(self.data)

    def __getitem__(self, key):
        if key in self.data:
            return self.data[key]
        if hasattr(self.__class__, "__missing__"):
            return self.__class__.__missing__(self, key)
        raise KeyError(key)

    def __setitem__(self, key, item):
        self.data[key] = item

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter(self.data)

    def __reversed__(self):
        return reversed(self.data)

    def __contains__(self, key):
        return key in self.data

    def get(self, key, default=None):
        return self[key] if key in self else default

    def __repr__(self):
        return repr(self.data)

    def __or__(self, other):
        if isinstance(other, UserDict):
            other = other.data
        return self.__class__(self.data | other) if isinstance(other, dict) else NotImplemented

    def __ror__(self, other):
        return self.__class__(other | self.data) if isinstance(other, dict) else NotImplemented

    def __ior__(self, other):
        self.data |= other.data if isinstance(other, UserDict) else other
        return self

    def copy(self):
        if self.__class__ is UserDict:
            return UserDict(self.data)
        made = self.__class__.__new__(self.__class__)
        made.__dict__.update(self.__dict__)
        made.data = self.data.copy()
        return made

    __copy__ = copy

    @classmethod
    def fromkeys(cls, iterable, value=None):
        made = cls()
        for key in iterable:
            made[key] = value
        return made


class UserList(list):
    pass


class UserString(str):
    pass


def __getattr__(name):
    if name == "abc":
        return __import__("collections.abc", None, None, ("*",))
    raise AttributeError(f"module 'collections' has no attribute {name!r}")
