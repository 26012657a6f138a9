# torch.nn.utils.fusion: a normalization that becomes part of the layer before it.
import copy
import torch
from torch.nn.parameter import Parameter


def fuse_conv_bn_weights(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, transpose=False):
    bias = torch.zeros_like(bn_rm) if conv_b is None else conv_b
    weight = torch.ones_like(bn_rm) if bn_w is None else bn_w
    shift = torch.zeros_like(bn_rm) if bn_b is None else bn_b
    scale = torch.rsqrt(bn_rv + bn_eps)
    # The dimension of output channels comes second in transposed convolutions.
    shape = [1, -1] if transpose else [-1, 1]
    factors = (weight * scale).reshape(shape + [1] * (len(conv_w.shape) - 2))
    fused_weight = Parameter((conv_w * factors).to(dtype=conv_w.dtype), conv_w.requires_grad)
    fused_bias = Parameter((bias - bn_rm) * scale * weight + shift, bias.requires_grad)
    return fused_weight, fused_bias


def fuse_conv_bn_eval(conv, bn, transpose=False):
    assert not (conv.training or bn.training), "Fusion only for eval!"
    fused = copy.deepcopy(conv)
    fused.weight, fused.bias = fuse_conv_bn_weights(fused.weight, fused.bias, bn.running_mean, bn.running_var, bn.eps,
                                                    bn.weight, bn.bias, transpose)
    return fused


def fuse_linear_bn_weights(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b):
    bias = torch.zeros_like(bn_rm) if linear_b is None else linear_b
    scale = bn_w * torch.rsqrt(bn_rv + bn_eps)
    weight = Parameter(linear_w * scale.unsqueeze(-1), linear_w.requires_grad)
    return weight, Parameter((bias - bn_rm) * scale + bn_b, bias.requires_grad)


def fuse_linear_bn_eval(linear, bn):
    assert not (linear.training or bn.training), "Fusion only for eval!"
    fused = copy.deepcopy(linear)
    fused.weight, fused.bias = fuse_linear_bn_weights(fused.weight, fused.bias, bn.running_mean, bn.running_var,
                                                      bn.eps, bn.weight, bn.bias)
    return fused
