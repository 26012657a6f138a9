"""torch.nn.intrinsic.qat.modules.linear_relu."""

import torch
import torch.nn.functional as F
from torch.ao.nn import intrinsic as nni
from torch.ao.nn.qat.modules import linear as _linear


class LinearReLU(_linear.Linear, nni._FusedModule):
    _FLOAT_MODULE = nni.LinearReLU

    def __init__(self, in_features, out_features, bias=True, qconfig=None):
        super().__init__(in_features, out_features, bias, qconfig)

    def forward(self, input):
        return F.relu(F.linear(input, self.weight_fake_quant(self.weight), self.bias))

    def to_float(self):
        return nni.LinearReLU(super().to_float(), torch.nn.ReLU())
