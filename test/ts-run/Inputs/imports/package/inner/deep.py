from .. import inner

AMOUNT = 7


def above(n: int) -> int:
    return inner.one_more(n)
