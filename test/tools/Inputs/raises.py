def forward() -> int:
    raise ValueError("no")


def two() -> int:
    return 2
