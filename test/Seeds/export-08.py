# RUN: ts-run %s | FileCheck %s
# REQUIRES: ts-run

import torch
from torch.export import export

class Mod(torch.nn.Module):
    def forward(self, x: torch.Tensor, const: int, times: int):
        for i in range(times):
            x = x + const
        return x

example_inputs = (torch.rand(2, 2), 1, 3)
exported_program = export(Mod(), example_inputs)
print(exported_program)
# CHECK: def forward(self, x: "f32[2, 2]", const, times):
# CHECK-NEXT: code: x = x + const
# CHECK-NEXT: add: "f32[2, 2]" = torch.ops.aten.add.Tensor(x, 1)
# CHECK-NEXT: add_1: "f32[2, 2]" = torch.ops.aten.add.Tensor(add, 1)
# CHECK-NEXT: add_2: "f32[2, 2]" = torch.ops.aten.add.Tensor(add_1, 1)
# CHECK-NEXT: return (add_2,)
try:
    exported_program.module()(torch.rand(2, 2), 2, 3)
except RuntimeError as error:
    print(error)
# CHECK: Expected input at *args[1] to be equal to 1, but got 2
