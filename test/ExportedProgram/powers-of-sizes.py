# A power of a known size is a number of the program, and no check is left of it.
# REQUIRES: ts-run
# RUN: ts-translate --export-program %s --instantiate='Scaled()' --input=2x96:f32 -o %t.pt2
# RUN: ts-translate --print-exported-program %t.pt2 | FileCheck %s
# CHECK: torch.ops.aten.mul.Tensor(x, 0.1767766952966369)
import torch
from torch import Tensor


class Scaled(torch.nn.Module):
    def forward(self, x: Tensor):
        return x * torch.pow(x.size(-1) // 3, -0.5)
