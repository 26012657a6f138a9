"""torch.ao.quantization.fuser_method_mappings: how layers that follow one another become one."""

import torch.nn.intrinsic as nni
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval, fuse_linear_bn_eval

_conv_bn = {nn.Conv1d: nni.ConvBn1d, nn.Conv2d: nni.ConvBn2d, nn.Conv3d: nni.ConvBn3d}
_conv_bn_relu = {nn.Conv1d: nni.ConvBnReLU1d, nn.Conv2d: nni.ConvBnReLU2d, nn.Conv3d: nni.ConvBnReLU3d}
_conv_relu = {nn.Conv1d: nni.ConvReLU1d, nn.Conv2d: nni.ConvReLU2d, nn.Conv3d: nni.ConvReLU3d}


def _check_norm(outputs, bn, what, norm):
    assert bn.num_features == outputs, what + " must match num_features of " + norm
    assert bn.affine, "Only support fusing " + norm + " with affine set to True"
    assert bn.track_running_stats, "Only support fusing " + norm + " with tracking_running_stats set to True"


def fuse_conv_bn(is_qat, conv, bn):
    assert conv.training == bn.training, "Conv and BN both must be in the same mode (train or eval)."
    if not is_qat:
        return fuse_conv_bn_eval(conv, bn)
    _check_norm(conv.out_channels, bn, "Output channel of Conv2d", "BatchNorm2d")
    kind = _conv_bn.get(type(conv), None)
    if kind is None:
        raise NotImplementedError("Cannot fuse train modules: {}".format((conv, bn)))
    return kind(conv, bn)


def fuse_conv_bn_relu(is_qat, conv, bn, relu):
    assert conv.training == bn.training == relu.training, \
        "Conv and BN both must be in the same mode (train or eval)."
    if is_qat:
        _check_norm(conv.out_channels, bn, "Output channel of Conv", "BatchNorm")
    kind = (_conv_bn_relu if is_qat else _conv_relu).get(type(conv), None)
    if kind is None:
        raise NotImplementedError("Cannot fuse {} modules: {}".format("train" if is_qat else "eval", (conv, bn, relu)))
    return kind(conv, bn, relu) if is_qat else kind(fuse_conv_bn_eval(conv, bn), relu)


def fuse_linear_bn(is_qat, linear, bn):
    assert linear.training == bn.training, "Linear and BN both must be in the same mode (train or eval)."
    if not is_qat:
        return fuse_linear_bn_eval(linear, bn)
    _check_norm(linear.out_features, bn, "Output features of Linear", "BatchNorm1d")
    return nni.LinearBn1d(linear, bn)


def fuse_convtranspose_bn(is_qat, convt, bn):
    assert convt.training == bn.training, "ConvTranspose and BN both must be in the same mode (train or eval)."
    if is_qat:
        raise Exception("Fusing ConvTranspose+BatchNorm not yet supported in QAT.")
    return fuse_conv_bn_eval(convt, bn, transpose=True)


def sequential_wrapper2(sequential):
    def fuse(is_qat, m1, m2):
        return sequential(m1, m2)

    return fuse


DEFAULT_OP_LIST_TO_FUSER_METHOD = {
    (nn.Linear, nn.BatchNorm1d): fuse_linear_bn,
    (nn.Linear, nn.ReLU): sequential_wrapper2(nni.LinearReLU),
    (nn.BatchNorm2d, nn.ReLU): sequential_wrapper2(nni.BNReLU2d),
    (nn.BatchNorm3d, nn.ReLU): sequential_wrapper2(nni.BNReLU3d),
}
for _conv, _transposed, _norm in ((nn.Conv1d, nn.ConvTranspose1d, nn.BatchNorm1d),
                                  (nn.Conv2d, nn.ConvTranspose2d, nn.BatchNorm2d),
                                  (nn.Conv3d, nn.ConvTranspose3d, nn.BatchNorm3d)):
    DEFAULT_OP_LIST_TO_FUSER_METHOD[(_conv, _norm)] = fuse_conv_bn
    DEFAULT_OP_LIST_TO_FUSER_METHOD[(_conv, _norm, nn.ReLU)] = fuse_conv_bn_relu
    DEFAULT_OP_LIST_TO_FUSER_METHOD[(_conv, nn.ReLU)] = sequential_wrapper2(_conv_relu[_conv])
    DEFAULT_OP_LIST_TO_FUSER_METHOD[(_transposed, _norm)] = fuse_convtranspose_bn


def get_fuser_method(op_list, additional_fuser_method_mapping=None):
    found = {**DEFAULT_OP_LIST_TO_FUSER_METHOD, **(additional_fuser_method_mapping or {})}.get(op_list, None)
    assert found is not None, "did not find fuser method for: {} ".format(op_list)
    return found
