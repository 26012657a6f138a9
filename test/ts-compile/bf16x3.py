# A library has weights in halves where the processor that made it has tiles, and
# in floats otherwise; wherever it runs, weights in another order are packed anew
# from those that it has besides.
# RUN: rm -rf %t && mkdir %t
# RUN: ts-run %s --instantiate='Net()' --seed=1 --input=64x96:f32=arange --accuracy=strict --save-output=%t/y.npz
# RUN: ts-compile %s --instantiate='Net()' --seed=1 -o %t/tiles.so --signature='net.forward(x: f32[64,96])'
# RUN: env ONEDNN_MAX_CPU_ISA=AVX2 ts-compile %s --instantiate='Net()' --seed=1 -o %t/floats.so --signature='net.forward(x: f32[64,96])'
# RUN: ts-run %t/tiles.so --input=64x96:f32=arange --expect=%t/y.npz --rtol=2e-5 --atol=2e-5
# RUN: ts-run %t/floats.so --input=64x96:f32=arange --expect=%t/y.npz --rtol=2e-5 --atol=2e-5
# RUN: env ONEDNN_MAX_CPU_ISA=AVX512_CORE ts-run %t/tiles.so --input=64x96:f32=arange --expect=%t/y.npz --rtol=1e-5 --atol=1e-5
# RUN: env ONEDNN_MAX_CPU_ISA=AVX2 ts-run %t/tiles.so --input=64x96:f32=arange --expect=%t/y.npz --rtol=1e-5 --atol=1e-5

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.up = nn.Linear(96, 400)

    def forward(self, x):
        return torch.relu(self.up(torch.sin(x)))
