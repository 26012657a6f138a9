"""torch.ao.nn.intrinsic.modules."""

from torch.ao.nn.intrinsic.modules.fused import (
    BNReLU2d, BNReLU3d, ConvBn1d, ConvBn2d, ConvBn3d, ConvBnReLU1d, ConvBnReLU2d, ConvBnReLU3d, ConvReLU1d, ConvReLU2d,
    ConvReLU3d, LinearBn1d, LinearReLU, _FusedModule)
