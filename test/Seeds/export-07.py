# RUN: ts-run %s | FileCheck %s
# REQUIRES: ts-run

import torch
from torch.export import export

class Mod(torch.nn.Module):
    def forward(self, x):
        if x.shape[0] > 5:
            return x + 1
        else:
            return x - 1

example_inputs = (torch.rand(10, 2),)
exported_program = export(Mod(), example_inputs)
print(exported_program)
# CHECK: def forward(self, x: "f32[10, 2]"):
# CHECK-NEXT: code: return x + 1
# CHECK-NEXT: add: "f32[10, 2]" = torch.ops.aten.add.Tensor(x, 1)
# CHECK-NEXT: return (add,)
