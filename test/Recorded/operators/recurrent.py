# Recurrent layers over a sequence.
# REQUIRES: ts-run
# RUN: ts-run %s --check=%S/recurrent.expected.json --check-messages | FileCheck %s
# CHECK: {{^}}{{[1-9][0-9]*}} passed, 0 failed
import torch
from typing import Optional, Tuple
from torch import Tensor, nn


def ramp(module: nn.Module):
    with torch.no_grad():
        for p in module.parameters():
            p.copy_((torch.arange(float(p.numel())).reshape(p.shape) % 7) / 10 - 0.3)
    return module


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(2, 3, 2, batch_first=True)
        self.gru = nn.GRU(2, 3, bidirectional=True)
        self.cell = nn.LSTMCell(2, 3)

    def forward(self, x: Tensor, state: Optional[Tuple[Tensor, Tensor]] = None):
        y, (h, c) = self.lstm(x, state)
        g, last = self.gru(x.transpose(0, 1))
        return y, h, c, g, last, self.cell(x[:, 0])


class Wide(nn.Module):
    """States of more elements than a vector has, with a rest."""

    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(2, 17)
        self.gru = nn.GRU(17, 4)
        self.tanh = nn.RNN(4, 18)
        self.relu = nn.RNN(18, 3, nonlinearity="relu", bias=False)

    def forward(self, x: Tensor):
        a, state = self.lstm(x)
        b, last = self.gru(a)
        c, after = self.tanh(b)
        return self.relu(c), state, last, after


INSTANCES = [("net", ramp(Recurrent())), ("wide", ramp(Wide()))]
X = torch.arange(12.0).reshape(2, 3, 2) / 6 - 1
CALLS = [("net.forward", [X]), ("net.forward", [X, (torch.ones(2, 2, 3), torch.zeros(2, 2, 3))]), ("net.forward", [X[:, :, :1]]),
         ("wide.forward", [X]), ("wide.forward", [X[:, :1]]), ("wide.forward", [torch.cat([X, X], 1)[:2]])]
