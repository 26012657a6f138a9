"""torch.nn.intrinsic: layers that are computed together."""

from torch.ao.nn.intrinsic import (
    BNReLU2d, BNReLU3d, ConvBn1d, ConvBn2d, ConvBn3d, ConvBnReLU1d, ConvBnReLU2d, ConvBnReLU3d, ConvReLU1d, ConvReLU2d,
    ConvReLU3d, LinearBn1d, LinearReLU, _FusedModule)

__all__ = [name for name in globals() if not name.startswith("_")]


def __getattr__(name):
    if name in ("modules", "qat", "quantized"):
        return __import__("torch.nn.intrinsic." + name, None, None, ("*",))
    raise AttributeError(f"module 'torch.nn.intrinsic' has no attribute {name!r}")
