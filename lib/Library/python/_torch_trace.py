"""torch.jit.trace: the operators of one run as the text of a function, which is compiled like any other."""

import warnings as _warnings

import _torch
import _torch_jit
import torch
from torch.jit import RecursiveScriptModule, ScriptFunction, ScriptModule
from torch.nn import Module

_largest_literal = 4096


class TracerWarning(Warning):
    pass


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


class Recorder:
    def __init__(self, root=None):
        self.lines = []
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
                self.bind(value, _member(path, name))
        for name, part in module._modules.items():
            if part is not None:
                self.known.setdefault(id(part), _member(path, name))
                self.alive.append(part)
                self.add_members(part, _member(path, name))

    def bind(self, value, text):
        self.known[id(value)] = text
        self.alive.append(value)

    def new_name(self):
        self.count += 1
        return "v" + str(self.count)

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
            self.bind(tensor, "self." + name)
        elif tensor.numel() > _largest_literal:
            raise RuntimeError("torch.jit.trace: a tensor of " + str(tensor.numel()) +
                               " elements that is no input of the function; trace a module that has it")
        else:
            name = self.new_name()
            self.lines.append("{} = torch.tensor({}, dtype={})".format(name, _literal(tensor.tolist()),
                                                                       tensor.dtype._code))
            self.bind(tensor, name)
        return self.known[id(tensor)]

    def spell(self, value):
        if isinstance(value, torch.Tensor):
            return self.known.get(id(value)) or self.constant(value)
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
        if text is None or text.startswith("self.") or text.startswith("getattr("):
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
        return text

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


def record(function, inputs, root=None):
    """The text of parameters, body and result of one run, and the names it uses."""
    inputs = inputs if isinstance(inputs, tuple) else (inputs,)
    inputs = _fresh(inputs)
    recorder = Recorder(root)
    names = _parameters_of(function, len(inputs))
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


def trace_function(function, inputs):
    parameters, recorder = record(function, inputs)
    name = getattr(function, "__name__", "function")
    name = name if name.isidentifier() else "function"
    text = _imports + "def {}({}):\n".format(name, parameters)
    text += "".join("    " + line + "\n" for line in recorder.lines)
    module = _torch_jit.define(text, "<traced " + name + ">", _environment(recorder))
    return _torch_jit.script_function(getattr(module, name))


def _shell(module):
    """A part of a traced module: its members without its code."""
    if isinstance(module, ScriptModule):
        return module
    name = type(module).__name__
    shell = _torch_jit.define(
        "from torch.nn import Module\n\n\nclass {}(Module):\n    pass\n".format(name), "<traced " + name + ">", {})
    made = object.__new__(getattr(shell, name))
    _fill(made, module)
    return made


def _fill(made, module):
    from collections import OrderedDict

    own = made.__dict__
    for name, value in module.__dict__.items():
        if name in Module().__dict__:
            own[name] = value
    for name in ("_forward_hooks", "_forward_pre_hooks"):
        own[name] = OrderedDict()
    own["_modules"] = OrderedDict(
        (name, part if part is None else _shell(part)) for name, part in module._modules.items())


def trace_module(module, inputs):
    body, environment, constants = "", {}, {}
    for method, example in inputs.items():
        function = module if method == "forward" else getattr(module, method)
        parameters, recorder = record_method(module, function, method, example, len(constants))
        body += "    @torch.jit.export\n    def {}(self, {}):\n".format(method, parameters)
        body += "".join("        " + line + "\n" for line in recorder.lines) + "\n"
        environment.update(_environment(recorder))
        constants.update(recorder.constants)
    name = type(module).__name__
    text = _imports + "from torch.nn import Module\n\n\nclass {}(Module):\n".format(name) + body
    environment["Module"] = Module
    namespace = _torch_jit.define(text, "<traced " + name + ">", environment)
    made = object.__new__(getattr(namespace, name))
    _fill(made, module)
    for key, tensor in constants.items():
        made.__dict__[key] = tensor
    return TopLevelTracedModule(_torch_jit.script_module(made), made)


def record_method(module, function, method, example, first):
    inputs = example if isinstance(example, tuple) else (example,)
    names = _parameters_of(getattr(module, method), len(inputs))

    def run(*args):
        return function(*args)

    parameters, recorder = record(run, inputs, module)
    # The names that the method gives its parameters.
    for i, name in enumerate(names):
        recorder.lines.insert(i, "argument_{} = {}".format(i + 1, name))
        parameters = parameters.replace("argument_{}:".format(i + 1), name + ":", 1)
    return parameters, recorder


class TracedModule(ScriptModule):
    pass


class TopLevelTracedModule(RecursiveScriptModule):
    def _get_name(self):
        return self.original_name


def trace(func, example_inputs, optimize=None, check_trace=True, check_inputs=None, check_tolerance=1e-5, strict=True,
          **unused):
    if isinstance(func, (ScriptModule, ScriptFunction)):
        _warnings.warn("The input to trace is already a ScriptModule, tracing it is a no-op. Returning the object as is.")
        return func
    if isinstance(func, Module):
        return trace_module(func, {"forward": example_inputs})
    if hasattr(func, "__self__") and isinstance(func.__self__, Module):
        return trace_module(func.__self__, {func.__name__: example_inputs})
    return trace_function(func, example_inputs)
