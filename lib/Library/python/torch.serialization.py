"""torch.save and torch.load: a zip file of a pickle and the elements of its tensors."""

import io as _io
import pickle as _pickle

import _torch
import _torch_jit
import torch

_kinds = {
    torch.float32: "FloatStorage", torch.float64: "DoubleStorage", torch.float16: "HalfStorage",
    torch.bfloat16: "BFloat16Storage", torch.int64: "LongStorage", torch.int32: "IntStorage",
    torch.int16: "ShortStorage", torch.int8: "CharStorage", torch.uint8: "ByteStorage", torch.bool: "BoolStorage",
    torch.complex64: "ComplexFloatStorage", torch.complex128: "ComplexDoubleStorage",
    torch.qint8: "QInt8Storage", torch.quint8: "QUInt8Storage", torch.qint32: "QInt32Storage",
}
_dtypes = {name: dtype for dtype, name in _kinds.items()}
# Of quantized tensors a file has the integers.
_integers = {torch.qint8: torch.int8, torch.quint8: torch.uint8, torch.qint32: torch.int32}


class _Key:
    """A string that is no other one, if equal: each stands in the pickle."""

    def __init__(self, text):
        self.text = text


class _Storage:
    """The elements of one tensor: what a pickle refers to."""

    def __init__(self, dtype, count, key):
        self.dtype, self.count, self.key = dtype, count, _Key(key)


def write_plain(pickler, obj):
    """What `pickle` writes of values of torch: a tensor is what torch.save writes of it."""
    if isinstance(obj, torch.Tensor):
        file = _io.BytesIO()
        torch.save(obj, file)
        pickler._reduce(_pickle.Global("torch.storage", "_load_from_bytes"), (file.getvalue(),), obj)
    elif isinstance(obj, torch.dtype):
        pickler._global("torch", str(obj).partition(".")[2])
    elif isinstance(obj, torch.device):
        pickler._reduce(_pickle.Global("torch", "device"), (str(obj),), obj)
    else:
        pickler._reduce(_pickle.Global("torch", "Size"), (tuple(obj),), obj)


def _load_from_bytes(data):
    return torch.load(_io.BytesIO(data))


def find_plain(module, name):
    """What such a name means that is no class; None for all others."""
    if (module, name) == ("torch.storage", "_load_from_bytes"):
        return _load_from_bytes
    if (module, name) == ("torch.fx.graph_module", "reduce_graph_module"):
        # The text of a graph is run as the program's own is.
        return torch.fx.graph_module.reduce_graph_module
    found = getattr(torch, name, None) if module == "torch" else None
    return found if isinstance(found, torch.dtype) else None


class _Writer(_pickle.Pickler):
    def __init__(self, file):
        _pickle.Pickler.__init__(self, file)
        self.records, self._storages = [], {}

    def persistent_id(self, obj):
        if type(obj) is not _Storage:
            return None
        return ("storage", _pickle.Global("torch", _kinds[obj.dtype]), obj.key, "cpu", obj.count)

    def _instance(self, obj):
        if isinstance(obj, _Key):
            self._text(obj.text, obj)
        elif isinstance(obj, torch.Tensor):
            self._tensor(obj)
        elif isinstance(obj, torch.qscheme):
            self._global("torch", str(obj).partition(".")[2])
        elif isinstance(obj, torch._C.ScriptObject):
            self._packed(obj)
        elif isinstance(obj, (torch.jit.ScriptModule, torch.jit.ScriptFunction)):
            raise _pickle.PickleError("ScriptModules cannot be deepcopied using copy.deepcopy or saved using torch.save. "
                                      "Mixed serialization of script and non-script modules is not supported. For "
                                      "purely script modules use my_script_module.save(<filename>) instead.")
        else:
            _pickle.Pickler._instance(self, obj)

    def _packed(self, packed):
        import _packed_states

        self._global("torch", "ScriptObject")
        self._out.append(b")\x81")
        self._remember(packed)
        self.save(_packed_states.get_state(packed))
        self._out.append(b"b")

    def _storage(self, plain):
        """The memory of a tensor, written once for all that share it, and the place of the tensor in it."""
        key = str(len(self.records))
        if plain.is_quantized:
            self.records.append(("data/" + key, _torch.bytes_of(plain.int_repr())))
            strides, step = [], 1
            for size in reversed(plain.shape):
                strides.insert(0, step)
                step *= max(size, 1)
            return _Storage(plain.dtype, plain.numel(), key), 0, tuple(strides)
        memory = plain.storage()
        count, place = memory.size(), (memory.data_ptr(), plain.dtype)
        storage = self._storages.get(place) if count else None
        if storage is None:
            self.records.append(("data/" + key, _torch.bytes_of(plain.as_strided((count,), (1,), 0))))
            # The tensor is kept, so that no other gets its memory meanwhile.
            storage = self._storages[place] = _Storage(plain.dtype, count, key)
            storage.tensor = plain
        return storage, plain.storage_offset(), tuple(plain.stride())

    def _tensor(self, tensor):
        from collections import OrderedDict

        plain = tensor.detach()
        if not plain.is_quantized:
            plain = plain.resolve_conj().resolve_neg()
        storage, offset, strides = self._storage(plain)
        rebuild = _pickle.Global("torch._utils", "_rebuild_tensor_v2")
        parameter = isinstance(tensor, torch.nn.Parameter)
        requires = tensor.requires_grad and not parameter
        if plain.is_quantized:
            if plain.qscheme() == torch.per_tensor_affine:
                quantizer = (torch.per_tensor_affine, plain.q_scale(), plain.q_zero_point())
            else:
                quantizer = (plain.qscheme(), plain.q_per_channel_scales(), plain.q_per_channel_zero_points(),
                             plain.q_per_channel_axis())
            self._reduce(
                _pickle.Global("torch._utils", "_rebuild_qtensor"),
                (storage, offset, tuple(plain.shape), strides, quantizer, requires, OrderedDict()), tensor)
            return
        arguments = (storage, offset, tuple(plain.shape), strides, requires, OrderedDict())
        if not parameter:
            self._reduce(rebuild, arguments, tensor)
            return
        self._reduce(_pickle.Global("torch._utils", "_rebuild_parameter"), (plain, tensor.requires_grad, OrderedDict()), tensor)


def _rebuild_tensor(storage, offset, size, stride, requires_grad=False, hooks=None, metadata=None):
    made = storage.as_strided(list(size), list(stride), offset).detach()
    return made.requires_grad_() if requires_grad else made


def _rebuild_quantized(storage, offset, size, stride, quantizer, requires_grad=False, hooks=None):
    integers = storage.as_strided(list(size), list(stride), offset)
    if quantizer[0] == torch.per_tensor_affine:
        return torch._make_per_tensor_quantized_tensor(integers, quantizer[1], quantizer[2])
    return torch._make_per_channel_quantized_tensor(integers, quantizer[1], quantizer[2], quantizer[3])


class _Packed:
    """An object of a class of extensions before its state is known."""


def _rebuild_parameter(data, requires_grad, hooks):
    return torch.nn.Parameter(data, requires_grad)


class _Reader(_pickle.Unpickler):
    def __init__(self, records, root):
        _pickle.Unpickler.__init__(self, _io.BytesIO(records[root + "data.pkl"]))
        self.records, self.root, self.known = records, root, {}

    def find_class(self, module, name):
        if module == "torch._utils" and name in ("_rebuild_tensor_v2", "_rebuild_tensor"):
            return _rebuild_tensor
        if module == "torch._utils" and name == "_rebuild_parameter":
            return _rebuild_parameter
        if module == "torch._utils" and name == "_rebuild_qtensor":
            return _rebuild_quantized
        if module == "torch" and name == "ScriptObject":
            return _Packed
        if module == "torch" and isinstance(getattr(torch, name, None), torch.qscheme):
            return getattr(torch, name)
        if module == "torch" and name in _dtypes:
            return _dtypes[name]
        if module == "torch" and isinstance(getattr(torch, name, None), torch.dtype):
            return getattr(torch, name)
        return _pickle.Unpickler.find_class(self, module, name)

    def persistent_load(self, identity):
        kind, dtype, key, location, count = identity
        if key not in self.known:
            data = self.records[self.root + "data/" + key]
            self.known[key] = _torch.of_bytes(torch.Tensor, data, [count], _integers.get(dtype, dtype)._code)
        return self.known[key]

    def _build(self):
        if type(self._stack[-2]) is not _Packed:
            return _pickle.Unpickler._build(self)
        import _packed_states

        state = self._pop()
        placeholder = self._stack[-1]
        made = self._stack[-1] = _packed_states.make(*state)
        for key, value in list(self._memo.items()):
            if value is placeholder:
                self._memo[key] = made


def _name_of(f):
    """The directory within an archive: the name of the file, without what is behind its last dot."""
    if hasattr(f, "write"):
        return "archive"
    import os

    name = os.path.basename(os.fspath(f))
    return name[: name.rfind(".")] if "." in name[1:] else name


def save(obj, f, pickle_module=None, pickle_protocol=2, _use_new_zipfile_serialization=True):
    file = _io.BytesIO()
    writer = _Writer(file)
    writer.dump(obj)
    root = _name_of(f) + "/"
    records = [("data.pkl", file.getvalue()), *writer.records, ("version", b"3\n")]
    torch.jit._write_file(f, _torch_jit.write_records([(root + name, data) for name, data in records]))


def load(f, map_location=None, pickle_module=None, weights_only=False, **pickle_load_args):
    data = torch.jit._read_file(f)
    if data[:2] != b"PK":
        raise _pickle.UnpicklingError("torch.load: the file is no zip archive of torch.save")
    records = _torch_jit.read_records(data)
    for name in records:
        if name.endswith("/data.pkl"):
            if name[:-8] + "constants.pkl" in records:
                return torch.jit._load_bytes(data, {})
            return _Reader(records, name[:-8]).load()
    raise RuntimeError("PytorchStreamReader failed locating file data.pkl: file not found")
