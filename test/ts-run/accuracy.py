# With --accuracy=strict, convolutions are sums of products, without, some of
# them have fewer products, and nearly the same results; everywhere.
# RUN: ts-run %s --instantiate='Net()' --seed=1 --input=1x16x20x22:f32=randn --accuracy=strict --report-kernels --save-output=%t.npz 2>&1 | FileCheck %s --check-prefix=STRICT
# RUN: ts-run %s --instantiate='Net()' --seed=1 --input=1x16x20x22:f32=randn --report-kernels --expect=%t.npz --rtol=1e-5 --atol=1e-5 2>&1 | FileCheck %s --check-prefix=DEFAULT
# RUN: env ONEDNN_MAX_CPU_ISA=AVX2 ts-run %s --instantiate='Net()' --seed=1 --input=1x16x20x22:f32=randn --expect=%t.npz --rtol=1e-5 --atol=1e-5
# RUN: env ONEDNN_MAX_CPU_ISA=SSE41 ts-run %s --instantiate='Net()' --seed=1 --input=1x16x20x22:f32=randn --expect=%t.npz --rtol=1e-5 --atol=1e-5
# RUN: ts-run %s --instantiate='Net()' --seed=1 --input=1x16x20x22:f32=randn --threads=1 --expect=%t.npz --rtol=1e-5 --atol=1e-5
# RUN: not ts-run %s --instantiate='Net()' --accuracy=exact 2>&1 | FileCheck %s --check-prefix=UNKNOWN

# STRICT-NOT: Winograd
# DEFAULT: 3x3 convolution of 16 channels to 48, bias, relu, Winograd of 4
# DEFAULT: 3x3 convolution of 48 channels to 48, bias, Winograd of 4
# DEFAULT: 3x3 convolution of 48 channels to 48, bias, sum, relu, Winograd of 4
# DEFAULT: 3x3 convolution of 48 channels to 32, bias
# DEFAULT-NOT: Winograd
# UNKNOWN: Cannot find option named 'exact'

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Conv2d(16, 48, 3, padding=1)
        self.second = nn.Conv2d(48, 48, 3, padding=1)
        self.third = nn.Conv2d(48, 48, 3, padding=1)
        self.last = nn.Conv2d(48, 32, 3, stride=2)

    def forward(self, x):
        x = torch.relu(self.first(x))
        x = torch.relu(self.second(x) + self.third(x))
        return self.last(x)
