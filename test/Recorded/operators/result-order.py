# Results of operators lie in memory as PyTorch's: of channels last, of permuted tensors, of
# parts of larger ones, with dimensions of one element.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/result-order.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/result-order.expected.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
from typing import List
import torch
import torch.nn.functional as F
from torch import Tensor


def laid(b: Tensor, n: int) -> Tensor:
    if n == 0:
        return b.view(2, 3, 4, 5)
    if n == 1:
        return b.view(2, 3, 4, 5).contiguous(memory_format=torch.channels_last)
    if n == 2:
        return b.view(5, 3, 2, 4).permute(2, 1, 3, 0)
    if n == 3:
        return b.view(4, 3, 2, 5).permute(2, 1, 0, 3)[:, :, :, ::2]
    if n == 4:
        return b[:60].view(1, 3, 4, 5).contiguous(memory_format=torch.channels_last)
    if n == 5:
        return b[:40].view(2, 4, 5, 1).permute(0, 3, 1, 2)
    if n == 6:
        return b[:12].view(2, 1, 2, 3).permute(0, 3, 1, 2)
    return b[:60].view(1, 3, 4, 5).expand(2, 3, 4, 5)


def joined(b: Tensor, n: int):
    x = laid(b, n)
    return torch.cat([x, x], 1).stride(), torch.cat([x, x.contiguous()], 0).stride(), torch.stack([x, x], 1).stride(), \
        torch.stack([x, x], -1).stride(), torch.hstack([x, x]).stride(), torch.dstack([x, x]).stride()


def turned(b: Tensor, n: int):
    x = laid(b, n)
    return x.roll(1, 0).stride(), x.roll([1, 2], [0, 1]).stride(), x.flip([0, 1]).stride(), x.flip([]).stride(), \
        x.rot90().stride(), x.rot90(2).stride(), x.rot90(3).stride(), x.rot90(4).stride(), torch.fft.fftshift(x).stride()


def padded(b: Tensor, n: int):
    x = laid(b, n)
    return F.pad(x, [1, 1]).stride(), F.pad(x, [1, 1, 2, 0]).stride(), F.pad(x, [0, 0]).stride(), F.pad(x, [-1, 0, 0, 0]).stride(), \
        F.pad(x, [1, -1]).stride()


def resized(b: Tensor, n: int):
    x = laid(b, n)
    return F.interpolate(x, scale_factor=2., mode="nearest").stride(), F.interpolate(x, size=[3, 3], mode="nearest-exact").stride(), \
        F.interpolate(x, scale_factor=2., mode="bilinear", align_corners=False).stride(), \
        F.interpolate(x, scale_factor=2., mode="bicubic", align_corners=True).stride(), \
        F.interpolate(x, size=[3, 3], mode="bilinear", antialias=True).stride(), \
        torch.pixel_shuffle(torch.cat([x, x, x, x], 1), 2).stride()


def unshuffled(b: Tensor, n: int):
    x = torch.cat([laid(b, n), laid(b, n)], 2)
    return torch.pixel_unshuffle(x[:, :, :, :2], 2).stride(), torch.channel_shuffle(x, x.size(1)).stride()


def sorted_(b: Tensor, n: int):
    x = laid(b, n)
    values, places = x.sort(0)
    return values.stride(), places.stride(), x.argsort(1).stride(), torch.msort(x).stride(), x.topk(1, 0)[0].stride(), \
        x.topk(1, 1)[1].stride(), torch.quantile(x, torch.tensor([0.25, 0.5]), 1).stride()


def filled(b: Tensor, n: int):
    x = laid(b, n)
    return x.masked_fill(x > 1, 0.5).stride(), x.masked_fill(x[0] > 1, torch.tensor(2.0)).stride(), \
        x.masked_scatter(x > 1, x.contiguous()).stride(), x.renorm(2, 0, 1.0).stride(), \
        x.put(torch.tensor([0]), torch.tensor([1.0])).stride(), torch.slice_scatter(x, x[:1], 0, 0, 1).stride(), \
        torch.select_scatter(x, x[0], 0, 0).stride(), torch.diagonal_scatter(x, x.diagonal(0, 0, 1), 0, 0, 1).stride(), \
        x.tril().stride()


def indexed(b: Tensor, n: int):
    x = laid(b, n)
    i = torch.tensor([0, 0, 0])
    return x[i].stride(), x[:, i].stride(), x[i, :, :, i].stride(), x[i, i].stride(), x[torch.tensor([[0], [0]])].stride(), \
        x[x > 3].stride(), x.nonzero().stride(), (x > 1e6).nonzero().stride()


def convolved(b: Tensor, n: int):
    x = laid(b, n)
    w = torch.ones(6, x.size(1), 1, 1)
    last = w.expand(6, x.size(1), 2, 1).contiguous(memory_format=torch.channels_last)
    return torch.conv2d(x, w).stride(), torch.conv2d(x, w, padding=1).stride(), torch.conv2d(x, last, padding="same").stride(), \
        torch.conv2d(x.contiguous(), last, padding=1).stride(), torch.conv2d(x[0], w).stride(), \
        torch.conv2d(x.double(), w.double(), torch.ones(6).double()).stride(), \
        torch.conv_transpose2d(x, torch.ones(x.size(1), 6, 2, 2)).stride()


def normalized(b: Tensor, n: int):
    x = laid(b, n)
    c = x.size(1)
    return F.group_norm(x, 1).stride(), F.group_norm(x, c, torch.ones(c), torch.ones(c)).stride(), \
        F.layer_norm(x, [x.size(-1)]).stride(), F.batch_norm(x, torch.zeros(c), torch.ones(c)).stride(), \
        F.batch_norm(x, None, None, training=True).stride()


def activated(b: Tensor, n: int):
    x = laid(b, n)
    return F.logsigmoid(x).stride(), F.rrelu(x).stride(), F.prelu(x, torch.ones(1)).stride(), torch.mvlgamma(x.abs() + 5, 1).stride(), \
        x.abs().stride(), (x + 1).stride(), (x + x).stride(), (x * x.contiguous()).stride(), (x + x[:1]).stride(), \
        x.cumsum(0).stride(), x.cummax(0)[1].stride(), x.softmax(1).stride(), torch.randint_like(x, 5).stride()


def copied(b: Tensor, n: int):
    x = laid(b, n)
    return torch.ops.aten.slice_copy(x, 0, 0, 1).stride(), torch.ops.aten.transpose_copy(x, 0, 1).stride(), \
        torch.ops.aten.unsqueeze_copy(x, 0).stride(), torch.ops.aten.detach_copy(x).stride(), torch.ops.aten.view_copy(x, [-1]).stride()


def quantized(b: Tensor, n: int):
    q = torch.quantize_per_tensor(laid(b, n), 0.1, 0, torch.quint8)
    return q.stride(), q.clone().stride(), q[:, :1].clone().stride(), q.dequantize().stride(), q.int_repr().stride(), q.flip(1).stride(), \
        q.sort(0)[0].stride(), F.pad(q, [1, 1]).stride(), torch.empty_like(q).stride(), q.relu().stride()


def volumes(b: Tensor):
    x = b.view(2, 3, 2, 2, 5).contiguous(memory_format=torch.channels_last_3d)
    return torch.cat([x, x], 1).stride(), F.pad(x, [1, 1]).stride(), F.interpolate(x, scale_factor=2., mode="trilinear").stride(), \
        torch.conv3d(x, torch.ones(6, 3, 1, 1, 1)).stride(), F.group_norm(x, 1).stride(), x.flip(0).stride(), \
        F.batch_norm(x, torch.zeros(3), torch.ones(3)).stride()


B = torch.arange(120.0)
CALLS = [(name, [B, n]) for name in ("joined", "turned", "padded", "resized", "unshuffled", "sorted_", "filled", "indexed", "convolved",
                                     "normalized", "activated", "copied", "quantized") for n in range(8)] + [("volumes", [B])]
