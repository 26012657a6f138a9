# Attention, resampling, windows, sampled images and statistics that consist of others: whole in compiled code.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/composed-kernels.expected.json --tier=compiled | FileCheck %s
# RUN: ts-run %s --check=%S/composed-kernels.expected.json --tier=runtime | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
import torch.nn.functional as F
from typing import List, Optional
from torch import Tensor

aten = torch.ops.aten


def heads(x: Tensor, w: Tensor, b: Tensor, p: Tensor, q: Tensor, mask: Optional[Tensor], average: bool):
    return aten._native_multi_head_attention(x, x, x, 4, 2, w, b, p, q, mask, True, average, 1)


def heads_alone(x: Tensor, w: Tensor, b: Tensor, p: Tensor, q: Tensor):
    return aten._native_multi_head_attention(x, x, x, 4, 2, w, b, p, q, None, False, True, None)[0]


def encoder(x: Tensor, w: Tensor, b: Tensor, p: Tensor, q: Tensor, n: Tensor, f: Tensor, first: bool, gelu: bool):
    return aten._transformer_encoder_layer_fwd(x, 4, 2, w, b, p, q, gelu, first, 1e-5, n, q, n, q, f, q, p, q, None, None)


def dot_attention(x: Tensor, mask: Optional[Tensor], causal: bool, weights: bool):
    return F._scaled_dot_product_attention(x, x, x, mask, 0.0, weights, causal)


def resized(x: Tensor, align: Optional[bool], mode: str, scale: float):
    return F.interpolate(x, None, scale, mode, align)


def resized_to(x: Tensor, size: List[int], align: Optional[bool], mode: str):
    return F.interpolate(x, size, None, mode, align)


def exact(x: Tensor):
    return aten._upsample_nearest_exact2d(x, [4, 4], None, None)


def sampled(x: Tensor, grid: Tensor, mode: str, padding: str, align: bool):
    return F.grid_sample(x, grid, mode, padding, align)


def windows(x: Tensor):
    y = F.unfold(x, [2, 3], [2, 1], [1, 1], [1, 2])
    return y, F.fold(y, [5, 6], [2, 3], [2, 1], [1, 1], [1, 2]), F.unfold(x[0], 2)


def unpooled(x: Tensor):
    y, places = F.max_pool2d(x, 2, return_indices=True)
    return F.max_unpool2d(y, places, 2)


def masked(x: Tensor, mask: Tensor, source: Tensor):
    return x.masked_scatter(mask, source)


def distances(x: Tensor, y: Tensor, p: float):
    return torch.cdist(x, y, p), F.pdist(x, p), torch.renorm(x, 2, 0, 1.5)


def many_distances(x: Tensor):
    return torch.cdist(x[:28], x[28:] + 5)


def statistics(x: Tensor, dim: int):
    return torch.var_mean(x), torch.std_mean(x, [dim]), torch.var_mean(x, [dim], False, True), torch.std(x, 0, True)


def grouped(x: Tensor, w: Tensor):
    return torch.native_group_norm(x, w, None, 2, 4, 3, 2, 1e-5)


def normed(x: Tensor, w: Tensor):
    return torch.native_layer_norm(x, [4], w, None, 1e-5)[0]


def margins(x: Tensor, y: Tensor, w: Tensor):
    return F.multi_margin_loss(x, y), F.multi_margin_loss(x, y, 2, 0.5, w, reduction="none")


def products(x: Tensor, y: Tensor, w: Tensor, b: Optional[Tensor]):
    return F.bilinear(x, y, w, b), torch.tensordot(x, y, 2), torch.cross(x[:, :3], y[:, :3])


def norms(x: Tensor):
    return torch.norm(x), torch.norm(x, 1.0, [0]), torch.norm(x, float("inf")), x.sum_to_size(1, 4), x.sum_to_size([])


def rounded(x: Tensor, k: int):
    return torch.round(x, decimals=k), torch.diff(x, 0), F.dropout(x, 0.0), F.dropout(x, 1.0)


def truths(a: Tensor, b: Tensor):
    return torch.square(a), torch.clamp_min(a, b), torch.clamp_max(a, b), torch.tensordot(a.long(), b.long(), 1)


def heads_1(x: Tensor, w: Tensor, b: Tensor, p: Tensor, q: Tensor):
    return heads(x, w, b, p, q, None, True)


def heads_2(x: Tensor, w: Tensor, b: Tensor, p: Tensor, q: Tensor, mask: Tensor):
    return heads(x, w, b, p, q, mask, False)


def encoder_1(x: Tensor, w: Tensor, b: Tensor, p: Tensor, q: Tensor, n: Tensor, f: Tensor):
    return encoder(x, w, b, p, q, n, f, True, False)


def encoder_2(x: Tensor, w: Tensor, b: Tensor, p: Tensor, q: Tensor, n: Tensor, f: Tensor):
    return encoder(x, w, b, p, q, n, f, False, True)


def dot_attention_1(x: Tensor):
    return dot_attention(x, None, True, True)


def dot_attention_2(x: Tensor):
    return dot_attention(x, None, False, False)


def dot_attention_3(x: Tensor, mask: Tensor):
    return dot_attention(x, mask, False, True)


def resized_1(x: Tensor):
    return resized(x, None, "nearest", 1.7)


def resized_2(x: Tensor):
    return resized(x, None, "nearest", 0.6)


def resized_3(x: Tensor):
    return resized(x, False, "bilinear", 1.7)


def resized_4(x: Tensor):
    return resized(x, True, "bicubic", 1.3)


def resized_5(x: Tensor):
    return resized(x, True, "linear", 2.0)


def resized_to_1(x: Tensor):
    return resized_to(x, [5, 9], False, "bilinear")


def resized_to_2(x: Tensor):
    return resized_to(x, [2, 7, 3], False, "trilinear")


def resized_to_3(x: Tensor):
    return resized_to(x, [2, 3], None, "area")


def sampled_1(x: Tensor, grid: Tensor):
    return sampled(x, grid, "bilinear", "zeros", False)


def sampled_2(x: Tensor, grid: Tensor):
    return sampled(x, grid, "bicubic", "reflection", True)


def sampled_3(x: Tensor, grid: Tensor):
    return sampled(x, grid, "nearest", "border", True)


def sampled_4(x: Tensor, grid: Tensor):
    return sampled(x, grid, "bilinear", "reflection", False)


def distances_1(x: Tensor, y: Tensor):
    return distances(x, y, 2.0)


def distances_2(x: Tensor, y: Tensor):
    return distances(x, y, 1.0)


def distances_3(x: Tensor, y: Tensor):
    return distances(x, y, 0.0)


def distances_4(x: Tensor, y: Tensor):
    return distances(x, y, 2.5)


def statistics_1(x: Tensor):
    return statistics(x, 1)


def statistics_2(x: Tensor):
    return statistics(x, 0)


def statistics_3(x: Tensor):
    return statistics(x, 1)


def products_1(x: Tensor, y: Tensor, w: Tensor):
    return products(x, y, w, None)


def rounded_1(x: Tensor):
    return rounded(x, 2)


def rounded_2(x: Tensor):
    return rounded(x, -2)


def products_0(x: Tensor, y: Tensor, w: Tensor, b: Tensor):
    return products(x, y, w, b)


torch.manual_seed(3)
X = torch.randn(2, 3, 4)
W, B, P, Q, N = torch.randn(12, 4), torch.randn(12), torch.randn(4, 4), torch.randn(4), torch.rand(4)
I = torch.randn(2, 3, 5, 6)
G = torch.rand(2, 3, 4, 2) * 3 - 1.5
M = torch.randn(4, 4)
V = torch.tensor([[1.0, 2e38, float("nan")], [float("inf"), 2e38, 3.0], [4.0, 1.0, 5.0]])
T = torch.tensor([[True, False], [False, True]])
CALLS = [("heads_1", [X, W, B, P, Q]),
         ("heads_2", [X, W, B, P, Q, torch.tensor([[False, True, False], [True, False, False]])]),
         ("heads_alone", [X, W, B, P, Q]), ("encoder_1", [X, W, B, P, Q, N, M]), ("encoder_2", [X, W, B, P, Q, N, M]),
         ("dot_attention_1", [X]), ("dot_attention_2", [X]),
         ("dot_attention_3", [X, torch.tensor([True, False, True])]), ("resized_1", [I[0]]), ("resized_2", [I]),
         ("resized_3", [I]), ("resized_4", [I]), ("resized_5", [I[0]]), ("resized_to_1", [I]), ("exact", [I]),
         ("resized_to_2", [I.reshape(2, 1, 3, 5, 6)]), ("resized_to_3", [I]), ("sampled_1", [I, G]),
         ("sampled_2", [I, G]), ("sampled_3", [I, G]),
         ("sampled_4", [I.reshape(2, 1, 3, 5, 6), torch.rand(2, 2, 2, 2, 3) * 3 - 1.5]), ("windows", [I]),
         ("unpooled", [I]), ("masked", [M, M > 0, torch.arange(20.0)]), ("masked", [M, M[0] > 0, torch.arange(16.0)]),
         ("distances_1", [M, P]), ("distances_2", [M, P]), ("distances_3", [M, P]), ("distances_4", [M, P]),
         ("many_distances", [torch.randn(30, 3)]), ("statistics_1", [M]), ("statistics_2", [M.to(torch.complex64)]),
         ("statistics_3", [V]), ("grouped", [torch.randn(2, 4, 3), Q]), ("normed", [M, Q]),
         ("margins", [M, torch.tensor([0, 3, 1, 1]), N]), ("products_0", [M, P, torch.randn(3, 4, 4), torch.randn(3)]),
         ("products_1", [M, P, torch.randn(3, 4, 4)]), ("norms", [M]), ("rounded_1", [M * 1000]),
         ("rounded_2", [M * 1000]), ("truths", [T, T.t()])]
