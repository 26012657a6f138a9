# torch.nn.modules.channelshuffle in TorchScript.
import torch
from torch import Tensor
from torch.nn import Module


class ChannelShuffle(Module):
    __constants__ = ["groups"]
    groups: int

    def forward(self, input: Tensor) -> Tensor:
        return torch.channel_shuffle(input, self.groups)
