"""torch.ao.quantization.observer: modules that look at tensors and say how to quantize them."""

import warnings
from collections import OrderedDict
from functools import partial
from typing import List, Optional, Tuple

import torch
import torch.nn as nn
from torch.ao.quantization.utils import calculate_qmin_qmax, check_min_max_valid, is_per_channel, is_per_tensor

_eps = torch.finfo(torch.float32).eps


class _PartialWrapper(object):
    """Makes modules of a class with arguments that are known now, or computed when a module is made."""

    def __init__(self, p):
        self.p = p
        self.callable_args = {}

    def __call__(self, *args, **keywords):
        for name, compute in self.callable_args.items():
            if name not in keywords:
                keywords[name] = compute()
        return self.p(*args, **keywords)

    def __repr__(self):
        return repr(self.p) + repr(self.callable_args)

    def with_args(self, **kwargs):
        return _with_args(self, **kwargs)

    def with_callable_args(self, **kwargs):
        made = _PartialWrapper(p=self.p)
        made.callable_args = {**self.callable_args, **kwargs}
        return made


def _with_args(cls_or_self, **kwargs):
    return _PartialWrapper(partial(cls_or_self, **kwargs))


def _with_callable_args(cls_or_self, **kwargs):
    return _PartialWrapper(partial(cls_or_self)).with_callable_args(**kwargs)


class ObserverBase(nn.Module):
    """What all observers have: they are called with tensors, and `calculate_qparams` gives scale and zero point."""

    def __init__(self, dtype):
        super().__init__()
        self.dtype = dtype

    with_args = classmethod(_with_args)
    with_callable_args = classmethod(_with_callable_args)


def _tensor_kwargs(factory_kwargs):
    return {} if factory_kwargs is None else dict(factory_kwargs)


class UniformQuantizationObserverBase(ObserverBase):
    """Steps of one size between the smallest number and the largest."""

    _version = 3
    eps: torch.Tensor

    def __init__(self, dtype=torch.quint8, qscheme=torch.per_tensor_affine, reduce_range=False, quant_min=None,
                 quant_max=None, factory_kwargs=None, eps=_eps) -> None:
        super().__init__(dtype=dtype)
        self.qscheme = qscheme
        if reduce_range:
            warnings.warn("Please use quant_min and quant_max to specify the range for observers. " + " " * 20 +
                          "reduce_range will be deprecated in a future release of PyTorch.")
        self.reduce_range = reduce_range
        self.register_buffer("eps", torch.tensor([eps], **_tensor_kwargs(factory_kwargs)))
        assert is_per_tensor(qscheme) or is_per_channel(qscheme), \
            "Default Observer only works for per_tensor_affine, per_tensor_symmetric, per_channel_affine, " \
            "per_channel_symmetric and per_channel_float_qparams quantization scheme"
        assert dtype in (torch.qint8, torch.quint8, torch.quint4x2, torch.qint32), \
            "Default Observer only works for qint8, quint8 and quint4x2 data type"
        self.has_customized_qrange = quant_min is not None and quant_max is not None
        if self.has_customized_qrange:
            self._validate_qmin_qmax(quant_min, quant_max)
        self.quant_min, self.quant_max = calculate_qmin_qmax(
            quant_min, quant_max, self.has_customized_qrange, dtype, reduce_range)

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                              error_msgs):
        if (local_metadata.get("version", None) or 1) == 1:
            state_dict[prefix + "eps"] = torch.tensor([_eps])
        super()._load_from_state_dict(
            state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)

    @torch.jit.export
    def _validate_qmin_qmax(self, quant_min: int, quant_max: int) -> None:
        assert quant_min <= 0 and 0 <= quant_max, "Used-specified quantization range must include 0."
        assert quant_min < quant_max, "qmin must be strictly less than qmax for user-specified quantization range."

    @torch.jit.export
    def _calculate_qparams(self, min_val: torch.Tensor, max_val: torch.Tensor) -> Tuple[torch.Tensor, torch.Tensor]:
        if not check_min_max_valid(min_val, max_val):
            return torch.tensor([1.0]), torch.tensor([0])
        low, high = self.quant_min, self.quant_max
        min_val_neg = torch.min(min_val, torch.zeros_like(min_val))
        max_val_pos = torch.max(max_val, torch.zeros_like(max_val))
        zero_point = torch.zeros(min_val_neg.size(), dtype=torch.int64)
        if self.qscheme == torch.per_tensor_symmetric or self.qscheme == torch.per_channel_symmetric:
            max_val_pos = torch.max(-min_val_neg, max_val_pos)
            scale = torch.max(max_val_pos / (float(high - low) / 2), self.eps)
            if self.dtype == torch.quint8:
                middle = (low + high) // 2 if self.has_customized_qrange else 128
                zero_point = zero_point.new_full(zero_point.size(), middle)
        elif self.qscheme == torch.per_channel_affine_float_qparams:
            scale = (max_val - min_val) / float(high - low)
            scale = torch.where(scale > self.eps, scale, torch.ones_like(scale))
            zero_point = -1 * min_val / scale
        else:
            scale = torch.max((max_val_pos - min_val_neg) / float(high - low), self.eps)
            zero_point = low - torch.round(min_val_neg / scale).to(torch.int)
            zero_point = torch.clamp(zero_point, low, high)
        # Results have one dimension.
        if len(scale.shape) == 0:
            scale = scale.reshape([1])
        if len(zero_point.shape) == 0:
            zero_point = zero_point.reshape([1])
        return scale, zero_point

    @torch.jit.export
    def reset_min_max_vals(self):
        raise NotImplementedError("Cannot reset min/max values in the given observer.")


_ObserverBase = UniformQuantizationObserverBase


def _check_scheme(is_fine, name, schemes):
    if not is_fine:
        raise NotImplementedError(name + "'s qscheme only support " + schemes + ".")


class MinMaxObserver(UniformQuantizationObserverBase):
    """The smallest and the largest number of all tensors."""

    min_val: torch.Tensor
    max_val: torch.Tensor

    def __init__(self, dtype=torch.quint8, qscheme=torch.per_tensor_affine, reduce_range=False, quant_min=None,
                 quant_max=None, factory_kwargs=None, eps=_eps) -> None:
        _check_scheme(is_per_tensor(qscheme), type(self).__name__,
                      "torch.per_tensor_symmetric and torch.per_tensor_affine")
        super().__init__(dtype=dtype, qscheme=qscheme, reduce_range=reduce_range, quant_min=quant_min,
                         quant_max=quant_max, factory_kwargs=factory_kwargs, eps=eps)
        options = _tensor_kwargs(factory_kwargs)
        self.register_buffer("min_val", torch.tensor(float("inf"), **options))
        self.register_buffer("max_val", torch.tensor(float("-inf"), **options))
        if qscheme == torch.per_tensor_symmetric and reduce_range and dtype == torch.quint8:
            raise NotImplementedError("Cannot reduce range for symmetric quantization for quint8")

    def forward(self, x_orig):
        if x_orig.numel() == 0:
            return x_orig
        x = x_orig.detach().to(self.min_val.dtype)
        min_val, max_val = torch.aminmax(x)
        self.min_val.copy_(torch.min(min_val, self.min_val))
        self.max_val.copy_(torch.max(max_val, self.max_val))
        return x_orig

    @torch.jit.export
    def calculate_qparams(self):
        return self._calculate_qparams(self.min_val, self.max_val)

    @torch.jit.export
    def extra_repr(self):
        return "min_val={}, max_val={}".format(self.min_val, self.max_val)

    @torch.jit.export
    def reset_min_max_vals(self):
        self.min_val.copy_(torch.tensor(float("inf")))
        self.max_val.copy_(torch.tensor(float("-inf")))


class MovingAverageMinMaxObserver(MinMaxObserver):
    """Averages of the smallest and the largest numbers, in which the last tensors count most."""

    def __init__(self, averaging_constant=0.01, dtype=torch.quint8, qscheme=torch.per_tensor_affine, reduce_range=False,
                 quant_min=None, quant_max=None, eps=_eps, **kwargs) -> None:
        self.averaging_constant = averaging_constant
        super().__init__(dtype=dtype, qscheme=qscheme, reduce_range=reduce_range, quant_min=quant_min,
                         quant_max=quant_max, eps=eps, **kwargs)

    def forward(self, x_orig):
        if x_orig.numel() == 0:
            return x_orig
        x = x_orig.detach().to(self.min_val.dtype)
        min_val, max_val = self.min_val, self.max_val
        if min_val == float("inf") and max_val == float("-inf"):
            min_val, max_val = torch.aminmax(x)
        else:
            min_val_cur, max_val_cur = torch.aminmax(x)
            min_val = min_val + self.averaging_constant * (min_val_cur - min_val)
            max_val = max_val + self.averaging_constant * (max_val_cur - max_val)
        self.min_val.copy_(min_val)
        self.max_val.copy_(max_val)
        return x_orig


class PerChannelMinMaxObserver(UniformQuantizationObserverBase):
    """The smallest and the largest number of each index of a dimension."""

    min_val: torch.Tensor
    max_val: torch.Tensor

    def __init__(self, ch_axis=0, dtype=torch.quint8, qscheme=torch.per_channel_affine, reduce_range=False,
                 quant_min=None, quant_max=None, factory_kwargs=None, eps=_eps) -> None:
        _check_scheme(
            is_per_channel(qscheme), type(self).__name__,
            "torch.per_channel_symmetric, torch.per_channel_affine and torch.per_channel_affine_float_qparams")
        super().__init__(dtype=dtype, qscheme=qscheme, reduce_range=reduce_range, quant_min=quant_min,
                         quant_max=quant_max, factory_kwargs=factory_kwargs, eps=eps)
        options = _tensor_kwargs(factory_kwargs)
        self.ch_axis = ch_axis
        self.register_buffer("min_val", torch.tensor([], **options))
        self.register_buffer("max_val", torch.tensor([], **options))
        if qscheme == torch.per_channel_symmetric and reduce_range and dtype == torch.quint8:
            raise NotImplementedError("Cannot reduce range for symmetric quantization for quint8")

    def _rows(self, x):
        """A row for each channel."""
        order = [i for i in range(x.dim())]
        order[self.ch_axis] = 0
        order[0] = self.ch_axis
        return torch.flatten(x.permute(order).to(self.min_val.dtype), start_dim=1)

    def _keep(self, min_val, max_val):
        self.min_val.resize_(min_val.shape)
        self.max_val.resize_(max_val.shape)
        self.min_val.copy_(min_val)
        self.max_val.copy_(max_val)

    def forward(self, x_orig):
        return self._forward(x_orig)

    def _forward(self, x_orig):
        if x_orig.numel() == 0:
            return x_orig
        min_val, max_val = torch.aminmax(self._rows(x_orig.detach()), dim=1)
        if self.min_val.numel() != 0 and self.max_val.numel() != 0:
            min_val = torch.min(min_val, self.min_val)
            max_val = torch.max(max_val, self.max_val)
        self._keep(min_val, max_val)
        return x_orig

    @torch.jit.export
    def calculate_qparams(self):
        return self._calculate_qparams(self.min_val, self.max_val)

    def extra_repr(self):
        return "min_val={}, max_val={}".format(self.min_val, self.max_val)

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                              error_msgs):
        suffix = "s" if (local_metadata.get("version", None) or 1) < 3 else ""
        for name in ("min_val", "max_val"):
            key = prefix + name + suffix
            if key in state_dict:
                # The sizes are those of what was seen.
                getattr(self, name).resize_(state_dict[key].shape)
            elif strict:
                missing_keys.append(key)
        super()._load_from_state_dict(
            state_dict, prefix, local_metadata, False, missing_keys, unexpected_keys, error_msgs)

    @torch.jit.export
    def reset_min_max_vals(self):
        self.min_val = torch.rand(0)
        self.max_val = torch.rand(0)


class MovingAveragePerChannelMinMaxObserver(PerChannelMinMaxObserver):
    def __init__(self, averaging_constant=0.01, ch_axis=0, dtype=torch.quint8, qscheme=torch.per_channel_affine,
                 reduce_range=False, quant_min=None, quant_max=None, eps=_eps, **kwargs) -> None:
        super().__init__(ch_axis=ch_axis, dtype=dtype, qscheme=qscheme, reduce_range=reduce_range, quant_min=quant_min,
                         quant_max=quant_max, eps=eps, **kwargs)
        self.averaging_constant = averaging_constant

    def forward(self, x_orig):
        if x_orig.numel() == 0:
            return x_orig
        min_val, max_val = torch.aminmax(self._rows(x_orig.detach()), dim=1)
        if self.min_val.numel() != 0 and self.max_val.numel() != 0:
            min_val = self.min_val + self.averaging_constant * (min_val - self.min_val)
            max_val = self.max_val + self.averaging_constant * (max_val - self.max_val)
        self._keep(min_val, max_val)
        return x_orig


class HistogramObserver(UniformQuantizationObserverBase):
    """Counts numbers in bins and cuts the tails off as long as the error of quantization gets smaller."""

    histogram: torch.Tensor
    min_val: torch.Tensor
    max_val: torch.Tensor

    def __init__(self, bins: int = 2048, upsample_rate: int = 128, dtype: torch.dtype = torch.quint8,
                 qscheme=torch.per_tensor_affine, reduce_range=False, quant_min=None, quant_max=None,
                 factory_kwargs=None, eps=_eps) -> None:
        _check_scheme(is_per_tensor(qscheme), type(self).__name__,
                      "torch.per_tensor_symmetric and torch.per_tensor_affine")
        super().__init__(dtype=dtype, qscheme=qscheme, reduce_range=reduce_range, quant_min=quant_min,
                         quant_max=quant_max, factory_kwargs=factory_kwargs, eps=eps)
        options = _tensor_kwargs(factory_kwargs)
        self.bins = bins
        self.register_buffer("histogram", torch.zeros(self.bins, **options))
        self.register_buffer("min_val", torch.tensor(float("inf"), **options))
        self.register_buffer("max_val", torch.tensor(float("-inf"), **options))
        self.dst_nbins = 2 ** torch.iinfo(self.dtype).bits
        self.upsample_rate = upsample_rate

    def _get_norm(self, delta_begin: torch.Tensor, delta_end: torch.Tensor, density: torch.Tensor) -> torch.Tensor:
        """The square of the distance, over an interval of constant density."""
        norm = (delta_end * delta_end * delta_end - delta_begin * delta_begin * delta_begin) / 3
        return density * norm

    def _compute_quantization_error(self, next_start_bin: int, next_end_bin: int):
        """The error of all numbers when those between two bins have all steps."""
        bin_width = (self.max_val.item() - self.min_val.item()) / self.bins
        step = bin_width * (next_end_bin - next_start_bin + 1) / self.dst_nbins
        if step == 0.0:
            return 0.0
        begin = (torch.arange(self.bins) - next_start_bin) * bin_width
        end = begin + bin_width
        last = self.dst_nbins - 1
        step_of_begin = torch.clamp(torch.div(begin, step, rounding_mode="floor"), 0, last)
        step_of_end = torch.clamp(torch.div(end, step, rounding_mode="floor"), 0, last)
        density = self.histogram / bin_width
        norm = torch.zeros(self.bins)
        # From the beginning of a bin to the end of its step, whole steps, and the rest.
        norm += self._get_norm(begin - (step_of_begin + 0.5) * step, torch.ones(self.bins) * (step / 2), density)
        norm += (step_of_end - step_of_begin - 1) * self._get_norm(
            torch.tensor(-step / 2), torch.tensor(step / 2), density)
        norm += self._get_norm(torch.tensor(-step / 2), end - (step_of_end * step + step / 2), density)
        return norm.sum().item()

    def _non_linear_param_search(self) -> Tuple[torch.Tensor, torch.Tensor]:
        assert self.histogram.size()[0] == self.bins, "bins mistmatch"
        bin_width = (self.max_val - self.min_val) / self.bins
        total = torch.sum(self.histogram).item()
        sums = torch.cumsum(self.histogram, dim=0)
        step = 1e-5
        alpha, beta = 0.0, 1.0
        start_bin, end_bin = 0, self.bins - 1
        norm_min = float("inf")
        while alpha < beta:
            next_alpha, next_beta = alpha + step, beta - step
            left, right = start_bin, end_bin
            while left < end_bin and sums[left] < next_alpha * total:
                left = left + 1
            while right > start_bin and sums[right] > next_beta * total:
                right = right - 1
            next_start_bin, next_end_bin = start_bin, end_bin
            if (left - start_bin) > (end_bin - right):
                next_start_bin = left
                alpha = next_alpha
            else:
                next_end_bin = right
                beta = next_beta
            if next_start_bin == start_bin and next_end_bin == end_bin:
                continue
            norm = self._compute_quantization_error(next_start_bin, next_end_bin)
            if norm > norm_min:
                break
            norm_min = norm
            start_bin, end_bin = next_start_bin, next_end_bin
        new_min = self.min_val + bin_width * start_bin
        new_max = self.min_val + bin_width * (end_bin + 1)
        return new_min, new_max

    def _adjust_min_max(self, combined_min: torch.Tensor, combined_max: torch.Tensor, upsample_rate: int) \
            -> Tuple[torch.Tensor, torch.Tensor, int, int]:
        """Bounds whose distance is a multiple of the width of a bin."""
        width = (self.max_val - self.min_val) / (self.bins * upsample_rate)
        downsample_rate = int(torch.ceil((combined_max - combined_min) / (self.bins * width)).item())
        combined_max = combined_max + (downsample_rate * (self.bins * width) - (combined_max - combined_min))
        start_idx = int(torch.round((self.min_val - combined_min) / width).item())
        return combined_min, combined_max, downsample_rate, start_idx

    def _combine_histograms(self, orig_hist: torch.Tensor, new_hist: torch.Tensor, upsample_rate: int,
                            downsample_rate: int, start_idx: int, Nbins: int) -> torch.Tensor:
        wide = torch.zeros((Nbins * downsample_rate))
        wide[start_idx:Nbins * upsample_rate + start_idx] = new_hist.repeat_interleave(upsample_rate)
        sums = torch.cumsum(wide, 0, dtype=torch.double)[downsample_rate - 1::downsample_rate]
        before = torch.zeros((Nbins))
        before[1:Nbins] = sums[0:-1]
        return orig_hist + ((sums - before) / upsample_rate).to(torch.float)

    def forward(self, x_orig: torch.Tensor) -> torch.Tensor:
        if x_orig.numel() == 0:
            return x_orig
        x = x_orig.detach()
        min_val, max_val = self.min_val, self.max_val
        is_uninitialized = min_val == float("inf") and max_val == float("-inf")
        if is_uninitialized or min_val.item() == max_val.item():
            min_val, max_val = torch.aminmax(x)
            counts = torch.histc(x, self.bins, min=int(min_val), max=int(max_val))
            self.histogram.copy_(counts)
        else:
            new_min, new_max = torch.aminmax(x)
            combined_min = torch.min(new_min, min_val)
            combined_max = torch.max(new_max, max_val)
            combined_min, combined_max, downsample_rate, start_idx = self._adjust_min_max(
                combined_min, combined_max, self.upsample_rate)
            combined_histogram = torch.histc(x, self.bins, min=int(combined_min), max=int(combined_max))
            if combined_min == min_val and combined_max == max_val:
                combined_histogram += self.histogram
            else:
                combined_histogram = self._combine_histograms(
                    combined_histogram, self.histogram, self.upsample_rate, downsample_rate, start_idx, self.bins)
            self.histogram.resize_(combined_histogram.shape)
            self.histogram.copy_(combined_histogram)
            min_val, max_val = combined_min, combined_max
        self.min_val.resize_(min_val.shape)
        self.min_val.copy_(min_val)
        self.max_val.resize_(max_val.shape)
        self.max_val.copy_(max_val)
        return x_orig

    @torch.jit.export
    def calculate_qparams(self):
        if self.min_val == float("inf") and self.max_val == float("-inf"):
            warnings.warn("must run observer before calling calculate_qparams. " + " " * 35 +
                          "Returning default scale and zero point ")
            return torch.tensor([1.0]), torch.tensor([0])
        assert self.bins == len(self.histogram), \
            "The number of bins in histogram should be equal to the number of bins supplied while making this observer"
        new_min, new_max = self._non_linear_param_search()
        return self._calculate_qparams(new_min, new_max)

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination[prefix + "min_val"] = self.min_val
        destination[prefix + "max_val"] = self.max_val

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                              error_msgs):
        is_old = (local_metadata.get("version", None) or 1) < 3
        for name, unseen in (("min_val", "inf"), ("max_val", "-inf")):
            key = prefix + name
            if key in state_dict:
                if is_old and state_dict[key].shape == torch.Size([0]):
                    state_dict[key] = torch.tensor(float(unseen))
                setattr(self, name, state_dict[key])
            elif strict:
                missing_keys.append(key)
        super()._load_from_state_dict(
            state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)

    def extra_repr(self):
        return "min_val={}, max_val={}".format(self.min_val, self.max_val)


class FixedQParamsObserver(ObserverBase):
    """A scale and a zero point that are known before."""

    scale: torch.Tensor
    zero_point: torch.Tensor

    def __init__(self, scale, zero_point, dtype=torch.quint8, qscheme=torch.per_tensor_affine, quant_min=0,
                 quant_max=255):
        super().__init__(dtype=dtype)
        self.quant_min = quant_min
        self.quant_max = quant_max
        self.register_buffer("scale", torch.tensor([scale], dtype=torch.float))
        self.register_buffer("zero_point", torch.tensor([zero_point], dtype=torch.int))
        self.qscheme = qscheme

    def forward(self, X):
        return X

    @torch.jit.export
    def calculate_qparams(self):
        return self.scale, self.zero_point


class PlaceholderObserver(ObserverBase):
    """Says a dtype and looks at nothing."""

    def __init__(self, dtype=torch.float32, custom_op_name="", compute_dtype=None) -> None:
        super().__init__(dtype=dtype)
        self.custom_op = custom_op_name
        if compute_dtype:
            self.compute_dtype = compute_dtype

    def forward(self, x):
        return x

    @torch.jit.export
    def calculate_qparams(self):
        raise Exception("calculate_qparams should not be called for PlaceholderObserver")


class RecordingObserver(ObserverBase):
    """Keeps all tensors."""

    tensor_val: List[Optional[torch.Tensor]]

    def __init__(self, dtype=torch.quint8, **kwargs):
        super().__init__(dtype=dtype, **kwargs)
        self.tensor_val = []

    def forward(self, x):
        self.tensor_val.append(x.clone())
        return x

    @torch.jit.export
    def calculate_qparams(self):
        raise Exception("calculate_qparams should not be called for RecordingObserver")

    @torch.jit.export
    def get_tensor_value(self):
        return self.tensor_val


class NoopObserver(ObserverBase):
    def __init__(self, dtype=torch.float16, custom_op_name="") -> None:
        super().__init__(dtype=dtype)
        self.custom_op = custom_op_name

    def forward(self, x):
        return x

    @torch.jit.export
    def calculate_qparams(self):
        raise Exception("calculate_qparams should not be called for NoopObserver")


class ReuseInputObserver(ObserverBase):
    def __init__(self):
        super().__init__(torch.quint8)

    def forward(self, x):
        return x

    @torch.jit.export
    def calculate_qparams(self):
        raise Exception("calculate_qparams should not be called for ReuseInputObserver")


def get_observer_state_dict(mod):
    found = OrderedDict()
    state = mod.state_dict()
    for key, value in state.items():
        if "activation_post_process" in key:
            found[key] = value
    return found


def load_observer_state_dict(mod, obs_dict):
    missing_keys, unexpected_keys = [], []
    for name, module in mod.named_modules():
        if isinstance(module, ObserverBase) or hasattr(module, "fake_quant_enabled"):
            module._load_from_state_dict(obs_dict, name + ".", {}, False, missing_keys, unexpected_keys, [])
    for keys, what in ((missing_keys, "Missing"), (unexpected_keys, "Unexpected")):
        for key in keys:
            if "observer" in key or "activation_post_process" in key:
                raise Exception("{} keys for observer {} in state_dict".format(what, key))


default_observer = MinMaxObserver.with_args(quant_min=0, quant_max=127)
default_placeholder_observer = PlaceholderObserver
default_debug_observer = RecordingObserver
default_weight_observer = MinMaxObserver.with_args(dtype=torch.qint8, qscheme=torch.per_tensor_symmetric)
weight_observer_range_neg_127_to_127 = MinMaxObserver.with_args(
    dtype=torch.qint8, qscheme=torch.per_tensor_symmetric, quant_min=-127, quant_max=127, eps=2 ** -12)
default_histogram_observer = HistogramObserver.with_args(quant_min=0, quant_max=127)
default_per_channel_weight_observer = PerChannelMinMaxObserver.with_args(
    dtype=torch.qint8, qscheme=torch.per_channel_symmetric)
per_channel_weight_observer_range_neg_127_to_127 = PerChannelMinMaxObserver.with_args(
    dtype=torch.qint8, qscheme=torch.per_channel_symmetric, quant_min=-127, quant_max=127, eps=2 ** -12)
default_dynamic_quant_observer = PlaceholderObserver.with_args(dtype=torch.quint8, compute_dtype=torch.quint8)
default_float_qparams_observer = PerChannelMinMaxObserver.with_args(
    dtype=torch.quint8, qscheme=torch.per_channel_affine_float_qparams, ch_axis=0)
default_float_qparams_observer_4bit = PerChannelMinMaxObserver.with_args(
    dtype=torch.quint4x2, qscheme=torch.per_channel_affine_float_qparams, ch_axis=0)
default_fixed_qparams_range_neg1to1_observer = FixedQParamsObserver.with_args(
    scale=2.0 / 256.0, zero_point=128, dtype=torch.quint8, quant_min=0, quant_max=255)
default_fixed_qparams_range_0to1_observer = FixedQParamsObserver.with_args(
    scale=1.0 / 256.0, zero_point=0, dtype=torch.quint8, quant_min=0, quant_max=255)
default_symmetric_fixed_qparams_observer = default_fixed_qparams_range_neg1to1_observer
default_affine_fixed_qparams_observer = default_fixed_qparams_range_0to1_observer
default_reuse_input_observer = ReuseInputObserver
