# Masks beside other indices, and beside other masks: places where they are true, broadcast with the others.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/mixed-indices.expected.json | FileCheck %s
# RUN: ts-run %s --check=%S/mixed-indices.expected.json --tier=runtime | FileCheck %s
# RUN: ts-run %s --entry=read_by_mask --tier=compiled --input=4x3x4:f32 --input=2:i64 --input='tensor([True,False,True,True])' | FileCheck %s --check-prefix=COMPILED
# RUN: ts-run %s --entry=write --tier=compiled --input=4x3x4:f32 --input=2:i64 --input='tensor([True,False,True,False])' | FileCheck %s --check-prefix=COMPILED
# COMPILED: CPUFloatType
# RUN: ts-run %s --check=%S/mixed-indices.expected.json --dynamic | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from torch import Tensor


def read(x: Tensor, i: Tensor, m: Tensor):
    return x[m, i], x[i, :, m], x[m, :, 1:]


def read_plane(x: Tensor, i: Tensor, m: Tensor):
    return x[m, i]


def read_by_mask(x: Tensor, i: Tensor, m: Tensor):
    big = x > x.mean()
    return x[m], x[big], x[:, m[:3]], x[big[:, :, 0]] + 1


def read_masks(x: Tensor, i: Tensor, m: Tensor):
    return x[m, :, m]


def read_column(x: Tensor, i: Tensor, m: Tensor):
    return x[i[:, None], m]


def write(x: Tensor, i: Tensor, m: Tensor):
    y = x.clone()
    y[m, i] = 5.0
    y[i[0], m[:3]] += 2.0
    return y


def put(x: Tensor, i: Tensor, m: Tensor):
    return torch.index_put(x, [m, i], x[0, :2] * 3), torch.index_put(x, [m, i * 0], x[0, :2] * 3, True)


X = torch.arange(4.0 * 3 * 4).reshape(4, 3, 4)
I = torch.tensor([0, 2])
M = torch.tensor([True, False, True, False])
CALLS = [(name, [X, I, M]) for name in ("read", "read_by_mask", "read_masks", "write", "put")]
CALLS += [("read", [X, I, M & False]), ("read", [X, torch.tensor([1]), ~M]), ("read", [X, torch.tensor([0, 1, 2]), M]),
          ("read", [X, torch.tensor([0, 3]), M]), ("read", [X, I, M[:3]]), ("read_plane", [X, I, X[:, :, 0] % 24 == 0]),
          ("read_plane", [X, torch.tensor([1]), X[:, :, 1] > 17]), ("read_column", [X, I, torch.tensor([True, False, True])]),
          ("write", [X, torch.tensor([0, 1, 2]), M]), ("put", [X.long(), I, M]), ("put", [X > 7, I, M]),
          ("read_by_mask", [X.long().double(), I, M & False]), ("read", [X[:, :, :0], I, M]), ("write", [X.double(), I, M])]
