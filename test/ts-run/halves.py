# Products of a million multiplications with constant weights may be sums of
# halves: nearly the same results, and those of sums of floats with
# --accuracy=strict; on all processors.
# RUN: ts-run %s --instantiate='Net()' --seed=1 --input=64x96:f32=randn --accuracy=strict --report-kernels --save-output=%t.npz 2>&1 | FileCheck %s --check-prefix=STRICT
# RUN: ts-run %s --instantiate='Net()' --seed=1 --input=64x96:f32=randn --report-kernels --expect=%t.npz --rtol=2e-5 --atol=2e-5 2>&1 | FileCheck %s --check-prefix=DEFAULT
# RUN: env ONEDNN_MAX_CPU_ISA=AVX512_CORE ts-run %s --instantiate='Net()' --seed=1 --input=64x96:f32=randn --expect=%t.npz --rtol=1e-5 --atol=1e-5
# RUN: env ONEDNN_MAX_CPU_ISA=AVX2 ts-run %s --instantiate='Net()' --seed=1 --input=64x96:f32=randn --expect=%t.npz --rtol=1e-5 --atol=1e-5

# STRICT-NOT: bf16x3
# DEFAULT: product of 64x96 and 96x400, bias, bf16x3 where there is AMX
# DEFAULT: product of 64x400 and 400x40, bias
# DEFAULT-NOT: bf16x3
# DEFAULT: 1x1 convolution of 64 channels to 256, bias, relu, bf16x3 where there is AMX

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.up = nn.Linear(96, 400)
        self.down = nn.Linear(400, 40)
        self.pixels = nn.Conv2d(64, 256, 1)

    def forward(self, x):
        x = torch.relu(self.down(torch.nn.functional.gelu(self.up(x))))
        return torch.relu(self.pixels(x.reshape(1, 64, 8, 5).repeat(1, 1, 2, 1)))
