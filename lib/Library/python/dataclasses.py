"""Classes whose fields are their annotations."""

import functools as _functools
import copy as _copy
from types import MappingProxyType as _MappingProxyType


class _Missing:
    def __repr__(self):
        return "<dataclasses._MISSING_TYPE object>"


MISSING = _Missing()
_FIELDS = "__dataclass_fields__"


class FrozenInstanceError(AttributeError):
    pass


class KW_ONLY:
    pass


class InitVar:
    def __init__(self, type):
        self.type = type

    def __class_getitem__(cls, type):
        return InitVar(type)


class Field:
    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = None
        self.type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata = _MappingProxyType({} if metadata is None else metadata)
        self.kw_only = kw_only
        self._is_init_only = False

    def __repr__(self):
        return f"Field(name={self.name!r},type={self.type!r},default={self.default!r})"


def field(
    *,
    default=MISSING,
    default_factory=MISSING,
    init=True,
    repr=True,
    hash=None,
    compare=True,
    metadata=None,
    kw_only=MISSING,
):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError("cannot specify both default and default_factory")
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


def _is_class_var(annotation):
    if isinstance(annotation, str):
        return annotation.startswith(("ClassVar", "typing.ClassVar"))
    return "ClassVar" in repr(annotation)


def _collect(cls, kw_only):
    fields = {}
    for base in reversed(cls.__mro__[1:]):
        for name, inherited in base.__dict__.get(_FIELDS, {}).items():
            fields[name] = inherited
    only_keywords = kw_only
    for name, annotation in cls.__dict__.get("__annotations__", {}).items():
        if annotation is KW_ONLY or annotation == "KW_ONLY":
            only_keywords = True
            continue
        if _is_class_var(annotation):
            continue
        default = cls.__dict__.get(name, MISSING)
        if isinstance(default, Field):
            made = default
            if made.default is MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, made.default)
        else:
            if isinstance(default, (list, dict, set)):
                raise ValueError(
                    f"mutable default {type(default)} for field {name} is not allowed: use default_factory"
                )
            made = field(default=default)
        made.name = name
        made.type = annotation
        made._is_init_only = isinstance(annotation, InitVar) or annotation is InitVar
        if made.kw_only is MISSING:
            made.kw_only = only_keywords
        fields[name] = made
    return fields


def _list_names(names):
    names = [repr(name) for name in names]
    if len(names) == 1:
        return names[0]
    if len(names) == 2:
        return names[0] + " and " + names[1]
    return ", ".join(names[:-1]) + ", and " + names[-1]


def _make_init(cls, fields, frozen):
    positional = [f for f in fields if f.init and not f.kw_only]
    keyword = [f for f in fields if f.init and f.kw_only]
    seen_default = None
    for f in positional:
        if f.default is not MISSING or f.default_factory is not MISSING:
            seen_default = f
        elif seen_default is not None:
            raise TypeError(f"non-default argument {f.name!r} follows default argument")
    place = {f.name: i for i, f in enumerate(positional)}
    accepted = {f.name for f in positional + keyword}
    assign = object.__setattr__ if frozen else setattr
    title = cls.__qualname__ + ".__init__()"

    def __init__(self, *args, **keywords):
        if len(args) > len(positional):
            required = sum(
                1 for f in positional if f.default is MISSING and f.default_factory is MISSING
            )
            most = len(positional) + 1
            takes = str(most) if required + 1 == most else f"from {required + 1} to {most}"
            plural = "s" if most != 1 else ""
            raise TypeError(f"{title} takes {takes} positional argument{plural} but {len(args) + 1} were given")
        for name in keywords:
            if name not in accepted:
                raise TypeError(f"{title} got an unexpected keyword argument {name!r}")
            if name in place and place[name] < len(args):
                raise TypeError(f"{title} got multiple values for argument {name!r}")
        init_only = []
        missing = []
        for f in fields:
            name = f.name
            if f.init and name in place and place[name] < len(args):
                value = args[place[name]]
            elif f.init and name in keywords:
                value = keywords[name]
            elif f.default_factory is not MISSING:
                value = f.default_factory()
            elif f.default is not MISSING:
                value = f.default
            elif f.init:
                missing.append(name)
                continue
            else:
                continue
            if f._is_init_only:
                init_only.append(value)
            else:
                assign(self, name, value)
        if missing:
            plural = "s" if len(missing) > 1 else ""
            raise TypeError(
                f"{title} missing {len(missing)} required positional argument{plural}: {_list_names(missing)}"
            )
        if hasattr(self, "__post_init__"):
            self.__post_init__(*init_only)

    __init__.__qualname__ = cls.__qualname__ + ".__init__"
    return __init__


def _compare(cls, names, operator):
    def method(self, other):
        if other.__class__ is not self.__class__:
            return NotImplemented
        return operator(
            tuple(getattr(self, name) for name in names), tuple(getattr(other, name) for name in names)
        )

    return method


def _process(cls, init, repr, eq, order, unsafe_hash, frozen, kw_only, slots, match_args):
    fields = _collect(cls, kw_only)
    setattr(cls, _FIELDS, fields)
    cls.__dataclass_params__ = (init, repr, eq, order, unsafe_hash, frozen)
    listed = list(fields.values())
    stored = [f for f in listed if not f._is_init_only]
    if init:
        cls.__init__ = _make_init(cls, listed, frozen)
    shown = [f.name for f in stored if f.repr]
    own = cls.__dict__
    if repr and "__repr__" not in own:
        active = []

        def __repr__(self):
            if any(self is other for other in active):
                return "..."
            active.append(self)
            try:
                body = ", ".join([f"{name}={getattr(self, name)!r}" for name in shown])
            finally:
                active.pop()
            return f"{self.__class__.__qualname__}({body})"

        cls.__repr__ = __repr__
    compared = [f.name for f in stored if f.compare]
    if eq and "__eq__" not in own:
        cls.__eq__ = _compare(cls, compared, lambda a, b: a == b)
    if order:
        cls.__lt__ = _compare(cls, compared, lambda a, b: a < b)
        cls.__le__ = _compare(cls, compared, lambda a, b: a <= b)
        cls.__gt__ = _compare(cls, compared, lambda a, b: a > b)
        cls.__ge__ = _compare(cls, compared, lambda a, b: a >= b)
    if unsafe_hash or (eq and frozen):
        hashed = [f.name for f in stored if (f.compare if f.hash is None else f.hash)]
        cls.__hash__ = lambda self: hash(tuple(getattr(self, name) for name in hashed))
    elif eq and "__hash__" not in own:
        cls.__hash__ = None
    if frozen:

        def __setattr__(self, name, value):
            raise FrozenInstanceError(f"cannot assign to field {name!r}")

        def __delattr__(self, name):
            raise FrozenInstanceError(f"cannot delete field {name!r}")

        cls.__setattr__ = __setattr__
        cls.__delattr__ = __delattr__
    if match_args:
        cls.__match_args__ = tuple(f.name for f in listed if f.init and not f.kw_only)
    return _with_slots(cls, [f.name for f in stored]) if slots else cls


def _with_slots(cls, names):
    """The class again, with a place for each field instead of a dict."""
    if "__slots__" in cls.__dict__:
        raise TypeError(f"{cls.__name__} already specifies __slots__")
    members = dict(cls.__dict__)
    inherited = {name for base in cls.__mro__[1:] for name in base.__dict__.get("__slots__", ())}
    for name in names:
        members.pop(name, None)
    for name in ("__dict__", "__weakref__"):
        members.pop(name, None)
    members["__slots__"] = tuple(name for name in names if name not in inherited)
    made = type(cls)(cls.__name__, cls.__bases__, members)
    made.__qualname__ = cls.__qualname__
    return made


def dataclass(
    cls=None,
    /,
    *,
    init=True,
    repr=True,
    eq=True,
    order=False,
    unsafe_hash=False,
    frozen=False,
    match_args=True,
    kw_only=False,
    slots=False,
    weakref_slot=False,
):
    def wrap(cls):
        return _process(cls, init, repr, eq, order, unsafe_hash, frozen, kw_only, slots, match_args)

    return wrap if cls is None else wrap(cls)


def fields(class_or_instance):
    found = getattr(class_or_instance, _FIELDS, None)
    if found is None:
        raise TypeError("must be called with a dataclass type or instance")
    return tuple(f for f in found.values() if not f._is_init_only)


def is_dataclass(obj):
    return hasattr(obj if isinstance(obj, type) else type(obj), _FIELDS)


def _convert(value, factory):
    if is_dataclass(value) and not isinstance(value, type):
        return factory([(f.name, _convert(getattr(value, f.name), factory)) for f in fields(value)])
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*[_convert(v, factory) for v in value])
    if isinstance(value, (list, tuple)):
        return type(value)(_convert(v, factory) for v in value)
    if isinstance(value, dict):
        return type(value)((_convert(k, factory), _convert(v, factory)) for k, v in value.items())
    return _copy.deepcopy(value)


def asdict(instance, *, dict_factory=dict):
    if not is_dataclass(instance) or isinstance(instance, type):
        raise TypeError("asdict() should be called on dataclass instances")
    return _convert(instance, dict_factory)


def _to_tuple(value, factory):
    if is_dataclass(value) and not isinstance(value, type):
        return factory([_to_tuple(getattr(value, f.name), factory) for f in fields(value)])
    if isinstance(value, (list, tuple)):
        return type(value)(_to_tuple(v, factory) for v in value)
    if isinstance(value, dict):
        return type(value)((_to_tuple(k, factory), _to_tuple(v, factory)) for k, v in value.items())
    return _copy.deepcopy(value)


def astuple(instance, *, tuple_factory=tuple):
    if not is_dataclass(instance) or isinstance(instance, type):
        raise TypeError("astuple() should be called on dataclass instances")
    return _to_tuple(instance, tuple_factory)


def replace(instance, /, **changes):
    for f in getattr(instance, _FIELDS).values():
        if not f.init:
            if f.name in changes:
                raise ValueError(f"field {f.name} is declared with init=False, it cannot be specified with replace()")
            continue
        if f.name not in changes:
            changes[f.name] = getattr(instance, f.name)
    return instance.__class__(**changes)


def make_dataclass(cls_name, fields, *, bases=(), namespace=None, **keywords):
    members = dict(namespace or {})
    annotations = {}
    for item in fields:
        if isinstance(item, str):
            annotations[item] = "typing.Any"
        else:
            annotations[item[0]] = item[1]
            if len(item) == 3:
                members[item[0]] = item[2]
    members["__annotations__"] = annotations
    return dataclass(**keywords)(type(cls_name, tuple(bases), members))
