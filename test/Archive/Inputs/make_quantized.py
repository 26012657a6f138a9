#!/usr/bin/env python3
"""Makes the archives with quantized parts, and what PyTorch computes with them.

    cd test/Archive/Inputs && python3 make_quantized.py
"""
import inspect
import os
import warnings
import zipfile

import torch
from torch import nn
from torch.ao.quantization import default_dynamic_qconfig, float_qparams_weight_only_qconfig, quantize_dynamic
import torch.nn.quantized as nnq


class Static(nn.Module):
    """Weights per tensor and per channel, and tensors that are quantized themselves."""

    def __init__(self):
        super().__init__()
        self.conv = nnq.Conv2d(2, 3, (3, 2), padding=(1, 0))
        self.conv.set_weight_bias(torch.quantize_per_tensor(torch.randn(3, 2, 3, 2), 0.02, 0, torch.qint8), torch.randn(3))
        self.up = nnq.ConvTranspose2d(3, 2, 2, stride=2)
        self.up.set_weight_bias(torch.quantize_per_tensor(torch.randn(3, 2, 2, 2), 0.02, 0, torch.qint8), torch.randn(2))
        self.fc = nnq.Linear(6, 4)
        scales = torch.rand(4) * 0.02 + 0.01
        self.fc.set_weight_bias(torch.quantize_per_channel(torch.randn(4, 6), scales, torch.zeros(4, dtype=torch.int64), 0, torch.qint8),
                                torch.randn(4))
        for module, scale in ((self.conv, 0.1), (self.up, 0.2), (self.fc, 0.3)):
            module.scale, module.zero_point = scale, 60
        self.register_buffer("table", torch.quantize_per_tensor(torch.randn(2, 3), 0.05, 7, torch.quint8))
        self.register_buffer("channels", torch.quantize_per_channel(torch.randn(2, 3), torch.tensor([0.1, 0.2]), torch.tensor([0, 3]), 0,
                                                                    torch.qint8))

    def forward(self, x):
        q = torch.quantize_per_tensor(x, 0.1, 3, torch.quint8)
        y = torch.relu(self.conv(q))
        z = self.up(y)
        w = self.fc(y.mean([2]).flatten(1)[:, :6])
        return y, z.dequantize().sum(), w, torch.ops.quantized.add(self.table, self.table, 0.1, 5), self.channels.int_repr()


class Dynamic(nn.Module):
    """Weights of floats' layers, and a table."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 3)
        self.lstm = nn.LSTM(4, 3, 2, bidirectional=True)
        self.embedding = nn.Embedding(5, 4)

    def forward(self, x):
        y, (h, c) = self.lstm(x)
        return self.fc(x), y, h, c, self.embedding(torch.tensor([3, 0]))


class Printed(nn.Module):
    """What print shows of a module's results."""

    def __init__(self, module):
        super().__init__()
        self.module = module

    def forward(self, x):
        return str(self.module(x))


def main():
    # Debug records name this file without its directory.
    find = inspect.getsourcefile
    inspect.getsourcefile = lambda value: (
        "make_quantized.py" if find(value) == os.path.abspath("make_quantized.py") else find(value))
    warnings.simplefilter("ignore")
    torch.manual_seed(0)

    dynamic = quantize_dynamic(Dynamic(), {nn.Linear: default_dynamic_qconfig, nn.LSTM: default_dynamic_qconfig,
                                           nn.Embedding: float_qparams_weight_only_qconfig})
    for name, module, x in (("static", Static(), torch.arange(40.).reshape(1, 2, 5, 4)),
                            ("dynamic", dynamic, torch.arange(24.).reshape(3, 2, 4))):
        scripted = torch.jit.script(module.eval())
        torch.jit.save(scripted, f"quantized_{name}.pt")
        with open(f"quantized_{name}.txt", "w") as out:
            out.write(torch.jit.script(Printed(scripted))(x) + "\n")
    # A class of an extension that nobody knows.
    with zipfile.ZipFile("quantized_dynamic.pt") as old, zipfile.ZipFile("quantized_unknown.pt", "w") as new:
        for name in old.namelist():
            new.writestr(zipfile.ZipInfo(name), old.read(name).replace(b"LinearPackedParamsBase", b"LinearPackedParamsBasf"))


if __name__ == "__main__":
    main()
