"""torch.nn.intrinsic.qat.modules.linear_fused."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.ao.nn import intrinsic as nni
from torch.nn import init
from torch.nn.parameter import Parameter
from torch.nn.utils.fusion import fuse_linear_bn_weights


class LinearBn1d(nn.Linear, nni._FusedModule):
    def __init__(self, in_features, out_features, bias=True, eps=1e-05, momentum=0.1, freeze_bn=False, qconfig=None):
        nn.Linear.__init__(self, in_features, out_features, bias)
        assert qconfig, "qconfig must be provded for QAT module"
        self.qconfig = qconfig
        self.freeze_bn = freeze_bn if self.training else True
        self.bn = nn.BatchNorm1d(out_features, eps, momentum, True, True)
        self.weight_fake_quant = self.qconfig.weight()
        if bias:
            self.bias = Parameter(torch.empty(out_features))
        else:
            self.register_parameter("bias", None)
        self.reset_bn_parameters()
        if self.training and not freeze_bn:
            self.update_bn_stats()
        else:
            self.freeze_bn_stats()

    def reset_running_stats(self):
        self.bn.reset_running_stats()

    def reset_bn_parameters(self):
        self.bn.reset_running_stats()
        init.uniform_(self.bn.weight)
        init.zeros_(self.bn.bias)

    def update_bn_stats(self):
        self.freeze_bn = False
        self.bn.training = True
        return self

    def freeze_bn_stats(self):
        self.freeze_bn = True
        self.bn.training = False
        return self

    def forward(self, input):
        factor = self.bn.weight / torch.sqrt(self.bn.running_var + self.bn.eps)
        weight = self.weight_fake_quant(self.weight * factor.reshape([-1, 1]))
        result = F.linear(input, weight, torch.zeros(self.out_features)) / factor.reshape([1, -1])
        if self.bias is not None:
            result = result + self.bias.reshape([1, -1])
        return self.bn(result)

    def train(self, mode=True):
        self.training = mode
        if not self.freeze_bn:
            for module in self.children():
                module.train(mode)
        return self

    @classmethod
    def from_float(cls, mod):
        assert type(mod) == nni.LinearBn1d, "qat." + cls.__name__ + ".from_float only works for LinearBn1d"
        assert hasattr(mod, "qconfig"), "Input float module must have qconfig defined"
        assert mod.qconfig, "Input float module must have a valid config"
        linear, bn = mod[0], mod[1]
        made = cls(linear.in_features, linear.out_features, linear.bias is not None, bn.eps, bn.momentum, False,
                   mod.qconfig)
        made.weight, made.bias = linear.weight, linear.bias
        for name in ("weight", "bias", "running_mean", "running_var", "num_batches_tracked"):
            setattr(made.bn, name, getattr(bn, name))
        return made

    def to_float(self):
        bn = self.bn
        linear = nn.Linear(self.in_features, self.out_features)
        linear.weight, linear.bias = fuse_linear_bn_weights(
            self.weight, self.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias)
        return linear
