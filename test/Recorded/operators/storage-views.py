# Strides and storage of views: what values do not have is asked of objects.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/storage-views.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/storage-views.expected.json --specialize=false | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from torch import Tensor
aten = torch.ops.aten


def unsafe_slice(x: Tensor):
    y = aten._unsafe_view(x[:, 1:3], [3, 2])
    return y.as_strided([2, 2], [1, 2]), y * 2

def unsafe_slice2(x: Tensor):
    y = aten._unsafe_view((x + 1)[:, 1:3], [3, 2])
    return y.as_strided([2, 2], [1, 2], 1) + 1

def unsafe_view_of(x: Tensor):
    y = aten._unsafe_view((x + 1)[1:], [8])
    return y.as_strided([2, 2], [1, 2], 0) + 1

def zero(x: Tensor):
    y = (x + 1).expand(3, 3, 4)
    z = y[0:0]
    return z.as_strided([2, 2], [1, 2]), z.as_strided([2, 2], [1, 2], 3) * 2

def zero2(x: Tensor):
    z = x.expand(3, 3, 4)[:, 2:2]
    return z.as_strided([2, 2], [1, 2]), z.as_strided([0, 2], [1, 2], 3) * 2

def zero3(x: Tensor):
    z = x[1:, :1].expand(2, 4)[1:1]
    return z.as_strided([2, 2], [1, 2]), z.as_strided([0, 2], [1, 2], 3) * 2, z.storage_offset()

def permuted(x: Tensor):
    y = (x.t() + 1).reshape([12])
    z = torch.relu(x.t()).unsqueeze(0)
    return y.as_strided([3, 2], [2, 1]), z.as_strided([3, 2], [2, 1]), z.stride()

def alias(x: Tensor):
    y = aten._reshape_alias(x + 1, [2, 6], [6, 1])
    z = aten._reshape_alias(x.t(), [6, 2], [2, 1])
    return y * 2, z + 1, y.relu().sum(1)

def expanded(x: Tensor):
    y = x[0].expand(1, 4)
    z = x.expand(1, 1, 3, 4)
    return y.stride(), y[1:1].as_strided([1], [1]), z.stride(), x[:1].expand(2, 1, 4).stride(), x.expand(2, 3, 4).stride()

X = torch.arange(12.0).reshape(3, 4)
CALLS = [(f, [X]) for f in ("unsafe_slice", "unsafe_slice2", "unsafe_view_of", "zero", "zero2", "zero3", "permuted", "alias", "expanded")]
