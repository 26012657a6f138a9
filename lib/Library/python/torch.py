"""torch: tensors, dtypes and the operators by name."""

import math as _math
import sys as _sys

import _torch
from _tensor_methods import names as _tensor_methods

_call = _torch.call
__version__ = "1.13.0"


class dtype:
    def __init__(self, name, code, is_floating_point, is_complex, itemsize):
        self._name = name
        self._code = code
        self.is_floating_point = is_floating_point
        self.is_complex = is_complex
        self.is_signed = name not in ("uint8", "bool", "quint8", "quint4x2", "quint2x4")
        self.itemsize = itemsize

    def __repr__(self):
        return "torch." + self._name

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


uint8 = dtype("uint8", 0, False, False, 1)
int8 = dtype("int8", 1, False, False, 1)
int16 = short = dtype("int16", 2, False, False, 2)
int32 = int = dtype("int32", 3, False, False, 4)
int64 = long = dtype("int64", 4, False, False, 8)
float16 = half = dtype("float16", 5, True, False, 2)
float32 = float = dtype("float32", 6, True, False, 4)
float64 = double = dtype("float64", 7, True, False, 8)
complex32 = chalf = dtype("complex32", 8, False, True, 4)
complex64 = cfloat = dtype("complex64", 9, False, True, 8)
complex128 = cdouble = dtype("complex128", 10, False, True, 16)
bool = dtype("bool", 11, False, False, 1)
qint8 = dtype("qint8", 12, False, False, 1)
quint8 = dtype("quint8", 13, False, False, 1)
qint32 = dtype("qint32", 14, False, False, 4)
bfloat16 = dtype("bfloat16", 15, True, False, 2)
quint4x2 = dtype("quint4x2", 16, False, False, 1)
quint2x4 = dtype("quint2x4", 17, False, False, 1)
_dtypes = {
    d._code: d
    for d in (
        uint8, int8, int16, int32, int64, float16, float32, float64, complex32, complex64, complex128, bool, qint8, quint8,
        qint32, bfloat16,
    )
}

import builtins as _b


class device:
    def __init__(self, type, index=None):
        if isinstance(type, device):
            type, index = type.type, type.index
        elif isinstance(type, str) and ":" in type:
            type, _, number = type.partition(":")
            index = _b.int(number)
        if type not in ("cpu", "cuda", "meta", "mps", "xla"):
            raise RuntimeError(
                "Expected one of cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, ort, xla, lazy, "
                f"vulkan, mps, meta, hpu, privateuseone device type at start of device string: {type}"
            )
        self.type = type
        self.index = index
        self._device = str(self)

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __repr__(self):
        if self.index is None:
            return f"device(type={self.type!r})"
        return f"device(type={self.type!r}, index={self.index})"

    def __eq__(self, other):
        return isinstance(other, device) and str(self) == str(other)

    def __hash__(self):
        return hash(str(self))


class layout:
    def __init__(self, name, code):
        self._name = name
        self._code = code

    def __repr__(self):
        return "torch." + self._name


strided = layout("strided", 0)
sparse_coo = layout("sparse_coo", 1)


class memory_format(layout):
    pass


contiguous_format = memory_format("contiguous_format", 0)
preserve_format = memory_format("preserve_format", 1)
channels_last = memory_format("channels_last", 2)
channels_last_3d = memory_format("channels_last_3d", 3)


class qscheme:
    """How a quantized tensor's numbers come from its integers."""

    def __init__(self, name):
        self._name = name

    def __repr__(self):
        return "torch." + self._name

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


per_tensor_affine = qscheme("per_tensor_affine")
per_channel_affine = qscheme("per_channel_affine")
per_tensor_symmetric = qscheme("per_tensor_symmetric")
per_channel_symmetric = qscheme("per_channel_symmetric")
per_channel_affine_float_qparams = qscheme("per_channel_affine_float_qparams")
_schemes = (
    per_tensor_affine, per_channel_affine, per_tensor_symmetric, per_channel_symmetric, per_channel_affine_float_qparams
)


class Size(tuple):
    def numel(self):
        return _math.prod(self)

    def __repr__(self):
        return "torch.Size([" + ", ".join(repr(n) for n in self) + "])"

    def __getitem__(self, index):
        found = tuple.__getitem__(self, index)
        return Size(found) if isinstance(index, slice) else found

    def __add__(self, other):
        return Size(tuple.__add__(self, tuple(other)))


class _Result(tuple):
    """Results with names: `torch.return_types.max`."""

    def __new__(cls, name, fields, values):
        made = tuple.__new__(cls, values)
        made._name = name
        made._fields = fields
        return made

    def __getattr__(self, name):
        fields = self.__dict__.get("_fields", ())
        if name in fields:
            return self[fields.index(name)]
        raise AttributeError(f"'torch.return_types.{self._name}' object has no attribute {name!r}")

    def __repr__(self):
        body = ",\n".join(f"{name}={value!r}" for name, value in zip(self._fields, self))
        return f"torch.return_types.{self._name}(\n{body})"


_result_types = {}


def _result_type(name):
    cls = _result_types.get(name)
    if cls is None:
        cls = _result_types[name] = type(name, (_Result,), {"__module__": "torch.return_types"})
    return cls


def _make_result(name, fields, values):
    # Lists of tensors are tuples in Python.
    return _result_type(name)(name, fields, [tuple(v) if isinstance(v, list) and v and isinstance(v[0], Tensor) else v for v in values])


_default_dtype = float32


def get_default_dtype():
    return _default_dtype


def set_default_tensor_type(t):
    if isinstance(t, str):
        t = globals().get(t.removeprefix("torch."))
    if not isinstance(t, _TypedTensor):
        raise TypeError("invalid type object: only floating-point types are supported as the default type")
    set_default_dtype(t._dtype)


def set_default_dtype(d):
    global _default_dtype
    if not d.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    _default_dtype = d
    import _interception

    _interception.update()


def _operator(name):
    target = "aten::" + name

    def method(self, *args, **kwargs):
        return _call(target, self, *args, **kwargs)

    return _named(method, name, "_TensorBase.")


def _named(function, name, owner=""):
    function.__name__ = name
    function.__qualname__ = owner + name
    return function


def _of_array(value):
    """The tensor of an array of numpy; what else there is as it is."""
    return value._tensor if type(value).__name__ == "ndarray" else value


def _reflected(name):
    target = "aten::" + name

    def method(self, other):
        if not isinstance(other, (Tensor, _b.int, _b.float, complex)):
            other = _of_array(other)
            if not isinstance(other, Tensor):
                return NotImplemented
        return _call(target, self._like(other), self)

    return method


def _binary(name):
    target = "aten::" + name

    def method(self, other):
        if not isinstance(other, (Tensor, _b.int, _b.float, complex)):
            other = _of_array(other)
            if not isinstance(other, Tensor):
                return NotImplemented
        if other is True or other is False:
            other = self._like(other)
        return _call(target, self, other)

    return _named(method, "__floordiv__" if name == "floor_divide" else name, "_TensorBase.")


class _TensorMeta(type):
    """The class of Tensor: `torch.Tensor.relu` is a function of a tensor."""

    def __getattr__(cls, name):
        if name not in _tensor_methods:
            raise AttributeError(f"type object {cls.__name__!r} has no attribute {name!r}")

        if name not in _methods:

            def method(self, *args, **kwargs):
                return _call("aten::" + name, self, *args, **kwargs)

            _methods[name] = _named(method, name, "_TensorBase.")
        return _methods[name]


_methods = {}


class _NoGradient:
    """The gradient of a tensor that has got none."""

    def __get__(self, tensor, owner=None):
        if tensor is not None and tensor.grad_fn is not None:
            import warnings

            warnings.warn("The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute won't be "
                          "populated during autograd.backward(). If you indeed want the .grad field to be populated for a "
                          "non-leaf Tensor, use .retain_grad() on the non-leaf Tensor. If you access the non-leaf Tensor by "
                          "mistake, make sure you access the leaf Tensor instead. See github.com/pytorch/pytorch/pull/30531 for "
                          "more informations.", stacklevel=2)
        return None


class Tensor(_torch.TensorBase, metaclass=_TensorMeta):
    grad = _NoGradient()
    is_sparse = is_sparse_csr = is_nested = False

    def __new__(cls, *sizes):
        if len(sizes) == 1 and isinstance(sizes[0], Tensor):
            made = sizes[0].detach()
        elif len(sizes) == 1 and (isinstance(sizes[0], (list, tuple)) or _of_array(sizes[0]) is not sizes[0]):
            made = tensor(sizes[0], dtype=_default_dtype)
        else:
            made = _call("aten::empty", list(sizes), dtype=_default_dtype)
        return made if cls is Tensor else _torch.make_as(cls, made)

    def __init__(self, *sizes):
        pass

    def __getattr__(self, name):
        if name in _tensor_methods:
            return lambda *args, **kwargs: _call("aten::" + name, self, *args, **kwargs)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute {name!r}")

    def _like(self, number):
        """A number as a tensor without dimensions, of the dtype that keeps self's."""
        if isinstance(number, Tensor):
            return number
        d = self.dtype
        if isinstance(number, complex) and not d.is_complex:
            d = complex64
        elif isinstance(number, _b.float) and not (d.is_floating_point or d.is_complex):
            d = _default_dtype
        elif d is bool and not isinstance(number, _b.bool):
            d = int64
        return _torch.make([number], [], d._code)

    shape = property(lambda self: Size(_torch.sizes_of(self)))
    dtype = property(lambda self: _dtypes[_torch.dtype_of(self)])
    is_quantized = property(lambda self: 12 <= _torch.dtype_of(self) <= 14)

    def qscheme(self):
        return _schemes[_call("aten::qscheme", self)]

    device = property(lambda self: device("cpu"))
    layout = property(lambda self: strided)
    ndim = property(lambda self: len(_torch.sizes_of(self)))
    T = property(lambda self: _call("aten::numpy_T", self))
    mT = property(lambda self: _call("aten::transpose", self, -2, -1))
    mH = property(lambda self: _call("aten::adjoint", self))
    H = property(lambda self: _call("aten::matrix_H", self))
    H = property(lambda self: _call("aten::matrix_H", self))
    real = property(lambda self: _call("aten::real", self) if self.dtype.is_complex else self)
    imag = property(lambda self: _call("aten::imag", self))
    is_cuda = is_meta = is_mkldnn = is_mps = is_xpu = is_ipu = is_ort = is_vulkan = property(lambda self: False)
    is_cpu = property(lambda self: True)
    # What it is called in files of Caffe2; nothing here.
    name = property(lambda self: None)
    names = property(lambda self: (None,) * self.ndim)

    @property
    def requires_grad(self):
        return _torch.requires_gradient(self)

    @requires_grad.setter
    def requires_grad(self, value):
        self.requires_grad_(value)

    @property
    def is_leaf(self):
        return self.grad_fn is None

    @property
    def grad_fn(self):
        if not _torch.requires_gradient(self):
            return None
        import _tape

        edge = _tape.edge_of(self)
        return None if edge[1] < 0 else edge[0]

    @property
    def output_nr(self):
        return 0 if self.grad_fn is None else _torch.history_of(self)[1]

    @property
    def _base(self):
        view = _torch.view_of(self)
        while view is not None and _torch.view_of(view[0]) is not None:
            view = _torch.view_of(view[0])
        return None if view is None else view[0]

    @property
    def data(self):
        return _torch.restart_version(_torch.run("aten::detach", self))

    @data.setter
    def data(self, other):
        keeps = self.requires_grad
        _torch.assign(self, _torch.run("aten::detach", other))
        _torch.set_requires_gradient(self, keeps)

    def requires_grad_(self, requires_grad=True):
        if requires_grad and not (self.dtype.is_floating_point or self.dtype.is_complex):
            raise RuntimeError("only Tensors of floating point dtype can require gradients")
        if not requires_grad and _torch.history_of(self) is not None:
            raise RuntimeError(
                "you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a "
                "subgraph that doesn't require differentiation use var_no_grad = var.detach()."
            )
        if requires_grad and self.is_inference() and not _torch.infers():
            raise RuntimeError("Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.")
        _torch.set_requires_gradient(self, requires_grad)
        return self

    def detach(self):
        return _told("aten::detach", lambda: _torch.run("aten::detach", self), self)

    def detach_(self):
        _torch.set_history(self, None)
        _torch.set_requires_gradient(self, False)
        return self

    def size(self, dim=None):
        if dim is None:
            return self.shape
        if _torch.recorder is not None:
            traced = _torch.recorder.size(self, dim)
            if traced is not None:
                return traced
        if isinstance(dim, _b.int) and not -self.ndim <= dim < self.ndim:
            raise _out_of_range(dim, self.ndim)
        return self.shape[dim]

    def storage(self):
        return _Storage(self)

    _storage = untyped_storage = storage

    def dim(self):
        return self.ndim

    ndimension = dim

    def numel(self):
        recorder = _torch.recorder
        if recorder is None:
            return self.shape.numel()
        _torch.recorder = None
        try:
            count = self.shape.numel()
        finally:
            _torch.recorder = recorder
        return recorder.count(self, count)

    nelement = numel

    def stride(self, dim=None):
        strides = tuple(_call("aten::stride", self))
        return strides if dim is None else strides[dim]

    def element_size(self):
        return self.dtype.itemsize

    def tolist(self):
        return _torch.to_list(self)

    def item(self):
        if self.numel() != 1:
            raise ValueError("only one element tensors can be converted to Python scalars")
        _note_conversion("Converting a tensor to a Python number" + _baked)
        if self.is_quantized:
            return _b.int(_torch.elements_of(self.dequantize())[0])
        return _torch.elements_of(self)[0]

    def is_floating_point(self):
        return self.dtype.is_floating_point

    def is_complex(self):
        return self.dtype.is_complex

    def is_inference(self):
        return _torch.is_inference(self)

    def cpu(self, *args, **kwargs):
        return self.to("cpu")

    def type(self, dtype=None, non_blocking=False):
        d = dtype
        if d is None:
            return f"torch.{_type_names.get(self.dtype, self.dtype._name)}Tensor"
        if isinstance(d, str):
            for known, name in _type_names.items():
                if d == f"torch.{name}Tensor":
                    return self.to(known)
            raise ValueError("invalid type: '" + d + "'")
        return self.to(d._dtype if isinstance(d, _TypedTensor) else d)

    def to(self, *args, **kwargs):
        kwargs.pop("non_blocking", None)
        device = kwargs.pop("device", None)
        target = kwargs.pop("dtype", None)
        copy = kwargs.pop("copy", False)
        is_like = False
        for arg in args:
            if isinstance(arg, Tensor):
                target = arg.dtype
                is_like = True
            elif isinstance(arg, _dtype_class):
                target = arg
            elif not isinstance(arg, _b.bool):
                device = arg
        _check_device(device)
        wanted = self.dtype if target is None else target
        if wanted is not self.dtype:
            convert = lambda: _call("aten::to", self, wanted)
        else:
            convert = lambda: self.clone() if copy else self
        # A trace has conversions that change nothing, too.
        if is_like:
            return _told("aten::to", convert, self, _cpu(), wanted)
        if device is not None:
            return _told("aten::to", convert, self, dtype=wanted, layout=0, device=_cpu())
        return _told("aten::to", convert, self, wanted)

    def float(self):
        return self.to(float32)

    def double(self):
        return self.to(float64)

    def half(self):
        return self.to(float16)

    def bfloat16(self):
        return self.to(bfloat16)

    def int(self):
        return self.to(int32)

    def long(self):
        return self.to(int64)

    def short(self):
        return self.to(int16)

    def char(self):
        return self.to(int8)

    def byte(self):
        return self.to(uint8)

    def bool(self):
        return self.to(_dtypes[11])

    def type_as(self, other):
        return _told("aten::type_as", lambda: self.to(other.dtype), self, other)

    def new(self, *sizes):
        if len(sizes) == 1 and isinstance(sizes[0], (list, tuple)) and not isinstance(sizes[0], Size):
            return tensor(sizes[0], dtype=self.dtype)
        if len(sizes) == 1 and hasattr(sizes[0], "__array__") and not isinstance(sizes[0], Tensor):
            return as_tensor(sizes[0], dtype=self.dtype)
        if len(sizes) == 1 and isinstance(sizes[0], Tensor):
            return sizes[0].to(self.dtype)
        return empty(*sizes, dtype=self.dtype)

    def new_tensor(self, data, dtype=None):
        return tensor(data, dtype=dtype or self.dtype)

    def reshape(self, *sizes, shape=None):
        return _call("aten::reshape", self, _flatten(sizes if shape is None else shape))

    def view(self, *shape, dtype=None, size=None):
        if len(shape) == 1 and isinstance(shape[0], _dtype_class):
            dtype = shape[0]
        if dtype is not None:
            return _call("aten::view.dtype", self, dtype)
        return _call("aten::view", self, _flatten(shape if size is None else size))

    def cuda(self, device=None, non_blocking=False, memory_format=None):
        _check_device("cuda")

    def permute(self, *order, dims=None):
        return _call("aten::permute", self, _flatten(order if dims is None else dims))

    def expand(self, *sizes, size=None, implicit=False):
        return _call("aten::expand", self, _flatten(sizes if size is None else size))

    def repeat(self, *sizes, repeats=None):
        return _call("aten::repeat", self, _flatten(sizes if repeats is None else repeats))

    def tile(self, *sizes, dims=None):
        return _call("aten::tile", self, _flatten(sizes if dims is None else dims))

    def flip(self, *places, dims=None):
        return _call("aten::flip", self, _flatten(places if dims is None else dims))

    def unique(self, sorted=True, return_inverse=False, return_counts=False, dim=None):
        return unique(self, sorted, return_inverse, return_counts, dim)

    def unique_consecutive(self, return_inverse=False, return_counts=False, dim=None):
        return unique_consecutive(self, return_inverse, return_counts, dim)

    def lu(self, pivot=True, get_infos=False):
        import torch.functional

        return torch.functional.lu(self, pivot, get_infos)

    def norm(self, p="fro", dim=None, keepdim=False, dtype=None):
        import torch.functional

        return torch.functional.norm(self, p, dim, keepdim, dtype=dtype)

    def split(self, split_size, dim=0):
        return tuple(_call("aten::split", self, split_size, dim))

    def where(self, condition, other):
        return where(condition, self, other)

    def chunk(self, chunks, dim=0):
        return tuple(_call("aten::chunk", self, chunks, dim))

    def unbind(self, dim=0):
        return tuple(_call("aten::unbind", self, dim))

    def nonzero(self, *, as_tuple=False):
        found = _call("aten::nonzero", self)
        if as_tuple and not self.ndim:
            return (_call("aten::nonzero", self.unsqueeze(0)).squeeze(1),)
        return tuple(found.unbind(1)) if as_tuple else found

    def register_hook(self, hook):
        import _backward

        return _backward.register_hook(self, hook)

    @property
    def retains_grad(self):
        history = _torch.history_of(self)
        return history is not None and any(t is self for _, t in history[0].retained or ())

    def retain_grad(self):
        import _backward

        _backward.retain_grad(self)

    def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
        import torch.autograd

        torch.autograd.backward(self, gradient, retain_graph, create_graph, inputs=inputs)

    def numpy(self, *, force=False):
        if force:
            return self.detach().resolve_conj().numpy()
        if self.requires_grad and _grad_enabled:
            raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
        import numpy

        return numpy.ndarray._of(self.detach())

    def __array__(self, dtype=None):
        made = self.numpy()
        return made if dtype is None else made.astype(dtype)

    _version = property(lambda self: _torch.version_of(self))

    def data_ptr(self):
        return _torch.address_of(self) if self.numel() else 0

    def apply_(self, function):
        values = [function(v) for v in _torch.elements_of(self)]
        return self.copy_(_torch.make(values, list(self.shape), self.dtype._code))

    def map_(self, other, function):
        values = [function(a, b) for a, b in zip(_torch.elements_of(self), _torch.elements_of(other.expand_as(self)))]
        return self.copy_(_torch.make(values, list(self.shape), self.dtype._code))

    def map2_(self, x, y, function):
        others = [_torch.elements_of(t.expand_as(self)) for t in (x, y)]
        values = [function(*found) for found in zip(_torch.elements_of(self), *others)]
        return self.copy_(_torch.make(values, list(self.shape), self.dtype._code))

    def to_sparse(self, sparse_dim=None):
        import _sparse

        return _sparse.of_dense(self, sparse_dim)

    to_sparse_coo = to_sparse

    # There is one process.
    def share_memory_(self):
        self.__dict__["_is_shared"] = True
        return self

    def is_shared(self):
        return "_is_shared" in self.__dict__

    def cfloat(self, memory_format=None):
        return self.to(complex64)

    def cdouble(self, memory_format=None):
        return self.to(complex128)

    def as_subclass(self, cls):
        return self if cls is Tensor else _torch.make_as(cls, self)

    __add__ = _binary("add")
    __sub__ = _binary("sub")
    __mul__ = _binary("mul")
    __truediv__ = _binary("div")
    __floordiv__ = _binary("floor_divide")
    __mod__ = _binary("remainder")
    __pow__ = _binary("pow")
    __matmul__ = _binary("matmul")
    __and__ = _binary("__and__")
    __or__ = _binary("__or__")
    __xor__ = _binary("__xor__")
    __lshift__ = _binary("__lshift__")
    __rshift__ = _binary("__rshift__")
    __rlshift__ = _reflected("__lshift__")
    __rrshift__ = _reflected("__rshift__")
    __radd__ = __add__
    __rmul__ = __mul__
    __rsub__ = _binary("rsub")
    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__
    __rfloordiv__ = _reflected("floor_divide")
    __rmod__ = _reflected("remainder")

    def __rtruediv__(self, other):
        return _call("aten::mul", _call("aten::reciprocal", self), other)

    __rdiv__ = __rtruediv__

    def __rmatmul__(self, other):
        return _call("aten::matmul", other, self)

    def __rpow__(self, other):
        if _torch.recorder is not None:
            other = tensor(other, dtype=result_type(other, self))
        return _call("aten::pow", other, self)

    __iadd__ = _binary("add_")
    __isub__ = _binary("sub_")
    __imul__ = _binary("mul_")
    __itruediv__ = _binary("div_")
    __ifloordiv__ = _binary("floor_divide_")
    __imod__ = _binary("remainder_")
    __ipow__ = _binary("pow_")
    __iand__ = _binary("__iand__")
    __ior__ = _binary("__ior__")
    __ixor__ = _binary("__ixor__")
    __lt__ = _binary("lt")
    __le__ = _binary("le")
    __gt__ = _binary("gt")
    __ge__ = _binary("ge")

    def __eq__(self, other):
        if not isinstance(other, (Tensor, _b.int, _b.float, complex)):
            return False
        return _call("aten::eq", self, other)

    def __ne__(self, other):
        if not isinstance(other, (Tensor, _b.int, _b.float, complex)):
            return True
        return _call("aten::ne", self, other)

    def __hash__(self):
        return id(self)

    def __neg__(self):
        return _call("aten::neg", self)

    def __pos__(self):
        return self

    def __invert__(self):
        return _call("aten::bitwise_not", self)

    def __abs__(self):
        return _call("aten::abs", self)

    def __bool__(self):
        n = self.numel()
        if n == 0:
            return False
        if n > 1:
            raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")
        _note_conversion("Converting a tensor to a Python boolean" + _baked)
        return _torch.elements_of(self)[0] != 0

    def __int__(self):
        _note_conversion("Converting a tensor to a Python integer" + _baked)
        return _b.int(_single(self))

    def __float__(self):
        _note_conversion("Converting a tensor to a Python float" + _baked)
        return _b.float(_single(self))

    def __complex__(self):
        return _b.complex(self.item())

    def __index__(self):
        _note_conversion("Converting a tensor to a Python index" + _baked)
        value = _single(self)
        if not isinstance(value, _b.int):
            raise TypeError("only integer tensors of a single element can be converted to an index")
        return _b.int(value)

    def __round__(self, digits=0):
        return _call("aten::round", self, decimals=digits)

    def __len__(self):
        if self.ndim == 0:
            raise TypeError("len() of a 0-d tensor")
        _note_conversion("Using len to get tensor shape might cause the trace to be incorrect. Recommended usage would be "
                         "tensor.shape[0]. Passing a tensor of different shape might lead to errors or silently give "
                         "incorrect results.")
        return self.shape[0]

    def __iter__(self):
        if self.ndim == 0:
            raise TypeError("iteration over a 0-d tensor")
        _note_conversion("Iterating over a tensor might cause the trace to be incorrect. Passing a tensor of different "
                         "shape won't change the number of iterations executed (and might lead to errors or silently "
                         "give incorrect results).")
        return iter(self.unbind(0))

    def __reversed__(self):
        return self.flip(0)

    def __contains__(self, item):
        return _b.bool((self == item).any())

    def __getitem__(self, key):
        view, indices = _index(self, key)
        return _call("aten::index", view, indices) if indices else view

    def __setitem__(self, key, value):
        view, indices = _index(self, key)
        if not isinstance(value, Tensor):
            if not isinstance(value, (_b.int, _b.float, complex)):
                value = tensor(value)
            elif not indices:
                _call("aten::fill_", view, _as_constant(value))
                return
            else:
                value = _torch.make([value], [], view.dtype._code)
        if indices:
            value = value if value.dtype is view.dtype else value.to(view.dtype)
            _call("aten::index_put_", view, indices, value)
            return
        # Leading dimensions of one element do not count.
        while value.ndim > view.ndim and value.shape[0] == 1:
            value = value[0]
        _call("aten::copy_", view, value)

    def __format__(self, spec):
        if self.ndim == 0:
            return format(self.item(), spec)
        return object.__format__(self, spec)

    def __repr__(self):
        import _tensor_str

        return _tensor_str.show(self)

    def __copy__(self):
        return _torch.make_as(type(self), self)

    def __deepcopy__(self, memo):
        made = _torch.make_as(type(self), self.detach().clone())
        if self.requires_grad:
            made.requires_grad = True
        memo[id(self)] = (made, self)
        return made


def _ask_nobody(cls, func, types, args=(), kwargs=None):
    """What functions do with a class derived from Tensor that says nothing itself: results are of that class."""
    import _overrides

    if not all(issubclass(cls, t) for t in types):
        return NotImplemented
    before = _overrides.set_enabled(False)
    try:
        return _overrides.wrap_results(func(*args, **(kwargs or {})), cls)
    finally:
        _overrides.set_enabled(before)


Tensor.__torch_function__ = classmethod(_ask_nobody)
_named(Tensor.__eq__, "eq", "_TensorBase.")
_named(Tensor.__ne__, "ne", "_TensorBase.")


def _out_of_range(dim, rank):
    if rank == 0 and dim in (-1, 0):
        return IndexError("Dimension specified as " + _b.str(dim) + " but tensor has no dimensions")
    rank = max(rank, 1)
    return IndexError(f"Dimension out of range (expected to be in range of [{-rank}, {rank - 1}], but got {dim})")


class _Storage:
    """The memory of a tensor, as elements."""

    def __init__(self, tensor):
        self._tensor = tensor
        self.dtype = tensor.dtype

    def size(self):
        return _torch.storage_bytes(self._tensor) // self._tensor.element_size()

    __len__ = size

    def nbytes(self):
        return _torch.storage_bytes(self._tensor)

    def element_size(self):
        return self._tensor.element_size()

    def data_ptr(self):
        return self._tensor.data_ptr() - self._tensor.storage_offset() * self._tensor.element_size()

    def _elements(self):
        return self._tensor.detach().as_strided([self.size()], [1], 0)

    def __getitem__(self, index):
        return self._elements()[index].item()

    def __setitem__(self, index, value):
        self._elements()[index] = value

    def __iter__(self):
        return iter(self.tolist())

    def tolist(self):
        return self._elements().tolist()


_dtype_class = dtype


def _cpu():
    return device("cpu")


def _check_device(place):
    """Raises PyTorch's error for a device that is not there."""
    if place is not None and (device("cuda", place) if isinstance(place, _b.int) else device(place)).type == "cuda":
        raise AssertionError("Torch not compiled with CUDA enabled")


def _told(name, compute, *args, **kwargs):
    """What `compute` gives; who traces is told of one call of an operator."""
    recorder = _torch.recorder
    if recorder is None:
        return compute()
    _torch.recorder = None
    try:
        result = compute()
    finally:
        _torch.recorder = recorder
    recorder.call(name, args, kwargs, result)
    return result


def _as_constant(number):
    """A number that a trace has as a tensor."""
    return number if _torch.recorder is None else _torch.make([number], [], _infer([number], ())._code)


_baked = (" might cause the trace to be incorrect. We can't record the data flow of Python values, so this value will "
          "be treated as a constant in the future. This means that the trace might not generalize to other inputs!")


def _note_conversion(text, stacklevel=3):
    """Warns where a run that is traced makes a value a constant."""
    if _torch.recorder is None:
        return
    import warnings
    from _torch_trace import TracerWarning

    warnings.warn(text, TracerWarning, stacklevel=stacklevel)


def promote_types(type1, type2):
    return _dtypes[_call("aten::promote_types", type1, type2)]


def result_type(tensor1, tensor2):
    # A truth value leaves the dtype of the other one.
    for value, other in ((tensor1, tensor2), (tensor2, tensor1)):
        if value is True or value is False:
            return other.dtype if isinstance(other, Tensor) else tensor(other).dtype
    return _dtypes[_call("aten::result_type", tensor1, tensor2)]


def _single(tensor):
    if tensor.numel() != 1:
        raise ValueError("only one element tensors can be converted to Python scalars")
    return _torch.elements_of(tensor)[0]


def _flatten(sizes):
    if len(sizes) == 1 and isinstance(sizes[0], (list, tuple)):
        sizes = sizes[0]
    # A size that is traced stays one.
    return [n if isinstance(n, _b.int) and not isinstance(n, _b.bool) else _b.int(n) for n in sizes]


def _whole(number):
    """A number; a size that is traced stays one."""
    return number if isinstance(number, _b.int) and not isinstance(number, _b.bool) else _b.int(number)


def _index(self, key):
    """The view that numbers, slices, None and `...` choose, and the tensors left over."""
    keys = [_of_array(k) for k in key] if isinstance(key, tuple) else [_of_array(key)]
    if isinstance(key, list) and any(isinstance(k, (slice, Tensor, list, tuple)) or k is None for k in key):
        keys = key
    used = 0
    for k in keys:
        if isinstance(k, Tensor) and k.dtype is bool:
            used += k.ndim
        elif k is not None and k is not ... and not isinstance(k, _b.bool):
            used += 1
    if used > self.ndim:
        if self.ndim == 0:
            raise IndexError("invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ "
                             "to convert a 0-dim tensor to a number")
        raise IndexError(f"too many indices for tensor of dimension {self.ndim}")
    view = self
    dim = 0
    indices = []
    for k in keys:
        if k is ...:
            dim += self.ndim - used
        elif k is None:
            view = _call("aten::unsqueeze", view, dim)
            dim += 1
        elif isinstance(k, _b.bool):
            view = _call("aten::unsqueeze", view, dim)
            indices.append((dim, tensor([k])))
            dim += 1
        elif isinstance(k, slice):
            step = 1 if k.step is None else _whole(k.step)
            if step < 1:
                raise ValueError("step must be greater than zero")
            start = 0 if k.start is None else _whole(k.start)
            stop = 2**63 - 1 if k.stop is None else _whole(k.stop)
            view = _call("aten::slice", view, dim, start, stop, step)
            dim += 1
        elif isinstance(k, (Tensor, list, tuple, range)):
            if not isinstance(k, Tensor):
                k = tensor(list(k)) if len(k) else tensor([], dtype=int64)
            if k.ndim == 0 and k.dtype is not bool:
                view = _select(view, self, dim, _b.int(k.item()))
                continue
            if k.ndim == 0:
                # A truth value makes a dimension of one element, or of none.
                view = _call("aten::unsqueeze", view, dim)
                k = k.unsqueeze(0)
            indices.append((dim, k))
            dim += k.ndim if k.dtype is bool else 1
        else:
            if not isinstance(k, _b.int) and not hasattr(k, "__index__"):
                if isinstance(k, _b.str):
                    raise TypeError("new(): invalid data type 'str'")
                raise IndexError("only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid "
                                 f"indices (got {type(k).__name__})")
            view = _select(view, self, dim, _whole(k) if isinstance(k, _b.int) else k.__index__())
    if not indices:
        if view is self:
            view = _call("aten::alias", self)
        return view, None
    places = []
    for place, k in indices:
        while len(places) < place:
            places.append(None)
        places.append(k)
        if k.dtype is bool:
            places.extend([None] * 0)
    return view, places


def _select(view, whole, dim, index):
    size = view.shape[dim]
    if not -size <= index < size:
        raise IndexError(f"index {index} is out of bounds for dimension {dim} with size {size}")
    return _call("aten::select", view, dim, index)


def _is_sequence(data):
    """What tensors are made of element by element: sizes, ranges, and objects with places, too."""
    if isinstance(data, (list, tuple)):
        return True
    return not isinstance(data, (dict, Tensor)) and _b.any("__getitem__" in cls.__dict__ for cls in type(data).__mro__)


def _measure(data):
    whole = data
    sizes = []
    while _is_sequence(data):
        if isinstance(data, (str, bytes)):
            if data is whole:
                raise TypeError(f"new(): invalid data type '{type(data).__name__}'")
            break
        sizes.append(len(data))
        if not len(data):
            break
        data = data[0]
    if isinstance(data, str) and data is not whole:
        raise ValueError("too many dimensions 'str'")
    return sizes


def _collect(data, sizes, depth, out, kinds):
    """Appends the elements to `out`, and to `kinds` the dtypes of those that are tensors."""
    if depth == len(sizes):
        if isinstance(data, Tensor):
            kinds.append(data.dtype)
            data = data.item()
        elif not isinstance(data, (_b.int, _b.float, complex)):
            if isinstance(data, (str, bytes)):
                raise TypeError(f"new(): invalid data type '{type(data).__name__}'")
            if _is_sequence(data):
                raise TypeError(f"'{type(data).__name__}' object cannot be interpreted as an integer")
            if type(data).__module__ != "numpy":
                raise RuntimeError(f"Could not infer dtype of {type(data).__name__}")
        out.append(data)
        return
    if not _is_sequence(data):
        raise TypeError("not a sequence")
    if len(data) != sizes[depth]:
        raise ValueError(f"expected sequence of length {sizes[depth]} at dim {depth} (got {len(data)})")
    for item in data:
        _collect(item, sizes, depth + 1, out, kinds)


def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    _check_device(device)
    if "numpy" in _sys.modules:
        data, kind = _without_arrays(data)
        dtype = kind if dtype is None else dtype
    if isinstance(data, Tensor):
        made = data.detach().clone()
        if dtype is not None:
            made = made.to(dtype)
    else:
        if isinstance(data, range):
            data = list(data)
        sizes = _measure(data)
        elements, kinds = [], []
        _collect(data, sizes, 0, elements, kinds)
        if dtype is None:
            dtype = _infer(elements, kinds)
        made = _torch.make(elements, sizes, dtype._code)
        if _torch.recorder is not None:
            _torch.recorder.made(made)
        if _torch.infers():
            _torch.make_inference(made)
    if requires_grad:
        made.requires_grad = True
    return made


def _without_arrays(data):
    """Lists with tensors for arrays of numpy and plain numbers for its scalars, and the dtype that these mean; None when there are none."""
    if type(data) in (Tensor, _b.int, _b.float):
        return data, None
    if type(data).__name__ == "ndarray":
        return data._tensor, data._tensor.dtype
    if isinstance(data, (list, tuple)) and data:
        parts = [_without_arrays(item) for item in data]
        parts = [(part.tolist() if isinstance(part, Tensor) and not isinstance(item, Tensor) else part, kind)
                 for (part, kind), item in zip(parts, data)]
        kinds = {kind for _, kind in parts if kind is not None}
        return [part for part, _ in parts], kinds.pop() if len(kinds) == 1 else None
    if type(data).__module__ == "numpy":
        return data.item(), data.dtype.torch
    return data, None


def _infer(elements, kinds):
    if kinds:
        found = kinds[0] if len(kinds) == len(elements) else promote_types(kinds[0], _infer(elements, ()))
        for kind in kinds[1:]:
            found = promote_types(found, kind)
        return found
    if not elements:
        return _default_dtype
    if any(isinstance(v, complex) for v in elements):
        return complex128 if _default_dtype is float64 else complex64
    if any(isinstance(v, _b.float) for v in elements):
        return _default_dtype
    if all(isinstance(v, _b.bool) for v in elements):
        return bool
    return int64


def as_tensor(data, dtype=None, device=None):
    data = _of_array(data)
    if isinstance(data, Tensor):
        return data if dtype is None else data.to(dtype)
    return tensor(data, dtype=dtype)


def scalar_tensor(value, dtype=None):
    return tensor(value, dtype=dtype or _default_dtype)


def sparse_coo_tensor(indices, values=None, size=None, *, dtype=None, device=None, requires_grad=False):
    import _sparse

    _check_device(device)
    if values is None:
        # A size alone.
        return _sparse.make(empty(len(indices), 0, dtype=int64), empty(0, dtype=dtype), indices, dtype, requires_grad)
    return _sparse.make(indices, values, size, dtype, requires_grad)


def spmm(mat1, mat2):
    return _call("aten::mm", mat1, mat2)


def from_numpy(array):
    made = _of_array(array)
    if made is array:
        raise TypeError(f"expected np.ndarray (got {type(array).__name__})")
    return made


def save(obj, f, *args, **kwargs):
    from torch.serialization import save

    save(obj, f, *args, **kwargs)


def load(f, *args, **kwargs):
    from torch.serialization import load

    return load(f, *args, **kwargs)


def is_tensor(obj):
    return isinstance(obj, Tensor)


def is_floating_point(input):
    return input.is_floating_point()


def is_complex(input):
    return input.is_complex()


def numel(input):
    return input.numel()


def _creation(name):
    target = "aten::" + name
    kind = "ints" if name.startswith("rand") else "SymInts"

    def create(*size, **kwargs):
        if size and isinstance(size[0], (_b.str, _b.float)):
            raise TypeError(f"{name}(): argument 'size' (position 1) must be tuple of {kind}, not {type(size[0]).__name__}")
        requires_grad = kwargs.pop("requires_grad", False)
        _check_device(kwargs.get("device"))
        kwargs.pop("out", None)
        if "size" in kwargs:
            size = (kwargs.pop("size"),)
        if kwargs.get("dtype") is None and _default_dtype is not float32:
            kwargs["dtype"] = _default_dtype
        try:
            made = _call(target, _flatten(size), **kwargs)
        except TypeError:
            # The message says what was given.
            made = _call(target, *size, **kwargs)
        if requires_grad:
            made.requires_grad = True
        return made

    return _named(create, name)


zeros = _creation("zeros")
ones = _creation("ones")
empty = _creation("empty")
rand = _creation("rand")
randn = _creation("randn")


def full(size, fill_value, *, dtype=None, device=None, requires_grad=False, layout=None):
    _check_device(device)
    is_given = dtype is not None
    if dtype is None:
        dtype = _infer([fill_value], ()) if not isinstance(fill_value, Tensor) else fill_value.dtype
    if isinstance(fill_value, Tensor):
        fill_value = fill_value.item()
    if isinstance(fill_value, _b.bool):
        fill_value = _b.int(fill_value)
    size = [size] if isinstance(size, _b.int) else list(size)
    recorded = dtype if is_given else None
    made = _told("aten::full", lambda: _call("aten::full", size, fill_value, dtype=dtype), size, fill_value, dtype=recorded)
    if requires_grad:
        made.requires_grad = True
    return made


def _like_creation(name):
    target = "aten::" + name

    def create(*args, **kwargs):
        requires_grad = kwargs.pop("requires_grad", False)
        _check_device(kwargs.get("device"))
        made = _call(target, *args, **kwargs)
        if requires_grad:
            made.requires_grad = True
        return made

    return _named(create, name)


zeros_like = _like_creation("zeros_like")
ones_like = _like_creation("ones_like")
empty_like = _like_creation("empty_like")
full_like = _like_creation("full_like")
rand_like = _like_creation("rand_like")
randn_like = _like_creation("randn_like")
linspace = _like_creation("linspace")
logspace = _like_creation("logspace")
eye = _like_creation("eye")
arange = _like_creation("arange")


def randint(low, high=None, size=None, **kwargs):
    if size is None:
        low, high, size = 0, low, high
    kwargs.setdefault("dtype", int64)
    return _call("aten::randint", low, high, list(size), **kwargs)


def split(tensor, split_size_or_sections, dim=0):
    return tensor.split(split_size_or_sections, dim)


def chunk(input, chunks, dim=0):
    return input.chunk(chunks, dim)


def unbind(input, dim=0):
    return input.unbind(dim)


def _parts(name):
    """A function whose list of tensors is a tuple in Python."""

    def function(*args, **kwargs):
        return tuple(_call("aten::" + name, *args, **kwargs))

    return _named(function, name)


tensor_split, hsplit, vsplit, dsplit = map(_parts, ("tensor_split", "hsplit", "vsplit", "dsplit"))
for _name in ("tensor_split", "hsplit", "vsplit", "dsplit", "split_with_sizes"):
    setattr(Tensor, _name, _parts(_name))


def svd_lowrank(A, q=6, niter=2, M=None):
    import _low_rank

    return _low_rank.svd_lowrank(A, q, niter, M)


def pca_lowrank(A, q=None, center=True, niter=2):
    import _low_rank

    return _low_rank.pca_lowrank(A, q, center, niter)


def gradient(input, *, spacing=None, dim=None, edge_order=1):
    if not isinstance(spacing, (list, tuple)) or not spacing or isinstance(spacing[0], Tensor):
        given = {name: value for name, value in (("spacing", spacing), ("dim", dim)) if value is not None}
        return tuple(_call("aten::gradient", input, edge_order=edge_order, **given))
    dims = range(input.ndim) if dim is None else (dim,) if isinstance(dim, _b.int) else dim
    if len(spacing) != len(dims):
        raise RuntimeError("torch.gradient expected spacing to be unspecified, a scalar or it's spacing and dim arguments to have the same "
                           f"length, but got a spacing argument of length {len(spacing)} and a dim argument of length {len(dims)}.")
    return tuple(_call("aten::gradient", input, spacing=s, dim=[d], edge_order=edge_order)[0] for s, d in zip(spacing, dims))


def _at_least(name):
    def function(*tensors):
        if len(tensors) == 1 and isinstance(tensors[0], Tensor):
            return _call("aten::" + name, tensors[0])
        return tuple(_call("aten::" + name, list(tensors[0]) if len(tensors) == 1 else list(tensors)))

    return _named(function, name)


atleast_1d, atleast_2d, atleast_3d = map(_at_least, ("atleast_1d", "atleast_2d", "atleast_3d"))


def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False):
    made = as_tensor(obj, dtype, device)
    if copy and isinstance(_of_array(obj), Tensor) and made.data_ptr() == _of_array(obj).data_ptr():
        made = made.clone()
    return made.detach().requires_grad_() if requires_grad else made


def reshape(input, shape):
    return input.reshape(shape)


def _list_of_tensors(name, tensors):
    if not isinstance(tensors, (list, tuple)):
        found = type(tensors).__name__
        found = "collections.deque" if found == "deque" else found
        raise TypeError(f"{name}(): argument 'tensors' (position 1) must be tuple of Tensors, not {found}")
    for i, item in enumerate(tensors):
        if not isinstance(item, Tensor):
            raise TypeError(f"expected Tensor as element {i} in argument 0, but got {type(item).__name__}")
    return tensors


def _call_into(target, out, *args):
    """The result, in the tensor `out` where one is given."""
    return _call(target, *args) if out is None else _call(target, *args, out=out)


def stack(tensors, dim=0, *, out=None):
    return _call_into("aten::stack", out, _list_of_tensors("stack", tensors), dim)


def cat(tensors, dim=0, *, axis=None, out=None):
    return _call_into("aten::cat", out, _list_of_tensors("cat", tensors), dim if axis is None else axis)


concat = concatenate = cat


def broadcast_tensors(*tensors):
    return tuple(_call("aten::broadcast_tensors", list(tensors))) if tensors else ()


def broadcast_shapes(*shapes):
    """The sizes that tensors of these sizes, or with so many elements, have together."""
    shapes = [(shape,) if isinstance(shape, _b.int) else shape for shape in shapes]
    result = [1] * max((len(shape) for shape in shapes), default=0)
    for shape in shapes:
        for i in range(-1, -1 - len(shape), -1):
            if shape[i] < 0:
                raise RuntimeError("Trying to create tensor with negative dimension ({}): ({})".format(
                    shape[i], shape[i]))
            if shape[i] == 1 or shape[i] == result[i]:
                continue
            if result[i] != 1:
                raise RuntimeError("Shape mismatch: objects cannot be broadcast to a single shape")
            result[i] = shape[i]
    return Size(result)


def meshgrid(*tensors, indexing="ij"):
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tensors[0]
    return tuple(_call("aten::meshgrid", list(tensors), indexing=indexing))


def nonzero(input, *, as_tuple=False):
    return input.nonzero(as_tuple=as_tuple)


def where(condition, *args, out=None):
    if not args:
        return condition.nonzero(as_tuple=True)
    return _call_into("aten::where", out, condition, *args)


def _equation_of(parts):
    """The equation of operands that each come with a list of the numbers of their dimensions."""
    def spell(numbers):
        return "".join("..." if n is ... else chr(n + (65 if n < 26 else 71)) for n in numbers)

    operands, lists = parts[: len(parts) // 2 * 2 : 2], parts[1::2]
    equation = ",".join(spell(numbers) for numbers in lists)
    return (equation + "->" + spell(parts[-1]) if len(parts) % 2 else equation), operands


def einsum(equation, *operands):
    if isinstance(equation, Tensor):
        equation, operands = _equation_of((equation,) + operands)
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = operands[0]
    return _call("aten::einsum", equation, list(operands))


def equal(input, other):
    return _call("aten::equal", input, other)


def manual_seed(seed):
    return default_generator.manual_seed(seed)


class Generator:
    """Random numbers of their own; the default one has those that all functions draw from."""

    def __init__(self, device="cpu"):
        self.device = globals()["device"](device)
        self._state = _torch.new_generator()
        self._seed = 67280421310721

    def _with_state(self, function):
        if self._state is None:
            return function()
        _torch.swap_generator(self._state)
        try:
            return function()
        finally:
            _torch.swap_generator(self._state)

    def manual_seed(self, seed):
        self._seed = _b.int(seed)
        self._with_state(lambda: _torch.run("aten::manual_seed", self._seed))
        return self

    def initial_seed(self):
        return self._seed

    def seed(self):
        return self.manual_seed(_math.floor(_b.abs(hash(id(self))))).initial_seed()

    def get_state(self):
        """The state as PyTorch writes it: a tensor of bytes."""
        state = self._state
        if state is None:
            state = _torch.new_generator()
            _torch.copy_generator(state)
        return _torch.of_bytes(Tensor, _torch.write_generator(state), [5056], uint8._code)

    def set_state(self, new_state):
        if not isinstance(new_state, Tensor) or new_state.dtype is not uint8:
            raise TypeError("expected a torch.ByteTensor, but got " + type(new_state).__name__)
        state = _torch.new_generator()
        data = _torch.bytes_of(new_state)
        _torch.read_generator(state, data)
        self._seed = _b.int.from_bytes(data[:8], "little")
        if self._state is None:
            _torch.swap_generator(state)
        else:
            self._state = state
        return self


default_generator = Generator()
default_generator._state = None


def get_rng_state():
    return default_generator.get_state()


def set_rng_state(new_state):
    default_generator.set_state(new_state)


def seed():
    return default_generator.seed()


def initial_seed():
    return default_generator.initial_seed()


class autocast:
    """Lower precision for the operators that gain from it: `bfloat16` on the processor. There is no GPU."""

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if device_type not in ("cuda", "cpu", "xpu", "hpu"):
            raise RuntimeError("User specified autocast device_type must be 'cuda' or 'cpu'")
        if device_type != "cpu" and enabled:
            import warnings

            warnings.warn("User provided device_type of 'cuda', but CUDA is not available. Disabling")
            enabled = False
        self.device = device_type
        self.fast_dtype = dtype if dtype is not None else bfloat16 if device_type == "cpu" else float16
        if enabled and self.fast_dtype is not bfloat16:
            import warnings

            warnings.warn("In CPU autocast, but the target dtype is not supported. Disabling autocast.\n"
                          "CPU Autocast only supports dtype of torch.bfloat16 currently.")
            enabled = False
        self._enabled = enabled

    def __enter__(self):
        import _interception

        self._before = _interception.autocast_dtype
        if self.device == "cpu":
            _interception.set_autocast(self.fast_dtype if self._enabled else None)
        return self

    def __exit__(self, kind, value, traceback):
        import _interception

        _interception.set_autocast(self._before)
        return False

    def __call__(self, function):
        import functools

        @functools.wraps(function)
        def decorated(*args, **kwargs):
            with self:
                return function(*args, **kwargs)

        return decorated


class _LinAlgError(RuntimeError):
    pass


def is_autocast_enabled():
    return False


def is_autocast_cpu_enabled():
    import _interception

    return _interception.autocast_dtype is not None


def get_autocast_cpu_dtype():
    return bfloat16


def set_num_threads(n):
    pass


def get_num_threads():
    return 1


# Results never depend on the schedule; what was asked for is remembered.
_deterministic = False, False


def use_deterministic_algorithms(mode, *, warn_only=False):
    global _deterministic
    _deterministic = not not mode, not not (mode and warn_only)


def are_deterministic_algorithms_enabled():
    return _deterministic[0]


def is_deterministic_algorithms_warn_only_enabled():
    return _deterministic[1]


def set_deterministic_debug_mode(debug_mode):
    if isinstance(debug_mode, str):
        if debug_mode not in ("default", "warn", "error"):
            raise RuntimeError("invalid value of debug_mode, expected one of `default`, `warn`, `error`, but got " + debug_mode)
        debug_mode = ("default", "warn", "error").index(debug_mode)
    use_deterministic_algorithms(debug_mode != 0, warn_only=debug_mode == 1)


def get_deterministic_debug_mode():
    return 0 if not _deterministic[0] else 1 if _deterministic[1] else 2


_grad_enabled = True


def is_grad_enabled():
    return _grad_enabled


def _set_grad(mode):
    """Sets the mode of the operators, too; the mode before."""
    global _grad_enabled
    before = _grad_enabled
    _grad_enabled = not not mode
    _torch.run("aten::set_grad_enabled", _grad_enabled)
    _torch.set_recording(_grad_enabled)
    return before


class set_grad_enabled:
    def __init__(self, mode):
        self._before = _set_grad(mode)

    def __enter__(self):
        pass

    def __exit__(self, type, value, traceback):
        _set_grad(self._before)


class _GradMode:
    _mode = False

    def __init__(self, mode=True):
        pass

    def __enter__(self):
        self._before = _set_grad(self._mode)

    def __exit__(self, type, value, traceback):
        _set_grad(self._before)

    def __call__(self, function):
        import functools

        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            with self._again():
                return function(*args, **kwargs)

        return wrapper

    def _again(self):
        return type(self)()

    def __new__(cls, function=None):
        made = object.__new__(cls)
        return made(function) if callable(function) else made


class no_grad(_GradMode):
    pass


def is_inference(input):
    return input.is_inference()


def is_inference_mode_enabled():
    return _torch.infers()


class inference_mode(_GradMode):
    def __new__(cls, mode=True):
        return super().__new__(cls, mode)

    def __init__(self, mode=True):
        self._on = True if mode else False

    def _again(self):
        return type(self)(self._on)

    def __enter__(self):
        self._outer = _torch.infers()
        _torch.set_inference(self._on)
        self._before = _set_grad(not self._on)

    def __exit__(self, type, value, traceback):
        _torch.set_inference(self._outer)
        _set_grad(self._before)


class enable_grad(_GradMode):
    _mode = True


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None):
    import _tensor_str

    _tensor_str.set_options(precision, threshold, edgeitems, linewidth, profile, sci_mode)


class finfo:
    def __init__(self, type=None):
        type = type or _default_dtype
        table = {
            5: (65504.0, 0.0009765625, 6.103515625e-05, 16),
            6: (3.4028234663852886e38, 1.1920928955078125e-07, 1.1754943508222875e-38, 32),
            7: (1.7976931348623157e308, 2.220446049250313e-16, 2.2250738585072014e-308, 64),
            15: (3.3895313892515355e38, 0.0078125, 1.1754943508222875e-38, 16),
        }
        self.max, self.eps, self.tiny, self.bits = table[type._code]
        self.min = -self.max
        self.smallest_normal = self.tiny
        self.resolution = {5: 1e-3, 6: 1e-6, 7: 1e-15, 15: 1e-2}[type._code]
        self.dtype = type._name

    def __repr__(self):
        return (
            f"finfo(resolution={self.resolution:g}, min={self.min:g}, max={self.max:g}, eps={self.eps:g}, "
            f"smallest_normal={self.tiny:g}, tiny={self.tiny:g}, dtype={self.dtype})"
        )


class iinfo:
    def __init__(self, type):
        self.bits = type.itemsize * 8
        self.min = -(2 ** (self.bits - 1)) if type.is_signed else 0
        self.max = 2 ** (self.bits - 1) - 1 if type.is_signed else 2**self.bits - 1
        self.dtype = type._name

    def __repr__(self):
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"


def _distinct(operator, inverse, counts):
    """What `unique` gives of the results of its operator."""
    values, places, numbers = operator
    found = [values] + ([places] if inverse else []) + ([numbers] if counts else [])
    return found[0] if len(found) == 1 else tuple(found)


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    if dim is None:
        return _distinct(_call("aten::_unique2", input, sorted, return_inverse, return_counts), return_inverse, return_counts)
    return _distinct(
        _call("aten::unique_dim", input, dim, sorted, return_inverse, return_counts), return_inverse, return_counts
    )


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    return _distinct(
        _call("aten::unique_consecutive", input, return_inverse, return_counts, dim), return_inverse, return_counts
    )


def _assert(condition, message):
    assert condition, message


def typename(obj):
    if isinstance(obj, Tensor):
        return obj.type()
    module = getattr(obj, "__module__", None)
    module = "" if module in (None, "builtins", "__builtin__") else module + "."
    return module + (getattr(obj, "__qualname__", None) or getattr(obj, "__name__", None) or type(obj).__name__)


# What PyTorch was built with.
has_cuda = has_cudnn = has_mps = has_mkl = False
has_lapack = has_mkldnn = has_openmp = has_spectral = True

pi = _math.pi
inf = _math.inf
nan = _math.nan
e = _math.e


class _Namespace:
    """`torch.ops.aten`: operators by their names."""

    def __init__(self, name):
        self._name = name

    def __getattr__(self, name):
        target = self._name + "::" + name
        if not _torch.has(target):
            raise AttributeError(f"'_OpNamespace' '{self._name}' object has no attribute '{name}'")
        made = self.__dict__[name] = _Packet(target)
        return made


class _Packet:
    """An operator; its overloads are its attributes."""

    def __init__(self, target):
        self._name = target
        space, _, self.__name__ = target.partition("::")
        self.__module__ = "torch._ops." + space

    def __call__(self, *args, **kwargs):
        return _call(self._name, *args, **kwargs)

    def __getattr__(self, overload):
        if overload.startswith("_"):
            raise AttributeError(f"'OpOverloadPacket' object has no attribute {overload!r}")
        made = self.__dict__[overload] = _Overload(self._name, overload)
        return made

    def __str__(self):
        return self._name.replace("::", ".")


class _Overload:
    def __init__(self, target, overload):
        self._target = target
        self._name = target if overload == "default" else target + "." + overload
        space, _, name = target.partition("::")
        self.__name__ = name + "." + overload
        self.__module__ = "torch._ops." + space

    def __call__(self, *args, **kwargs):
        return _call(self._name, *args, **kwargs)

    def __eq__(self, other):
        return isinstance(other, _Overload) and self._name == other._name

    def __hash__(self):
        return hash(self._name)

    def __str__(self):
        return self._target.replace("::", ".") + "." + (self._name.removeprefix(self._target)[1:] or "default")

    def __repr__(self):
        return f"<OpOverload(op='{self._target.replace('::', '.')}', overload='{str(self).rpartition('.')[2]}')>"


class _Namespaces:
    def __getattr__(self, name):
        made = self.__dict__[name] = _Namespace(name)
        return made


ops = _Namespaces()


class _TypedTensor(type):
    def __instancecheck__(cls, instance):
        return isinstance(instance, Tensor) and instance.dtype is cls._dtype

    def __call__(cls, *args):
        if len(args) == 1 and (_is_sequence(args[0]) or _of_array(args[0]) is not args[0]):
            return tensor(args[0], dtype=cls._dtype)
        return empty(*args, dtype=cls._dtype)


class FloatTensor(metaclass=_TypedTensor):
    _dtype = float32


class DoubleTensor(metaclass=_TypedTensor):
    _dtype = float64


class LongTensor(metaclass=_TypedTensor):
    _dtype = int64


class IntTensor(metaclass=_TypedTensor):
    _dtype = int32


class BoolTensor(metaclass=_TypedTensor):
    _dtype = bool


class HalfTensor(metaclass=_TypedTensor):
    _dtype = float16


class BFloat16Tensor(metaclass=_TypedTensor):
    _dtype = bfloat16


class ShortTensor(metaclass=_TypedTensor):
    _dtype = int16


class CharTensor(metaclass=_TypedTensor):
    _dtype = int8


class ByteTensor(metaclass=_TypedTensor):
    _dtype = uint8


_type_names = {float32: "Float", float64: "Double", float16: "Half", bfloat16: "BFloat16", int64: "Long", int32: "Int", int16: "Short",
               int8: "Char", uint8: "Byte", bool: "Bool", complex64: "ComplexFloat", complex128: "ComplexDouble"}
for _function in (atleast_1d, atleast_2d, atleast_3d, broadcast_tensors, broadcast_shapes, einsum, meshgrid, split, unique,
                  unique_consecutive):
    _function.__module__ = "torch.functional"
_torch.delegate(_sys.modules["torch"])


def __getattr__(name):
    """Modules below torch come when they are asked for."""
    if name in ("nn", "jit", "utils", "linalg", "fft", "special", "masked", "autograd", "optim", "types", "_jit_internal", "functional",
                "serialization", "_C", "fx", "cuda", "amp", "distributions", "ao", "quantization", "backends", "testing", "hub", "onnx",
                "export", "_dynamo", "random", "profiler", "version", "overrides", "return_types", "_six", "sparse"):
        return __import__("torch." + name, None, None, (name,))
    if name.startswith("_"):
        raise AttributeError(f"module 'torch' has no attribute {name!r}")
    functional = __import__("torch.functional", None, None, (name,))
    if name in functional.__dict__:
        return functional.__dict__[name]
    raise AttributeError(f"module 'torch' has no attribute {name!r}")
