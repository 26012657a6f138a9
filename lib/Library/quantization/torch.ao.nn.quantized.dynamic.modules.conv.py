"""torch.ao.nn.quantized.dynamic.modules.conv."""

import warnings

import torch
import torch.nn.functional as F
from torch import Tensor
from torch.ao.nn.quantized.modules import conv as _static
from torch.ao.nn.quantized.modules.conv import _reverse_repeat_padding


def _warn(mod):
    warnings.warn("The current implementation of the {} module has poor numerical accuracy and its use is not "
                  "recommended".format(mod._get_name()))


class Conv1d(_static.Conv1d):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode="zeros", device=None, dtype=None):
        _warn(self)
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode)

    def _get_name(self):
        return "DynamicQuantizedConv1d"

    def forward(self, input: Tensor, reduce_range: bool = True) -> Tensor:
        if len(input.shape) != 3:
            raise ValueError("Input shape must be `(N, C, L)`!")
        if self.padding_mode != "zeros":
            input = F.pad(input, _reverse_repeat_padding(self.padding[:1]), mode=self.padding_mode)
        return torch.ops.quantized.conv1d_dynamic(input, self._packed_params, reduce_range)


class Conv2d(_static.Conv2d):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode="zeros", device=None, dtype=None):
        _warn(self)
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode)

    def _get_name(self):
        return "DynamicQuantizedConv2d"

    def forward(self, input: Tensor, reduce_range: bool = True) -> Tensor:
        if len(input.shape) != 4:
            raise ValueError("Input shape must be `(N, C, H, W)`!")
        if self.padding_mode != "zeros":
            input = F.pad(input, _reverse_repeat_padding(self.padding), mode=self.padding_mode)
        return torch.ops.quantized.conv2d_dynamic(input, self._packed_params, reduce_range)


class Conv3d(_static.Conv3d):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode="zeros", device=None, dtype=None):
        _warn(self)
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode)

    def _get_name(self):
        return "DynamicQuantizedConv3d"

    def forward(self, input: Tensor, reduce_range: bool = True) -> Tensor:
        if len(input.shape) != 5:
            raise ValueError("Input shape must be `(N, C, D, H, W)`!")
        if self.padding_mode != "zeros":
            input = F.pad(input, _reverse_repeat_padding(self.padding), mode=self.padding_mode)
        return torch.ops.quantized.conv3d_dynamic(input, self._packed_params, reduce_range)


class ConvTranspose1d(_static.ConvTranspose1d):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1,
                 bias=True, dilation=1, padding_mode="zeros", device=None, dtype=None):
        _warn(self)
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, output_padding, groups, bias,
                         dilation, padding_mode)

    def _get_name(self):
        return "DynamicQuantizedConvTranpose1d"

    def forward(self, input: Tensor, reduce_range: bool = True) -> Tensor:
        if len(input.shape) != 3:
            raise ValueError("Input shape must be `(N, C, L)`!")
        return torch.ops.quantized.conv_transpose1d_dynamic(input, self._packed_params, reduce_range)


class ConvTranspose2d(_static.ConvTranspose2d):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1,
                 bias=True, dilation=1, padding_mode="zeros", device=None, dtype=None):
        _warn(self)
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, output_padding, groups, bias,
                         dilation, padding_mode)

    def _get_name(self):
        return "DynamicQuantizedConvTranpose2d"

    def forward(self, input: Tensor, reduce_range: bool = True) -> Tensor:
        if len(input.shape) != 4:
            raise ValueError("Input shape must be `(N, C, H, W)`!")
        return torch.ops.quantized.conv_transpose2d_dynamic(input, self._packed_params, reduce_range)


class ConvTranspose3d(_static.ConvTranspose3d):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1,
                 bias=True, dilation=1, padding_mode="zeros", device=None, dtype=None):
        _warn(self)
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, output_padding, groups, bias,
                         dilation, padding_mode)

    def _get_name(self):
        return "DynamicQuantizedConvTranpose3d"

    def forward(self, input: Tensor, reduce_range: bool = True) -> Tensor:
        if len(input.shape) != 5:
            raise ValueError("Input shape must be `(N, C, T, H, W)`!")
        return torch.ops.quantized.conv_transpose3d_dynamic(input, self._packed_params, reduce_range)
