# Linear, convolutional and recurrent layers and tables with packed weights, static and dynamic.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/quantized-weights.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/quantized-weights.expected.json --tier=compiled | FileCheck %s
# RUN: ts-run %s --check=%S/quantized-weights.expected.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
from typing import List, Optional

import torch
from torch import Tensor

# Each function packs its weights once: PyTorch's oneDNN engine keeps what the first use made of them.


def pack(w: Tensor, b: Optional[Tensor], scales: Optional[Tensor]):
    if scales is not None:
        q = torch.quantize_per_channel(w, scales, torch.zeros(w.size(0), dtype=torch.int64), 0, torch.qint8)
    else:
        q = torch.quantize_per_tensor(w, 0.025, 0, torch.qint8)
    return torch.ops.quantized.linear_prepack(q, b)


def linear(x: Tensor, w: Tensor, b: Optional[Tensor], scales: Optional[Tensor]):
    q = torch.quantize_per_tensor(x, 0.03, 40, torch.quint8)
    y = torch.ops.quantized.linear(q, pack(w, b, scales), 0.2, 100)
    return y.int_repr(), y.q_scale(), y.q_zero_point()


def linear_relu(x: Tensor, w: Tensor, b: Optional[Tensor], scales: Optional[Tensor]):
    q = torch.quantize_per_tensor(x, 0.03, 40, torch.quint8)
    return torch.ops.quantized.linear_relu(q, pack(w, b, scales), 0.2, 100).int_repr()


def linear_dynamic(x: Tensor, w: Tensor, b: Optional[Tensor], scales: Optional[Tensor], reduce: bool):
    return torch.ops.quantized.linear_dynamic(x, pack(w, b, scales), reduce)


def unpacked(w: Tensor, b: Optional[Tensor], scales: Optional[Tensor]):
    v, c = torch.ops.quantized.linear_unpack(pack(w, b, scales))
    return v.int_repr(), v.dequantize(), c


def conv2d(x: Tensor, w: Tensor, b: Optional[Tensor], scales: Optional[Tensor], stride: List[int], padding: List[int],
           groups: int, relu: bool):
    q = torch.quantize_per_tensor(x, 0.03, 40, torch.quint8)
    if scales is not None:
        v = torch.quantize_per_channel(w, scales, torch.zeros(w.size(0), dtype=torch.int64), 0, torch.qint8)
    else:
        v = torch.quantize_per_tensor(w, 0.025, 0, torch.qint8)
    p = torch.ops.quantized.conv2d_prepack(v, b, stride, padding, [1, 1], groups)
    if relu:
        y = torch.ops.quantized.conv2d_relu(q, p, 0.2, 100)
    else:
        y = torch.ops.quantized.conv2d(q, p, 0.2, 100)
    return y.int_repr()


def described(w: Tensor):
    v = torch.quantize_per_tensor(w, 0.025, 0, torch.qint8)
    p = torch.ops.quantized.conv2d_prepack(v, None, [2, 1], [1, 0], [1, 1], 2)
    return (torch.ops.quantized.conv2d_stride(p), torch.ops.quantized.conv2d_padding(p),
            torch.ops.quantized.conv2d_dilation(p), torch.ops.quantized.conv2d_groups(p),
            torch.ops.quantized.conv2d_transpose(p), torch.ops.quantized.conv2d_unpack(p)[0].dequantize())


def conv1d(x: Tensor, w: Tensor, b: Tensor):
    q = torch.quantize_per_tensor(x, 0.03, 40, torch.quint8)
    p = torch.ops.quantized.conv1d_prepack(torch.quantize_per_tensor(w, 0.025, 0, torch.qint8), b, [2], [1], [1], 1)
    return torch.ops.quantized.conv1d(q, p, 0.2, 100).int_repr(), torch.ops.quantized.conv1d_unpack(p)[0].size()


def conv3d(x: Tensor, w: Tensor, b: Tensor):
    q = torch.quantize_per_tensor(x, 0.03, 40, torch.quint8)
    v = torch.quantize_per_tensor(w, 0.025, 0, torch.qint8)
    p = torch.ops.quantized.conv3d_prepack(v, b, [1, 2, 1], [1, 1, 0], [1, 1, 1], 1)
    return torch.ops.quantized.conv3d(q, p, 0.2, 100).int_repr()


def conv_transpose2d(x: Tensor, w: Tensor, b: Tensor):
    q = torch.quantize_per_tensor(x, 0.03, 40, torch.quint8)
    v = torch.quantize_per_tensor(w, 0.025, 0, torch.qint8)
    p = torch.ops.quantized.conv_transpose2d_prepack(v, b, [2, 1], [1, 0], [0, 0], [1, 1], 1)
    return torch.ops.quantized.conv_transpose2d(q, p, 0.2, 100).int_repr()


def lstm(x: Tensor, h: Tensor, c: Tensor, wi: Tensor, wh: Tensor, b: Tensor, both: bool, batch_first: bool):
    p = torch.ops.quantized.make_quantized_cell_params_dynamic(pack(wi, b, None), pack(wh, b, None), b, b, False)
    return torch.ops.aten.quantized_lstm(x, [h, c], [p, p] if both else [p], True, 1, 0.0, False, both, batch_first,
                                         dtype=torch.qint8, use_dynamic=True)


def gru(x: Tensor, h: Tensor, wi: Tensor, wh: Tensor, b: Tensor):
    p = torch.ops.quantized.make_quantized_cell_params_dynamic(pack(wi, b, None), pack(wh, b, None), b, b, False)
    return torch.ops.aten.quantized_gru(x, h, [p], True, 1, 0.0, False, False, False)


def cells(x: Tensor, h: Tensor, wi: Tensor, wh: Tensor, b: Tensor):
    n = h.size(1)
    i, j = pack(wi[:n], b[:n], None), pack(wh[:n], b[:n], None)
    k, l = pack(wi[:3 * n], b[:3 * n], None), pack(wh[:3 * n], b[:3 * n], None)
    return (torch.ops.quantized.quantized_rnn_tanh_cell_dynamic(x, h, i, j, b[:n], b[:n]),
            torch.ops.quantized.quantized_gru_cell_dynamic(x, h, k, l, b[:3 * n], b[:3 * n]),
            torch.ops.quantized.quantized_lstm_cell_dynamic(x, [h, h], pack(wi, b, None), pack(wh, b, None), b, b))


def embedding(w: Tensor, scales: Tensor, zero_points: Tensor, i: Tensor, offsets: Tensor):
    p = torch.ops.quantized.embedding_bag_prepack(torch.quantize_per_channel(w, scales, zero_points, 0, torch.quint8))
    return torch.ops.quantized.embedding_byte(p, i), torch.ops.quantized.embedding_bag_byte(p, i, offsets, False, 0)


torch.manual_seed(2)
R = torch.randn
L = [R(6, 20), R(5, 20)]
S, S4 = torch.rand(5) * 0.02 + 0.01, torch.rand(4) * 0.02 + 0.01
IMAGE, KERNEL = R(2, 4, 6, 5), R(4, 2, 3, 2)
CALLS = [(f, L + [b, s]) for f in ("linear", "linear_relu") for b in (R(5), None) for s in (None, S)] + \
    [("linear", [R(2, 3, 20), L[1], None, None])] + \
    [("linear_dynamic", L + [R(5), s, reduce]) for s in (None, S) for reduce in (False, True)] + \
    [("unpacked", [L[1], R(5), None]), ("unpacked", [L[1], None, S])] + \
    [("conv2d", [IMAGE, KERNEL, b, s, stride, padding, 2, relu]) for b in (R(4), None) for s in (None, S4)
     for stride, padding, relu in (([2, 1], [1, 0], False), ([1, 1], [1, 1], True))] + \
    [("conv2d", [IMAGE, R(3, 4, 1, 1), R(3), None, [1, 1], [0, 0], 1, False]), ("described", [KERNEL]),
     ("conv1d", [R(2, 3, 8), R(4, 3, 3), R(4)]), ("conv3d", [R(1, 2, 4, 5, 3), R(3, 2, 2, 3, 1), R(3)]),
     ("conv_transpose2d", [IMAGE, R(4, 3, 3, 2), R(3)]),
     ("lstm", [R(3, 2, 4), R(1, 2, 5), R(1, 2, 5), R(20, 4), R(20, 5), R(20), False, False]),
     ("lstm", [R(3, 2, 4), R(2, 3, 5), R(2, 3, 5), R(20, 4), R(20, 5), R(20), True, True]),
     ("gru", [R(3, 2, 4), R(1, 2, 5), R(15, 4), R(15, 5), R(15)]),
     ("cells", [R(2, 4), R(2, 5), R(20, 4), R(20, 5), R(20)]),
     ("embedding", [torch.rand(4, 6), S4 * 0.3, torch.zeros(4), torch.tensor([3, 0, 1]), torch.tensor([0, 2])]),
     # What does not fit.
     ("linear", [R(6, 19), L[1], None, None]), ("conv2d", [R(2, 3, 6, 5), KERNEL, None, None, [1, 1], [0, 0], 2, False])]
UNSTABLE = ["linear", "conv2d"]
