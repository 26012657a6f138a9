"""torch.export.dynamic_shapes: which sizes of an exported program may change."""

import torch as _torch
from torch._dynamo.exc import UserError as _UserError, UserErrorType as _UserErrorType

_ONLY = "(Only increasing linear operations with integer coefficients are supported.)"


class _IntInfinity:
    def __repr__(self):
        return "int_oo"


int_oo = _IntInfinity()


class _Linear:
    """`factor * root + offset`."""

    def _derive(self, factor, offset):
        root = self._root
        if root.min * factor + offset < 0:
            raise AssertionError(
                f"Expected derived min value of {_spell(root, factor, offset)} to be >= 0. Please specify an "
                f"appropriate min value for {root.__name__} (currently {root.min}).")
        return root if (factor, offset) == (1, 0) else DerivedDim(root, factor, offset)

    def _check(self, number, what, wanted="an integer"):
        if type(number) is not int or wanted != "an integer" and number <= 0:
            raise NotImplementedError(f"Attempted to {what}, where {wanted} was expected. {_ONLY}")

    def __add__(self, number):
        self._check(number, f"add {number} to {self.__name__}")
        return self._derive(self._factor, self._offset + number)

    __radd__ = __add__

    def __sub__(self, number):
        self._check(number, f"subtract {number} from {self.__name__}")
        return self._derive(self._factor, self._offset - number)

    def __rsub__(self, number):
        raise NotImplementedError(f"Attempted to negate {self.__name__}. {_ONLY}")

    def __mul__(self, number):
        self._check(number, f"multiply {number} with {self.__name__}", "a positive integer")
        return self._derive(self._factor * number, self._offset * number)

    __rmul__ = __mul__


def _spell(root, factor, offset):
    text = root.__name__ if factor == 1 else f"{factor}*{root.__name__}"
    return text + (f" + {offset}" if offset > 0 else f" - {-offset}" if offset < 0 else "")


class DerivedDim(_Linear):
    def __init__(self, root, factor, offset):
        self._root, self._factor, self._offset = root, factor, offset
        self.root = root
        self.__name__ = _spell(root, factor, offset)
        self.min = root.min * factor + offset
        self.max = root.max if root.max is int_oo else root.max * factor + offset

    def __repr__(self):
        return self.__name__


class _DimHint:
    """What a size may be where no name says it."""

    def __init__(self, kind):
        self._kind = kind

    def __repr__(self):
        return "Dim." + self._kind


class Dim(_Linear):
    AUTO = _DimHint("AUTO")
    DYNAMIC = _DimHint("DYNAMIC")
    STATIC = _DimHint("STATIC")

    def __init__(self, name, *, min=None, max=None):
        self.min = 0 if min is None else min
        self.max = int_oo if max is None else max
        if self.max is not int_oo and not self.max > self.min:
            raise AssertionError(f"Cannot create Dim with inconsistent min={min}, max={max}")
        if not name.isidentifier():
            raise AssertionError(f"Dim name must be a valid identifier, got {name}")
        self.__name__ = name
        self._root, self._factor, self._offset = self, 1, 0

    def __repr__(self):
        text = f"Dim('{self.__name__}'"
        if self.min > 2 or 0 < self.min < 2:
            text += f", min={self.min}"
        return text + ("" if self.max is int_oo else f", max={self.max}") + ")"


def dims(*names, min=None, max=None):
    return tuple(Dim(name, min=min, max=max) for name in names)


def _leaves(value):
    if isinstance(value, dict):
        for item in value.values():
            yield from _leaves(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _leaves(item)
    else:
        yield value


def _bind(module, args, kwargs):
    """The arguments by the names of the parameters."""
    from _torch_trace import _parameters_of

    function = module.forward if isinstance(module, _torch.nn.Module) else module
    named = dict(zip(_parameters_of(function, len(args)), args))
    named.update(kwargs or {})
    return named


class ShapesCollection:
    """Shapes by the tensors that have them."""

    def __init__(self):
        self._shapes = []

    def __setitem__(self, tensor, shape):
        if not isinstance(tensor, _torch.Tensor):
            raise AssertionError(f"Cannot assign shape to non-tensor type {type(tensor)}")
        for known, before in self._shapes:
            if known is tensor and before != shape:
                raise AssertionError(f"Shapes assigned to tensor do not match: expected {before}, got {shape}")
        self._shapes.append((tensor, shape))

    def __getitem__(self, tensor):
        for known, shape in self._shapes:
            if known is tensor:
                return shape
        self._shapes.append((tensor, {}))
        return self._shapes[-1][1]

    def __len__(self):
        return len(self._shapes)

    def dynamic_shapes(self, m, args, kwargs=None):
        found = []

        def look(value):
            if isinstance(value, dict):
                return {key: look(item) for key, item in value.items()}
            if isinstance(value, (list, tuple)):
                return [look(item) for item in value]
            for tensor, shape in self._shapes:
                if tensor is value:
                    found.append(tensor)
                    return shape
            return None

        result = {name: look(value) for name, value in _bind(m, args, kwargs).items()}
        if any(all(tensor is not each for each in found) for tensor, _ in self._shapes):
            raise ValueError("Some tensors that were assigned shapes were not found in args. Maybe such tensors were "
                             "copied when passing them as args? Maybe such tensors are contained in classes that were "
                             "not registered with pytree?")
        return result


def _request(dynamic_shapes, module, args, kwargs):
    """What the compiler takes: JSON with the names of Dims, and their bounds."""
    if isinstance(dynamic_shapes, ShapesCollection):
        dynamic_shapes = dynamic_shapes.dynamic_shapes(module, args, kwargs)
    bounds, known = {}, {}

    def spell(value):
        if isinstance(value, _Linear):
            root = value._root
            other = known.setdefault(root.__name__, root)
            if (other.min, repr(other.max)) != (root.min, repr(root.max)):
                raise _UserError(_UserErrorType.INVALID_INPUT,
                                 f"Found different definitions {other!r} and {root!r} for the same symbolic "
                                 f"dimension {root!r}!")
            bounds[root.__name__] = {key: item for key, item in (("min", root.min), ("max", root.max))
                                     if item is not int_oo and (key, item) != ("min", 0)}
            return value.__name__
        if isinstance(value, dict):
            return {str(key): spell(item) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [spell(item) for item in value]
        return repr(value) if isinstance(value, _DimHint) else value

    return {"dynamic_shapes": spell(dynamic_shapes), "dims": bounds}


def refine_dynamic_shapes_from_suggested_fixes(msg, dynamic_shapes):
    """The specification with the fixes that an error suggests."""
    if "Suggested fixes:" not in msg:
        raise _UserError(_UserErrorType.INVALID_INPUT, "Suggested fixes not found in error message given to "
                         "refine_dynamic_shapes_from_suggested_fixes()")
    roots = {value._root.__name__: value._root for value in _leaves(dynamic_shapes) if isinstance(value, _Linear)}
    lines = msg[msg.index("Suggested fixes:"):].split("\n")[1:]
    fixes = dict(line.strip().split(" = ", 1) for line in lines if " = " in line)
    ranges, fixed = {}, {}
    for name, text in fixes.items():
        if text.startswith("Dim("):
            parts = [part.strip().split("=") for part in text[4:-1].split(",")[1:]]
            ranges[name] = Dim(name, **{key: int(number) for key, number in parts})

    def root(name):
        return ranges.get(name) or roots.get(name) or Dim(name)

    for name, text in fixes.items():
        if text.startswith("Dim("):
            fixed[name] = ranges[name]
        elif text.isdigit():
            fixed[name] = int(text)
        else:
            factor, star, rest = text.partition("*")
            rest = rest if star else text
            base, sign, offset = rest.partition(" + ") if " + " in rest else rest.partition(" - ")
            value = root(base) * int(factor) if star else root(base)
            fixed[name] = value if not sign else value + int(offset) if sign == " + " else value - int(offset)

    def apply(value):
        if isinstance(value, _Linear):
            made = fixed.get(value._root.__name__, value._root)
            return made * value._factor + value._offset if (value._factor, value._offset) != (1, 0) else made
        if isinstance(value, dict):
            return {key: apply(item) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return type(value)(apply(item) for item in value)
        return value

    return apply(dynamic_shapes)
