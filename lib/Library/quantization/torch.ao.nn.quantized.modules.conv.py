"""torch.ao.nn.quantized.modules.conv."""

from typing import List, Optional

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.ao.nn import intrinsic as nni
from torch.ao.nn.quantized.modules.utils import WeightedQuantizedModule, _quantize_weight
from torch.nn.modules.utils import _pair, _single, _triple
from torch.nn.utils.fusion import fuse_conv_bn_weights


def _reverse_repeat_padding(padding: List[int]) -> List[int]:
    """What F.pad takes: the last dimension first, each padding for both of its ends."""
    repeated: List[int] = []
    for i in range(len(padding)):
        for _ in range(2):
            repeated.append(padding[len(padding) - 1 - i])
    return repeated


class _ConvNd(WeightedQuantizedModule):
    def _init(self, in_channels, out_channels, kernel_size, stride, padding, dilation, transposed, output_padding,
              groups, bias, padding_mode="zeros"):
        super().__init__()
        for name, channels in (("in_channels", in_channels), ("out_channels", out_channels)):
            if channels % groups != 0:
                raise ValueError(name + " must be divisible by groups")
        if padding_mode not in ("zeros", "reflect"):
            raise ValueError("'padding_mode' {} is not supported by quantized convolution".format(padding_mode))
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = kernel_size
        self.stride = stride
        self.padding = padding
        self.dilation = dilation
        self.transposed = transposed
        self.output_padding = output_padding
        self.groups = groups
        self.padding_mode = padding_mode
        sizes = [in_channels, out_channels // groups] if transposed else [out_channels, in_channels // groups]
        weight = torch._empty_affine_quantized(
            sizes + list(kernel_size), scale=1, zero_point=0, dtype=torch.qint8)
        self.set_weight_bias(weight, torch.zeros(out_channels, dtype=torch.float) if bias else None)
        self.scale = 1.0
        self.zero_point = 0

    def weight(self):
        return self._weight_bias()[0]

    def bias(self):
        return self._weight_bias()[1]

    def extra_repr(self):
        parts = [str(self.in_channels), str(self.out_channels)]
        for name in ("kernel_size", "stride", "scale", "zero_point"):
            parts.append(name + "=" + str(getattr(self, name)))
        for name, usual in (("padding", 0), ("dilation", 1), ("output_padding", 0)):
            value = getattr(self, name)
            if value != (usual,) * len(value):
                parts.append(name + "=" + str(value))
        if self.groups != 1:
            parts.append("groups=" + str(self.groups))
        if self.bias() is None:
            parts.append("bias=False")
        return ", ".join(parts)

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination[prefix + "weight"], destination[prefix + "bias"] = self._weight_bias()
        destination[prefix + "scale"] = torch.tensor(self.scale)
        destination[prefix + "zero_point"] = torch.tensor(self.zero_point)

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                              error_msgs):
        self.set_weight_bias(state_dict.pop(prefix + "weight"), state_dict.pop(prefix + "bias"))
        self.scale = float(state_dict.pop(prefix + "scale"))
        self.zero_point = int(state_dict.pop(prefix + "zero_point"))
        super()._load_from_state_dict(
            state_dict, prefix, local_metadata, False, missing_keys, unexpected_keys, error_msgs)

    @classmethod
    def _make(cls, mod):
        return cls(mod.in_channels, mod.out_channels, mod.kernel_size, mod.stride, mod.padding, mod.dilation,
                   mod.groups, mod.bias is not None, mod.padding_mode)

    @classmethod
    def get_qconv(cls, mod, activation_post_process, weight_post_process=None):
        if weight_post_process is None:
            weight_post_process = mod.qconfig.weight()
        weight_post_process(mod.weight)
        assert weight_post_process.dtype == torch.qint8, "Weight observer must have a dtype of qint8"
        made = cls._make(mod)
        made.set_weight_bias(_quantize_weight(mod.weight.float(), weight_post_process), mod.bias)
        if activation_post_process is not None and activation_post_process.dtype != torch.float:
            scale, zero_point = activation_post_process.calculate_qparams()
            made.scale, made.zero_point = float(scale), int(zero_point)
        return made

    @classmethod
    def from_float(cls, mod):
        observer = getattr(mod, "activation_post_process", None)
        if hasattr(mod, "weight_fake_quant"):
            if hasattr(mod, "bn"):
                bn = mod.bn
                mod.weight, mod.bias = fuse_conv_bn_weights(
                    mod.weight, mod.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias)
            assert observer is not None, "Input QAT module must have observer attached"
            return cls.get_qconv(mod, observer, mod.weight_fake_quant)
        assert type(mod) == cls._FLOAT_MODULE, " nnq." + cls.__name__ + ".from_float only works for " + \
            cls._FLOAT_MODULE.__name__ + " but got:" + str(type(mod))
        assert hasattr(mod, "qconfig"), "Input float module must have qconfig defined."
        if isinstance(mod, nni._FusedModule):
            mod = mod[0]
        return cls.get_qconv(mod, observer, mod.qconfig.weight())


class Conv1d(_ConvNd):
    _FLOAT_MODULE = nn.Conv1d

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode="zeros", device=None, dtype=None):
        padding = padding if isinstance(padding, str) else _single(padding)
        self._init(in_channels, out_channels, _single(kernel_size), _single(stride), padding, _single(dilation), False,
                   _single(0), groups, bias, padding_mode)

    def _get_name(self):
        return "QuantizedConv1d"

    def set_weight_bias(self, w: torch.Tensor, b: Optional[torch.Tensor]) -> None:
        padding = self.padding if self.padding_mode == "zeros" else _single(0)
        self._packed_params = torch.ops.quantized.conv1d_prepack(
            w, b, self.stride, padding, self.dilation, self.groups)

    def _weight_bias(self):
        return torch.ops.quantized.conv1d_unpack(self._packed_params)

    def forward(self, input):
        if len(input.shape) != 3:
            raise ValueError("Input shape must be `(N, C, L)`!")
        if self.padding_mode != "zeros":
            input = F.pad(input, _reverse_repeat_padding(self.padding[:1]), mode=self.padding_mode)
        return torch.ops.quantized.conv1d(input, self._packed_params, self.scale, self.zero_point)


class Conv2d(_ConvNd):
    _FLOAT_MODULE = nn.Conv2d

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode="zeros", device=None, dtype=None):
        self._init(in_channels, out_channels, _pair(kernel_size), _pair(stride), _pair(padding), _pair(dilation),
                   False, _pair(0), groups, bias, padding_mode)

    def _get_name(self):
        return "QuantizedConv2d"

    def set_weight_bias(self, w: torch.Tensor, b: Optional[torch.Tensor]) -> None:
        padding = self.padding if self.padding_mode == "zeros" else _pair(0)
        self._packed_params = torch.ops.quantized.conv2d_prepack(
            w, b, self.stride, padding, self.dilation, self.groups)

    def _weight_bias(self):
        return torch.ops.quantized.conv2d_unpack(self._packed_params)

    def forward(self, input):
        if len(input.shape) != 4:
            raise ValueError("Input shape must be `(N, C, H, W)`!")
        if self.padding_mode != "zeros":
            input = F.pad(input, _reverse_repeat_padding(self.padding), mode=self.padding_mode)
        return torch.ops.quantized.conv2d(input, self._packed_params, self.scale, self.zero_point)


class Conv3d(_ConvNd):
    _FLOAT_MODULE = nn.Conv3d

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode="zeros", device=None, dtype=None):
        assert padding_mode != "reflect", "Conv3d does not support reflection padding"
        self._init(in_channels, out_channels, _triple(kernel_size), _triple(stride), _triple(padding),
                   _triple(dilation), False, _triple(0), groups, bias, padding_mode)

    def _get_name(self):
        return "QuantizedConv3d"

    def set_weight_bias(self, w: torch.Tensor, b: Optional[torch.Tensor]) -> None:
        padding = self.padding if self.padding_mode == "zeros" else _triple(0)
        self._packed_params = torch.ops.quantized.conv3d_prepack(
            w, b, self.stride, padding, self.dilation, self.groups)

    def _weight_bias(self):
        return torch.ops.quantized.conv3d_unpack(self._packed_params)

    def forward(self, input):
        if len(input.shape) != 5:
            raise ValueError("Input shape must be `(N, C, D, H, W)`!")
        if self.padding_mode != "zeros":
            input = F.pad(input, _reverse_repeat_padding(self.padding), mode=self.padding_mode)
        return torch.ops.quantized.conv3d(input, self._packed_params, self.scale, self.zero_point)


class _ConvTransposeNd(_ConvNd):
    def _init(self, in_channels, out_channels, kernel_size, stride, padding, dilation, transposed, output_padding,
              groups, bias, padding_mode="zeros"):
        if padding_mode != "zeros":
            raise ValueError('Only "zeros" padding mode is supported for {}'.format(type(self).__name__))
        super()._init(in_channels, out_channels, kernel_size, stride, padding, dilation, transposed, output_padding,
                      groups, bias, padding_mode)

    @classmethod
    def _make(cls, mod):
        return cls(mod.in_channels, mod.out_channels, mod.kernel_size, mod.stride, mod.padding, mod.output_padding,
                   mod.groups, mod.bias is not None, mod.dilation, mod.padding_mode)

    @classmethod
    def from_float(cls, mod):
        assert type(mod) == cls._FLOAT_MODULE, " nnq." + cls.__name__ + ".from_float only works for " + \
            cls._FLOAT_MODULE.__name__
        assert hasattr(mod, "qconfig"), "Input float module must have qconfig defined."
        return cls.get_qconv(mod, mod.activation_post_process)


class ConvTranspose1d(_ConvTransposeNd):
    _FLOAT_MODULE = nn.ConvTranspose1d

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1,
                 bias=True, dilation=1, padding_mode="zeros", device=None, dtype=None):
        self._init(in_channels, out_channels, _single(kernel_size), _single(stride), _single(padding),
                   _single(dilation), True, _single(output_padding), groups, bias, padding_mode)

    def _get_name(self):
        return "QuantizedConvTranpose1d"

    def set_weight_bias(self, w: torch.Tensor, b: Optional[torch.Tensor]) -> None:
        self._packed_params = torch.ops.quantized.conv_transpose1d_prepack(
            w, b, self.stride, self.padding, self.output_padding, self.dilation, self.groups)

    def _weight_bias(self):
        return torch.ops.quantized.conv_transpose1d_unpack(self._packed_params)

    def forward(self, input):
        if len(input.shape) != 3:
            raise ValueError("Input shape must be `(N, C, L)`!")
        return torch.ops.quantized.conv_transpose1d(input, self._packed_params, self.scale, self.zero_point)


class ConvTranspose2d(_ConvTransposeNd):
    _FLOAT_MODULE = nn.ConvTranspose2d

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1,
                 bias=True, dilation=1, padding_mode="zeros", device=None, dtype=None):
        self._init(in_channels, out_channels, _pair(kernel_size), _pair(stride), _pair(padding), _pair(dilation), True,
                   _pair(output_padding), groups, bias, padding_mode)

    def _get_name(self):
        return "QuantizedConvTranpose2d"

    def set_weight_bias(self, w: torch.Tensor, b: Optional[torch.Tensor]) -> None:
        self._packed_params = torch.ops.quantized.conv_transpose2d_prepack(
            w, b, self.stride, self.padding, self.output_padding, self.dilation, self.groups)

    def _weight_bias(self):
        return torch.ops.quantized.conv2d_unpack(self._packed_params)

    def forward(self, input):
        if len(input.shape) != 4:
            raise ValueError("Input shape must be `(N, C, H, W)`!")
        return torch.ops.quantized.conv_transpose2d(input, self._packed_params, self.scale, self.zero_point)


class ConvTranspose3d(_ConvTransposeNd):
    _FLOAT_MODULE = nn.ConvTranspose3d

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1,
                 bias=True, dilation=1, padding_mode="zeros", device=None, dtype=None):
        self._init(in_channels, out_channels, _triple(kernel_size), _triple(stride), _triple(padding),
                   _triple(dilation), True, _triple(output_padding), groups, bias, padding_mode)

    def _get_name(self):
        return "QuantizedConvTranpose3d"

    def set_weight_bias(self, w: torch.Tensor, b: Optional[torch.Tensor]) -> None:
        self._packed_params = torch.ops.quantized.conv_transpose3d_prepack(
            w, b, self.stride, self.padding, self.output_padding, self.dilation, self.groups)

    def _weight_bias(self):
        return torch.ops.quantized.conv3d_unpack(self._packed_params)

    def forward(self, input):
        if len(input.shape) != 5:
            raise ValueError("Input shape must be `(N, C, T, H, W)`!")
        return torch.ops.quantized.conv_transpose3d(input, self._packed_params, self.scale, self.zero_point)
