"""Types of elements of numpy's arrays, and scalars: numbers that know their type."""

import functools as _functools
import struct as _struct

import torch as _torch

_kinds = {"b": 0, "u": 1, "i": 1, "f": 2, "c": 3}


class dtype:
    """The type of elements; there is one object for each."""

    def __new__(cls, name, align=False, copy=False):
        return to_dtype(name)

    name = property(lambda self: self._name)
    str = property(lambda self: ("|" if self.itemsize == 1 else "<") + self.kind + repr(self.itemsize))
    type = property(lambda self: self._scalar)
    char = property(lambda self: self._char)
    num = property(lambda self: list(by_name).index(self._name))
    _code = property(lambda self: "q" if self._char == "l" else self._char)

    def __repr__(self):
        return f"dtype('{self._name}')"

    def __str__(self):
        return self._name

    def __hash__(self):
        return hash(self._name)

    def __eq__(self, other):
        try:
            return self is to_dtype(other)
        except TypeError:
            return False


by_name = {}
_by_torch = {}
_by_scalar = {}


def _define(name, kind, char, torch_type):
    made = object.__new__(dtype)
    made._name, made.kind, made._char, made.torch = name, kind, char, torch_type
    made.itemsize = torch_type.itemsize
    by_name[name] = made
    _by_torch[torch_type] = made


for _row in (("bool", "b", "?", _torch.bool), ("int8", "i", "b", _torch.int8), ("uint8", "u", "B", _torch.uint8),
             ("int16", "i", "h", _torch.int16), ("int32", "i", "i", _torch.int32), ("int64", "i", "l", _torch.int64),
             ("float16", "f", "e", _torch.float16), ("float32", "f", "f", _torch.float32),
             ("float64", "f", "d", _torch.float64), ("complex64", "c", "F", _torch.complex64),
             ("complex128", "c", "D", _torch.complex128)):
    _define(*_row)

_names = {"bool_": "bool", "int": "int64", "float": "float64", "complex": "complex128", "double": "float64", "single": "float32",
          "half": "float16", "long": "int64", "int_": "int64", "float_": "float64", "?": "bool", "f": "float32", "d": "float64",
          "i": "int32", "l": "int64", "b": "int8", "B": "uint8", "h": "int16", "e": "float16", "F": "complex64", "D": "complex128",
          "b1": "bool", "i1": "int8", "u1": "uint8", "i2": "int16", "i4": "int32", "i8": "int64", "f2": "float16", "f4": "float32",
          "f8": "float64", "c8": "complex64", "c16": "complex128"}


def of_torch(torch_type):
    if torch_type is _torch.bfloat16:
        raise TypeError("Got unsupported ScalarType BFloat16")
    return _by_torch[torch_type]


def to_dtype(what):
    """The type that a name, a class of Python or of scalars, or a type stands for."""
    if isinstance(what, dtype):
        return what
    if what is None or what is float:
        return by_name["float64"]
    if what is bool:
        return by_name["bool"]
    if what is int:
        return by_name["int64"]
    if what is complex:
        return by_name["complex128"]
    if isinstance(what, str):
        short = what.lstrip("<>=|")
        name = _names.get(short, short)
        if name in by_name:
            return by_name[name]
        raise TypeError(f"data type '{what}' not understood")
    if isinstance(what, type) and what in _by_scalar:
        return _by_scalar[what]
    raise TypeError(f"Cannot interpret '{what!r}' as a data type")


def promote(a, b):
    """The type that holds the elements of both."""
    if a is b:
        return a
    if a.kind in "fc" and b.kind in "fc" or a.kind not in "fc" and b.kind not in "fc":
        return of_torch(_torch.promote_types(a.torch, b.torch))
    if b.kind in "fc":
        a, b = b, a
    # A type of floating point, and one of integers.
    if b.kind == "b":
        return a
    bits = {1: 2, 2: 4}.get(b.itemsize, 8)
    part = max(bits, a.itemsize if a.kind == "f" else a.itemsize // 2)
    return by_name["float%d" % (8 * part)] if a.kind == "f" else by_name["complex%d" % (16 * max(part, 4))]


def promote_all(kinds):
    """The type that holds the elements of all, of which there is at least one."""
    return _functools.reduce(promote, kinds)


def promote_number(a, number):
    """The type of an array's elements and a number of Python, which does not widen what is of its kind."""
    kind = "b" if isinstance(number, bool) else "i" if isinstance(number, int) else "f" if isinstance(number, float) else "c"
    if _kinds[kind] <= _kinds[a.kind]:
        return a
    if isinstance(number, generic):
        return promote(a, number.dtype)
    if kind == "i":
        return by_name["int64"]
    if kind == "f":
        return by_name["float64"]
    return by_name["complex64" if a.kind == "f" and a.itemsize <= 4 else "complex128"]


class generic:
    """A number with a type."""

    shape = ()
    ndim = 0
    size = 1
    dtype = property(lambda self: _by_scalar[type(self)])
    itemsize = property(lambda self: self.dtype.itemsize)
    T = property(lambda self: self)

    def _array(self):
        import numpy

        return numpy.array(self.item(), dtype=self.dtype)

    def astype(self, what):
        return to_dtype(what)._scalar(self.item())

    def tolist(self):
        return self.item()

    def copy(self):
        return self

    def __getattr__(self, name):
        if name in ("sum", "mean", "min", "max", "round", "std", "var", "reshape", "clip", "any", "all", "squeeze", "flatten", "ravel", "argmax"):
            return getattr(self._array(), name)
        raise AttributeError(f"'numpy.{type(self).__name__}' object has no attribute '{name}'")


class number(generic):
    pass


class integer(number):
    pass


class signedinteger(integer):
    pass


class unsignedinteger(integer):
    pass


class inexact(number):
    pass


class floating(inexact):
    pass


class complexfloating(inexact):
    pass


def shortest(value, size):
    """The shortest text of a number of 2, 4 or 8 bytes."""
    if size == 8 or value != value or value in (float("inf"), float("-inf")):
        return repr(value)
    code = "<f" if size == 4 else "<e"
    packed = _struct.pack(code, value)
    for digits in range(1, 10):
        text = "%.*g" % (digits, value)
        try:
            if _struct.pack(code, float(text)) == packed:
                break
        except OverflowError:
            pass
    return repr(float(text))


def _new(base):
    """The constructor of a class of scalars: lists become arrays."""

    def make(cls, value=0):
        if isinstance(value, (list, tuple, range)) or hasattr(value, "_tensor") and value.ndim:
            import numpy

            return numpy.array(value, dtype=cls)
        kind = _by_scalar[cls]
        number = value.item() if hasattr(value, "item") else base(value)
        if base is not complex and kind.itemsize < 8:
            number = _torch.tensor(number).to(kind.torch).item()
        return base.__new__(cls, number)

    return make


class _Float(float):
    __new__ = _new(float)

    def item(self):
        return float(self)

    def __repr__(self):
        return shortest(float(self), self.itemsize)

    __str__ = __repr__


class float64(floating, _Float):
    pass


class float32(floating, _Float):
    pass


class float16(floating, _Float):
    pass


class _Int(int):
    __new__ = _new(int)

    def item(self):
        return int(self)

    def __repr__(self):
        return int.__repr__(self)

    __str__ = __repr__


class int64(signedinteger, _Int):
    pass


class int32(signedinteger, _Int):
    pass


class int16(signedinteger, _Int):
    pass


class int8(signedinteger, _Int):
    pass


class uint8(unsignedinteger, _Int):
    pass


class _Complex(complex):
    __new__ = _new(complex)

    def item(self):
        return complex(self)

    def __repr__(self):
        return complex.__repr__(self)

    __str__ = __repr__


class complex128(complexfloating, _Complex):
    pass


class complex64(complexfloating, _Complex):
    pass


class bool_(generic):
    """Truth values of arrays are those of Python."""

    def __new__(cls, value=False):
        return bool(value)


def _typed(base, name):
    plain = getattr(base, name)
    function = {"__truediv__": "divide", "__floordiv__": "floor_divide", "__mod__": "remainder", "__pow__": "power", "__mul__": "multiply", "__add__": "add",
                "__sub__": "subtract"}[name.replace("__r", "__")]

    def method(self, other):
        try:
            result = plain(self, other)
        except (ArithmeticError, ValueError):
            result = None
        if result is None or type(result) is complex or type(result) is float and result - result != 0:
            # Out of the range: as arrays do it, with what they report.
            import numpy as _np

            return getattr(_np, function)(*((other, self) if name.startswith("__r") else (self, other)))
        if type(result) is float:
            is_short = type(other) is type(self) and base is float
            return type(self)(result) if is_short else float64(result)
        return int64(result) if type(result) is int else result

    return method


for _base, _classes in ((float, (float64, float32, float16)), (int, (int64, int32, int16, int8, uint8))):
    for _name in ("__add__", "__sub__", "__mul__", "__truediv__", "__floordiv__", "__mod__", "__pow__", "__radd__", "__rsub__", "__rmul__",
                  "__rtruediv__", "__rfloordiv__", "__rmod__", "__rpow__"):
        _made = _typed(_base, _name)
        for _cls in _classes:
            setattr(_cls, _name, _made)
    for _cls in _classes:
        _cls.__neg__ = lambda self: type(self)(-self.item())
        _cls.__abs__ = lambda self: type(self)(abs(self.item()))
for _cls in (float64, float32, float16, int64, int32, int16, int8, uint8, complex64, complex128):
    by_name[_cls.__name__]._scalar = _cls
    _by_scalar[_cls] = by_name[_cls.__name__]
by_name["bool"]._scalar = bool_
_by_scalar[bool_] = by_name["bool"]
for _cls in list(_by_scalar) + [generic, number, integer, signedinteger, unsignedinteger, inexact, floating, complexfloating, dtype]:
    _cls.__module__ = "numpy"
