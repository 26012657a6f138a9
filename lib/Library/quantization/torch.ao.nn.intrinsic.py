"""torch.ao.nn.intrinsic: layers that are computed together."""

from torch.ao.nn.intrinsic.modules.fused import (
    BNReLU2d, BNReLU3d, ConvBn1d, ConvBn2d, ConvBn3d, ConvBnReLU1d, ConvBnReLU2d, ConvBnReLU3d, ConvReLU1d, ConvReLU2d,
    ConvReLU3d, LinearBn1d, LinearReLU, _FusedModule)

__all__ = [name for name in globals() if not name.startswith("_")]
