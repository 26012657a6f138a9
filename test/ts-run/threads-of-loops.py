# Loops of kernels run on several threads, with the same results bit by bit.
# RUN: ts-run %s --entry=f --input=512x600:f32=randn --input=600:f32=randn --threads=1 --save-output=%t.npz
# RUN: ts-run %s --entry=f --input=512x600:f32=randn --input=600:f32=randn --threads=2 --expect=%t.npz --rtol=0 --atol=0 | FileCheck %s
# RUN: ts-run %s --entry=f --input=512x600:f32=randn --input=600:f32=randn --threads=5 --expect=%t.npz --rtol=0 --atol=0 | FileCheck %s
# RUN: ts-run %s --entry=f --input=512x600:f32=randn --input=600:f32=randn --tier=runtime --expect=%t.npz --rtol=1e-4 --atol=1e-5 | FileCheck %s
# CHECK: result.0: equal
# CHECK: result.5: equal
# RUN: ts-run %s --entry=f --input=512x600:f32=randn --input=600:f32=randn --print-ir-after-all 2>&1 | FileCheck %s --check-prefix=IR
# IR: llvm.call @tsrt_parallel_for(
# RUN: ts-compile %s -o %t.so "--signature=f(x: f32[512,600], w: f32[600])" && ts-run %t.so --entry=f --input=512x600:f32=randn --input=600:f32=randn --threads=3 --expect=%t.npz --rtol=1e-4 --atol=1e-5 | FileCheck %s
import torch
import torch.nn.functional as F
from torch import Tensor


def f(x: Tensor, w: Tensor):
    y = F.layer_norm(x, [600], w, w)
    z = torch.softmax(y, 1) + x.t().contiguous().t() * 2.0
    p = F.max_pool2d(z.view(1, 8, 64, 600), 3, 2, 1)
    return torch.exp(z - 1.0), p, z.sum(0), z.sum(1), z.amax(), F.gelu(z)
