"""What torch.export records of a run whose text does not compile."""

import _torch
import _torch_jit
import torch
from _torch_trace import _environment, _imports, _make, record
from _torch_trace_record import Recorder
from _torch_trace_values import literal, values


class _Recorder(Recorder):
    """Sizes are those of the example, and tensors that stand in the program stay what they are."""

    def sizes(self, tensor, sizes):
        return None

    def size(self, tensor, dim):
        return None

    def count(self, tensor, number):
        return number

    def made(self, tensor):
        _torch.recorder = None
        try:
            self.add_line([tensor], "torch.tensor({}, dtype={})".format(literal(tensor.tolist()), tensor.dtype))
        finally:
            _torch.recorder = self


def _names(function, args):
    """Names of the arguments by position: the parameters, then those of `*args`."""
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    if code is None:
        return ["argument_" + str(i + 1) for i in range(len(args))]
    names = list(code.co_varnames[:code.co_argcount])
    if hasattr(function, "__self__") or names[:1] == ["self"]:
        names = names[1:]
    if len(args) > len(names) and code.co_flags & 4:
        rest = code.co_varnames[code.co_argcount + code.co_kwonlyargcount]
        names += [rest + "_" + str(i) for i in range(len(args) - len(names))]
    return names[:len(args)]


def _is_recordable(value):
    if isinstance(value, (tuple, list)):
        return all(_is_recordable(item) for item in value)
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_recordable(item) for key, item in value.items())
    return isinstance(value, torch.Tensor)


def trace(function, args, kwargs):
    """A run as compiled code, and the arguments for it. Numbers, strings and None are no arguments any more."""
    is_module = isinstance(function, torch.nn.Module)
    target = function.forward if is_module else function
    names = _names(target, args) + list(kwargs)
    given = [*args, *kwargs.values()]
    kept = [i for i, value in enumerate(given) if _is_recordable(value)]

    def run(*tensors):
        whole = list(given)
        for i, value in zip(kept, tensors):
            whole[i] = value
        return function(*whole[:len(args)], **dict(zip(kwargs, whole[len(args):])))

    traces = {}
    name = "forward" if is_module else getattr(function, "__name__", "function")
    name = name if name.isidentifier() else "function"
    traced = record(run, tuple(given[i] for i in kept), name, False, function if is_module else None,
                    [names[i] for i in kept], traces, _Recorder)
    if is_module:
        made = _make(function, [traced], traces)
    else:
        parameters, lines = traced.lines()
        text = _imports + "def {}({}):\n".format(name, ", ".join(parameters))
        text += "".join("    " + line + "\n" for line in lines or ["pass"])
        made = getattr(_torch_jit.define(text, "<traced " + name + ">", _environment(traced.recorder)), name)
    values.clear()
    positional = tuple(given[i] for i in kept if i < len(args))
    named = {names[i]: given[i] for i in kept if i >= len(args)}
    return _torch_jit.compile_for_export(made), positional, named
