# Losses, norms and products of uint8, int32, float16 and bfloat16: where they wrap around,
# overflow and are rounded.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/small-dtypes.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/small-dtypes.expected.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
import torch.nn.functional as F
from torch import Tensor


def losses(a: Tensor, b: Tensor, y: Tensor):
    return (F.margin_ranking_loss(a[0], b[0], y, 0.5, reduction="none"),
            F.cosine_embedding_loss(a, b, y[:2], -0.5, reduction="none"),
            F.triplet_margin_loss(a, b, a.flip(0)), F.triplet_margin_loss(a, b, b.flip(1), swap=True, reduction="sum"))


def distances(a: Tensor, b: Tensor):
    return F.triplet_margin_loss(a, b, a.flip(0), reduction="none"), F.triplet_margin_loss(a, b, b.flip(1), p=1.0)


def sums(a: Tensor):
    return torch.einsum("ij->", a), torch.einsum("ij->i", a), torch.einsum("ij,ij->i", a, a), torch.einsum("ij->ji", a)


def bilinear(a: Tensor, b: Tensor, w: Tensor):
    return F.bilinear(a, b, w)


def norms(x: Tensor):
    return torch.linalg.vector_norm(x, 6), torch.linalg.vector_norm(x, 2, [1]), torch.linalg.vector_norm(x, 1, [0])


def products(a: Tensor, b: Tensor):
    return a @ b, torch.bmm(a.unsqueeze(0), b.unsqueeze(0)), torch.mv(a, b[:, 1])


A = torch.tensor([[5, 2, 1], [6, 3, 7]])
B = torch.tensor([[8, 3, 0], [1, 0, 9]])
X = (torch.arange(40.0) * 37 % 23 - 11).reshape(5, 8) / 7
CALLS = [("losses", [A.to(t), B.to(t), torch.tensor([1, -1, 1]).to(t)]) for t in (torch.uint8, torch.int32, torch.float32)] + \
    [("distances", [A + 1j * B, B - 2j])] + [("sums", [A.to(t)]) for t in (torch.uint8, torch.int32, torch.float64)] + \
    [("bilinear", [A.to(t), B.to(t), torch.arange(18).reshape(2, 3, 3).to(t)]) for t in (torch.int32, torch.int64)] + \
    [("norms", [(X * 8).to(t)]) for t in (torch.float16, torch.bfloat16, torch.float32)] + \
    [("products", [X.bfloat16(), X.t().contiguous().bfloat16()])]
