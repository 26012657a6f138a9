"""Gradients of what moves elements: views, selections, joins, and writes to places."""

import _torch
import torch
from _gradients_elementwise import in_format, rule
from _tape import light, names, rules

_is_tensor = _torch.is_tensor
_run = _torch.run


@rule(
    "view", "reshape", "flatten", "unflatten", "ravel", "squeeze", "unsqueeze", "view_as", "reshape_as", "_unsafe_view",
    "_reshape_alias", "alias", "clone", "contiguous", "detach_copy", "lift_fresh",
)
def _(node, g, x, *rest, **kwargs):
    return [(x, g.reshape(x.shape))]


@rule("to", "type_as", "_to_copy", "float", "double", "half", "bfloat16")
def _(node, g, x, *rest, **kwargs):
    return [(x, g)]


@rule("view_as_real")
def _(node, g, x):
    return [(x, torch.view_as_complex(g.contiguous()))]


@rule("view_as_complex")
def _(node, g, x):
    return [(x, torch.view_as_real(g))]


@rule("real")
def _(node, g, x):
    return [(x, torch.complex(g, torch.zeros_like(g)) if x.dtype.is_complex else g)]


@rule("imag")
def _(node, g, x):
    return [(x, torch.complex(torch.zeros_like(g), g))]


@rule("t", "numpy_T", "matrix_H", "mT", "adjoint", "mH")
def _(node, g, x):
    if x.ndim > 2 and node._name == "PermuteBackward0":
        return [(x, g.permute(list(range(x.ndim))[::-1]))]
    turned = g.transpose(-2, -1) if x.ndim > 1 else g
    return [(x, turned.conj() if x.dtype.is_complex and node._name.startswith(("MatrixH", "Adjoint", "MH")) else turned)]


@rule("transpose", "swapaxes", "swapdims")
def _(node, g, x, *dims, **kwargs):
    dims = list(dims) + list(kwargs.values())
    return [(x, g.transpose(dims[0], dims[1]))]


@rule("permute")
def _(node, g, x, dims):
    back = [0] * len(dims)
    for place, dim in enumerate(dims):
        back[dim % len(dims)] = place
    return [(x, g.permute(back))]


@rule("expand", "expand_as", "broadcast_to")
def _(node, g, x, *rest, **kwargs):
    return [(x, g)]


@rule("select")
def _(node, g, x, dim, index):
    whole = torch.zeros(list(x.shape), dtype=g.dtype)
    if torch.is_grad_enabled() and g.requires_grad:
        return [(x, torch.stack([g if i == index % x.shape[dim] else torch.zeros_like(g) for i in range(x.shape[dim])], dim))]
    whole.select(dim, index).copy_(g)
    return [(x, whole)]


@rule("slice")
def _(node, g, x, dim=0, start=None, end=None, step=1):
    if torch.is_grad_enabled() and g.requires_grad:
        return rules["narrow"](node, g, x, dim, start, end, step)
    whole = torch.zeros(list(x.shape), dtype=g.dtype)
    _torch.call("aten::slice", whole, dim, start, end, step).copy_(g)
    return [(x, whole)]


def _places(node, x, call):
    """Where each element of a result comes from: the number of the element of x from 1, or 0."""
    numbers = torch.arange(1, x.numel() + 1, dtype=torch.float64).reshape(x.shape)
    return call(numbers)


def _scattered(g, x, places):
    """Adds each element of a gradient where it came from."""
    whole = torch.zeros(x.numel() + 1, dtype=g.dtype)
    return whole.index_add(0, places.reshape(-1).to(torch.int64), g.reshape(-1))[1:].reshape(x.shape)


def _moves(operators):
    """Operators whose results are elements of their first argument, or zeros."""

    def apply(node, g, x, *rest, **kwargs):
        places = _places(node, x, lambda numbers: _run(node.metadata["operator"], numbers, *rest, **kwargs))
        if isinstance(places, (list, tuple)):
            total = None
            for gradient, place in zip(g, places):
                if gradient is not None:
                    part = _scattered(gradient, x, place)
                    total = part if total is None else total + part
            return [(x, total)]
        return [(x, _scattered(g, x, places))]

    for operator in operators.split():

        def named(node, g, x, *rest, _operator="aten::" + operator, **kwargs):
            node.metadata["operator"] = _operator
            return apply(node, g, x, *rest, **kwargs)

        rules[operator] = named


_moves(
    """narrow index diagonal diag diag_embed diagflat flip fliplr flipud roll rot90 movedim moveaxis unfold as_strided repeat
    tile tril triu index_select gather take take_along_dim masked_select repeat_interleave pixel_shuffle pixel_unshuffle
    channel_shuffle im2col split split_with_sizes tensor_split hsplit vsplit dsplit chunk unsafe_chunk unsafe_split unbind
    reflection_pad1d reflection_pad2d reflection_pad3d replication_pad1d replication_pad2d replication_pad3d _pad_circular
    atleast_1d atleast_2d atleast_3d linalg_diagonal squeeze_copy upsample_nearest1d upsample_nearest2d
    upsample_nearest3d _upsample_nearest_exact1d _upsample_nearest_exact2d unfold_copy"""
)


def _of_pixels(rule):
    def apply(node, g, x, *rest, **kwargs):
        return [(t, in_format(gradient, g)) for t, gradient in rule(node, g, x, *rest, **kwargs)]

    return apply


for _operator in ("upsample_nearest2d", "_upsample_nearest_exact2d"):
    rules[_operator] = _of_pixels(rules[_operator])


def _scatters(view):
    """Operators that put a source in the place of a view of a copy."""

    def apply(node, g, x, src, *rest, **kwargs):
        nothing = torch.zeros_like(src)
        return [
            (x, _torch.call("aten::" + view + "_scatter", g, nothing, *rest, **kwargs)),
            (src, _torch.call("aten::" + view, g, *rest, **kwargs)),
        ]

    return apply


for _view in ("slice", "select", "diagonal"):
    rules[_view + "_scatter"] = _scatters(_view)


@rule("as_strided_scatter")
def _(node, g, x, src, size, stride, storage_offset=None):
    g = g.contiguous()
    nothing = torch.zeros_like(src)
    return [
        (x, torch.as_strided_scatter(g, nothing, size, stride, storage_offset)),
        (src, g.as_strided(size, stride, storage_offset)),
    ]


@rule("block_diag")
def _(node, g, *tensors):
    pairs, row, column = [], 0, 0
    for t in tensors[0] if isinstance(tensors[0], (list, tuple)) else tensors:
        h, w = [1] * (2 - t.ndim) + list(t.shape)
        pairs.append((t, g[row : row + h, column : column + w].reshape(t.shape)))
        row, column = row + h, column + w
    return pairs


@rule("constant_pad_nd")
def _(node, g, x, pad, value=0):
    return [(x, _torch.call("aten::constant_pad_nd", g, [-n for n in pad]))]


@rule("pad")
def _(node, g, x, pad, mode="constant", value=None):
    if mode == "constant":
        return [(x, _torch.call("aten::constant_pad_nd", g, [-n for n in pad]))]
    places = _places(node, x, lambda numbers: _run("aten::pad", numbers, pad, mode))
    return [(x, _scattered(g, x, places))]


# Joins.


@rule("cat", "concat", "concatenate")
def _(node, g, tensors, dim=0):
    pairs, start = [], 0
    for t in tensors:
        if t.ndim == 1 and t.numel() == 0:
            continue
        pairs.append((t, g.narrow(dim, start, t.shape[dim])))
        start += t.shape[dim]
    return pairs


@rule("stack")
def _(node, g, tensors, dim=0):
    return [(t, g.select(dim, i)) for i, t in enumerate(tensors)]


@rule("meshgrid")
def _(node, g, tensors, indexing="ij"):
    pairs = []
    for i, (t, gradient) in enumerate(zip(tensors, g)):
        if gradient is None:
            continue
        place = 1 - i if indexing == "xy" and i < 2 and len(tensors) > 1 else i
        others = [d for d in range(gradient.ndim) if d != place]
        pairs.append((t, (gradient.sum(others) if others else gradient).reshape(t.shape)))
    return pairs


@rule("col2im")
def _(node, g, x, output_size, kernel_size, dilation, padding, stride):
    return [(x, _torch.call("aten::im2col", g, kernel_size, dilation, padding, stride))]


# Writes to places; `self` is what was there before.


@rule("copy")
def _(node, g, self, src, *rest):
    return [(self, torch.zeros_like(g)), (src, g)]


@rule("fill", "zero", "normal", "uniform", "bernoulli", "random", "exponential", "cauchy", "log_normal", "geometric")
def _(node, g, self, *rest, **kwargs):
    pairs = [(self, torch.zeros_like(g))]
    if rest and _is_tensor(rest[0]):
        pairs.append((rest[0], g.sum()))
    return pairs


@rule("masked_fill")
def _(node, g, self, mask, value):
    pairs = [(self, g.masked_fill(mask, 0))]
    if _is_tensor(value):
        pairs.append((value, (g * mask.to(g.dtype)).sum()))
    return pairs


@rule("masked_scatter")
def _(node, g, self, mask, source):
    taken = g.masked_select(mask)
    rest = torch.zeros(source.numel() - taken.numel(), dtype=g.dtype)
    return [(self, g.masked_fill(mask, 0)), (source, torch.cat([taken, rest]).reshape(source.shape))]


@rule("index_put", "_index_put_impl")
def _(node, g, self, indices, values, accumulate=False, unsafe=False):
    given = _torch.call("aten::index", g, list(indices))
    if accumulate:
        return [(self, g), (values, given)]
    return [(self, _torch.call("aten::index_put", g, list(indices), torch.zeros(1, dtype=g.dtype))), (values, given)]


@rule("put")
def _(node, g, self, index, source, accumulate=False):
    own = g if accumulate else g.put(index, torch.zeros_like(source))
    return [(self, own), (source, g.take(index).reshape(source.shape))]


@rule("index_add")
def _(node, g, self, dim, index, source, alpha=1):
    return [(self, g), (source, g.index_select(dim, index) * alpha)]


@rule("index_copy")
def _(node, g, self, dim, index, source):
    return [(self, g.index_fill(dim, index, 0)), (source, g.index_select(dim, index))]


@rule("index_fill")
def _(node, g, self, dim, index, value):
    pairs = [(self, g.index_fill(dim, index, 0))]
    if _is_tensor(value):
        pairs.append((value, g.index_select(dim, index).sum()))
    return pairs


@rule("scatter")
def _(node, g, self, dim, index, src=None, value=None, reduce=None):
    if reduce is not None:
        raise NotImplementedError("the derivative for 'scatter' with a reduction is not implemented")
    pairs = [(self, g.scatter(dim, index, 0))]
    if _is_tensor(src):
        pairs.append((src, _of_source(g.gather(dim, index), src)))
    return pairs


@rule("scatter_add")
def _(node, g, self, dim, index, src):
    return [(self, g), (src, _of_source(g.gather(dim, index), src))]


@rule("scatter_reduce")
def _(node, g, self, dim, index, src, reduce, include_self=True):
    result = node.result
    if reduce == "sum":
        own, its = g, g.gather(dim, index)
    elif reduce == "prod":
        whole = g * result
        own, its = whole / self, whole.gather(dim, index) / src
        if (self == 0).any() or (src == 0).any():
            raise NotImplementedError("the derivative for 'scatter_reduce' of products with zeros is not implemented")
    elif reduce == "mean":
        count = torch.ones_like(g) if include_self else torch.zeros_like(g)
        count = count.scatter_add(dim, index, torch.ones_like(src))
        share = g / count.masked_fill(count == 0, 1)
        own, its = share, share.gather(dim, index)
    else:
        mine = (self == result).to(g.dtype)
        chosen = (src == result.gather(dim, index)).to(g.dtype)
        share = g / mine.scatter_add(dim, index, chosen)
        own, its = mine * share, chosen * share.gather(dim, index)
    if not include_self:
        own = own.scatter(dim, index, 0)
    return [(self, own), (src, _of_source(its, src))]


def _of_source(gradient, src):
    """A source may be larger than the index that takes from it."""
    if gradient.shape == src.shape:
        return gradient
    whole = torch.zeros_like(src)
    part = whole
    for d, n in enumerate(gradient.shape):
        part = part.narrow(d, 0, n)
    part.copy_(gradient)
    return whole


@rule("fill_diagonal")
def _(node, g, self, value, wrap=False):
    cleared = g.clone()
    return [(self, _run("aten::fill_diagonal_", cleared, 0, wrap))]


def _flat(args, kwargs, result):
    return "ReshapeAliasBackward0" if _torch.view_of(result) is not None else "UnsafeViewBackward0"


names.update(
    reshape=_flat, flatten=_flat, reshape_as=_flat, view_as="ViewBackward0", ravel="ViewBackward0",
    unflatten="ViewBackward0", numpy_T="PermuteBackward0", swapaxes="TransposeBackward0", swapdims="TransposeBackward0",
    expand_as="ExpandBackward0", broadcast_to="ExpandBackward0", narrow="SliceBackward0", chunk="SplitBackward0",
    movedim="PermuteBackward0", moveaxis="PermuteBackward0", tile="RepeatBackward0", concat="CatBackward0",
    concatenate="CatBackward0", to="ToCopyBackward0", type_as="ToCopyBackward0", repeat_interleave="IndexSelectBackward0",
    squeeze=lambda args, kwargs, result: "SqueezeBackward1" if len(args) > 1 or kwargs else "SqueezeBackward0",
    contiguous="CloneBackward0", im2col="Im2ColBackward0", col2im="Col2ImBackward0", copy="CopyBackwards", constant_pad_nd="ConstantPadNdBackward0",
    pad=lambda args, kwargs, result: "ConstantPadNdBackward0"
    if (args[2] if len(args) > 2 else kwargs.get("mode", "constant")) == "constant"
    else {"reflect": "ReflectionPad", "replicate": "ReplicationPad"}.get(args[2] if len(args) > 2 else kwargs["mode"], "Slice")
    + f"{len(args[1]) // 2}DBackward0",
    real="SelectBackward0", imag="SelectBackward0", reflection_pad1d="ReflectionPad1DBackward0",
    reflection_pad2d="ReflectionPad2DBackward0", replication_pad1d="ReplicationPad1DBackward0",
    replication_pad2d="ReplicationPad2DBackward0", upsample_nearest1d="UpsampleNearest1DBackward1",
    upsample_nearest2d="UpsampleNearest2DBackward1", upsample_nearest3d="UpsampleNearest3DBackward1",
    masked_fill=lambda args, kwargs, result: "MaskedFillBackward1" if _is_tensor(args[2]) else "MaskedFillBackward0",
    scatter=lambda args, kwargs, result: "ScatterBackward0"
    if len(args) > 3 and _is_tensor(args[3]) or "src" in kwargs else "ScatterBackward1",
    meshgrid="ExpandBackward0",
)
light.update(
    """view reshape flatten unflatten ravel squeeze unsqueeze view_as reshape_as alias clone contiguous to type_as t numpy_T
    transpose swapaxes permute expand expand_as select slice narrow cat stack copy""".split()
)
