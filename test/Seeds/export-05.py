# RUN: ts-run %s | FileCheck %s
# REQUIRES: ts-run

import torch

class M(torch.nn.Module):
    def forward(self, x, y):
        return x + y[1:]

x, y = torch.randn(5), torch.randn(6)
dimx = torch.export.Dim("dimx", min=3, max=6)
dimy = dimx + 1

exported_program = torch.export.export(
    M(), (x, y), dynamic_shapes=({0: dimx}, {0: dimy}),
)
print(exported_program)
# CHECK: def forward(self, x: "f32[s0]", y: "f32[s0 + 1]"):
# CHECK: code: return x + y[1:]
# CHECK-NEXT: slice_1: "f32[s0]" = torch.ops.aten.slice.Tensor(y, 0, 1, 9223372036854775807)
# CHECK: add: "f32[s0]" = torch.ops.aten.add.Tensor(x, slice_1)
# CHECK-NEXT: return (add,)
# CHECK: Range constraints: {s0: VR[3, 6], s0 + 1: VR[4, 7]}
