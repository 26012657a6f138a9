# Results of elementwise operators and copies have PyTorch's strides.
# REQUIRES: ts-run
# RUN: ts-run %s | FileCheck %s
# RUN: ts-run --tier=runtime %s | FileCheck %s
import torch


@torch.jit.script
def strides(t: torch.Tensor):
    row = torch.ones(t.shape[-1:])
    return t.clone().stride(), t.neg().stride(), (torch.ones(t.shape) + t).stride(), (row * t).stride()


y = torch.ones(1, 3, 2, 2).permute(0, 2, 3, 1)
# Dense, with holes, broadcast, and dimensions of size 1.
# CHECK: ([12, 2, 1, 4], [12, 2, 1, 4], [12, 6, 3, 1], [12, 2, 1, 4])
print(strides(y))
# CHECK-NEXT: ([6, 1, 2], [6, 1, 2], [6, 3, 1], [6, 1, 2])
print(strides(y[:, 0]))
# CHECK-NEXT: ([12, 2, 1, 4], [12, 2, 1, 4], [12, 6, 3, 1], [12, 2, 1, 4])
print(strides(y.expand(2, 2, 2, 3)))
# CHECK-NEXT: ([1, 3, 3], [1, 3, 3], [2, 6, 1], [1, 3, 3])
print(strides(torch.ones(2, 1, 3).transpose(0, 2)))
# CHECK-NEXT: ([4, 1], [4, 1], [4, 1], [4, 1])
print(strides(torch.ones(1, 3).expand(4, 3).t()))
# CHECK-NEXT: ([1, 3], [1, 3], [2, 1], [1, 3])
print(strides(torch.ones(2, 3, 4)[:, :, 0].t()))
