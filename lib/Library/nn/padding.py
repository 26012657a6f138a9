# torch.nn.modules.padding in TorchScript.
import torch
import torch.nn.functional as F
from torch import Tensor
from torch.nn import Module


class _ConstantPadNd(Module):
    __constants__ = ["padding", "value"]
    value: float

    def forward(self, input: Tensor) -> Tensor:
        return F.pad(input, self.padding, "constant", self.value)


class ConstantPad1d(_ConstantPadNd):
    pass


class ConstantPad2d(_ConstantPadNd):
    pass


class ConstantPad3d(_ConstantPadNd):
    pass


class ZeroPad2d(ConstantPad2d):
    pass


class _ReflectionPadNd(Module):
    __constants__ = ["padding"]

    def forward(self, input: Tensor) -> Tensor:
        return F.pad(input, self.padding, "reflect")


class ReflectionPad1d(_ReflectionPadNd):
    pass


class ReflectionPad2d(_ReflectionPadNd):
    pass


class ReflectionPad3d(_ReflectionPadNd):
    pass


class _ReplicationPadNd(Module):
    __constants__ = ["padding"]

    def forward(self, input: Tensor) -> Tensor:
        return F.pad(input, self.padding, "replicate")


class ReplicationPad1d(_ReplicationPadNd):
    pass


class ReplicationPad2d(_ReplicationPadNd):
    pass


class ReplicationPad3d(_ReplicationPadNd):
    pass
