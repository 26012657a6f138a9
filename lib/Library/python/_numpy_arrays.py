"""Functions of numpy that put arrays together, take them apart, order and multiply them."""

import torch as _torch

import _numpy_types as _types
import numpy as _np

__all__ = ["concatenate", "stack", "vstack", "hstack", "dstack", "column_stack", "row_stack", "append", "insert", "delete", "split",
           "array_split", "hsplit", "vsplit", "reshape", "ravel", "transpose", "swapaxes", "moveaxis", "rollaxis", "expand_dims", "squeeze", "resize",
           "broadcast_to", "broadcast_arrays", "tile", "repeat", "flip", "flipud", "fliplr", "roll", "rot90", "pad", "atleast_1d",
           "atleast_2d", "take", "take_along_axis", "put_along_axis", "choose", "compress", "diagonal", "nonzero", "flatnonzero", "argwhere",
           "sort", "argsort", "argpartition", "partition", "lexsort", "searchsorted", "digitize", "unique", "bincount", "histogram", "in1d",
           "isin", "intersect1d", "union1d", "setdiff1d", "dot", "matmul", "inner", "outer", "cross", "kron", "tensordot", "einsum",
           "vdot", "trace", "cov", "corrcoef", "convolve", "correlate", "trapz", "gradient", "polyfit", "polyval", "allclose", "isclose",
           "array_equal", "array_equiv", "shape", "ndim", "size", "may_share_memory", "shares_memory", "isscalar", "iscomplexobj", "isrealobj",
           "issubdtype", "result_type", "promote_types", "can_cast", "finfo", "iinfo", "ndenumerate", "ndindex", "array2string",
           "array_repr", "array_str", "unravel_index", "ravel_multi_index", "copyto", "fill_diagonal", "tril_indices", "triu_indices", "ix_"]
_b = __import__("builtins")


def _tensors(arrays):
    """The tensors of arrays in the type that holds them all."""
    kind = _np._kind_of(arrays)
    return [_np._tensor(a, kind) for a in arrays]


def _wrap(t):
    return _np._wrap(t)


def concatenate(arrays, axis=0, out=None, dtype=None):
    parts = _tensors(list(arrays))
    if not parts:
        raise ValueError("need at least one array to concatenate")
    if axis is None:
        parts, axis = [p.reshape(-1) for p in parts], 0
    if parts[0].ndim == 0:
        raise ValueError("zero-dimensional arrays cannot be concatenated")
    for i, p in enumerate(parts):
        if p.ndim != parts[0].ndim:
            raise ValueError(f"all the input arrays must have same number of dimensions, but the array at index 0 has {parts[0].ndim} dimension(s) "
                             f"and the array at index {i} has {p.ndim} dimension(s)")
        for d in range(p.ndim):
            if d != axis % p.ndim and p.shape[d] != parts[0].shape[d]:
                raise ValueError("all the input array dimensions except for the concatenation axis must match exactly, but along dimension "
                                 f"{d}, the array at index 0 has size {parts[0].shape[d]} and the array at index {i} has size {p.shape[d]}")
    return _np._out(_torch.cat(parts, axis), out)


def stack(arrays, axis=0):
    parts = _tensors(list(arrays))
    if not parts:
        raise ValueError("need at least one array to stack")
    if _b.any(p.shape != parts[0].shape for p in parts):
        raise ValueError("all input arrays must have the same shape")
    return _wrap(_torch.stack(parts, axis))


def vstack(arrays):
    return concatenate([atleast_2d(a) for a in arrays], 0)


row_stack = vstack


def hstack(arrays):
    parts = [atleast_1d(a) for a in arrays]
    return concatenate(parts, 0 if parts[0].ndim == 1 else 1)


def dstack(arrays):
    return _wrap(_torch.dstack(_tensors(list(arrays))))


def column_stack(arrays):
    return concatenate([_np.asarray(a).reshape(-1, 1) if _np.asarray(a).ndim < 2 else a for a in arrays], 1)


def append(arr, values, axis=None):
    return concatenate([arr, values], axis)


def insert(arr, obj, values, axis=None):
    arr = _np.asarray(arr).ravel() if axis is None else _np.asarray(arr)
    axis = axis or 0
    lengths = arr.shape[axis]
    obj = obj + lengths if obj < 0 else obj
    head, tail = arr._tensor.narrow(axis, 0, obj), arr._tensor.narrow(axis, obj, lengths - obj)
    new = _np._tensor(values, arr.dtype)
    if new.ndim < arr.ndim:
        new = new.reshape([1 if d == axis else -1 for d in range(arr.ndim)]) if arr.ndim > 1 else new.reshape(-1)
        new = new.expand([new.shape[d] if d == axis else arr.shape[d] for d in range(arr.ndim)])
    return _wrap(_torch.cat([head, new, tail], axis))


def delete(arr, obj, axis=None):
    arr = _np.asarray(arr).ravel() if axis is None else _np.asarray(arr)
    axis = axis or 0
    gone = {int(i) % arr.shape[axis] for i in (range(*obj.indices(arr.shape[axis])) if isinstance(obj, slice) else _np.asarray(obj).ravel().tolist())}
    return _wrap(arr._tensor.index_select(axis, _torch.tensor([i for i in range(arr.shape[axis]) if i not in gone], dtype=_torch.int64)))


def array_split(ary, sections, axis=0):
    ary = _np.asarray(ary)
    n = ary.shape[axis]
    if isinstance(sections, int):
        each, extra = divmod(n, sections)
        ends, at = [], 0
        for i in range(sections - 1):
            at += each + (i < extra)
            ends.append(at)
    else:
        ends = [int(i) for i in sections]
    starts = [0] + ends
    return [_wrap(ary._tensor.narrow(axis, s, _b.max(0, _b.min(t, n) - s))) for s, t in zip(starts, ends + [n])]


def split(ary, sections, axis=0):
    if isinstance(sections, int) and _np.asarray(ary).shape[axis] % sections:
        raise ValueError("array split does not result in an equal division")
    return array_split(ary, sections, axis)


def hsplit(ary, sections):
    return split(ary, sections, 1 if _np.asarray(ary).ndim > 1 else 0)


def vsplit(ary, sections):
    return split(ary, sections, 0)


def reshape(a, newshape, order="C"):
    return _np.asarray(a).reshape(newshape)


def ravel(a, order="C"):
    return _np.asarray(a).ravel()


def transpose(a, axes=None):
    return _np.asarray(a).transpose(*([axes] if axes is not None else []))


def swapaxes(a, axis1, axis2):
    return _np.asarray(a).swapaxes(axis1, axis2)


def moveaxis(a, source, destination):
    return _wrap(_torch.movedim(_np._tensor(a), source, destination))


def rollaxis(a, axis, start=0):
    return moveaxis(a, axis, start if start <= axis else start - 1)


def expand_dims(a, axis):
    t = _np._tensor(a)
    for d in sorted(axis) if isinstance(axis, (tuple, list)) else (axis,):
        t = t.unsqueeze(d)
    return _wrap(t)


def squeeze(a, axis=None):
    return _np.asarray(a).squeeze(axis)


def resize(a, new_shape):
    sizes = _np._sizes(new_shape[0] if isinstance(new_shape, tuple) and len(new_shape) == 1 else new_shape)
    flat, count = _np._tensor(a).reshape(-1), 1
    for n in sizes:
        count *= n
    return _wrap(flat.repeat(-(-count // _b.max(1, len(flat))))[:count].reshape(sizes))


def broadcast_to(array, shape):
    t, sizes = _np._tensor(array), _np._sizes(shape)
    if len(sizes) < t.ndim or _np._cannot_broadcast([n for n in t.shape], sizes[len(sizes) - t.ndim :]):
        raise ValueError("operands could not be broadcast together with remapped shapes [original->remapped]: "
                         f"{_np._shape_text(t)}  and requested shape ({','.join(map(str, sizes))})")
    return _wrap(t.expand(sizes))


def broadcast_arrays(*args):
    return [_wrap(t) for t in _torch.broadcast_tensors(*[_np._tensor(a) for a in args])]


def tile(A, reps):
    return _wrap(_np._tensor(A).tile(_np._sizes(reps)))


def repeat(a, repeats, axis=None):
    t = _np._tensor(a)
    count = repeats if isinstance(repeats, int) else _np._tensor(repeats)
    return _wrap(t.reshape(-1).repeat_interleave(count) if axis is None else t.repeat_interleave(count, axis))


def flip(m, axis=None):
    t = _np._tensor(m)
    return _wrap(t.flip(_np._dims(t, axis)))


def flipud(m):
    return flip(m, 0)


def fliplr(m):
    return flip(m, 1)


def roll(a, shift, axis=None):
    t = _np._tensor(a)
    return _wrap(t.roll(shift) if axis is None else t.roll(shift, axis))


def rot90(m, k=1, axes=(0, 1)):
    return _wrap(_np._tensor(m).rot90(k, list(axes)))


def pad(array, pad_width, mode="constant", constant_values=0, **rest):
    t = _np._tensor(array)
    if isinstance(pad_width, int):
        pairs = [(pad_width, pad_width)] * t.ndim
    elif isinstance(pad_width[0], int):
        pairs = [tuple(pad_width) if len(pad_width) == 2 else (pad_width[0],) * 2] * t.ndim
    else:
        pairs = [tuple(p) for p in pad_width]
    if mode not in ("constant", "edge", "reflect", "wrap", "symmetric"):
        raise ValueError(f"mode '{mode}' is not supported")
    if mode == "constant":
        flat = [n for p in pairs[::-1] for n in p]
        return _wrap(_torch.nn.functional.pad(t, flat, value=constant_values))
    for dim, (before, after) in enumerate(pairs):
        n = t.shape[dim]
        places = list(range(-before, n + after))
        if mode == "edge":
            places = [_b.min(_b.max(i, 0), n - 1) for i in places]
        elif mode == "wrap":
            places = [i % n for i in places]
        elif mode == "symmetric":
            places = [(i % (2 * n)) if i % (2 * n) < n else 2 * n - 1 - i % (2 * n) for i in places]
        else:
            period = _b.max(2 * n - 2, 1)
            places = [(i % period) if i % period < n else period - i % period for i in places]
        t = t.index_select(dim, _torch.tensor(places))
    return _wrap(t)


def atleast_1d(a):
    a = _np.asarray(a)
    return a.reshape(1) if a.ndim == 0 else a


def atleast_2d(a):
    a = atleast_1d(a)
    return a.reshape(1, -1) if a.ndim == 1 else a


def take(a, indices, axis=None):
    t, at = _np._tensor(a), _np._tensor(indices).to(_torch.int64)
    if axis is None:
        return _np._give(t.reshape(-1)[at])
    return _np._give(t.index_select(axis, at.reshape(-1)).reshape(t.shape[:axis] + at.shape + t.shape[axis % t.ndim + 1 :]))


def take_along_axis(arr, indices, axis):
    return _wrap(_torch.take_along_dim(_np._tensor(arr), _np._tensor(indices), axis))


def put_along_axis(arr, indices, values, axis):
    arr._tensor.scatter_(axis, _np._tensor(indices), _np._tensor(values, arr.dtype).expand_as(_np._tensor(indices)))


def choose(a, choices):
    parts = _tensors(list(choices))
    return _wrap(_torch.stack(_torch.broadcast_tensors(*parts)).gather(0, _np._tensor(a)[None])[0])


def compress(condition, a, axis=None):
    return _np.asarray(a)[_np.asarray(condition)] if axis is None else take(a, flatnonzero(condition), axis)


def diagonal(a, offset=0, axis1=0, axis2=1):
    return _wrap(_np._tensor(a).diagonal(offset, axis1, axis2))


def nonzero(a):
    return tuple(_wrap(t) for t in _np._tensor(a).nonzero(as_tuple=True))


def flatnonzero(a):
    return nonzero(ravel(a))[0]


def argwhere(a):
    return _wrap(_np._tensor(a).nonzero())


def sort(a, axis=-1, kind=None):
    t = _np._tensor(a)
    return _wrap(t.reshape(-1).sort().values if axis is None else t.sort(dim=axis).values)


def argsort(a, axis=-1, kind=None):
    t = _np._tensor(a)
    return _wrap(t.reshape(-1).sort(stable=True).indices if axis is None else t.sort(dim=axis, stable=True).indices)


def argpartition(a, kth, axis=-1):
    return argsort(a, axis)


def partition(a, kth, axis=-1):
    return sort(a, axis)


def lexsort(keys):
    order = _torch.arange(len(_np.asarray(keys[0])))
    for key in keys:
        order = order[_np._tensor(key)[order].sort(stable=True).indices]
    return _wrap(order)


def searchsorted(a, v, side="left", sorter=None):
    kind = _np._binary_kind(a, v)
    return _np._give(_torch.searchsorted(_np._tensor(a, kind).contiguous(), _np._tensor(v, kind).contiguous(), right=side == "right"))


def digitize(x, bins, right=False):
    return searchsorted(bins, x, "left" if right else "right")


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None):
    t = _np._tensor(ar)
    if axis is not None:
        values, inverse, counts = _torch.unique(t, return_inverse=True, return_counts=True, dim=axis)
    else:
        values, inverse, counts = _torch.unique(t.reshape(-1), return_inverse=True, return_counts=True)
    results = [_wrap(values)]
    if return_index:
        first = _torch.full((len(counts),), t.numel(), dtype=_torch.int64)
        results.append(_wrap(first.scatter_reduce(0, inverse, _torch.arange(len(inverse)), "amin")))
    if return_inverse:
        results.append(_wrap(inverse))
    if return_counts:
        results.append(_wrap(counts))
    return results[0] if len(results) == 1 else tuple(results)


def bincount(x, weights=None, minlength=0):
    return _wrap(_torch.bincount(_np._tensor(x), None if weights is None else _np._tensor(weights).double(), minlength))


def histogram(a, bins=10, range=None, density=None, weights=None):
    t = _np._tensor(a).reshape(-1).to(_torch.float64)
    if isinstance(bins, int):
        low, high = range if range is not None else (t.min().item(), t.max().item()) if t.numel() else (0.0, 1.0)
        if low == high:
            low, high = low - 0.5, high + 0.5
        edges = _np.linspace(low, high, bins + 1)._tensor
    else:
        edges = _np._tensor(bins).to(_torch.float64)
    inside = (t >= edges[0]) & (t <= edges[-1])
    t = t[inside]
    at = (_torch.searchsorted(edges, t, right=True) - 1).clamp(max=len(edges) - 2)
    w = None if weights is None else _np._tensor(weights).reshape(-1)[inside].double()
    counts = _torch.bincount(at, w, len(edges) - 1)
    if density:
        counts = counts.double() / (edges[1:] - edges[:-1]) / counts.sum()
    return _wrap(counts), _wrap(edges)


def isin(element, test_elements, invert=False):
    found = _torch.isin(_np._tensor(element), _np._tensor(test_elements))
    return _np._give(~found if invert else found)


in1d = isin


def intersect1d(a, b):
    a = unique(a)
    return a[isin(a, b)]


def union1d(a, b):
    return unique(concatenate([ravel(a), ravel(b)]))


def setdiff1d(a, b):
    a = unique(a)
    return a[isin(a, b, invert=True)]


#
# Products.
#


def _products(compute):
    def function(a, b, out=None):
        x, y = _tensors([a, b])
        is_bool = x.dtype is _torch.bool
        try:
            result = compute(x.long(), y.long()).bool() if is_bool else compute(x, y)
        except RuntimeError:
            if x.ndim and y.ndim and x.shape[-1] != y.shape[-2 if y.ndim > 1 else 0]:
                if compute is _dot:
                    raise ValueError(f"shapes {_np._shape_text(x)} and {_np._shape_text(y)} not aligned: {x.shape[-1]} (dim {x.ndim - 1}) != "
                                     f"{y.shape[-2 if y.ndim > 1 else 0]} (dim {_b.max(y.ndim - 2, 0)})") from None
                raise ValueError("matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) "
                                 f"(size {y.shape[-2 if y.ndim > 1 else 0]} is different from {x.shape[-1]})") from None
            raise
        return _np._out(result, out)

    return function


def _dot(x, y):
    if x.ndim == 0 or y.ndim == 0:
        return x * y
    if x.ndim <= 2 and y.ndim <= 2:
        return x @ y
    return _torch.tensordot(x, y, ([x.ndim - 1], [_b.max(y.ndim - 2, 0)]))


dot, matmul, kron = _products(_dot), _products(_torch.matmul), _products(_torch.kron)
inner = _products(lambda x, y: _torch.inner(x, y))
outer = _products(lambda x, y: _torch.outer(x.reshape(-1), y.reshape(-1)))
vdot = _products(lambda x, y: _torch.vdot(x.reshape(-1), y.reshape(-1)))
cross = _products(lambda x, y: _torch.cross(x, y, dim=-1))


def tensordot(a, b, axes=2):
    x, y = _tensors([a, b])
    if not isinstance(axes, int):
        axes = tuple([d] if isinstance(d, int) else list(d) for d in axes)
    return _np._give(_torch.tensordot(x, y, axes))


def einsum(subscripts, *operands, **rest):
    return _np._give(_torch.einsum(subscripts, *_tensors(list(operands))))


def trace(a, offset=0):
    return _np._give(_np._tensor(a).diagonal(offset).sum())


def _variables(x, y, rowvar):
    """Variables as rows, those of y below those of x."""
    t = _np._real(_np._tensor(x))
    if y is not None:
        t = _torch.stack([t, _np._real(_np._tensor(y))])
    return t if rowvar or t.ndim < 2 else t.T


def cov(m, y=None, rowvar=True, bias=False, ddof=None):
    return _np._give(_torch.cov(_variables(m, y, rowvar), correction=ddof if ddof is not None else 0 if bias else 1))


def corrcoef(x, y=None, rowvar=True):
    return _np._give(_torch.corrcoef(_variables(x, y, rowvar)))


def convolve(a, v, mode="full"):
    x, y = _tensors([a, v])
    if len(y) > len(x):
        x, y = y, x
    kind, n = x.dtype, len(y)
    if not kind.is_floating_point:
        x, y = x.double(), y.double()
    full = _torch.nn.functional.conv1d(x[None, None], y.flip(0)[None, None], padding=n - 1)[0, 0]
    if mode == "same":
        full = full[(n - 1) // 2 : (n - 1) // 2 + len(x)]
    elif mode == "valid":
        full = full[n - 1 : len(x)]
    return _wrap(full if kind.is_floating_point else full.round().to(kind))


def correlate(a, v, mode="valid"):
    return convolve(a, flip(v), mode)


def trapz(y, x=None, dx=1.0, axis=-1):
    y = _np._real(_np._tensor(y))
    return _np._give(_torch.trapz(y, _np._tensor(x), dim=axis) if x is not None else _torch.trapz(y, dx=dx, dim=axis))


def gradient(f, *spacing, axis=None):
    t = _np._real(_np._tensor(f))
    found = [_wrap(g) for g in _torch.gradient(t, **({"spacing": float(spacing[0])} if spacing else {}), **({"dim": axis} if axis is not None else {}))]
    return found[0] if len(found) == 1 else found


def polyfit(x, y, deg):
    x, y = _np._tensor(x).double(), _np._tensor(y).double()
    columns = _torch.stack([x**k for k in range(deg, -1, -1)], 1)
    scale = columns.norm(dim=0)
    return _wrap(_torch.linalg.lstsq(columns / scale, y[:, None]).solution[:, 0] / scale)


def polyval(p, x):
    x = _np.asarray(x)
    result = _np.zeros_like(x)
    for c in p:
        result = result * x + c
    return result


#
# Questions.
#


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    x, y = _np._tensor(a, _types.by_name["float64"]), _np._tensor(b, _types.by_name["float64"])
    return _np._give(_torch.isclose(*_torch.broadcast_tensors(x, y), rtol=rtol, atol=atol, equal_nan=equal_nan))


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return _b.bool(_np.all(isclose(a, b, rtol, atol, equal_nan)))


def array_equal(a, b):
    x, y = _np._tensor(a), _np._tensor(b)
    return x.shape == y.shape and _b.bool((x == y).all())


def array_equiv(a, b):
    return _b.bool(_np.all(_np.asarray(a) == b))


def shape(a):
    return _np.asarray(a).shape


def ndim(a):
    return _np.asarray(a).ndim


def size(a, axis=None):
    return _np.asarray(a).size if axis is None else _np.asarray(a).shape[axis]


def shares_memory(a, b):
    return a._tensor.storage().data_ptr() == b._tensor.storage().data_ptr()


may_share_memory = shares_memory


def isscalar(element):
    return isinstance(element, (int, float, complex, str, bytes))


def iscomplexobj(x):
    return _np.asarray(x).dtype.kind == "c"


def isrealobj(x):
    return not iscomplexobj(x)


def issubdtype(arg1, arg2):
    kind = _types.to_dtype(arg1)
    if isinstance(arg2, type) and issubclass(arg2, _types.generic):
        return issubclass(kind._scalar, arg2)
    return issubclass(kind._scalar, _types.to_dtype(arg2)._scalar)


def result_type(*args):
    return _types.promote_all(_types.to_dtype(a) if not isinstance(a, (_np.ndarray, int, float, complex)) or isinstance(a, type) else _np._kind_of(a)
                              for a in args)


def promote_types(a, b):
    return _types.promote(_types.to_dtype(a), _types.to_dtype(b))


def can_cast(from_, to, casting="safe"):
    source, target = _types.to_dtype(from_), _types.to_dtype(to)
    if casting == "unsafe":
        return True
    if casting == "same_kind":
        return _types._kinds[source.kind] <= _types._kinds[target.kind]
    return _types.promote(source, target) is target


class finfo:
    def __init__(self, what):
        kind = what.dtype if isinstance(what, _np.ndarray) else _types.to_dtype(what)
        info = _torch.finfo(kind.torch)
        self.dtype, self.bits = kind, info.bits
        for name in ("eps", "max", "min", "tiny", "resolution"):
            setattr(self, name, kind._scalar(getattr(info, name)))
        self.smallest_normal = self.tiny


class iinfo:
    def __init__(self, what):
        kind = what.dtype if isinstance(what, _np.ndarray) else _types.to_dtype(what)
        info = _torch.iinfo(kind.torch)
        self.dtype, self.bits, self.min, self.max = kind, info.bits, info.min, info.max


def ndindex(*sizes):
    import itertools

    sizes = sizes[0] if len(sizes) == 1 and isinstance(sizes[0], (tuple, list)) else sizes
    return itertools.product(*map(range, sizes))


def ndenumerate(arr):
    arr = _np.asarray(arr)
    for at in ndindex(*arr.shape):
        yield at, arr[at]


def array2string(a, max_line_width=None, precision=None, suppress_small=None, separator=" ", prefix="", formatter=None, **rest):
    import _numpy_text

    given = dict(linewidth=max_line_width, precision=precision, suppress=suppress_small)
    with _numpy_text.printoptions(formatter=formatter, **{k: v for k, v in given.items() if v is not None}):
        return _numpy_text.write(a, separator, prefix)


def array_repr(arr, **rest):
    return repr(arr)


def array_str(a, **rest):
    return str(a)


def unravel_index(indices, shape):
    at, found = _np.asarray(indices), []
    for n in shape[::-1]:
        found.insert(0, at % n)
        at = at // n
    return tuple(f if isinstance(indices, _np.ndarray) else _types.int64(int(f)) for f in found)


def ravel_multi_index(multi_index, dims):
    at = 0
    for i, n in zip(multi_index, dims):
        at = at * n + i
    return at


def copyto(dst, src):
    dst[...] = src


def fill_diagonal(a, val):
    a._tensor.fill_diagonal_(val)


def tril_indices(n, k=0, m=None):
    return tuple(_wrap(t) for t in _torch.tril_indices(n, n if m is None else m, k))


def triu_indices(n, k=0, m=None):
    return tuple(_wrap(t) for t in _torch.triu_indices(n, n if m is None else m, k))


def ix_(*args):
    return tuple(_np.asarray(a).reshape([-1 if i == d else 1 for i in range(len(args))]) for d, a in enumerate(args))
