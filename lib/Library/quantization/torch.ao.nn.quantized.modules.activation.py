"""torch.ao.nn.quantized.modules.activation."""

import torch


def _output_of(mod):
    scale, zero_point = mod.activation_post_process.calculate_qparams()
    return float(scale), int(zero_point)


class ReLU6(torch.nn.ReLU):
    def __init__(self, inplace=False):
        super().__init__(inplace)
        self.inplace = inplace

    def forward(self, input):
        return torch.ops.quantized.relu6(input, self.inplace)

    def _get_name(self):
        return "QuantizedReLU6"

    @staticmethod
    def from_float(mod):
        return ReLU6(mod.inplace)


class Hardswish(torch.nn.Hardswish):
    def __init__(self, scale, zero_point):
        super().__init__()
        self.scale = scale
        self.zero_point = zero_point

    def forward(self, input):
        return torch.ops.quantized.hardswish(input, self.scale, self.zero_point)

    def _get_name(self):
        return "QuantizedHardswish"

    @staticmethod
    def from_float(mod):
        return Hardswish(*_output_of(mod))


class ELU(torch.nn.ELU):
    def __init__(self, scale, zero_point, alpha=1.0):
        super().__init__(alpha)
        self.scale = scale
        self.zero_point = zero_point

    def forward(self, input):
        return torch.ops.quantized.elu(input, self.scale, self.zero_point, self.alpha)

    def _get_name(self):
        return "QuantizedELU"

    @staticmethod
    def from_float(mod):
        return ELU(*_output_of(mod), mod.alpha)


class LeakyReLU(torch.nn.LeakyReLU):
    def __init__(self, scale, zero_point, negative_slope=1e-2, inplace=False, device=None, dtype=None):
        super().__init__(negative_slope, inplace)
        self.register_buffer("scale", torch.tensor(scale, dtype=dtype))
        self.register_buffer("zero_point", torch.tensor(zero_point, dtype=dtype))

    def forward(self, input):
        return torch.ops.quantized.leaky_relu(
            input, self.negative_slope, self.inplace, self.scale, self.zero_point)

    def _get_name(self):
        return "QuantizedLeakyReLU"

    @classmethod
    def from_float(cls, mod):
        return cls(*_output_of(mod), mod.negative_slope, mod.inplace)


class Sigmoid(torch.nn.Sigmoid):
    def __init__(self, output_scale, output_zero_point):
        super().__init__()
        self.output_scale = output_scale
        self.output_zero_point = output_zero_point

    def forward(self, input):
        return torch.ops.quantized.sigmoid(input, self.output_scale, self.output_zero_point)

    @classmethod
    def from_float(cls, mod):
        return cls(*_output_of(mod))


class Softmax(torch.nn.Softmax):
    def __init__(self, dim=None, scale=1.0, zero_point=0):
        super().__init__()
        self.dim = dim
        self.scale = scale
        self.zero_point = zero_point

    def forward(self, input):
        dim = self.dim
        if dim is None:
            dim = torch.nn.functional._get_softmax_dim("softmax", input.dim(), 3)
        return torch.ops.quantized.softmax(input, dim, self.scale, self.zero_point)

    def _get_name(self):
        return "QuantizedSoftmax"

    @staticmethod
    def from_float(mod):
        return Softmax(mod.dim, *_output_of(mod))


class PReLU(torch.nn.Module):
    def __init__(self, output_scale, output_zero_point, num_parameters=1):
        super().__init__()
        self.num_parameters = num_parameters
        self.scale = output_scale
        self.zero_point = output_zero_point
        weight = torch.randn(num_parameters, dtype=torch.float)
        self.set_weight(torch.quantize_per_tensor(weight, scale=1.0, zero_point=0, dtype=torch.quint8))

    def set_weight(self, w: torch.Tensor) -> None:
        self.weight = w

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        return torch.ops.quantized.prelu(input, self.weight, self.scale, self.zero_point)

    def _get_name(self):
        return "QuantizedPReLU"

    @classmethod
    def from_float(cls, mod):
        made = cls(*_output_of(mod), mod.num_parameters)
        # The observer has seen nothing, as in PyTorch: it gives the scale 1.
        scale, zero_point = mod.qconfig.weight().calculate_qparams()
        made.set_weight(torch.quantize_per_tensor(mod.weight.float(), float(scale), int(zero_point), torch.quint8))
        return made
