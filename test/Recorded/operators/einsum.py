# Sums of products by equations: expanded where shapes are known, errors of the runtime elsewhere.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/einsum.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/einsum.expected.json --tier=runtime | FileCheck %s
# RUN: ts-run %s --check=%S/einsum.expected.json --dynamic | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from torch import Tensor


def mm(a: Tensor, b: Tensor):
    return torch.einsum('ij,jk->ik', a, b)


def attn(a: Tensor, b: Tensor):
    return torch.einsum('bhid,bhjd->bhij', a, b)


def dots(a: Tensor, b: Tensor):
    return torch.einsum('...i,...i->...', a, b)


def tri(a: Tensor, b: Tensor, c: Tensor):
    return torch.einsum('ab,bc,cd->ad', a, b, c)


def diag(a: Tensor):
    return torch.einsum('ii->i', a), torch.einsum('ii', a), torch.einsum('iij->j', torch.stack([a, a], 2))


def outer(a: Tensor, b: Tensor):
    return torch.einsum('i,j', a, b), torch.einsum('i,i->i', a, b), torch.einsum('ba,c', torch.stack([a, b]), b)


def ones(a: Tensor, b: Tensor):
    return torch.einsum('ij,jk->ik', a, b), torch.einsum('ij,ij->ij', a, a)


def wrong(a: Tensor, b: Tensor):
    return torch.einsum('ij,jk->ix', a, b)


def wrong_rank(a: Tensor, b: Tensor):
    return torch.einsum('ijk,jk->i', a, b)


def written(a: Tensor):
    t = torch.einsum('ij->ji', a)
    t.add_(1)
    return a + 0, t


def numbers(*sizes: int):
    return (torch.arange(1.0, 1 + torch.Size(sizes).numel()).reshape(sizes) % 7) - 3


CALLS = [("mm", [numbers(3, 4), numbers(4, 5)]), ("mm", [numbers(3, 4).long(), numbers(4, 5).long()]), ("mm", [numbers(3, 4).int(), numbers(4, 5).int()]),
         ("mm", [numbers(3, 4) + 1j, numbers(4, 5) - 2j]),
         ("mm", [numbers(3, 4), numbers(5, 5)]), ("mm", [torch.zeros(3, 0), torch.zeros(0, 2)]),
         ("attn", [numbers(2, 3, 4, 5), numbers(2, 3, 6, 5)]), ("attn", [numbers(2, 1, 4, 5), numbers(2, 3, 6, 5)]),
         ("dots", [numbers(2, 3, 4), numbers(2, 3, 4)]), ("dots", [numbers(2, 3, 4), numbers(3, 4)]), ("dots", [numbers(4), numbers(4)]),
         ("tri", [numbers(2, 3), numbers(3, 4), numbers(4, 5)]),
         ("diag", [numbers(3, 3)]), ("diag", [numbers(1, 1)]), ("diag", [numbers(2, 3)]), ("outer", [numbers(3), numbers(3) * 2]), ("ones", [numbers(3, 1), numbers(4, 5)]), ("ones", [numbers(1, 1), numbers(1, 5)]),
         ("wrong", [numbers(2, 2), numbers(2, 2)]), ("wrong_rank", [numbers(2, 2), numbers(2, 2)]), ("written", [numbers(2, 3)])]
