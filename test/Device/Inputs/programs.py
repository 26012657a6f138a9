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
