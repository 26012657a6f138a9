"""torch.nn.intrinsic.quantized.modules.conv_relu."""

import torch
import torch.nn.functional as F
from torch.ao.nn import intrinsic as nni
from torch.ao.nn.quantized.modules import conv as _conv
from torch.ao.nn.quantized.modules.conv import _reverse_repeat_padding


class ConvReLU1d(_conv.Conv1d):
    _FLOAT_MODULE = nni.ConvReLU1d

    def _get_name(self):
        return "QuantizedConvReLU1d"

    def forward(self, input):
        if len(input.shape) != 3:
            raise ValueError("Input shape must be `(N, C, L)`!")
        if self.padding_mode != "zeros":
            input = F.pad(input, _reverse_repeat_padding(self.padding[:1]), mode=self.padding_mode)
        return torch.ops.quantized.conv1d_relu(input, self._packed_params, self.scale, self.zero_point)


class ConvReLU2d(_conv.Conv2d):
    _FLOAT_MODULE = nni.ConvReLU2d

    def _get_name(self):
        return "QuantizedConvReLU2d"

    def forward(self, input):
        if len(input.shape) != 4:
            raise ValueError("Input shape must be `(N, C, H, W)`!")
        if self.padding_mode != "zeros":
            input = F.pad(input, _reverse_repeat_padding(self.padding), mode=self.padding_mode)
        return torch.ops.quantized.conv2d_relu(input, self._packed_params, self.scale, self.zero_point)


class ConvReLU3d(_conv.Conv3d):
    _FLOAT_MODULE = nni.ConvReLU3d

    def _get_name(self):
        return "QuantizedConvReLU3d"

    def forward(self, input):
        if len(input.shape) != 5:
            raise ValueError("Input shape must be `(N, C, D, H, W)`!")
        if self.padding_mode != "zeros":
            input = F.pad(input, _reverse_repeat_padding(self.padding), mode=self.padding_mode)
        return torch.ops.quantized.conv3d_relu(input, self._packed_params, self.scale, self.zero_point)
