"""torch.export.unflatten: the modules that an exported program was made of."""

import _torch_jit
import torch as _torch


class FlatArgsAdapter:
    """Would bring arguments of another structure to that of the program."""

    def adapt(self, target_spec, input_spec, input_args, metadata=None, obj=None):
        raise NotImplementedError


class InterpreterModule(_torch.jit.RecursiveScriptModule):
    """A module of the program; its method `forward` has the operators of its calls."""


class UnflattenedModule(InterpreterModule):
    """The root."""

    def train(self, mode=True):
        raise NotImplementedError("Calling train() is not supported yet.")

    def eval(self):
        raise NotImplementedError("Calling eval() is not supported yet.")


UnflattenedModule._part_class = InterpreterModule
InterpreterModule._part_class = InterpreterModule


def unflatten(module, flat_args_adapter=None):
    from torch.export.exported_program import ExportedProgram

    if not isinstance(module, ExportedProgram):
        raise TypeError(f"expected an ExportedProgram, got '{type(module).__name__}'")
    if flat_args_adapter is not None:
        raise NotImplementedError("an adapter of arguments is not supported: call the module with arguments of the "
                                  "structure that the program was exported with")
    handle, _ = _torch_jit.load(module._file, True)
    root = UnflattenedModule(handle, None)
    _torch.jit._adopt(root)
    return root
