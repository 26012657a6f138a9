from typing import Dict, List

import torch
import torch.nn.functional as F
from torch import Tensor


def newton(x: Tensor) -> Tensor:
    """A loop whose number of rounds the data decide."""
    root = torch.ones_like(x)
    rounds = 0
    while bool((root * root - x).abs().max() > 1e-4) and rounds < 30:
        root = 0.5 * (root + x / root)
        rounds += 1
    return root + rounds


def batch(x: Tensor, weight: Tensor) -> Tensor:
    """Of any number of rows."""
    return F.softmax(torch.relu(x @ weight.t()), dim=-1).sum(0)


def batches(weight: Tensor) -> Tensor:
    total = torch.zeros(weight.size(0))
    for rows in [1, 3, 17, 64]:
        x = torch.arange(rows * weight.size(1), dtype=torch.float32).view(rows, -1) / 100
        total = total + batch(x, weight)
    return total


def collect(x: Tensor) -> Tensor:
    """Lists and dicts of tensors, an element that decides a branch."""
    parts: List[Tensor] = []
    kept: Dict[str, Tensor] = {}
    for i in range(x.size(0)):
        row = x[i]
        if row.sum().item() > 3.0:
            parts.append(row * 2)
        else:
            parts.append(-row)
        kept[str(i)] = row.max()
    return torch.cat(parts) + kept["1"].item()


def scans(x: Tensor) -> Tensor:
    return torch.cumsum(x, 1) * torch.cummax(x, 0)[0]


def sort_between(x: Tensor) -> Tensor:
    """Sorting has no kernel for devices; what is around it has."""
    values, order = torch.sort(torch.tanh(x), dim=-1)
    return values * 2 + order.to(torch.float32)


def weight(rows: int, columns: int) -> Tensor:
    return torch.cos(torch.arange(rows * columns, dtype=torch.float32)).view(rows, columns) / columns


def layers(gates: int, features: int, hidden: int, directions: int) -> List[Tensor]:
    """The weights of two layers."""
    params: List[Tensor] = []
    for layer in range(2):
        for direction in range(directions):
            params.append(weight(gates * hidden, features if layer == 0 else hidden * directions))
            params.append(weight(gates * hidden, hidden))
            params.append(weight(gates * hidden, 1).view(-1))
            params.append(weight(gates * hidden, 1).view(-1) / 2)
    return params


def lstm(x: Tensor) -> Tensor:
    """Two layers in both directions."""
    zeros = torch.zeros(4, x.size(0), 6)
    output, h, c = torch.lstm(x, [zeros, zeros + 0.1], layers(4, x.size(2), 6, 2), True, 2, 0.0, False, True, True)
    return torch.cat([output.reshape(-1), h.reshape(-1), c.reshape(-1)])


def projected_lstm(x: Tensor) -> Tensor:
    params = [weight(24, x.size(2)), weight(24, 3), weight(3, 6)]
    output, h, c = torch.lstm(x, [torch.zeros(1, x.size(1), 3), torch.zeros(1, x.size(1), 6)], params, False, 1, 0.0,
                              False, False, False)
    return torch.cat([output.reshape(-1), h.reshape(-1), c.reshape(-1)])


def gru(x: Tensor) -> Tensor:
    output, h = torch.gru(x, torch.ones(4, x.size(1), 6), layers(3, x.size(2), 6, 2), True, 2, 0.0, False, True, False)
    return torch.cat([output.reshape(-1), h.reshape(-1)])


def rnn(x: Tensor) -> Tensor:
    first, h = torch.rnn_tanh(x, torch.ones(2, x.size(1), 6), layers(1, x.size(2), 6, 1), True, 2, 0.0, False, False,
                              False)
    second, k = torch.rnn_relu(first, h, layers(1, 6, 6, 1), True, 2, 0.0, False, False, False)
    return torch.cat([first.reshape(-1), second.reshape(-1), k.reshape(-1)])
