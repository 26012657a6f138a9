# torch.nn.modules.container in TorchScript.
import torch
from torch.nn import Module


class Sequential(Module):
    def forward(self, input):
        for module in self:
            input = module(input)
        return input


class ModuleList(Module):
    pass


class ModuleDict(Module):
    pass


class ParameterList(Module):
    pass


class ParameterDict(Module):
    pass
