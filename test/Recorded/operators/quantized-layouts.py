# Results of convolutions have their channels last, and what follows keeps that; channels around the sizes of vectors.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/quantized-layouts.expected.json | FileCheck %s
# RUN: env ONEDNN_MAX_CPU_ISA=AVX2 ts-run %s --check=%S/quantized-layouts.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/quantized-layouts.expected.json --threads=2 | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
from typing import List

import torch
import torch.nn.functional as F
from torch import Tensor


def packed(channels: int, results: int, kernel: List[int], stride: List[int], padding: List[int], dilation: List[int],
           groups: int, zero: bool):
    n = results * (channels // groups) * kernel[0] * kernel[1]
    numbers = (torch.arange(n) * 37 % 201 - 100).reshape(results, channels // groups, kernel[0], kernel[1])
    w = torch.quantize_per_tensor(numbers * 0.02, 0.02, 3 if zero else 0, torch.qint8)
    return torch.ops.quantized.conv2d_prepack(w, torch.arange(results) * 0.5 - 2, stride, padding, dilation, groups)


def image(sizes: List[int], last: bool):
    n = sizes[0] * sizes[1] * sizes[2] * sizes[3]
    x = ((torch.arange(n) * 53 % 256).reshape(sizes) - 90) * 0.03
    if last:
        x = x.contiguous(memory_format=torch.channels_last)
    return torch.quantize_per_tensor(x, 0.03, 90, torch.quint8)


def conv(sizes: List[int], results: int, kernel: List[int], stride: List[int], padding: List[int], dilation: List[int],
         groups: int, last: bool, zero: bool):
    p = packed(sizes[1], results, kernel, stride, padding, dilation, groups, zero)
    x = image(sizes, last)
    y = torch.ops.quantized.conv2d(x, p, 1.3, 110)
    z = torch.ops.quantized.conv2d_relu(x, p, 2.1, 7)
    return y.stride(), y.int_repr(), z.stride(), z.int_repr()


def chain(sizes: List[int]):
    y = torch.ops.quantized.conv2d(image(sizes, False), packed(sizes[1], 8, [3, 3], [1, 1], [1, 1], [1, 1], 1, False), 0.9, 60)
    r = image([sizes[0], 8, sizes[2], sizes[3]], False)
    return [t.stride() for t in [
        torch.ops.quantized.add_relu(y, y, 0.1, 60), torch.ops.quantized.add(y, r, 0.1, 60),
        torch.ops.quantized.add(r, y, 0.1, 60), torch.ops.quantized.mul(y, y, 0.1, 60), torch.ops.quantized.add_scalar(y, 1.0),
        torch.ops.quantized.cat([y, y], 1, 0.1, 60), torch.ops.quantized.cat([y, r], 1, 0.1, 60),
        torch.ops.quantized.batch_norm2d(y, torch.ones(8), torch.ones(8), torch.ones(8), torch.ones(8), 1e-5, 0.1, 60),
        torch.ops.quantized.hardswish(y, 0.1, 60), torch.relu(y), torch.sigmoid(y), F.leaky_relu(y, 0.1), y.int_repr(),
        y.dequantize(), F.max_pool2d(y, 2), F.avg_pool2d(y, 2), F.adaptive_avg_pool2d(y, [1, 1]), F.adaptive_avg_pool2d(y, [2, 3]),
        torch.quantize_per_tensor(y.dequantize(), 0.1, 60, torch.quint8)]]


def values(sizes: List[int]):
    y = torch.ops.quantized.conv2d(image(sizes, False), packed(sizes[1], 8, [3, 3], [1, 1], [1, 1], [1, 1], 1, False), 0.9, 60)
    return (torch.ops.quantized.add_relu(y, y, 1.7, 60).int_repr(), torch.ops.quantized.add(y, y, 1.7, 9).int_repr(),
            F.max_pool2d(y, 3, 2, 1).int_repr(), F.max_pool2d(y, 3, 1, 1, 1, True).int_repr(), F.avg_pool2d(y, 3, 2, 1).int_repr(),
            F.adaptive_avg_pool2d(y, [1, 1]).int_repr(), torch.ops.quantized.cat([y, y], 1, 0.7, 60).int_repr())


def signed(sizes: List[int], kernel: List[int]):
    n = sizes[0] * sizes[1] * sizes[2] * sizes[3]
    x = torch.quantize_per_tensor(((torch.arange(n) * 53 % 256).reshape(sizes) - 120) * 0.03, 0.03, -8, torch.qint8)
    return F.max_pool2d(x, kernel).int_repr(), torch.ops.quantized.add_relu(x, x, 0.07, -20).int_repr()


def pooled(sizes: List[int], half: bool):
    x = (torch.arange(sizes[0] * sizes[1] * sizes[2] * sizes[3]) * 53 % 256).reshape(sizes).contiguous(memory_format=torch.channels_last) * 0.5
    y, i = F.max_pool2d_with_indices(x, [2, 3], [2, 1], [0, 1])
    z = F.avg_pool2d(x, 2)
    a = F.adaptive_avg_pool2d(x, [2, 3])
    m = F.max_pool2d(x, [2, 3], [2, 1], [0, 1])
    return y, y.stride(), i, i.stride(), z, z.stride(), a, a.stride(), m, m.stride()


SQUARE = ([3, 3], [1, 1], [1, 1], [1, 1])
CALLS = [
    ("conv", [[1, 3, 9, 7], 8, *SQUARE, 1, False, False]), ("conv", [[2, 4, 5, 6], 15, *SQUARE, 1, True, False]),
    ("conv", [[1, 5, 6, 14], 16, [3, 3], [2, 1], [0, 1], [1, 2], 1, True, False]), ("conv", [[1, 16, 7, 7], 17, *SQUARE, 1, False, False]),
    ("conv", [[1, 8, 5, 25], 65, [1, 1], [1, 1], [0, 0], [1, 1], 1, True, False]), ("conv", [[1, 7, 3, 3], 130, [1, 1], [1, 1], [0, 0], [1, 1], 1, False, False]),
    ("conv", [[1, 8, 6, 6], 33, [1, 1], [2, 2], [0, 0], [1, 1], 1, True, False]), ("conv", [[1, 3, 12, 12], 49, [7, 7], [2, 2], [3, 3], [1, 1], 1, False, False]),
    ("conv", [[2, 16, 6, 7], 16, *SQUARE, 16, True, False]), ("conv", [[1, 81, 5, 5], 81, [3, 3], [2, 2], [1, 1], [1, 1], 81, False, False]),
    ("conv", [[1, 6, 5, 8], 6, [5, 3], [1, 1], [2, 0], [1, 2], 6, True, False]), ("conv", [[1, 8, 5, 5], 12, *SQUARE, 4, True, False]),
    ("chain", [[2, 4, 6, 5]]), ("chain", [[1, 3, 6, 5]]), ("values", [[2, 4, 6, 5]]), ("values", [[1, 3, 7, 9]]),
    ("signed", [[1, 20, 4, 6], [2, 2]]), ("pooled", [[2, 5, 6, 7], False])
]
