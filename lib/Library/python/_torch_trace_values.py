"""What a trace knows: tensors and sizes of one run, and the lines of text that compute them."""

import operator as _operator

import torch


class Value:
    """A tensor in the text of one method. It has the name of the first variable that it is used by."""

    count = 0

    def __init__(self, text=None, origin=None, is_result=False):
        Value.count += 1
        self.token = "\x02" + str(Value.count) + "\x03"
        self.text = text  # an expression, for what is part of an input
        self.origin = origin  # the tensor outside of a parameter, or inside of a result
        self.is_result = is_result  # of a call of a part, which is nameless outside
        self.name = None
        self.line = None
        self.shown = None

    def root(self):
        value = self
        while value.origin is not None:
            value = value.origin
        return value

    def known_name(self):
        value = self
        while value.origin is not None and not value.is_result:
            value = value.origin
        return None if value.is_result else value.name


values = {}


def make_value(*args, **kwargs):
    value = Value(*args, **kwargs)
    values[value.token] = value
    return value


class Line:
    def __init__(self, results, text, is_kept=False, call=None):
        self.results, self.text, self.is_kept, self.call = results, text, is_kept, call
        self.is_unpacked = False  # the results are the items of one value
        for value in results:
            value.line = self


def tokens_in(text):
    """The values that a text names."""
    return [values["\x02" + part.partition("\x03")[0] + "\x03"] for part in text.split("\x02")[1:]]


def fill(text):
    """A text with the names of its values."""
    first, *parts = text.split("\x02")
    for part in parts:
        number, _, rest = part.partition("\x03")
        value = values["\x02" + number + "\x03"]
        first += (fill(value.text) if value.text is not None else value.shown) + rest
    return first


class _Traced:
    """A number that a function computes of sizes: a number now, a tensor without dimensions in the text."""

    def __repr__(self):
        return "tensor(" + self._number.__repr__(self) + ")"

    __str__ = __repr__

    def __int__(self):
        self.recorder.note_conversion("integer")
        return int(self.bare)

    def __float__(self):
        self.recorder.note_conversion("float")
        return float(self.bare)


class TracedSize(_Traced, int):
    _number = int

    def __new__(cls, number, recorder, value):
        made = int.__new__(cls, number)
        made.recorder, made.value, made.bare = recorder, value, number
        return made


class TracedFloat(_Traced, float):
    _number = float

    def __new__(cls, number, recorder, value):
        made = float.__new__(cls, number)
        made.recorder, made.value, made.bare = recorder, value, number
        return made


def make_traced(number, recorder, value):
    return (TracedFloat if isinstance(number, float) else TracedSize)(number, recorder, value)


def _add_operator(name, operator, is_reflected):
    compute = getattr(_operator, name)

    def method(self, other):
        plain = self.bare
        if isinstance(other, torch.Tensor):
            return self.recorder.mix(compute, operator, (other, self) if is_reflected else (self, other))
        if not isinstance(other, (int, float)):
            return NotImplemented
        bare = other.bare if isinstance(other, _Traced) else other
        number = compute(bare, plain) if is_reflected else compute(plain, bare)
        return self.recorder.compute(number, operator, (other, self) if is_reflected else (self, other))

    for cls in (TracedSize, TracedFloat):
        setattr(cls, ("__r" if is_reflected else "__") + name + "__", method)


for _name, _target in (("add", "add"), ("sub", "sub"), ("mul", "mul"), ("truediv", "div"), ("floordiv", "floor_divide"),
                       ("mod", "remainder"), ("pow", "pow")):
    _add_operator(_name, _target, False)
    _add_operator(_name, _target, True)


def _negated(self):
    return self.recorder.compute(-self.bare, "neg", (self,))


TracedSize.__neg__ = TracedFloat.__neg__ = _negated


# Operators that take a size as the tensor that it is.
arithmetic = {"add", "sub", "mul", "div", "rsub", "pow", "remainder", "floor_divide", "true_divide", "add_", "sub_",
              "mul_", "div_", "eq", "ne", "lt", "le", "gt", "ge"}


def literal(value):
    if isinstance(value, torch.dtype):
        return str(value._code)
    if isinstance(value, torch.device):
        return "torch.device(" + repr(str(value)) + ")"
    code = getattr(value, "_code", None)
    if code is not None:
        return str(code)
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return "float(" + repr(str(value)) + ")"
    if isinstance(value, complex):
        return "complex({!r}, {!r})".format(value.real, value.imag)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(literal(item) for item in value) + "]"
    return repr(value)


_convolutions = {"conv1d": 1, "conv2d": 2, "conv3d": 3, "conv_transpose1d": 1, "conv_transpose2d": 2,
                 "conv_transpose3d": 3}


def _repeated(value, count):
    values = list(value) if isinstance(value, (list, tuple)) else [value]
    return values * count if len(values) == 1 else values


_aliases = {"true_divide": "div", "divide": "div", "multiply": "mul", "subtract": "sub"}

_factories = {"zeros", "ones", "empty", "full", "rand", "randn", "arange", "eye", "linspace"}


def _is_like(short):
    return short.endswith("_like") or short.startswith("new_")


def as_recorded(short, args, kwargs, result):
    """The operator behind a call: PyTorch records what layers are made of, and where tensors are made."""
    short = _aliases.get(short, short)
    if short in _factories and not kwargs.keys() - {"dtype", "device", "layout", "pin_memory"}:
        made = {"dtype": None, "layout": None, "device": torch.device("cpu"), "pin_memory": False}
        made.update((key, value) for key, value in kwargs.items() if value is not None)
        return short, args, made
    if _is_like(short) and isinstance(result, torch.Tensor):
        made = {"dtype": result.dtype, "layout": 0, "device": torch.device("cpu"), "pin_memory": False}
        if short in ("new_zeros", "new_ones", "new_empty") and isinstance(args[1], int):
            args = (args[0], list(args[1:]))
        return short, args, made
    count = _convolutions.get(short)
    if count is None or any(isinstance(value, str) for value in (*args, *kwargs.values())):
        return short, args, kwargs
    is_transposed = short.startswith("conv_transpose")
    names = ["input", "weight", "bias", "stride", "padding"]
    names += ["output_padding", "groups", "dilation"] if is_transposed else ["dilation", "groups"]
    given = dict(bias=None, stride=1, padding=0, dilation=1, groups=1, output_padding=0)
    given.update(zip(names, args))
    given.update(kwargs)
    lists = [_repeated(given[name], count) for name in ("stride", "padding", "dilation", "output_padding")]
    return "_convolution", (given["input"], given["weight"], given["bias"], lists[0], lists[1], lists[2], is_transposed,
                            lists[3], given["groups"], False, False, True, True), {}
