"""torch.nn.intrinsic.quantized.modules."""

from torch.nn.intrinsic.quantized.modules.bn_relu import BNReLU2d, BNReLU3d
from torch.nn.intrinsic.quantized.modules.conv_relu import ConvReLU1d, ConvReLU2d, ConvReLU3d
from torch.nn.intrinsic.quantized.modules.linear_relu import LinearReLU
