"""Operators whose gradients are those of the operators they consist of, as in PyTorch's own code."""

import math

import _torch
import torch
from _expanding import _named, _reduced, expansion
from _tape import expansions

_is_tensor = _torch.is_tensor
_call = _torch.call


# Dropout draws what PyTorch draws when gradients are asked for.


def _noise(x, p, shape, shift=0.0):
    if p == 1:
        return torch.zeros(shape, dtype=x.dtype)
    return torch.empty(shape, dtype=x.dtype).bernoulli_(1 - p)


@expansion("broadcast_tensors")
def _(*tensors):
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tensors[0]
    shape = torch.ops.aten.broadcast_tensors([t.detach() for t in tensors])[0].shape
    # Those that have the sizes already are given back, and each has a gradient of its own.
    return [t if t.shape == shape else t.expand(shape) for t in tensors]


@expansion("dropout")
def _(input, p, train):
    if not train or p == 0 or input.numel() == 0:
        return input if not train else input * 1.0
    if p == 1:
        return input * torch.zeros_like(input)
    return input * _noise(input, p, list(input.shape)).div_(1 - p)


@expansion("feature_dropout")
def _(input, p, train):
    if not train or p == 0 or input.numel() == 0:
        return input
    if p == 1:
        return input * torch.zeros_like(input)
    shape = list(input.shape[:2]) + [1] * (input.ndim - 2)
    return input * _noise(input, p, shape).div_(1 - p)


@expansion("alpha_dropout", "feature_alpha_dropout")
def _(input, p, train):
    return NotImplemented if train and p else input


@expansion("rrelu")
def _(input, lower=0.125, upper=1.0 / 3, training=False, generator=None):
    if not training:
        return _named(torch.ops.aten.leaky_relu(input, (lower + upper) / 2), "RreluWithNoiseBackward0")
    # As in PyTorch's kernel numbers are drawn for those below zero alone.
    is_below = input.detach() <= 0
    drawn = torch.empty(int(is_below.sum()), dtype=torch.float64).uniform_(lower, upper).to(input.dtype)
    return _named(input * torch.ones_like(input).masked_scatter(is_below, drawn), "RreluWithNoiseBackward0")


# Losses.


@expansion("cross_entropy_loss")
def _(input, target, weight=None, reduction=1, ignore_index=-100, label_smoothing=0.0):
    dim = 1 if input.ndim > 1 else 0
    log = input.log_softmax(dim)
    if target.dtype.is_floating_point:
        if label_smoothing:
            target = target * (1 - label_smoothing) + label_smoothing / input.shape[dim]
        if weight is not None:
            log = log * weight.reshape([-1 if d == dim else 1 for d in range(input.ndim)])
        loss = -(log * target)
        if reduction == 1:
            return _named(loss.sum() / (input.numel() // input.shape[dim]), "DivBackward1")
        return loss.sum() if reduction == 2 else loss.sum(dim)
    plain = _call("aten::nll_loss_nd" if input.ndim != 1 else "aten::nll_loss", log, target, weight, reduction, ignore_index)
    if not label_smoothing:
        return plain
    smooth = -(log if weight is None else log * weight.reshape([-1 if d == dim else 1 for d in range(input.ndim)])).sum(dim)
    kept = (target != ignore_index).to(log.dtype)
    smooth = smooth * kept
    if reduction == 1:
        if weight is None:
            smooth = smooth.sum() / kept.sum()
        else:
            index = torch.where(kept > 0, target, torch.zeros_like(target))
            smooth = smooth.sum() / (weight.index_select(0, index.reshape(-1)).reshape(index.shape) * kept).sum()
    elif reduction == 2:
        smooth = smooth.sum()
    return plain * (1 - label_smoothing) + smooth * (label_smoothing / input.shape[dim])


@expansion("l1_loss")
def _(input, target, reduction=1):
    return _reduced((input - target).abs(), reduction)


@expansion("kl_div")
def _(input, target, reduction=1, *, log_target=False):
    loss = target.exp() * (target - input) if log_target else torch.xlogy(target, target) - target * input
    return _reduced(loss, reduction)


@expansion("poisson_nll_loss")
def _(input, target, log_input, full, eps, reduction):
    loss = input.exp() - target * input if log_input else input - target * (input + eps).log()
    if full:
        more = target * target.log() - target + 0.5 * (2 * math.pi * target).log()
        loss = loss + more.masked_fill(target <= 1, 0)
    return _reduced(loss, reduction)


@expansion("hinge_embedding_loss")
def _(input, target, margin=1.0, reduction=1):
    zero = torch.zeros_like(input)
    loss = torch.where(target != 1, (margin - input).clamp_min(0), zero) + torch.where(target != -1, input, zero)
    return _reduced(loss, reduction)


@expansion("margin_ranking_loss")
def _(input1, input2, target, margin=0.0, reduction=1):
    return _reduced((-target * (input1 - input2) + margin).clamp_min(0), reduction)


@expansion("cosine_embedding_loss")
def _(input1, input2, target, margin=0.0, reduction=1):
    dim = 1 if target.ndim else 0
    eps = 1e-12
    dot = (input1 * input2).sum(dim)
    size = (((input1 * input1).sum(dim) + eps) * ((input2 * input2).sum(dim) + eps)).sqrt()
    cos = dot / size
    zero = torch.zeros_like(cos)
    loss = torch.where(target == 1, 1 - cos, zero) + torch.where(target == -1, (cos - margin).clamp_min(0), zero)
    return _reduced(loss, reduction)


@expansion("triplet_margin_loss")
def _(anchor, positive, negative, margin=1.0, p=2.0, eps=1e-6, swap=False, reduction=1):
    near = torch.pairwise_distance(anchor, positive, p, eps)
    far = torch.pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = torch.min(far, torch.pairwise_distance(positive, negative, p, eps))
    return _reduced((margin + near - far).clamp_min(0), reduction)


# Distances and norms.


@expansion("pairwise_distance")
def _(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    return torch.norm(x1 - x2 + eps, p, -1, keepdim)


@expansion("cosine_similarity")
def _(x1, x2, dim=1, eps=1e-8):
    first = x1 / torch.norm(x1, 2, dim, True).clamp(min=eps)
    second = x2 / torch.norm(x2, 2, dim, True).clamp(min=eps)
    return (first * second).sum(dim)


@expansion("nanmean")
def _(input, dim=None, keepdim=False, dtype=None):
    known = torch.logical_not(input.isnan())
    if dim is None:
        return input.nansum() / known.sum()
    return input.nansum(dim, keepdim) / known.sum(dim, keepdim)


@expansion("linalg_norm")
def _(self, ord=None, dim=None, keepdim=False, *, dtype=None):
    if ord is None and (dim is None or isinstance(dim, int) or len(dim) <= 2):
        return _call("aten::linalg_vector_norm", self, 2, dim, keepdim)
    if isinstance(ord, (int, float)) and (dim is None and self.ndim == 1 or isinstance(dim, int)):
        return _call("aten::linalg_vector_norm", self, ord, dim, keepdim)
    return torch.linalg.matrix_norm(self, ord, (-2, -1) if dim is None else dim, keepdim)


@expansion("linalg_matrix_norm")
def _(self, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None):
    if ord == "fro":
        return _call("aten::linalg_vector_norm", self, 2, list(dim), keepdim)
    first, second = dim[0] % self.ndim, dim[1] % self.ndim
    if ord in (1, -1, math.inf, -math.inf):
        summed, chosen = (first, second) if abs(ord) == 1 else (second, first)
        sums = self.abs().sum(summed, True)
        result = sums.amax(chosen, True) if ord > 0 else sums.amin(chosen, True)
        return result if keepdim else result.squeeze(max(first, second)).squeeze(min(first, second))
    if keepdim:
        return NotImplemented
    values = torch.linalg.svdvals(self.movedim([first, second], [-2, -1]))
    return values.sum(-1) if ord == "nuc" else values.amax(-1) if ord == 2 else values.amin(-1)


@expansion("chain_matmul", "linalg_multi_dot")
def _(*matrices):
    if isinstance(matrices[0], (list, tuple)):
        matrices = matrices[0]
    result = matrices[0]
    for matrix in matrices[1:]:
        result = result @ matrix
    return _named(result, "ViewBackward0")


@expansion("tensordot")
def _(self, other, dims_self, dims_other):
    first, second = [d % self.ndim for d in dims_self], [d % other.ndim for d in dims_other]
    rest1 = [d for d in range(self.ndim) if d not in first]
    rest2 = [d for d in range(other.ndim) if d not in second]
    k = math.prod(self.shape[d] for d in first)
    left = self.permute(rest1 + first).reshape([-1, k])
    right = other.permute(second + rest2).reshape([k, -1])
    return (left @ right).reshape([self.shape[d] for d in rest1] + [other.shape[d] for d in rest2])


@expansion("kron")
def _(self, other):
    n = max(self.ndim, other.ndim)
    a = [1] * (n - self.ndim) + list(self.shape)
    b = [1] * (n - other.ndim) + list(other.shape)
    left = self.reshape([s for k in a for s in (k, 1)])
    right = other.reshape([s for k in b for s in (1, k)])
    return _named((left * right).reshape([p * q for p, q in zip(a, b)]), "UnsafeViewBackward0")


@expansion("matrix_power", "linalg_matrix_power")
def _(self, n):
    if n < 0:
        return _call("aten::matrix_power", torch.linalg.inv(self), -n)
    if n == 0:
        return self * 0 + torch.eye(self.shape[-1], dtype=self.dtype)
    result = self
    for _ in range(n - 1):
        result = result @ self
    return result


def _stacked(dim, least):
    def expand(tensors):
        grown = []
        for t in tensors:
            while t.ndim < least:
                t = t.unsqueeze(0 if least < 3 or t.ndim < 2 else -1)
            grown.append(t)
        along = 0 if dim == 1 and all(t.ndim == 1 for t in grown) else dim
        return torch.cat(grown, along)

    return expand


expansions["hstack"] = _stacked(1, 1)
expansions["vstack"] = expansions["row_stack"] = _stacked(0, 2)


@expansion("column_stack")
def _(tensors):
    return _named(torch.cat([t.reshape(-1, 1) if t.ndim < 2 else t for t in tensors], 1), "CatBackward0")


@expansion("dstack")
def _(tensors):
    return _named(torch.cat([torch.atleast_3d(t) for t in tensors], 2), "CatBackward0")


# Fourier transforms, from those of one dimension.


@expansion("fft_rfft")
def _(self, n=None, dim=-1, norm=None):
    whole = _call("aten::fft_fft", self, n, dim, norm)
    return _named(whole.narrow(dim, 0, whole.shape[dim] // 2 + 1), "FftR2CBackward0")


@expansion("fft_irfft")
def _(self, n=None, dim=-1, norm=None):
    if n is None:
        n = 2 * (self.shape[dim] - 1)
    half = n // 2 + 1
    if self.shape[dim] < half:
        return NotImplemented
    first = self.narrow(dim, 0, half)
    mirrored = first.narrow(dim, 1, (n - 1) // 2).flip(dim).conj()
    whole = _call("aten::fft_ifft", torch.cat([first, mirrored], dim), n, dim, norm)
    # The imaginary parts of the ends do not count.
    return _named(_call("aten::real", whole), "FftC2RBackward0")


def _in_turn(operator, last=None):
    """Transforms along dimension after dimension, the last one first where it makes complex numbers of real ones."""

    def expand(self, s=None, dim=None, norm=None):
        if dim is None:
            dim = [-2, -1] if operator.endswith("2") else list(range(-self.ndim if s is None else -len(s), 0))
        elif isinstance(dim, int):
            dim = [dim]
        plain = "aten::fft_ifft" if operator[4:].startswith(("ifft", "irfft", "ihfft")) else "aten::fft_fft"
        x = self
        steps = list(enumerate(dim))[::-1]
        if last in ("aten::fft_irfft", "aten::fft_hfft"):
            steps = steps[1:] + steps[:1]
        for i, d in steps:
            name = last if last is not None and i == len(dim) - 1 else plain
            x = _call(name, x, None if s is None else s[i], d, norm)
        return _named(x, "FftC2RBackward0" if not x.dtype.is_complex else "FftC2CBackward0" if self.dtype.is_complex
                      else "FftR2CBackward0")

    return expand


for _dims in ("2", "n"):
    for _operator in ("fft", "ifft"):
        expansions["fft_" + _operator + _dims] = _in_turn("fft_" + _operator + _dims)
    for _operator in ("rfft", "irfft", "hfft", "ihfft"):
        expansions["fft_" + _operator + _dims] = _in_turn("fft_" + _operator + _dims, "aten::fft_" + _operator)

_other_norm = {None: "forward", "backward": "forward", "forward": "backward", "ortho": "ortho"}


@expansion("fft_hfft")
def _(self, n=None, dim=-1, norm=None):
    return _call("aten::fft_irfft", self.conj(), n, dim, _other_norm[norm])


@expansion("fft_ihfft")
def _(self, n=None, dim=-1, norm=None):
    return _call("aten::fft_rfft", self, n, dim, _other_norm[norm]).conj()


# Sampling.


@expansion("affine_grid_generator")
def _(theta, size, align_corners):
    n = theta.shape[-1] - 1
    same = torch.eye(n, n + 1, dtype=theta.dtype).expand(size[0], n, n + 1)
    places = _torch.run("aten::affine_grid_generator", same, size, align_corners)
    flat = torch.cat([places, torch.ones_like(places[..., :1])], -1).reshape(size[0], -1, n + 1)
    return _named((flat @ theta.transpose(1, 2)).reshape(places.shape), "AffineGridGeneratorBackward0")


@expansion("grid_sampler", "grid_sampler_2d")
def _(input, grid, interpolation_mode, padding_mode, align_corners):
    if input.ndim != 4 or interpolation_mode != 0 or padding_mode == 2:
        return NotImplemented
    n, c, h, w = input.shape

    def place(x, size):
        # As PyTorch's kernels do it, with one rounding for product and difference: which pixel is left of the place
        # decides the slope.
        whole = (x + 1).to(torch.float64)
        x = (whole * ((size - 1) / 2) if align_corners else whole * (size / 2) - 0.5).to(x.dtype)
        if padding_mode == 1:
            # What is cut off has no slope, at the border either.
            moves = ((x > 0) & (x < size - 1)).to(x.dtype)
            x = x.detach().clamp(0, size - 1) + (x - x.detach()) * moves
        return x

    x, y = place(grid[..., 0], w), place(grid[..., 1], h)
    flat = input.reshape(n, c, h * w)
    total = None
    for dy in (0, 1):
        for dx in (0, 1):
            column, row = x.detach().floor() + dx, y.detach().floor() + dy
            # The slope on a pixel is the one to its right: no absolute values, whose slope is 0 there.
            weight = (x - column + 1 if dx else 1 - x + column) * (y - row + 1 if dy else 1 - y + row)
            inside = (column >= 0) & (column < w) & (row >= 0) & (row < h)
            index = (row.clamp(0, h - 1) * w + column.clamp(0, w - 1)).to(torch.int64).reshape(n, 1, -1).expand(n, c, -1)
            part = flat.gather(2, index).reshape([n, c] + list(x.shape[1:])) * (weight * inside.to(weight.dtype)).unsqueeze(1)
            total = part if total is None else total + part
    return _named(total, "GridSampler2DBackward0")


@expansion("diff")
def _(self, n=1, dim=-1, prepend=None, append=None):
    parts = [t for t in (prepend, self, append) if t is not None]
    x = torch.cat(parts, dim) if len(parts) > 1 else self
    for _ in range(min(n, x.shape[dim])):
        size = x.shape[dim]
        x = x.narrow(dim, 1, size - 1) - x.narrow(dim, 0, size - 1)
    return x


@expansion("cov")
def _(self, *, correction=1, fweights=None, aweights=None):
    if fweights is not None or aweights is not None:
        return NotImplemented
    x = self if self.ndim > 1 else self.unsqueeze(0)
    far = x - x.mean(1, True)
    return (far @ far.t() / (x.shape[1] - correction)).squeeze()


@expansion("instance_norm")
def _(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, cudnn_enabled):
    n, c = input.shape[0], input.shape[1]
    flat = input.reshape([1, n * c] + list(input.shape[2:]))
    scale = weight.repeat(n) if weight is not None else None
    shift = bias.repeat(n) if bias is not None else None
    mean = running_mean.repeat(n) if running_mean is not None else None
    var = running_var.repeat(n) if running_var is not None else None
    result = torch.batch_norm(flat, scale, shift, mean, var, use_input_stats, momentum, eps, cudnn_enabled)
    if use_input_stats and mean is not None:
        with torch.no_grad():
            running_mean.copy_(mean.view(n, c).mean(0))
            running_var.copy_(var.view(n, c).mean(0))
    return result.view(input.shape)


def _same_padding(n):
    def expand(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
        if not isinstance(padding, str):
            return NotImplemented
        if padding == "valid":
            return _call(f"aten::conv{n}d", input, weight, bias, stride, 0, dilation, groups)
        steps = [dilation] * n if isinstance(dilation, int) else list(dilation) * (n // len(dilation))
        total = [d * (k - 1) for d, k in zip(steps, weight.shape[2:])]
        if any(t % 2 for t in total):
            input = _call("aten::constant_pad_nd", input, [s for t in total[::-1] for s in (0, t % 2)])
        return _call(f"aten::conv{n}d", input, weight, bias, stride, [t // 2 for t in total], dilation, groups)

    return expand


for _n in (1, 2, 3):
    expansions[f"conv{_n}d"] = _same_padding(_n)
