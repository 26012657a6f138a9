# Factorizations and functions of matrices; the values are PyTorch's.
# RUN: ts-run %s --check=%S/Inputs/factorizations.json | FileCheck %s
# CHECK-NOT: call
# CHECK: 0 failed
import torch
from torch import Tensor


def reflections(x: Tensor):
    a, tau = torch.geqrf(x)
    q = torch.linalg.householder_product(a, tau)
    b = torch.arange(6, dtype=x.dtype).reshape(3, 2)
    return [a, tau, q, q @ a.triu()[:2], torch.ormqr(a, tau, b), torch.ormqr(a, tau, b, transpose=True),
            torch.ormqr(a, tau, b.t(), left=False)]


def qr(x: Tensor):
    q, r = torch.linalg.qr(x, "complete")
    q1, r1 = torch.linalg.qr(x.t())
    return q, r, q1, r1, torch.linalg.qr(x, "r")[1]


def symmetric(x: Tensor):
    s = x + x.t()
    ld, pivots = torch.linalg.ldl_factor(s)
    b = torch.ones(s.size(0), 1)
    return ld, pivots, s @ torch.linalg.ldl_solve(ld, pivots, b)


def hermitian(x: Tensor):
    z = torch.complex(x, x.t())
    h = z + z.mH
    ld, pivots, info = torch.linalg.ldl_factor_ex(h, hermitian=True)
    b = torch.ones(h.size(0), 2, dtype=h.dtype)
    return ld, pivots, info, h @ torch.linalg.ldl_solve(ld, pivots, b, hermitian=True)


def singular():
    return torch.linalg.ldl_factor(torch.zeros(2, 2))


def exponentials(x: Tensor):
    return torch.matrix_exp(x), torch.linalg.matrix_exp(torch.zeros(2, 2, 2))


def full_svd(x: Tensor):
    u, s, vh = torch.linalg.svd(x)
    w, t, v = torch.svd(x.t(), some=False)
    return [u @ u.t(), s, vh @ vh.t(), (u[:, :2] * s) @ vh, w @ w.t(), v @ v.t()]


def unpacked(x: Tensor):
    lu, pivots = torch.linalg.lu_factor(x)
    p, l, u = torch.lu_unpack(lu, pivots, unpack_pivots=False)
    return p, l, u, pivots


def wrong_mode(x: Tensor):
    return torch.linalg.qr(x, "wide")


def wrong_other(x: Tensor):
    a, tau = torch.geqrf(x)
    return torch.ormqr(a, tau, torch.ones(2, 2))


X = torch.tensor([[1.0, 2.0], [3.0, 1.0], [2.0, -1.0]])
S = torch.tensor([[0.0, 5.0, 1.0], [2.0, 0.0, -3.0], [0.5, 1.0, 0.25]])
CALLS = [("reflections", [X]), ("qr", [X]), ("symmetric", [S]), ("hermitian", [S]), ("singular", []),
         ("exponentials", [S]), ("full_svd", [X]), ("unpacked", [S[:, :2].clone()]), ("wrong_mode", [X]), ("wrong_other", [X])]
