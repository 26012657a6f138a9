"""torch.jit.trace: the operators of one run as the text of a function, which is compiled like any other."""

import warnings as _warnings

import _torch
import _torch_jit
import _torch_trace_check as _trace_check
import torch
from _torch_trace_check import TracerWarning, TracingCheckError, clone as _clone
from torch.jit import RecursiveScriptModule, ScriptFunction, ScriptModule
from torch.nn import Module

_largest_literal = 4096


class TracedSize(int):
    """A size of a traced tensor: a number now, an expression in the text."""

    def __new__(cls, value, text):
        made = int.__new__(cls, value)
        made.text = text
        return made

    def __repr__(self):
        return "tensor(" + int.__repr__(self) + ")"

    __str__ = __repr__


def _add_operator(name, symbol):
    plain = getattr(int, name)
    is_reflected = name.startswith("__r")

    def method(self, other):
        value = plain(self, other)
        if not isinstance(value, int) or not isinstance(other, int):
            return value
        left, right = self.text, other.text if isinstance(other, TracedSize) else repr(other)
        if is_reflected:
            left, right = right, left
        return TracedSize(value, "(" + left + " " + symbol + " " + right + ")")

    setattr(TracedSize, name, method)


for _name, _symbol in (("add", "+"), ("sub", "-"), ("mul", "*"), ("floordiv", "//"), ("mod", "%")):
    _add_operator("__" + _name + "__", _symbol)
    _add_operator("__r" + _name + "__", _symbol)


def _member(path, name):
    return path + "." + name if name.isidentifier() else "getattr({}, {!r})".format(path, name)


class _Flat(Exception):
    """A part gives or takes what no compiled method does: its operators are to stand in the whole."""


class Recorder:
    def __init__(self, root=None, traces=None):
        self.lines = []
        self.root_path = "self"
        # Variables for members, by their paths, in the order in which they are used first.
        self.members = {}
        # What the parts of a module do, by their identities; None to have all in one method.
        self.traces = traces
        self.parent = None
        # Tensors of the caller that a part uses without being given them.
        self.lifted = []
        self.known = {}
        self.alive = []
        self.environment = {}
        self.constants = {}
        self.count = 0
        self.root = root
        if root is not None:
            self.add_members(root, "self")

    # Values and their names.

    def add_members(self, module, path):
        for name, value in [*module._parameters.items(), *module._buffers.items()]:
            if value is not None and id(value) not in self.known:
                self.bind(value, _Path(path, name))
        for name, part in module._modules.items():
            if part is not None:
                place = _Path(path, name)
                self.known.setdefault(id(part), place)
                self.alive.append(part)
                self.add_members(part, place)

    def bind(self, value, text):
        self.known[id(value)] = text
        self.alive.append(value)

    def new_name(self):
        self.count += 1
        return "_" + str(self.count)

    def text_of(self, known):
        """A variable, or that of a member."""
        if not isinstance(known, _Path):
            return known
        if known.text not in self.members:
            self.members[known.text] = ("_m" + str(len(self.members)), known)
        return self.members[known.text][0]

    def member_lines(self):
        """Members are read at the beginning, those that are used last first."""
        lines = []
        for variable, place in reversed(list(self.members.values())):
            lines.append(variable + " = " + place.text)
        return lines

    def bind_result(self, value, text):
        """Names the tensors in a result that the expression `text` is."""
        if isinstance(value, torch.Tensor):
            if id(value) not in self.known:
                self.bind(value, text)
        elif isinstance(value, (tuple, list)):
            for i, item in enumerate(value):
                self.bind_result(item, text + "[" + str(i) + "]")
        elif isinstance(value, dict):
            for key, item in value.items():
                self.bind_result(item, text + "[" + repr(key) + "]")

    def constant(self, tensor):
        if self.root is not None:
            name = "_constant" + str(len(self.constants))
            self.constants[name] = tensor.detach()
            self.bind(tensor, _Path("self", name))
        elif tensor.numel() > _largest_literal:
            raise RuntimeError("torch.jit.trace: a tensor of " + str(tensor.numel()) +
                               " elements that is no input of the function; trace a module that has it")
        else:
            name = self.new_name()
            self.lines.append("{} = torch.tensor({}, dtype={})".format(name, _literal(tensor.tolist()),
                                                                       tensor.dtype._code))
            self.bind(tensor, name)
        return self.text_of(self.known[id(tensor)])

    def is_computed(self, tensor):
        """Whether a tensor is no constant of those who call."""
        return id(tensor) in self.known or self.parent is not None and self.parent.is_computed(tensor)

    def spell(self, value):
        if isinstance(value, torch.Tensor):
            known = self.known.get(id(value))
            if known is not None:
                return self.text_of(known)
            if self.parent is not None and self.parent.is_computed(value):
                name = "lifted_" + str(len(self.lifted) + 1)
                self.lifted.append(value)
                self.bind(value, name)
                return name
            return self.constant(value)
        if isinstance(value, TracedSize):
            return value.text
        if isinstance(value, (list, tuple)):
            return "[" + ", ".join(self.spell(item) for item in value) + "]"
        return _literal(value)

    # What the operators tell.

    def call(self, name, args, kwargs, result):
        _torch.recorder = None
        try:
            self.record(name, args, kwargs, result)
        finally:
            _torch.recorder = self

    def record(self, name, args, kwargs, result):
        space, _, short = name.partition("::")
        if short in ("requires_grad", "is_leaf", "stride", "storage_offset", "is_contiguous", "data_ptr") or space == "prim":
            return
        parts = [self.spell(value) for value in args]
        parts += [key + "=" + self.spell(value) for key, value in kwargs.items()]
        text = "torch.ops." + space + "." + short + "(" + ", ".join(parts) + ")"
        if result is None or isinstance(result, torch.Tensor) and id(result) in self.known:
            self.lines.append(text)
            return
        variable = self.new_name()
        self.lines.append(variable + " = " + text)
        self.bind_result(result, variable)

    def sizes(self, tensor, sizes):
        """The sizes of a tensor as numbers that the function computes; None for what is no result of it."""
        text = self.known.get(id(tensor))
        if text is None or isinstance(text, _Path):
            return None
        return tuple(TracedSize(size, "{}.size({})".format(text, i)) for i, size in enumerate(sizes))

    def function(self, function, args, kwargs, result):
        for name, known in self.environment.items():
            if known is function:
                break
        else:
            name = "f" + str(len(self.environment))
            self.environment[name] = function
        self.record_call(name, args, kwargs, result)

    def record_call(self, callee, args, kwargs, result):
        parts = [self.spell(value) for value in args]
        parts += [key + "=" + self.spell(value) for key, value in kwargs.items()]
        variable = self.new_name()
        self.lines.append("{} = {}({})".format(variable, callee, ", ".join(parts)))
        self.bind_result(result, variable)

    def spell_module(self, module):
        text = self.known.get(id(module))
        if text is None:
            raise RuntimeError("torch.jit.trace: a compiled module is called that is no part of the traced one")
        return self.text_of(text)

    def enter(self, module, args, kwargs):
        """Calls a part of what is traced: a method of its own."""
        place = self.known.get(id(module))
        if self.traces is None or kwargs or not isinstance(place, _Path):
            return module.forward(*args, **kwargs)
        if not all(_is_tensors(value) for value in args):
            raise _Flat()
        inner = Recorder(module, self.traces)
        inner.parent = self
        names = _parameters_of(module.forward, len(args))
        parameters = []
        for name, value in zip(names, args):
            inner.bind_result(value, name)
            parameters.append(name + ": " + _annotation(value))
        _torch.recorder = inner
        try:
            result = module.forward(*args)
        finally:
            _torch.recorder = self
        if not _is_tensors(result):
            raise _Flat()
        inner.lines.append("return " + inner.output(result))
        known = self.traces.setdefault(id(module), [])
        method = "forward" + (str(len(known)) if known else "")
        parameters += ["lifted_{}: Tensor".format(i + 1) for i in range(len(inner.lifted))]
        known.append((method, ", ".join(parameters), inner))
        _torch.recorder = None
        try:
            callee = self.spell_module(module) + ("" if method == "forward" else "." + method)
            self.record_call(callee, (*args, *inner.lifted), {}, result)
        finally:
            _torch.recorder = self
        return result

    def output(self, value):
        if isinstance(value, torch.Tensor):
            return self.spell(value)
        if isinstance(value, list):
            return "[" + ", ".join(self.output(item) for item in value) + "]"
        if isinstance(value, tuple):
            return "(" + "".join(self.output(item) + ", " for item in value) + ")"
        if isinstance(value, dict):
            return "{" + ", ".join(repr(key) + ": " + self.output(item) for key, item in value.items()) + "}"
        if value is None or isinstance(value, (bool, int, float)):
            raise RuntimeError("Tracer cannot infer type of " + repr(value) +
                               "\n:Only tensors and (possibly nested) tuples of tensors, lists, or dictsare supported "
                               "as inputs or outputs of traced functions, but instead got value of type " +
                               type(value).__name__ + ".")
        return _literal(value)


class _Path:
    """A member of what is traced."""

    def __init__(self, owner, name):
        self.text = _member(owner if isinstance(owner, str) else owner.text, name)


def _is_tensors(value):
    if isinstance(value, (tuple, list)):
        return type(value) in (tuple, list) and len(value) > 0 and all(_is_tensors(item) for item in value)
    if isinstance(value, dict):
        return len(value) > 0 and all(isinstance(key, str) for key in value) and all(
            isinstance(item, torch.Tensor) for item in value.values())
    return isinstance(value, torch.Tensor)


def _literal(value):
    if isinstance(value, torch.dtype):
        return str(value._code)
    if isinstance(value, torch.device):
        return "torch.device(" + repr(str(value)) + ")"
    code = getattr(value, "_code", None)
    if code is not None:
        return str(code)
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return "float(" + repr(str(value)) + ")"
    if isinstance(value, complex):
        return "complex({!r}, {!r})".format(value.real, value.imag)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_literal(item) for item in value) + "]"
    return repr(value)


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


def record(function, inputs, root=None, names=None, traces=None):
    """The text of parameters, body and result of one run, and the names it uses."""
    inputs = inputs if isinstance(inputs, tuple) else (inputs,)
    inputs = _fresh(inputs)
    recorder = Recorder(root, traces)
    names = names or _parameters_of(function, len(inputs))
    parameters = []
    for name, value in zip(names, inputs):
        recorder.bind_result(value, name)
        parameters.append(name + ": " + _annotation(value))
    before = _torch.recorder
    _torch.recorder = recorder
    try:
        result = function(*inputs)
    finally:
        _torch.recorder = before
    recorder.lines.append("return " + recorder.output(result))
    return ", ".join(parameters), recorder


def _environment(recorder):
    import typing

    made = {"torch": torch, "Tensor": torch.Tensor, "List": typing.List, "Dict": typing.Dict, "Tuple": typing.Tuple}
    made.update(recorder.environment)
    return made


_imports = "import torch\nfrom torch import Tensor\nfrom typing import Dict, List, Tuple\n\n"


def _method(name, parameters, recorder):
    parameters = "self, " + parameters if parameters else "self"
    text = "    @torch.jit.export\n    def {}({}):\n".format(name, parameters)
    return text + "".join("        " + line + "\n" for line in recorder.member_lines() + recorder.lines) + "\n"


def trace_function(function, inputs):
    parameters, recorder = record(function, inputs)
    name = getattr(function, "__name__", "function")
    name = name if name.isidentifier() else "function"
    text = _imports + "def {}({}):\n".format(name, parameters)
    text += "".join("    " + line + "\n" for line in recorder.lines)
    module = _torch_jit.define(text, "<traced " + name + ">", _environment(recorder))
    return _torch_jit.script_function(getattr(module, name))


def _make(module, methods, traces):
    """A module with the members of another and these methods; its parts likewise."""
    body, environment, constants = "", {"Module": Module}, {}
    for method, parameters, recorder in methods:
        body += _method(method, parameters, recorder)
        environment.update(_environment(recorder))
        constants.update(recorder.constants)
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
        if name in Module().__dict__:
            own[name] = value
    for name in ("_forward_hooks", "_forward_pre_hooks"):
        own[name] = OrderedDict()
    own["_modules"] = OrderedDict(
        (name, part if part is None or isinstance(part, ScriptModule) else _make(part, traces.get(id(part), []), traces))
        for name, part in module._modules.items())


def _as_tuple(inputs):
    return inputs if isinstance(inputs, tuple) else (inputs,)


def _as_methods(name, check_inputs):
    return None if check_inputs is None else [{name: inputs} for inputs in check_inputs]


def trace_module(module, inputs, check_trace=False, check_inputs=None, check_tolerance=1e-5):
    traced = _trace_whole(module, inputs)
    if check_trace:
        for name in inputs:
            for methods in [inputs] if check_inputs is None else check_inputs:
                with torch.no_grad():
                    again = _trace_whole(module, {key: _clone(_as_tuple(value)) for key, value in methods.items()})
                    function = module if name == "forward" else getattr(module, name)
                    _trace_check.check(function, getattr(traced, name), getattr(again, name),
                                       _as_tuple(methods[name]), check_tolerance)
    return traced


def _trace_whole(module, inputs):
    before = torch.get_rng_state()
    try:
        return _trace_module(module, inputs, {})
    except _Flat:
        torch.set_rng_state(before)
        return _trace_module(module, inputs, None)


def _trace_module(module, inputs, traces):
    methods = []
    for method, example in inputs.items():
        function = module if method == "forward" else getattr(module, method)
        example = example if isinstance(example, tuple) else (example,)
        names = _parameters_of(getattr(module, method), len(example))
        parameters, recorder = record(lambda *args: function(*args), example, module, names, traces)
        # Constants of several methods have names of their own.
        methods.append((method, parameters, recorder))
        for i, (_, _, other) in enumerate(methods[:-1]):
            if other.constants.keys() & recorder.constants.keys():
                raise RuntimeError("torch.jit.trace_module: several methods with constant tensors; make them buffers")
    made = _make(module, methods, traces or {})
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
                            check_tolerance)
    if hasattr(func, "__self__") and isinstance(func.__self__, Module):
        return trace_module(func.__self__, {func.__name__: example_inputs}, check_trace,
                            _as_methods(func.__name__, check_inputs), check_tolerance)
    traced = trace_function(func, example_inputs)
    if check_trace:
        for inputs in [example_inputs] if check_inputs is None else check_inputs:
            inputs = _as_tuple(inputs)
            with torch.no_grad():
                again = trace_function(func, _clone(inputs))
                _trace_check.check(func, traced, again, inputs, check_tolerance)
    return traced
