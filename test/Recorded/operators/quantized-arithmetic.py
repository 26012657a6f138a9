# Quantized tensors that a function makes: compiled code computes with their integers and numbers as PyTorch's
# kernels do, for each dtype, special numbers and tensors without elements.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/quantized-arithmetic.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/quantized-arithmetic.expected.json --tier=compiled | FileCheck %s
# RUN: ts-run %s --check=%S/quantized-arithmetic.expected.json --tier=runtime | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
import torch.nn.functional as F
from torch import Tensor

q = torch.ops.quantized


def sums_quint8(x: Tensor, y: Tensor):
    a = torch.quantize_per_tensor(x, 0.05, 7, torch.quint8)
    b = torch.quantize_per_tensor(y, 0.3, 7, torch.quint8)
    c = q.add(a, b, 0.2, 5)
    d = q.add_relu(c, a, 0.01, 9)
    return a.dequantize(), b.int_repr(), c.dequantize(), d.int_repr()


def products_quint8(x: Tensor, y: Tensor):
    a = torch.quantize_per_tensor(x, 0.05, 7, torch.quint8)
    b = torch.quantize_per_tensor(y, 0.3, 4, torch.quint8)
    return q.mul(a, b, 0.2, 5).int_repr(), q.mul_relu(a, a, 0.07, 5).dequantize(), q.mul(b, 2.5).dequantize(), q.mul_relu(a, 0.5).int_repr()


def functions_quint8(x: Tensor, y: Tensor):
    a = torch.quantize_per_tensor(x, 0.05, 7, torch.quint8)
    return (torch.relu(a).dequantize(), torch.sigmoid(a).int_repr(), torch.tanh(a).int_repr(),
            q.elu(a, 0.02, 3, 1.5, 1.0, 1.0).int_repr(), q.hardswish(a, 0.04, 11).dequantize(),
            F.hardsigmoid(a).int_repr(), q.leaky_relu(a, 0.1, False, 0.03, 2).int_repr())


def joined_quint8(x: Tensor, y: Tensor):
    a = torch.quantize_per_tensor(x, 0.05, 7, torch.quint8)
    b = torch.quantize_per_tensor(y, 0.3, 4, torch.quint8)
    return (torch.cat([a, a], -1).int_repr(), q.cat([a, b, a], -1, 0.1, 4).int_repr(), q.cat_relu([b, a], 0, None, None).dequantize())


def places_quint8(x: Tensor, y: Tensor):
    a = torch.quantize_per_tensor(x, 0.05, 7, torch.quint8)
    flat = a.reshape(-1)
    return flat[1:].dequantize(), a.transpose(0, -1).int_repr(), a.unsqueeze(0).expand(2, -1, -1).dequantize(), a.clone().q_scale(), flat.q_zero_point()


def channels_quint8(x: Tensor, y: Tensor):
    scales, zeros = torch.tensor([0.05, 0.1]), torch.tensor([7, 1])
    c = torch.quantize_per_channel(x, scales, zeros, 0, torch.quint8)
    t = torch.quantize_per_tensor(y, scales[1], zeros[0], torch.quint8)
    return c.int_repr(), c.dequantize(), t.dequantize(), t.int_repr(), t.q_scale()


def sums_qint8(x: Tensor, y: Tensor):
    a = torch.quantize_per_tensor(x, 0.05, -3, torch.qint8)
    b = torch.quantize_per_tensor(y, 0.3, -3, torch.qint8)
    c = q.add(a, b, 0.2, 5)
    d = q.add_relu(c, a, 0.01, 9)
    return a.dequantize(), b.int_repr(), c.dequantize(), d.int_repr()


def products_qint8(x: Tensor, y: Tensor):
    a = torch.quantize_per_tensor(x, 0.05, -3, torch.qint8)
    b = torch.quantize_per_tensor(y, 0.3, 4, torch.qint8)
    return q.mul(a, b, 0.2, 5).int_repr(), q.mul_relu(a, a, 0.07, 5).dequantize(), q.mul(b, 2.5).dequantize(), q.mul_relu(a, 0.5).int_repr()


def functions_qint8(x: Tensor, y: Tensor):
    a = torch.quantize_per_tensor(x, 0.05, -3, torch.qint8)
    return (torch.relu(a).dequantize(), torch.sigmoid(a).int_repr(), torch.tanh(a).int_repr(),
            q.elu(a, 0.02, 3, 1.5, 1.0, 1.0).int_repr(), q.hardswish(a, 0.04, 11).dequantize(),
            F.hardsigmoid(a).int_repr(), q.leaky_relu(a, 0.1, False, 0.03, 2).int_repr())


def joined_qint8(x: Tensor, y: Tensor):
    a = torch.quantize_per_tensor(x, 0.05, -3, torch.qint8)
    b = torch.quantize_per_tensor(y, 0.3, 4, torch.qint8)
    return (torch.cat([a, a], -1).int_repr(), q.cat([a, b, a], -1, 0.1, 4).int_repr(), q.cat_relu([b, a], 0, None, None).dequantize())


def places_qint8(x: Tensor, y: Tensor):
    a = torch.quantize_per_tensor(x, 0.05, -3, torch.qint8)
    flat = a.reshape(-1)
    return flat[1:].dequantize(), a.transpose(0, -1).int_repr(), a.unsqueeze(0).expand(2, -1, -1).dequantize(), a.clone().q_scale(), flat.q_zero_point()


def channels_qint8(x: Tensor, y: Tensor):
    scales, zeros = torch.tensor([0.05, 0.1]), torch.tensor([-3, 1])
    c = torch.quantize_per_channel(x, scales, zeros, 0, torch.qint8)
    t = torch.quantize_per_tensor(y, scales[1], zeros[0], torch.qint8)
    return c.int_repr(), c.dequantize(), t.dequantize(), t.int_repr(), t.q_scale()


def products_qint32(x: Tensor, y: Tensor):
    a = torch.quantize_per_tensor(x, 0.05, 5, torch.qint32)
    b = torch.quantize_per_tensor(y, 0.3, 4, torch.qint32)
    return torch.relu(a).dequantize(), a.int_repr()


def places_qint32(x: Tensor, y: Tensor):
    a = torch.quantize_per_tensor(x, 0.05, 5, torch.qint32)
    flat = a.reshape(-1)
    return flat[1:].dequantize(), a.transpose(0, -1).int_repr(), a.unsqueeze(0).expand(2, -1, -1).dequantize(), a.clone().q_scale(), flat.q_zero_point()


def channels_qint32(x: Tensor, y: Tensor):
    scales, zeros = torch.tensor([0.05, 0.1]), torch.tensor([5, 1])
    c = torch.quantize_per_channel(x, scales, zeros, 0, torch.qint32)
    t = torch.quantize_per_tensor(y, scales[1], zeros[0], torch.qint32)
    return c.int_repr(), c.dequantize(), t.dequantize(), t.int_repr(), t.q_scale()


def beyond_channel(x: Tensor, y: Tensor):
    return torch.quantize_per_channel(x, torch.tensor([0.05, 0.1]), torch.tensor([3, 300]), 0, torch.qint8).dequantize()


def moved(x: Tensor, y: Tensor):
    z = int(y.sum().item())
    a = torch.quantize_per_tensor(x, 0.5, 3, torch.quint8)
    return q.add(a, a, 0.1, z).dequantize()


def pooled(x: Tensor, y: Tensor):
    a = torch.quantize_per_tensor(x, 0.05, 7, torch.quint8)
    return F.max_pool2d(a[None, None], [2, 2]).dequantize(), q.matmul(a, torch.quantize_per_tensor(y.t().contiguous(), 0.3, 4, torch.quint8), 0.5, 3).int_repr()


def written(x: Tensor, y: Tensor):
    a = torch.quantize_per_tensor(x, 0.05, 7, torch.quint8)
    x.add_(1)
    b = q.add(a, a, 0.1, 2)
    y.zero_()
    return b.dequantize(), torch.relu(b).dequantize()


X = torch.tensor([[0.1, -0.12, 0.425, 5.0], [1.0, float("nan"), float("inf"), -float("inf")]])
Y = torch.tensor([[100.0, -0.05, 0.15, 1e30], [-1e30, 7.625, 3.0, 0.0]])

NAMES = [
    "sums_quint8", "products_quint8", "functions_quint8", "joined_quint8", "places_quint8", "channels_quint8",
    "sums_qint8", "products_qint8", "functions_qint8", "joined_qint8", "places_qint8", "channels_qint8"]
WORDS = ["products_qint32", "places_qint32", "channels_qint32"]
R = torch.linspace(-30.0, 30.0, 2 * 37).reshape(2, 37)
CALLS = [(name, [a, b]) for name in NAMES for a, b in ((X, Y), (R, -R * 0.4), (R[:, :0], R[:, :0]), (R[:, ::3], R[:, ::3] * 3))]
CALLS += [(name, [a, b]) for name in WORDS for a, b in ((R, -R * 0.4), (R[:, :0], R[:, :0]))]
CALLS += [(name, [X.nan_to_num(0.0, 1.0, -1.0), torch.ones(2, 4)]) for name in ("beyond_channel", "moved", "pooled", "written")]
CALLS += [("moved", [X, torch.full([2, 4], 100.0)])]
