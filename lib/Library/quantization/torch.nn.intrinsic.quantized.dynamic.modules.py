"""torch.nn.intrinsic.quantized.dynamic.modules."""

from torch.nn.intrinsic.quantized.dynamic.modules.linear_relu import LinearReLU
