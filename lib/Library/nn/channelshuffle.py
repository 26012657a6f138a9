# torch.nn.modules.channelshuffle.
import torch
from torch import Tensor
from torch.nn import Module


class ChannelShuffle(Module):
    __constants__ = ["groups"]
    groups: int

    def __init__(self, groups: int) -> None:
        super().__init__()
        self.groups = groups

    def forward(self, input: Tensor) -> Tensor:
        return torch.channel_shuffle(input, self.groups)

    def extra_repr(self) -> str:
        return "groups={}".format(self.groups)
