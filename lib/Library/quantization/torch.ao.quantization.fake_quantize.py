"""torch.ao.quantization.fake_quantize: modules that compute as quantization will, on floats."""

from typing import Tuple

import torch
from torch.ao.quantization.observer import (
    FixedQParamsObserver, HistogramObserver, MovingAverageMinMaxObserver, MovingAveragePerChannelMinMaxObserver,
    _with_args, default_fixed_qparams_range_0to1_observer, default_fixed_qparams_range_neg1to1_observer)
from torch.ao.quantization.utils import is_per_channel as _is_per_channel
from torch.ao.quantization.utils import is_per_tensor as _is_per_tensor


class FakeQuantizeBase(torch.nn.Module):
    fake_quant_enabled: torch.Tensor
    observer_enabled: torch.Tensor

    def __init__(self):
        super().__init__()
        self.register_buffer("fake_quant_enabled", torch.tensor([1], dtype=torch.uint8))
        self.register_buffer("observer_enabled", torch.tensor([1], dtype=torch.uint8))

    @torch.jit.export
    def enable_fake_quant(self, enabled: bool = True) -> None:
        self.fake_quant_enabled[0] = 1 if enabled else 0

    @torch.jit.export
    def disable_fake_quant(self):
        self.enable_fake_quant(False)

    @torch.jit.export
    def enable_observer(self, enabled: bool = True) -> None:
        self.observer_enabled[0] = 1 if enabled else 0

    @torch.jit.export
    def disable_observer(self):
        self.enable_observer(False)

    with_args = classmethod(_with_args)


class FakeQuantize(FakeQuantizeBase):
    """An observer, and what quantizing and dequantizing with what it says makes of a tensor."""

    scale: torch.Tensor
    zero_point: torch.Tensor

    def __init__(self, observer=MovingAverageMinMaxObserver, quant_min=None, quant_max=None, **observer_kwargs):
        super().__init__()
        if quant_min is not None and quant_max is not None:
            assert quant_min <= quant_max, "quant_min must be less than or equal to quant_max"
            dtype = observer_kwargs.get("dtype", torch.quint8)
            if hasattr(observer, "p"):
                dtype = getattr(observer.p, "keywords", {}).get("dtype", dtype)
            info = torch.iinfo(dtype)
            assert info.min <= quant_min, "quant_min out of bound"
            assert quant_max <= info.max, "quant_max out of bound"
            observer_kwargs.update({"quant_min": quant_min, "quant_max": quant_max})
        self.activation_post_process = observer(**observer_kwargs)
        observer = self.activation_post_process
        self.quant_min = observer.quant_min
        self.quant_max = observer.quant_max
        is_float = observer.qscheme == torch.per_channel_affine_float_qparams
        self.register_buffer("scale", torch.tensor([1.0], dtype=torch.float))
        self.register_buffer("zero_point", torch.tensor([0], dtype=torch.float if is_float else torch.int))
        self.dtype = observer.dtype
        self.qscheme = observer.qscheme
        self.ch_axis = getattr(observer, "ch_axis", -1)
        assert _is_per_channel(self.qscheme) or _is_per_tensor(self.qscheme), \
            "Only per channel and per tensor quantization are supported in fake quantize got qscheme: " + \
            str(self.qscheme)
        self.is_per_channel = _is_per_channel(self.qscheme)

    @torch.jit.export
    def calculate_qparams(self):
        return self.activation_post_process.calculate_qparams()

    def forward(self, X):
        if self.observer_enabled[0] == 1:
            self.activation_post_process(X.detach())
            _scale, _zero_point = self.calculate_qparams()
            if self.scale.shape != _scale.shape:
                self.scale.resize_(_scale.shape)
                self.zero_point.resize_(_zero_point.shape)
            self.scale.copy_(_scale)
            self.zero_point.copy_(_zero_point)
        if self.fake_quant_enabled[0] == 1:
            if self.is_per_channel:
                X = torch.fake_quantize_per_channel_affine(
                    X, self.scale, self.zero_point, self.ch_axis, self.activation_post_process.quant_min,
                    self.activation_post_process.quant_max)
            else:
                X = torch.fake_quantize_per_tensor_affine(
                    X, self.scale, self.zero_point, self.activation_post_process.quant_min,
                    self.activation_post_process.quant_max)
        return X

    @torch.jit.export
    def extra_repr(self):
        return "fake_quant_enabled={}, observer_enabled={}, quant_min={}, quant_max={}, dtype={}, qscheme={}, " \
               "ch_axis={}, scale={}, zero_point={}".format(
                   self.fake_quant_enabled, self.observer_enabled, self.activation_post_process.quant_min,
                   self.activation_post_process.quant_max, self.dtype, self.qscheme, self.ch_axis, self.scale,
                   self.zero_point)

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination[prefix + "scale"] = self.scale
        destination[prefix + "zero_point"] = self.zero_point

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                              error_msgs):
        for name in ("scale", "zero_point"):
            key = prefix + name
            if key in state_dict:
                getattr(self, name).resize_(state_dict[key].shape)
            elif strict:
                missing_keys.append(key)
        super()._load_from_state_dict(
            state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)


class FixedQParamsFakeQuantize(FakeQuantize):
    """With a scale and a zero point that are known before."""

    def __init__(self, observer):
        super().__init__(observer=observer)
        fixed = self.activation_post_process
        assert type(fixed) == FixedQParamsObserver, \
            "%s's observer must be a %s" % (type(self).__name__, FixedQParamsObserver.__name__)
        self._observer_ctr = observer
        self.scale = fixed.scale
        self.zero_point = fixed.zero_point
        assert _is_per_tensor(self.qscheme), \
            "Only per tensor quantization is supported FixedQParamsFakeQuantize module, got qscheme:" + str(self.qscheme)

    @torch.jit.export
    def calculate_qparams(self):
        return self.scale, self.zero_point

    @torch.jit.export
    def extra_repr(self):
        return "fake_quant_enabled={}, observer_enabled={}, scale={}, zero_point={}, dtype={}, quant_min={}, " \
               "quant_max={}, qscheme={}".format(
                   self.fake_quant_enabled, self.observer_enabled, self.scale, self.zero_point, self.dtype,
                   self.activation_post_process.quant_min, self.activation_post_process.quant_max, self.qscheme)


class FusedMovingAvgObsFakeQuantize(FakeQuantize):
    """Moving averages, computed by one operator together with the rest."""

    def __init__(self, observer=MovingAverageMinMaxObserver, quant_min=0, quant_max=255, **observer_kwargs) -> None:
        super().__init__(observer, quant_min, quant_max, **observer_kwargs)
        assert isinstance(self.activation_post_process,
                          (MovingAverageMinMaxObserver, MovingAveragePerChannelMinMaxObserver)), \
            "Fused observer+fake_quant module only works with MovingAverageMinMaxObserver"
        self.register_buffer("fake_quant_enabled", torch.tensor([1], dtype=torch.long))
        self.register_buffer("observer_enabled", torch.tensor([1], dtype=torch.long))
        self.is_symmetric_quant = self.qscheme in [torch.per_tensor_symmetric, torch.per_channel_symmetric]

    @torch.jit.export
    def calculate_qparams(self) -> Tuple[torch.Tensor, torch.Tensor]:
        return self.activation_post_process.calculate_qparams()

    @torch.jit.export
    def extra_repr(self) -> str:
        return "fake_quant_enabled={}, observer_enabled={}, scale={}, zero_point={}, dtype={}, quant_min={}, " \
               "quant_max={}, qscheme={}, reduce_range={}".format(
                   self.fake_quant_enabled, self.observer_enabled, self.scale, self.zero_point, self.dtype,
                   self.activation_post_process.quant_min, self.activation_post_process.quant_max, self.qscheme,
                   self.activation_post_process.reduce_range)

    def forward(self, X: torch.Tensor) -> torch.Tensor:
        return torch.fused_moving_avg_obs_fake_quant(
            X, self.observer_enabled, self.fake_quant_enabled, self.activation_post_process.min_val,
            self.activation_post_process.max_val, self.scale, self.zero_point,
            self.activation_post_process.averaging_constant, self.activation_post_process.quant_min,
            self.activation_post_process.quant_max, self.ch_axis, self.is_per_channel, self.is_symmetric_quant)


_channels = MovingAveragePerChannelMinMaxObserver
_whole = MovingAverageMinMaxObserver

default_fake_quant = FakeQuantize.with_args(
    observer=_whole, quant_min=0, quant_max=255, dtype=torch.quint8, qscheme=torch.per_tensor_affine, reduce_range=True)
default_weight_fake_quant = FakeQuantize.with_args(
    observer=_whole, quant_min=-128, quant_max=127, dtype=torch.qint8, qscheme=torch.per_tensor_symmetric,
    reduce_range=False)
default_dynamic_fake_quant = FakeQuantize.with_args(
    observer=_whole, quant_min=0, quant_max=255, dtype=torch.quint8, averaging_constant=1)
default_fixed_qparams_range_neg1to1_fake_quant = FixedQParamsFakeQuantize.with_args(
    observer=default_fixed_qparams_range_neg1to1_observer)
default_fixed_qparams_range_0to1_fake_quant = FixedQParamsFakeQuantize.with_args(
    observer=default_fixed_qparams_range_0to1_observer)
default_symmetric_fixed_qparams_fake_quant = default_fixed_qparams_range_neg1to1_fake_quant
default_affine_fixed_qparams_fake_quant = default_fixed_qparams_range_0to1_fake_quant
default_per_channel_weight_fake_quant = FakeQuantize.with_args(
    observer=_channels, quant_min=-128, quant_max=127, dtype=torch.qint8, qscheme=torch.per_channel_symmetric,
    reduce_range=False, ch_axis=0)
default_embedding_fake_quant = FakeQuantize.with_args(
    observer=_channels, qscheme=torch.per_channel_affine_float_qparams, dtype=torch.quint8, quant_min=0, quant_max=255,
    ch_axis=0, averaging_constant=1)
default_embedding_fake_quant_4bit = FakeQuantize.with_args(
    observer=_channels, qscheme=torch.per_channel_affine_float_qparams, ch_axis=0, dtype=torch.quint4x2,
    averaging_constant=1)
default_histogram_fake_quant = FakeQuantize.with_args(
    observer=HistogramObserver, quant_min=0, quant_max=255, dtype=torch.quint8, qscheme=torch.per_tensor_affine,
    reduce_range=True)
default_fused_act_fake_quant = FusedMovingAvgObsFakeQuantize.with_args(
    observer=_whole, quant_min=0, quant_max=255, dtype=torch.quint8)
default_fused_wt_fake_quant = FusedMovingAvgObsFakeQuantize.with_args(
    observer=_whole, quant_min=-128, quant_max=127, dtype=torch.qint8, qscheme=torch.per_tensor_symmetric)
default_fused_per_channel_wt_fake_quant = FusedMovingAvgObsFakeQuantize.with_args(
    observer=_channels, quant_min=-128, quant_max=127, dtype=torch.qint8, qscheme=torch.per_channel_symmetric)
fused_wt_fake_quant_range_neg_127_to_127 = FusedMovingAvgObsFakeQuantize.with_args(
    observer=_whole, quant_min=-127, quant_max=127, dtype=torch.qint8, qscheme=torch.per_tensor_symmetric, eps=2 ** -12)
fused_per_channel_wt_fake_quant_range_neg_127_to_127 = FusedMovingAvgObsFakeQuantize.with_args(
    observer=_channels, quant_min=-127, quant_max=127, dtype=torch.qint8, qscheme=torch.per_channel_symmetric,
    eps=2 ** -12)


def disable_fake_quant(mod):
    if isinstance(mod, FakeQuantizeBase):
        mod.disable_fake_quant()


def enable_fake_quant(mod):
    if isinstance(mod, FakeQuantizeBase):
        mod.enable_fake_quant()


def disable_observer(mod):
    if isinstance(mod, FakeQuantizeBase):
        mod.disable_observer()


def enable_observer(mod):
    if isinstance(mod, FakeQuantizeBase):
        mod.enable_observer()
