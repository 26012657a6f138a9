"""Sparse tensors by coordinates (COO): indices, values and a size, with the operators that are served of their values.

They are no tensors of the runtime. What an operator makes of one is said here; every other operator is an error that
names it.
"""

import math

import _interception
import _tensor_str
import _torch
import torch


class SparseTensor:
    is_sparse, is_sparse_csr, is_quantized, is_cuda, is_mkldnn = True, False, False, False, False

    def __init__(self, indices, values, size, is_coalesced):
        self._places, self._elements, self._size, self._is_coalesced = indices, values, torch.Size(size), is_coalesced

    shape = property(lambda self: self._size)
    ndim = property(lambda self: len(self._size))
    dtype = property(lambda self: self._elements.dtype)
    device = property(lambda self: self._elements.device)
    layout = property(lambda self: torch.sparse_coo)
    requires_grad = property(lambda self: self._elements.requires_grad)
    is_leaf = property(lambda self: self._elements.is_leaf)
    grad_fn = property(lambda self: self._elements.grad_fn)

    @property
    def grad(self):
        gradient = self._elements.grad
        return None if gradient is None else SparseTensor(self._places, gradient, self._size, self._is_coalesced)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if hasattr(torch.Tensor, name):
            raise _refusal(name)
        raise AttributeError(f"'Tensor' object has no attribute {name!r}")

    def __repr__(self):
        return show(self)

    def __len__(self):
        return self._size[0]

    def __hash__(self):
        return id(self)

    def size(self, dim=None):
        return self._size if dim is None else self._size[dim]

    def dim(self):
        return len(self._size)

    def numel(self):
        return self._size.numel()

    def sparse_dim(self):
        return self._places.shape[0]

    def dense_dim(self):
        return self._elements.ndim - 1

    def _nnz(self):
        return self._places.shape[1]

    def _indices(self):
        return self._places

    def _values(self):
        return self._elements

    def _part(self, name, part):
        if not self._is_coalesced:
            raise RuntimeError(f"Cannot get {name} on an uncoalesced tensor, please call .coalesce() first")
        return part

    def indices(self):
        return self._part("indices", self._places)

    def values(self):
        return self._part("values", self._elements)

    def is_coalesced(self):
        return self._is_coalesced

    def _numbers(self):
        """For each place its number among all, row by row."""
        numbers = torch.zeros(self._nnz(), dtype=torch.int64)
        for row, size in zip(self._places, self._size):
            numbers = numbers * size + row
        return numbers

    def coalesce(self):
        if self._is_coalesced:
            return self
        numbers, which = self._numbers().unique(return_inverse=True)
        shape = [numbers.numel()] + list(self._elements.shape[1:])
        values = torch.zeros(shape, dtype=self.dtype).index_add(0, which, self._elements)
        rows = []
        for size in self._size[: self.sparse_dim()][::-1]:
            rows.insert(0, numbers % size)
            numbers = numbers.div(size, rounding_mode="floor")
        return SparseTensor(torch.stack(rows), values, self._size, True)

    def to_dense(self, dtype=None):
        count = self.sparse_dim()
        flat = torch.zeros([math.prod(self._size[:count])] + list(self._size[count:]), dtype=self.dtype)
        dense = flat.index_add(0, self._numbers(), self._elements).reshape(self._size)
        return dense if dtype is None else dense.to(dtype)

    def to_sparse(self, sparse_dim=None):
        return self

    def _with(self, values):
        return SparseTensor(self._places, values, self._size, self._is_coalesced)

    def requires_grad_(self, requires_grad=True):
        self._elements.requires_grad_(requires_grad)
        return self

    def to(self, *args, **kwargs):
        return self._with(self._elements.to(*args, **kwargs))

    def float(self):
        return self.to(torch.float32)

    def double(self):
        return self.to(torch.float64)

    def cpu(self):
        return self

    def clone(self):
        return self._with(self._elements.clone())

    def detach(self):
        return self._with(self._elements.detach())

    def detach_(self):
        self._elements = self._elements.detach()
        return self

    def zero_(self):
        self._places, self._elements, self._is_coalesced = self._places[:, :0], self._elements.detach()[:0], True
        return self

    def mul_(self, factor):
        # In PyTorch, too, what was detached before keeps its values.
        self._elements, self._is_coalesced = self._elements * factor, False
        return self

    def norm(self, p="fro", dim=None, keepdim=False, dtype=None):
        if keepdim or dim and sorted(d % self.ndim for d in dim) != list(range(self.ndim)):
            raise _refusal("norm")
        return self.coalesce()._elements.norm(p, dtype=dtype)

    def type(self):
        return self._elements.type().replace("torch.", "torch.sparse.")

    def transpose(self, dim0, dim1):
        first, second = dim0 % self.ndim, dim1 % self.ndim
        order = list(range(self.ndim))
        order[first], order[second] = second, first
        if max(first, second) >= self.sparse_dim() and first != second:
            raise RuntimeError("transpose of dense dimensions of a sparse tensor is not available")
        places = self._places[torch.tensor(order[: self.sparse_dim()])]
        return SparseTensor(places, self._elements, [self._size[d] for d in order], first == second and self._is_coalesced)

    def t(self):
        return self.transpose(0, 1)

    T = property(t)

    def backward(self, *args, **kwargs):
        raise RuntimeError("grad can be implicitly created only for scalar outputs")


def _forward(name):
    """A method that is an operator."""

    def method(self, *args, **kwargs):
        return run("aten::" + name, (self,) + args, kwargs)

    method.__name__ = name
    return method


for _name in ("mm", "matmul", "mv", "add", "add_", "sub", "mul", "div", "neg", "abs", "sqrt", "sin", "tanh", "relu", "square"):
    setattr(SparseTensor, _name, _forward(_name))
SparseTensor.__matmul__, SparseTensor.__add__, SparseTensor.__sub__ = SparseTensor.matmul, SparseTensor.add, SparseTensor.sub
SparseTensor.__mul__ = SparseTensor.__rmul__ = SparseTensor.mul
SparseTensor.__radd__ = lambda self, other: _sum_of(other, self)
SparseTensor.__rsub__ = lambda self, other: _sum_of(other, self, -1)
SparseTensor.__rmatmul__ = lambda self, other: _product(other, self)
SparseTensor.__truediv__, SparseTensor.__neg__ = SparseTensor.div, SparseTensor.neg


def make(indices, values, size=None, dtype=None, requires_grad=False):
    places = torch.as_tensor(indices, dtype=torch.int64)
    values = values if isinstance(values, torch.Tensor) else torch.tensor(values)
    values = values.to(dtype) if dtype is not None else values
    if places.ndim != 2:
        raise RuntimeError(f"indices must be sparse_dim x nnz, but got: {list(places.shape)}")
    if values.ndim < 1 or values.shape[0] != places.shape[1]:
        raise RuntimeError(
            f"indices and values must have same nnz, but got nnz from indices: {places.shape[1]}, nnz from values: "
            f"{values.shape[0] if values.ndim else 1}"
        )
    if size is None:
        size = [int(row.max()) + 1 if row.numel() else 0 for row in places] + list(values.shape[1:])
    size = list(size)
    if len(size) != places.shape[0] + values.ndim - 1:
        raise RuntimeError(
            f"number of dimensions must be sparse_dim ({places.shape[0]}) + dense_dim ({values.ndim - 1}), but got {len(size)}"
        )
    for d, row in enumerate(places):
        if row.numel() and int(row.min()) < 0:
            raise RuntimeError(f"found negative index {int(row.min())} for dim {d}")
        if row.numel() and int(row.max()) >= size[d]:
            raise RuntimeError(f"size is inconsistent with indices: for dim {d}, size is {size[d]} but found index {int(row.max())}")
    if requires_grad:
        values = values.detach().clone().requires_grad_()
    _interception.set_sparse(True)
    return SparseTensor(places, values, size, places.shape[1] < 2)


def of_dense(dense, sparse_dim=None):
    count = dense.ndim if sparse_dim is None else sparse_dim
    rest = list(range(count, dense.ndim))
    found = dense if not rest else (dense != 0).to(torch.int64).sum(rest)
    places = found.nonzero().t()
    numbers = torch.zeros(places.shape[1], dtype=torch.int64)
    for row, size in zip(places, dense.shape):
        numbers = numbers * size + row
    values = dense.reshape([math.prod(dense.shape[:count])] + list(dense.shape[count:])).index_select(0, numbers)
    _interception.set_sparse(True)
    return SparseTensor(places, values, dense.shape, True)


# Operators with a sparse operand.


def _refusal(name):
    return NotImplementedError(
        f"Could not run 'aten::{name}' with arguments from the 'SparseCPU' backend: of sparse tensors there are here "
        "coalesce, to_dense, products with dense matrices, sums, multiples and what changes each value; 'to_dense()' gives "
        "a tensor that every operator takes"
    )


def _is_sparse(value):
    return type(value) is SparseTensor


def _product(a, b):
    """Of a sparse matrix and a dense one or a vector."""
    if not _is_sparse(a) or _is_sparse(b) or a.ndim != 2 or a.dense_dim():
        raise _refusal("mm")
    if a._size[1] != b.shape[0]:
        raise RuntimeError(f"addmm: Argument #3 (dense): Expected dim 0 size {a._size[1]}, got {b.shape[0]}")
    scale = a._elements if b.ndim == 1 else a._elements.unsqueeze(1)
    terms = scale * b.index_select(0, a._places[1])
    return torch.zeros([a._size[0]] + list(b.shape[1:]), dtype=terms.dtype).index_add(0, a._places[0], terms)


def _sum_of(a, b, alpha=1):
    if not _is_sparse(a):
        return a + (b.to_dense() if alpha == 1 else b.to_dense() * alpha)
    if not _is_sparse(b):
        raise RuntimeError("add(sparse, dense) is not supported. Use add(dense, sparse) instead.")
    if a._size != b._size:
        raise RuntimeError(f"add: expected sizes of 'self' and 'other' to match, but {list(a._size)} != {list(b._size)}")
    values = torch.cat([a._elements, b._elements if alpha == 1 else b._elements * alpha])
    both = SparseTensor(torch.cat([a._places, b._places], 1), values, a._size, False)
    return both.coalesce() if a._is_coalesced and b._is_coalesced else both


def _multiple(a, b):
    if _is_sparse(a) and _is_sparse(b):
        a, b = a.coalesce(), b.coalesce()
        first, second = a._numbers(), b._numbers()
        mine, its = torch.isin(first, second), torch.isin(second, first)
        return SparseTensor(a._places[:, mine], a._elements[mine] * b._elements[its], a._size, True)
    if not _is_sparse(a):
        a, b = b, a
    if isinstance(b, torch.Tensor) and b.ndim:
        raise _refusal("mul")
    return a._with(a._elements * b)


def sum_values(a, dim=None, dtype=None):
    if dim is None:
        return a._elements.sum(dtype=dtype)
    dims = [dim] if isinstance(dim, int) else list(dim)
    for d in dims:
        if not -a.ndim <= d < a.ndim:
            raise IndexError(f"Dimension out of range (expected to be in range of [{-a.ndim}, {a.ndim - 1}], but got {d})")
    dims = {d % a.ndim for d in dims}
    count = a.sparse_dim()
    values = a._elements if dtype is None else a._elements.to(dtype)
    dense = [d - count + 1 for d in dims if d >= count]
    values = values.sum(dense) if dense else values
    kept = [d for d in range(count) if d not in dims]
    if not kept:
        return values.sum(0)
    size = torch.Size([n for d, n in enumerate(a._size) if d not in dims])
    return SparseTensor(a._places[kept], values, size, len(kept) == count and a._is_coalesced).coalesce()


def _at_places(dense, mask):
    """The elements of a dense tensor that a sparse one has, too."""
    if dense.shape != mask._size:
        raise RuntimeError(f"sparse_mask(): operands have incompatible sizes; self has size {list(dense.shape)} but mask has size "
                           f"{list(mask._size)}")
    if not mask.is_coalesced():
        raise RuntimeError("sparse_mask: mask is uncoalesced")
    count = mask.sparse_dim()
    rows = dense.reshape([math.prod(dense.shape[:count])] + list(dense.shape[count:]))
    return SparseTensor(mask._places, rows.index_select(0, mask._numbers()), mask._size, True)


def _add_in_place(a, b, alpha=1):
    if not _is_sparse(a):
        return a.add_(b.to_dense(), alpha=alpha)
    total = _sum_of(a, b, alpha)
    a._places, a._elements, a._is_coalesced = total._places, total._elements, total._is_coalesced
    return a


_operators = {
    "mm": _product, "matmul": _product, "mv": _product, "spmm": _product, "_sparse_mm": _product, "smm": _product,
    "norm": SparseTensor.norm, "add": _sum_of, "add_": _add_in_place, "sub": lambda a, b, alpha=1: _sum_of(a, b, -alpha), "mul": _multiple,
    "div": lambda a, b: a._with(a._elements / b) if _is_sparse(a) and not _is_sparse(b) else _multiple(a, b),
    "sparse_mask": _at_places,
    "addmm": lambda c, a, b, beta=1, alpha=1: c * beta + _product(a, b) * alpha,
}
# What leaves zero zero is done to the values.
_each_value = {"neg", "abs", "sqrt", "sin", "tan", "tanh", "asin", "atan", "sinh", "relu", "square", "sign", "floor", "ceil", "round",
               "trunc", "expm1", "log1p", "erf"}


def run(target, args, kwargs):
    name = target.partition("::")[2]
    function = _operators.get(name)
    if function is not None:
        return function(*args, **kwargs)
    if name in _each_value and len(args) == 1:
        a = args[0] if name in ("neg",) else args[0].coalesce()
        return a._with(_torch.call(target, a._elements))
    raise _refusal(name)


def takes(args, kwargs):
    return any(type(value) is SparseTensor for value in args) or any(type(value) is SparseTensor for value in kwargs.values())


def show(t):
    indent = len("tensor(")

    def part(name, tensor):
        whole = name + "=tensor("
        text = _tensor_str._body(tensor, indent + len(whole)) if tensor.numel() else "[]"
        return whole + text + (", size=" + str(tuple(tensor.shape)) if not tensor.numel() else "") + ")"

    suffixes = ["size=" + str(tuple(t.shape)), "nnz=" + str(t._nnz())]
    if t.dtype not in (torch.get_default_dtype(), torch.int64, torch.bool):
        suffixes.append("dtype=" + str(t.dtype))
    suffixes.append("layout=torch.sparse_coo")
    if t.requires_grad:
        suffixes.append("requires_grad=True" if t.grad_fn is None else f"grad_fn=<{t.grad_fn.name()}>")
    body = part("indices", t._places) + ",\n" + " " * indent + part("values", t._elements.detach())
    return _tensor_str._suffixed("tensor(", body, suffixes, indent, True)
