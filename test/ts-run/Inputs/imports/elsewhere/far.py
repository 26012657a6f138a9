def triple(n: int) -> int:
    return n * 3
