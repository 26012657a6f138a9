"""Gradients of activations, convolutions, poolings, normalizations and lookups."""

import _torch
import torch
from _gradients_elementwise import in_format, rule
from _tape import names, rules

_is_tensor = _torch.is_tensor


def _text(operator):
    """The library's text of an operator."""
    import _compositions

    return _compositions.get("aten::" + operator)


# Activations.


def _activation(operators, backward):
    def apply(node, g, x, *args, **kwargs):
        return [(x, backward(node, g, x, *args, **kwargs))]

    for operator in operators.split():
        rules[operator] = apply


_activation("silu", lambda node, g, x: _text("silu_backward")(g, x))
_activation("mish", lambda node, g, x: _text("mish_backward")(g, x))
_activation("gelu", lambda node, g, x, *, approximate="none": _text("gelu_backward")(g, x, approximate))
_activation("hardsigmoid", lambda node, g, x: _text("hardsigmoid_backward")(g, x))
_activation("hardswish", lambda node, g, x: _text("hardswish_backward")(g, x))
_activation("hardshrink", lambda node, g, x, lambd=0.5: torch.where(node.result == 0, torch.zeros_like(g), g))
_activation("softshrink", lambda node, g, x, lambd=0.5: torch.where(node.result == 0, torch.zeros_like(g), g))
_activation("threshold", lambda node, g, x, threshold, value: g * (x > threshold).to(g.dtype))
_activation("relu6", lambda node, g, x: g * ((x > 0) & (x < 6)).to(g.dtype))
_activation("log_sigmoid", lambda node, g, x: g * (1 - torch.sigmoid(x)))
_activation("softplus", lambda node, g, x, beta=1, threshold=20: g * torch.where(x * beta > threshold, torch.ones_like(x), torch.sigmoid(x * beta)))
_activation(
    "leaky_relu", lambda node, g, x, negative_slope=0.01: torch.where(x > 0, g, g * negative_slope)
)
_activation(
    "hardtanh", lambda node, g, x, min_val=-1, max_val=1: g * ((x > min_val) & (x < max_val)).to(g.dtype)
)
_activation(
    "elu", lambda node, g, x, alpha=1, scale=1, input_scale=1: torch.where(
        x > 0, g * scale, g * (scale * alpha * input_scale) * torch.exp(x * input_scale))
)
_activation("celu", lambda node, g, x, alpha=1.0: torch.where(x > 0, g, g * torch.exp(x / alpha)))
_activation(
    "selu", lambda node, g, x: 1.0507009873554805 * torch.where(x > 0, g, g * 1.6732632423543772 * torch.exp(x))
)


@rule("logit", "special_logit")
def _(node, g, x, eps=None):
    slope = g / (x * (1 - x))
    if eps is not None:
        slope = torch.where((x >= eps) & (x <= 1 - eps), slope, torch.zeros_like(slope))
    return [(x, slope)]


@rule("glu")
def _(node, g, x, dim=-1):
    half = x.shape[dim] // 2
    a, gate = x.narrow(dim, 0, half), torch.sigmoid(x.narrow(dim, half, half))
    return [(x, torch.cat([g * gate, g * a * gate * (1 - gate)], dim))]


@rule("prelu")
def _(node, g, x, weight):
    shaped = weight.reshape([-1 if d == 1 else 1 for d in range(x.ndim)]) if weight.numel() > 1 else weight
    below = torch.where(x > 0, torch.zeros_like(g), g * x)
    if weight.numel() > 1:
        by_weight = below.sum([d for d in range(x.ndim) if d != 1])
    else:
        by_weight = below.sum().reshape(weight.shape)
    return [(x, torch.where(x > 0, g, g * shaped)), (weight, by_weight)]


# Quantization that is only looked like: what lies inside of the bounds passes.


@rule("fake_quantize_per_tensor_affine")
def _(node, g, x, scale, zero_point, quant_min, quant_max):
    if _is_tensor(scale):
        scale, zero_point = scale.item(), int(zero_point)
    mask = torch.ops.aten.fake_quantize_per_tensor_affine_cachemask(x, scale, zero_point, quant_min, quant_max)[1]
    return [(x, g * mask.to(g.dtype))]


@rule("fake_quantize_per_channel_affine")
def _(node, g, x, scale, zero_point, axis, quant_min, quant_max):
    mask = torch.ops.aten.fake_quantize_per_channel_affine_cachemask(x, scale, zero_point, axis, quant_min, quant_max)[1]
    return [(x, g * mask.to(g.dtype))]


@rule("fused_moving_avg_obs_fake_quant")
def _(node, g, x, observer_on, fake_quant_on, low, high, scale, zero_point, weight, quant_min, quant_max, axis,
      per_row_fake_quant=False, symmetric_quant=False):
    if not int(fake_quant_on):
        return [(x, g)]
    if per_row_fake_quant:
        mask = torch.ops.aten.fake_quantize_per_channel_affine_cachemask(
            x, scale, zero_point, axis, quant_min, quant_max)[1]
    else:
        mask = torch.ops.aten.fake_quantize_per_tensor_affine_cachemask(
            x, scale.item(), int(zero_point), quant_min, quant_max)[1]
    return [(x, g * mask.to(g.dtype))]


# Convolutions.


def _list(value, n):
    if not isinstance(value, (list, tuple)):
        return [value] * n
    return list(value) if len(value) == n else list(value) * n


def _convolved(node, g, x, weight, bias, stride, padding, dilation, transposed, output_padding, groups):
    n = weight.ndim - 2
    batched = x.ndim == n + 2
    x4, g4 = (x, g) if batched else (x.unsqueeze(0), g.unsqueeze(0))
    mask = [node.needs(x), node.needs(weight), bias is not None]
    by_x, by_weight, by_bias = _text("convolution_backward")(
        g4, x4, weight, None, _list(stride, n), _list(padding, n), _list(dilation, n), transposed, _list(output_padding, n),
        groups, mask,
    )
    pairs = []
    if mask[0]:
        pairs.append((x, by_x if batched else by_x.squeeze(0)))
    if mask[1]:
        pairs.append((weight, by_weight))
    if bias is not None:
        pairs.append((bias, by_bias))
    return pairs


@rule("conv1d", "conv2d", "conv3d")
def _(node, g, input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return _convolved(node, g, input, weight, bias, stride, padding, dilation, False, 0, groups)


@rule("conv_transpose1d", "conv_transpose2d", "conv_transpose3d")
def _(node, g, input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    return _convolved(node, g, input, weight, bias, stride, padding, dilation, True, output_padding, groups)


@rule("convolution", "_convolution")
def _(node, g, input, weight, bias, stride, padding, dilation, transposed, output_padding, groups, *rest):
    return _convolved(node, g, input, weight, bias, stride, padding, dilation, transposed, output_padding, groups)


# Poolings.


def _windowed(x, n):
    """The input with a batch, and how to take it off again."""
    return (x, lambda t: t) if x.ndim == n + 2 else (x.unsqueeze(0), lambda t: t.squeeze(0))


def _scatter_planes(g, x, index, n):
    """Adds gradients at positions in planes of n dimensions."""
    lead = list(x.shape[: x.ndim - n])
    flat = torch.zeros(lead + [x[(0,) * len(lead)].numel() if lead else x.numel()], dtype=g.dtype)
    flat = flat.scatter_add(-1, index.reshape(lead + [-1]), g.reshape(lead + [-1]))
    return _pooled(flat.reshape(x.shape), x, n)


def _pooled(gradient, x, n):
    """Gradients of planes have their channels where the input has them, those of volumes never last."""
    return in_format(gradient, x) if n == 2 else gradient


def _max_pool(n):
    def apply(node, g, x, kernel_size, stride=(), padding=0, dilation=1, ceil_mode=False):
        index = _torch.run(f"aten::max_pool{n}d_with_indices", x, _list(kernel_size, n), _list(stride, n) if stride else [],
                           _list(padding, n), _list(dilation, n), ceil_mode)[1]
        return [(x, _scatter_planes(g, x, index, n))]

    return apply


def _with_indices(n):
    def apply(node, g, x, *rest, **kwargs):
        return [(x, _scatter_planes(g[0], x, node.result[1], n))]

    return apply


for _n in (1, 2, 3):
    rules[f"max_pool{_n}d"] = _max_pool(_n)
    for _operator in (f"max_pool{_n}d_with_indices", f"adaptive_max_pool{_n}d", f"fractional_max_pool{_n}d"):
        rules[_operator] = _with_indices(_n)
    names[f"max_pool{_n}d"] = f"MaxPool{_n}DWithIndicesBackward0" if _n > 1 else "SqueezeBackward1"
    names[f"max_pool{_n}d_with_indices"] = f"MaxPool{_n}DWithIndicesBackward0" if _n > 1 else "SqueezeBackward1"
    names[f"avg_pool{_n}d"] = f"AvgPool{_n}DBackward0" if _n > 1 else "SqueezeBackward1"
    names[f"adaptive_max_pool{_n}d"] = f"AdaptiveMaxPool{_n}DBackward0" if _n > 1 else "SqueezeBackward1"
    for _operator in (f"conv{_n}d", f"conv_transpose{_n}d"):
        names[_operator] = "ConvolutionBackward0"
names.update(convolution="ConvolutionBackward0", _convolution="ConvolutionBackward0")


def _average(n):
    def apply(node, g, x, kernel_size, stride=(), padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
        kernel = _list(kernel_size, n)
        stride, padding = _list(stride, n) if stride else kernel, _list(padding, n)
        x4, back = _windowed(x, n)
        g4 = g if x4 is x else g.unsqueeze(0)
        if n == 1:
            x4, g4 = x4.unsqueeze(2), g4.unsqueeze(2)
            kernel, stride, padding = [1] + kernel, [1] + stride, [0] + padding
        text = _text("avg_pool3d_backward" if n == 3 else "avg_pool2d_backward")
        gradient = text(g4, x4, kernel, stride, padding, ceil_mode, count_include_pad, divisor_override)
        return [(x, _pooled(back(gradient.squeeze(2) if n == 1 else gradient), x, n))]

    return apply


def _adaptive(n):
    def apply(node, g, x, output_size):
        x4, back = _windowed(x, n)
        g4 = g if x4 is x else g.unsqueeze(0)
        if n == 1:
            x4, g4 = x4.unsqueeze(2), g4.unsqueeze(2)
        gradient = _text("_adaptive_avg_pool3d_backward" if n == 3 else "_adaptive_avg_pool2d_backward")(g4, x4)
        gradient = back(gradient.squeeze(2) if n == 1 else gradient)
        # The mean of whole planes is a reduction, whose gradients are row-major.
        is_mean = all(size == 1 for size in g.shape[-n:])
        return [(x, gradient if is_mean else _pooled(gradient, x, n))]

    return apply


def _adaptive_name(n):
    def name(args, kwargs, result):
        size = args[1] if len(args) > 1 else kwargs["output_size"]
        ones = all(k == 1 for k in (size if isinstance(size, (list, tuple)) else [size]))
        return "MeanBackward1" if ones else "SqueezeBackward1" if n == 1 else f"AdaptiveAvgPool{n}DBackward0"

    return name


for _n in (1, 2, 3):
    rules[f"avg_pool{_n}d"] = _average(_n)
    rules[f"adaptive_avg_pool{_n}d"] = _adaptive(_n)
    names[f"adaptive_avg_pool{_n}d"] = _adaptive_name(_n)


def _upsampled(operator, backward):
    def apply(node, g, x, output_size, *rest, **kwargs):
        if kwargs or output_size is None or rest and isinstance(rest[-1], (list, tuple)):
            flags = [r for r in rest if isinstance(r, bool)]
            factors = rest[-1] if rest and isinstance(rest[-1], (list, tuple)) else kwargs.get("scale_factors")
            factors = list(factors) if factors else [None] * (x.ndim - 2)
        else:
            flags = [r for r in rest if isinstance(r, bool)]
            factors = [r for r in rest if not isinstance(r, bool)]
            factors += [None] * (x.ndim - 2 - len(factors))
        if "align_corners" in kwargs:
            flags = [kwargs["align_corners"]]
        gradient = _text(backward)(g, list(g.shape[2:]), list(x.shape), *flags, *factors)
        return [(x, gradient if operator == "upsample_bicubic2d" else in_format(gradient, g))]

    rules[operator] = apply
    names[operator] = "".join(p[:1].upper() + p[1:] for p in operator.replace("1d", "1D").replace("2d", "2D").replace("3d", "3D").split("_")) + "Backward1"


for _operator in "upsample_linear1d upsample_bilinear2d upsample_trilinear3d upsample_bicubic2d".split():
    _upsampled(_operator, _operator + "_backward")


# Normalizations.


def _centred(g, far, scale, dims):
    return (g - g.mean(dims, True) - far * (g * far).mean(dims, True)) * scale


@rule("layer_norm", "native_layer_norm")
def _(node, g, x, normalized_shape, weight=None, bias=None, eps=1e-5, *rest):
    g = g[0] if isinstance(g, list) else g
    inner = list(range(x.ndim - len(normalized_shape), x.ndim))
    outer = list(range(x.ndim - len(normalized_shape)))
    middle = x.mean(inner, True)
    scale = ((x - middle).pow(2).mean(inner, True) + eps).rsqrt()
    far = (x - middle) * scale
    pairs = [(x, _centred(g if weight is None else g * weight, far, scale, inner))]
    if weight is not None:
        pairs.append((weight, (g * far).sum(outer) if outer else g * far))
    if bias is not None:
        pairs.append((bias, g.sum(outer) if outer else g))
    return pairs


@rule("batch_norm", "native_batch_norm")
def _(node, g, x, weight, bias, running_mean, running_var, training, momentum, eps, *rest):
    g = g[0] if isinstance(g, list) else g
    shape = [1] * x.ndim
    shape[1] = x.shape[1]
    dims = [d for d in range(x.ndim) if d != 1]
    if training:
        middle = x.mean(dims, True)
        scale = ((x - middle).pow(2).mean(dims, True) + eps).rsqrt()
    else:
        middle, scale = running_mean.reshape(shape), (running_var.reshape(shape) + eps).rsqrt()
    far = (x - middle) * scale
    scaled = g if weight is None else g * weight.reshape(shape)
    pairs = [(x, _centred(scaled, far, scale, dims) if training else scaled * scale)]
    if weight is not None:
        pairs.append((weight, (g * far).sum(dims)))
    if bias is not None:
        pairs.append((bias, g.sum(dims)))
    return pairs


@rule("group_norm")
def _(node, g, x, num_groups, weight=None, bias=None, eps=1e-5, *rest):
    n, c = x.shape[0], x.shape[1]
    grouped = x.reshape(n, num_groups, -1)
    middle = grouped.mean(2, True)
    scale = ((grouped - middle).pow(2).mean(2, True) + eps).rsqrt()
    far = (grouped - middle) * scale
    by_channel, flat = far.reshape(n, c, -1), g.reshape(n, c, -1)
    scaled = flat if weight is None else flat * weight.reshape(1, c, 1)
    pairs = [(x, _centred(scaled.reshape(n, num_groups, -1), far, scale, [2]).reshape(x.shape))]
    if weight is not None:
        pairs.append((weight, (flat * by_channel).sum([0, 2])))
    if bias is not None:
        pairs.append((bias, flat.sum([0, 2])))
    return pairs


# Lookups.


def _sparse_rows(places, rows, weight, padding):
    """A sparse gradient: rows at their places, without those of the padding."""
    import _sparse

    if padding is not None and padding >= 0:
        kept = places != padding
        places, rows = places[kept], rows[kept]
    return _sparse.make(places.unsqueeze(0), rows, weight.shape)


@rule("embedding")
def _(node, g, weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    flat, rows = indices.reshape(-1), g.reshape(-1, weight.shape[1])
    if sparse:
        return [(weight, _sparse_rows(flat, rows, weight, padding_idx))]
    if scale_grad_by_freq:
        rows = rows / torch.bincount(flat, minlength=weight.shape[0])[flat].to(rows.dtype).unsqueeze(1)
    if padding_idx is not None and padding_idx >= 0:
        rows = rows * (flat != padding_idx).to(rows.dtype).unsqueeze(1)
    return [(weight, torch.zeros_like(weight).index_add(0, flat, rows))]


@rule("embedding_bag", "_embedding_bag")
def _(node, g, weight, indices, offsets, scale_grad_by_freq=False, mode=0, sparse=False, per_sample_weights=None,
      include_last_offset=False, padding_idx=-1):
    g = g[0] if isinstance(g, list) else g
    if mode == 2:
        return [(weight, torch.zeros_like(weight).scatter_add(0, node.result[3], g))]
    ends = offsets[1:] if include_last_offset else torch.cat([offsets[1:], torch.tensor([indices.numel()], dtype=offsets.dtype)])
    starts = offsets[:-1] if include_last_offset else offsets
    bags = torch.repeat_interleave(torch.arange(starts.numel()), ends - starts)
    kept = torch.ones(indices.numel(), dtype=g.dtype)
    if padding_idx is not None and padding_idx >= 0:
        kept = (indices != padding_idx).to(g.dtype)
    rows = g.index_select(0, bags) * kept.unsqueeze(1)
    if mode == 1:
        counts = torch.zeros(starts.numel(), dtype=g.dtype).index_add(0, bags, kept).clamp(min=1)
        rows = rows / counts.index_select(0, bags).unsqueeze(1)
    pairs = []
    if per_sample_weights is not None:
        pairs.append((per_sample_weights, (g.index_select(0, bags) * weight.index_select(0, indices)).sum(1) * kept))
        rows = rows * per_sample_weights.unsqueeze(1)
    if sparse:
        return pairs + [(weight, _sparse_rows(indices, rows, weight, padding_idx))]
    return pairs + [(weight, torch.zeros_like(weight).index_add(0, indices, rows))]


names.update(
    fake_quantize_per_tensor_affine=lambda args, kwargs, result: "FakeQuantizePerTensorAffineCachemask"
    + ("TensorQparams" if len(args) > 1 and _is_tensor(args[1]) else "") + "Backward0",
    fake_quantize_per_channel_affine="FakeQuantizePerChannelAffineCachemaskBackward0", relu6="HardtanhBackward0", selu="EluBackward0", layer_norm="NativeLayerNormBackward0",
    fused_moving_avg_obs_fake_quant="FusedMovingAvgObsFqHelperBackward0",
    batch_norm="NativeBatchNormBackward0", group_norm="NativeGroupNormBackward0", special_logit="LogitBackward0",
    embedding_bag="EmbeddingBagBackward0", _embedding_bag="EmbeddingBagBackward0",
)
