# Operators of linear algebra that consist of others, from their definitions in the
# PyTorch documentation. The runtime has no kernels of them.
import math
from typing import List, Optional, Tuple, Union
import torch
from torch import Tensor
from torch._decomp import register_decomposition

aten = torch.ops.aten


def product(sizes: List[int]) -> int:
    n = 1
    for size in sizes:
        n *= size
    return n


# The largest, or smallest, of what `order` asks for, over the matrices in `dims`.
def over_matrices(A: Tensor, order: float, dims: List[int], keepdim: bool) -> Tensor:
    size = abs(order)
    x = A.movedim(dims, [-2, -1])
    if size == 2.0:
        lengths = torch.linalg.svdvals(x)
    elif size == 1.0:
        lengths = x.abs().sum(-2)
    else:
        lengths = x.abs().sum(-1)
    result = lengths.amax(-1) if order > 0 else lengths.amin(-1)
    if keepdim:
        result = keep(result, dims, A.dim())
    return result


# Puts dimensions of size 1 where `dims` were reduced.
def keep(result: Tensor, dims: List[int], rank: int) -> Tensor:
    places = [d + rank if d < 0 else d for d in dims]
    places.sort()
    for place in places:
        result = result.unsqueeze(place)
    return result


def check_matrices(name: str, A: Tensor, dim: List[int]) -> None:
    if A.dim() < 2:
        raise RuntimeError(name + ": The input tensor A must have at least 2 dimensions.")
    if len(dim) != 2:
        raise RuntimeError(name + ": dim must be a 2-tuple. Got {}".format(dim))


@register_decomposition([aten.linalg_matrix_norm.default])
def linalg_matrix_norm(A: Tensor, ord: Union[int, float, complex], dim: List[int], keepdim: bool,
                       dtype: Optional[int]) -> Tensor:
    x = A if dtype is None else A.to(dtype)
    check_matrices("linalg.matrix_norm", x, dim)
    order = float(ord)
    size = abs(order)
    if size != 1.0 and size != 2.0 and size != math.inf:
        raise RuntimeError("linalg.matrix_norm: Order {} not supported.".format(ord))
    return over_matrices(x, order, dim, keepdim)


@register_decomposition([aten.linalg_matrix_norm.str_ord])
def linalg_matrix_norm_named(A: Tensor, ord: str, dim: List[int], keepdim: bool,
                             dtype: Optional[int]) -> Tensor:
    x = A if dtype is None else A.to(dtype)
    check_matrices("linalg.matrix_norm", x, dim)
    if ord == "fro":
        return torch.linalg.vector_norm(x, 2, dim, keepdim)
    if ord != "nuc":
        raise RuntimeError("linalg.matrix_norm: Order {} not supported.".format(ord))
    result = torch.linalg.svdvals(x.movedim(dim, [-2, -1])).sum(-1)
    if keepdim:
        result = keep(result, dim, x.dim())
    return result


@register_decomposition([aten.linalg_norm.default])
def linalg_norm(A: Tensor, ord: Union[int, float, complex, None], dim: Optional[List[int]],
                keepdim: bool, dtype: Optional[int]) -> Tensor:
    x = A if dtype is None else A.to(dtype)
    if dim is not None and len(dim) != 1 and len(dim) != 2:
        raise RuntimeError("linalg.norm: If dim is specified, it must be of length 1 or 2. "
                           "Got {}".format(dim))
    if ord is None:
        return torch.linalg.vector_norm(x, 2, dim, keepdim)
    if dim is None:
        if x.dim() != 1 and x.dim() != 2:
            raise RuntimeError("linalg.norm: If dim is not specified but ord is, the input must be "
                               "1D or 2D. Got {}D.".format(x.dim()))
        dim = [i for i in range(x.dim())]
    if len(dim) == 1:
        return torch.linalg.vector_norm(x, float(ord), dim, keepdim)
    return linalg_matrix_norm(x, ord, dim, keepdim, None)


@register_decomposition([aten.linalg_norm.ord_str])
def linalg_norm_named(A: Tensor, ord: str, dim: Optional[List[int]], keepdim: bool,
                      dtype: Optional[int]) -> Tensor:
    dims = [-2, -1] if dim is None else dim
    if len(dims) != 1 and len(dims) != 2:
        raise RuntimeError("linalg.norm: If dim is specified, it must be of length 1 or 2. "
                           "Got {}".format(dims))
    if dim is None and A.dim() != 2:
        raise RuntimeError("linalg.norm: If dim is not specified but ord is, the input must be "
                           "1D or 2D. Got {}D.".format(A.dim()))
    return linalg_matrix_norm_named(A, ord, dims, keepdim, dtype)


def check_cond(A: Tensor) -> None:
    if A.dim() < 2:
        raise RuntimeError("linalg.cond: The input tensor must have at least 2 dimensions.")


# A matrix without elements has the condition number 0.
def cond_of_nothing(A: Tensor) -> Tensor:
    shape = A.size()[:-2]
    return torch.linalg.vector_norm(torch.zeros(shape + [1], dtype=A.dtype), 2, [-1])


@register_decomposition([aten.linalg_cond.default])
def linalg_cond(A: Tensor, p: Union[int, float, complex, None]) -> Tensor:
    check_cond(A)
    order = 2.0
    if p is not None:
        order = float(p)
    size = abs(order)
    if size != 1.0 and size != 2.0 and size != math.inf:
        raise RuntimeError("linalg.cond got an invalid norm type: {}".format(p))
    if A.numel() == 0:
        result = cond_of_nothing(A)
    elif size == 2.0:
        values = torch.linalg.svdvals(A)
        largest, smallest = values.select(-1, 0), values.select(-1, -1)
        result = largest / smallest if order > 0 else smallest / largest
    else:
        inverse, infos = torch.linalg.inv_ex(A)
        inverse = inverse.masked_fill((infos > 0).unsqueeze(-1).unsqueeze(-1), math.inf)
        result = over_matrices(A, order, [-2, -1], False) * over_matrices(inverse, order, [-2, -1], False)
    return result


@register_decomposition([aten.linalg_cond.p_str])
def linalg_cond_named(A: Tensor, p: str) -> Tensor:
    check_cond(A)
    if p != "fro" and p != "nuc":
        raise RuntimeError("linalg.cond got an invalid norm type: " + p)
    if A.numel() == 0:
        result = cond_of_nothing(A)
    else:
        if p == "nuc":
            inverse = torch.linalg.inv(A)
        else:
            inverse, infos = torch.linalg.inv_ex(A)
            inverse = inverse.masked_fill((infos > 0).unsqueeze(-1).unsqueeze(-1), math.inf)
        result = (linalg_matrix_norm_named(A, p, [-2, -1], False, None) *
                  linalg_matrix_norm_named(inverse, p, [-2, -1], False, None))
    return result


@register_decomposition([aten.linalg_tensorinv.default])
def linalg_tensorinv(A: Tensor, ind: int) -> Tensor:
    if ind <= 0:
        raise RuntimeError("Expected a strictly positive integer for 'ind', but got {}".format(ind))
    start, end = A.size()[:ind], A.size()[ind:]
    rows, columns = product(start), product(end)
    if rows != columns:
        raise RuntimeError("Expected self to satisfy the requirement prod(self.shape[ind:]) == "
                           "prod(self.shape[:ind]), but got {} != {}".format(columns, rows))
    return torch.linalg.inv(A.reshape([rows, columns])).reshape(end + start)


@register_decomposition([aten.linalg_tensorsolve.default])
def linalg_tensorsolve(A: Tensor, B: Tensor, dims: Optional[List[int]]) -> Tensor:
    x = A
    if dims is not None:
        x = A.movedim(dims, [i for i in range(A.dim() - len(dims), A.dim())])
    shape = x.size()[B.dim():]
    rows, columns = product(x.size()[:B.dim()]), product(shape)
    if rows != columns:
        raise RuntimeError("Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == "
                           "prod(self.shape[:other.ndim]), but got {} != {}".format(columns, rows))
    return torch.linalg.solve(x.reshape([rows, columns]), B.reshape([-1])).reshape(shape)


@register_decomposition([aten.linalg_matrix_rank.default])
def linalg_matrix_rank(A: Tensor, tol: float, hermitian: bool) -> Tensor:
    return torch.linalg.matrix_rank(A, atol=tol, rtol=0.0, hermitian=hermitian)


@register_decomposition([aten.linalg_matrix_rank.tol_tensor])
def linalg_matrix_rank_tensor(A: Tensor, tol: Tensor, hermitian: bool) -> Tensor:
    return torch.linalg.matrix_rank(A, atol=tol, rtol=torch.zeros_like(tol), hermitian=hermitian)


@register_decomposition([aten.linalg_pinv.rcond_tensor])
def linalg_pinv(A: Tensor, rcond: Tensor, hermitian: bool) -> Tensor:
    return torch.linalg.pinv(A, atol=torch.zeros_like(rcond), rtol=rcond, hermitian=hermitian)


@register_decomposition([aten.vander.default])
def vander(x: Tensor, N: Optional[int], increasing: bool) -> Tensor:
    if x.dim() != 1:
        raise RuntimeError("x must be a one-dimensional tensor.")
    n = x.size(0) if N is None else N
    # There the first two powers are asked for at least.
    powers = torch.linalg.vander(x, N=max(n, 2))
    if n < 2:
        powers = torch.narrow(powers, -1, 0, n)
    return powers if increasing else powers.flip([-1])
