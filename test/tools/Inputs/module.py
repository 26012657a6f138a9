import torch
from torch import Tensor, nn


class Net(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x)


class Other(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return x
