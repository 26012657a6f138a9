"""Gradients of operators that work element by element.

A rule gives pairs of an argument and its gradient; sizes that were broadcast and other dtypes are
the tape's. The formulas are those of calculus; where a function has a corner, PyTorch's choice."""

import math

import _torch
import torch
from _tape import constant, light, names, rules

_is_tensor = _torch.is_tensor


def in_format(gradient, like):
    """A gradient of images or volumes with its channels last where those of `like` are, as PyTorch's kernels leave it."""
    for ndim, format in ((4, torch.channels_last), (5, torch.channels_last_3d)):
        if like.ndim == ndim and not like.is_contiguous() and like.is_contiguous(memory_format=format):
            return gradient.contiguous(memory_format=format)
    return gradient


def rule(*operators):
    def decorate(function):
        for operator in operators:
            rules[operator] = function
        return function

    return decorate


def _conj(value):
    if _is_tensor(value):
        return value.conj() if value.dtype.is_complex else value
    return value.conjugate()


def _unary(operators, derivative):
    """`derivative(x, y)` at the argument x and the result y."""

    def apply(node, g, self, *rest, **kwargs):
        return [(self, g * _conj(derivative(self, node.result)))]

    for operator in operators.split():
        rules[operator] = apply


_unary("exp", lambda x, y: y)
_unary("exp2 special_exp2", lambda x, y: y * math.log(2))
_unary("expm1 special_expm1", lambda x, y: y + 1)
_unary("log", lambda x, y: 1 / x)
_unary("log2", lambda x, y: 1 / (x * math.log(2)))
_unary("log10", lambda x, y: 1 / (x * math.log(10)))
_unary("log1p special_log1p", lambda x, y: 1 / (x + 1))
_unary("sqrt", lambda x, y: 0.5 / y)
_unary("rsqrt", lambda x, y: -0.5 * y.pow(3))
_unary("reciprocal", lambda x, y: -y * y)
_unary("square", lambda x, y: 2 * x)
_unary("sin", lambda x, y: x.cos())
_unary("cos", lambda x, y: -x.sin())
_unary("tan", lambda x, y: 1 + y * y)
_unary("asin arcsin", lambda x, y: (1 - x * x).rsqrt())
_unary("acos arccos", lambda x, y: -(1 - x * x).rsqrt())
_unary("atan arctan", lambda x, y: 1 / (x * x + 1))
_unary("sinh", lambda x, y: x.cosh())
_unary("cosh", lambda x, y: x.sinh())
_unary("tanh", lambda x, y: 1 - y * y)
_unary("asinh arcsinh", lambda x, y: (x * x + 1).rsqrt())
_unary("acosh arccosh", lambda x, y: (x * x - 1).rsqrt())
_unary("atanh arctanh", lambda x, y: 1 / (1 - x * x))
_unary("sigmoid special_expit expit", lambda x, y: y * (1 - y))
_unary("erf special_erf", lambda x, y: (-x * x).exp() * (2 / math.sqrt(math.pi)))
_unary("erfc special_erfc", lambda x, y: (-x * x).exp() * (-2 / math.sqrt(math.pi)))
_unary("erfinv special_erfinv", lambda x, y: (y * y).exp() * (math.sqrt(math.pi) / 2))
_unary("lgamma special_gammaln", lambda x, y: x.digamma())
_unary("digamma special_digamma special_psi", lambda x, y: torch.polygamma(1, x))
_unary("deg2rad", lambda x, y: torch.full_like(x, math.pi / 180))
_unary("rad2deg", lambda x, y: torch.full_like(x, 180 / math.pi))
_unary("frac positive", lambda x, y: torch.ones_like(x))

for _operator in "sign floor ceil round trunc fix".split():
    rules[_operator] = lambda node, g, x, *rest, **kwargs: [(x, torch.zeros_like(x))]

_unary("nan_to_num", lambda x, y: torch.isfinite(x).to(x.dtype))
_unary("relu", lambda x, y: (y > 0).to(y.dtype))
_unary("i0 special_i0", lambda x, y: torch.special.i1(x))
_unary("special_i0e", lambda x, y: torch.special.i1e(x) - x.sgn() * y)
_unary("special_i1", lambda x, y: torch.where(x == 0, torch.full_like(x, 0.5), torch.i0(x) - y / x))
_unary("special_i1e", lambda x, y: torch.where(x == 0, torch.full_like(x, 0.5), torch.special.i0e(x) - y * (x.sgn() + 1 / x)))
_unary("special_entr", lambda x, y: -1 - x.log())
_unary("special_ndtri", lambda x, y: (0.5 * y * y).exp() * math.sqrt(2 * math.pi))
_unary("special_log_ndtr", lambda x, y: math.sqrt(2 / math.pi) / torch.special.erfcx(x * -math.sqrt(0.5)))
_unary("special_erfcx", lambda x, y: 2 * x * y - 2 / math.sqrt(math.pi))
_unary("special_ndtr ndtr", lambda x, y: (-0.5 * x * x).exp() / math.sqrt(2 * math.pi))
names.update(
    log1p="Log1PBackward0", square="PowBackward0", arcsin="AsinBackward0", arccos="AcosBackward0", arctan="AtanBackward0",
    arcsinh="AsinhBackward0", arccosh="AcoshBackward0", arctanh="AtanhBackward0", special_expit="SigmoidBackward0",
    special_erf="ErfBackward0", special_erfc="ErfcBackward0", special_gammaln="LgammaBackward0",
    special_digamma="DigammaBackward0", special_psi="DigammaBackward0", special_exp2="Exp2Backward0",
    special_expm1="Expm1Backward0", special_log1p="Log1PBackward0", fix="TruncBackward0",
)


@rule("sinc", "special_sinc")
def _(node, g, x):
    z = x * math.pi
    slope = (z.cos() - torch.where(x == 0, torch.ones_like(x), z.sin() / z)) / x
    return [(x, g * torch.where(x == 0, torch.zeros_like(x), slope))]


@rule("abs", "absolute")
def _(node, g, x):
    return [(x, g * torch.sgn(x))]


@rule("sgn")
def _(node, g, x):
    if not x.dtype.is_complex:
        return [(x, torch.zeros_like(g))]
    size = x.abs()
    unit = x / size
    along = (g.conj() * unit).real * unit
    return [(x, torch.where(size == 0, torch.zeros_like(g), (g - along) / size))]


@rule("neg", "negative")
def _(node, g, x):
    return [(x, -g)]


@rule("conj", "_conj", "conj_physical", "resolve_conj")
def _(node, g, x):
    return [(x, g.conj())]


@rule("angle")
def _(node, g, x):
    if not x.dtype.is_complex:
        return [(x, torch.zeros_like(g))]
    return [(x, g * 1j * x / (x.abs() ** 2))]


@rule("complex")
def _(node, g, real, imag):
    return [(real, g.real), (imag, g.imag)]


@rule("polar")
def _(node, g, size, angle):
    unit = torch.polar(torch.ones_like(size), angle)
    along = g.conj() * unit
    return [(size, along.real), (angle, -(along * size).imag)]


# Sums and products.


@rule("add", "__add__", "__iadd__")
def _(node, g, self, other, alpha=1):
    return [(self, g), (other, g if alpha == 1 else g * alpha)]


@rule("sub", "subtract")
def _(node, g, self, other, alpha=1):
    return [(self, g), (other, -g if alpha == 1 else g * -alpha)]


@rule("rsub")
def _(node, g, self, other, alpha=1):
    return [(self, -g if alpha == 1 else g * -alpha), (other, g)]


@rule("mul", "multiply")
def _(node, g, self, other):
    return [
        (self, g * _conj(other) if node.needs(self) else None),
        (other, g * _conj(self) if _is_tensor(other) and node.needs(other) else None),
    ]


@rule("div", "divide", "true_divide")
def _(node, g, self, other, rounding_mode=None):
    if rounding_mode is not None:
        return [(self, torch.zeros_like(g)), (other, torch.zeros_like(g))]
    first = g / _conj(other)
    second = None
    if _is_tensor(other) and node.needs(other):
        second = -first * _conj(self / other)
    return [(self, first), (other, second)]


@rule("floor_divide")
def _(node, g, self, other):
    raise RuntimeError("derivative for aten::floor_divide is not implemented")


@rule("pow", "float_power")
def _(node, g, self, exponent):
    pairs = []
    if _is_tensor(self) and node.needs(self):
        if _is_tensor(exponent):
            slope = torch.where(exponent == 0, torch.zeros_like(g), g * _conj(exponent * self.pow(exponent - 1)))
        elif exponent == 0:
            slope = torch.zeros_like(g)
        else:
            slope = g * _conj(exponent * self.pow(exponent - 1))
        pairs.append((self, slope))
    if _is_tensor(exponent) and node.needs(exponent):
        if _is_tensor(self):
            log = torch.where((self == 0) & (exponent >= 0), torch.zeros_like(self), self.log())
        else:
            log = math.log(self) if self > 0 else 0.0
        pairs.append((exponent, g * _conj(node.result * log)))
    return pairs


@rule("atan2", "arctan2")
def _(node, g, self, other):
    norm = self * self + other * other
    return [(self, g * other / norm), (other, g * -self / norm)]


@rule("hypot")
def _(node, g, self, other):
    return [(self, g * self / node.result), (other, g * other / node.result)]


def _choice(is_less):
    def apply(node, g, self, other):
        zero = torch.zeros_like(g)
        half = torch.where(self == other, g / 2, zero)
        wins = self < other if is_less else self > other
        loses = self > other if is_less else self < other
        return [(self, torch.where(wins, g, half)), (other, torch.where(loses, g, half))]

    return apply


rules["maximum"] = rules["fmax"] = _choice(False)
rules["minimum"] = rules["fmin"] = _choice(True)


@rule("fmod")
def _(node, g, self, other):
    second = -g * (self / other).trunc() if _is_tensor(other) and node.needs(other) else None
    return [(self, g), (other, second)]


@rule("remainder")
def _(node, g, self, other):
    second = -g * (self / other).floor() if _is_tensor(other) and node.needs(other) else None
    return [(self, g), (other, second)]


@rule("lerp")
def _(node, g, self, end, weight):
    pairs = [(self, g * (1 - weight)), (end, g * weight)]
    if _is_tensor(weight):
        pairs.append((weight, g * (end - self)))
    return pairs


@rule("addcmul")
def _(node, g, self, a, b, value=1):
    return [(self, g), (a, g * b * value), (b, g * a * value)]


@rule("addcdiv")
def _(node, g, self, a, b, value=1):
    return [(self, g), (a, g * value / b), (b, -g * value * a / (b * b))]


@rule("logaddexp")
def _(node, g, self, other):
    return [(self, g / (1 + (other - self).exp())), (other, g / (1 + (self - other).exp()))]


@rule("logaddexp2")
def _(node, g, self, other):
    return [(self, g / (1 + torch.pow(2, other - self))), (other, g / (1 + torch.pow(2, self - other)))]


@rule("xlogy", "special_xlogy")
def _(node, g, self, other):
    pairs = []
    if _is_tensor(self) and node.needs(self):
        log = other.log() if _is_tensor(other) else math.log(other)
        pairs.append((self, g * torch.where(self == 0, torch.zeros_like(g), log + torch.zeros_like(g))))
    if _is_tensor(other) and node.needs(other):
        pairs.append((other, g * self / other))
    return pairs


@rule("special_xlog1py")
def _(node, g, self, other):
    pairs = []
    if _is_tensor(self) and node.needs(self):
        log = torch.log1p(other) if _is_tensor(other) else math.log1p(other)
        pairs.append((self, g * torch.where((self == 0) & (torch.as_tensor(other) <= -1), torch.zeros_like(g), log + torch.zeros_like(g))))
    if _is_tensor(other) and node.needs(other):
        pairs.append((other, g * self / (other + 1)))
    return pairs


@rule("frexp")
def _(node, g, x):
    return [(x, g[0] / torch.exp2(node.result[1].to(x.dtype)))]


@rule("copysign")
def _(node, g, self, other):
    return [(self, g * torch.sgn(self) * torch.sgn(node.result)), (other, torch.zeros_like(g))]


@rule("where")
def _(node, g, condition, self, other):
    zero = torch.zeros_like(g)
    return [(self, torch.where(condition, g, zero)), (other, torch.where(condition, zero, g))]


@rule("clamp", "clip")
def _(node, g, self, min=None, max=None):
    inside = torch.ones_like(self, dtype=torch.bool)
    if min is not None:
        inside = inside & (self >= min)
    if max is not None:
        inside = inside & (self <= max)
    zero = torch.zeros_like(g)
    pairs = [(self, torch.where(inside, g, zero))]
    # Where the bounds are the wrong way round the upper one is the result.
    if _is_tensor(min):
        below = self < min if max is None else (self < min) & (min < max)
        pairs.append((min, torch.where(below, g, zero)))
    if _is_tensor(max):
        above = self > max if min is None else (self > max) | (max < min)
        pairs.append((max, torch.where(above, g, zero)))
    return pairs


@rule("clamp_min", "clamp_max")
def _(node, g, self, bound):
    inside = node.result == self
    pairs = [(self, torch.where(inside, g, torch.zeros_like(g)))]
    if _is_tensor(bound):
        pairs.append((bound, torch.where(inside, torch.zeros_like(g), g)))
    return pairs


def _second(kind):
    """The number that PyTorch gives the gradient of an overload."""
    return lambda args, kwargs, result: kind + ("Backward1" if len(args) > 1 and _is_tensor(args[1]) else "Backward0")


names.update(
    __iadd__="AddBackward0", __add__="AddBackward0", subtract="SubBackward0", multiply="MulBackward0",
    divide="DivBackward0", true_divide="DivBackward0", rsub="RsubBackward1", arctan2="Atan2Backward0",
    absolute="AbsBackward0", negative="NegBackward0", fmax="FmaxBackward0", remainder=_second("Remainder"),
    fmod=_second("Fmod"), floor_divide="NotImplemented", special_xlogy="XlogyBackward0", conj_physical="ConjPhysicalBackward0", _conj="ConjBackward0",
    clip=lambda args, kwargs, result: names["clamp"](args, kwargs, result),
    clamp=lambda args, kwargs, result: "ClampBackward0" if any(_is_tensor(a) for a in args[1:]) else "ClampBackward1",
    pow=lambda args, kwargs, result: "PowBackward1" if not _is_tensor(args[0]) or _is_tensor(args[1]) else "PowBackward0",
    div=lambda args, kwargs, result: "DivBackward1" if kwargs.get("rounding_mode") else "DivBackward0",
    lerp=lambda args, kwargs, result: "LerpBackward1" if _is_tensor(args[2]) else "LerpBackward0",
)
light.update(("add", "__add__", "__iadd__", "sub", "rsub", "neg"))
constant.update(
    """eq ne lt le gt ge equal isnan isinf isfinite isposinf isneginf isclose allclose logical_and logical_or logical_not
    logical_xor bitwise_not signbit argmax argmin argsort any all size dim numel stride is_floating_point detach
    zeros_like ones_like empty_like full_like rand_like randn_like randint_like new_zeros new_ones new_full new_empty
    multinomial normal nextafter heaviside nonzero nonzero_numpy count_nonzero unique unique_consecutive _unique2 bincount
    histc searchsorted bucketize is_nonzero item detach_ requires_grad_ data is_same_size isreal is_complex
    is_contiguous storage_offset sym_size element_size result_type can_cast one_hot set_grad_enabled requires_grad
    _shape_as_tensor zero_grad is_leaf retain_grad __contains__ isin less greater less_equal greater_equal not_equal""".split()
)
