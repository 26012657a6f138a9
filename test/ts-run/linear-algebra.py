# Linear algebra of larger, batched, strided, complex, empty and singular matrices; the values are PyTorch's.
# RUN: ts-run %s --check=%S/Inputs/linear-algebra.json --check-messages | FileCheck %s
# RUN: ts-run %s --check=%S/Inputs/linear-algebra.json --check-messages --specialize=false | FileCheck %s
# CHECK-NOT: call
# CHECK: 0 failed
from typing import List
import torch
from torch import Tensor


def numbers(shape: List[int], dtype: torch.dtype) -> Tensor:
    n = 1
    for size in shape:
        n *= size
    k = torch.arange(n, dtype=torch.float64)
    x = torch.sin(k * k * 0.1 + 0.3 * k).reshape(shape)
    if dtype == torch.complex128:
        return torch.complex(x, torch.cos(k * k * 0.07).reshape(shape))
    return x.to(dtype)


def corner(x: Tensor) -> Tensor:
    return x[..., :3, :2].contiguous()


def lu(n: int, dtype: torch.dtype):
    x = numbers([2, n, n + 3], dtype)
    p, l, u = torch.linalg.lu(x)
    factors, pivots, info = torch.linalg.lu_factor_ex(x.transpose(-2, -1))
    return corner(p), corner(l), corner(u), corner(factors), pivots, info, (p @ l @ u - x).abs().max() < 1e-12


def solves(n: int, dtype: torch.dtype):
    x = numbers([3, n, n], dtype)
    b = numbers([n, 4], dtype)
    a = torch.linalg.solve(x, b)
    c = torch.linalg.solve(x.transpose(-2, -1), b.t(), left=False)
    d = torch.linalg.solve(x[:, ::2, ::2], numbers([3, (n + 1) // 2], dtype))
    factors, pivots = torch.linalg.lu_factor(x)
    e = torch.linalg.lu_solve(factors, pivots, b, adjoint=True)
    f = torch.linalg.lu_solve(factors, pivots, b.t(), left=False)
    g = torch.linalg.lu_solve(factors, pivots, b.t(), left=False, adjoint=True)
    return corner(a), corner(c), d[:, :3], corner(e), corner(f), corner(g), torch.lu_solve(b[:, :1], factors, pivots)[1, :2]


def inverses(n: int, dtype: torch.dtype):
    x = numbers([2, n, n], dtype)
    sign, log = torch.linalg.slogdet(x)
    return (corner(torch.linalg.inv(x)), corner(torch.linalg.inv(x.mT)), torch.linalg.inv(x).stride(), torch.linalg.det(x),
            torch.linalg.det(x.mT), sign, log, corner(torch.matrix_power(x / 4, -2)), corner(torch.linalg.pinv(x[:, :, :5])))


def cholesky(n: int, dtype: torch.dtype):
    x = numbers([2, n, n], dtype)
    a = x @ x.mH + torch.eye(n, dtype=dtype)
    l, u = torch.linalg.cholesky(a), torch.linalg.cholesky(a, upper=True)
    b = numbers([n, 2], dtype)
    return (corner(l), corner(u), corner(torch.cholesky_solve(b.expand([2, n, 2]), l)),
            corner(torch.cholesky_solve(b.expand([2, n, 2]), u, upper=True)), corner(torch.cholesky_inverse(l)),
            corner(torch.cholesky_inverse(u[0], upper=True)))


def triangular(n: int, dtype: torch.dtype):
    a = numbers([n, n], dtype) + 4 * torch.eye(n, dtype=dtype)
    b = numbers([2, n, 3], dtype)
    results = [torch.linalg.solve_triangular(a, b, upper=True), torch.linalg.solve_triangular(a.mT, b, upper=False, unitriangular=True),
               torch.linalg.solve_triangular(a, b.mT, upper=False, left=False)]
    for upper in [True, False]:
        for transposed in [True, False]:
            results.append(torch.triangular_solve(b[0], a, upper, transposed)[0])
    return [corner(x) for x in results]


def qr(dtype: torch.dtype):
    x = numbers([2, 30, 20], dtype)
    q, r = torch.linalg.qr(x)
    q1, r1 = torch.linalg.qr(x.mT)
    q2, r2 = torch.linalg.qr(x[0], mode="complete")
    return corner(q), corner(r), corner(q1), corner(r1), q2[:3, 20:23], r2.size(), (q2 @ r2 - x[0]).abs().max() < 1e-12


def svd(dtype: torch.dtype):
    x = numbers([2, 14, 9], dtype)
    u, s, vh = torch.linalg.svd(x)
    u1, s1, vh1 = torch.linalg.svd(x.mT, full_matrices=False)
    old = torch.svd(x[0])
    return (u.abs()[..., :9], s, corner(vh.abs()), corner(u1.abs()), s1, corner(vh1.abs()), torch.linalg.svdvals(x[:, 1:, ::2]),
            (u[..., :9] * s.unsqueeze(-2) @ vh - x).abs().max() < 1e-12, ((old[0] * old[1]) @ old[2].mH - x[0]).abs().max() < 1e-12,
            torch.linalg.matrix_rank(x @ x.mT))


def eigen(n: int, dtype: torch.dtype):
    x = numbers([2, n, n], dtype)
    values, vectors = torch.linalg.eig(x)
    h = x + x.mH
    low, of_low = torch.linalg.eigh(h)
    return (values, corner(vectors.abs()), torch.linalg.eigvals(x[0]), low, corner(of_low.abs()), torch.linalg.eigvalsh(x, UPLO="U"),
            (x.to(vectors.dtype) @ vectors - vectors * values.unsqueeze(-2)).abs().max() < 1e-11,
            (h @ of_low - of_low * low.unsqueeze(-2).to(h.dtype)).abs().max() < 1e-11)


def least_squares(driver: str, dtype: torch.dtype):
    a = numbers([2, 1, 12, 5], dtype)
    b = numbers([1, 3, 12, 2], dtype)
    x, residuals, rank, values = torch.linalg.lstsq(a, b, driver=driver)
    wide = torch.linalg.lstsq(a[0, 0].t(), b[0, 0, :5], driver=driver)
    return corner(x), residuals, rank, values, corner(wide[0]), wide[1], wide[2]


def deficient(driver: str):
    a = numbers([6, 3], torch.float64)
    a[:, 2] = a[:, 0] + a[:, 1]
    x, residuals, rank, values = torch.linalg.lstsq(a, numbers([6], torch.float64), driver=driver)
    return x, residuals, rank, values[:2]


def symmetric_factors(n: int, dtype: torch.dtype, hermitian: bool):
    x = numbers([2, n, n], dtype)
    h = x + (x.mH if hermitian else x.mT)
    ld, pivots = torch.linalg.ldl_factor(h, hermitian=hermitian)
    y = torch.linalg.ldl_solve(ld, pivots, numbers([n, 2], dtype).expand([2, n, 2]), hermitian=hermitian)
    return corner(ld), pivots, corner(y)


def exponentials(scale: float, dtype: torch.dtype):
    return corner(torch.matrix_exp(numbers([2, 12, 12], dtype) * scale))


def empty():
    x = torch.zeros(2, 0, 0)
    q, r = torch.linalg.qr(torch.zeros(3, 0), mode="complete")
    u, s, vh = torch.linalg.svd(torch.zeros(0, 3))
    p, l, u2 = torch.linalg.lu(torch.zeros(2, 0))
    return (torch.linalg.det(x), torch.linalg.inv(x), q, r, u, s, vh, p, l, u2, torch.linalg.eig(x)[0],
            torch.linalg.solve(torch.eye(2), torch.zeros(2, 0)), torch.linalg.lstsq(torch.zeros(0, 2), torch.zeros(0, 3))[0],
            torch.linalg.cholesky(x), torch.linalg.svdvals(torch.zeros(0, 4, 3)))


def fails(what: int, x: Tensor) -> Tensor:
    if what == 0:
        return torch.linalg.inv(x)
    elif what == 1:
        return torch.linalg.solve(x, x)
    elif what == 2:
        return torch.linalg.lu_factor(x)[0]
    elif what == 3:
        return torch.linalg.cholesky(-x)
    elif what == 4:
        return torch.cholesky(-x)
    elif what == 5:
        return torch.linalg.cholesky_ex(-x, check_errors=True)[0]
    elif what == 6:
        return torch.linalg.inv_ex(x, check_errors=True)[0]
    elif what == 7:
        return torch.cholesky_inverse(x)
    elif what == 8:
        return torch.linalg.lu_factor(x, pivot=False)[0]
    elif what == 9:
        return torch.linalg.svd(x / 0)[0]
    elif what == 10:
        return torch.linalg.eig(x / 0)[0]
    elif what == 11:
        return torch.linalg.solve(x, x.double())
    elif what == 12:
        return torch.linalg.lstsq(x, x, driver="qr")[0]
    elif what == 13:
        return torch.linalg.eigh(x, UPLO="X")[0]
    elif what == 14:
        return torch.cholesky_solve(x[..., :1, :], x)
    elif what == 15:
        return torch.linalg.solve_ex(x, x, check_errors=True)[0]
    return torch.linalg.inv_ex(x)[1]


D, C = torch.float64, torch.complex128
S = torch.tensor([[1., 2.], [2., 4.]])
CALLS = ([(f, [n, t]) for f, n in [("lu", 30), ("solves", 25), ("inverses", 33), ("cholesky", 21), ("triangular", 17), ("eigen", 12)] for t in (D, C)] +
         [(f, [t]) for f in ("qr", "svd") for t in (D, C)] +
         [("least_squares", [d, t]) for d in ("gels", "gelsy", "gelsd", "gelss") for t in (D, C)] +
         [("deficient", [d]) for d in ("gelsy", "gelsd", "gelss")] +
         [("symmetric_factors", [15, D, False]), ("symmetric_factors", [15, C, False]), ("symmetric_factors", [15, C, True])] +
         [("exponentials", [s, t]) for s in (0.1, 3.0) for t in (D, C)] + [("empty", [])] +
         [("fails", [k, S]) for k in range(16)] + [("fails", [k, torch.stack([torch.eye(2), S])]) for k in (0, 1, 2, 3, 16)])
