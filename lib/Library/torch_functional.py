# The functions of `torch` that are no operators themselves, in TorchScript, from
# their documented semantics.
import math
import torch
from typing import Any, List, Optional, Tuple, Union
from torch import Tensor
from torch._jit_internal import boolean_dispatch


def is_tracing() -> bool:
    return False


# What exported programs are told of sizes and elements.

def _check(cond: bool, message: Optional[str] = None) -> None:
    text = "Expected cond to be True, but got False. (Could this error message be improved? " \
           "If so, please report an enhancement request to PyTorch.)"
    if message is not None:
        text = message
    if not cond:
        raise RuntimeError(text)


def _check_is_size(i: int, message: Optional[str] = None, max: Optional[int] = None) -> None:
    torch.ops.aten.sym_constrain_range_for_size(i)
    if max is not None:
        _check(i <= max, message)


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


@torch._jit_internal._overload
def norm(input: Tensor, p: Union[float, int, str, None] = "fro", dim: Optional[List[int]] = None, keepdim: bool = False,
         out: Optional[Tensor] = None, dtype: Optional[int] = None):
    pass


@torch._jit_internal._overload
def norm(input: Tensor, p: Union[float, int, str, None] = "fro", dim: Optional[int] = None, keepdim: bool = False,
         out: Optional[Tensor] = None, dtype: Optional[int] = None):
    pass


def norm(input: Tensor, p: Union[float, int, str, None] = "fro",
         dim: Union[int, List[int], None] = None, keepdim: bool = False,
         out: Optional[Tensor] = None, dtype: Optional[int] = None) -> Tensor:
    if not torch.jit.is_scripting():
        if out is not None:
            return out.set_(norm(input, p, dim, keepdim, dtype=dtype))
    if dtype is not None:
        input = input.to(dtype)
    if isinstance(dim, int):
        dims = [dim]
    elif not torch.jit.is_scripting():
        dims = list(range(input.dim())) if dim is None else list(dim)
    elif isinstance(dim, List[int]):
        dims = dim
    else:
        dims = [i for i in range(input.dim())]
    if not torch.jit.is_scripting():
        if p == "fro" and (dim is None or len(dims) <= 2):
            return torch.ops.aten.frobenius_norm(input, [] if dim is None else dims, keepdim)
        if p == "fro" and len(dims) > 2:
            raise RuntimeError("Expected at most 2 dimensions, but got {} dimensions instead.".format(len(dims)))
    if _is_nuclear(p):
        return torch.ops.aten.nuclear_norm(input, dims, keepdim)
    return torch.ops.aten.norm(input, _norm_power(p), dims, keepdim)


# The last dimensions of one tensor and the first of another.
def _contracted(count: int) -> Tuple[List[int], List[int]]:
    if count < 0:
        raise RuntimeError("tensordot expects dims >= 0, but got dims={}".format(count))
    return [i - count for i in range(count)], [i for i in range(count)]


@torch._jit_internal._overload
def tensordot(a, b, dims: int = 2, out: Optional[Tensor] = None):
    pass


@torch._jit_internal._overload
def tensordot(a, b, dims: Tuple[List[int], List[int]], out: Optional[Tensor] = None):
    pass


@torch._jit_internal._overload
def tensordot(a, b, dims: List[List[int]], out: Optional[Tensor] = None):
    pass


@torch._jit_internal._overload
def tensordot(a, b, dims: Tensor, out: Optional[Tensor] = None):
    pass


def tensordot(a, b, dims=2, out: Optional[Tensor] = None):
    dims_a: List[int] = []
    dims_b: List[int] = []
    if isinstance(dims, Tensor):
        if dims.numel() > 1:
            dims_a = torch.jit.annotate(List[int], dims[0].tolist())
            dims_b = torch.jit.annotate(List[int], dims[1].tolist())
        else:
            dims_a, dims_b = _contracted(int(dims.item()))
    elif isinstance(dims, int):
        dims_a, dims_b = _contracted(dims)
    else:
        dims_a, dims_b = dims
    if out is None:
        return torch.ops.aten.tensordot(a, b, dims_a, dims_b)
    return torch.ops.aten.tensordot(a, b, dims_a, dims_b, out=out)


class no_grad:
    def __init__(self) -> None:
        self.previous = False

    def __enter__(self) -> None:
        self.previous = torch.is_grad_enabled()
        torch.ops.aten.set_grad_enabled(False)

    def __exit__(self, exc_type: Any, exc_value: Any, traceback: Any) -> None:
        torch.ops.aten.set_grad_enabled(self.previous)


# The distinct elements, or slices of a dimension; the place of each in them; how
# often each is there. What is not asked for is empty.
def _distinct(input: Tensor, sorted: bool, inverse: bool, counts: bool,
              dim: Optional[int]) -> Tuple[Tensor, Tensor, Tensor]:
    if dim is None:
        return torch.ops.aten._unique2(input, sorted, inverse, counts)
    return torch.ops.aten.unique_dim(input, dim, sorted, inverse, counts)


@boolean_dispatch("return_counts", "_unique_inverse_counts")
def _unique_inverse(input: Tensor, sorted: bool = True, return_inverse: bool = False,
                    return_counts: bool = False, dim: Optional[int] = None) -> Tuple[Tensor, Tensor]:
    if not torch.jit.is_scripting():
        if return_counts:
            return _unique_inverse_counts(input, sorted, return_inverse, return_counts, dim)
    values, inverse, _ = _distinct(input, sorted, True, False, dim)
    return values, inverse


def _unique_inverse_counts(input: Tensor, sorted: bool = True, return_inverse: bool = False,
                           return_counts: bool = False,
                           dim: Optional[int] = None) -> Tuple[Tensor, Tensor, Tensor]:
    return _distinct(input, sorted, True, True, dim)


@boolean_dispatch("return_counts", "_unique_counts")
def _unique_values(input: Tensor, sorted: bool = True, return_inverse: bool = False,
                   return_counts: bool = False, dim: Optional[int] = None) -> Tensor:
    if not torch.jit.is_scripting():
        if return_counts:
            return _unique_counts(input, sorted, return_inverse, return_counts, dim)
    return _distinct(input, sorted, False, False, dim)[0]


def _unique_counts(input: Tensor, sorted: bool = True, return_inverse: bool = False,
                   return_counts: bool = False, dim: Optional[int] = None) -> Tuple[Tensor, Tensor]:
    values, _, counts = _distinct(input, sorted, False, True, dim)
    return values, counts


@boolean_dispatch("return_inverse", "_unique_inverse", "_unique_values")
def unique(input: Tensor, sorted: bool = True, return_inverse: bool = False,
           return_counts: bool = False, dim: Optional[int] = None) -> Tensor:
    if not torch.jit.is_scripting():
        if return_inverse:
            return _unique_inverse(input, sorted, return_inverse, return_counts, dim)
        return _unique_values(input, sorted, return_inverse, return_counts, dim)
    return input


@boolean_dispatch("return_counts", "_consecutive_inverse_counts")
def _consecutive_inverse(input: Tensor, return_inverse: bool = False, return_counts: bool = False,
                         dim: Optional[int] = None) -> Tuple[Tensor, Tensor]:
    if not torch.jit.is_scripting():
        if return_counts:
            return _consecutive_inverse_counts(input, return_inverse, return_counts, dim)
    values, inverse, _ = torch.ops.aten.unique_consecutive(input, True, False, dim)
    return values, inverse


def _consecutive_inverse_counts(input: Tensor, return_inverse: bool = False,
                                return_counts: bool = False,
                                dim: Optional[int] = None) -> Tuple[Tensor, Tensor, Tensor]:
    return torch.ops.aten.unique_consecutive(input, True, True, dim)


@boolean_dispatch("return_counts", "_consecutive_counts")
def _consecutive_values(input: Tensor, return_inverse: bool = False, return_counts: bool = False,
                        dim: Optional[int] = None) -> Tensor:
    if not torch.jit.is_scripting():
        if return_counts:
            return _consecutive_counts(input, return_inverse, return_counts, dim)
    return torch.ops.aten.unique_consecutive(input, False, False, dim)[0]


def _consecutive_counts(input: Tensor, return_inverse: bool = False, return_counts: bool = False,
                        dim: Optional[int] = None) -> Tuple[Tensor, Tensor]:
    values, _, counts = torch.ops.aten.unique_consecutive(input, False, True, dim)
    return values, counts


@boolean_dispatch("return_inverse", "_consecutive_inverse", "_consecutive_values")
def unique_consecutive(input: Tensor, return_inverse: bool = False, return_counts: bool = False,
                       dim: Optional[int] = None) -> Tensor:
    if not torch.jit.is_scripting():
        if return_inverse:
            return _consecutive_inverse(input, return_inverse, return_counts, dim)
        return _consecutive_values(input, return_inverse, return_counts, dim)
    return input


def _lu_infos(A: Tensor, pivot: bool = True, get_infos: bool = False,
              out: Optional[Tuple[Tensor, Tensor, Tensor]] = None) -> Tuple[Tensor, Tensor, Tensor]:
    return torch.linalg.lu_factor_ex(A, pivot=pivot)


@boolean_dispatch("get_infos", "_lu_infos")
def lu(A: Tensor, pivot: bool = True, get_infos: bool = False,
       out: Optional[Tuple[Tensor, Tensor]] = None) -> Tuple[Tensor, Tensor]:
    if not torch.jit.is_scripting():
        if get_infos:
            return _lu_infos(A, pivot, get_infos, out)
    return torch.linalg.lu_factor(A, pivot=pivot)


def stft(input: Tensor, n_fft: int, hop_length: Optional[int] = None,
         win_length: Optional[int] = None, window: Optional[Tensor] = None,
         center: bool = True, pad_mode: str = "reflect", normalized: bool = False,
         onesided: Optional[bool] = None, return_complex: Optional[bool] = None) -> Tensor:
    if center:
        pad = n_fft // 2
        rows = input.unsqueeze(0)
        if input.dim() == 1:
            rows = rows.unsqueeze(0)
        rows = torch.nn.functional.pad(rows, [pad, pad], pad_mode).squeeze(0)
        if input.dim() == 1:
            rows = rows.squeeze(0)
        input = rows
    return torch.ops.aten.stft(input, n_fft, hop_length, win_length, window, normalized, onesided,
                               return_complex)
