"""fractions: rational numbers."""

import math
import operator


def _read(text):
    """Numerator and denominator of `3/4`, `-1.25` or `1e-3`."""
    whole, slash, below = text.strip().partition("/")
    try:
        if slash:
            return int(whole), int(below)
        mantissa, _, exponent = whole.lower().partition("e")
        integer, _, part = mantissa.partition(".")
        numerator, denominator = int(integer + part), 10 ** len(part)
        power = int(exponent or 0)
        return (numerator * 10**power, denominator) if power >= 0 else (numerator, denominator * 10**-power)
    except ValueError:
        raise ValueError(f"Invalid literal for Fraction: {text!r}") from None


class Fraction:
    __slots__ = ("_numerator", "_denominator")

    def __new__(cls, numerator=0, denominator=None):
        if isinstance(numerator, str) and denominator is None:
            top, bottom = _read(numerator)
        elif isinstance(numerator, float) and denominator is None:
            top, bottom = numerator.as_integer_ratio()
        elif isinstance(numerator, (int, Fraction)) and isinstance(denominator, (int, Fraction, type(None))):
            denominator = 1 if denominator is None else denominator
            top = numerator.numerator * denominator.denominator
            bottom = numerator.denominator * denominator.numerator
        else:
            raise TypeError("both arguments should be Rational instances")
        if bottom == 0:
            raise ZeroDivisionError(f"Fraction({top}, 0)")
        common = math.gcd(top, bottom) * (-1 if bottom < 0 else 1)
        self = super().__new__(cls)
        self._numerator, self._denominator = top // common, bottom // common
        return self

    @classmethod
    def from_float(cls, number):
        return cls(number)

    numerator = property(lambda self: self._numerator)
    denominator = property(lambda self: self._denominator)
    real = property(lambda self: self)
    imag = property(lambda self: 0)

    @classmethod
    def from_decimal(cls, number):
        return cls(*number.as_integer_ratio())

    def conjugate(self):
        return self

    def __complex__(self):
        return complex(float(self))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __rdivmod__(self, other):
        return divmod(Fraction(other), self) if isinstance(other, int) else NotImplemented

    def as_integer_ratio(self):
        return self._numerator, self._denominator

    def limit_denominator(self, max_denominator=1000000):
        if max_denominator < 1:
            raise ValueError("max_denominator should be at least 1")
        if self._denominator <= max_denominator:
            return Fraction(self)
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self._numerator, self._denominator
        while True:
            a = n // d
            q2 = q0 + a * q1
            if q2 > max_denominator:
                break
            p0, q0, p1, q1 = p1, q1, p0 + a * p1, q2
            n, d = d, n - a * d
        k = (max_denominator - q0) // q1
        low, high = Fraction(p0 + k * p1, q0 + k * q1), Fraction(p1, q1)
        return high if abs(high - self) <= abs(low - self) else low

    def __repr__(self):
        return f"{type(self).__name__}({self._numerator}, {self._denominator})"

    def __str__(self):
        return str(self._numerator) if self._denominator == 1 else f"{self._numerator}/{self._denominator}"

    def _binary(exact, general):
        def forward(a, b):
            if isinstance(b, (int, Fraction)):
                return exact(a, b)
            if isinstance(b, (float, complex)):
                return general(type(b)(float(a)), b)
            return NotImplemented

        def backward(b, a):
            if isinstance(a, int):
                return exact(a, b)
            if isinstance(a, (float, complex)):
                return general(a, type(a)(float(b)))
            return NotImplemented

        return forward, backward

    def _sum(a, b):
        return Fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)

    def _difference(a, b):
        return Fraction(a.numerator * b.denominator - b.numerator * a.denominator, a.denominator * b.denominator)

    __add__, __radd__ = _binary(_sum, operator.add)
    __sub__, __rsub__ = _binary(_difference, operator.sub)
    __mul__, __rmul__ = _binary(
        lambda a, b: Fraction(a.numerator * b.numerator, a.denominator * b.denominator), operator.mul)
    __truediv__, __rtruediv__ = _binary(
        lambda a, b: Fraction(a.numerator * b.denominator, a.denominator * b.numerator), operator.truediv)
    __floordiv__, __rfloordiv__ = _binary(
        lambda a, b: (a.numerator * b.denominator) // (a.denominator * b.numerator), operator.floordiv)
    __mod__, __rmod__ = _binary(
        lambda a, b: Fraction((a.numerator * b.denominator) % (b.numerator * a.denominator), a.denominator * b.denominator),
        operator.mod)

    def __divmod__(self, other):
        return self // other, self % other

    def __pow__(self, power):
        if isinstance(power, Fraction) and power.denominator == 1:
            power = power.numerator
        if isinstance(power, int):
            if power >= 0:
                return Fraction(self._numerator**power, self._denominator**power)
            return Fraction(self._denominator**-power, self._numerator**-power)
        return float(self) ** float(power)

    def __rpow__(self, base):
        return base**self._numerator if self._denominator == 1 else base ** float(self)

    def __neg__(self):
        return Fraction(-self._numerator, self._denominator)

    def __pos__(self):
        return Fraction(self._numerator, self._denominator)

    def __abs__(self):
        return Fraction(abs(self._numerator), self._denominator)

    def __int__(self):
        return self.__trunc__()

    def __trunc__(self):
        return -(-self._numerator // self._denominator) if self._numerator < 0 else self._numerator // self._denominator

    def __floor__(self):
        return self._numerator // self._denominator

    def __ceil__(self):
        return -(-self._numerator // self._denominator)

    def __round__(self, digits=None):
        if digits is None:
            floor, rest = divmod(self._numerator, self._denominator)
            if rest * 2 != self._denominator:
                return floor + (rest * 2 > self._denominator)
            return floor + floor % 2
        shift = 10 ** abs(digits)
        return Fraction(round(self * shift), shift) if digits > 0 else Fraction(round(self / shift) * shift)

    def __float__(self):
        return self._numerator / self._denominator

    def __bool__(self):
        return self._numerator != 0

    def __hash__(self):
        return hash(self._numerator) if self._denominator == 1 else hash(float(self))

    def __eq__(self, other):
        if isinstance(other, (int, Fraction)):
            return self._numerator == other.numerator and self._denominator == other.denominator
        return float(self) == other if isinstance(other, (float, complex)) else NotImplemented

    def _compared(self, other, compare):
        if isinstance(other, (int, Fraction)):
            return compare(self._numerator * other.denominator, other.numerator * self._denominator)
        return compare(float(self), other) if isinstance(other, float) else NotImplemented

    def __lt__(self, other):
        return self._compared(other, operator.lt)

    def __le__(self, other):
        return self._compared(other, operator.le)

    def __gt__(self, other):
        return self._compared(other, operator.gt)

    def __ge__(self, other):
        return self._compared(other, operator.ge)
