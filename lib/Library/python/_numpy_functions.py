"""Functions of elements of arrays (numpy.ufunc), and what happens when their numbers leave the range."""

import sys as _sys
import warnings as _warnings

import torch as _torch

import numpy as _np
import _numpy_types as _types

_b = __import__("builtins")

#
# Divisions by zero, overflows and invalid numbers.
#

_state = {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}
_texts = {"divide": "divide by zero", "over": "overflow", "under": "underflow", "invalid": "invalid value"}
_flags = {"divide": 1, "over": 2, "under": 4, "invalid": 8}
_handler = None


def geterr():
    return dict(_state)


def seterr(all=None, divide=None, over=None, under=None, invalid=None):
    old = geterr()
    for kind, choice in (("divide", divide), ("over", over), ("under", under), ("invalid", invalid)):
        choice = choice or all or old[kind]
        if choice not in ("ignore", "warn", "raise", "call", "print", "log"):
            raise KeyError(choice)
        _state[kind] = choice
    return old


def seterrcall(func):
    global _handler
    if func is not None and not callable(func) and not callable(getattr(func, "write", None)):
        raise ValueError("Only callable can be used as callback")
    old, _handler = _handler, func
    return old


def geterrcall():
    return _handler


class errstate(__import__("contextlib").ContextDecorator):
    def __init__(self, *, call=seterrcall, **kwargs):
        self._call, self._choices = call, kwargs

    def __enter__(self):
        self._old = seterr(**self._choices)
        if self._call is not seterrcall:
            self._old_call = seterrcall(self._call)

    def __exit__(self, *exc):
        seterr(**self._old)
        if self._call is not seterrcall:
            seterrcall(self._old_call)


def _report(kind, name):
    choice, text = _state[kind], f"{_texts[kind]} encountered in {name}"
    if choice == "warn":
        _warnings.warn(text, RuntimeWarning, stacklevel=4)
    elif choice == "raise":
        raise FloatingPointError(text)
    elif choice == "print":
        print("Warning: " + text, file=_sys.stderr)
    elif choice == "call":
        if _handler is None:
            raise NameError(f"python callback specified for {_texts[kind]} (in {name}) but no function found.")
        _handler(_texts[kind], _flags[kind])
    elif choice == "log":
        if _handler is None:
            raise NameError(f"log specified for {_texts[kind]} (in {name}) but no object with write method found.")
        _handler.write(f"Warning: {text}\n")


def _check(name, result, inputs, poles):
    """Says what is no number of `result`, of a function that is infinite where `poles` of its inputs is true."""
    if not (result.dtype.is_floating_point or result.dtype.is_complex) or _b.all(c == "ignore" for c in _state.values()):
        return
    if _torch.isfinite(result).all():
        return
    inputs = [t for t in inputs if t.dtype.is_floating_point or t.dtype.is_complex]
    known = _torch.isfinite(result)
    for t in inputs:
        known = known | _torch.isnan(t)
    infinite = _torch.isinf(result) & ~known
    for t in inputs:
        infinite = infinite & _torch.isfinite(t)
    pole = infinite & poles(*inputs) if poles is not None and infinite.any() else None
    if pole is not None and pole.any():
        _report("divide", name)
    if (infinite if pole is None else infinite & ~pole).any():
        _report("over", name)
    if (_torch.isnan(result) & ~known).any():
        _report("invalid", name)


#
# Functions.
#


class ufunc:
    """A function of elements.

    `compute` makes a tensor of one or two; `to_float` computes with floats where integers are given. `identity` is what nothing
    reduces to, None where there is no such number.
    """

    __module__ = "numpy"
    nout, signature = 1, None

    def __init__(self, name, nin, compute, to_float=False, identity=None, poles=None):
        self.__name__ = self.__qualname__ = name
        self.nin, self.nargs, self.identity = nin, nin + 1, identity
        self._compute, self._to_float, self._poles = compute, to_float, poles

    def __repr__(self):
        return f"<ufunc '{self.__name__}'>"

    def __call__(self, *args, out=None, where=True, dtype=None, casting="same_kind", order="K", subok=True, **others):
        for name in others:
            raise TypeError(f"{self.__name__}() got an unexpected keyword argument '{name}'")
        if not self.nin <= len(args) <= self.nargs:
            raise TypeError(f"{self.__name__}() takes from {self.nin} to {self.nargs} positional arguments but {len(args)} were given")
        if len(args) == self.nargs:
            if out is not None:
                raise TypeError("cannot specify 'out' as both a positional and keyword argument")
            out = args[-1]
        out = out[0] if isinstance(out, tuple) else out
        inputs = self._inputs(args[: self.nin], dtype)
        result = self._apply(inputs)
        name = "scalar " + self.__name__ if self.nin == 2 and _b.all(isinstance(a, (_b.int, _b.float, complex)) for a in args) else self.__name__
        if where is not True:
            return self._where(result, inputs, _np._tensor(where).to(_torch.bool), out, name)
        _check(name, result, inputs, self._poles)
        if out is not None and tuple(result.shape) != out.shape:
            try:
                result = result.expand(out.shape)
            except RuntimeError:
                shapes = " ".join(_np._shape_text(t) for t in inputs + [out._tensor])
                raise ValueError(f"operands could not be broadcast together with shapes {shapes} ") from None
        return _np._out(result, out)

    def _where(self, result, inputs, where, out, name):
        shape = _torch.broadcast_shapes(result.shape, where.shape)
        made = _torch.empty(shape, dtype=result.dtype) if out is None else out._tensor
        _check(name, _torch.where(where, result, _torch.ones_like(result)), inputs, self._poles)
        made.copy_(_torch.where(where, result.to(made.dtype), made))
        return _np._give(made) if out is None else out

    def _inputs(self, args, dtype):
        if self.nin == 1:
            t = _np._tensor(args[0])
            kind = _types.of_torch(t.dtype)
        else:
            kind = _np._binary_kind(*args)
        if dtype is not None:
            kind = _types.to_dtype(dtype)
        if self._to_float and kind.kind in "biu":
            kind = _types.by_name["float64"]
        return [_np._tensor(a, kind) for a in args]

    def _apply(self, inputs):
        try:
            return self._compute(*inputs)
        except RuntimeError:
            if self.nin == 2 and _np._cannot_broadcast(inputs[0].shape, inputs[1].shape) and inputs[0].ndim and inputs[1].ndim:
                raise ValueError(f"operands could not be broadcast together with shapes {_np._shape_text(inputs[0])} "
                                 f"{_np._shape_text(inputs[1])} ") from None
            raise

    def _binary(self, what):
        if self.nin != 2:
            raise ValueError(f"{what} only supported for binary functions")

    def _summed(self, array, dtype):
        """The tensor to reduce: sums and products of small integers are 64 bits wide."""
        t = _np._tensor(array)
        if dtype is None and self.__name__ in ("add", "multiply"):
            return _np._summed(t, None)
        return t if dtype is None else t.to(_types.to_dtype(dtype).torch)

    def reduce(self, array, axis=0, dtype=None, out=None, keepdims=False, initial=None, where=True):
        self._binary("reduce")
        t = self._summed(array, dtype)
        dims = sorted({d % t.ndim for d in _np._dims(t, axis)}, reverse=True) if t.ndim else []
        if where is not True:
            if self.identity is None and initial is None:
                raise ValueError(f"reduction operation '{self.__name__}' does not have an identity, so to use a where mask one has to specify 'initial'")
            t = _torch.where(_np._tensor(where).to(_torch.bool), t, _torch.full_like(t, self.identity if initial is None else initial))
        for dim in dims:
            if t.shape[dim] == 0 and self.identity is None and initial is None:
                raise ValueError(f"zero-size array to reduction operation {self.__name__} which has no identity")
            t = self._fold(t, dim)
            t = t.unsqueeze(dim) if keepdims else t
        if initial is not None:
            t = self._compute(_torch.full_like(t, initial), t)
        return _np._out(t, out)

    def _fold(self, t, dim):
        rows = list(t.unbind(dim))
        if not rows:
            return _torch.full_like(t.sum(dim), self.identity)
        if self.__name__ == "add" and len(rows) > 2:
            return t.sum(dim)
        made = rows[0]
        for row in rows[1:]:
            made = self._compute(made, row)
        return made

    def accumulate(self, array, axis=0, dtype=None, out=None):
        self._binary("accumulate")
        t = self._summed(array, dtype)
        if not t.ndim:
            raise TypeError("cannot accumulate on a scalar")
        rows = []
        for row in t.unbind(axis):
            rows.append(self._compute(rows[-1], row) if rows else row)
        return _np._out(_torch.stack(rows, axis) if rows else t, out)

    def outer(self, A, B, **kwargs):
        self._binary("outer product")
        a = _np.asarray(A)
        return self(a.reshape(a.shape + (1,) * _np.asarray(B).ndim), B, **kwargs)

    def at(self, a, indices, b=None):
        """Writes element by element, so that places that come twice are written twice."""
        places = _np.arange(a.size).reshape(a.shape)[indices]
        places = _np._tensor(places).reshape(-1).tolist()
        flat = a._tensor.reshape(-1)
        if self.nin == 1:
            for place in places:
                flat[place] = self._compute(flat[place])
        else:
            shape = _np.asarray(_np.arange(a.size).reshape(a.shape)[indices]).shape
            values = _np._tensor(b).to(flat.dtype).expand(shape).reshape(-1)
            for place, value in zip(places, values):
                flat[place] = self._compute(flat[place], value)
        a._tensor.copy_(flat.reshape(a._tensor.shape))
