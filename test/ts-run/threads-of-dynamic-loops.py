# Loops of kernels whose sizes are not known run on several threads, with the same
# results bit by bit; turns at the end are shorter.
# RUN: ts-run %s --entry=f --dynamic=0 --input=513x600:f32=randn --input=600:f32=randn --threads=1 --save-output=%t.npz
# RUN: ts-run %s --entry=f --dynamic=0 --input=513x600:f32=randn --input=600:f32=randn --threads=2 --expect=%t.npz --rtol=0 --atol=0 | FileCheck %s
# RUN: ts-run %s --entry=f --dynamic=0 --input=513x600:f32=randn --input=600:f32=randn --threads=5 --expect=%t.npz --rtol=0 --atol=0 | FileCheck %s
# RUN: ts-run %s --entry=f --dynamic=0 --tier=compiled --input=513x600:f32=randn --input=600:f32=randn --threads=2 --expect=%t.npz --rtol=1e-4 --atol=1e-5 | FileCheck %s
# RUN: ts-run %s --entry=f --dynamic --input=513x600:f32=randn --input=600:f32=randn --threads=2 --expect=%t.npz --rtol=1e-4 --atol=1e-5 | FileCheck %s
# RUN: ts-run %s --entry=f --tier=runtime --input=513x600:f32=randn --input=600:f32=randn --expect=%t.npz --rtol=1e-4 --atol=1e-5 | FileCheck %s
# CHECK: result.0: equal
# CHECK: result.7: equal
# RUN: ts-run %s --entry=f --dynamic=0 --input=513x600:f32=randn --input=600:f32=randn --print-ir-after-all 2>&1 | FileCheck %s --check-prefix=IR
# IR: llvm.call @tsrt_parallel_for(
# Few rows are one call.
# RUN: ts-run %s --entry=few --dynamic=0 --input=2x7:f32=arange --input=7:f32=arange --threads=4 | FileCheck %s --check-prefix=FEW
# FEW: {{^ *}}29
# FEW-NEXT: {{^ *}}32
# RUN: ts-compile %s -o %t.so "--signature=f(x: f32[n,600], w: f32[600])" && ts-run %t.so --entry=f --input=513x600:f32=randn --input=600:f32=randn --threads=3 --expect=%t.npz --rtol=1e-4 --atol=1e-5 | FileCheck %s
import torch
import torch.nn.functional as F
from torch import Tensor


def f(x: Tensor, w: Tensor):
    y = F.layer_norm(x, [600], w, w)
    z = torch.softmax(y, 1) + x * 2.0
    t = x.t().contiguous().t() - z
    pairs = torch.cat([z, t * w], 1)
    p = F.max_pool2d(x.view(x.size(0), 1, 20, 30), 3, 2, 1)
    return torch.exp(z - 1.0), p, z.sum(0), z.sum(1), z.amax(), F.gelu(z), t, pairs


def few(x: Tensor, w: Tensor):
    return (x * 2.0 + w).flatten()
