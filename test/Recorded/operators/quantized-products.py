# Products of integers of sizes that leave rests of panels and of tiles: rows and columns, odd depths, depthwise convolutions.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/quantized-products.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/quantized-products.expected.json --specialize=false --threads=2 | FileCheck %s
# RUN: env ONEDNN_MAX_CPU_ISA=AVX512_CORE ts-run %s --check=%S/quantized-products.expected.json | FileCheck %s
# RUN: env ONEDNN_MAX_CPU_ISA=AVX2 ts-run %s --check=%S/quantized-products.expected.json | FileCheck %s
# RUN: env ONEDNN_MAX_CPU_ISA=SSE41 ts-run %s --check=%S/quantized-products.expected.json | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
from typing import List

import torch
from torch import Tensor


def linear(x: Tensor, w: Tensor, b: Tensor):
    q = torch.quantize_per_tensor(x, 0.03, 40, torch.quint8)
    p = torch.ops.quantized.linear_prepack(torch.quantize_per_tensor(w, 0.025, 0, torch.qint8), b)
    return torch.ops.quantized.linear(q, p, 0.2, 100).int_repr()


def conv2d(x: Tensor, w: Tensor, b: Tensor, stride: List[int], padding: List[int], dilation: List[int], groups: int):
    q = torch.quantize_per_tensor(x, 0.03, 40, torch.quint8)
    v = torch.quantize_per_tensor(w, 0.025, 0, torch.qint8)
    p = torch.ops.quantized.conv2d_prepack(v, b, stride, padding, dilation, groups)
    return torch.ops.quantized.conv2d_relu(q, p, 0.2, 100).int_repr()


torch.manual_seed(3)
R = torch.randn


def conv(channels, results, groups, kernel, size, stride=[1, 1], padding=[0, 0], dilation=[1, 1]):
    return ("conv2d", [R(1, channels, *size), R(results, channels // groups, *kernel), R(results), stride, padding,
                       dilation, groups])


CALLS = [("linear", [R(rows, depth), R(columns, depth), R(columns)])
         for rows, depth, columns in ((1, 7, 33), (13, 3, 16), (25, 1, 65), (2, 64, 31))] + \
    [conv(3, 13, 1, (3, 3), (9, 15), padding=[1, 1]), conv(2, 25, 1, (1, 1), (3, 11)),
     conv(2, 4, 1, (3, 2), (8, 37), stride=[1, 2], padding=[2, 1]), conv(4, 6, 2, (3, 3), (7, 7), dilation=[2, 3], padding=[2, 4]),
     conv(5, 5, 5, (3, 3), (6, 19), padding=[1, 1]), conv(3, 3, 3, (5, 3), (11, 9), stride=[2, 2], padding=[2, 1]),
     conv(3, 6, 3, (3, 3), (8, 10), stride=[3, 3], padding=[1, 2]), conv(2, 2, 2, (3, 3), (9, 20), dilation=[2, 2], padding=[3, 5])]
