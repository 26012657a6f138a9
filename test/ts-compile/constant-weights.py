# Weights that no method writes to stay as they are packed for a signature, also
# when tensors that the method made are written to.
# RUN: ts-compile %s --instantiate='Net()' --seed=1 -o %t.so --signature='net.forward(x: f32[1,16,20,22])' --print-ir-after-all 2>&1 | FileCheck %s --check-prefix=KEPT
# RUN: ts-compile %s --instantiate='Counter()' --seed=1 -o %t.so --print-ir-after-all 2>&1 | FileCheck %s --check-prefix=WRITTEN

# KEPT-NOT: {{^}}module attributes {{.*}}ts.mutable_tensors
# WRITTEN: {{^}}module attributes {{.*}}ts.mutable_tensors

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Conv2d(16, 16, 3, padding=1)

    def forward(self, x):
        y = self.first(x)
        return y.relu_()


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(16), requires_grad=False)

    def forward(self, x):
        y = x * self.weight
        self.weight.add_(1.0)
        return y
