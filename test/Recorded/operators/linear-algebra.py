# Decompositions and solutions, by properties that do not depend on signs.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/linear-algebra.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from torch import Tensor


def solved(a: Tensor, b: Tensor):
    return (torch.linalg.solve(a, b), torch.linalg.inv(a), torch.linalg.det(a), torch.linalg.slogdet(a), torch.linalg.matrix_rank(a),
            torch.matrix_power(a, 3), torch.linalg.norm(a), torch.linalg.matrix_norm(a, 1))


def factors(a: Tensor):
    q, r = torch.linalg.qr(a)
    u, s, v = torch.linalg.svd(a)
    return q @ r, s, u @ torch.diag(s) @ v, torch.linalg.svdvals(a), torch.linalg.pinv(a)


def symmetric(a: Tensor):
    values, vectors = torch.linalg.eigh(a)
    return values, vectors @ torch.diag(values) @ vectors.t(), torch.linalg.eigvalsh(a), torch.linalg.cholesky(a)


def triangular(a: Tensor, b: Tensor):
    return torch.linalg.solve_triangular(a.triu(), b, upper=True), torch.cross(b[:, 0], b[:, 1], 0), torch.matrix_exp(a * 0.1)


A = torch.tensor([[4.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.5, -1.0, 5.0]], dtype=torch.float64)
B = torch.tensor([[1.0, 2.0], [0.0, -1.0], [3.0, 0.5]], dtype=torch.float64)
CALLS = [("solved", [A, B]), ("factors", [A]), ("symmetric", [A]), ("triangular", [A, B]),
         ("solved", [torch.zeros(3, 3, dtype=torch.float64), B]), ("symmetric", [-A]), ("solved", [B, B])]
