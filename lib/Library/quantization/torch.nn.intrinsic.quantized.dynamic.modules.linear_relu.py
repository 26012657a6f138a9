"""torch.nn.intrinsic.quantized.dynamic.modules.linear_relu."""

import torch
from torch.ao.nn import intrinsic as nni
from torch.ao.nn.quantized.dynamic.modules import linear as _linear


class LinearReLU(_linear.Linear):
    _FLOAT_MODULE = nni.LinearReLU

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self._packed_params.dtype == torch.qint8:
            Y = torch.ops.quantized.linear_relu_dynamic(x, self._packed_params._packed_params, reduce_range=True)
        elif self._packed_params.dtype == torch.float16:
            Y = torch.ops.quantized.linear_relu_dynamic_fp16(x, self._packed_params._packed_params)
        else:
            raise RuntimeError("Unsupported dtype on dynamic quantized linear relu!")
        return Y.to(x.dtype)

    def _get_name(self):
        return "DynamicQuantizedLinearReLU"
