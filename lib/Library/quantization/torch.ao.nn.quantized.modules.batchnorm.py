"""torch.ao.nn.quantized.modules.batchnorm."""

import torch
from torch.ao.nn.intrinsic import BNReLU2d, BNReLU3d


class _BatchNorm(torch.nn.modules.batchnorm._BatchNorm):
    def __init__(self, num_features, eps=1e-5, momentum=0.1, device=None, dtype=None):
        super().__init__(num_features, eps, momentum, True, True)
        self.register_buffer("scale", torch.tensor(1.0))
        self.register_buffer("zero_point", torch.tensor(0))

    @classmethod
    def from_float(cls, mod):
        observer = mod.activation_post_process
        if type(mod) == cls._NNI_BN_RELU_MODULE:
            mod = mod[0]
        scale, zero_point = observer.calculate_qparams()
        made = cls(mod.num_features, mod.eps)
        for name in ("weight", "bias", "running_mean", "running_var"):
            setattr(made, name, getattr(mod, name))
        made.scale, made.zero_point = scale, zero_point
        return made


class BatchNorm2d(_BatchNorm):
    _NNI_BN_RELU_MODULE = BNReLU2d

    def _get_name(self):
        return "QuantizedBatchNorm2d"

    def _check_input_dim(self, input):
        if len(input.shape) != 4:
            raise ValueError("Input shape must be `(N, C, H, W)`!")

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        return torch.ops.quantized.batch_norm2d(
            input, self.weight, self.bias, self.running_mean, self.running_var, self.eps, self.scale, self.zero_point)


class BatchNorm3d(_BatchNorm):
    _NNI_BN_RELU_MODULE = BNReLU3d

    def _get_name(self):
        return "QuantizedBatchNorm3d"

    def _check_input_dim(self, input):
        if len(input.shape) != 5:
            raise ValueError("Input shape must be `(N, C, H, W)`!")

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        return torch.ops.quantized.batch_norm3d(
            input, self.weight, self.bias, self.running_mean, self.running_var, self.eps, self.scale, self.zero_point)
