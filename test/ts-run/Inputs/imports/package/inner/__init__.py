from . import deep


def one_more(n: int) -> int:
    return n + deep.AMOUNT


def _hidden(n: int) -> int:
    return n
