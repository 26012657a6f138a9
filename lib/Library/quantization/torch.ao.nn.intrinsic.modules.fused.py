"""torch.ao.nn.intrinsic.modules.fused: layers in the order in which they are computed."""

import torch
from torch.nn import BatchNorm1d, BatchNorm2d, BatchNorm3d, Conv1d, Conv2d, Conv3d, Linear, ReLU
from torch.nn.utils.parametrize import type_before_parametrizations


class _FusedModule(torch.nn.Sequential):
    pass


def _check(layers, kinds):
    found = [type_before_parametrizations(layer) for layer in layers]
    assert found == kinds, "Incorrect types for input modules" + "".join(str(kind) for kind in found)


class ConvReLU1d(_FusedModule):
    def __init__(self, conv, relu):
        _check([conv, relu], [Conv1d, ReLU])
        super().__init__(conv, relu)


class ConvReLU2d(_FusedModule):
    def __init__(self, conv, relu):
        _check([conv, relu], [Conv2d, ReLU])
        super().__init__(conv, relu)


class ConvReLU3d(_FusedModule):
    def __init__(self, conv, relu):
        _check([conv, relu], [Conv3d, ReLU])
        super().__init__(conv, relu)


class LinearReLU(_FusedModule):
    def __init__(self, linear, relu):
        _check([linear, relu], [Linear, ReLU])
        super().__init__(linear, relu)


class ConvBn1d(_FusedModule):
    def __init__(self, conv, bn):
        _check([conv, bn], [Conv1d, BatchNorm1d])
        super().__init__(conv, bn)


class ConvBnReLU1d(_FusedModule):
    def __init__(self, conv, bn, relu):
        _check([conv, bn, relu], [Conv1d, BatchNorm1d, ReLU])
        super().__init__(conv, bn, relu)


class ConvBn2d(_FusedModule):
    def __init__(self, conv, bn):
        _check([conv, bn], [Conv2d, BatchNorm2d])
        super().__init__(conv, bn)


class ConvBnReLU2d(_FusedModule):
    def __init__(self, conv, bn, relu):
        _check([conv, bn, relu], [Conv2d, BatchNorm2d, ReLU])
        super().__init__(conv, bn, relu)


class ConvBn3d(_FusedModule):
    def __init__(self, conv, bn):
        _check([conv, bn], [Conv3d, BatchNorm3d])
        super().__init__(conv, bn)


class ConvBnReLU3d(_FusedModule):
    def __init__(self, conv, bn, relu):
        _check([conv, bn, relu], [Conv3d, BatchNorm3d, ReLU])
        super().__init__(conv, bn, relu)


class BNReLU2d(_FusedModule):
    def __init__(self, batch_norm, relu):
        _check([batch_norm, relu], [BatchNorm2d, ReLU])
        super().__init__(batch_norm, relu)


class BNReLU3d(_FusedModule):
    def __init__(self, batch_norm, relu):
        _check([batch_norm, relu], [BatchNorm3d, ReLU])
        super().__init__(batch_norm, relu)


class LinearBn1d(_FusedModule):
    def __init__(self, linear, bn):
        _check([linear, bn], [Linear, BatchNorm1d])
        super().__init__(linear, bn)
