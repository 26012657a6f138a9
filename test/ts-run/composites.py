# Operators without a kernel are the functions the library spells them with, in both
# tiers; the values are PyTorch's.
# RUN: ts-run %s --check=%S/Inputs/composites.json | FileCheck %s
# RUN: ts-run %s --check=%S/Inputs/composites.json --specialize=false | FileCheck %s
# CHECK-NOT: call
# CHECK: 0 failed
import torch
from typing import List
from torch import Tensor


def correlations(x: Tensor):
    return torch.corrcoef(x), torch.corrcoef(x[0])


def norms(x: Tensor):
    return [torch.linalg.norm(x), torch.linalg.norm(x, float("inf")), torch.linalg.norm(x[0], 3),
            torch.linalg.norm(x, "nuc", dim=(0, 1)), torch.linalg.norm(x, dim=1),
            torch.linalg.matrix_norm(x, -1, keepdim=True), torch.linalg.matrix_norm(x, "fro"),
            torch.linalg.matrix_norm(x, 2, dtype=torch.float64)]


def conditions(x: Tensor):
    return [torch.linalg.cond(x), torch.linalg.cond(x, -2), torch.linalg.cond(x, 1),
            torch.linalg.cond(x, "fro"), torch.linalg.cond(x, "nuc"),
            torch.linalg.cond(torch.zeros(2, 0, 0))]


def tensor_equations(x: Tensor):
    a = torch.eye(6).reshape(2, 3, 6) * 2
    return torch.linalg.tensorinv(a), torch.linalg.tensorsolve(a, torch.ones(2, 3)), x


def factored(x: Tensor, b: Tensor):
    lu, pivots = torch.linalg.lu_factor(x)
    p, l, u = torch.lu_unpack(lu, pivots)
    return [torch.lu_solve(b, lu, pivots), torch.linalg.lu_solve(lu, pivots, b, adjoint=True),
            torch.linalg.lu_solve(lu, pivots, b.mT, left=False), p @ l @ u]


def gradients(x: Tensor):
    at = torch.tensor([0.0, 1.0, 4.0])
    return (torch.gradient(x), torch.gradient(x, dim=1), torch.gradient(x, spacing=0.5, dim=[0], edge_order=2),
            torch.gradient(x.to(torch.int64), dim=[1, 0]), torch.gradient(x, spacing=[at, at * 2]),
            torch.gradient(x, spacing=[at], dim=-1, edge_order=2))


def windows():
    return [torch.hann_window(5), torch.hann_window(4, False), torch.hamming_window(6, True, 0.5),
            torch.bartlett_window(6), torch.bartlett_window(5, False), torch.blackman_window(7),
            torch.kaiser_window(5, True, 3.0), torch.hann_window(1), torch.hann_window(0),
            torch.hann_window(3, dtype=torch.float64)]


def round_trip(n: int):
    x = torch.arange(n, dtype=torch.float32).sin()
    w = torch.hann_window(8)
    s = torch.stft(x, 8, window=w, return_complex=True)
    t = x.stft(8, hop_length=4, window=w, center=False, return_complex=True)
    return s, t, torch.istft(s, 8, window=w), torch.istft(s, 8, window=w, length=n - 3)


def ranks(x: Tensor):
    tolerance = torch.tensor([0.01, 100.0])
    y = torch.stack([x, x])
    return [torch.linalg.matrix_rank(y, tolerance), torch.linalg.matrix_rank(x, 0.5),
            torch.linalg.pinv(y, torch.tensor([1e-3, 1e-2]))]


def powers(x: Tensor):
    return torch.vander(x[0]), torch.vander(x[0], 2, True)


def wrong_order(x: Tensor):
    return torch.linalg.cond(x, 3)


def wrong_rank(x: Tensor):
    return torch.corrcoef(x.reshape(1, 3, 3))


def wrong_edge(x: Tensor):
    return torch.gradient(x, edge_order=3)


def wrong_shape(x: Tensor):
    return torch.linalg.tensorinv(x, 1)


def norms_of_slices(x: Tensor):
    return torch.norm_except_dim(x, 2, 0), torch.norm_except_dim(x, 1, 1), torch.norm_except_dim(x, 2, -1)


X = torch.tensor([[1.0, 2.0, 4.0], [3.0, 1.0, 0.5], [2.0, -1.0, 1.0]])
CALLS = [("correlations", [X]), ("norms", [X]), ("conditions", [X]), ("tensor_equations", [X]),
         ("factored", [X, X[:, :2].clone()]), ("gradients", [X]), ("windows", []), ("round_trip", [20]),
         ("ranks", [X]), ("powers", [X]), ("wrong_order", [X]), ("wrong_rank", [X]),
         ("wrong_edge", [X]), ("wrong_shape", [X[:2].clone()]), ("norms_of_slices", [X])]
