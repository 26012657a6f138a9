"""Decimal numbers of a chosen precision."""

import math as _math
from contextlib import contextmanager as _contextmanager
from collections import namedtuple as _namedtuple

ROUND_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR = "ROUND_UP", "ROUND_DOWN", "ROUND_CEILING", "ROUND_FLOOR"
ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP = "ROUND_HALF_UP", "ROUND_HALF_DOWN", "ROUND_HALF_EVEN", "ROUND_05UP"
MAX_PREC, MAX_EMAX, MIN_EMIN = 999999999999999999, 999999999999999999, -999999999999999999
DecimalTuple = _namedtuple("DecimalTuple", "sign digits exponent")


class DecimalException(ArithmeticError):
    pass


class InvalidOperation(DecimalException):
    pass


class ConversionSyntax(InvalidOperation):
    pass


class DivisionUndefined(InvalidOperation, ZeroDivisionError):
    pass


class DivisionImpossible(InvalidOperation):
    pass


class DivisionByZero(DecimalException, ZeroDivisionError):
    pass


class Context:
    def __init__(self, prec=28, rounding=ROUND_HALF_EVEN):
        self.prec, self.rounding = prec, rounding

    def copy(self):
        return Context(self.prec, self.rounding)

    def create_decimal(self, num="0"):
        return Decimal(num)._fitted(self)


_current = Context()


def getcontext():
    return _current


def setcontext(context):
    global _current
    _current = context


@_contextmanager
def localcontext(ctx=None, **kwargs):
    old = _current
    made = (old if ctx is None else ctx).copy()
    for name, value in kwargs.items():
        setattr(made, name, value)
    setcontext(made)
    try:
        yield made
    finally:
        setcontext(old)


def _rounded(number, cut, rounding, isNegative):
    """`number` without its last `cut` digits."""
    if cut <= 0:
        return number * 10**-cut
    unit = 10**cut
    whole, rest = divmod(number, unit)
    twice = 2 * rest - unit
    up = {
        ROUND_UP: rest > 0,
        ROUND_DOWN: False,
        ROUND_CEILING: rest > 0 and not isNegative,
        ROUND_FLOOR: rest > 0 and isNegative,
        ROUND_HALF_UP: twice >= 0,
        ROUND_HALF_DOWN: twice > 0,
        ROUND_HALF_EVEN: twice > 0 or twice == 0 and whole % 2 == 1,
        ROUND_05UP: rest > 0 and whole % 5 == 0,
    }[rounding]
    return whole + 1 if up else whole


def _parse(text):
    """The sign, digits and exponent of a text; the exponent of what is no finite number is its letter."""
    body = text.strip().replace("_", "").lower()
    sign = 1 if body.startswith("-") else 0
    body = body[1:] if body[:1] in ("-", "+") else body
    if body in ("inf", "infinity"):
        return sign, 0, "F"
    if body == "nan":
        return sign, 0, "n"
    digits, _, power = body.partition("e")
    whole, _, part = digits.partition(".")
    isPower = power.lstrip("+-").isdigit() and len(power) - len(power.lstrip("+-")) <= 1 if "e" in body else True
    if not (whole + part).isdigit() or not isPower:
        raise InvalidOperation([ConversionSyntax])
    return sign, int(whole + part), (int(power) if power else 0) - len(part)


class Decimal:
    __slots__ = ("_sign", "_number", "_power")

    def __new__(cls, value="0", context=None):
        self = object.__new__(cls)
        if isinstance(value, Decimal):
            self._sign, self._number, self._power = value._sign, value._number, value._power
        elif isinstance(value, int):
            self._sign, self._number, self._power = int(value < 0), abs(int(value)), 0
        elif isinstance(value, str):
            self._sign, self._number, self._power = _parse(value)
        elif isinstance(value, float):
            return cls.from_float(value)
        elif isinstance(value, (tuple, list)):
            if len(value) != 3:
                raise ValueError("argument must be a sequence of length 3")
            sign, digits, power = value
            self._sign, self._number, self._power = sign, int("".join(map(str, digits)) or "0"), power
        else:
            raise TypeError(f"conversion from {type(value).__name__} to Decimal is not supported")
        return self

    @classmethod
    def from_float(cls, f):
        if isinstance(f, int):
            return cls(f)
        if f != f or f in (_math.inf, -_math.inf):
            return cls(repr(f))
        over, under = abs(f).as_integer_ratio()
        power = under.bit_length() - 1
        return _make(int(_math.copysign(1, f) < 0), over * 5**power, -power)

    def as_tuple(self):
        return DecimalTuple(self._sign, tuple(map(int, str(self._number))) if self._power != "n" else (), self._power)

    def is_nan(self):
        return self._power == "n"

    def is_infinite(self):
        return self._power == "F"

    def is_finite(self):
        return not isinstance(self._power, str)

    def is_zero(self):
        return self.is_finite() and not self._number

    def is_signed(self):
        return self._sign == 1

    def adjusted(self):
        return self._power + len(str(self._number)) - 1 if self.is_finite() else 0

    def _fitted(self, context=None):
        context = context or _current
        cut = len(str(self._number)) - context.prec
        if not self.is_finite() or cut <= 0:
            return self
        made = _make(self._sign, _rounded(self._number, cut, context.rounding, self._sign), self._power + cut)
        return made._fitted(context)

    def _value(self):
        return -self._number if self._sign else self._number

    def __str__(self):
        sign = "-" if self._sign else ""
        if not self.is_finite():
            return sign + ("Infinity" if self._power == "F" else "NaN")
        digits, power = str(self._number), self._power
        point = len(digits) + power
        if power <= 0 and point > -6:
            if power == 0:
                return sign + digits
            digits = digits.rjust(1 - power, "0")
            return sign + digits[:power] + "." + digits[power:]
        return sign + digits[0] + ("." + digits[1:] if len(digits) > 1 else "") + f"E{point - 1:+d}"

    def __repr__(self):
        return f"Decimal('{self}')"

    def __float__(self):
        return float(str(self))

    def __int__(self):
        if self._power == "n":
            raise ValueError("cannot convert NaN to integer")
        if self._power == "F":
            raise OverflowError("cannot convert Infinity to integer")
        value = self._number * 10**self._power if self._power >= 0 else self._number // 10**-self._power
        return -value if self._sign else value

    __trunc__ = __int__

    def __bool__(self):
        return not self.is_finite() or self._number != 0

    def __hash__(self):
        if not self.is_finite():
            return hash(float(self))
        from fractions import Fraction

        return hash(Fraction(self._value()) * Fraction(10) ** self._power)

    def __complex__(self):
        return complex(float(self))

    # Comparisons.

    def _compare(self, other):
        """-1, 0 or 1; None where there is no order."""
        other = _operand(other, True)
        if other is NotImplemented:
            return NotImplemented
        if self.is_nan() or other.is_nan():
            return None
        if not (self.is_finite() and other.is_finite()):
            a, b = (0 if d.is_finite() else -1 if d._sign else 1 for d in (self, other))
            return (a > b) - (a < b)
        power = min(self._power, other._power)
        a, b = (d._value() * 10 ** (d._power - power) for d in (self, other))
        return (a > b) - (a < b)

    def __eq__(self, other):
        found = self._compare(other)
        return found if found is NotImplemented else found == 0

    def _ordered(self, other, test):
        found = self._compare(other)
        if found is NotImplemented:
            return found
        if found is None:
            raise InvalidOperation([InvalidOperation])
        return test(found)

    def __lt__(self, other):
        return self._ordered(other, lambda c: c < 0)

    def __le__(self, other):
        return self._ordered(other, lambda c: c <= 0)

    def __gt__(self, other):
        return self._ordered(other, lambda c: c > 0)

    def __ge__(self, other):
        return self._ordered(other, lambda c: c >= 0)

    def compare(self, other):
        found = self._compare(other)
        return Decimal("NaN") if found is None else Decimal(found)

    def max(self, other):
        return self._fitted() if self >= other else _operand(other)._fitted()

    def min(self, other):
        return self._fitted() if self <= other else _operand(other)._fitted()

    # Arithmetic.

    def __neg__(self):
        if self.is_zero():
            return _make(0, 0, self._power)
        return _make(1 - self._sign, self._number, self._power)._fitted()

    def __pos__(self):
        return _make(0 if self.is_zero() else self._sign, self._number, self._power)._fitted()

    def __abs__(self):
        return _make(0, self._number, self._power)._fitted()

    def copy_abs(self):
        return _make(0, self._number, self._power)

    def copy_negate(self):
        return _make(1 - self._sign, self._number, self._power)

    def __add__(self, other):
        other = _operand(other)
        if other is NotImplemented:
            return other
        if not (self.is_finite() and other.is_finite()):
            if self.is_nan() or other.is_nan():
                return Decimal("NaN")
            if self.is_infinite() and other.is_infinite() and self._sign != other._sign:
                raise InvalidOperation([InvalidOperation])
            return self if self.is_infinite() else other
        power = min(self._power, other._power)
        value = self._value() * 10 ** (self._power - power) + other._value() * 10 ** (other._power - power)
        sign = int(value < 0) if value else self._sign & other._sign
        return _make(sign, abs(value), power)._fitted()

    __radd__ = __add__

    def __sub__(self, other):
        other = _operand(other)
        return other if other is NotImplemented else self + other.copy_negate()

    def __rsub__(self, other):
        other = _operand(other)
        return other if other is NotImplemented else other - self

    def __mul__(self, other):
        other = _operand(other)
        if other is NotImplemented:
            return other
        sign = self._sign ^ other._sign
        if not (self.is_finite() and other.is_finite()):
            if self.is_nan() or other.is_nan():
                return Decimal("NaN")
            if self.is_zero() or other.is_zero():
                raise InvalidOperation([InvalidOperation])
            return _make(sign, 0, "F")
        return _make(sign, self._number * other._number, self._power + other._power)._fitted()

    __rmul__ = __mul__

    def __truediv__(self, other):
        other = _operand(other)
        if other is NotImplemented:
            return other
        sign = self._sign ^ other._sign
        if self.is_nan() or other.is_nan():
            return Decimal("NaN")
        if not self.is_finite() or not other.is_finite():
            if self.is_infinite() and other.is_infinite():
                raise InvalidOperation([InvalidOperation])
            return _make(sign, 0, "F") if self.is_infinite() else _make(sign, 0, -1000026)
        if not other._number:
            if not self._number:
                raise InvalidOperation([DivisionUndefined])
            raise DivisionByZero([DivisionByZero])
        ideal = self._power - other._power
        if not self._number:
            return _make(sign, 0, ideal)
        shift = max(0, len(str(other._number)) - len(str(self._number)) + _current.prec + 1)
        number, rest = divmod(self._number * 10**shift, other._number)
        power = ideal - shift
        if rest:
            # A last digit that is not 0 or 5 rounds as what follows it does.
            number += number % 5 == 0
        while not rest and power < ideal and number % 10 == 0:
            number, power = number // 10, power + 1
        return _make(sign, number, power)._fitted()

    def __rtruediv__(self, other):
        other = _operand(other)
        return other if other is NotImplemented else other / self

    def _divided(self, other):
        """The whole quotient and the rest."""
        if not other._number and other.is_finite():
            if not self._number:
                raise InvalidOperation([DivisionUndefined])
            raise DivisionByZero([DivisionByZero])
        power = min(self._power, other._power)
        whole, rest = divmod(self._number * 10 ** (self._power - power), other._number * 10 ** (other._power - power))
        if len(str(whole)) > _current.prec:
            raise InvalidOperation([DivisionImpossible])
        return _make(self._sign ^ other._sign, whole, 0), _make(self._sign, rest, power)._fitted()

    def __floordiv__(self, other):
        other = _operand(other)
        return other if other is NotImplemented else self._divided(other)[0]

    def __rfloordiv__(self, other):
        other = _operand(other)
        return other if other is NotImplemented else other // self

    def __mod__(self, other):
        other = _operand(other)
        if other is NotImplemented:
            return other
        if other.is_zero():
            raise InvalidOperation([InvalidOperation if self._number else DivisionUndefined])
        return self._divided(other)[1]

    def __rmod__(self, other):
        other = _operand(other)
        return other if other is NotImplemented else other % self

    def __divmod__(self, other):
        other = _operand(other)
        return other if other is NotImplemented else self._divided(other)

    def __pow__(self, other, modulo=None):
        other = _operand(other)
        if other is NotImplemented:
            return other
        if other != other.to_integral_value():
            if self._sign and self._number:
                raise InvalidOperation([InvalidOperation])
            made = self.sqrt() if other == Decimal("0.5") else self._series(lambda x: (other * x.ln()).exp())
            # What is not known to be exact has all digits.
            more = _current.prec - len(str(made._number))
            return _make(made._sign, made._number * 10**more, made._power - more) if made._number and more > 0 else made
        times = int(other)
        if not self._number and times <= 0:
            if times < 0:
                return _make(self._sign & times % 2, 0, "F")
            raise InvalidOperation([InvalidOperation])
        prec = _current.prec
        if times >= 0:
            return _make(self._sign & times % 2, self._number**times, self._power * times)._fitted()
        with localcontext(prec=prec + 4):
            made = Decimal(1) / _make(self._sign & -times % 2, self._number**-times, self._power * -times)
        return made._fitted()

    def __rpow__(self, other):
        other = _operand(other)
        return other if other is NotImplemented else other**self

    def sqrt(self, context=None):
        if self._sign and self._number:
            raise InvalidOperation([InvalidOperation])
        if not self.is_finite() or not self._number:
            return self if not self.is_finite() else _make(self._sign, 0, self._power // 2)
        prec, ideal = _current.prec + 1, self._power // 2
        shift = 2 * max(0, prec - len(str(self._number)) // 2)
        power = self._power - shift
        shift += power % 2
        power -= power % 2
        root = _math.isqrt(self._number * 10**shift)
        isExact = root * root == self._number * 10**shift
        power //= 2
        while isExact and power < ideal and root % 10 == 0:
            root, power = root // 10, power + 1
        if not isExact:
            root += root % 5 == 0
        made = _make(0, root, power)
        cut = len(str(root)) - _current.prec
        return made if cut <= 0 else _make(0, _rounded(root, cut, ROUND_HALF_EVEN, False), power + cut)

    def _series(self, compute):
        prec = _current.prec
        with localcontext(prec=prec + 10, rounding=ROUND_HALF_EVEN):
            made = compute(self)
        return made._fitted(Context(prec, ROUND_HALF_EVEN))

    def exp(self, context=None):
        if not self.is_finite():
            return Decimal(0) if self._sign and self._power == "F" else self
        if not self._number:
            return Decimal(1)

        def compute(x):
            halvings = max(0, x.adjusted() + 1) * 4 + 4
            x = x / 2**halvings
            total = term = Decimal(1)
            n = 0
            while total + term != total or n == 0:
                n += 1
                term = term * x / n
                total += term
            with localcontext(prec=_current.prec + halvings):
                for _ in range(halvings):
                    total = total * total
            return total

        return self._series(compute)

    def ln(self, context=None):
        if self._sign and self._number:
            raise InvalidOperation([InvalidOperation])
        if not self._number:
            return self if not self.is_finite() else Decimal("-Infinity")
        if self == 1:
            return Decimal(0)

        def compute(x):
            power, x = x.adjusted(), x.scaleb(-x.adjusted())
            return _log(x) + (_log(Decimal(10)) * power if power else 0)

        return self._series(compute)

    def log10(self, context=None):
        text = str(self._number)
        if self._number and text.strip("0") == "1" and not self._sign:
            return Decimal(self.adjusted())
        return self._series(lambda x: x.ln() / Decimal(10).ln())

    def scaleb(self, other, context=None):
        return _make(self._sign, self._number, self._power + int(other))

    # Roundings.

    def quantize(self, exp, rounding=None, context=None):
        exp = _operand(exp)
        if not self.is_finite() or not exp.is_finite():
            raise InvalidOperation([InvalidOperation])
        cut = exp._power - self._power
        number = _rounded(self._number, cut, rounding or (context or _current).rounding, self._sign)
        if len(str(number)) > (context or _current).prec:
            raise InvalidOperation([InvalidOperation])
        return _make(self._sign, number, exp._power)

    def to_integral_value(self, rounding=None, context=None):
        if not self.is_finite() or self._power >= 0:
            return self
        return _make(self._sign, _rounded(self._number, -self._power, rounding or _current.rounding, self._sign), 0)

    to_integral = to_integral_exact = to_integral_value

    def normalize(self, context=None):
        made = self._fitted()
        if not made.is_finite():
            return made
        number, power = made._number, made._power
        if not number:
            return _make(made._sign, 0, 0)
        while number % 10 == 0:
            number, power = number // 10, power + 1
        return _make(made._sign, number, power)

    def as_integer_ratio(self):
        from fractions import Fraction

        found = Fraction(self._value()) * Fraction(10) ** self._power
        return found.numerator, found.denominator

    def __round__(self, n=None):
        if n is None:
            return int(self.to_integral_value(ROUND_HALF_EVEN))
        return self.quantize(_make(0, 1, -n), ROUND_HALF_EVEN)

    def __floor__(self):
        return int(self.to_integral_value(ROUND_FLOOR))

    def __ceil__(self):
        return int(self.to_integral_value(ROUND_CEILING))

    # Texts.

    def __format__(self, spec):
        kind = spec[-1:] if spec[-1:] in ("e", "E", "f", "F", "g", "G", "n", "%") else ""
        head, _, digits = (spec[:-1] if kind else spec).partition(".")
        hasComma = head.endswith((",", "_"))
        mark = head[-1] if hasComma else ""
        head = head[:-1] if hasComma else head
        made = self
        if not self.is_finite():
            text = str(self).lstrip("-")
        else:
            made = _make(self._sign, self._number, self._power + (2 if kind == "%" else 0))
            text = made._written(kind, int(digits) if digits else None).lstrip("-")
        if mark:
            whole, point, rest = text.partition(".")
            text = f"{int(whole):{mark}}" + point + rest
        sign = "-" if self._sign else "+" if "+" in head else " " if " " in head[1:2] or head == " " else ""
        return _padded(sign, text + ("%" if kind == "%" else ""), head)

    def _written(self, kind, digits):
        if kind in ("f", "F", "%"):
            made = self if digits is None else _make(self._sign, _rounded(self._number, -digits - self._power, _current.rounding, self._sign), -digits)
            if made._power > 0:
                return str(made._number * 10**made._power)
            text = str(made._number).rjust(1 - made._power, "0")
            return text[: len(text) + made._power] + ("." + text[made._power:] if made._power else "")
        if kind in ("e", "E"):
            made = self
            if digits is not None:
                cut = len(str(self._number)) - digits - 1
                made = _make(self._sign, _rounded(self._number, cut, _current.rounding, self._sign), self._power + cut)
                if len(str(made._number)) > digits + 1:
                    made = _make(made._sign, made._number // 10, made._power + 1)
            text = str(made._number)
            return text[0] + ("." + text[1:] if text[1:] else "") + f"{kind}{made.adjusted():+d}"
        made = self if digits is None else self._fitted(Context(max(1, digits), _current.rounding))
        return str(made) if kind != "g" else str(made).lower()


def _padded(sign, text, head):
    """A text in the fill, alignment and width of a format."""
    fill, align = " ", ">"
    if head[1:2] in ("<", ">", "=", "^") and head[1:2]:
        fill, align, head = head[0], head[1], head[2:]
    elif head[:1] in ("<", ">", "=", "^") and head[:1]:
        align, head = head[0], head[1:]
    head = head.lstrip("+- ")
    if head.startswith("0"):
        fill, align = "0", "="
    width = int(head) if head.isdigit() else 0
    gap = max(0, width - len(sign) - len(text))
    if align == "=":
        return sign + fill * gap + text
    left = gap if align == ">" else 0 if align == "<" else gap // 2
    return fill * left + sign + text + fill * (gap - left)


def _make(sign, number, power):
    made = object.__new__(Decimal)
    made._sign, made._number, made._power = sign, number, power
    return made


def _operand(value, isCompared=False):
    if isinstance(value, Decimal):
        return value
    if isinstance(value, int):
        return Decimal(value)
    if isCompared and isinstance(value, float):
        return Decimal.from_float(value)
    return NotImplemented


def _log(x):
    """The natural logarithm of a number between 0.1 and 10, by Newton's method from that of floats."""
    guess = Decimal(_math.log(float(x)))
    for _ in range(max(1, (_current.prec // 14).bit_length() + 1)):
        power = guess.exp()
        guess = guess + 2 * (x - power) / (x + power)
    return guess


BasicContext, ExtendedContext, DefaultContext = Context(9, ROUND_HALF_UP), Context(9), Context()
