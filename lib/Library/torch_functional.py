# The functions of `torch` that are no operators themselves, in TorchScript, from
# their documented semantics.
import torch
from typing import Any, List, Optional, Union
from torch import Tensor


def cdist(x1: Tensor, x2: Tensor, p: float = 2.0,
          compute_mode: str = "use_mm_for_euclid_dist_if_necessary") -> Tensor:
    if compute_mode == "use_mm_for_euclid_dist_if_necessary":
        return torch.ops.aten.cdist(x1, x2, p, None)
    elif compute_mode == "use_mm_for_euclid_dist":
        return torch.ops.aten.cdist(x1, x2, p, 1)
    elif compute_mode == "donot_use_mm_for_euclid_dist":
        return torch.ops.aten.cdist(x1, x2, p, 2)
    raise ValueError("{} is not a valid value for compute_mode".format(compute_mode))


def _norm_power(p: Union[float, int, str, None]) -> float:
    if isinstance(p, int):
        return float(p)
    if isinstance(p, float):
        return p
    return 2.0


def _is_nuclear(p: Union[float, int, str, None]) -> bool:
    if isinstance(p, str):
        if p == "nuc":
            return True
        if p != "fro":
            raise RuntimeError("only valid string values are 'fro' and 'nuc', but got {}".format(p))
    return False


def norm(input: Tensor, p: Union[float, int, str, None] = "fro",
         dim: Union[int, List[int], None] = None, keepdim: bool = False,
         dtype: Optional[int] = None) -> Tensor:
    if dtype is not None:
        input = input.to(dtype)
    if isinstance(dim, int):
        dims = [dim]
    elif isinstance(dim, List[int]):
        dims = dim
    else:
        dims = [i for i in range(input.dim())]
    if _is_nuclear(p):
        return torch.ops.aten.nuclear_norm(input, dims, keepdim)
    return torch.ops.aten.norm(input, _norm_power(p), dims, keepdim)


def tensordot(a: Tensor, b: Tensor, dims: Union[int, List[List[int]]] = 2) -> Tensor:
    dims_a: List[int] = []
    dims_b: List[int] = []
    if isinstance(dims, int):
        if dims < 0:
            raise RuntimeError("tensordot expects dims >= 0, but got dims={}".format(dims))
        if dims > min(a.dim(), b.dim()):
            raise RuntimeError("tensordot expects dims < ndim_a or ndim_b, but got dims={}".format(dims))
        for i in range(dims):
            dims_a.append(i - dims)
            dims_b.append(i)
    else:
        dims_a = dims[0]
        dims_b = dims[1]
    return torch.ops.aten.tensordot(a, b, dims_a, dims_b)


class no_grad:
    def __init__(self) -> None:
        self.previous = False

    def __enter__(self) -> None:
        self.previous = torch.is_grad_enabled()
        torch.ops.aten.set_grad_enabled(False)

    def __exit__(self, exc_type: Any, exc_value: Any, traceback: Any) -> None:
        torch.ops.aten.set_grad_enabled(self.previous)
