#!/usr/bin/env python3
# Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the networks that are timed.

    /usr/bin/python3 benchmarks/networks/networks.py DIR [NAME ...]

For each name: NAME.pt (scripted), NAME.frozen.pt, NAME.onnx where the exporter and
python3-onnx are there, NAME.input.npy. Weights are random, from a fixed seed;
evaluation mode, batch 1.
"""
import os
import sys
import warnings

warnings.simplefilter("ignore")
import numpy as np
import torch
import torchvision
from torch import nn


class Perceptron(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(784, 1024), nn.ReLU(), nn.Linear(1024, 1024), nn.ReLU(),
                                    nn.Linear(1024, 10))

    def forward(self, x: torch.Tensor):
        return self.layers(x)


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(128, 256, batch_first=True)

    def forward(self, x: torch.Tensor):
        return self.lstm(x)[0]


class Layer(nn.Module):
    """A layer of an encoder with normalization behind each half, written out."""

    def __init__(self, width: int, heads: int):
        super().__init__()
        self.heads = heads
        self.project = nn.Linear(width, 3 * width)
        self.join = nn.Linear(width, width)
        self.widen = nn.Linear(width, 4 * width)
        self.narrow = nn.Linear(4 * width, width)
        self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)

    def forward(self, x: torch.Tensor):
        batch, length, width = x.shape
        each = width // self.heads
        q, k, v = self.project(x).view(batch, length, 3, self.heads, each).permute(2, 0, 3, 1, 4).unbind(0)
        scores = torch.softmax(torch.matmul(q, k.transpose(-2, -1)) / each ** 0.5, dim=-1)
        mixed = torch.matmul(scores, v).transpose(1, 2).reshape(batch, length, width)
        x = self.first(x + self.join(mixed))
        return self.second(x + self.narrow(nn.functional.gelu(self.widen(x))))


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Layer(512, 8) for _ in range(6)])

    def forward(self, x: torch.Tensor):
        for layer in self.layers:
            x = layer(x)
        return x


PICTURE = (1, 3, 224, 224)
PICTURES = ("resnet18", "resnet50", "mobilenet_v2", "mobilenet_v3_large", "efficientnet_b0", "squeezenet1_0",
            "densenet121", "vit_b_16")
NETWORKS = {name: (getattr(torchvision.models, name), PICTURE) for name in PICTURES}
NETWORKS.update({"encoder": (Encoder, (1, 128, 512)), "lstm": (Recurrent, (1, 100, 128)),
                 "mlp": (Perceptron, (1, 784))})


def fill_zeros(module):
    """A last layer of zeros, as a fresh vision transformer has, would hide everything in front of it."""
    for parameter in module.parameters():
        if parameter.dim() > 1 and not parameter.any():
            torch.nn.init.normal_(parameter, std=0.02)


def write(name, directory):
    make, shape = NETWORKS[name]
    torch.manual_seed(0)
    module = make().eval()
    fill_zeros(module)
    x = torch.randn(*shape)
    base = os.path.join(directory, name)
    scripted = torch.jit.script(module)
    torch.jit.freeze(scripted).save(base + ".frozen.pt")
    try:
        # With gradients, or operators that ONNX lacks would be chosen.
        torch.onnx.export(module, x, base + ".onnx", opset_version=14)
    except Exception as error:
        print(f"{name} has no ONNX file: {str(error).splitlines()[0]}", file=sys.stderr)
    scripted.save(base + ".pt")
    # The last: with it, the network is whole.
    np.save(base + ".input.npy", x.numpy())


def main():
    directory, names = sys.argv[1], sys.argv[2:] or list(NETWORKS)
    unknown = [name for name in names if name not in NETWORKS]
    if unknown:
        sys.exit(f"no network '{unknown[0]}'; there are {', '.join(NETWORKS)}")
    os.makedirs(directory, exist_ok=True)
    for name in names:
        write(name, directory)


if __name__ == "__main__":
    main()
