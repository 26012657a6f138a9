# RUN: ts-run %s | FileCheck %s
# REQUIRES: ts-run

import torch
from torch.export import export

class Mod(torch.nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        a = torch.sin(x)
        b = torch.cos(y)
        return a + b

example_args = (torch.randn(10, 10), torch.randn(10, 10))

exported_program: torch.export.ExportedProgram = export(
    Mod(), args=example_args
)
print(exported_program)
# CHECK: ExportedProgram:
# CHECK-NEXT: class GraphModule(torch.nn.Module):
# CHECK-NEXT: def forward(self, x: "f32[10, 10]", y: "f32[10, 10]"):
# CHECK: code: a = torch.sin(x)
# CHECK-NEXT: sin: "f32[10, 10]" = torch.ops.aten.sin.default(x)
# CHECK: code: b = torch.cos(y)
# CHECK-NEXT: cos: "f32[10, 10]" = torch.ops.aten.cos.default(y)
# CHECK: code: return a + b
# CHECK-NEXT: add: "f32[10, 10]" = torch.ops.aten.add.Tensor(sin, cos)
# CHECK-NEXT: return (add,)
# CHECK: InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=TensorArgument(name='x'), target=None, persistent=None)
# CHECK-SAME: output_specs=[OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=TensorArgument(name='add'), target=None)]
# CHECK: Range constraints: {}
