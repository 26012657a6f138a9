"""torch.ao.quantization.qconfig: which observers activations and weights get."""

import warnings
from collections import namedtuple

import torch
from torch import nn
from torch.ao.quantization.fake_quantize import (
    FakeQuantize, FakeQuantizeBase, FusedMovingAvgObsFakeQuantize, default_dynamic_fake_quant,
    default_embedding_fake_quant, default_embedding_fake_quant_4bit, default_fake_quant, default_fused_act_fake_quant,
    default_fused_per_channel_wt_fake_quant, default_fused_wt_fake_quant, default_per_channel_weight_fake_quant,
    default_weight_fake_quant, fused_per_channel_wt_fake_quant_range_neg_127_to_127,
    fused_wt_fake_quant_range_neg_127_to_127)
from torch.ao.quantization.observer import (
    HistogramObserver, MovingAverageMinMaxObserver, MovingAveragePerChannelMinMaxObserver, NoopObserver,
    PerChannelMinMaxObserver, PlaceholderObserver, ReuseInputObserver, _PartialWrapper, default_debug_observer,
    default_dynamic_quant_observer, default_float_qparams_observer, default_float_qparams_observer_4bit,
    default_observer, default_per_channel_weight_observer, default_placeholder_observer, default_reuse_input_observer,
    default_weight_observer, per_channel_weight_observer_range_neg_127_to_127, weight_observer_range_neg_127_to_127)


class QConfig(namedtuple("QConfig", ["activation", "weight"])):
    def __new__(cls, activation, weight):
        if isinstance(activation, nn.Module) or isinstance(weight, nn.Module):
            raise ValueError("QConfig received observer instance, please pass observer class instead. " +
                             "Use MyObserver.with_args(x=1) to override arguments to constructor if needed")
        return super(QConfig, cls).__new__(cls, activation, weight)


class QConfigDynamic(namedtuple("QConfigDynamic", ["activation", "weight"])):
    def __new__(cls, activation=torch.nn.Identity, weight=torch.nn.Identity):
        if isinstance(weight, nn.Module):
            raise ValueError("QConfigDynamic received observer instance, please pass observer class instead. " +
                             "Use MyObserver.with_args(x=1) to override arguments to constructor if needed")
        warnings.warn("QConfigDynamic is going to be deprecated in PyTorch 1.12, please use QConfig instead")
        return super(QConfigDynamic, cls).__new__(cls, activation, weight)


_half = PlaceholderObserver.with_args(dtype=torch.float16)
default_qconfig = QConfig(activation=default_observer, weight=default_weight_observer)
default_debug_qconfig = QConfig(weight=default_weight_observer, activation=default_debug_observer)
default_per_channel_qconfig = QConfig(activation=default_observer, weight=default_per_channel_weight_observer)
default_dynamic_qconfig = QConfig(activation=default_dynamic_quant_observer, weight=default_weight_observer)
float16_dynamic_qconfig = QConfig(
    activation=PlaceholderObserver.with_args(dtype=torch.float16, compute_dtype=torch.float16), weight=_half)
float16_static_qconfig = QConfig(activation=_half, weight=_half)
per_channel_dynamic_qconfig = QConfig(
    activation=default_dynamic_quant_observer, weight=default_per_channel_weight_observer)
float_qparams_weight_only_qconfig = QConfig(
    activation=default_placeholder_observer, weight=default_float_qparams_observer)
float_qparams_weight_only_qconfig_4bit = QConfig(
    activation=default_placeholder_observer, weight=default_float_qparams_observer_4bit)
default_qat_qconfig = QConfig(activation=default_fake_quant, weight=default_weight_fake_quant)
default_dynamic_qat_qconfig = QConfig(activation=default_dynamic_fake_quant, weight=default_weight_fake_quant)
default_weight_only_qconfig = QConfig(activation=torch.nn.Identity, weight=default_weight_fake_quant)
default_activation_only_qconfig = QConfig(activation=default_fake_quant, weight=torch.nn.Identity)
default_qat_qconfig_v2 = QConfig(activation=default_fused_act_fake_quant, weight=default_fused_wt_fake_quant)
default_reuse_input_qconfig = QConfig(activation=default_reuse_input_observer, weight=NoopObserver)
_symmetric = HistogramObserver.with_args(dtype=torch.qint8, reduce_range=False, eps=2 ** -12)
default_symmetric_qnnpack_qconfig = QConfig(activation=_symmetric, weight=weight_observer_range_neg_127_to_127)
default_per_channel_symmetric_qnnpack_qconfig = QConfig(
    activation=_symmetric, weight=per_channel_weight_observer_range_neg_127_to_127)
_trained = FusedMovingAvgObsFakeQuantize.with_args(
    observer=MovingAverageMinMaxObserver, quant_min=-128, quant_max=127, dtype=torch.qint8, reduce_range=False,
    eps=2 ** -12)
default_symmetric_qnnpack_qat_qconfig = QConfig(activation=_trained, weight=fused_wt_fake_quant_range_neg_127_to_127)
default_per_channel_symmetric_qnnpack_qat_qconfig = QConfig(
    activation=_trained, weight=fused_per_channel_wt_fake_quant_range_neg_127_to_127)
default_embedding_qat_qconfig = QConfig(
    activation=NoopObserver.with_args(dtype=torch.float32), weight=default_embedding_fake_quant)
default_embedding_qat_qconfig_4bit = QConfig(
    activation=NoopObserver.with_args(dtype=torch.float32), weight=default_embedding_fake_quant_4bit)


def get_default_qconfig(backend="fbgemm", version=0):
    if version != 0:
        raise AssertionError("Version number: " + str(version) +
                             " in get_default_qconfig is not supported. Version number must be 0")
    if backend not in ("fbgemm", "qnnpack", "onednn", "x86"):
        return default_qconfig
    weight = default_weight_observer if backend == "qnnpack" else default_per_channel_weight_observer
    return QConfig(activation=HistogramObserver.with_args(reduce_range=backend in ("fbgemm", "x86")), weight=weight)


def get_default_qat_qconfig(backend="fbgemm", version=1):
    if version not in (0, 1):
        raise AssertionError("Version number: " + str(version) +
                             "in get_default_qat_qconfig is not supported. Version number must be 0 or 1")
    if backend not in ("fbgemm", "qnnpack", "onednn", "x86"):
        return default_qat_qconfig if version == 0 else default_qat_qconfig_v2
    options = {"observer": MovingAverageMinMaxObserver, "quant_min": 0, "quant_max": 255}
    if backend != "onednn":
        options["reduce_range"] = backend != "qnnpack"
    if version == 0:
        weight = default_weight_fake_quant if backend == "qnnpack" else default_per_channel_weight_fake_quant
        return QConfig(activation=FakeQuantize.with_args(**options), weight=weight)
    weight = default_fused_wt_fake_quant if backend == "qnnpack" else default_fused_per_channel_wt_fake_quant
    return QConfig(activation=FusedMovingAvgObsFakeQuantize.with_args(**options), weight=weight)


def assert_valid_qconfig(qconfig, mod):
    if qconfig is None or qconfig.weight is None:
        return
    for dims in ("1", "2", "3"):
        if isinstance(mod, getattr(nn, "ConvTranspose" + dims + "d")):
            assert not isinstance(qconfig.weight(), (PerChannelMinMaxObserver, MovingAveragePerChannelMinMaxObserver)), \
                "Per channel weight observer is not supported yet for ConvTranspose{n}d."


def add_module_to_qconfig_obs_ctr(qconfig, module):
    """The configuration with observers that lie where the module does."""
    if module is None or qconfig is None or qconfig._fields != ("activation", "weight"):
        return qconfig

    def find_device():
        for tensor in [*module.parameters(), *module.buffers()]:
            return {"device": tensor.device}
        return None

    def place(constructor):
        try:
            constructor.with_args(factory_kwargs=None)()
            return constructor.with_callable_args(factory_kwargs=find_device)
        except (AttributeError, TypeError):
            return constructor

    return QConfig(place(qconfig.activation), place(qconfig.weight))


def _constructors_equal(one, other):
    if not (isinstance(one, _PartialWrapper) and isinstance(other, _PartialWrapper)):
        return one == other
    left, right = dict(one.p.keywords), dict(other.p.keywords)
    if "observer" in left and "observer" in right and not _constructors_equal(left.pop("observer"),
                                                                              right.pop("observer")):
        return False
    return one.p.func == other.p.func and one.p.args == other.p.args and left == right


def qconfig_equals(q1, q2):
    if q1 is None or q2 is None:
        return q1 == q2
    return _constructors_equal(q1.activation, q2.activation) and _constructors_equal(q1.weight, q2.weight)


def activation_is_memoryless(qconfig):
    """Whether observers of activations forget each tensor when they see the next."""
    observer = qconfig.activation()
    if isinstance(observer, FakeQuantizeBase) and hasattr(observer, "activation_post_process"):
        observer = observer.activation_post_process
    return hasattr(observer, "averaging_constant") and observer.averaging_constant == 1


def is_reuse_input_qconfig(qconfig):
    return qconfig is not None and isinstance(qconfig.activation(), ReuseInputObserver) and \
        isinstance(qconfig.weight(), NoopObserver)
