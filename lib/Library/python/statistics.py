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
