"""torch.nn.intrinsic.quantized."""

from torch.nn.intrinsic.quantized.modules.bn_relu import BNReLU2d, BNReLU3d
from torch.nn.intrinsic.quantized.modules.conv_relu import ConvReLU1d, ConvReLU2d, ConvReLU3d
from torch.nn.intrinsic.quantized.modules.linear_relu import LinearReLU


def __getattr__(name):
    if name in ("dynamic", "modules"):
        return __import__("torch.nn.intrinsic.quantized." + name, None, None, ("*",))
    raise AttributeError(f"module 'torch.nn.intrinsic.quantized' has no attribute {name!r}")
