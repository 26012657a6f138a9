"""torch.nn.intrinsic.quantized.dynamic."""

from torch.nn.intrinsic.quantized.dynamic.modules.linear_relu import LinearReLU
