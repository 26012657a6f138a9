"""torch.ao.nn.quantized.modules.utils: what quantized layers have in common."""

import torch
from torch.nn.modules.module import _addindent

_tensor_schemes = (torch.per_tensor_symmetric, torch.per_tensor_affine)
_channel_schemes = (torch.per_channel_symmetric, torch.per_channel_affine)


class WeightedQuantizedModule(torch.nn.Module):
    """Layers with packed weights."""


def _get_weight_observer(observer):
    return getattr(observer, "activation_post_process", observer)


def _clamp_weights(qweight, observer, scale, zp):
    """The weight with all integers between the observer's bounds, where these are narrower than the dtype's."""
    observer = _get_weight_observer(observer)
    info = torch.iinfo(qweight.dtype)
    low, high = observer.quant_min, observer.quant_max
    if low <= info.min and high >= info.max:
        return qweight
    integers = torch.clamp(qweight.int_repr(), low, high)
    if observer.qscheme in _tensor_schemes:
        return torch._make_per_tensor_quantized_tensor(integers, scale.item(), zp.item())
    return torch._make_per_channel_quantized_tensor(integers, scale, zp, axis=observer.ch_axis)


def _quantize_weight(float_wt, observer):
    scale, zp = observer.calculate_qparams()
    if observer.qscheme in _tensor_schemes:
        made = torch.quantize_per_tensor(float_wt, float(scale), int(zp), torch.qint8)
    elif observer.qscheme in _channel_schemes:
        made = torch.quantize_per_channel(
            float_wt, scale.to(torch.double), zp.to(torch.int64), observer.ch_axis, torch.qint8)
    elif observer.qscheme == torch.per_channel_affine_float_qparams:
        made = torch.quantize_per_channel(
            float_wt, scale.to(torch.float), zp.to(torch.float), observer.ch_axis, observer.dtype)
    else:
        raise ValueError("Unexpected qscheme " + str(observer.qscheme))
    return _clamp_weights(made, observer, scale, zp)


def _ntuple_from_first(n):
    def parse(x):
        while isinstance(x, (tuple, list)) and len(x) != n:
            x = x[0]
        return tuple(x) if isinstance(x, (tuple, list)) else (x,) * n

    return parse


_pair_from_first = _ntuple_from_first(2)


def hide_packed_params_repr(self, params):
    """The repr of a module without those of its parts that only hold weights."""
    extra = self.extra_repr()
    lines = extra.split("\n") if extra else []
    parts = ["(" + key + "): " + _addindent(repr(part), 2) for key, part in self._modules.items()
             if not isinstance(part, params)]
    if len(lines) == 1 and not parts:
        return self._get_name() + "(" + lines[0] + ")"
    body = "\n  " + "\n  ".join(lines + parts) + "\n" if lines or parts else ""
    return self._get_name() + "(" + body + ")"
