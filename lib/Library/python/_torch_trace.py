"""torch.jit.trace: the operators of one run as the text of a function, which is compiled like any other."""

import warnings as _warnings

import _torch
import _torch_jit
import _torch_trace_check as _trace_check
import torch
from _torch_trace_check import TracerWarning, TracingCheckError, clone as _clone
from _torch_trace_record import Recorder
from _torch_trace_values import fill, values
from torch.jit import RecursiveScriptModule, ScriptFunction, ScriptModule
from torch.nn import Module


def _annotation(value):
    if isinstance(value, tuple):
        return "Tuple[" + ", ".join(_annotation(item) for item in value) + "]"
    if isinstance(value, list):
        return "List[" + (_annotation(value[0]) if value else "Tensor") + "]"
    if isinstance(value, dict):
        for key, item in value.items():
            return "Dict[" + type(key).__name__ + ", " + _annotation(item) + "]"
    return "Tensor"


def _fresh(value):
    """Inputs as objects of their own: what is traced may be known under another name."""
    if isinstance(value, torch.Tensor):
        return value.detach()
    if isinstance(value, tuple):
        return tuple(_fresh(item) for item in value)
    if isinstance(value, list):
        return [_fresh(item) for item in value]
    if isinstance(value, dict):
        return {key: _fresh(item) for key, item in value.items()}
    return value


def _parameters_of(function, count):
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    names = list(code.co_varnames[:code.co_argcount]) if code is not None else []
    if hasattr(function, "__self__") or names[:1] == ["self"]:
        names = names[1:]
    names = names[:count]
    return names + ["argument_" + str(i + 1) for i in range(len(names), count)]


class Traced:
    """The text of one method or function."""

    def __init__(self, name, parameters, recorder):
        self.name, self.parameters, self.recorder = name, parameters, recorder

    def lines(self):
        recorder = self.recorder
        names = [text.partition(":")[0] for text in self.parameters]
        lines = recorder.show(names, self)
        result = fill(recorder.result) if recorder.result is not None else ", ".join(map(fill, recorder.outputs))
        parameters = self.parameters + [value.shown + ": Tensor" for value in recorder.parameters]
        return parameters, recorder.member_lines() + lines + (["return " + result] if result else [])


def record(function, inputs, name, is_strict, root=None, names=None, traces=None, recorder_class=Recorder):
    """The text of one run, and the names it uses."""
    inputs = inputs if isinstance(inputs, tuple) else (inputs,)
    inputs = _fresh(inputs)
    recorder = recorder_class(root, traces)
    names = names or _parameters_of(function, len(inputs))
    parameters = []
    for parameter, value in zip(names, inputs):
        recorder.add_input(value, parameter)
        parameters.append(parameter + ": " + _annotation(value))
    before = _torch.recorder
    _torch.recorder = recorder
    try:
        result = function(*inputs)
    finally:
        _torch.recorder = before
    recorder.result = recorder.output(result, is_strict)
    recorder.needed([recorder.result])
    return Traced(name, parameters, recorder)


def _environment(recorder):
    import typing

    made = {"torch": torch, "Tensor": torch.Tensor, "List": typing.List, "Dict": typing.Dict,
            "Optional": typing.Optional, "Tuple": typing.Tuple}
    made.update(recorder.environment)
    return made


_imports = "import torch\nfrom torch import Tensor\nfrom typing import Dict, List, Optional, Tuple\n\n"


def _method(traced):
    parameters, lines = traced.lines()
    text = "    @torch.jit.export\n    def {}({}):\n".format(traced.name, ", ".join(["self"] + parameters))
    return text + "".join("        " + line + "\n" for line in lines or ["pass"]) + "\n"


def trace_function(function, inputs, is_strict):
    name = getattr(function, "__name__", "function")
    name = name if name.isidentifier() else "_lambda" if name == "<lambda>" else "function"
    traced = record(function, inputs, name, is_strict)
    parameters, lines = traced.lines()
    text = _imports + "def {}({}):\n".format(name, ", ".join(parameters))
    text += "".join("    " + line + "\n" for line in lines)
    values.clear()
    module = _torch_jit.define(text, "<traced " + name + ">", _environment(traced.recorder))
    return _torch_jit.script_function(getattr(module, name))


def _methods_of_part(part, traces):
    made = []
    for inner in reversed(traces.get(id(part), [])):
        inner.result = None
        made.append(Traced(inner.method_name(), [], inner))
    return made


def _make(module, methods, traces):
    """A module with the members of another and these methods; its parts likewise."""
    body, environment, constants = "", {"Module": Module}, {}
    for traced in methods:
        body += _method(traced)
        environment.update(_environment(traced.recorder))
        constants.update(traced.recorder.constants)
    name = type(module).__name__
    text = _imports + "from torch.nn import Module\n\n\nclass {}(Module):\n".format(name) + (body or "    pass\n")
    namespace = _torch_jit.define(text, "<traced " + name + ">", environment)
    made = object.__new__(getattr(namespace, name))
    _fill(made, module, traces)
    made.__dict__.update(constants)
    return made


def _fill(made, module, traces):
    from collections import OrderedDict

    own = made.__dict__
    for name, value in module.__dict__.items():
        if name in Module().__dict__ or isinstance(value, torch._C.ScriptObject):
            own[name] = value
    for name in ("_forward_hooks", "_forward_pre_hooks"):
        own[name] = OrderedDict()
    own["_modules"] = OrderedDict(
        (name, part if part is None or isinstance(part, ScriptModule) else
         _make(part, _methods_of_part(part, traces), traces)) for name, part in module._modules.items())


def _as_tuple(inputs):
    return inputs if isinstance(inputs, tuple) else (inputs,)


def _as_methods(name, check_inputs):
    return None if check_inputs is None else [{name: inputs} for inputs in check_inputs]


def trace_module(module, inputs, check_trace=False, check_inputs=None, check_tolerance=1e-5, strict=True):
    traced = _trace_whole(module, inputs, strict)
    if check_trace:
        for name in inputs:
            for methods in [inputs] if check_inputs is None else check_inputs:
                with torch.no_grad():
                    again = _trace_whole(module, {key: _clone(_as_tuple(value)) for key, value in methods.items()},
                                         strict)
                    function = module if name == "forward" else getattr(module, name)
                    _trace_check.check(function, getattr(traced, name), getattr(again, name),
                                       _as_tuple(methods[name]), check_tolerance)
    return traced


def _trace_whole(module, inputs, is_strict):
    methods, traces = [], {}
    for method, example in inputs.items():
        function = module if method == "forward" else getattr(module, method)
        example = example if isinstance(example, tuple) else (example,)
        names = _parameters_of(getattr(module, method), len(example))
        traced = record(lambda *args: function(*args), example, method, is_strict, module, names, traces)
        # Constants of several methods have names of their own.
        for other in methods:
            if other.recorder.constants.keys() & traced.recorder.constants.keys():
                raise RuntimeError("torch.jit.trace_module: several methods with constant tensors; make them buffers")
        methods.append(traced)
    made = _make(module, methods, traces)
    values.clear()
    return TopLevelTracedModule(_torch_jit.script_module(made), made)


class TracedModule(RecursiveScriptModule):
    """A part of a traced module: what it does depends on the whole."""

    def __call__(self, *args, **kwargs):
        raise RuntimeError("Trace submodules cannot be called.")

    def _get_name(self):
        return self.original_name


TracedModule._part_class = TracedModule


class TopLevelTracedModule(TracedModule):
    __call__ = RecursiveScriptModule.__call__


TracedModule.__module__ = TopLevelTracedModule.__module__ = "torch.jit._trace"


def trace(func, example_inputs, optimize=None, check_trace=True, check_inputs=None, check_tolerance=1e-5, strict=True,
          **unused):
    if isinstance(func, (ScriptModule, ScriptFunction)):
        _warnings.warn("The input to trace is already a ScriptModule, tracing it is a no-op. Returning the object as is.")
        return func
    if isinstance(func, Module):
        return trace_module(func, {"forward": example_inputs}, check_trace, _as_methods("forward", check_inputs),
                            check_tolerance, strict)
    if hasattr(func, "__self__") and isinstance(func.__self__, Module):
        return trace_module(func.__self__, {func.__name__: example_inputs}, check_trace,
                            _as_methods(func.__name__, check_inputs), check_tolerance, strict)
    traced = trace_function(func, example_inputs, strict)
    if check_trace:
        for inputs in [example_inputs] if check_inputs is None else check_inputs:
            inputs = _as_tuple(inputs)
            with torch.no_grad():
                again = trace_function(func, _clone(inputs), strict)
                _trace_check.check(func, traced, again, inputs, check_tolerance)
    return traced
