"""Means and their like."""

import math as _math


class StatisticsError(ValueError):
    pass


def _list(data, what="mean"):
    data = list(data)
    if not data:
        raise StatisticsError(f"{what} requires at least one data point")
    return data


def mean(data):
    data = _list(data)
    if all(isinstance(x, int) for x in data):
        total = sum(data)
        return total // len(data) if total % len(data) == 0 else total / len(data)
    return _math.fsum(data) / len(data)


def fmean(data, weights=None):
    data = _list(data, "fmean")
    if weights is None:
        return _math.fsum(data) / len(data)
    weights = list(weights)
    return _math.fsum(x * w for x, w in zip(data, weights)) / _math.fsum(weights)


def median(data):
    data = sorted(_list(data, "median"))
    half = len(data) // 2
    return data[half] if len(data) % 2 else (data[half - 1] + data[half]) / 2


def median_low(data):
    data = sorted(_list(data, "median"))
    return data[(len(data) - 1) // 2]


def median_high(data):
    data = sorted(_list(data, "median"))
    return data[len(data) // 2]


def mode(data):
    counts = {}
    for x in _list(data, "mode"):
        counts[x] = counts.get(x, 0) + 1
    return max(counts, key=counts.get)


def multimode(data):
    counts = {}
    for x in data:
        counts[x] = counts.get(x, 0) + 1
    most = max(counts.values(), default=0)
    return [x for x, count in counts.items() if count == most]


def pvariance(data, mu=None):
    data = _list(data, "pvariance")
    mu = mean(data) if mu is None else mu
    total = mean([(x - mu) ** 2 for x in data])
    return total


def variance(data, xbar=None):
    data = list(data)
    if len(data) < 2:
        raise StatisticsError("variance requires at least two data points")
    xbar = mean(data) if xbar is None else xbar
    total = _math.fsum((x - xbar) ** 2 for x in data)
    result = total / (len(data) - 1)
    whole = all(isinstance(x, int) for x in data) and result == int(result)
    return int(result) if whole else result


def stdev(data, xbar=None):
    return _math.sqrt(variance(data, xbar))


def pstdev(data, mu=None):
    return _math.sqrt(pvariance(data, mu))


def quantiles(data, *, n=4, method="exclusive"):
    if n < 1:
        raise StatisticsError("n must be at least 1")
    data = sorted(data)
    count = len(data)
    if count < 2:
        raise StatisticsError("must have at least two data points")
    found = []
    if method == "inclusive":
        for i in range(1, n):
            j, delta = divmod(i * (count - 1), n)
            found.append((data[j] * (n - delta) + data[j + 1] * delta) / n)
        return found
    if method == "exclusive":
        for i in range(1, n):
            j = i * (count + 1) // n
            j = 1 if j < 1 else count - 1 if j > count - 1 else j
            delta = i * (count + 1) - j * n
            found.append((data[j - 1] * (n - delta) + data[j] * delta) / n)
        return found
    raise ValueError(f"Unknown method: {method!r}")


def geometric_mean(data):
    values = _list(data, "geometric mean")
    if any(v <= 0 for v in values):
        raise StatisticsError("geometric mean requires a non-empty dataset containing positive numbers")
    return _math.exp(fmean([_math.log(v) for v in values]))


def harmonic_mean(data, weights=None):
    values = _list(data, "harmonic_mean")
    if any(v < 0 for v in values):
        raise StatisticsError("harmonic mean does not support negative values")
    shares = [1] * len(values) if weights is None else list(weights)
    if any(v == 0 for v in values):
        return 0
    from fractions import Fraction

    exact = sum((Fraction(w) / Fraction(v) for v, w in zip(values, shares)), Fraction(0))
    return float(Fraction(sum(shares)) / exact)


def median_grouped(data, interval=1):
    values = sorted(_list(data, "median"))
    x = values[len(values) // 2]
    below, same = sum(v < x for v in values), values.count(x)
    return x - interval / 2 + interval * (len(values) / 2 - below) / same


def _moments(x, y, what):
    if len(x) != len(y):
        raise StatisticsError(f"{what} requires that both inputs have same number of data points")
    if len(x) < 2:
        raise StatisticsError(f"{what} requires at least two data points")
    a, b = fmean(x), fmean(y)
    pairs = [(p - a, q - b) for p, q in zip(x, y)]
    return a, b, _math.fsum(p * q for p, q in pairs), _math.fsum(p * p for p, _ in pairs), _math.fsum(q * q for _, q in pairs)


def covariance(x, y, /):
    return _moments(x, y, "covariance")[2] / (len(x) - 1)


def correlation(x, y, /):
    _, _, xy, xx, yy = _moments(x, y, "correlation")
    if not xx or not yy:
        raise StatisticsError("at least one of the inputs is constant")
    return xy / _math.sqrt(xx * yy)


class _Line(tuple):
    slope = property(lambda self: self[0])
    intercept = property(lambda self: self[1])

    def __repr__(self):
        return f"LinearRegression(slope={self[0]!r}, intercept={self[1]!r})"


def linear_regression(x, y, /, *, proportional=False):
    a, b, xy, xx, _ = _moments(x, y, "linear regression")
    if proportional:
        xy, xx = _math.fsum(p * q for p, q in zip(x, y)), _math.fsum(p * p for p in x)
    if not xx:
        raise StatisticsError("x is constant")
    slope = xy / xx
    return _Line((slope, 0.0 if proportional else b - slope * a))


# The rational functions of algorithm AS 241 (Wichura 1988): near the middle, and by the distance in the tails.
_middle = ((2.5090809287301226727e3, 3.3430575583588128105e4, 6.7265770927008700853e4, 4.5921953931549871457e4,
            1.3731693765509461125e4, 1.9715909503065514427e3, 1.3314166789178437745e2, 3.3871328727963666080e0),
           (5.2264952788528545610e3, 2.8729085735721942674e4, 3.9307895800092710610e4, 2.1213794301586595867e4,
            5.3941960214247511077e3, 6.8718700749205790830e2, 4.2313330701600911252e1, 1.0))
_near_tail = ((7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1, 1.27045825245236838258e0,
               3.64784832476320460504e0, 5.76949722146069140550e0, 4.63033784615654529590e0, 1.42343711074968357734e0),
              (1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2, 1.48103976427480074590e-1,
               6.89767334985100004550e-1, 1.67638483018380384940e0, 2.05319162663775882187e0, 1.0))
_far_tail = ((2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3, 2.65321895265761230930e-2,
              2.96560571828504891230e-1, 1.78482653991729133580e0, 5.46378491116411436990e0, 6.65790464350110377720e0),
             (2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5, 7.86869131145613259100e-4,
              1.48753612908506148525e-2, 1.36929880922735805310e-1, 5.99832206555887937690e-1, 1.0))


def _quotient(coefficients, r):
    def horner(row):
        value = row[0]
        for c in row[1:]:
            value = value * r + c
        return value

    return horner(coefficients[0]), horner(coefficients[1])


def _standard_quantile(p):
    q = p - 0.5
    if abs(q) <= 0.425:
        above, below = _quotient(_middle, 0.180625 - q * q)
        return above * q / below
    r = _math.sqrt(-_math.log(p if q <= 0 else 1.0 - p))
    above, below = _quotient(_near_tail, r - 1.6) if r <= 5.0 else _quotient(_far_tail, r - 5.0)
    return -(above / below) if q < 0 else above / below


class NormalDist:
    def __init__(self, mu=0.0, sigma=1.0):
        if sigma < 0:
            raise StatisticsError("sigma must be non-negative")
        self._mu, self._sigma = float(mu), float(sigma)

    @classmethod
    def from_samples(cls, data):
        values = _list(data)
        return cls(fmean(values), stdev(values))

    mean = median = mode = property(lambda self: self._mu)
    stdev = property(lambda self: self._sigma)
    variance = property(lambda self: self._sigma**2)

    def pdf(self, x):
        if not self._sigma:
            raise StatisticsError("pdf() not defined when sigma is zero")
        return _math.exp((x - self._mu) ** 2 / (-2.0 * self.variance)) / _math.sqrt(_math.tau * self.variance)

    def cdf(self, x):
        if not self._sigma:
            raise StatisticsError("cdf() not defined when sigma is zero")
        return 0.5 * (1.0 + _math.erf((x - self._mu) / (self._sigma * _math.sqrt(2.0))))

    def zscore(self, x):
        return (x - self._mu) / self._sigma

    def samples(self, n, *, seed=None):
        import random

        draw = random.gauss if seed is None else random.Random(seed).gauss
        return [draw(self._mu, self._sigma) for _ in range(n)]

    def __add__(self, other):
        if isinstance(other, NormalDist):
            return NormalDist(self._mu + other._mu, _math.hypot(self._sigma, other._sigma))
        return NormalDist(self._mu + other, self._sigma)

    def __sub__(self, other):
        if isinstance(other, NormalDist):
            return NormalDist(self._mu - other._mu, _math.hypot(self._sigma, other._sigma))
        return NormalDist(self._mu - other, self._sigma)

    def __rsub__(self, other):
        return -(self - other)

    def __neg__(self):
        return NormalDist(-self._mu, self._sigma)

    def __pos__(self):
        return NormalDist(self._mu, self._sigma)

    def __mul__(self, other):
        return NormalDist(self._mu * other, self._sigma * abs(other))

    def __truediv__(self, other):
        return NormalDist(self._mu / other, self._sigma / abs(other))

    __radd__, __rmul__ = __add__, __mul__

    def inv_cdf(self, p):
        if not 0.0 < p < 1.0:
            raise StatisticsError("p must be in the range 0.0 < p < 1.0")
        if not self._sigma:
            raise StatisticsError("cdf() not defined when sigma at or below zero")
        return self._mu + self._sigma * _standard_quantile(p)

    def quantiles(self, n=4):
        return [self.inv_cdf(i / n) for i in range(1, n)]

    def overlap(self, other):
        if not isinstance(other, NormalDist):
            raise TypeError("Expected another NormalDist instance")
        x, y = (self, other) if (other._sigma, other._mu) >= (self._sigma, self._mu) else (other, self)
        if not x.variance or not y.variance:
            raise StatisticsError("overlap() not defined when sigma is zero")
        apart = abs(y._mu - x._mu)
        wider = y.variance - x.variance
        if not wider:
            return 1.0 - _math.erf(apart / (2.0 * x._sigma * _math.sqrt(2.0)))
        # Where the densities are equal.
        middle = x._mu * y.variance - y._mu * x.variance
        half = x._sigma * y._sigma * _math.sqrt(apart * apart + wider * _math.log(y.variance / x.variance))
        first, second = (middle + half) / wider, (middle - half) / wider
        return 1.0 - (abs(y.cdf(first) - x.cdf(first)) + abs(y.cdf(second) - x.cdf(second)))

    def __hash__(self):
        return hash((self._mu, self._sigma))

    def __eq__(self, other):
        return isinstance(other, NormalDist) and (self._mu, self._sigma) == (other._mu, other._sigma)

    def __repr__(self):
        return f"NormalDist(mu={self._mu!r}, sigma={self._sigma!r})"
