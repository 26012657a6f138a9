# RUN: ts-run %s | FileCheck %s
# REQUIRES: ts-run
# Here both succeed: there is one way to make a program, and it takes context managers.

import contextlib
import torch

class ContextManager():
    def __init__(self):
        self.count = 0
    def __enter__(self):
        self.count += 1
    def __exit__(self, exc_type, exc_value, traceback):
        self.count -= 1

class M(torch.nn.Module):
    def forward(self, x):
        with ContextManager():
            return x.sin() + x.cos()

from torch.export import export

print(export(M(), (torch.ones(3, 3),), strict=False).graph_module.code)  # Non-strict traces successfully
print(export(M(), (torch.ones(3, 3),)).graph_module.code)  # Strict mode fails with torch._dynamo.exc.Unsupported: ContextManager
# CHECK-COUNT-2: add = torch.ops.aten.add.Tensor(sin, cos)
