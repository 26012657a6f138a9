"""torch.ao.quantization.quantization_mappings: which layer takes the place of which."""

import copy

import torch
import torch.ao.nn.quantized as nnq
import torch.ao.nn.quantized.dynamic as nnqd
import torch.ao.nn.qat as nnqat
import torch.ao.nn.qat.dynamic as nnqatd
import torch.nn.functional as F
import torch.nn.intrinsic as nni
import torch.nn.intrinsic.qat as nniqat
import torch.nn.intrinsic.quantized as nniq
import torch.nn.intrinsic.quantized.dynamic as nniqd
from torch import nn
from torch.ao.quantization.fake_quantize import (
    default_fixed_qparams_range_0to1_fake_quant, default_fixed_qparams_range_neg1to1_fake_quant)
from torch.ao.quantization.stubs import DeQuantStub, QuantStub
from torch.ao.quantization.utils import get_combined_dict
from torch.nn.modules.linear import NonDynamicallyQuantizableLinear
from torch.nn.utils.parametrize import type_before_parametrizations


def _same_names(source, target, names):
    return {getattr(source, name): getattr(target, name) for name in names.split()}


DEFAULT_STATIC_QUANT_MODULE_MAPPINGS = {
    QuantStub: nnq.Quantize,
    DeQuantStub: nnq.DeQuantize,
    **_same_names(nn, nnq, "BatchNorm2d BatchNorm3d Dropout Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d "
                  "ConvTranspose3d ELU Embedding EmbeddingBag GroupNorm Hardswish InstanceNorm1d InstanceNorm2d "
                  "InstanceNorm3d LayerNorm LeakyReLU Linear ReLU6 PReLU"),
    NonDynamicallyQuantizableLinear: nnq.Linear,
    nnq.FloatFunctional: nnq.QFunctional,
    **_same_names(nni, nniq, "BNReLU2d BNReLU3d ConvReLU1d ConvReLU2d ConvReLU3d LinearReLU"),
    **_same_names(nniqat, nniq, "ConvReLU2d ConvReLU3d LinearReLU"),
    nniqat.ConvBn1d: nnq.Conv1d,
    nniqat.ConvBn2d: nnq.Conv2d,
    nniqat.ConvBn3d: nnq.Conv3d,
    nniqat.ConvBnReLU1d: nniq.ConvReLU1d,
    nniqat.ConvBnReLU2d: nniq.ConvReLU2d,
    nniqat.ConvBnReLU3d: nniq.ConvReLU3d,
    nniqat.LinearBn1d: nnq.Linear,
    **_same_names(nnqat, nnq, "Linear Conv2d Conv3d"),
}
DEFAULT_QAT_MODULE_MAPPINGS = {
    **_same_names(nn, nnqat, "Conv2d Conv3d Linear"),
    NonDynamicallyQuantizableLinear: nnqat.Linear,
    **_same_names(nni, nniqat, "ConvBn1d ConvBn2d ConvBn3d ConvBnReLU1d ConvBnReLU2d ConvBnReLU3d ConvReLU2d "
                  "ConvReLU3d LinearReLU LinearBn1d"),
}
DEFAULT_DYNAMIC_QUANT_MODULE_MAPPINGS = {
    **_same_names(nn, nnqd, "GRUCell Linear LSTM GRU LSTMCell RNNCell"),
    nnqatd.Linear: nnqd.Linear,
    NonDynamicallyQuantizableLinear: nnqd.Linear,
    nni.LinearReLU: nniqd.LinearReLU,
    **_same_names(nn, nnq, "EmbeddingBag Embedding"),
}
_INCLUDE_QCONFIG_PROPAGATE_LIST = {nn.Sequential}
DEFAULT_FLOAT_TO_QUANTIZED_OPERATOR_MAPPINGS = {
    getattr(F, name): getattr(torch.ops.quantized, name)
    for name in ("elu", "hardswish", "instance_norm", "layer_norm", "leaky_relu", "dropout")
    if hasattr(torch.ops.quantized, name)
}
DEFAULT_MODULE_TO_ACT_POST_PROCESS = {
    nn.Hardsigmoid: default_fixed_qparams_range_0to1_fake_quant,
    nn.Sigmoid: default_fixed_qparams_range_0to1_fake_quant,
    nn.Softmax: default_fixed_qparams_range_0to1_fake_quant,
    nn.Tanh: default_fixed_qparams_range_neg1to1_fake_quant,
}


def get_default_static_quant_module_mappings():
    return dict(DEFAULT_STATIC_QUANT_MODULE_MAPPINGS)


def get_embedding_static_quant_module_mappings():
    return {**DEFAULT_STATIC_QUANT_MODULE_MAPPINGS, **_same_names(nnqat, nnq, "EmbeddingBag Embedding")}


def get_default_qat_module_mappings():
    return dict(DEFAULT_QAT_MODULE_MAPPINGS)


def get_embedding_qat_module_mappings():
    return {**DEFAULT_QAT_MODULE_MAPPINGS, **_same_names(nn, nnqat, "EmbeddingBag Embedding")}


def get_default_dynamic_quant_module_mappings():
    return DEFAULT_DYNAMIC_QUANT_MODULE_MAPPINGS


def _find_class(mapping, additional, float_module_class):
    found = get_combined_dict(mapping, additional or {}).get(float_module_class, None)
    assert found is not None, "Floating point module class {} does not have a corresponding quantized module " \
        "class".format(float_module_class)
    return found


def get_static_quant_module_class(float_module_class, additional_static_quant_mapping=None, is_reference=False):
    return _find_class(DEFAULT_STATIC_QUANT_MODULE_MAPPINGS, additional_static_quant_mapping, float_module_class)


def get_dynamic_quant_module_class(float_module_class, additional_dynamic_quant_mapping=None):
    return _find_class(DEFAULT_DYNAMIC_QUANT_MODULE_MAPPINGS, additional_dynamic_quant_mapping, float_module_class)


def get_default_qconfig_propagation_list():
    return set(DEFAULT_STATIC_QUANT_MODULE_MAPPINGS) | set(DEFAULT_QAT_MODULE_MAPPINGS) | \
        set(DEFAULT_DYNAMIC_QUANT_MODULE_MAPPINGS) | _INCLUDE_QCONFIG_PROPAGATE_LIST


def get_default_compare_output_module_list():
    found = get_default_qconfig_propagation_list()
    for mapping in (DEFAULT_STATIC_QUANT_MODULE_MAPPINGS, DEFAULT_QAT_MODULE_MAPPINGS,
                    DEFAULT_DYNAMIC_QUANT_MODULE_MAPPINGS):
        found |= set(mapping.values())
    return found


def get_default_float_to_quantized_operator_mappings():
    return dict(DEFAULT_FLOAT_TO_QUANTIZED_OPERATOR_MAPPINGS)


def get_quantized_operator(float_op):
    found = DEFAULT_FLOAT_TO_QUANTIZED_OPERATOR_MAPPINGS.get(float_op, None)
    assert found is not None, "Operator {} does not have corresponding quantized op".format(str(float_op))
    return found


def _get_special_act_post_process(module):
    return DEFAULT_MODULE_TO_ACT_POST_PROCESS.get(type_before_parametrizations(module), None)


def _has_special_act_post_process(module):
    return module.training and type(module) in DEFAULT_MODULE_TO_ACT_POST_PROCESS
