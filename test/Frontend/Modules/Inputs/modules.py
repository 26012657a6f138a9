import torch
from torch import nn


class Part(nn.Module):
    __constants__ = ["rate"]

    def forward(self, x):
        return x * self.weight * self.rate

    def never(self, x):
        return {x}


class Whole(nn.Module):
    def forward(self, x):
        return self.c(self.b(self.a(x)))


def plain(x: int):
    return x


class Wrong(nn.Module):
    def forward(self, x):
        return self.missing
