"""torch.nn.intrinsic.quantized.modules.linear_relu."""

import torch
from torch.ao.nn import intrinsic as nni
from torch.ao.nn.quantized.modules import linear as _linear


class LinearReLU(_linear.Linear):
    _FLOAT_MODULE = nni.LinearReLU

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.ops.quantized.linear_relu(x, self._packed_params._packed_params, self.scale, self.zero_point)

    def _get_name(self):
        return "QuantizedLinearReLU"
