# NaN and infinities in operators that search, count, place and normalize.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/not-numbers.expected.json --check-messages | FileCheck %s
# RUN: ts-run %s --check=%S/not-numbers.expected.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
import torch.nn.functional as F
from typing import List, Optional
from torch import Tensor

NAN = float("nan")
INF = float("inf")


def searching(x: Tensor, edges: Tensor):
    return (torch.bucketize(x, edges), torch.bucketize(x, edges, right=True), torch.searchsorted(edges, x),
            torch.isin(x, edges), torch.isin(x, edges, invert=True))


def histograms(x: Tensor, edges: Tensor):
    return torch.histogram(x, edges).hist


def modes(x: Tensor):
    return torch.mode(x, 0), torch.mode(x.unsqueeze(0), 1)


def blending(a: Tensor, b: Tensor, w: Tensor):
    return torch.lerp(a, b, w), torch.lerp(a, b, -2.0), torch.cross(a, b, dim=0), torch.cross(b, w, dim=0)


def spread(x: Tensor):
    return torch.var_mean(x, dim=1), torch.std_mean(x, dim=0), torch.var(x, 1), torch.norm(x, 2, 1), torch.norm(x, 3, 1)


def directions(a: Tensor, b: Tensor):
    return F.cosine_similarity(a, b, dim=-1), F.cosine_similarity(a, b, dim=0), F.normalize(a, dim=-1)


def sampled(image: Tensor, grid: Tensor, mode: str, padding: str):
    return F.grid_sample(image, grid, mode, padding, False), F.grid_sample(image, grid, mode, padding, True)


def resized(x: Tensor):
    return (F.interpolate(x, scale_factor=0.6, mode="bilinear"), F.interpolate(x, (3, 5), mode="bilinear"),
            F.interpolate(x, (2, 7), mode="nearest"), F.interpolate(x, (5, 4), mode="bilinear", align_corners=True))


def convolved(x: Tensor, w: Tensor, b: Tensor):
    return F.conv2d(x, w, b, padding=1), F.conv2d(x, w, b), F.conv2d(x, w, b, stride=2, padding=2, dilation=2)


def pooled(x: Tensor):
    return F.avg_pool2d(x, 2, 1), F.max_pool2d(x, 2, 1), F.avg_pool3d(x.unsqueeze(0), (1, 2, 2))


def bags(w: Tensor, indices: Tensor, offsets: Tensor, mode: str):
    return F.embedding_bag(indices, w, offsets, mode=mode)


def logits(x: Tensor, y: Tensor):
    return F.binary_cross_entropy_with_logits(x, y, reduction="none")


def wrapped(x: Tensor, pad: List[int]):
    return F.pad(x, pad, "circular")


def batch(x: Tensor, training: bool):
    return F.batch_norm(x, torch.zeros(x.size(1)), torch.ones(x.size(1)), None, None, training)


def empty_batch(x: Tensor):
    return F.batch_norm(x, None, None, None, None, True)


def layers(x: Tensor):
    return torch.native_layer_norm(x, [3], None, None, 1e-5), torch.native_layer_norm(x[:1, 1:], [2], None, None, 0.5)


def causal(q: Tensor, k: Tensor):
    return torch._scaled_dot_product_attention(q, k, k, None, 0.0, True, True)


def products(a: Tensor, b: Tensor):
    return a @ b, torch.bmm(a.unsqueeze(0), b.unsqueeze(0)), torch.mv(a, b[:, 0])


def spaced(n: int):
    return (torch.linspace(0, 4, n, dtype=torch.int64), torch.linspace(4.3, 1, n, dtype=torch.int64),
            torch.linspace(50, 0, n, dtype=torch.int32), torch.linspace(-50, 9, n, dtype=torch.int8),
            torch.linspace(3, 90, n, dtype=torch.uint8), torch.linspace(0, 1, n, dtype=torch.int16))


SOME = torch.tensor([NAN, 2.0, INF, -INF, 0.5, NAN, -1.0])
MIXED = torch.tensor([[NAN, 1.0, 2.0], [1.0, INF, 2.0], [1.0, 2.0, -INF], [3e38, 1.0, 3e38], [0.0, 0.0, 0.0]])
IMAGE = torch.tensor([1.0, INF, -2.0, 3.0, NAN, 5.0, 6.0, 0.0, -1.0, 4.0, 2.0, 3e38]).reshape(1, 1, 3, 4)
GRID = torch.tensor([NAN, 0.5, INF, 0.0, -0.3, -INF, 0.2, 0.9, -3.0, 1.0, 2.5, -1.0, NAN, NAN, 0.0, 7.0]).reshape(1, 2, 4, 2)
VOLUME = torch.arange(24.0).reshape(1, 1, 2, 3, 4)
POINTS = torch.cat([GRID.reshape(-1), torch.tensor([0.1, NAN])]).reshape(1, 1, 2, 3, 3)
WEIGHT = torch.tensor([NAN, 1.0, 0.0, 2.0, INF, 1.0, 1.0, 1.0, -1.0]).reshape(1, 1, 3, 3)
PLAIN = torch.arange(20.0).reshape(1, 1, 4, 5)
LARGE = torch.tensor([3e38, 3e38, -3e38, 5.0, 3e38, 2.0, 1.0, 3e38, 3e38, 3e38, 1.0, 0.0]).reshape(1, 3, 4)
CALLS = [("searching", [SOME, torch.tensor(e)]) for e in ([-1.0, 0.5, 2.0], [NAN, 1.0, 2.0], [0.0, 1.0, NAN], [0.0, NAN, 3.0])] + \
    [("histograms", [SOME[:2], torch.tensor(e)]) for e in ([0.0, 1.0, 3.0], [NAN, 8.0], [0.0, NAN, 3.0])] + \
    [("modes", [x]) for x in (SOME, torch.tensor([NAN, NAN, 1.0, 1.0]), torch.tensor([1.0, 1.0, NAN, NAN, NAN]))] + \
    [("blending", [torch.tensor([1.0, -3e38, INF]), torch.tensor([-INF, 3e38, 9.0]), torch.tensor([-INF, 0.25, 3e38])]),
     ("spread", [MIXED]), ("spread", [MIXED.double()]), ("directions", [MIXED, MIXED[:1]]),
     ("directions", [torch.tensor([[1.0, 2.0, 3.0]]), torch.tensor([[1.0], [3.0]])])] + \
    [("sampled", [IMAGE, GRID, mode, padding]) for mode in ("bilinear", "nearest", "bicubic")
     for padding in ("zeros", "border", "reflection")] + \
    [("sampled", [VOLUME, POINTS, mode, padding]) for mode in ("bilinear", "nearest")
     for padding in ("zeros", "border", "reflection")] + \
    [("resized", [IMAGE]), ("convolved", [PLAIN.double(), WEIGHT.double(), torch.tensor([0.5]).double()]),
     ("convolved", [PLAIN.repeat(2, 1, 1, 1), WEIGHT, torch.tensor([0.5])]),
     ("convolved", [IMAGE, torch.ones(1, 1, 3, 3), torch.tensor([0.5])]), ("pooled", [LARGE]), ("pooled", [IMAGE[0]]),
     ("logits", [SOME, torch.tensor([1.0, 0.0, INF, -INF, NAN, 2.0, 3e38])]), ("logits", [SOME, torch.zeros(7)]),
     ("batch", [MIXED, True]), ("batch", [MIXED, False]), ("empty_batch", [torch.zeros(0)]), ("layers", [MIXED]),
     ("causal", [torch.tensor([[INF, 1.0], [1.0, 2.0], [NAN, 0.0]]), torch.tensor([[1.0, 2.0], [3.0, INF]])]),
     ("products", [torch.tensor([[2.0, 3.0], [INF, 1.0], [1.0, NAN]]), torch.tensor([[3.0, 1.0], [-3.0, 0.0]])])] + \
    [("bags", [torch.tensor([[3e38, 1.0], [3e38, NAN]]), torch.tensor([0, 1, 0, 0]), torch.tensor([0, 2, 2]), mode])
     for mode in ("sum", "mean", "max")] + \
    [("wrapped", [torch.arange(16).reshape(1, 1, 4, 4), pad]) for pad in ([1, 2, 0, 3], [-1, 1, -2, 1], [1, -1, 2, -2], [4, 4, 0, 0])] + \
    [("wrapped", [torch.arange(16).reshape(1, 1, 4, 4), [5, 0, 0, 0]])] + \
    [("spaced", [n]) for n in (1, 2, 7, 50, 70)]
