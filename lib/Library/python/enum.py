"""Enumerations."""

import warnings as _warnings
from types import MappingProxyType as _MappingProxyType

_missing = object()


class auto:
    def __init__(self):
        self.value = _missing


class nonmember:
    def __init__(self, value):
        self.value = value


class member:
    def __init__(self, value):
        self.value = value


class _Members(dict):
    """The body of a class of members: names in order, each once."""

    def __init__(self, name):
        dict.__init__(self)
        self._cls_name = name
        self._member_names = []
        self._values = []
        self._generate = None

    def __setitem__(self, key, value):
        if key == "_generate_next_value_":
            self._generate = value.__func__ if isinstance(value, staticmethod) else value
        elif _is_member(key, value):
            if key in self._member_names:
                raise TypeError(f"{key!r} already defined as {dict.__getitem__(self, key)!r}")
            if isinstance(value, member):
                value = value.value
            value = self._resolve(key, value)
            self._member_names.append(key)
            self._values.append(value)
        elif isinstance(value, nonmember):
            value = value.value
        dict.__setitem__(self, key, value)

    def _resolve(self, key, value):
        if isinstance(value, auto):
            if value.value is _missing:
                generate = self._generate or Enum._generate_next_value_
                value.value = generate(key, 1, len(self._member_names), self._values[:])
            return value.value
        if isinstance(value, tuple) and any(isinstance(v, auto) for v in value):
            return tuple(self._resolve(key, v) for v in value)
        return value


def _is_member(key, value):
    if key.startswith("_"):
        return False
    if isinstance(value, member):
        return True
    if isinstance(value, (nonmember, property, staticmethod, classmethod)):
        return False
    return not (hasattr(type(value), "__get__") or hasattr(type(value), "__set__"))


class EnumMeta(type):
    @classmethod
    def __prepare__(mcs, name, bases, **keywords):
        members = _Members(name)
        for base in bases:
            generate = getattr(base, "_generate_next_value_", None)
            if generate is not None:
                members._generate = generate
                break
        return members

    def __new__(mcs, name, bases, members, **keywords):
        names = getattr(members, "_member_names", [])
        for base in bases:
            if isinstance(base, EnumMeta) and base.__dict__.get("_member_names_"):
                raise TypeError(f"<enum {name!r}> cannot extend {base!r}")
        plain = {key: value for key, value in members.items() if key not in names}
        if "_generate_next_value_" in plain and not isinstance(plain["_generate_next_value_"], staticmethod):
            plain["_generate_next_value_"] = staticmethod(plain["_generate_next_value_"])
        is_first = not any(isinstance(base, EnumMeta) for base in bases)
        create = None if is_first else plain.pop("__new__", None)
        plain["_member_names_"] = []
        plain["_member_map_"] = {}
        plain["_value2member_map_"] = {}
        ignored = plain.get("_ignore_", ())
        cls = type.__new__(mcs, name, bases, plain)
        if not is_first:
            mcs._inherit_from_enum(cls, plain, bases)
        data = mcs._data_type(bases)
        cls._member_type_ = data
        if create is None:
            for base in bases:
                create = getattr(base, "_member_new_", None)
                if create is not None:
                    break
        else:
            create = create.__func__ if isinstance(create, staticmethod) else create
        cls._member_new_ = staticmethod(create) if create is not None else None
        for key in names:
            if key in ignored:
                continue
            mcs._add_member(cls, key, members[key], data, create)
        return cls

    def __init__(cls, name, bases, members, **keywords):
        pass

    @staticmethod
    def _inherit_from_enum(cls, members, bases):
        """What a member does comes from Enum, not from the class of its value."""
        type.__setattr__(cls, "__new__", staticmethod(Enum.__new__))
        first = [base for base in bases if isinstance(base, EnumMeta)][0]
        for name in ("__repr__", "__str__", "__format__"):
            owner = [base for base in cls.__mro__ if name in base.__dict__][0]
            if not isinstance(owner, EnumMeta):
                type.__setattr__(cls, name, getattr(first, name))

    @staticmethod
    def _data_type(bases):
        for base in bases:
            for ancestor in base.__mro__:
                if ancestor is object or isinstance(ancestor, EnumMeta):
                    continue
                if "__new__" in ancestor.__dict__ or ancestor in (int, str, float, tuple, bytes):
                    return ancestor
        return object

    @staticmethod
    def _add_member(cls, key, value, data, create):
        args = value if isinstance(value, tuple) else (value,)
        if data is tuple:
            args = (value,)
        if create is not None:
            made = create(cls, *args)
            if "_value_" not in made.__dict__:
                made.__dict__["_value_"] = data(*args) if data is not object else value
        elif data is object:
            made = object.__new__(cls)
            made.__dict__["_value_"] = value
        else:
            made = data.__new__(cls, *args)
            made.__dict__["_value_"] = data(*args)
        value = made.__dict__["_value_"]
        for other in cls._member_map_.values():
            if other._value_ == value and type(other._value_) is type(value):
                cls._member_map_[key] = other
                type.__setattr__(cls, key, other)
                return
        made.__dict__["_name_"] = key
        made.__dict__["__objclass__"] = cls
        made.__dict__["_sort_order_"] = len(cls._member_names_)
        init = cls.__init__
        if init is not object.__init__ and init is not Enum_init:
            init(made, *args)
        cls._member_names_.append(key)
        cls._member_map_[key] = made
        try:
            cls._value2member_map_[value] = made
        except TypeError:
            pass
        type.__setattr__(cls, key, made)

    def __call__(cls, value=_missing, names=None, *, module=None, qualname=None, type=None, start=1):
        if names is not None:
            return cls._create(value, names, type, start)
        return cls.__new__(cls, value)

    def _create(cls, name, names, type, start):
        bases = (cls,) if type is None else (type, cls)
        members = EnumMeta.__prepare__(name, bases)
        if isinstance(names, str):
            names = names.replace(",", " ").split()
        if isinstance(names, dict):
            names = list(names.items())
        for i, item in enumerate(names):
            if isinstance(item, str):
                item = (item, i + start)
            members[item[0]] = item[1]
        made = EnumMeta.__new__(EnumMeta, name, bases, members)
        made.__module__ = "__main__"
        return made

    def __iter__(cls):
        return iter([cls._member_map_[name] for name in cls._own_names()])

    def _own_names(cls):
        """The members that are listed: flags of one bit alone, whose combinations have names, too."""
        if not issubclass(cls, Flag):
            return cls._member_names_
        values = cls._member_map_
        return [n for n in cls._member_names_ if values[n]._value_ > 0 and values[n]._value_ & (values[n]._value_ - 1) == 0]

    def __reversed__(cls):
        return reversed([cls._member_map_[name] for name in cls._own_names()])

    def __len__(cls):
        return len(cls._own_names())

    def __bool__(cls):
        return True

    def __contains__(cls, item):
        if not isinstance(item, Enum):
            raise TypeError(
                f"unsupported operand type(s) for 'in': {type(item).__qualname__!r} and {cls.__class__.__qualname__!r}"
            )
        return isinstance(item, cls) and item._name_ in cls._member_map_

    def __getitem__(cls, name):
        return cls._member_map_[name]

    @property
    def __members__(cls):
        return _MappingProxyType(cls._member_map_)

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get("_member_map_", ()):
            raise AttributeError(f"cannot reassign member {name!r}")
        type.__setattr__(cls, name, value)

    def __delattr__(cls, name):
        if name in cls.__dict__.get("_member_map_", ()):
            raise AttributeError(f"{cls.__name__!r} cannot delete member {name!r}.")
        type.__delattr__(cls, name)

    def __repr__(cls):
        return f"<enum {cls.__name__!r}>"


EnumType = EnumMeta


def Enum_init(self, *args, **keywords):
    pass


class Enum(metaclass=EnumMeta):
    __init__ = Enum_init

    def __new__(cls, value):
        if type(value) is cls:
            return value
        try:
            return cls._value2member_map_[value]
        except KeyError:
            pass
        except TypeError:
            for made in cls._member_map_.values():
                if made._value_ == value:
                    return made
        found = cls._missing_(value)
        if isinstance(found, cls):
            return found
        if found is None:
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        raise TypeError(
            f"error in {cls.__name__}._missing_: returned {found!r} instead of None or a valid member"
        )

    @classmethod
    def _missing_(cls, value):
        return None

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start
        last = last_values[-1]
        try:
            last_values = sorted(last_values)
            if last_values[-1] == last:
                return last + 1
        except TypeError:
            pass
        _warnings.warn(
            "In 3.13 the default `auto()`/`_generate_next_value_` will require all values to be sortable and support adding +1\n"
            "and the value returned will be the largest value in the enum incremented by 1",
            DeprecationWarning,
            stacklevel=3,
        )
        for value in last_values:
            try:
                return value + 1
            except TypeError:
                pass
        return start

    @property
    def name(self):
        return self._name_

    @property
    def value(self):
        return self._value_

    def __repr__(self):
        return f"<{self.__class__.__name__}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        return f"{self.__class__.__name__}.{self._name_}"

    def __format__(self, spec):
        return str.__format__(str(self), spec)

    def __hash__(self):
        return hash(self._name_)

    def __reduce_ex__(self, protocol):
        return (self.__class__, (self._value_,))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __dir__(self):
        return ["__class__", "__doc__", "__module__", "name", "value"]


Enum._member_new_ = None


class ReprEnum(Enum):
    pass


class IntEnum(int, ReprEnum):
    def __str__(self):
        return int.__repr__(self._value_)

    def __format__(self, spec):
        return int.__format__(self._value_, spec)

    __hash__ = int.__hash__


class StrEnum(str, ReprEnum):
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()

    def __str__(self):
        return self._value_

    def __format__(self, spec):
        return str.__format__(self._value_, spec)

    __hash__ = str.__hash__


class Flag(Enum):
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start
        return 1 << max(last_values).bit_length()

    @classmethod
    def _missing_(cls, value):
        known = 0
        for made in cls._member_map_.values():
            known |= made._value_
        if not isinstance(value, int):
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        if value < 0:
            value = known & value
        # Those that are numbers keep what has no name.
        extra = value & ~known
        if extra and cls._member_type_ is not int:
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        made = cls._member_type_.__new__(cls, value) if cls._member_type_ is int else object.__new__(cls)
        made.__dict__["_value_"] = value
        names = [m._name_ for m in cls if m._value_ & value and m._value_ & (m._value_ - 1) == 0]
        made.__dict__["_name_"] = "|".join(names + ([str(extra)] if extra else [])) if names else None
        cls._value2member_map_[value] = made
        return made

    def _other(self, other):
        """The bits of an operand; None for what has none."""
        if isinstance(other, self.__class__):
            return other._value_
        return int(other) if isinstance(self, int) and isinstance(other, int) else None

    def __or__(self, other):
        bits = self._other(other)
        return NotImplemented if bits is None else self.__class__(self._value_ | bits)

    def __and__(self, other):
        bits = self._other(other)
        return NotImplemented if bits is None else self.__class__(self._value_ & bits)

    def __xor__(self, other):
        bits = self._other(other)
        return NotImplemented if bits is None else self.__class__(self._value_ ^ bits)

    __ror__ = __or__
    __rand__ = __and__
    __rxor__ = __xor__

    def __invert__(self):
        known = 0
        for made in self.__class__._member_map_.values():
            known |= made._value_
        return self.__class__(known & ~self._value_)

    def __contains__(self, other):
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        for made in self.__class__:
            if made._value_ & self._value_ and made._value_ & (made._value_ - 1) == 0:
                yield made

    def __len__(self):
        return len(list(iter(self)))

    def __bool__(self):
        return bool(self._value_)

    def __repr__(self):
        if self._name_ is None:
            return f"<{self.__class__.__name__}: {self._value_!r}>"
        return f"<{self.__class__.__name__}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        if self._name_ is None:
            return f"{self.__class__.__name__}({self._value_!r})"
        return f"{self.__class__.__name__}.{self._name_}"


class IntFlag(int, Flag):
    __or__, __and__, __xor__, __invert__ = Flag.__or__, Flag.__and__, Flag.__xor__, Flag.__invert__
    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__
    __contains__, __iter__, __len__, __repr__ = Flag.__contains__, Flag.__iter__, Flag.__len__, Flag.__repr__

    def __str__(self):
        return int.__repr__(self._value_)

    def __format__(self, spec):
        return int.__format__(self._value_, spec)

    __hash__ = int.__hash__


def unique(cls):
    aliases = [(name, made.name) for name, made in cls.__members__.items() if name != made.name]
    if aliases:
        text = ", ".join(f"{alias} -> {name}" for alias, name in aliases)
        raise ValueError(f"duplicate values found in {cls!r}: {text}")
    return cls


def property_(function):
    return property(function)


# An attribute of members that has no meaning for the class.
property = property
