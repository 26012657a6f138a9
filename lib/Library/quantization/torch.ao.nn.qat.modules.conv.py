"""torch.ao.nn.qat.modules.conv: convolutions whose weights are trained as if they were quantized."""

import torch
import torch.nn as nn
from torch.ao.nn.intrinsic import _FusedModule
from torch.nn.modules.utils import _pair, _single, _triple


class _ConvNd(nn.modules.conv._ConvNd):
    def __init__(self, in_channels, out_channels, kernel_size, stride, padding, dilation, transposed, output_padding,
                 groups, bias, padding_mode, qconfig=None, device=None, dtype=None):
        nn.modules.conv._ConvNd.__init__(
            self, in_channels, out_channels, kernel_size, stride, padding, dilation, transposed, output_padding, groups,
            bias, padding_mode)
        assert qconfig, "qconfig must be provided for QAT module"
        self.qconfig = qconfig
        self.weight_fake_quant = qconfig.weight(factory_kwargs={"device": device, "dtype": dtype})

    def forward(self, input):
        return self._conv_forward(input, self.weight_fake_quant(self.weight), self.bias)

    @classmethod
    def from_float(cls, mod):
        assert type(mod) == cls._FLOAT_MODULE, "qat." + cls.__name__ + ".from_float only works for " + \
            cls._FLOAT_MODULE.__name__
        assert hasattr(mod, "qconfig"), "Input float module must have qconfig defined"
        assert mod.qconfig, "Input float module must have a valid qconfig"
        if isinstance(mod, _FusedModule):
            mod = mod[0]
        made = cls(mod.in_channels, mod.out_channels, mod.kernel_size, stride=mod.stride, padding=mod.padding,
                   dilation=mod.dilation, groups=mod.groups, bias=mod.bias is not None, padding_mode=mod.padding_mode,
                   qconfig=mod.qconfig)
        made.weight, made.bias = mod.weight, mod.bias
        return made

    def to_float(self):
        cls = type(self)
        conv = cls._FLOAT_CONV_MODULE(
            self.in_channels, self.out_channels, self.kernel_size, self.stride, self.padding, self.dilation, self.groups,
            self.bias is not None, self.padding_mode)
        conv.weight = nn.Parameter(self.weight.detach())
        if self.bias is not None:
            conv.bias = nn.Parameter(self.bias.detach())
        if not issubclass(cls, _FusedModule):
            return conv
        fused = cls._FLOAT_MODULE(conv, cls._FLOAT_RELU_MODULE())
        fused.train(self.training)
        return fused


class Conv1d(_ConvNd, nn.Conv1d):
    _FLOAT_MODULE = nn.Conv1d
    _FLOAT_CONV_MODULE = nn.Conv1d

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode="zeros", qconfig=None, device=None, dtype=None):
        padding = padding if isinstance(padding, str) else _single(padding)
        super().__init__(
            in_channels, out_channels, _single(kernel_size), _single(stride), padding, _single(dilation), False, _single(0),
            groups, bias, padding_mode, qconfig, device, dtype)


class Conv2d(_ConvNd, nn.Conv2d):
    _FLOAT_MODULE = nn.Conv2d
    _FLOAT_CONV_MODULE = nn.Conv2d

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode="zeros", qconfig=None, device=None, dtype=None):
        padding = padding if isinstance(padding, str) else _pair(padding)
        super().__init__(
            in_channels, out_channels, _pair(kernel_size), _pair(stride), padding, _pair(dilation), False, _pair(0),
            groups, bias, padding_mode, qconfig, device, dtype)


class Conv3d(_ConvNd, nn.Conv3d):
    _FLOAT_MODULE = nn.Conv3d
    _FLOAT_CONV_MODULE = nn.Conv3d

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode="zeros", qconfig=None, device=None, dtype=None):
        padding = padding if isinstance(padding, str) else _triple(padding)
        super().__init__(
            in_channels, out_channels, _triple(kernel_size), _triple(stride), padding, _triple(dilation), False, _triple(0),
            groups, bias, padding_mode, qconfig, device, dtype)
