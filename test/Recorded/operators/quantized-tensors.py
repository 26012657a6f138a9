# Quantized tensors: how they are made, what operators give on them, element by element and by layer.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/quantized-tensors.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/quantized-tensors.expected.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
from typing import List, Tuple

import torch
import torch.nn.functional as F
from torch import Tensor


def made(x: Tensor, scale: float, zero_point: int):
    a = torch.quantize_per_tensor(x, scale, zero_point + 50, torch.quint8)
    b = torch.quantize_per_tensor(x, scale, zero_point, torch.qint8)
    c = torch.quantize_per_tensor(x, scale, zero_point, torch.qint32)
    d = torch.quantize_per_tensor_dynamic(x, torch.quint8, False)
    print(a, b)
    return (a.int_repr(), b.int_repr(), c.int_repr(), d.int_repr(), d.q_scale(), d.q_zero_point(), a.dequantize(),
            b.dequantize(), c.dequantize(), a.q_scale(), a.q_zero_point(), a.is_quantized, x.is_quantized, a.dtype)


def channels(x: Tensor, scales: Tensor, zero_points: Tensor, axis: int):
    a = torch.quantize_per_channel(x, scales, zero_points, axis, torch.qint8)
    print(a)
    return (a.int_repr(), a.dequantize(), a.q_per_channel_scales(), a.q_per_channel_zero_points(), a.q_per_channel_axis(),
            a.clone().dequantize())


def views(x: Tensor):
    a = torch.quantize_per_tensor(x, 0.1, 3, torch.quint8)
    l = [a, a[0], a.transpose(0, 1), a.reshape(-1), a.permute(1, 0).contiguous(), a.unsqueeze(0), a[:, 1:], a.flatten()]
    l += a.unbind(0)
    l += a.split(1)
    l.append(torch.cat([a, a], 1))
    l.append(torch.stack([a, a]))
    l.append(a.to(torch.quint8))
    return [(b.int_repr(), b.dequantize()) for b in l]


def written(x: Tensor):
    a = torch.quantize_per_tensor(x, 0.1, 3, torch.quint8)
    a[0].copy_(x[1])
    a[2].fill_(2.0)
    b = a.clone()
    return a.int_repr(), torch.equal(a, b), (a == b).sum(), (a > 0.5).sum(), torch.lt(a, b).sum(), F.relu_(b).int_repr()


def arithmetic(x: Tensor, y: Tensor):
    a = torch.quantize_per_tensor(x, 0.05, 100, torch.quint8)
    b = torch.quantize_per_tensor(y, 0.03, 120, torch.quint8)
    s = torch.quantize_per_tensor(x, 0.05, -3, torch.qint8)
    l = [torch.ops.quantized.add(a, b, 0.1, 90), torch.ops.quantized.add_relu(a, b, 0.1, 90),
         torch.ops.quantized.mul(a, b, 0.1, 90), torch.ops.quantized.mul_relu(a, b, 0.1, 90),
         torch.ops.quantized.add_scalar(a, 1.3), torch.ops.quantized.add_scalar(a, 20.0),
         torch.ops.quantized.add_scalar_relu(a, -20.0), torch.ops.quantized.mul_scalar(a, 1.3),
         torch.ops.quantized.mul_scalar(a, -0.5), torch.ops.quantized.mul_scalar_relu(s, -0.5),
         torch.ops.quantized.mul_scalar(a, 0.0), torch.ops.quantized.cat([a, b], 0, 0.1, 4)]
    return [(q.int_repr(), q.q_scale(), q.q_zero_point()) for q in l]


def activations(x: Tensor):
    a = torch.quantize_per_tensor(x, 0.05, 100, torch.quint8)
    s = torch.quantize_per_tensor(x, 0.05, -3, torch.qint8)
    l = [torch.relu(a), torch.sigmoid(a), torch.sigmoid(s), torch.tanh(a), torch.tanh(s), F.hardsigmoid(a), F.gelu(a),
         F.leaky_relu(a, 0.2), F.hardtanh(a), F.threshold(a, 0.5, 0.25), torch.clamp(a, -1.0, 1.0),
         torch.ops.quantized.hardswish(a, 0.04, 10), torch.ops.quantized.elu(a, 0.04, 30),
         torch.ops.quantized.celu(a, 0.04, 30, 1.0), torch.ops.quantized.leaky_relu(a, 0.1, False, 0.04, 30),
         torch.ops.quantized.sigmoid(a, 0.01, 3), torch.ops.quantized.clamp(a, -1.0, 1.0),
         torch.ops.quantized.relu6(a), torch.ops.quantized.threshold(a, 0.5, 0.25), F.dropout(a, 0.5, False)]
    return [(q.int_repr(), q.q_scale(), q.q_zero_point()) for q in l]


def pooled(x: Tensor):
    a = torch.quantize_per_tensor(x, 0.05, 100, torch.quint8)
    l = [F.max_pool2d(a, 2), F.avg_pool2d(a, 2), F.avg_pool2d(a, 3, 2, 1), F.adaptive_avg_pool2d(a, [1, 1]),
         F.adaptive_avg_pool2d(a, [2, 3]), a.mean([2, 3]), F.interpolate(a, scale_factor=2.0),
         F.interpolate(a, scale_factor=2.0, mode="bilinear"), torch.channel_shuffle(a, 2),
         F.pad(a, [1, 1, 1, 1], mode="reflect"), torch.index_select(a, 3, torch.tensor([0, 2])), torch.flip(a, [2]),
         torch.topk(a, 2)[0], torch.sort(a)[0], a.max(), a.min()]
    return [q.int_repr() for q in l]


def normalized(x: Tensor, w: Tensor, b: Tensor, m: Tensor, v: Tensor):
    a = torch.quantize_per_tensor(x, 0.05, 100, torch.quint8)
    l = [torch.ops.quantized.batch_norm2d(a, w, b, m, v, 1e-5, 0.07, 77),
         torch.ops.quantized.batch_norm2d_relu(a, w, b, m, v, 1e-5, 0.07, 77),
         torch.ops.quantized.instance_norm(a, w, b, 1e-5, 0.07, 77),
         torch.ops.quantized.group_norm(a, 1, w, b, 1e-5, 0.07, 77),
         torch.ops.quantized.layer_norm(a, [4, 6], None, None, 1e-5, 0.03, 77),
         torch.ops.quantized.softmax(a, 3, 0.01, 3)]
    return [q.int_repr() for q in l]


def column(x: Tensor):
    a = torch.quantize_per_tensor(x, 0.1, 3, torch.quint8)
    a[:, 1].fill_(2.0)
    return a.int_repr()


def no_weight(x: Tensor, m: Tensor):
    a = torch.quantize_per_tensor(x, 0.05, 100, torch.quint8)
    return torch.ops.quantized.batch_norm2d(a, None, None, m, m, 1e-5, 0.07, 77)


def converted(x: Tensor):
    return torch.quantize_per_tensor(x, 0.1, -7, torch.qint8).int_repr(), \
        torch.quantize_per_tensor(x, 0.1, -7, torch.qint32).int_repr()


# What has no kernel for quantized tensors, or none for others, is an error.


def sine(x: Tensor):
    return torch.quantize_per_tensor(x, 0.1, 3, torch.quint8).sin()


def plain(x: Tensor):
    return torch.ops.quantized.relu6(x)


def range_of_zero(x: Tensor):
    return torch.quantize_per_tensor(x, 0.1, 300, torch.quint8)


def doubles(x: Tensor):
    return torch.quantize_per_tensor(x.double(), 0.1, 3, torch.quint8)


def no_quantizer(x: Tensor):
    return x.q_scale()


def wrong_quantizer(x: Tensor):
    return torch.quantize_per_tensor(x, 0.1, 3, torch.quint8).q_per_channel_axis()


def cast(x: Tensor):
    return torch.quantize_per_tensor(x, 0.1, 3, torch.quint8).to(torch.float32)


def transposed_channels(x: Tensor):
    return torch.quantize_per_channel(x, torch.ones(x.size(0)), torch.zeros(x.size(0)), 0, torch.qint8).transpose(0, 1)


torch.manual_seed(1)
X, Y, P = torch.randn(5, 7) * 3, torch.randn(5, 7) * 2, torch.randn(2, 2, 4, 6) * 3
ODD = torch.tensor([[float("nan"), float("inf"), -float("inf")], [0.05, 0.15, 0.25], [-1e30, 1e30, -0.0]])
W = [torch.tensor([0.5, 1.5]), torch.tensor([0.1, -0.2]), torch.tensor([0.3, -0.1]), torch.tensor([1.0, 0.7])]
CALLS = [("made", [X, 0.05, 3]), ("made", [ODD, 0.1, -7]), ("made", [torch.zeros(0, 2), 0.1, 0]),
         ("channels", [X, torch.rand(5) * 0.1 + 0.01, torch.tensor([0, 1, -3, 4, 5]), 0]),
         ("channels", [X, torch.rand(7) * 0.1 + 0.01, torch.zeros(7, dtype=torch.int64), 1]),
         ("views", [X]), ("written", [X]), ("arithmetic", [X, Y]), ("activations", [X]), ("pooled", [P]),
         ("normalized", [P] + W), ("column", [X]), ("no_weight", [P, W[2]]), ("converted", [ODD]),
         ("sine", [X]), ("plain", [X]), ("range_of_zero", [X]), ("doubles", [X]),
         ("no_quantizer", [X]), ("wrong_quantizer", [X]), ("cast", [X]), ("transposed_channels", [X])]
UNSTABLE = ["sine", "plain", "no_quantizer", "wrong_quantizer"]
