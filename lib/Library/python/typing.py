"""Type annotations: values that say what they are and do nothing."""

import sys as _sys


class _Special:
    def __init__(self, name):
        self._name = name

    def __getitem__(self, parameters):
        if self._name == "Optional":
            return _Union((parameters, type(None)))
        if self._name == "Union":
            return _make_union(*parameters) if isinstance(parameters, tuple) else parameters
        return _Alias(self, parameters)

    def __call__(self, *args, **kwargs):
        raise TypeError("Cannot instantiate typing." + self._name)

    def __or__(self, other):
        return _make_union(self, other)

    def __ror__(self, other):
        return _make_union(other, self)

    def __repr__(self):
        return "typing." + self._name


class _Generic(_Special):
    """`List` and its like: annotations that stand for classes."""

    def __init__(self, name, origin):
        self._name = name
        self.__origin__ = origin

    def __call__(self, *args, **kwargs):
        return self.__origin__(*args, **kwargs)

    def __instancecheck__(self, instance):
        return isinstance(instance, self.__origin__)

    def __mro_entries__(self, bases):
        return (self.__origin__,)


class _Collection(_Generic):
    """`DefaultDict` and its like, whose classes are in collections."""

    def __init__(self, name, cls):
        self._name = name
        self._cls = cls

    @property
    def __origin__(self):
        import collections

        return getattr(collections, self._cls)


class _Abstract(_Generic):
    """`Iterable` and its like: abstract classes of collections.abc."""

    def __init__(self, name, cls=None):
        self._name = name
        self._cls = cls or name

    @property
    def __origin__(self):
        import collections.abc

        return getattr(collections.abc, self._cls)

    def __subclasscheck__(self, subclass):
        return issubclass(subclass, self.__origin__)


def _show(value):
    if isinstance(value, type):
        if value.__module__ == "builtins":
            return "None" if value is type(None) else value.__qualname__
        return value.__module__ + "." + value.__qualname__
    if value is ...:
        return "..."
    if isinstance(value, list):
        return "[" + ", ".join(_show(v) for v in value) + "]"
    return repr(value)


class _Alias:
    def __init__(self, base, parameters):
        self._base = base
        self.__origin__ = getattr(base, "__origin__", base)
        if not isinstance(parameters, tuple):
            parameters = (parameters,)
        self.__args__ = tuple(type(None) if p is None else p for p in parameters)

    def __call__(self, *args, **kwargs):
        return self.__origin__(*args, **kwargs)

    def __getitem__(self, parameters):
        return _Alias(self._base, parameters)

    def __or__(self, other):
        return _make_union(self, other)

    def __ror__(self, other):
        return _make_union(other, self)

    def __mro_entries__(self, bases):
        if self._base is Generic or self._base is Protocol:
            return (self._base,)
        return (self.__origin__,)

    def __instancecheck__(self, instance):
        origin = self.__origin__
        if not isinstance(instance, origin):
            return False
        if origin is list:
            return all(isinstance(item, self.__args__[0]) for item in instance)
        if origin is tuple and ... not in self.__args__:
            return len(instance) == len(self.__args__) and all(map(isinstance, instance, self.__args__))
        return True

    def __eq__(self, other):
        return isinstance(other, _Alias) and self.__origin__ == other.__origin__ and self.__args__ == other.__args__

    def __hash__(self):
        return hash((id(self.__origin__), self.__args__))

    def __repr__(self):
        base = repr(self._base) if isinstance(self._base, _Special) else _show(self._base)
        if self._base is Callable and len(self.__args__) == 2:
            return base + "[" + _show(self.__args__[0]) + ", " + _show(self.__args__[1]) + "]"
        return base + "[" + ", ".join(_show(a) for a in self.__args__) + "]"


class _Union(_Alias):
    # Written with `|`.
    _is_new = False

    def __init__(self, parameters):
        flat = []
        for p in parameters:
            for q in p.__args__ if isinstance(p, _Union) else (type(None) if p is None else p,):
                if q not in flat:
                    flat.append(q)
        self._base = Union
        self.__origin__ = Union
        self.__args__ = tuple(flat)

    def __instancecheck__(self, instance):
        return isinstance(instance, self.__args__)

    def __repr__(self):
        args = self.__args__
        if self._is_new:
            return " | ".join("None" if a is type(None) else _show(a) for a in args)
        if len(args) == 2 and type(None) in args:
            return "typing.Optional[" + _show(args[0] if args[1] is type(None) else args[1]) + "]"
        return "typing.Union[" + ", ".join("NoneType" if a is type(None) else _show(a) for a in args) + "]"


def _make_union(*parameters):
    union = _Union(parameters)
    return union.__args__[0] if len(union.__args__) == 1 else union


def _join_types(*parameters):
    """`int | None`."""
    union = _make_union(*parameters)
    if isinstance(union, _Union):
        union._is_new = all(isinstance(a, type) for a in union.__args__)
    return union


def _make_alias(base, parameters):
    return _Alias(base, parameters)


Any = _Special("Any")
Union = _Special("Union")
Optional = _Special("Optional")
Final = _Special("Final")
ClassVar = _Special("ClassVar")
Literal = _Special("Literal")
NoReturn = _Special("NoReturn")
Annotated = _Special("Annotated")
TypeAlias = _Special("TypeAlias")
Self = _Special("Self")
Concatenate = _Special("Concatenate")
TypeGuard = _Special("TypeGuard")
LiteralString = _Special("LiteralString")
Never = _Special("Never")
Required = _Special("Required")
NotRequired = _Special("NotRequired")
Callable = _Abstract("Callable")
Type = _Generic("Type", type)
List = _Generic("List", list)
Dict = _Generic("Dict", dict)
Tuple = _Generic("Tuple", tuple)
Set = _Generic("Set", set)
FrozenSet = _Generic("FrozenSet", frozenset)
Sequence = _Abstract("Sequence")
MutableSequence = _Abstract("MutableSequence")
Iterable = _Abstract("Iterable")
Iterator = _Abstract("Iterator")
Generator = _Abstract("Generator")
Collection = _Abstract("Collection")
Container = _Abstract("Container")
Hashable = _Abstract("Hashable")
Sized = _Abstract("Sized")
Mapping = _Abstract("Mapping")
MutableMapping = _Abstract("MutableMapping")
DefaultDict = _Collection("DefaultDict", "defaultdict")
OrderedDict = _Collection("OrderedDict", "OrderedDict")
Counter = _Collection("Counter", "Counter")
Deque = _Collection("Deque", "deque")
ContextManager = _Special("ContextManager")
AbstractSet = _Abstract("AbstractSet", "Set")
Text = str
AnyStr = _Special("AnyStr")
SupportsFloat = _Special("SupportsFloat")
SupportsInt = _Special("SupportsInt")
SupportsIndex = _Special("SupportsIndex")
TYPE_CHECKING = False


class TypeVar:
    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False):
        self.__name__ = name
        self.__constraints__ = constraints
        self.__bound__ = bound

    def __or__(self, other):
        return _make_union(self, other)

    def __repr__(self):
        return "~" + self.__name__


ParamSpec = TypeVar


class Generic:
    def __class_getitem__(cls, parameters):
        return _Alias(cls, parameters)


class _ProtocolMeta(type):
    """Classes of protocols: `runtime_checkable` makes `isinstance` ask for their members."""

    def __instancecheck__(cls, instance):
        if type.__instancecheck__(cls, instance):
            return True
        if not cls.__dict__.get("_is_protocol"):
            return False
        if not cls.__dict__.get("_is_runtime_protocol"):
            raise TypeError("Instance and class checks can only be used with @runtime_checkable protocols")
        for name in _protocol_members(cls):
            if not hasattr(instance, name) or getattr(instance, name) is None and callable(getattr(cls, name, None)):
                return False
        return True

    def __subclasscheck__(cls, other):
        if type.__subclasscheck__(cls, other):
            return True
        if not cls.__dict__.get("_is_protocol"):
            return False
        if not cls.__dict__.get("_is_runtime_protocol"):
            raise TypeError("Instance and class checks can only be used with @runtime_checkable protocols")
        if any(not callable(getattr(cls, name, None)) for name in _protocol_members(cls)):
            raise TypeError("Protocols with non-method members don't support issubclass()")
        return all(hasattr(other, name) for name in _protocol_members(cls))


def _protocol_members(cls):
    found = []
    for base in cls.__mro__:
        if not base.__dict__.get("_is_protocol"):
            continue
        for name in [*base.__dict__, *base.__dict__.get("__annotations__", {})]:
            if name not in _not_members and name not in found:
                found.append(name)
    return found


_not_members = (
    "__module__", "__qualname__", "__doc__", "__dict__", "__weakref__", "__annotations__", "__parameters__", "__init__",
    "__orig_bases__", "__abstractmethods__", "__slots__", "__class_getitem__", "__init_subclass__", "_is_protocol",
    "_is_runtime_protocol", "__subclasshook__",
)


class Protocol(metaclass=_ProtocolMeta):
    _is_protocol = False

    def __init_subclass__(cls, **keywords):
        super().__init_subclass__(**keywords)
        cls._is_protocol = any(base is Protocol for base in cls.__bases__)

    def __class_getitem__(cls, parameters):
        return _Alias(cls, parameters)


def NewType(name, base):
    def new_type(value):
        return value

    new_type.__name__ = name
    new_type.__supertype__ = base
    return new_type


def cast(type, value):
    return value


def overload(function):
    return function


def final(definition):
    return definition


def no_type_check(definition):
    return definition


def runtime_checkable(cls):
    if not isinstance(cls, type) or not cls.__dict__.get("_is_protocol"):
        raise TypeError(f"@runtime_checkable can be only applied to protocol classes, got {cls!r}")
    cls._is_runtime_protocol = True
    return cls


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    def resolve(hint, names):
        if isinstance(hint, str):
            import _annotations

            hint = _annotations.evaluate(hint, [n for n in (localns, globalns, names) if n is not None])
        return type(None) if hint is None else hint

    if not isinstance(obj, type):
        names = getattr(obj, "__globals__", {})
        return {name: resolve(hint, names) for name, hint in getattr(obj, "__annotations__", {}).items()}
    hints = {}
    for base in reversed(obj.__mro__):
        module = _sys.modules.get(getattr(base, "__module__", None))
        names = getattr(module, "__dict__", {})
        hints.update((name, resolve(hint, names)) for name, hint in base.__dict__.get("__annotations__", {}).items())
    return hints


def get_origin(alias):
    return getattr(alias, "__origin__", None)


def get_args(alias):
    return getattr(alias, "__args__", ())


class _NamedTupleMeta(type):
    def __new__(mcs, name, bases, members, **keywords):
        if not keywords.get("_root") and NamedTuple in bases:
            import collections

            fields = members.get("__annotations__", {})
            defaults = []
            for field in fields:
                if field in members:
                    defaults.append(members[field])
                elif defaults:
                    raise TypeError(
                        "non-default namedtuple field " + field + " cannot follow default field"
                    )
            made = collections.namedtuple(name, list(fields), defaults=defaults)
            made.__module__ = members.get("__module__", made.__module__)
            made.__qualname__ = members.get("__qualname__", name)
            made.__annotations__ = dict(fields)
            for key, value in members.items():
                if key not in fields and key not in ("__annotations__", "__module__", "__qualname__"):
                    setattr(made, key, value)
            return made
        return super().__new__(mcs, name, bases, members)

    def __init__(cls, name, bases, members, **keywords):
        pass

    def __call__(cls, name, fields=None, **keywords):
        import collections

        pairs = list(fields if fields is not None else keywords.items())
        made = collections.namedtuple(name, [field for field, _ in pairs])
        made.__annotations__ = dict(pairs)
        return made


class NamedTuple(metaclass=_NamedTupleMeta, _root=True):
    pass


class _TypedDictMeta(type):
    def __new__(mcs, name, bases, members, total=True):
        return type.__new__(mcs, name, (dict,), members)

    def __init__(cls, name, bases, members, total=True):
        pass


class TypedDict(metaclass=_TypedDictMeta):
    pass


BinaryIO = IO = TextIO = _Special("IO")
Awaitable = _Special("Awaitable")
Coroutine = _Special("Coroutine")
AsyncIterator = _Special("AsyncIterator")
Reversible = _Special("Reversible")
KeysView = _Abstract("KeysView")
ValuesView = _Abstract("ValuesView")
ItemsView = _Abstract("ItemsView")
MappingView = _Abstract("MappingView")
MutableSet = _Abstract("MutableSet")
ByteString = _Abstract("ByteString")
AsyncIterable = _Special("AsyncIterable")
AsyncGenerator = _Special("AsyncGenerator")
AsyncContextManager = _Special("AsyncContextManager")
SupportsAbs = _Special("SupportsAbs")
SupportsBytes = _Special("SupportsBytes")
SupportsComplex = _Special("SupportsComplex")
SupportsRound = _Special("SupportsRound")
Match = _Special("Match")
Pattern = _Special("Pattern")
ChainMap = _Collection("ChainMap", "ChainMap")
Unpack = _Special("Unpack")


class TypeVarTuple(TypeVar):
    def __repr__(self):
        return self.__name__

    def __iter__(self):
        yield Unpack[self]


def ForwardRef(arg):
    return arg


def assert_type(val, typ, /):
    return val


def reveal_type(obj, /):
    return obj


def assert_never(arg, /):
    raise AssertionError("Expected code to be unreachable, but got: " + repr(arg))


def is_typeddict(tp):
    return isinstance(tp, _TypedDictMeta)


def dataclass_transform(**kwargs):
    return lambda decorated: decorated
