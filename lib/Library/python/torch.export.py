"""torch.export: exported programs of modules and functions, and their files.

Programs are made of the compiled text of `forward`; of one that TorchScript does not take, the operators of a run are
recorded.
"""

import json as _json

import _torch_jit
import torch as _torch
from torch._dynamo.exc import UserError as _UserError, UserErrorType as _UserErrorType
from torch.export.dynamic_shapes import Dim, ShapesCollection, dims, _request
from torch.export.exported_program import (CustomDecompTable, ExportedProgram, ModuleCallEntry, ModuleCallSignature,
                                           default_decompositions)
from torch.export.graph_signature import ExportBackwardSignature, ExportGraphSignature
from torch.export.unflatten import FlatArgsAdapter, UnflattenedModule, unflatten


def _compile(mod, args, kwargs, is_dynamic):
    """The compiled form, and the arguments that it takes."""
    try:
        return _torch_jit.compile_for_export(mod), args, kwargs
    except (RuntimeError, _torch.jit.frontend.NotSupportedError) as failure:
        if is_dynamic:
            raise _UserError(_UserErrorType.ANTI_PATTERN, "the sizes of a program that TorchScript does not take are "
                             "fixed; what it does not take: " + str(failure)) from None
    import _torch_trace_export

    return _torch_trace_export.trace(mod, args, kwargs)


def export_for_training(mod, args, kwargs=None, *, dynamic_shapes=None, strict=True,
                        preserve_module_call_signature=()):
    if isinstance(mod, _torch.jit.ScriptModule):
        raise ValueError("Exporting a ScriptModule is not supported. Maybe try converting your ScriptModule to an "
                         "ExportedProgram using `TS2EPConverter(mod, args, kwargs).convert()` instead.")
    if not isinstance(args, tuple):
        raise _UserError(_UserErrorType.INVALID_INPUT,
                         f"Expecting `args` to be a tuple of example positional inputs, got {type(args)}")
    kwargs = dict(kwargs or {})
    request = _request(dynamic_shapes, mod, args, kwargs)
    compiled, given, named = _compile(mod, args, kwargs, bool(request["dims"]) or "Dim." in repr(request))
    try:
        file = _torch_jit.export_program(compiled, given, named, _json.dumps(request))
    except RuntimeError as failure:
        kind = _UserErrorType.CONSTRAINT_VIOLATION if "Constraints violated" in str(failure) else \
            _UserErrorType.INVALID_INPUT if "dynamic_shapes" in str(failure) else _UserErrorType.ANTI_PATTERN
        raise _UserError(kind, str(failure)) from None
    return ExportedProgram(file, (args, kwargs))


export = export_for_training


def export_for_inference(mod, args, kwargs=None, *, dynamic_shapes=None, strict=True,
                         preserve_module_call_signature=(), decomp_table=None):
    return export_for_training(mod, args, kwargs, dynamic_shapes=dynamic_shapes,
                               strict=strict).run_decompositions(decomp_table)


def save(ep, f, *, extra_files=None, opset_version=None, pickle_protocol=2):
    if not isinstance(ep, ExportedProgram):
        raise TypeError(f"The 'ep' parameter must be an instance of 'ExportedProgram', got '{type(ep).__name__}' "
                        "instead.")
    data = ep._file
    if extra_files:
        records = dict(_torch_jit.read_records(data))
        root = next(iter(records)).partition("/")[0]
        records.update((f"{root}/extra/{name}", text.encode() if isinstance(text, str) else text)
                       for name, text in extra_files.items())
        data = _torch_jit.write_records(records.items())
    _torch.jit._write_file(f, data)


def load(f, *, extra_files=None, expected_opset_version=None):
    try:
        data = _torch.jit._read_file(f)
    except FileNotFoundError:
        raise ValueError(f"The provided filename {f} does not exist") from None
    if extra_files is not None:
        for name, text in _torch_jit.read_records(data).items():
            root, found, file = name.partition("/extra/")
            if not found:
                root, found, file = name.partition("extra_files/")
            if found:
                extra_files[file] = text.decode()
    return ExportedProgram(data)


def register_dataclass(cls, *, serialized_type_name=None):
    if not hasattr(cls, "__dataclass_fields__"):
        raise AssertionError(f"Only dataclasses can be registered with this function: {cls}")
