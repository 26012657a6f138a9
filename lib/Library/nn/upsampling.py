# torch.nn.modules.upsampling in TorchScript.
import torch
import torch.nn.functional as F
from torch import Tensor
from torch.nn import Module


class Upsample(Module):
    __constants__ = ["size", "scale_factor", "mode", "align_corners", "name", "recompute_scale_factor"]

    def forward(self, input: Tensor) -> Tensor:
        return F.interpolate(input, self.size, self.scale_factor, self.mode, self.align_corners,
                             recompute_scale_factor=self.recompute_scale_factor)


class UpsamplingNearest2d(Upsample):
    pass


class UpsamplingBilinear2d(Upsample):
    pass
