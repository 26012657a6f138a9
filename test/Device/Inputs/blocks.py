from typing import Tuple

import torch
import torch.nn.functional as F
from torch import Tensor


def product(a: Tensor, b: Tensor) -> Tensor:
    """Tiles of 16x16, some of them cut off."""
    return a @ b


def products(a: Tensor) -> Tensor:
    return torch.bmm(a, a.transpose(1, 2))


def rows(x: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
    """Rows that blocks reduce in trees."""
    return F.softmax(x, -1), F.layer_norm(x, [x.size(-1)]), x.argmax(-1)


def columns(x: Tensor) -> Tuple[Tensor, Tensor]:
    return x.sum(0), x.cumsum(0)


def image(x: Tensor) -> Tensor:
    weight = torch.cos(torch.arange(4 * 3 * 9, dtype=torch.float32)).view(4, 3, 3, 3)
    y = F.relu(F.conv2d(x, weight, padding=1))
    return F.avg_pool2d(F.max_pool2d(y, 2), 2)


def moved(x: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
    index = torch.arange(x.size(0)).flip(0)
    return x.t().contiguous(), x[index], torch.zeros_like(x).scatter(0, index.view(-1, 1).expand(-1, x.size(1)), x)


def integers(x: Tensor) -> Tuple[Tensor, Tensor]:
    y = x.to(torch.int32)
    return (y * 3 + 1) % 7, torch.where(x > 2, y, -y).to(torch.uint8)


def brain(x: Tensor, w: Tensor) -> Tensor:
    """Tiles of bfloat16, what is added up is float32."""
    return F.relu(F.linear(x.to(torch.bfloat16), torch.cos(w).to(torch.bfloat16))).to(torch.float32)


def waves(x: Tensor, w: Tensor) -> Tensor:
    return torch.sin(x) @ torch.cos(w)


def filtered(x: Tensor) -> Tensor:
    weight = torch.cos(torch.arange(64 * 8 * 9, dtype=torch.float32)).view(64, 8, 3, 3)
    return F.conv2d(torch.sin(x), weight, padding=1)
