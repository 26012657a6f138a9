# RUN: ts-run %s | FileCheck %s
# REQUIRES: ts-run

import torch

tensor_x, tensor_y, tensor_z = torch.ones(3, 4, 8), torch.ones(6, 2), torch.ones(2)

class M(torch.nn.Module):
    def forward(self, x: torch.Tensor, others: list[torch.Tensor]):
        return x.sum() + others[0].sum() + others[1].sum()

args = (tensor_x, [tensor_y, tensor_z])

dim = torch.export.Dim("dim")
dynamic_shapes = torch.export.ShapesCollection()
dynamic_shapes[tensor_x] = (dim, dim + 1, 8)
dynamic_shapes[tensor_y] = {0: dim * 2}
# This is equivalent to the following (now auto-generated):
# dynamic_shapes = {"x": (dim, dim + 1, 8), "others": [{0: dim * 2}, None]}

print(dynamic_shapes.dynamic_shapes(M(), args))
# CHECK: {'x': (Dim('dim'), dim + 1, 8), 'others': [{0: 2*dim}, None]}
ep = torch.export.export(M(), args, dynamic_shapes=dynamic_shapes)
print(ep)
# CHECK: def forward(self, x: "f32[s0, s0 + 1, 8]", others_0: "f32[2*s0, 2]", others_1: "f32[2]"):
