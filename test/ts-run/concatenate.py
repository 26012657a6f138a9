# A dense block: each layer reads what all layers before it made, which lies in
# one tensor; with Winograd's method, which writes there, and without.
# RUN: ts-run %s --instantiate='Net()' --seed=1 --input=2x3x30x22:f32=randn --tier=runtime --save-output=%t.npz
# RUN: ts-run %s --instantiate='Net()' --seed=1 --input=2x3x30x22:f32=randn --expect=%t.npz --rtol=1e-5 --atol=1e-5
# RUN: ts-run %s --instantiate='Net()' --seed=1 --input=2x3x30x22:f32=randn --expect=%t.npz --rtol=1e-5 --atol=1e-5 --accuracy=strict
# RUN: ts-run %s --instantiate='Net()' --seed=1 --input=2x3x30x22:f32=randn --expect=%t.npz --rtol=1e-5 --atol=1e-5 --threads=2
# RUN: env ONEDNN_MAX_CPU_ISA=AVX2 ts-run %s --instantiate='Net()' --seed=1 --input=2x3x30x22:f32=randn --expect=%t.npz --rtol=1e-5 --atol=1e-5
# RUN: env ONEDNN_MAX_CPU_ISA=SSE41 ts-run %s --instantiate='Net()' --seed=1 --input=2x3x30x22:f32=randn --expect=%t.npz --rtol=1e-5 --atol=1e-5
# RUN: ts-run %s --instantiate='Net()' --seed=1 --input=2x3x30x22:f32=randn --report-kernels 2>&1 | FileCheck %s

# Nothing is copied but what a convolution reads of the tensor, and what changes
# the layout of the network's input and output.
# CHECK: loop: copy
# CHECK: 64 channels to 32
# CHECK: loop: copy
# CHECK-NEXT: 48 channels to 32
# CHECK: 96 channels to 16
# CHECK-NEXT: loop: copy
# CHECK-NOT: copy

from typing import List
import torch
from torch import nn


class Layer(nn.Module):
    def __init__(self, channels: int):
        super().__init__()
        self.norm = nn.BatchNorm2d(channels)
        self.narrow = nn.Conv2d(channels, 32, 1, bias=False)
        self.wide = nn.Conv2d(32, 16, 3, padding=1)

    def forward(self, parts: List[torch.Tensor]):
        x = torch.cat(parts, 1)
        return self.wide(torch.relu(self.narrow(torch.relu(self.norm(x)))))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Conv2d(3, 32, 3)
        self.one = Layer(32)
        self.two = Layer(48)
        self.three = Layer(64)
        self.norm = nn.BatchNorm2d(80)
        self.last = nn.Conv2d(96, 16, 1)
        self.eval()

    def forward(self, x):
        x = torch.relu(self.first(x))
        parts = [x]
        parts.append(self.one(parts))
        parts.append(self.two(parts))
        parts.append(self.three(parts))
        every = torch.relu(self.norm(torch.cat(parts, 1)))
        # A part that a convolution and a concatenation read.
        return self.last(torch.cat([every, self.two.wide(self.two.narrow(torch.cat(parts[:2], 1)))], 1))
