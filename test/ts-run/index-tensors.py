# Gathering, scattering, masks, order, distances and sums over names, on enough elements to leave short ways; the values are PyTorch's.
# RUN: ts-run %s --check=%S/Inputs/index-tensors.json --check-messages | FileCheck %s
# RUN: ts-run %s --check=%S/Inputs/index-tensors.json --check-messages --specialize=false | FileCheck %s
# CHECK-NOT: call
# CHECK: 0 failed
from typing import List
import torch
from torch import Tensor


def numbers(shape: List[int]) -> Tensor:
    n = 1
    for size in shape:
        n *= size
    k = torch.arange(n, dtype=torch.float64)
    return torch.sin(k * k * 0.1 + 0.3 * k).reshape(shape)


def places(shape: List[int], limit: int) -> Tensor:
    n = 1
    for size in shape:
        n *= size
    return (torch.arange(n) * 7919 % 104729 % limit).reshape(shape)


def some(x: Tensor) -> Tensor:
    return x.flatten()[::max(x.numel() // 12, 1)].clone()


def gathers(dtype: torch.dtype):
    x = (numbers([6, 7, 8]) * 5).to(dtype)
    turned = x.transpose(0, 2)
    return (some(torch.gather(x, 0, places([4, 7, 8], 6))), some(torch.gather(x, 1, places([6, 9, 5], 7))), some(torch.gather(x, 2, places([2, 3, 20], 8))),
            some(torch.gather(turned, 0, places([3, 7, 6], 8))), some(torch.gather(turned, 2, places([6, 8, 7], 6).transpose(0, 1)[:, :6])),
            torch.gather(x[0, 0], 0, torch.tensor(3)), torch.gather(x[0, 0, 0], 0, torch.tensor([0, 0])), torch.take_along_dim(x[0], places([1, 8], 7), 0))


def scatters(dtype: torch.dtype):
    x = (numbers([6, 7, 8]) * 5).to(dtype)
    src = (numbers([9, 9, 9]) * 3).to(dtype)
    i = places([5, 6, 7], 6)
    y = x.transpose(0, 1).clone()
    y.scatter_(1, i.transpose(1, 2)[:, :6, :3], 2)
    y.scatter_add_(0, places([9, 6, 8], 7), src[:, :6, 1:])
    return (some(x.scatter(0, i * 0 + places([1, 6, 7], 6), src)), some(y), some(x.scatter_add(2, i, src.transpose(0, 2))),
            some(x.scatter(1, i[..., :3], 3, reduce="multiply")), some(torch.index_add(x, 1, torch.tensor([3, 1, 3]), src[:6, :3, :8], alpha=2)),
            some(torch.index_copy(x, 2, torch.tensor([5, 0]), src[:6, :7, :2])))


def reductions(reduce: str, include_self: bool):
    x, src = numbers([5, 6]), numbers([8, 9])
    results = [torch.scatter_reduce(t, 1, places([5, 9], 4), s, reduce, include_self=include_self)
               for t, s in [(x, src), (x.float(), src.float()), ((x * 9).long(), (src * 9).long())]]
    return results, torch.index_reduce(x, 0, torch.tensor([2, 2, 0]), src[:3, :6], reduce, include_self=include_self) if reduce != "sum" else x


def masks(dtype: torch.dtype):
    x = (numbers([12, 10, 3]) * 5).to(dtype)
    m = numbers([12, 10]) > 0.3
    full = numbers([12, 10, 3]) < -0.2
    a, b, c, d, e, f = x.clone(), x.clone(), x.clone(), x.clone(), x.clone(), x.clone()
    a[m] = 1
    b[full] = 2
    c[m] = torch.tensor([1, 0, 3]).to(dtype)
    d.transpose(0, 1)[m.t()] = 4
    e[full] = x[full] + x[full]
    f[:, m[0]] = 5
    f[m[:, 0], :, 1] = torch.tensor([[1]]).to(dtype)
    return some(a), some(b), some(c), some(d), some(e), some(f), some(x[m]), some(x[full]), some(x.transpose(0, 1)[m.t()]), m.nonzero()[::9]


def subscripts(dtype: torch.dtype):
    x = (numbers([6, 7, 8]) * 5).to(dtype)
    i, j = places([4], 6), places([3, 1], 8)
    a, b, c, d = x.clone(), x.clone(), x.clone(), x.clone()
    a[i, :, j] = 3
    b[:, places([9], 7)] = x[:, :1]
    c.index_put_([places([40], 6), places([40], 7)], x[0, :1], accumulate=True)
    d.transpose(0, 2).index_put_([places([50], 8)], x[:1, :1, 0].t(), accumulate=True)
    return (some(x[i]), some(x[:, i]), some(x[i, :, j]), some(x[:, :, i]), some(x.transpose(0, 2)[i, 1:, -i]), some(x[::2, :, -j]),
            some(a), some(b), some(c), some(d), x[i, i, i], x[torch.tensor(2), 3, torch.tensor([[-1]])])


def order(n: int, dtype: torch.dtype):
    x = numbers([n])
    if dtype == torch.int64:
        y = (x * 50).long()
    else:
        y = ((x * 50).round() / 50).to(dtype)
        y[::97] = float("nan")
        y[1::101] = -0.0
        y[2::103] = float("-inf")
        y[3::107] = float("inf")
    up, at = torch.sort(y, stable=True)
    down, from_top = torch.sort(y, descending=True, stable=True)
    kinds, inverse, counts = torch.unique(y[y == y], return_inverse=True, return_counts=True)
    return some(up), some(at), some(down), some(from_top), some(kinds), some(inverse), some(counts), kinds.size(0)


def distances(p: float, mode: int):
    x, y = numbers([2, 1, 30, 19]), numbers([3, 28, 19])
    return (some(torch.ops.aten.cdist(x, y, p, mode)), some(torch.ops.aten.cdist(x.float(), y[0].float(), p, mode)),
            torch.ops.aten.cdist(x[0, 0, :2], y[0, :3], p, mode), torch.pdist(x[0, 0, :4], p), torch.cdist(x[0, 0, :0], y[0]).size())


def sums(equation: str, shapes: List[List[int]]) -> Tensor:
    return torch.einsum(equation, [numbers(s) + 0.5 for s in shapes])


def fails(what: int):
    x = torch.ones(3, 4)
    if what == 0:
        return torch.gather(x, 1, torch.tensor([[4]]))
    elif what == 1:
        return x.scatter(0, torch.tensor([[-1]]), 1.0)
    elif what == 2:
        return x[torch.ones(3, 3) > 0]
    elif what == 3:
        return x[torch.tensor([0, 5])]
    elif what == 4:
        x[x > 0] = torch.ones(5)
        return x
    elif what == 5:
        return torch.ops.aten.cdist(x, torch.ones(2, 3), 2.0, None)
    elif what == 6:
        return torch.einsum("ij,jk->il", [x, x.t()])
    elif what == 7:
        return torch.einsum("ij,kj", [x])
    elif what == 8:
        return torch.ops.aten.cdist(x, x.double(), 2.0, None)
    elif what == 9:
        return torch.ops.aten.cdist(x, x, -1.0, None)
    return torch.einsum("iij->j", [torch.ones(2, 3, 2)])


F, D, L, B, H = torch.float32, torch.float64, torch.int64, torch.bool, torch.bfloat16
CALLS = ([(f, [t]) for f in ("gathers", "scatters", "masks", "subscripts") for t in (F, D, L, torch.int32, H, torch.complex64)] +
         [(f, [t]) for f in ("gathers", "masks") for t in (B, torch.uint8)] +
         [("reductions", [r, s]) for r in ("sum", "prod", "mean", "amax", "amin") for s in (True, False)] +
         [("order", [n, t]) for n in (300, 5000) for t in (F, D, L)] +
         [("distances", [p, m]) for p in (0.0, 1.0, 2.0, 2.5, float("inf")) for m in (0, 2)] +
         [("sums", [e, s]) for e, s in [
             ("ij,kj->ik", [[20, 30], [25, 30]]), ("ij,kj", [[4, 5], [3, 5]]), ("bij,bjk->bik", [[3, 4, 5], [3, 5, 6]]), ("bij,bkj->bki", [[3, 4, 5], [3, 6, 5]]),
             ("i,j->ij", [[4], [5]]), ("ij,ij->", [[4, 5], [4, 5]]), ("ii->i", [[4, 4]]), ("ii", [[4, 4]]), ("iji,jk->kj", [[3, 4, 3], [4, 2]]),
             ("...ij,...jk->...ik", [[2, 1, 3, 4], [5, 4, 2]]), ("b...,b...->...", [[3, 2, 4], [3, 4]]), ("ij,jk,kl->il", [[3, 4], [4, 5], [5, 2]]),
             ("ij,ij->j", [[1, 4], [3, 4]]), ("ij,ij->ij", [[1, 4], [3, 1]]), ("ij,jk->k", [[3, 1], [4, 2]]), ("a,b,c->cab", [[2], [3], [4]]),
             ("ij->ji", [[3, 4]]), ("ij->", [[3, 4]]), ("i,->i", [[3], []]), ("bhid,bhjd->bhij", [[2, 3, 4, 5], [2, 3, 6, 5]]), ("ij,jk->ik", [[3, 0], [0, 2]]),
             ("ijk,ilm,njm,nlk,abc->", [[2, 3, 4], [2, 5, 3], [3, 3, 3], [3, 5, 4], [1, 2, 2]])]] +
         [("fails", [k]) for k in range(11)])
