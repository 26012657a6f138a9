from torch import Tensor


def scale(x: Tensor, factor: float) -> Tensor:
    return x * factor + 1
