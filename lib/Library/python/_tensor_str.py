"""Tensors as texts, in the form that PyTorch prints."""

import math

import _torch
import torch

_options = {"precision": 4, "threshold": 1000, "edgeitems": 3, "linewidth": 80, "sci_mode": None}


def set_options(precision, threshold, edgeitems, linewidth, profile, sci_mode):
    if profile == "default":
        _options.update(precision=4, threshold=1000, edgeitems=3, linewidth=80, sci_mode=None)
    elif profile == "short":
        _options.update(precision=2, threshold=1000, edgeitems=2, linewidth=80)
    elif profile == "full":
        _options.update(precision=4, threshold=math.inf, edgeitems=3, linewidth=80)
    for name, value in (
        ("precision", precision),
        ("threshold", threshold),
        ("edgeitems", edgeitems),
        ("linewidth", linewidth),
        ("sci_mode", sci_mode),
    ):
        if value is not None:
            _options[name] = value


class _Format:
    """How the numbers of one tensor are written: all in one width."""

    def __init__(self, values, dtype):
        self.is_float = dtype.is_floating_point
        self.is_int = True
        self.scientific = False
        self.width = 1
        if not self.is_float:
            for value in values:
                self.width = max(self.width, len(str(value)))
            return
        finite = [value for value in values if math.isfinite(value) and value != 0]
        precision = _options["precision"]
        if not finite:
            return
        sizes = [abs(value) for value in finite]
        low, high = min(sizes), max(sizes)
        self.is_int = all(value == math.ceil(value) for value in finite)
        if self.is_int:
            if high / low > 1000.0 or high > 1.0e8:
                self.scientific = True
                write = lambda value: f"{value:.{precision}e}"
            else:
                write = lambda value: f"{value:.0f}."
        elif high / low > 1000.0 or high > 1.0e8 or low < 1.0e-4:
            self.scientific = True
            write = lambda value: f"{value:.{precision}e}"
        else:
            write = lambda value: f"{value:.{precision}f}"
        for value in finite:
            self.width = max(self.width, len(write(value)))
        if _options["sci_mode"] is not None:
            self.scientific = _options["sci_mode"]

    def write(self, value):
        if not self.is_float:
            text = str(value)
        elif self.scientific:
            text = f"{value:{self.width}.{_options['precision']}e}"
        elif self.is_int:
            text = f"{value:.0f}"
            if math.isfinite(value):
                text += "."
        else:
            text = f"{value:.{_options['precision']}f}"
        return " " * (self.width - len(text)) + text


class _ComplexFormat:
    def __init__(self, values, dtype):
        self.real = _Format([value.real for value in values], torch.float32)
        self.imaginary = _Format([value.imag for value in values], torch.float32)
        self.width = self.real.width + self.imaginary.width + 1

    def write(self, value):
        imaginary = self.imaginary.write(value.imag)
        if imaginary[0] == "-":
            return self.real.write(value.real) + imaginary + "j"
        if imaginary[0] == " ":
            stripped = imaginary.lstrip()
            sign = "" if stripped.startswith("-") else "+"
            return self.real.write(value.real) + sign + stripped + "j"
        return self.real.write(value.real) + "+" + imaginary + "j"


def _edges(t):
    """A large tensor without what is not shown."""
    edge = _options["edgeitems"]
    for dim in range(t.ndim):
        if t.shape[dim] > 2 * edge:
            n = t.shape[dim]
            t = torch.cat([t.narrow(dim, 0, edge), t.narrow(dim, n - edge, edge)], dim)
    return t


def _lines(t, indent, summarize, format):
    edge = _options["edgeitems"]
    if t.ndim == 0:
        return format.write(_torch.elements_of(t)[0])
    if t.ndim == 1:
        return _row(t, indent, summarize, format)
    n = t.shape[0]
    if summarize and n > 2 * edge:
        parts = [_lines(t[i], indent + 1, summarize, format) for i in range(edge)]
        parts.append("...")
        parts.extend(_lines(t[i], indent + 1, summarize, format) for i in range(n - edge, n))
    else:
        parts = [_lines(t[i], indent + 1, summarize, format) for i in range(n)]
    gap = "," + "\n" * (t.ndim - 1) + " " * (indent + 1)
    return "[" + gap.join(parts) + "]"


def _row(t, indent, summarize, format):
    edge = _options["edgeitems"]
    per_line = max(1, math.floor((_options["linewidth"] - indent) / (format.width + 2)))
    n = t.shape[0]
    if summarize and n > 2 * edge:
        values = _torch.elements_of(t.narrow(0, 0, edge)) + _torch.elements_of(t.narrow(0, n - edge, edge))
        texts = [format.write(value) for value in values]
        texts.insert(edge, " ...")
    else:
        texts = [format.write(value) for value in _torch.elements_of(t)]
    lines = [", ".join(texts[i : i + per_line]) for i in range(0, len(texts), per_line)]
    return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"


def _suffixed(prefix, body, suffixes, indent, breaks):
    text = prefix + body
    last = len(text) - text.rfind("\n") + 1
    for suffix in suffixes:
        if breaks or last + len(suffix) + 2 > _options["linewidth"]:
            text += ",\n" + " " * indent + suffix
            last = indent + len(suffix)
            breaks = False
        else:
            text += ", " + suffix
            last += len(suffix) + 2
    return text + ")"


def show(t, prefix="tensor("):
    suffixes = []
    if t.device.type != "cpu":
        suffixes.append("device='" + str(t.device) + "'")
    has_default = t.dtype in (torch.get_default_dtype(), torch.int64, torch.bool) or (
        t.dtype is torch.complex64 and torch.get_default_dtype() is torch.float32
    )
    indent = len(prefix)
    if t.is_quantized:
        suffixes += _quantization(t)
        body = _body(t.dequantize(), indent) if t.numel() else "[]"
    elif t.numel() == 0:
        if t.ndim != 1:
            suffixes.append("size=" + str(tuple(t.shape)))
        if t.dtype is not torch.get_default_dtype():
            suffixes.append("dtype=" + str(t.dtype))
        body = "[]"
    else:
        if not has_default:
            suffixes.append("dtype=" + str(t.dtype))
        body = _body(t, indent)
    if t.requires_grad:
        node = t.grad_fn
        suffixes.append("requires_grad=True" if node is None else f"grad_fn=<{node.name()}>")
    text = _suffixed(prefix, body, suffixes, indent, False)
    if type(t).__name__ == "Parameter":
        return "Parameter containing:\n" + text
    return text


def _quantization(t):
    scheme = t.qscheme()
    suffixes = ["size=" + str(tuple(t.shape)), "dtype=" + str(t.dtype), "quantization_scheme=" + str(scheme)]
    if scheme is torch.per_tensor_affine:
        return suffixes + ["scale=" + str(t.q_scale()), "zero_point=" + str(t.q_zero_point())]
    return suffixes + [
        "scale=" + str(t.q_per_channel_scales()),
        "zero_point=" + str(t.q_per_channel_zero_points()),
        "axis=" + str(t.q_per_channel_axis()),
    ]


def _body(t, indent):
    summarize = t.numel() > _options["threshold"]
    shown = _edges(t) if summarize else t
    values = _torch.elements_of(shown)
    format = (_ComplexFormat if t.dtype.is_complex else _Format)(values, t.dtype)
    return _lines(t, indent, summarize, format)
