# Convolutions with what follows them: batch norm in the weights, residual sums,
# activations that keep NaN, layouts from layer to layer. Calls after the first use
# what it prepared.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/Inputs/convolutions.json --rtol=1e-4 --atol=1e-5 --threads=1 | FileCheck %s
# RUN: ts-run %s --check=%S/Inputs/convolutions.json --rtol=1e-4 --atol=1e-5 --threads=2 | FileCheck %s
# RUN: env ONEDNN_MAX_CPU_ISA=AVX2 ts-run %s --check=%S/Inputs/convolutions.json --rtol=1e-4 --atol=1e-5 | FileCheck %s
# RUN: ts-run %s --check=%S/Inputs/convolutions.json --rtol=1e-4 --atol=1e-5 --tier=runtime | FileCheck %s
# CHECK: 18 passed, 0 failed
import torch
from torch import nn, Tensor
import torch.nn.functional as F


class Block(nn.Module):
    def __init__(self, kind: str):
        super().__init__()
        torch.manual_seed(3)
        self.first = nn.Conv2d(4, 8, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(8)
        self.deep = nn.Conv2d(8, 8, 3, padding=1, groups=8)
        self.second = nn.Conv2d(8, 8, 1)
        self.kind = kind
        self.norm.running_mean.uniform_(-1, 1)
        self.norm.running_var.uniform_(0.5, 2)
        with torch.no_grad():
            self.norm.weight.uniform_(-1, 2)
            self.norm.bias.uniform_(-1, 1)

    def activate(self, x: Tensor) -> Tensor:
        if self.kind == "relu":
            return F.relu(x)
        if self.kind == "relu6":
            return F.relu6(x)
        if self.kind == "hardswish":
            return F.hardswish(x)
        if self.kind == "silu":
            return F.silu(x)
        return torch.sigmoid(x)

    def forward(self, x: Tensor):
        y = self.activate(self.norm(self.first(x)))
        z = self.activate(self.deep(y))
        z = F.relu(self.second(z) + y)
        p = F.max_pool2d(z, 3, 2, 1)
        q = torch.cat([p, F.avg_pool2d(z, 2)], 1)
        s = torch.sigmoid(q.mean([2, 3], keepdim=True))
        return z, q * s, F.adaptive_avg_pool2d(z, 1).flatten(1)


class Strange(nn.Module):
    """Convolutions that few libraries have kernels for."""

    def __init__(self):
        super().__init__()
        torch.manual_seed(4)
        self.dilated = nn.Conv2d(3, 6, 3, dilation=2, padding=2, stride=(1, 2))
        self.grouped = nn.Conv2d(6, 4, (1, 3), groups=2, bias=False)
        self.more = nn.Conv2d(4, 12, 2, groups=4)

    def forward(self, x: Tensor):
        y = F.relu(self.dilated(x))
        z = F.hardtanh(self.grouped(y), -0.25, 0.5)
        return F.relu(self.more(z)), y.sum(1), z.permute(0, 2, 3, 1)


ACTIVATIONS = ["relu", "relu6", "hardswish", "silu", "sigmoid"]
INSTANCES = [(n, Block(n).eval()) for n in ACTIVATIONS] + [("strange", Strange().eval())]
torch.manual_seed(5)
picture = torch.randn(2, 4, 4, 6)
# One element each makes pictures of NaN and of infinities.
undefined = picture.clone()
undefined[0, 1, 2, 3] = float("nan")
infinite = picture.clone()
infinite[1, 0, 1, 1] = float("inf")
infinite[0, 2, 3, 5] = -float("inf")
CALLS = [(n + ".forward", [x]) for n in ACTIVATIONS for x in (picture, undefined, infinite)]
CALLS += [("strange.forward", [x[:, :3].contiguous()]) for x in (picture, undefined, infinite)]
