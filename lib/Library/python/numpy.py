"""numpy: arrays over the runtime's tensors.

An array has a tensor; views share its elements as those of tensors do. Types of results are numpy's. What is not here is an
error that names it.
"""

import math as _math

import torch as _torch

import _torch as _host
import _numpy_text as _text
import _numpy_types as _types
from _numpy_text import get_printoptions, printoptions, set_printoptions
from _numpy_types import (bool_, complex64, complex128, complexfloating, dtype, float16, float32, float64, floating, generic, inexact,
                          int8, int16, int32, int64, integer, number, signedinteger, uint8, unsignedinteger)

_b = __import__("builtins")
pi, e, inf, nan, newaxis = _math.pi, _math.e, _math.inf, _math.nan, None
Inf = Infinity = PINF = inf
NaN = NAN = nan
NINF = -inf
euler_gamma = 0.5772156649015329
float_, double, single, half, int_, intp, longlong, cdouble, csingle = float64, float64, float32, float16, int64, int64, int64, complex128, complex64
ubyte, byte, short, intc = uint8, int8, int16, int32
__version__ = "1.24.2"


def _wrap(tensor):
    return ndarray._of(tensor)


def _give(tensor):
    """A number where there are no dimensions, else an array."""
    if tensor.ndim == 0:
        return _types.of_torch(tensor.dtype)._scalar(tensor.item())
    return _wrap(tensor)


def _tensor(value, kind=None):
    """The tensor of an array, or of what an array can be made of."""
    if isinstance(value, ndarray):
        made = value._tensor
    elif isinstance(value, _torch.Tensor):
        made = value.detach()
    else:
        made = _make(value)
    return made if kind is None or made.dtype is kind.torch else made.to(kind.torch)


def _kind_of(value):
    """The type that holds a value, or all parts of a list."""
    if isinstance(value, (ndarray, generic)):
        return value.dtype
    if isinstance(value, (list, tuple)):
        return _types.promote_all(map(_kind_of, value)) if value else _types.by_name["float64"]
    if isinstance(value, _torch.Tensor):
        return _types.of_torch(value.dtype)
    if isinstance(value, _b.bool):
        return _types.by_name["bool"]
    if isinstance(value, _b.int):
        return _types.by_name["int64"]
    if isinstance(value, _b.float):
        return _types.by_name["float64"]
    if isinstance(value, complex):
        return _types.by_name["complex128"]
    if isinstance(value, range):
        return _types.by_name["int64"]
    raise TypeError(f"arrays of '{type(value).__name__}' are not supported: elements are numbers and truth values")


def _plain(value):
    if isinstance(value, ndarray):
        return value._tensor.tolist()
    if isinstance(value, _torch.Tensor):
        return value.tolist()
    if isinstance(value, generic):
        return value.item()
    if isinstance(value, (list, tuple, range)):
        return [_plain(v) for v in value]
    return value


def _make(value):
    kind = _kind_of(value)
    try:
        return _torch.tensor(_plain(value), dtype=kind.torch)
    except ValueError:
        sizes = _regular_sizes(value)
        raise ValueError("setting an array element with a sequence. The requested array has an inhomogeneous shape after "
                         f"{len(sizes)} dimensions. The detected shape was {sizes} + inhomogeneous part.") from None


def _regular_sizes(value):
    """The sizes of nested lists as far as all lists of a level have the same."""
    level, sizes = [value], ()
    while _b.all(isinstance(v, (list, tuple)) for v in level) and len({len(v) for v in level}) == 1:
        sizes += (len(level[0]),)
        level = [item for v in level for item in v]
    return sizes


def _binary_kind(a, b):
    is_number = [isinstance(v, (_b.int, _b.float, complex, generic)) for v in (a, b)]
    if is_number[0] != is_number[1]:
        return _types.promote_number(_kind_of(b), a) if is_number[0] else _types.promote_number(_kind_of(a), b)
    return _types.promote(_kind_of(a), _kind_of(b))


# What an operator with an array leaves to the other operand.
_others = str, dict, type(None), set, _torch.Tensor


def _shape_text(t):
    return "(" + ",".join(map(str, t.shape)) + ("," if t.ndim == 1 else "") + ")"


def _cannot_broadcast(a, b):
    return _b.any(m != n and m != 1 and n != 1 for m, n in zip(a[::-1], b[::-1]))


def _out(result, out):
    if out is None:
        return _give(result)
    out._tensor.copy_(result)
    return out


def _as_index(index):
    if isinstance(index, tuple):
        return tuple(_as_index(i) for i in index)
    if isinstance(index, ndarray):
        return index._tensor.clone() if index.dtype.kind in "b" else index._tensor.to(_torch.int64)
    if isinstance(index, generic):
        return _b.int(index)
    if isinstance(index, list):
        return _make(index) if index else _torch.zeros(0, dtype=_torch.int64)
    if isinstance(index, slice):
        return slice(*[None if v is None else _b.int(v) for v in (index.start, index.stop, index.step)])
    return index


def _reduce_args(axis):
    return tuple(axis) if isinstance(axis, list) else axis


def _method(name, reflected=False):
    names = {"sub": "subtract", "mul": "multiply", "div": "divide", "pow": "power", "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor",
             "lshift": "left_shift", "rshift": "right_shift", "eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal", "gt": "greater",
             "ge": "greater_equal"}
    function = names.get(name, name)

    def operate(self, other):
        if isinstance(other, _others):
            return NotImplemented
        return globals()[function](other, self) if reflected else globals()[function](self, other)

    return operate


def _by_zero(name, compute):
    """Integers divided by zero are zero, which is reported."""

    def divide(a, b):
        if b.dtype.is_floating_point or (b != 0).all():
            return compute(a, b)
        _functions._report("divide", name)
        return _torch.where(b == 0, _torch.zeros_like(b), compute(a, _torch.where(b == 0, _torch.ones_like(b), b)))

    return divide


def _in_place(name):
    compute = _method(name)

    def operate(self, other):
        result = compute(self, other)
        if result is NotImplemented:
            return result
        if result.dtype.kind in "fc" and self.dtype.kind not in "fc":
            raise UFuncTypeError(f"Cannot cast ufunc '{ {'div': 'divide', 'sub': 'subtract', 'mul': 'multiply'}.get(name, name) }' output from "
                            f"dtype('{result.dtype}') to dtype('{self.dtype}') with casting rule 'same_kind'")
        self._tensor.copy_(_tensor(result))
        return self

    return operate


class UFuncTypeError(TypeError):
    pass


class _Flags:
    """How the elements of an array lie; every array may be written to."""

    writeable = aligned = True

    def __init__(self, tensor):
        self.c_contiguous = tensor.is_contiguous()
        self.f_contiguous = tensor.permute(*range(tensor.ndim - 1, -1, -1)).is_contiguous()
        self.contiguous, self.fortran = self.c_contiguous, self.f_contiguous and not self.c_contiguous
        self.forc = self.c_contiguous or self.f_contiguous

    def __getitem__(self, key):
        names = {"C": "c_contiguous", "F": "f_contiguous", "W": "writeable", "A": "aligned", "CONTIGUOUS": "contiguous"}
        name = names.get(key, key.lower())
        if not hasattr(self, name):
            raise KeyError("Unknown flag")
        return getattr(self, name)


class ndarray:
    __module__ = "numpy"
    __array_priority__ = 0.0

    def __new__(cls, shape, dtype=None):
        return cls._of(_torch.empty(_sizes(shape), dtype=_types.to_dtype(dtype).torch))

    @classmethod
    def _of(cls, tensor):
        made = object.__new__(cls)
        made._tensor = tensor
        return made

    dtype = property(lambda self: _types.of_torch(self._tensor.dtype))
    ndim = property(lambda self: self._tensor.ndim)
    size = property(lambda self: self._tensor.numel())
    itemsize = property(lambda self: self.dtype.itemsize)
    nbytes = property(lambda self: self.size * self.itemsize)
    strides = property(lambda self: tuple(s * self.itemsize for s in self._tensor.stride()))
    T = property(lambda self: self.transpose())
    real = property(lambda self: _wrap(self._tensor.real))
    imag = property(lambda self: _wrap(self._tensor.imag) if self.dtype.kind == "c" else zeros_like(self))
    flat = property(lambda self: iter(self.ravel()))
    flags = property(lambda self: _Flags(self._tensor))
    base = None

    @property
    def shape(self):
        return tuple(self._tensor.shape)

    @shape.setter
    def shape(self, sizes):
        self._tensor = self._tensor.view(sizes)

    def __len__(self):
        if not self.ndim:
            raise TypeError("len() of unsized object")
        return self._tensor.shape[0]

    def __iter__(self):
        if not self.ndim:
            raise TypeError("iteration over a 0-d array")
        for i in range(len(self)):
            yield self[i]

    def __getitem__(self, index):
        steps = index if isinstance(index, tuple) else (index,)
        if _b.any(isinstance(i, slice) and i.step is not None and i.step < 0 for i in steps):
            return _backwards(self, steps)
        try:
            found = self._tensor[_as_index(index)]
        except (IndexError, TypeError) as error:
            raise IndexError(_index_message(self, steps, error)) from None
        return _give(found)

    def __setitem__(self, index, value):
        if isinstance(value, (ndarray, list, tuple, generic, _torch.Tensor)):
            value = _tensor(value).to(self._tensor.dtype)
        elif self.dtype.kind not in "fc" and isinstance(value, _b.float):
            value = _b.int(value)
        try:
            self._tensor[_as_index(index)] = value
        except RuntimeError as error:
            if not isinstance(value, _torch.Tensor):
                raise
            target = self._tensor[_as_index(index)]
            raise ValueError(f"could not broadcast input array from shape {_shape_text(value)} into shape {_shape_text(target)}") from None

    def __contains__(self, value):
        return _b.bool((self == value).any())

    def __repr__(self):
        return _text.description(self)

    def __str__(self):
        return _text.text(self)

    def __format__(self, form):
        if self.ndim == 0 and form:
            return format(self.item(), form)
        return format(str(self), form)

    def _only(self):
        if self.size != 1:
            raise TypeError("only size-1 arrays can be converted to Python scalars")
        return self._tensor.reshape(()).item()

    def __float__(self):
        return _b.float(self._only())

    def __int__(self):
        return _b.int(self._only())

    def __index__(self):
        if self.dtype.kind not in "iu" or self.size != 1:
            raise TypeError("only integer scalar arrays can be converted to a scalar index")
        return self._only()

    def __complex__(self):
        return complex(self._only())

    def __bool__(self):
        if self.size > 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")
        return self.size == 1 and _b.bool(self._only())

    def __hash__(self):
        raise TypeError("unhashable type: 'numpy.ndarray'")

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __neg__(self):
        return _wrap(-self._tensor)

    def __pos__(self):
        return self.copy()

    def __abs__(self):
        return absolute(self)

    def __invert__(self):
        return _wrap(~self._tensor)

    def __divmod__(self, other):
        return self // other, self % other

    def item(self, *index):
        return self._only() if not index else _plain(self.ravel()[index[0]] if len(index) == 1 else self[index])

    def tolist(self):
        return self._tensor.tolist()

    def copy(self, order="C"):
        return _wrap(self._tensor.clone())

    def astype(self, what, order="K", casting="unsafe", subok=True, copy=True):
        kind = _types.to_dtype(what)
        return _wrap(self._tensor.to(kind.torch) if kind is not self.dtype else self._tensor.clone() if copy else self._tensor)

    def view(self, what=None):
        return _wrap(self._tensor.view(_types.to_dtype(what).torch) if what is not None and what is not ndarray else self._tensor)

    def fill(self, value):
        self._tensor.fill_(value)

    def reshape(self, *sizes, order="C"):
        sizes = _sizes(sizes[0] if len(sizes) == 1 else sizes)
        known = 1
        for n in sizes:
            known *= n if n != -1 else 1
        if (known == 0 or self.size % known if -1 in sizes else known != self.size):
            raise ValueError(f"cannot reshape array of size {self.size} into shape ({','.join(map(str, sizes))}{',' if len(sizes) == 1 else ''})")
        return _wrap(self._tensor.reshape(sizes))

    def ravel(self, order="C"):
        return _wrap(self._tensor.reshape(-1))

    def flatten(self, order="C"):
        return _wrap(self._tensor.reshape(-1).clone())

    def transpose(self, *axes):
        if len(axes) == 1 and not isinstance(axes[0], _b.int):
            axes = axes[0]
        return _wrap(self._tensor.permute(tuple(axes) if axes else tuple(range(self.ndim))[::-1]))

    def swapaxes(self, a, b):
        return _wrap(self._tensor.transpose(a, b))

    def squeeze(self, axis=None):
        if axis is None:
            return _wrap(self._tensor.squeeze())
        return _wrap(self._tensor.squeeze(axis))

    def resize(self, *sizes):
        self._tensor = resize(self, sizes)._tensor

    def sort(self, axis=-1, kind=None):
        self._tensor.copy_(self._tensor.sort(dim=axis).values)

    def tobytes(self):
        return _host.bytes_of(self._tensor)

    def dot(self, other):
        return dot(self, other)

    def __matmul__(self, other):
        return matmul(self, other)

    def __rmatmul__(self, other):
        return matmul(other, self)

    def __array__(self, dtype=None):
        return self

    def __getattr__(self, name):
        raise AttributeError(f"'numpy.ndarray' object has no attribute '{name}'")


for _python, _name in (("add", "add"), ("sub", "sub"), ("mul", "mul"), ("truediv", "div"), ("floordiv", "floor_divide"), ("mod", "remainder"),
                       ("pow", "pow"), ("and", "and"), ("or", "or"), ("xor", "xor"), ("lshift", "lshift"), ("rshift", "rshift")):
    setattr(ndarray, f"__{_python}__", _method(_name))
    setattr(ndarray, f"__r{_python}__", _method(_name, True))
    setattr(ndarray, f"__i{_python}__", _in_place(_name))
for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(ndarray, f"__{_name}__", _method(_name))


def _index_message(array, steps, error):
    if _b.any(isinstance(i, (_b.float, str)) for i in steps):
        return ("only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices")
    for axis, i in enumerate(steps):
        if isinstance(i, _b.int) and axis < array.ndim and not -array.shape[axis] <= i < array.shape[axis]:
            return f"index {i} is out of bounds for axis {axis} with size {array.shape[axis]}"
    if len(steps) > array.ndim:
        return (f"too many indices for array: array is {array.ndim}-dimensional, but {len(steps)} were indexed")
    return str(error)


def _backwards(array, steps):
    """Slices with negative steps, which tensors do not have."""
    steps = list(steps)
    if Ellipsis in [s for s in steps if s is Ellipsis]:
        at = [i for i, s in enumerate(steps) if s is Ellipsis][0]
        steps[at : at + 1] = [slice(None)] * (array.ndim - (len(steps) - 1 - _b.sum(s is None for s in steps)))
    tensor, axis, rest = array._tensor, 0, []
    for step in steps:
        if isinstance(step, slice) and step.step is not None and step.step < 0:
            places = list(range(*step.indices(tensor.shape[axis])))
            tensor = tensor.index_select(axis, _torch.tensor(places, dtype=_torch.int64))
            step = slice(None)
        rest.append(step)
        axis += step is not None
    return _give(tensor[_as_index(tuple(rest))])


def _sizes(shape):
    if isinstance(shape, (_b.int, generic)):
        return [_b.int(shape)]
    return [_b.int(n) for n in shape]


#
# Making arrays.
#


def array(object, dtype=None, copy=True, order="K", subok=False, ndmin=0):
    kind = None if dtype is None else _types.to_dtype(dtype)
    made = _tensor(object, kind)
    if isinstance(object, (ndarray, _torch.Tensor)) and copy:
        made = made.clone()
    while made.ndim < ndmin:
        made = made.unsqueeze(0)
    return _wrap(made)


def asarray(a, dtype=None, order=None):
    if isinstance(a, ndarray) and (dtype is None or _types.to_dtype(dtype) is a.dtype):
        return a
    return array(a, dtype, copy=False)


asanyarray = ascontiguousarray = asarray


def frombuffer(buffer, dtype=float, count=-1, offset=0):
    import struct

    kind = _types.to_dtype(dtype)
    data = bytes(buffer)[offset:]
    count = len(data) // kind.itemsize if count < 0 else count
    return array(list(struct.unpack("<%d%s" % (count, kind._code), data[: count * kind.itemsize])), kind)


def copy(a, order="K"):
    return array(a)


def fromiter(iterable, dtype, count=-1):
    return array(list(iterable), dtype)


def zeros(shape, dtype=float, order="C"):
    return _wrap(_torch.zeros(_sizes(shape), dtype=_types.to_dtype(dtype).torch))


def ones(shape, dtype=None, order="C"):
    return _wrap(_torch.ones(_sizes(shape), dtype=_types.to_dtype(dtype).torch))


def empty(shape, dtype=float, order="C"):
    return zeros(shape, dtype)


def full(shape, fill_value, dtype=None, order="C"):
    kind = _kind_of(fill_value) if dtype is None else _types.to_dtype(dtype)
    made = _torch.zeros(_sizes(shape), dtype=kind.torch)
    made[...] = _tensor(fill_value, kind)
    return _wrap(made)


def _like(make):
    def function(a, *args, dtype=None, shape=None):
        a = asarray(a)
        return make(a.shape if shape is None else shape, *args, dtype=a.dtype if dtype is None else dtype)

    return function


zeros_like, ones_like, empty_like, full_like = _like(zeros), _like(ones), _like(empty), _like(full)


def arange(start, stop=None, step=1, dtype=None):
    if stop is None:
        start, stop = 0, start
    start, stop, step = _plain(start), _plain(stop), _plain(step)
    if dtype is None:
        kind = _kind_of([start, stop, step])
    else:
        kind = _types.to_dtype(dtype)
    count = _b.max(0, _math.ceil((stop - start) / step))
    if kind.kind in "iu" and not _b.any(isinstance(v, _b.float) for v in (start, step)):
        return _wrap((_torch.arange(count, dtype=_torch.int64) * step + start).to(kind.torch))
    return _wrap((_torch.arange(count, dtype=_torch.float64) * _b.float(step) + start).to(kind.torch))


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    start, stop, num = _b.float(start), _b.float(stop), _b.int(num)
    parts = num - 1 if endpoint else num
    step = (stop - start) / parts if parts > 0 else nan
    made = _torch.arange(num, dtype=_torch.float64)
    made = made * step + start if parts > 0 else made + start
    if endpoint and num > 1:
        made[-1] = stop
    made = _wrap(made if dtype is None else made.to(_types.to_dtype(dtype).torch))
    return (made, float64(step)) if retstep else made


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None):
    made = power(base, linspace(start, stop, num, endpoint))
    return made if dtype is None else made.astype(dtype)


def geomspace(start, stop, num=50):
    return logspace(_math.log10(start), _math.log10(stop), num)


def eye(N, M=None, k=0, dtype=float):
    M = N if M is None else M
    made = _torch.zeros(N, M, dtype=_types.to_dtype(dtype).torch)
    made.diagonal(k).fill_(1)
    return _wrap(made)


def identity(n, dtype=None):
    return eye(n, dtype=dtype)


def diag(v, k=0):
    return _wrap(_torch.diag(_tensor(v), k).clone())


def tril(m, k=0):
    return _wrap(_tensor(m).tril(k))


def triu(m, k=0):
    return _wrap(_tensor(m).triu(k))


def meshgrid(*xi, indexing="xy", **rest):
    return [_wrap(t.clone()) for t in _torch.meshgrid(*[_tensor(x) for x in xi], indexing=indexing)]


def indices(dimensions):
    return stack(meshgrid(*[arange(n) for n in dimensions], indexing="ij"))


def _span(part):
    """The numbers of `start:stop:step`; an imaginary step counts them, the last one with them."""
    start, step = part.start or 0, 1 if part.step is None else part.step
    return linspace(start, part.stop, int(abs(step))) if isinstance(step, complex) else arange(start, part.stop, step)


class _Grid:
    def __getitem__(self, key):
        keys = key if isinstance(key, tuple) else (key,)
        rows = [_span(k) for k in keys]
        return stack(meshgrid(*rows, indexing="ij")) if isinstance(key, tuple) else rows[0]


class _Concatenator:
    def __init__(self, axis):
        self._axis = axis

    def __getitem__(self, key):
        parts = [_span(k) if isinstance(k, slice) else asarray(k) for k in (key if isinstance(key, tuple) else (key,))]
        if self._axis == 0:
            return concatenate([p.reshape(1) if p.ndim == 0 else p for p in parts])
        # Columns: what has fewer dimensions gets others behind its own.
        rank = sorted(p.ndim for p in parts)[-1]
        rank = 2 if rank < 2 else rank
        return concatenate([p.reshape((1,) * (rank - p.ndim) if p.ndim == 0 else p.shape + (1,) * (rank - p.ndim)) for p in parts], -1)


mgrid, r_, c_ = _Grid(), _Concatenator(0), _Concatenator(1)


#
# Elements.
#


import _numpy_functions as _functions
from _numpy_functions import errstate, geterr, geterrcall, seterr, seterrcall, ufunc


def _unary(name, compute=None, to_float=False, poles=None):
    globals()[name] = ufunc(name, 1, compute or getattr(_torch, name), to_float, None, poles)


def _binary(name, compute=None, to_float=False, identity=None, poles=None):
    globals()[name] = ufunc(name, 2, compute or getattr(_torch, name), to_float, identity, poles)


for _name in ("exp", "expm1", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh", "exp2", "arcsin", "arccos", "arctan", "arcsinh", "arccosh", "deg2rad",
              "rad2deg", "floor", "ceil", "trunc"):
    _unary(_name, to_float=True)
for _name in ("log", "log2", "log10"):
    _unary(_name, to_float=True, poles=lambda x: x == 0)
_unary("log1p", to_float=True, poles=lambda x: x == -1)
_unary("arctanh", to_float=True, poles=lambda x: x.abs() == 1)
_unary("radians", _torch.deg2rad, True)
_unary("degrees", _torch.rad2deg, True)
_unary("rint", _torch.round, True)
_unary("absolute", lambda t: t.abs() if t.dtype is not _torch.bool else t)
_unary("negative", _torch.neg)
_unary("positive", lambda t: t.clone())
_unary("square", lambda t: t * t)
_unary("reciprocal", poles=lambda x: x == 0)
_unary("invert", _torch.bitwise_not)
_unary("conjugate", lambda t: t.conj().resolve_conj() if t.is_complex() else t)
for _name in ("sign", "isnan", "isinf", "isfinite", "logical_not", "signbit"):
    _unary(_name)
_unary("cbrt", lambda t: t.sign() * t.abs().pow(1 / 3), True)
abs, bitwise_not, conj = absolute, invert, conjugate

_binary("add", identity=0)
_binary("multiply", identity=1)
_binary("subtract")
_binary("divide", _torch.div, True, None, lambda a, b: b == 0)
_binary("floor_divide", _by_zero("floor_divide", lambda a, b: _torch.div(a, b, rounding_mode="floor")), poles=lambda a, b: b == 0)
_binary("remainder", _by_zero("remainder", _torch.remainder))
_binary("fmod", _by_zero("fmod", _torch.fmod))
_binary("power", _torch.pow, poles=lambda a, b: a == 0)
for _name in ("maximum", "minimum", "fmax", "fmin", "left_shift", "right_shift"):
    _binary(_name, getattr(_torch, "bitwise_" + _name if "shift" in _name else _name))
_binary("arctan2", _torch.atan2, True)
_binary("hypot", to_float=True, identity=0)
_binary("logaddexp", to_float=True)
for _name, _other in (("equal", "eq"), ("not_equal", "ne"), ("less", "lt"), ("less_equal", "le"), ("greater", "gt"), ("greater_equal", "ge")):
    _binary(_name, getattr(_torch, _other))
for _name, _unit in (("logical_and", True), ("logical_or", False), ("logical_xor", False), ("bitwise_and", -1), ("bitwise_or", 0), ("bitwise_xor", 0)):
    _binary(_name, identity=_unit)
true_divide, mod = divide, remainder
float_power = lambda a, b: power(asarray(a, float64), b)


def sinc(x):
    return _give(_torch.sinc(_real(_tensor(x))))


def angle(z, deg=False):
    found = _torch.angle(_real(_tensor(z)))
    return _give(_torch.rad2deg(found) if deg else found)


def real(a):
    return _give(_tensor(a).real)


def imag(a):
    return _give(_tensor(asarray(a).imag))


def clip(a, a_min=None, a_max=None, out=None):
    result = a
    if a_min is not None:
        result = maximum(result, a_min)
    if a_max is not None:
        result = minimum(result, a_max)
    return _out(_tensor(result), out)


def around(a, decimals=0, out=None):
    t = _tensor(a)
    if t.dtype.is_complex:
        return _out(_torch.view_as_complex(_rounded(_torch.view_as_real(t.resolve_conj()), decimals)), out)
    return _out(_rounded(t, decimals) if t.dtype.is_floating_point else t.clone(), out)


def _rounded(t, decimals):
    scale = 10.0**decimals
    return t.round() if decimals == 0 else (t * scale).round() / scale


round = round_ = around


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    return _give(_torch.nan_to_num(_tensor(x), nan, posinf, neginf))


def where(condition, x=None, y=None):
    if x is None:
        return nonzero(condition)
    kind = _binary_kind(x, y)
    return _wrap(_torch.where(_tensor(condition).to(_torch.bool), _tensor(x, kind), _tensor(y, kind)))


def interp(x, xp, fp):
    x, xp, fp = _tensor(x, _types.by_name["float64"]), _tensor(xp, _types.by_name["float64"]), _tensor(fp, _types.by_name["float64"])
    at = _torch.searchsorted(xp, x.contiguous(), right=True).clamp(1, len(xp) - 1)
    slope = (fp[at] - fp[at - 1]) / (xp[at] - xp[at - 1])
    return _give(_torch.where(x <= xp[0], fp[0], _torch.where(x >= xp[-1], fp[-1], slope * (x - xp[at - 1]) + fp[at - 1])))


def vectorize(pyfunc, otypes=None):
    def function(*args):
        arrays = broadcast_arrays(*args)
        flat = [a.ravel().tolist() for a in arrays]
        return array([pyfunc(*values) for values in zip(*flat)]).reshape(arrays[0].shape)

    return function


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    moved = moveaxis(asarray(arr), axis, -1)
    rows = moved.reshape(-1, moved.shape[-1])
    made = asarray([func1d(row, *args, **kwargs) for row in rows])
    return made.reshape(moved.shape[:-1] + made.shape[1:])


#
# Reductions.
#


def _dims(t, axis):
    return tuple(range(t.ndim)) if axis is None else axis if isinstance(axis, (tuple, list)) else (axis,)


def _summed(t, dtype):
    if dtype is not None:
        return t.to(_types.to_dtype(dtype).torch)
    return t.to(_torch.int64) if t.dtype in (_torch.bool, _torch.int8, _torch.uint8, _torch.int16, _torch.int32) else t


def sum(a, axis=None, dtype=None, out=None, keepdims=False, initial=0, where=None):
    t = _summed(_tensor(a if not hasattr(a, "__next__") else list(a)), dtype)
    result = t.sum(_dims(t, axis), keepdim=keepdims) if t.ndim else t
    return _out(result + initial if initial else result, out)


def prod(a, axis=None, dtype=None, keepdims=False):
    t = _summed(_tensor(a), dtype)
    for dim in sorted((d % t.ndim for d in _dims(t, axis)), reverse=True) if t.ndim else ():
        t = t.prod(dim, keepdim=keepdims)
    return _give(t)


def _real(t, dtype=None):
    if dtype is not None:
        return t.to(_types.to_dtype(dtype).torch)
    return t if t.dtype.is_floating_point or t.dtype.is_complex else t.to(_torch.float64)


def mean(a, axis=None, dtype=None, out=None, keepdims=False):
    t = _real(_tensor(a), dtype)
    return _out(t.mean(_dims(t, axis), keepdim=keepdims) if t.ndim else t, out)


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    t = _real(_tensor(a), dtype)
    dims, count = _dims(t, axis), 1
    for d in dims:
        count *= t.shape[d]
    centered = t - t.mean(dims, keepdim=True) if t.ndim else t - t
    squares = (centered * centered.conj()).real if t.is_complex() else centered * centered
    return _out((squares.sum(dims, keepdim=keepdims) if t.ndim else squares) / (count - ddof), out)


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    return _out(_tensor(sqrt(var(a, axis, dtype, None, ddof, keepdims))), out)


def _extreme(name):
    def function(a, axis=None, out=None, keepdims=False, initial=None, where=None):
        t = _tensor(a)
        if t.numel() == 0 and axis is None:
            raise ValueError(f"zero-size array to reduction operation {'maximum' if name == 'amax' else 'minimum'} which has no identity")
        compute = getattr(_torch, name)
        return _out(compute(t, _dims(t, axis), keepdim=keepdims) if t.ndim else t, out)

    return function


max = amax = _extreme("amax")
min = amin = _extreme("amin")


def ptp(a, axis=None):
    return max(a, axis) - min(a, axis)


def _place(name):
    def function(a, axis=None, out=None, keepdims=False):
        t = _tensor(a)
        t = t.to(_torch.uint8) if t.dtype is _torch.bool else t
        if t.numel() == 0:
            raise ValueError(f"attempt to get {name} of an empty sequence")
        largest = t.amax(axis, keepdim=True) if axis is not None else t.amax()
        found = getattr(t, name)(axis) if axis is not None else getattr(t.reshape(-1), name)(0)
        return _give(found.unsqueeze(axis) if keepdims and axis is not None else found)

    return function


argmax, argmin = _place("argmax"), _place("argmin")


def _truth(name):
    def function(a, axis=None, out=None, keepdims=False):
        t = _tensor(a).to(_torch.bool)
        if axis is None:
            return _b.bool(getattr(t, name)())
        return _give(getattr(t, name)(axis, keepdim=keepdims))

    return function


any, all = _truth("any"), _truth("all")


def cumsum(a, axis=None, dtype=None):
    t = _summed(_tensor(a), dtype)
    return _wrap(t.reshape(-1).cumsum(0) if axis is None else t.cumsum(axis))


def cumprod(a, axis=None, dtype=None):
    t = _summed(_tensor(a), dtype)
    return _wrap(t.reshape(-1).cumprod(0) if axis is None else t.cumprod(axis))


def diff(a, n=1, axis=-1):
    return _wrap(_torch.diff(_tensor(a), n, axis))


def median(a, axis=None, keepdims=False):
    return percentile(a, 50, axis, keepdims=keepdims)


def percentile(a, q, axis=None, keepdims=False, **rest):
    return quantile(a, asarray(q) / 100.0 if isinstance(q, (list, tuple, ndarray)) else q / 100.0, axis, keepdims=keepdims, **rest)


def quantile(a, q, axis=None, keepdims=False, method="linear", interpolation=None):
    t = _real(_tensor(a))
    return _give(_torch.quantile(t, _tensor(q).to(t.dtype), axis, keepdim=keepdims, interpolation=interpolation or method))


def average(a, axis=None, weights=None):
    if weights is None:
        return mean(a, axis)
    w = asarray(weights)
    if axis is not None and w.ndim == 1 and asarray(a).ndim > 1:
        w = w.reshape([-1 if i == axis % asarray(a).ndim else 1 for i in range(asarray(a).ndim)])
    return sum(asarray(a) * w, axis) / sum(broadcast_to(w, asarray(a).shape), axis)


def nansum(a, axis=None):
    return sum(nan_to_num(a), axis)


def nanmean(a, axis=None):
    t = _real(_tensor(a))
    return _give(_torch.nanmean(t, _dims(t, axis)))


def nanmax(a, axis=None):
    return max(where(isnan(a), -inf, a), axis)


def nanmin(a, axis=None):
    return min(where(isnan(a), inf, a), axis)


def count_nonzero(a, axis=None):
    found = _torch.count_nonzero(_tensor(a), axis)
    return found.item() if found.ndim == 0 else _wrap(found)


for _name in ("sum", "prod", "mean", "var", "std", "max", "min", "argmax", "argmin", "any", "all", "cumsum", "cumprod", "clip", "round", "ptp"):
    setattr(ndarray, _name, globals()[_name])
ndarray.conj = ndarray.conjugate = lambda self: conj(self)


from _numpy_arrays import *
import _numpy_arrays

for _name in ("argsort", "nonzero", "repeat", "take", "trace", "searchsorted", "diagonal"):
    setattr(ndarray, _name, getattr(_numpy_arrays, _name))


def __getattr__(name):
    if name in ("random", "linalg", "fft"):
        return __import__("numpy." + name, None, None, (name,))
    if name.startswith("__"):
        raise AttributeError(f"module 'numpy' has no attribute '{name}'")
    if name in ("loadtxt", "genfromtxt", "savetxt", "save", "savez", "savez_compressed", "load"):
        return getattr(__import__("_numpy_files"), name)
    # Names are found, and what is done with them is an error that says so.
    return __import__("_absent").make("numpy." + name)
