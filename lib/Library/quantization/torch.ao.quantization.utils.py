"""torch.ao.quantization.utils: questions about observers and configurations."""

import warnings
from typing import Tuple

import torch
from torch.ao.quantization.quant_type import QuantType
from torch.nn.utils.parametrize import is_parametrized


def is_per_tensor(qscheme):
    return qscheme == torch.per_tensor_affine or qscheme == torch.per_tensor_symmetric


def is_per_channel(qscheme):
    return qscheme in [torch.per_channel_affine, torch.per_channel_affine_float_qparams, torch.per_channel_symmetric]


def getattr_from_fqn(obj, fqn):
    for name in fqn.split("."):
        obj = getattr(obj, name)
    return obj


def get_combined_dict(default_dict, additional_dict):
    return {**default_dict, **additional_dict}


def get_qparam_dict(observer_or_fake_quant):
    scheme = getattr(observer_or_fake_quant, "qscheme", None)
    found = {"qscheme": scheme, "dtype": observer_or_fake_quant.dtype}
    if not scheme:
        return found
    if is_per_tensor(scheme):
        scheme = torch.per_tensor_affine
    elif is_per_channel(scheme):
        if scheme == torch.per_channel_symmetric:
            scheme = torch.per_channel_affine
        found["axis"] = observer_or_fake_quant.ch_axis
    else:
        raise RuntimeError(f"Unrecognized qscheme: {scheme}")
    found["qscheme"] = scheme
    found["scale"], found["zero_point"] = observer_or_fake_quant.calculate_qparams()
    return found


def activation_dtype(qconfig):
    assert qconfig is not None
    return qconfig.activation().dtype


def weight_dtype(qconfig):
    assert qconfig is not None
    return qconfig.weight().dtype


def get_qconfig_dtypes(qconfig):
    """The dtypes of activations and weights, and the one that activations are computed in."""
    assert qconfig is not None
    activation = qconfig.activation()
    return activation.dtype, qconfig.weight().dtype, getattr(activation, "compute_dtype", None)


def activation_is_dynamically_quantized(qconfig):
    return get_qconfig_dtypes(qconfig)[2] in [torch.quint8, torch.qint8, torch.float16]


def activation_is_statically_quantized(qconfig):
    return activation_dtype(qconfig) in [torch.quint8, torch.qint8, torch.float16] and \
        not activation_is_dynamically_quantized(qconfig)


def activation_is_int8_quantized(qconfig):
    return activation_dtype(qconfig) in [torch.quint8, torch.qint8]


def activation_is_int32_quantized(qconfig):
    return activation_dtype(qconfig) == torch.qint32


def weight_is_quantized(qconfig):
    return weight_dtype(qconfig) in [torch.quint8, torch.qint8, torch.float16, torch.quint4x2]


def weight_is_statically_quantized(qconfig):
    return weight_dtype(qconfig) in [torch.quint8, torch.qint8]


def op_is_int8_dynamically_quantized(qconfig):
    return get_qconfig_dtypes(qconfig) == (torch.quint8, torch.qint8, torch.quint8)


def get_quant_type(qconfig):
    activation, weight, compute = get_qconfig_dtypes(qconfig)
    static = [torch.quint8, torch.qint8, torch.quint4x2]
    if weight in static:
        if compute in static:
            return QuantType.DYNAMIC
        return QuantType.STATIC if activation in static else QuantType.WEIGHT_ONLY
    if weight == torch.float16:
        if compute in static:
            return QuantType.DYNAMIC
        if activation == torch.float16:
            return QuantType.STATIC
    raise Exception("Unrecognized dtype combination in get_quant_type: activation({}),weight({})".format(
        activation, weight))


def check_min_max_valid(min_val: torch.Tensor, max_val: torch.Tensor) -> bool:
    """Whether an observer has seen something; bounds in the wrong order are an error."""
    if min_val.numel() == 0 or max_val.numel() == 0:
        warnings.warn("must run observer before calling calculate_qparams. " + "Returning default values.")
        return False
    if min_val.dim() == 0 or max_val.dim() == 0:
        if min_val == float("inf") and max_val == float("-inf"):
            warnings.warn("must run observer before calling calculate_qparams. " + "Returning default values.")
            return False
        assert min_val <= max_val, "min {} should be less than max {}".format(min_val, max_val)
    else:
        assert torch.all(min_val <= max_val), "min {} should be less than max {}".format(min_val, max_val)
    return True


def calculate_qmin_qmax(quant_min: int, quant_max: int, has_customized_qrange: bool, dtype: torch.dtype,
                        reduce_range: bool) -> Tuple[int, int]:
    """The bounds of integers: those that are given, or those of the dtype, with one bit less when asked for."""
    if has_customized_qrange:
        count = quant_max - quant_min + 1
        if dtype == torch.qint8:
            assert 0 < count <= 256, \
                "quantization range should be positive and not exceed the maximum bit range (=256)."
        elif dtype == torch.qint32:
            assert 0 < count <= 2 ** 31, \
                "quantization range should be positive and not exceed the maximum bit range (=4294967296)."
    elif dtype == torch.qint8:
        quant_min, quant_max = -128, 127
    elif dtype == torch.quint8:
        quant_min, quant_max = 0, 255
    elif dtype == torch.qint32:
        return -1 * (2 ** 31), (2 ** 31) - 1
    else:
        return 0, 15
    if reduce_range:
        return quant_min // 2, quant_max // 2
    return quant_min, quant_max


def has_no_children_ignoring_parametrizations(module):
    if is_parametrized(module):
        return len(module._modules) == 1 and "parametrizations" in module._modules
    return len(module._modules) == 0
