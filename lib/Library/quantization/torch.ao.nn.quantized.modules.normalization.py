"""torch.ao.nn.quantized.modules.normalization."""

import torch


def _set_output(mod, weight, bias, scale, zero_point):
    mod.weight = weight
    mod.bias = bias
    mod.register_buffer("scale", torch.tensor(scale))
    mod.register_buffer("zero_point", torch.tensor(zero_point))


def _output_of(mod):
    scale, zero_point = mod.activation_post_process.calculate_qparams()
    return float(scale), int(zero_point)


class LayerNorm(torch.nn.LayerNorm):
    def __init__(self, normalized_shape, weight, bias, scale, zero_point, eps=1e-5, elementwise_affine=True,
                 device=None, dtype=None):
        super().__init__(normalized_shape, eps=eps, elementwise_affine=elementwise_affine)
        _set_output(self, weight, bias, scale, zero_point)

    def forward(self, input):
        return torch.ops.quantized.layer_norm(
            input, self.normalized_shape, weight=self.weight, bias=self.bias, eps=self.eps, output_scale=self.scale,
            output_zero_point=self.zero_point)

    def _get_name(self):
        return "QuantizedLayerNorm"

    @classmethod
    def from_float(cls, mod):
        return cls(mod.normalized_shape, mod.weight, mod.bias, *_output_of(mod), mod.eps, mod.elementwise_affine)


class GroupNorm(torch.nn.GroupNorm):
    __constants__ = ["num_groups", "num_channels", "eps", "affine"]

    def __init__(self, num_groups, num_channels, weight, bias, scale, zero_point, eps=1e-5, affine=True, device=None,
                 dtype=None):
        super().__init__(num_groups, num_channels, eps, affine)
        _set_output(self, weight, bias, scale, zero_point)

    def forward(self, input):
        return torch.ops.quantized.group_norm(
            input, self.num_groups, self.weight, self.bias, self.eps, self.scale, self.zero_point)

    def _get_name(self):
        return "QuantizedGroupNorm"

    @classmethod
    def from_float(cls, mod):
        return cls(mod.num_groups, mod.num_channels, mod.weight, mod.bias, *_output_of(mod), mod.eps, mod.affine)


class InstanceNorm1d(torch.nn.InstanceNorm1d):
    def __init__(self, num_features, weight, bias, scale, zero_point, eps=1e-5, momentum=0.1, affine=False,
                 track_running_stats=False, device=None, dtype=None):
        super().__init__(num_features, eps, momentum, affine, track_running_stats)
        _set_output(self, weight, bias, scale, zero_point)

    def forward(self, input):
        return torch.ops.quantized.instance_norm(
            input, self.weight, self.bias, self.eps, self.scale, self.zero_point)

    def _get_name(self):
        return "QuantizedInstanceNorm1d"

    @classmethod
    def from_float(cls, mod):
        return cls(mod.num_features, mod.weight, mod.bias, *_output_of(mod), mod.eps, mod.affine)


class InstanceNorm2d(torch.nn.InstanceNorm2d):
    def __init__(self, num_features, weight, bias, scale, zero_point, eps=1e-5, momentum=0.1, affine=False,
                 track_running_stats=False, device=None, dtype=None):
        super().__init__(num_features, eps, momentum, affine, track_running_stats)
        _set_output(self, weight, bias, scale, zero_point)

    def forward(self, input):
        return torch.ops.quantized.instance_norm(
            input, self.weight, self.bias, self.eps, self.scale, self.zero_point)

    def _get_name(self):
        return "QuantizedInstanceNorm2d"

    @classmethod
    def from_float(cls, mod):
        return cls(mod.num_features, mod.weight, mod.bias, *_output_of(mod), mod.eps, mod.affine)


class InstanceNorm3d(torch.nn.InstanceNorm3d):
    def __init__(self, num_features, weight, bias, scale, zero_point, eps=1e-5, momentum=0.1, affine=False,
                 track_running_stats=False, device=None, dtype=None):
        super().__init__(num_features, eps, momentum, affine, track_running_stats)
        _set_output(self, weight, bias, scale, zero_point)

    def forward(self, input):
        return torch.ops.quantized.instance_norm(
            input, self.weight, self.bias, self.eps, self.scale, self.zero_point)

    def _get_name(self):
        return "QuantizedInstanceNorm3d"

    @classmethod
    def from_float(cls, mod):
        return cls(mod.num_features, mod.weight, mod.bias, *_output_of(mod), mod.eps, mod.affine)
