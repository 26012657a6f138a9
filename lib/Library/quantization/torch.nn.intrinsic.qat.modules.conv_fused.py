"""torch.nn.intrinsic.qat.modules.conv_fused: convolutions with their norms, trained as if they were quantized."""

import math

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.ao.nn import intrinsic as nni
from torch.ao.nn.qat.modules import conv as _conv
from torch.nn import init
from torch.nn.modules.utils import _pair, _single, _triple
from torch.nn.parameter import Parameter
from torch.nn.utils.fusion import fuse_conv_bn_weights

_norms = {1: nn.BatchNorm1d, 2: nn.BatchNorm2d, 3: nn.BatchNorm3d}


class _ConvBnNd(nn.modules.conv._ConvNd, nni._FusedModule):
    _version = 2

    def __init__(self, in_channels, out_channels, kernel_size, stride, padding, dilation, transposed, output_padding,
                 groups, bias, padding_mode, eps=1e-05, momentum=0.1, freeze_bn=False, qconfig=None, dim=2):
        nn.modules.conv._ConvNd.__init__(
            self, in_channels, out_channels, kernel_size, stride, padding, dilation, transposed, output_padding, groups,
            False, padding_mode)
        assert qconfig, "qconfig must be provided for QAT module"
        self.qconfig = qconfig
        self.freeze_bn = freeze_bn if self.training else True
        self.bn = _norms[dim](out_channels, eps, momentum, True, True)
        self.weight_fake_quant = self.qconfig.weight()
        if bias:
            self.bias = Parameter(torch.empty(out_channels))
        else:
            self.register_parameter("bias", None)
        self.reset_bn_parameters()
        if self.training and not freeze_bn:
            self.update_bn_stats()
        else:
            self.freeze_bn_stats()
        self._enable_slow_path_for_better_numerical_stability = False

    def reset_running_stats(self):
        self.bn.reset_running_stats()

    def reset_bn_parameters(self):
        self.bn.reset_running_stats()
        init.uniform_(self.bn.weight)
        init.zeros_(self.bn.bias)
        if self.bias is not None:
            fan_in, _ = init._calculate_fan_in_and_fan_out(self.weight)
            bound = 1 / math.sqrt(fan_in)
            init.uniform_(self.bias, -bound, bound)

    def update_bn_stats(self):
        self.freeze_bn = False
        self.bn.training = True
        return self

    def freeze_bn_stats(self):
        self.freeze_bn = True
        self.bn.training = False
        return self

    def _shapes(self):
        """How vectors of output channels lie along the weight and along the result."""
        rest = [1] * (len(self.weight.shape) - 1)
        return [-1] + rest, [1, -1] + rest[1:]

    def _forward(self, input):
        if self._enable_slow_path_for_better_numerical_stability:
            return self._forward_slow(input)
        return self._forward_approximate(input)

    def _forward_approximate(self, input):
        # The weight is quantized as it will be behind the fusion; the scale is taken out again for the norm.
        along_weight, along_result = self._shapes()
        factor = self.bn.weight / torch.sqrt(self.bn.running_var + self.bn.eps)
        weight = self.weight_fake_quant(self.weight * factor.reshape(along_weight))
        zeros = torch.zeros(self.out_channels, dtype=input.dtype)
        result = self._conv_forward(input, weight, zeros) / factor.reshape(along_result)
        if self.bias is not None:
            result = result + self.bias.reshape(along_result)
        return self.bn(result)

    def _forward_slow(self, input):
        along_weight, along_result = self._shapes()
        zeros = torch.zeros(self.out_channels, dtype=input.dtype)
        bn = self.bn
        if bn.training:
            plain = self._conv_forward(input, self.weight, zeros)
            with torch.no_grad():
                bn(plain if self.bias is None else plain + self.bias.reshape(along_result))
        running_std = torch.sqrt(bn.running_var + bn.eps)
        factor = bn.weight / running_std
        weight = self.weight_fake_quant(self.weight * factor.reshape(along_weight))
        result = self._conv_forward(input, weight, zeros)
        if bn.training:
            dims = [0] + list(range(2, len(self.weight.shape)))
            mean = plain.mean(dims)
            std = torch.sqrt(torch.square(plain - mean.reshape(along_result)).mean(dims) + bn.eps)
            result *= (running_std / std).reshape(along_result)
        else:
            mean = bn.running_mean - (self.bias if self.bias is not None else 0)
            std = running_std
        result += (bn.bias - bn.weight * mean / std).reshape(along_result)
        if self.bias is not None:
            # Nothing, but the bias has a gradient then.
            result += (self.bias - self.bias).reshape(along_result)
        return result

    def forward(self, input):
        return self._forward(input)

    def train(self, mode=True):
        self.training = mode
        if not self.freeze_bn:
            for module in self.children():
                module.train(mode)
        return self

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                              error_msgs):
        if (local_metadata.get("version", None) or 1) == 1:
            for name, old in (("weight", "gamma"), ("bias", "beta"), ("running_mean", "running_mean"),
                              ("running_var", "running_var"), ("num_batches_tracked", "num_batches_tracked")):
                if prefix + old in state_dict:
                    state_dict[prefix + "bn." + name] = state_dict.pop(prefix + old)
                elif prefix + "bn." + name not in state_dict and strict:
                    missing_keys.append(prefix + "bn." + name)
        super()._load_from_state_dict(
            state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)

    @classmethod
    def from_float(cls, mod):
        assert type(mod) == cls._FLOAT_MODULE, "qat." + cls.__name__ + ".from_float only works for " + \
            cls._FLOAT_MODULE.__name__
        assert hasattr(mod, "qconfig"), "Input float module must have qconfig defined"
        assert mod.qconfig, "Input float module must have a valid qconfig"
        conv, bn = mod[0], mod[1]
        made = cls(conv.in_channels, conv.out_channels, conv.kernel_size, conv.stride, conv.padding, conv.dilation,
                   conv.groups, conv.bias is not None, conv.padding_mode, bn.eps, bn.momentum, False, mod.qconfig)
        made.weight, made.bias = conv.weight, conv.bias
        for name in ("weight", "bias", "running_mean", "running_var", "num_batches_tracked"):
            setattr(made.bn, name, getattr(bn, name))
        return made

    def to_float(self):
        cls, bn = type(self), self.bn
        conv = cls._FLOAT_CONV_MODULE(
            self.in_channels, self.out_channels, self.kernel_size, self.stride, self.padding, self.dilation, self.groups,
            self.bias is not None, self.padding_mode)
        conv.weight, conv.bias = fuse_conv_bn_weights(
            self.weight.detach(), None if self.bias is None else self.bias.detach(), bn.running_mean, bn.running_var,
            bn.eps, bn.weight, bn.bias)
        made = conv if cls._FLOAT_RELU_MODULE is None else cls._FUSED_FLOAT_MODULE(conv, cls._FLOAT_RELU_MODULE())
        made.train(self.training)
        return made


class ConvBn1d(_ConvBnNd, nn.Conv1d):
    _FLOAT_MODULE = nni.ConvBn1d
    _FLOAT_CONV_MODULE = nn.Conv1d
    _FLOAT_BN_MODULE = nn.BatchNorm1d
    _FLOAT_RELU_MODULE = None

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=None,
                 padding_mode="zeros", eps=1e-05, momentum=0.1, freeze_bn=False, qconfig=None):
        _ConvBnNd.__init__(
            self, in_channels, out_channels, _single(kernel_size), _single(stride), _single(padding), _single(dilation), False,
            _single(0), groups, bias, padding_mode, eps, momentum, freeze_bn, qconfig, dim=1)


class ConvBnReLU1d(ConvBn1d):
    _FLOAT_MODULE = nni.ConvBnReLU1d
    _FLOAT_RELU_MODULE = nn.ReLU
    _FUSED_FLOAT_MODULE = nni.ConvReLU1d

    def forward(self, input):
        return F.relu(self._forward(input))


class ConvReLU1d(_conv.Conv1d, nni._FusedModule):
    _FLOAT_MODULE = nni.ConvReLU1d
    _FLOAT_BN_MODULE = None
    _FLOAT_RELU_MODULE = nn.ReLU

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode="zeros", qconfig=None):
        super().__init__(in_channels, out_channels, kernel_size, stride=stride, padding=padding, dilation=dilation,
                         groups=groups, bias=bias, padding_mode=padding_mode, qconfig=qconfig)
        self.weight_fake_quant = self.qconfig.weight()

    def forward(self, input):
        return F.relu(self._conv_forward(input, self.weight_fake_quant(self.weight), self.bias))


class ConvBn2d(_ConvBnNd, nn.Conv2d):
    _FLOAT_MODULE = nni.ConvBn2d
    _FLOAT_CONV_MODULE = nn.Conv2d
    _FLOAT_BN_MODULE = nn.BatchNorm2d
    _FLOAT_RELU_MODULE = None

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=None,
                 padding_mode="zeros", eps=1e-05, momentum=0.1, freeze_bn=False, qconfig=None):
        _ConvBnNd.__init__(
            self, in_channels, out_channels, _pair(kernel_size), _pair(stride), _pair(padding), _pair(dilation), False,
            _pair(0), groups, bias, padding_mode, eps, momentum, freeze_bn, qconfig, dim=2)


class ConvBnReLU2d(ConvBn2d):
    _FLOAT_MODULE = nni.ConvBnReLU2d
    _FLOAT_RELU_MODULE = nn.ReLU
    _FUSED_FLOAT_MODULE = nni.ConvReLU2d

    def forward(self, input):
        return F.relu(self._forward(input))


class ConvReLU2d(_conv.Conv2d, nni._FusedModule):
    _FLOAT_MODULE = nni.ConvReLU2d
    _FLOAT_BN_MODULE = None
    _FLOAT_RELU_MODULE = nn.ReLU

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode="zeros", qconfig=None):
        super().__init__(in_channels, out_channels, kernel_size, stride=stride, padding=padding, dilation=dilation,
                         groups=groups, bias=bias, padding_mode=padding_mode, qconfig=qconfig)
        self.weight_fake_quant = self.qconfig.weight()

    def forward(self, input):
        return F.relu(self._conv_forward(input, self.weight_fake_quant(self.weight), self.bias))


class ConvBn3d(_ConvBnNd, nn.Conv3d):
    _FLOAT_MODULE = nni.ConvBn3d
    _FLOAT_CONV_MODULE = nn.Conv3d
    _FLOAT_BN_MODULE = nn.BatchNorm3d
    _FLOAT_RELU_MODULE = None

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=None,
                 padding_mode="zeros", eps=1e-05, momentum=0.1, freeze_bn=False, qconfig=None):
        _ConvBnNd.__init__(
            self, in_channels, out_channels, _triple(kernel_size), _triple(stride), _triple(padding), _triple(dilation), False,
            _triple(0), groups, bias, padding_mode, eps, momentum, freeze_bn, qconfig, dim=3)


class ConvBnReLU3d(ConvBn3d):
    _FLOAT_MODULE = nni.ConvBnReLU3d
    _FLOAT_RELU_MODULE = nn.ReLU
    _FUSED_FLOAT_MODULE = nni.ConvReLU3d

    def forward(self, input):
        return F.relu(self._forward(input))


class ConvReLU3d(_conv.Conv3d, nni._FusedModule):
    _FLOAT_MODULE = nni.ConvReLU3d
    _FLOAT_BN_MODULE = None
    _FLOAT_RELU_MODULE = nn.ReLU

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode="zeros", qconfig=None):
        super().__init__(in_channels, out_channels, kernel_size, stride=stride, padding=padding, dilation=dilation,
                         groups=groups, bias=bias, padding_mode=padding_mode, qconfig=qconfig)
        self.weight_fake_quant = self.qconfig.weight()

    def forward(self, input):
        return F.relu(self._conv_forward(input, self.weight_fake_quant(self.weight), self.bias))


def update_bn_stats(mod):
    if isinstance(mod, _ConvBnNd):
        mod.update_bn_stats()


def freeze_bn_stats(mod):
    if isinstance(mod, _ConvBnNd):
        mod.freeze_bn_stats()
