# RUN: ts-run %s | FileCheck %s
# REQUIRES: ts-run

import torch
from torch.export import Dim, export

class M(torch.nn.Module):
    def __init__(self):
        super().__init__()

        self.branch1 = torch.nn.Sequential(
            torch.nn.Linear(64, 32), torch.nn.ReLU()
        )
        self.branch2 = torch.nn.Sequential(
            torch.nn.Linear(128, 64), torch.nn.ReLU()
        )
        self.buffer = torch.ones(32)

    def forward(self, x1, x2):
        out1 = self.branch1(x1)
        out2 = self.branch2(x2)
        return (out1 + self.buffer, out2)

example_args = (torch.randn(32, 64), torch.randn(32, 128))

# Create a dynamic batch size
batch = Dim("batch")
# Specify that the first dimension of each input is that batch size
dynamic_shapes = {"x1": {0: batch}, "x2": {0: batch}}

exported_program: torch.export.ExportedProgram = export(
    M(), args=example_args, dynamic_shapes=dynamic_shapes
)
print(exported_program)
# CHECK: def forward(self, p_branch1_0_weight: "f32[32, 64]", p_branch1_0_bias: "f32[32]", p_branch2_0_weight: "f32[64, 128]", p_branch2_0_bias: "f32[64]", c_buffer: "f32[32]", x1: "f32[s0, 64]", x2: "f32[s0, 128]"):
# CHECK: code: out1 = self.branch1(x1)
# CHECK: linear: "f32[s0, 32]" = torch.ops.aten.linear.default(x1, p_branch1_0_weight, p_branch1_0_bias)
# CHECK: relu: "f32[s0, 32]" = torch.ops.aten.relu.default(linear)
# CHECK: code: out2 = self.branch2(x2)
# CHECK: linear_1: "f32[s0, 64]" = torch.ops.aten.linear.default(x2, p_branch2_0_weight, p_branch2_0_bias)
# CHECK: relu_1: "f32[s0, 64]" = torch.ops.aten.relu.default(linear_1)
# CHECK: code: return (out1 + self.buffer, out2)
# CHECK-NEXT: add: "f32[s0, 32]" = torch.ops.aten.add.Tensor(relu, c_buffer)
# CHECK-NEXT: return (add, relu_1)
# CHECK: InputSpec(kind=<InputKind.CONSTANT_TENSOR: 4>, arg=TensorArgument(name='c_buffer'), target='buffer'
# CHECK: Range constraints: {s0: VR[0, int_oo]}
print(exported_program.range_constraints)
# CHECK: VR[0, int_oo]
