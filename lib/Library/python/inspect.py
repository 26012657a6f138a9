"""Questions about functions and classes."""

import enum as _enum
import sys as _sys
from collections import namedtuple as _namedtuple
from types import FunctionType, GeneratorType, MethodType, ModuleType

import _system


def isfunction(value):
    return isinstance(value, FunctionType)


def ismethod(value):
    return isinstance(value, MethodType) and isinstance(getattr(value, "__func__", None), FunctionType)


def isclass(value):
    return isinstance(value, type)


def ismodule(value):
    return isinstance(value, ModuleType)


def isgenerator(value):
    return isinstance(value, GeneratorType)


def isgeneratorfunction(value):
    return bool(getattr(getattr(value, "__code__", None), "co_flags", 0) & 32)


def iscoroutinefunction(value):
    return False


def callable_(value):
    return callable(value)


def isabstract(value):
    return bool(getattr(value, "__abstractmethods__", ()))


def isroutine(value):
    return isinstance(value, (FunctionType, MethodType, type(len)))


def unwrap(func, *, stop=None):
    while hasattr(func, "__wrapped__") and not (stop is not None and stop(func)):
        func = func.__wrapped__
    return func


def _code_of(object):
    """What has a text: a class, or the code of a function or method."""
    if isinstance(object, type):
        return object
    if ismethod(object):
        object = object.__func__
    return getattr(object, "__code__", object)


def _find_source(object):
    found = _system.source_of(_code_of(object))
    if found is None:
        if isclass(object):
            raise TypeError(f"{object!r} is a built-in class")
        raise TypeError("module, class, method, function, traceback, frame, or code object was expected, got "
                        + type(object).__name__)
    return found


def getfile(object):
    if ismodule(object):
        if getattr(object, "__file__", None):
            return object.__file__
        raise TypeError(f"{object!r} is a built-in module")
    return _find_source(object)[0]


getsourcefile = getfile


def getmodule(object):
    return object if ismodule(object) else _sys.modules.get(getattr(object, "__module__", None))


def _indentation(line):
    return len(line) - len(line.lstrip())


def _is_open(text):
    """Whether a statement goes on behind a text."""
    return sum(text.count(c) for c in "([{") > sum(text.count(c) for c in ")]}")


def getsourcelines(object):
    object = unwrap(object)
    if ismodule(object):
        return _system.text_of(getfile(object)).splitlines(True), 0
    _, text, first, last = _find_source(object)
    lines = text.splitlines(True)
    if getattr(object, "__name__", "") == "<lambda>":
        while last < len(lines) and _is_open("".join(lines[first - 1:last])):
            last += 1
        return lines[first - 1:last], first
    # Comments behind the last statement belong to it when they are as far to the right as the body.
    start = _indentation(lines[first - 1])
    body = min((_indentation(line) for line in lines[first:last] if line.strip() and _indentation(line) > start), default=None)
    for at in range(last, len(lines) if body is not None else last):
        line = lines[at]
        if line.strip() and not line.lstrip().startswith("#"):
            break
        if line.strip() and _indentation(line) >= body:
            last = at + 1
    return lines[first - 1:last], first


def getsource(object):
    return "".join(getsourcelines(object)[0])


def getcomments(object):
    """The comments right above a definition."""
    _, text, first, _ = _find_source(unwrap(object))
    lines, at = text.splitlines(True), first - 1
    while at > 0 and lines[at - 1].lstrip().startswith("#"):
        at -= 1
    return "".join(line.lstrip() for line in lines[at:first - 1]).expandtabs() or None


def getmro(cls):
    return cls.__mro__


def getdoc(value):
    text = value.__doc__
    return cleandoc(text) if isinstance(text, str) else None


def cleandoc(text):
    """A text without the indentation of its lines from the second on."""
    first, *rest = text.expandtabs().split("\n")
    margins = [len(line) - len(line.lstrip()) for line in rest if line.strip()]
    lines = [first.lstrip()] + [line[min(margins):] if margins else line for line in rest]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines)


def isbuiltin(value):
    return type(value) is type(len)


def isdatadescriptor(value):
    return hasattr(type(value), "__set__") or hasattr(type(value), "__delete__") or type(value) is property


def get_annotations(obj, *, globals=None, locals=None, eval_str=False):
    return dict(getattr(obj, "__annotations__", None) or {})


def getfullargspec(func):
    parameters = signature(func, follow_wrapped=False)
    args, defaults, named, named_defaults, varargs, varkw = [], [], [], {}, None, None
    if isinstance(func, MethodType) or isinstance(func, type):
        function = func.__init__ if isinstance(func, type) else func.__func__
        args.append(function.__code__.co_varnames[0])
    annotations = {}
    if parameters.return_annotation is not _empty:
        annotations["return"] = parameters.return_annotation
    for name, p in parameters.parameters.items():
        if p.annotation is not _empty:
            annotations[name] = p.annotation
        if p.kind <= 1:
            args.append(name)
            if p.default is not _empty:
                defaults.append(p.default)
        elif p.kind == 2:
            varargs = name
        elif p.kind == 4:
            varkw = name
        else:
            named.append(name)
            if p.default is not _empty:
                named_defaults[name] = p.default
    return FullArgSpec(args, varargs, varkw, tuple(defaults) or None, named, named_defaults or None, annotations)


def getcallargs(func, /, *positional, **named):
    bound = signature(func).bind(*positional, **named)
    bound.apply_defaults()
    return dict(bound.arguments)


def getmembers(value, predicate=None):
    found = []
    for name in dir(value):
        if hasattr(value, name):
            member = getattr(value, name)
            if predicate is None or predicate(member):
                found.append((name, member))
    return found


FullArgSpec = _namedtuple("FullArgSpec", "args, varargs, varkw, defaults, kwonlyargs, kwonlydefaults, annotations")


class _empty:
    pass


class _ParameterKind(_enum.IntEnum):
    POSITIONAL_ONLY = 0
    POSITIONAL_OR_KEYWORD = 1
    VAR_POSITIONAL = 2
    KEYWORD_ONLY = 3
    VAR_KEYWORD = 4

    def __str__(self):
        return self._name_

    @property
    def description(self):
        return _descriptions[self._value_]


_descriptions = ("positional-only", "positional or keyword", "variadic positional", "keyword-only", "variadic keyword")


def formatannotation(annotation):
    if getattr(annotation, "__module__", None) == "typing":
        return repr(annotation).replace("typing.", "")
    if isinstance(annotation, type):
        if annotation.__module__ == "builtins":
            return annotation.__qualname__
        return annotation.__module__ + "." + annotation.__qualname__
    return repr(annotation)


class Parameter:
    empty = _empty
    POSITIONAL_ONLY = _ParameterKind.POSITIONAL_ONLY
    POSITIONAL_OR_KEYWORD = _ParameterKind.POSITIONAL_OR_KEYWORD
    VAR_POSITIONAL = _ParameterKind.VAR_POSITIONAL
    KEYWORD_ONLY = _ParameterKind.KEYWORD_ONLY
    VAR_KEYWORD = _ParameterKind.VAR_KEYWORD

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        self.name = name
        self.kind = _ParameterKind(kind)
        self.default = default
        self.annotation = annotation

    def __str__(self):
        text = ("*" if self.kind == 2 else "**" if self.kind == 4 else "") + self.name
        if self.annotation is not _empty:
            text += ": " + formatannotation(self.annotation)
        if self.default is not _empty:
            text += (" = " if self.annotation is not _empty else "=") + repr(self.default)
        return text

    def __repr__(self):
        return f'<Parameter "{self}">'

    def replace(self, **changes):
        kept = {"name": self.name, "kind": self.kind, "default": self.default, "annotation": self.annotation}
        kept.update(changes)
        return Parameter(kept.pop("name"), kept.pop("kind"), **kept)


class BoundArguments:
    """The arguments of a call by the names of the parameters."""

    def __init__(self, signature, arguments):
        self.signature = signature
        self.arguments = arguments

    @property
    def args(self):
        found = []
        for name, p in self.signature.parameters.items():
            if p.kind >= 3 or name not in self.arguments:
                break
            if p.kind == 2:
                found.extend(self.arguments[name])
            else:
                found.append(self.arguments[name])
        return tuple(found)

    @property
    def kwargs(self):
        found = {}
        by_name = False
        for name, p in self.signature.parameters.items():
            by_name = by_name or p.kind >= 3
            if name not in self.arguments:
                by_name = by_name or p.kind != 2
            elif p.kind == 4:
                found.update(self.arguments[name])
            elif by_name:
                found[name] = self.arguments[name]
        return found

    def apply_defaults(self):
        full = {}
        for name, p in self.signature.parameters.items():
            if name in self.arguments:
                full[name] = self.arguments[name]
            elif p.default is not _empty:
                full[name] = p.default
            elif p.kind == 2:
                full[name] = ()
            elif p.kind == 4:
                full[name] = {}
        self.arguments = full

    def __repr__(self):
        inner = ", ".join(f"{name}={value!r}" for name, value in self.arguments.items())
        return "<BoundArguments (" + inner + ")>"


class Signature:
    empty = _empty

    def bind(self, *args, **kwargs):
        return self._bind(args, kwargs, False)

    def bind_partial(self, *args, **kwargs):
        return self._bind(args, kwargs, True)

    def _bind(self, args, kwargs, partial):
        found = {}
        given = list(args)
        variadic = None
        for name, p in self.parameters.items():
            if p.kind == 2:
                if given:
                    found[name] = tuple(given)
                given = []
            elif p.kind == 4:
                variadic = name
            elif p.kind <= 1 and given:
                if name in kwargs and p.kind == 1:
                    raise TypeError(f"multiple values for argument {name!r}")
                found[name] = given.pop(0)
            elif name in kwargs and p.kind != 0:
                found[name] = kwargs.pop(name)
            elif p.default is _empty and not partial:
                raise TypeError(f"missing a required argument: {name!r}")
        if given:
            raise TypeError("too many positional arguments")
        if kwargs:
            if variadic is None:
                raise TypeError(f"got an unexpected keyword argument {next(iter(kwargs))!r}")
            found[variadic] = kwargs
        return BoundArguments(self, found)

    def replace(self, *, parameters=None, return_annotation=None):
        kept = self.parameters if parameters is None else {p.name: p for p in parameters}
        return Signature(kept, self.return_annotation if return_annotation is None else return_annotation)

    def __repr__(self):
        return f"<Signature {self}>"

    def __init__(self, parameters, return_annotation=_empty):
        self.parameters = parameters
        self.return_annotation = return_annotation

    def __str__(self):
        parts = []
        starred = False
        positional = False
        for p in self.parameters.values():
            if positional and p.kind != 0:
                parts.append("/")
            positional = p.kind == 0
            if p.kind == 2:
                starred = True
            if p.kind == 3 and not starred:
                parts.append("*")
                starred = True
            parts.append(str(p))
        if positional:
            parts.append("/")
        text = "(" + ", ".join(parts) + ")"
        if self.return_annotation is not _empty:
            text += " -> " + formatannotation(self.return_annotation)
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
            0 if i < code.co_posonlyargcount else 1,
            default=defaults[place] if place >= 0 else _empty,
            annotation=annotations.get(name, _empty),
        )
    at = count + code.co_kwonlyargcount
    if code.co_flags & 4:
        parameters[names[at]] = Parameter(names[at], 2, annotation=annotations.get(names[at], _empty))
        at += 1
    for name in names[count : count + code.co_kwonlyargcount]:
        parameters[name] = Parameter(
            name, 3, default=keyword_defaults.get(name, _empty), annotation=annotations.get(name, _empty)
        )
    if code.co_flags & 8:
        parameters[names[at]] = Parameter(names[at], 4, annotation=annotations.get(names[at], _empty))
    kept = dict(list(parameters.items())[skip:])
    return Signature(kept, annotations.get("return", _empty))
