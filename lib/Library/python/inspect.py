"""Questions about functions and classes."""

from types import FunctionType, GeneratorType, MethodType, ModuleType


def isfunction(value):
    return isinstance(value, FunctionType)


def ismethod(value):
    return isinstance(value, MethodType)


def isclass(value):
    return isinstance(value, type)


def ismodule(value):
    return isinstance(value, ModuleType)


def isgenerator(value):
    return isinstance(value, GeneratorType)


def isgeneratorfunction(value):
    return False


def callable_(value):
    return callable(value)


def isabstract(value):
    return bool(getattr(value, "__abstractmethods__", ()))


def isroutine(value):
    return isinstance(value, (FunctionType, MethodType, type(len)))


def getmro(cls):
    return cls.__mro__


def getdoc(value):
    return value.__doc__


def getmembers(value, predicate=None):
    found = []
    for name in dir(value):
        if hasattr(value, name):
            member = getattr(value, name)
            if predicate is None or predicate(member):
                found.append((name, member))
    return found


class _Empty:
    pass


class Parameter:
    empty = _Empty
    POSITIONAL_ONLY = 0
    POSITIONAL_OR_KEYWORD = 1
    VAR_POSITIONAL = 2
    KEYWORD_ONLY = 3
    VAR_KEYWORD = 4

    def __init__(self, name, kind, *, default=_Empty, annotation=_Empty):
        self.name = name
        self.kind = kind
        self.default = default
        self.annotation = annotation

    def __str__(self):
        text = ("*" if self.kind == 2 else "**" if self.kind == 4 else "") + self.name
        if self.annotation is not _Empty:
            text += ": " + getattr(self.annotation, "__name__", repr(self.annotation))
        if self.default is not _Empty:
            text += (" = " if self.annotation is not _Empty else "=") + repr(self.default)
        return text


class Signature:
    empty = _Empty

    def __init__(self, parameters, return_annotation=_Empty):
        self.parameters = parameters
        self.return_annotation = return_annotation

    def __str__(self):
        parts = []
        starred = False
        for p in self.parameters.values():
            if p.kind == 2:
                starred = True
            if p.kind == 3 and not starred:
                parts.append("*")
                starred = True
            parts.append(str(p))
        text = "(" + ", ".join(parts) + ")"
        if self.return_annotation is not _Empty:
            text += " -> " + getattr(self.return_annotation, "__name__", repr(self.return_annotation))
        return text


def signature(callable, *, follow_wrapped=True):
    skip = 0
    if isinstance(callable, type):
        callable = callable.__init__
        skip = 1
    elif isinstance(callable, MethodType):
        callable = callable.__func__
        skip = 1
    while follow_wrapped and hasattr(callable, "__wrapped__"):
        callable = callable.__wrapped__
    code = callable.__code__
    names = code.co_varnames
    defaults = callable.__defaults__ or ()
    keyword_defaults = callable.__kwdefaults__ or {}
    annotations = callable.__annotations__
    count = code.co_argcount
    parameters = {}
    for i, name in enumerate(names[:count]):
        place = i - (count - len(defaults))
        parameters[name] = Parameter(
            name,
            1,
            default=defaults[place] if place >= 0 else _Empty,
            annotation=annotations.get(name, _Empty),
        )
    at = count + code.co_kwonlyargcount
    if code.co_flags & 4:
        parameters[names[at]] = Parameter(names[at], 2, annotation=annotations.get(names[at], _Empty))
        at += 1
    for name in names[count : count + code.co_kwonlyargcount]:
        parameters[name] = Parameter(
            name, 3, default=keyword_defaults.get(name, _Empty), annotation=annotations.get(name, _Empty)
        )
    if code.co_flags & 8:
        parameters[names[at]] = Parameter(names[at], 4, annotation=annotations.get(names[at], _Empty))
    kept = dict(list(parameters.items())[skip:])
    return Signature(kept, annotations.get("return", _Empty))
