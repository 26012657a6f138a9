# Sums so far along rows and columns that are longer than vectors.
# RUN: ts-run %s --input=3x20:f32=1 --tier=compiled > %t
# RUN: ts-run %s --input=3x20:f32=1 --tier=runtime > %t.runtime
# RUN: diff %t %t.runtime
# RUN: FileCheck %s < %t
# CHECK: 1 {{ *}}2 {{ *}}3 {{ *}}4
# CHECK: 2 {{ *}}4 {{ *}}6 {{ *}}8
# CHECK: 3 {{ *}}6 {{ *}}9 {{ *}}12
import torch


def forward(x: torch.Tensor):
    return torch.cumsum(x, 1) * torch.cumsum(x, 0), torch.cummax(x, 0)[0] + torch.cumprod(x, 1)
