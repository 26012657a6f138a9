# A small network of standard layers, in evaluation and in training mode.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/layers.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from torch import Tensor, nn


def ramp(module: nn.Module):
    with torch.no_grad():
        for p in module.parameters():
            p.copy_((torch.arange(float(p.numel())).reshape(p.shape) % 5) / 5 - 0.4)
    return module


class Block(nn.Module):
    def __init__(self, channels: int):
        super().__init__()
        self.conv = nn.Conv2d(channels, channels, 3, padding=1, groups=channels)
        self.norm = nn.BatchNorm2d(channels)
        self.act = nn.ReLU6(inplace=True)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.act(self.norm(self.conv(x)))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(1, 2, 2), nn.Hardswish(), nn.MaxPool2d(2))
        self.blocks = nn.ModuleList([Block(2), Block(2)])
        self.drop = nn.Dropout(0.5)
        self.head = nn.Linear(8, 3)

    def forward(self, x: Tensor):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        x = self.head(self.drop(torch.flatten(x, 1)))
        return x, x.argmax(1), torch.softmax(x, 1)


class Training(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(2)

    def forward(self, x: Tensor):
        return self.norm(x), self.norm.running_mean, self.norm.num_batches_tracked


INSTANCES = [("net", ramp(Net()).eval()), ("training", Training())]
X = torch.arange(50.0).reshape(2, 1, 5, 5) / 25 - 1
CALLS = [("net.forward", [X]), ("net.forward", [X * float("nan")]), ("net.forward", [X[:, :, :4]]),
         ("training.forward", [torch.tensor([[1.0, 2.0], [3.0, 5.0]])]), ("training.forward", [torch.tensor([[0.0, 1.0], [1.0, 1.0]])])]
