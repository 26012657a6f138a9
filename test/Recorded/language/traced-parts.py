# Parts that a trace or a script made: their classes have no text.
# Rules: TS-MOD-001.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/traced-parts.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed

# What constructors cannot be given again is an error about the file.
# RUN: sed 's/"args": \[{"t": "tuple"/"args": [{"t": "opaque"/' \
# RUN:   %S/traced-parts.expected.json > %t.json
# RUN: not ts-run %s --check=%t.json 2>&1 | FileCheck %s --check-prefix=OPAQUE
# OPAQUE: NotImplementedError: a recorded argument of the form 'opaque' for a constructor
import torch
from torch import nn


class Scaled(nn.Module):
    def __init__(self, sizes, traced):
        super().__init__()
        net = nn.Sequential(nn.Linear(*sizes), nn.BatchNorm1d(sizes[1]))
        if traced:
            self.part = torch.jit.trace(net, torch.ones(2, sizes[0]))
        else:
            self.part = torch.jit.script(net)
        self.register_buffer("scale", torch.rand(1))

    def forward(self, x):
        return self.part(x) * self.scale


INSTANCES = [("traced", "Scaled", [(3, 2), True]), ("scripted", "Scaled", [(3, 2), False])]
CALLS = [
    ("traced.forward", [torch.tensor([[1.0, 2.0, 3.0], [0.5, 0.0, -1.0]])]),
    ("scripted.forward", [torch.tensor([[1.0, 2.0, 3.0], [0.5, 0.0, -1.0]])]),
]
