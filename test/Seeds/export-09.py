# RUN: ts-run %s | FileCheck %s
# REQUIRES: ts-run

import torch
from dataclasses import dataclass

@dataclass
class InputDataClass:
    feature: torch.Tensor
    bias: int

@dataclass
class OutputDataClass:
    res: torch.Tensor

torch.export.register_dataclass(InputDataClass)
torch.export.register_dataclass(OutputDataClass)

class Mod(torch.nn.Module):
    def forward(self, x: InputDataClass) -> OutputDataClass:
        res = x.feature + x.bias
        return OutputDataClass(res=res)

ep = torch.export.export(Mod(), (InputDataClass(torch.ones(2, 2), 1), ))
print(ep)
# CHECK: def forward(self, x_feature: "f32[2, 2]", x_bias):
# CHECK: add: "f32[2, 2]" = torch.ops.aten.add.Tensor(x_feature, 1)
# CHECK-NEXT: return (add,)
