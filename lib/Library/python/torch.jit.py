"""torch.jit: what the compiler takes, and what it gives back."""

import _torch_jit
import typing as _typing
import enum as _enum

_types = type

Final = _typing.Final
ScriptFunction = _torch_jit.ScriptFunction
ScriptMethod = _torch_jit.ScriptMethod


class Error(Exception):
    """What compiled code raised."""


Error.__module__ = "torch.jit"


class FrontendError(Exception):
    """A construct that is refused before names are looked up."""


class NotSupportedError(FrontendError):
    pass


class UnsupportedNodeError(NotSupportedError):
    pass


for _class in (FrontendError, NotSupportedError, UnsupportedNodeError):
    _class.__module__ = "torch.jit.frontend"


def script(obj, optimize=None, _frames_up=0, _rcb=None, example_inputs=None):
    from torch.nn import Module

    if isinstance(obj, (ScriptModule, ScriptFunction)):
        return obj
    if isinstance(obj, Module):
        return _script_module(obj)
    if isinstance(obj, type):
        return _script_class(obj, Module)
    if isinstance(obj, (dict, list)):
        return obj
    if not _is_function(obj) and not isinstance(obj, (int, float, str, tuple)):
        return _script_object(obj)
    if getattr(obj, "__name__", None) == "<lambda>":
        raise RuntimeError("Expected a single top-level function: a lambda has no statements that could be compiled; write a function with 'def'")
    return _torch_jit.script_function(obj)


def _is_function(obj):
    return hasattr(obj, "__code__") or hasattr(obj, "__func__") or hasattr(obj, "__wrapped__") or (
        callable(obj) and hasattr(obj, "__name__"))


def _script_class(cls, Module):
    if issubclass(cls, Module):
        raise RuntimeError(
            f"Type '{cls}' cannot be compiled since it inherits from nn.Module, pass an instance instead"
        )
    if issubclass(cls, _enum.Enum) or issubclass(cls, tuple):
        return cls
    return _torch_jit.script_class(cls)


def _script_object(obj):
    # An instance of a class that is no module: its class is compiled, and its `forward` called.
    if hasattr(obj, "forward"):
        return _torch_jit.script_function(obj.forward)
    return _torch_jit.script_class(type(obj)) and obj


def _script_module(module):
    # Classes that are made while a program runs say themselves what their text is.
    if hasattr(type(module), "_scriptable"):
        module = module._scriptable()
    handle = _torch_jit.script_module(module)
    return RecursiveScriptModule(handle, module)


def _module_class():
    import torch.nn.modules.module as module

    return module.Module


class _Members:
    """The parameters or buffers of a compiled module, as a dict."""

    def __init__(self, handle, kind):
        self._own = handle
        self._names = handle.members(kind)

    def keys(self):
        return list(self._names)

    def values(self):
        return [self._own.get(name) for name in self._names]

    def items(self):
        return [(name, self._own.get(name)) for name in self._names]

    def get(self, name, default=None):
        return self._own.get(name) if name in self._names else default

    def __contains__(self, name):
        return name in self._names

    def __getitem__(self, name):
        if name not in self._names:
            raise KeyError(name)
        return self._own.get(name)

    def __setitem__(self, name, value):
        if name not in self._names:
            raise RuntimeError(
                "Can't add a new parameter after ScriptModule construction. Tried to add '{}".format(name))
        self._own.set(name, value)

    def __iter__(self):
        return iter(list(self._names))

    def __len__(self):
        return len(self._names)

    def __copy__(self):
        return dict(self.items())


def script_method(function):
    """A method of a class derived from ScriptModule that is compiled with its instances."""
    function._torchscript_modifier = "export"
    return function


class _ScriptMeta(type):
    """Compiles instances of classes derived from ScriptModule as soon as their constructor is done."""

    def __call__(cls, *args, **kwargs):
        made = type.__call__(cls, *args, **kwargs)
        if not made._is_compiled():
            made._hand_over()
        return made


class ScriptModule(_module_class(), metaclass=_ScriptMeta):
    """When the constructor is done, `_actual_script_module`, its compiled form, has its members and answers for it."""

    def _hand_over(self):
        actual = _script_module(self)
        own = self.__dict__
        original = actual._original = object.__new__(type(self))
        original.__dict__.update(own)
        for name in ("_parameters", "_buffers", "_modules", *actual._members):
            own.pop(name, None)
        self._stand_for(actual)

    def _stand_for(self, actual):
        own = self.__dict__
        own["_actual_script_module"] = actual
        for name in actual._handle.methods:
            own[name] = getattr(actual, name)
        for name in ("_backward_hooks", "_forward_hooks", "_forward_pre_hooks", "_is_full_backward_hook"):
            actual.__dict__[name] = own[name]

    def __call__(self, *args, **kwargs):
        import _torch

        if not self._is_compiled():
            return super().__call__(*args, **kwargs)
        recorder = _torch.recorder
        if recorder is None:
            import torch

            result = self._call_impl(*args, **kwargs)
            if torch.is_inference_mode_enabled():
                _note_inference(result, torch.Tensor)
            return result
        _torch.recorder = None
        try:
            result = self._call_impl(*args, **kwargs)
            recorder.record_call(recorder.spell_module(self), args, kwargs, result)
        finally:
            _torch.recorder = recorder
        return result

    def _is_compiled(self):
        return "_actual_script_module" in self.__dict__

    def __deepcopy__(self, memo):
        import copy

        actual = self.__dict__.get("_actual_script_module")
        if actual is not None:
            return copy.deepcopy(actual, memo)
        made = memo[id(self)] = object.__new__(type(self))
        made.__dict__.update((name, copy.deepcopy(value, memo)) for name, value in self.__dict__.items())
        return made

    def __getattr__(self, name):
        actual = self.__dict__.get("_actual_script_module")
        if actual is None:
            return super().__getattr__(name)
        return getattr(actual, name)

    def __setattr__(self, name, value):
        actual = self.__dict__.get("_actual_script_module")
        if actual is None:
            super().__setattr__(name, value)
        else:
            setattr(actual, name, value)

    def _materialize(self):
        return self._actual_script_module._materialize()

    @property
    def original_name(self):
        return type(self).__name__

    @property
    def code(self):
        return self._actual_script_module.code

    @property
    def graph(self):
        return self._actual_script_module.graph

    def save(self, f, _extra_files=None):
        save(self._actual_script_module, f, _extra_files)

    def __repr__(self):
        return _show_compiled(self, type(self).__name__)


def _show_compiled(module, name):
    """The parts of such an instance are compiled, too: those of other classes have no name of their own."""
    lines = []
    for key, part in module._modules.items():
        if part is not None and not isinstance(part, ScriptModule):
            text = _show_compiled(part, "RecursiveScriptModule")
        else:
            text = repr(part)
        lines.append("  (" + key + "): " + text.replace("\n", "\n  "))
    extra = module.extra_repr() if isinstance(module, ScriptModule) else "original_name=" + type(module).__name__
    if not lines:
        return name + "(" + extra + ")"
    return name + "(\n" + "".join("  " + line + "\n" for line in extra.split("\n") if extra) + "\n".join(lines) + "\n)"


_compiled_containers = ("Sequential", "ModuleList", "ModuleDict")
_container_methods = ("__getitem__", "__len__", "__iter__", "__contains__")


def _note_inference(value, tensor_class):
    """Marks what compiled code made in inference mode."""
    import _torch

    if isinstance(value, tensor_class):
        _torch.make_inference(value)
    elif isinstance(value, (list, tuple)):
        for part in value:
            _note_inference(part, tensor_class)
    elif isinstance(value, dict):
        _note_inference(list(value.values()), tensor_class)


class RecursiveScriptModule(ScriptModule):
    def __init__(self, handle, original):
        from collections import OrderedDict

        own = self.__dict__
        own["_original"] = original
        own["_non_persistent_buffers_set"] = set()
        own["_is_full_backward_hook"] = None
        for name in ("_backward_hooks", "_forward_hooks", "_forward_pre_hooks", "_state_dict_hooks",
                     "_load_state_dict_pre_hooks", "_load_state_dict_post_hooks", "_modules"):
            own[name] = OrderedDict()
        if original is not None:
            own["_forward_hooks"].update(original._forward_hooks)
            own["_forward_pre_hooks"].update(original._forward_pre_hooks)
        for name in handle.members("module"):
            part = original._modules.get(name) if original is not None else None
            own["_modules"][name] = (part if isinstance(part, ScriptModule) else
                                     getattr(type(self), "_part_class", RecursiveScriptModule)(handle.child(name), part))
        self._take(handle)
        if original is not None:
            self._copy_ignored(original)
            self._copy_container(original)

    def _take(self, handle):
        """Stands for that object of compiled code from now on."""
        own = self.__dict__
        own["_handle"] = handle
        own["_members"] = set(handle.members("attribute")) | set(handle.members("constant"))
        own["_constants"] = set(handle.members("constant"))
        own["_parameters"] = _Members(handle, "parameter")
        own["_buffers"] = _Members(handle, "buffer")
        handle.bind(self)
        for name in handle.methods:
            own[name] = handle.method(name)
        # As in PyTorch 1.13 the property is what the name stands for, not its value.
        for name in handle.methods:
            if name.startswith("__") and name.endswith("_getter"):
                own[name[2:-7]] = property(own[name], own.get(name[:-7] + "_setter"))

    def _take_all(self, handle):
        self._take(handle)
        for name, part in self._modules.items():
            part._take_all(handle.child(name))

    def _replace(self, name, value):
        """Another module for one of an interface, or of the same type: the code is compiled anew for it."""
        if not isinstance(value, RecursiveScriptModule):
            raise RuntimeError("Cannot re-assign modules in a ScriptModule with non-scripted module, tried to replace existing "
                               f"module '{name}': {value}")
        own = self.__dict__
        if self._original is None or value._original is None:
            raise RuntimeError(f"module '{name}' cannot be replaced: what was loaded is not compiled anew here")
        wanted = _interface_of(type(self._original), name)
        found = _spell_class(value)
        if wanted is not None:
            missing = [m for m in wanted.__dict__ if callable(wanted.__dict__[m]) and m not in value._handle.methods]
            if missing:
                raise RuntimeError(f"Object of type {found} is not compatible with interface __torch__.{wanted.__name__}: "
                                   f"it has no method '{missing[0]}'")
        elif not _is_same_type(own["_modules"][name], value):
            raise RuntimeError(f"Expected a value of type '{_spell_class(own['_modules'][name])}' for field '{name}', "
                               f"but found '{found}'")
        before = own["_modules"][name]
        own["_modules"][name] = value
        try:
            self._take_all(_torch_jit.script_module(self._materialize()))
        except Exception:
            own["_modules"][name] = before
            raise

    def _copy_container(self, original):
        # What containers do in Python works on the modules as they were, which are not compiled.
        for name in _container_methods:
            if any(cls.__module__ == "torch.nn.modules.container" and cls.__name__ in _compiled_containers and
                   name in cls.__dict__ for cls in type(original).__mro__):
                self.__dict__[name] = getattr(original, name)

    def _copy_ignored(self, original):
        for cls in type(original).__mro__:
            for name, value in cls.__dict__.items():
                modifier = getattr(value, "_torchscript_modifier", None)
                if modifier in ("ignore", "unused") and name not in self.__dict__:
                    self.__dict__[name] = value.__get__(self)

    __repr__ = _module_class().__repr__

    def _is_compiled(self):
        return True

    @property
    def original_name(self):
        return self._handle.original_name

    @property
    def code(self):
        return self.forward.code

    @property
    def graph(self):
        return self.forward.graph

    @property
    def inlined_graph(self):
        return self.forward.inlined_graph

    @property
    def graph_for(self):
        return self.forward.graph_for

    @property
    def code_with_constants(self):
        return self.forward.code_with_constants

    def forward_magic_method(self, name, *args, **kwargs):
        method = self.__dict__.get(name)
        if method is None:
            raise NotImplementedError()
        return method(*args, **kwargs)

    def __getattr__(self, name):
        own = self.__dict__
        if "_handle" not in own:
            raise AttributeError(f"'RecursiveScriptModule' object has no attribute '{name}'")
        if name in own["_modules"]:
            return own["_modules"][name]
        if name in own["_members"] or name in own["_parameters"] or name in own["_buffers"]:
            return own["_handle"].get(name)
        if name == "_c":
            raise AttributeError("'RecursiveScriptModule' object has no attribute '_c': there is no object of "
                                 "PyTorch's C++ behind a module that this compiler made")
        raise AttributeError(f"'RecursiveScriptModule' object has no attribute '{name}'")

    def __setattr__(self, name, value):
        own = self.__dict__
        if name in own["_constants"]:
            raise AttributeError("Cannot mutate TorchScript constant value: '{}'. Value: '{}'".format(name, value))
        if name in own["_members"] or name in own["_parameters"] or name in own["_buffers"]:
            own["_handle"].set(name, value)
        elif name in own["_modules"]:
            self._replace(name, value)
        else:
            object.__setattr__(self, name, value)

    def extra_repr(self):
        return "original_name={}".format(self.original_name)

    def _materialize(self):
        """A module as it was before it was compiled, with the members of now."""
        from collections import OrderedDict

        original = self._original
        made = object.__new__(type(original))
        made.__dict__.update(original.__dict__)
        own = made.__dict__
        own["_parameters"] = OrderedDict(self._parameters.items())
        own["_buffers"] = OrderedDict(self._buffers.items())
        own["_modules"] = OrderedDict(
            (name, original._modules[name] if name not in self._modules else self._modules[name]._materialize())
            for name in original._modules)
        for name in self._handle.members("attribute"):
            own[name] = self._handle.get(name)
        return made

    def _save_bytes(self, extra_files=None):
        return _torch_jit.save(self._handle, dict(extra_files or {}).items())

    def save(self, f, _extra_files=None):
        save(self, f, _extra_files)

    def save_to_buffer(self, _extra_files=None):
        return self._save_bytes(_extra_files)

    def __deepcopy__(self, memo):
        import copy

        if self._original is None:
            return _load_bytes(self._save_bytes(), {})
        return _script_module(copy.deepcopy(self._materialize(), memo))

    def __copy__(self):
        return self.__deepcopy__({}) if self._original is None else _script_module(self._materialize())

    def __dir__(self):
        return sorted(set(list(ScriptModule.__dir__(self)) + list(self._members)))

    def __iter__(self):
        return self.forward_magic_method("__iter__")

    def __getitem__(self, index):
        return self.forward_magic_method("__getitem__", index)

    def __len__(self):
        return self.forward_magic_method("__len__")

    def __contains__(self, key):
        return self.forward_magic_method("__contains__", key)

    def __bool__(self):
        return True


RecursiveScriptModule.__module__ = "torch.jit._script"


def _write_file(f, data):
    if hasattr(f, "write"):
        f.write(data)
        return
    import _files
    import os

    _files.write(os.fspath(f), data)


def _read_file(f):
    if hasattr(f, "read"):
        return f.read()
    import _files
    import os

    return _files.read(os.fspath(f))


def save(m, f, _extra_files=None):
    if isinstance(m, ScriptModule) and not isinstance(m, RecursiveScriptModule):
        m = m._actual_script_module
    if isinstance(m, RecursiveScriptModule):
        data = m._save_bytes(_extra_files)
    elif isinstance(m, ScriptFunction):
        data = _torch_jit.save(m, dict(_extra_files or {}).items())
    else:
        raise AttributeError("'{}' object has no attribute 'save'".format(type(m).__name__))
    _write_file(f, data)


def _adopt(module):
    """Tensors of a module from an archive are the same objects each time."""
    handle = module._handle
    for name in [*module._parameters.keys(), *module._buffers.keys()]:
        tensor = handle.get(name)
        if tensor is not None:
            tensor.requires_grad = handle.requires_grad(name)
            handle.adopt(name, tensor)
    for part in module._modules.values():
        _adopt(part)


def _load_bytes(data, extra_files):
    handle, files = _torch_jit.load(data, False)
    for name in extra_files:
        if name in files:
            extra_files[name] = files[name]
    module = RecursiveScriptModule(handle, None)
    _adopt(module)
    return module


def load(f, map_location=None, _extra_files=None):
    if map_location is not None and str(map_location).partition(":")[0] not in ("cpu",):
        raise RuntimeError("torch.jit.load: there is no device '" + str(map_location) + "' here, only 'cpu'")
    try:
        data = _read_file(f)
    except FileNotFoundError:
        raise ValueError("The provided filename {} does not exist".format(f)) from None
    return _load_bytes(data, {} if _extra_files is None else _extra_files)


def is_scripting():
    return False


def is_tracing():
    import _torch

    return _torch.recorder is not None


def trace(func, example_inputs, *args, **kwargs):
    import _torch_trace

    return _torch_trace.trace(func, example_inputs, *args, **kwargs)


def __getattr__(name):
    if name == "isinstance":
        import _jit_isinstance

        return _jit_isinstance.isinstance
    if name in ("TracerWarning", "TracingCheckError", "TracedModule", "TopLevelTracedModule"):
        import _torch_trace

        return getattr(_torch_trace, name)
    if name == "frontend":
        return __import__("torch.jit.frontend", None, None, ("*",))
    raise AttributeError(f"module 'torch.jit' has no attribute {name!r}")


def trace_module(mod, inputs, optimize=None, check_trace=True, check_inputs=None, check_tolerance=1e-5, strict=True,
                 **unused):
    import _torch_trace

    return _torch_trace.trace_module(mod, inputs, check_trace, check_inputs, check_tolerance, strict)


def ignore(drop=False, **kwargs):
    if callable(drop):
        drop._torchscript_modifier = "ignore"
        return drop

    def decorate(function):
        function._torchscript_modifier = "ignore"
        return function

    return decorate


def unused(function):
    if isinstance(function, property):
        return function
    function._torchscript_modifier = "unused"
    return function


def export(function):
    function._torchscript_modifier = "export"
    return function


def interface(cls):
    cls.__torch_script_interface__ = "__torch__." + cls.__qualname__
    return cls


def _spell_class(module):
    cls = type(module._original)
    return "__torch__." + ("" if cls.__module__ == "__main__" else cls.__module__ + ".") + cls.__qualname__


def _interface_of(cls, name):
    """The interface that an attribute of a module is declared with."""
    from typing import get_type_hints

    try:
        hint = get_type_hints(cls).get(name)
    except Exception:
        return None
    return hint if isinstance(hint, type) and "__torch_script_interface__" in hint.__dict__ else None


def _is_same_type(a, b):
    """Whether two compiled modules have the same code and constants, so that one can stand for the other."""
    return (type(a._original) is type(b._original) and a._members == b._members and
            [(n, p is None) for n, p in a._parameters.items()] == [(n, p is None) for n, p in b._parameters.items()] and
            all(a._handle.get(n) == b._handle.get(n) for n in a._constants) and list(a._modules) == list(b._modules) and
            all(_is_same_type(part, b._modules[n]) for n, part in a._modules.items()))


def annotate(type, value):
    return value


def _overload(function):
    return function


_overload_method = _overload


def script_if_tracing(function):
    return function


_script_if_tracing = script_if_tracing


from torch.futures import Future, _completed


def fork(function, *args, **kwargs):
    return _completed(function(*args, **kwargs))


def wait(future):
    return future.wait()


_fork, _wait = fork, wait


class Attribute:
    def __init__(self, value, type):
        self.value = value
        self.type = type

    @property
    def _spelling(self):
        return self.type.__name__ if isinstance(self.type, _types) else str(self.type)


def set_fusion_strategy(strategy):
    return []


def enable_onednn_fusion(enabled):
    return None


class fuser:
    """Which of PyTorch's fusers compiles; this compiler has one way of its own."""

    def __init__(self, name):
        if name not in ("fuser0", "fuser1", "fuser2", "fuser3"):
            raise Exception("unrecognized fuser option")

    def __enter__(self):
        return None

    def __exit__(self, *error):
        return None


class strict_fusion:
    def __enter__(self):
        return None

    def __exit__(self, *error):
        return None


class ScriptWarning(Warning):
    pass


def onednn_fusion_enabled():
    return False


class optimized_execution:
    def __init__(self, should_optimize):
        pass

    def __enter__(self):
        return None

    def __exit__(self, *error):
        return None


class _FrozenModule(RecursiveScriptModule):
    """A compiled module whose members are part of its code: it has none of its own."""

    def __init__(self, handle, original):
        from collections import OrderedDict

        RecursiveScriptModule.__init__(self, handle, original)
        own = self.__dict__
        own["_held"] = own["_modules"]
        own["_parameters"], own["_buffers"], own["_modules"] = OrderedDict(), OrderedDict(), OrderedDict()
        own["_members"] = own["_constants"] = set()
        own["training"] = False


_FrozenModule.__name__ = _FrozenModule.__qualname__ = "RecursiveScriptModule"
_FrozenModule.__module__ = "torch.jit._script"


def freeze(mod, preserved_attrs=None, optimize_numerics=True):
    import copy

    if isinstance(mod, ScriptModule) and not isinstance(mod, RecursiveScriptModule):
        mod = mod._actual_script_module
    if not isinstance(mod, ScriptModule):
        raise RuntimeError("Freezing expects a ScriptModule as input. Please use torch.jit.script or torch.jit.trace to "
                           "script your 'nn.Module'.")
    if mod.training:
        raise RuntimeError("Freezing is currently only implemented for modules in eval mode. Please call .eval() on your "
                           "module before freezing.")
    if mod._original is None:
        frozen = _FrozenModule(copy.deepcopy(mod)._handle, None)
    else:
        plain = mod._materialize()
        # What is part of the code has no gradient; all else it shares with the module.
        for part in plain.modules():
            for name, parameter in part._parameters.items():
                if parameter is not None:
                    part._parameters[name] = type(parameter)(parameter.detach(), False)
        frozen = _FrozenModule(_torch_jit.script_module(plain), plain)
    preserved = list(preserved_attrs or [])
    own = frozen.__dict__
    for name in frozen._handle.methods:
        if name != "forward" and name not in preserved:
            own.pop(name, None)
    for name in preserved:
        for kind, members in (("parameter", own["_parameters"]), ("buffer", own["_buffers"])):
            if name in frozen._handle.members(kind):
                members[name] = frozen._handle.get(name)
        if name not in own and name not in own["_parameters"] and name not in own["_buffers"]:
            own[name] = getattr(mod, name)
    return frozen


def optimize_for_inference(mod, other_methods=None):
    return mod if isinstance(mod, _FrozenModule) else freeze(mod.eval(), other_methods)


def run_frozen_optimizations(mod, optimize_numerics=True, preserved_methods=None):
    return None
