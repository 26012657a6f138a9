import broken
from broken import f as g
from far import triple
from package import _hidden


def whole(x):
    return broken.f(x)


def part(x):
    return g(x)


def hidden(n: int) -> int:
    return _hidden(n)


def far(n: int) -> int:
    return triple(n)
