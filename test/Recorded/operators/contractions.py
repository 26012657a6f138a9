# Products of matrices, vectors and batches, and sums of products by name.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/contractions.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
import torch.nn.functional as F
from typing import Optional
from torch import Tensor


def product(a: Tensor, b: Tensor):
    return a @ b, torch.matmul(a, b)


def fixed_ranks(a: Tensor, b: Tensor, v: Tensor):
    return torch.mm(a, b), torch.mv(a, v), torch.dot(v, v), torch.outer(v, v), torch.bmm(a[None], b[None])


def added(c: Tensor, a: Tensor, b: Tensor):
    return torch.addmm(c, a, b), torch.addmm(c, a, b, beta=0.5, alpha=2.0), torch.baddbmm(c[None], a[None], b[None])


def linear(x: Tensor, w: Tensor, b: Optional[Tensor]):
    return F.linear(x, w, b)


def named(a: Tensor, b: Tensor):
    return (torch.einsum("ij,jk->ik", a, b), torch.einsum("ij,jk->", a, b), torch.einsum("ij->ji", a),
            torch.tensordot(a, b, 1), torch.kron(a, b))


A = torch.arange(6.0).reshape(2, 3)
B = torch.arange(12.0).reshape(3, 4) - 5
V = torch.tensor([1.0, -2.0, 0.5])
CALLS = [("product", [A, B]), ("product", [A, V]), ("product", [V, B]), ("product", [V, V]),
         ("product", [A.expand(2, 2, 3), B]), ("product", [torch.ones(2, 1, 2, 3), torch.ones(3, 3, 2)]),
         ("product", [torch.ones(2, 0), torch.ones(0, 3)]), ("product", [torch.tensor([[1, 2]]), torch.tensor([[3], [4]])]),
         ("product", [A, A]), ("product", [A, B.double()]), ("product", [A, torch.tensor(1.0)]),
         ("fixed_ranks", [A, B, V]), ("fixed_ranks", [V, B, V]), ("added", [torch.ones(4), A, B]),
         ("linear", [A, torch.ones(5, 3), torch.arange(5.0)]), ("linear", [V, torch.ones(5, 3), None]),
         ("linear", [A, torch.ones(5, 2), None]), ("named", [A, B])]
