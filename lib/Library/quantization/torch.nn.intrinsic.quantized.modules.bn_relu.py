"""torch.nn.intrinsic.quantized.modules.bn_relu."""

import torch
from torch.ao.nn.quantized.modules import batchnorm as _batchnorm


class BNReLU2d(_batchnorm.BatchNorm2d):
    def _get_name(self):
        return "QuantizedBNReLU2d"

    def forward(self, input):
        if len(input.shape) != 4:
            raise ValueError("Input shape must be `(N, C, H, W)`!")
        return torch.ops.quantized.batch_norm2d_relu(
            input, self.weight, self.bias, self.running_mean, self.running_var, self.eps, self.scale, self.zero_point)


class BNReLU3d(_batchnorm.BatchNorm3d):
    def _get_name(self):
        return "QuantizedBNReLU3d"

    def forward(self, input):
        if len(input.shape) != 5:
            raise ValueError("Input shape must be `(N, C, D, H, W)`!")
        return torch.ops.quantized.batch_norm3d_relu(
            input, self.weight, self.bias, self.running_mean, self.running_var, self.eps, self.scale, self.zero_point)
