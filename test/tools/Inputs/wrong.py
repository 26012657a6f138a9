def f(x: int) -> int:
    return y


def g(x: int) -> int:
    return z
