# RUN: ts-run %s > %t
# RUN: diff %S/Outputs/model-unet.out %t
# REQUIRES: ts-run
# Containers of modules in containers; the output is what Python prints.
import torch
import torch.nn as nn
import torch.nn.functional as F
from typing import Dict, List, Optional, Tuple

torch.manual_seed(0)


def show(t):
    return [round(v, 3) for v in t.detach().flatten()[:4].tolist()], tuple(t.shape)


class Block(nn.Module):
    def __init__(self, i, o):
        super().__init__()
        self.c = nn.Sequential(nn.Conv2d(i, o, 3, padding=1, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True))
    def forward(self, x):
        return self.c(x)

class UNet(nn.Module):
    def __init__(self, widths=(4, 8, 16)):
        super().__init__()
        self.downs = nn.ModuleList()
        self.ups = nn.ModuleList()
        c = 3
        for w in widths:
            self.downs.append(Block(c, w)); c = w
        for w in reversed(widths[:-1]):
            self.ups.append(nn.ModuleDict({"up": nn.ConvTranspose2d(c, w, 2, stride=2), "conv": Block(2 * w, w)})); c = w
        self.pool = nn.MaxPool2d(2)
        self.head = nn.Conv2d(c, 2, 1)
    def forward(self, x):
        skips: List[torch.Tensor] = []
        for i, d in enumerate(self.downs):
            x = d(x)
            skips.append(x)
            if i + 1 < len(self.downs):
                x = self.pool(x)
        skips.pop()
        for u in self.ups:
            x = u["up"](x)
            x = u["conv"](torch.cat([skips.pop(), x], dim=1))
        return self.head(x)

m = UNet().eval()
s = torch.jit.script(m)
x = torch.randn(1, 3, 16, 16)
with torch.no_grad():
    print(show(s(x)), torch.allclose(s(x), m(x), atol=1e-5))
