"""torch.fx._symbolic_trace: the graph of a function or module, from one run with values that stand for any."""

import builtins as _builtins
import functools as _functools
import inspect as _inspect
import math as _math
import warnings as _warnings
from types import FunctionType as _FunctionType

import _system
import torch
import torch.utils._pytree as _pytree
from torch.fx.graph import Graph, _PyTreeCodeGen, _PyTreeInfo
from torch.fx.graph_module import GraphModule
from torch.fx.node import base_types, map_aggregate
from torch.fx.proxy import ParameterProxy, Proxy, TracerBase

_orig_module_call = torch.nn.Module.__call__
_orig_module_getattr = torch.nn.Module.__getattr__
_proxyable_classes = {}
_is_fx_tracing_flag = False


def is_fx_tracing():
    return _is_fx_tracing_flag


class ProxyableClassMeta(type):
    """Classes whose instances are made in the graph, where they are made of what stands for values."""

    def __init__(cls, name, bases, attrs):
        _proxyable_classes.setdefault(cls)
        super().__init__(name, bases, attrs)

    def __call__(cls, *args, **kwargs):
        proxy = _find_proxy(args, kwargs)
        if proxy is not None:
            return proxy.tracer.create_proxy("call_function", cls, args, kwargs)
        return super().__call__(*args, **kwargs)


class PHBase:
    """What stands for an input within `concrete_args`."""

    def __repr__(self):
        return "PH"


PH = PHBase()


class Tracer(TracerBase):
    def __init__(self, autowrap_modules=(_math,), autowrap_functions=(), param_shapes_constant=False):
        super().__init__()
        self._autowrap_function_ids = {
            id(value) for module in autowrap_modules for name, value in module.__dict__.items()
            if not name.startswith("_") and callable(value)
        }
        self._autowrap_function_ids.update(map(id, autowrap_functions))
        self._autowrap_search = list(autowrap_modules)
        self.param_shapes_constant = param_shapes_constant
        self.submodule_paths = None

    def create_arg(self, a):
        if isinstance(a, torch.nn.Parameter):
            return self._create_member(a, self.root.named_parameters(), "parameter is not a member of this module")
        if isinstance(a, torch.Tensor):
            found = self._create_member(a, self.root.named_buffers(), None)
            if found is not None:
                return found
        elif isinstance(a, torch.nn.Module):
            found = self._create_member(a, self.root.named_modules(), None)
            if found is not None:
                return found
        if isinstance(a, tuple) and hasattr(a, "_fields"):
            return self.create_node("call_function", type(a), tuple(self.create_arg(item) for item in a), {})
        if isinstance(a, (torch.Tensor, torch._C.ScriptObject)):
            name = self.tensor_attrs.get(a)
            if not name:
                name = self.tensor_attrs[a] = self._add_constant("_tensor_constant", a)
            return self.create_node("get_attr", name, (), {})
        if type(a) in _proxyable_classes:
            return self.create_node("get_attr", self._add_constant(f"_{type(a).__name__}_constant_", a), (), {})
        return super().create_arg(a)

    def _create_member(self, value, members, missing):
        for name, member in members:
            if member is value:
                return self.create_node("get_attr", name, (), {})
        if missing is not None:
            raise NameError(missing)
        return None

    def _add_constant(self, prefix, value):
        number = 0
        while hasattr(self.root, f"{prefix}{number}"):
            number += 1
        setattr(self.root, f"{prefix}{number}", value)
        return f"{prefix}{number}"

    def is_leaf_module(self, m, module_qualified_name):
        return m.__module__.startswith(("torch.nn", "torch.ao.nn")) and not isinstance(m, torch.nn.Sequential)

    def path_of_module(self, mod):
        if self.submodule_paths:
            path = self.submodule_paths.get(mod)
            if path is not None:
                return path
        else:
            for path, module in self.root.named_modules():
                if module is mod:
                    return path
        raise NameError("module is not installed as a submodule")

    def call_module(self, m, forward, args, kwargs):
        path = self.path_of_module(m)
        if not self.is_leaf_module(m, path):
            return forward(*args, **kwargs)
        return self.create_proxy("call_module", path, args, kwargs)

    def getattr(self, attr, attr_val, parameter_proxy_cache):
        """A parameter is a step of its own, one for each name."""
        if isinstance(attr_val, torch.nn.Parameter):
            members = self.root.named_parameters()
        elif self.proxy_buffer_attributes and isinstance(attr_val, torch.Tensor):
            members = self.root.named_buffers()
        else:
            return attr_val
        for name, member in members:
            if member is not attr_val:
                continue
            if name not in parameter_proxy_cache:
                more = {}
                if self.param_shapes_constant:
                    more["proxy_factory_fn"] = lambda node: ParameterProxy(self, node, name, attr_val)
                parameter_proxy_cache[name] = self.create_proxy("get_attr", name, (), {}, **more)
            return parameter_proxy_cache[name]
        return attr_val

    # The inputs.

    def create_args_for_root(self, root_fn, is_module, concrete_args=None):
        function = _inspect.unwrap(root_fn)
        code = function.__code__
        count = code.co_argcount + code.co_kwonlyargcount
        names = list(code.co_varnames)
        skipped = 1 if is_module else 0
        if is_module and count == 0:
            raise RuntimeError("``self`` argument cannot be part of *args expansion!")
        args = [self.root] if is_module else []
        parameters = _inspect.signature(function).parameters
        own = names[skipped:count]
        if isinstance(concrete_args, tuple):
            if len(own) != len(concrete_args):
                raise RuntimeError(f"Tracing expected {len(own)} arguments but got {len(concrete_args)} concrete arguments")
            concrete_args = dict(zip(own, concrete_args))
        for name in own:
            default = parameters[name].default
            default = () if default is _inspect.Parameter.empty else (default,)
            if concrete_args is not None and name in concrete_args:
                args.append(self._specialize(name, default, concrete_args[name]))
            else:
                args.append(self.create_proxy("placeholder", name, default, {}, type_expr=function.__annotations__.get(name)))
        if code.co_kwonlyargcount or code.co_flags & 12:
            gathered = [star + name for star, name in zip(
                [star for star, flag in (("*", 4), ("**", 8)) if code.co_flags & flag], names[count:])]
            for name in gathered:
                args.append(self.create_proxy("placeholder", name, (), {}, type_expr=function.__annotations__.get(name)))
            # What is gathered is a value like others within.
            gathering, root_fn = function, lambda *given: _system.call_bound(gathering, given)
        leaves, spec = _pytree.tree_flatten(tuple(args))
        if all(isinstance(part, _pytree.LeafSpec) for part in spec.children_specs):
            return root_fn, args
        # Inputs with structure are taken apart where the function begins, and its results put together.
        self.graph._codegen = _PyTreeCodeGen(_PyTreeInfo(names[:count], spec, None))

        def flat(*leaves):
            results, out_spec = _pytree.tree_flatten(root_fn(*_pytree.tree_unflatten(list(leaves), spec)))
            self.graph._codegen.pytree_info = self.graph._codegen.pytree_info._replace(out_spec=out_spec)
            return results

        flat.__annotations__ = {}
        return flat, leaves

    def _specialize(self, name, default, value):
        """An argument that has one value, which is checked in the graph; within it PH stands for inputs."""
        count = 0

        def place(leaf):
            nonlocal count
            count += 1
            out = self.create_proxy("placeholder", f"{name}_{count}", default, {})
            if leaf is PH:
                return out
            if leaf is None:
                self.create_proxy("call_function", _assert_is_none, (
                    out, f"{name} has been specialized to have value None but got another value"), {})
            elif type(leaf) in base_types and type(leaf) is not torch.Tensor:
                torch._assert(out == leaf, f"{name} has been specialized to have value {leaf} but got another value")
            else:
                _warnings.warn(f"Was not able to add assertion to guarantee correct input {name} to specialized function. It is "
                               "up to the user to make sure that your inputs match the inputs you specialized the function with.")
            return leaf

        return _pytree.tree_map(place, value)

    def trace(self, root, concrete_args=None):
        global _is_fx_tracing_flag
        before, _is_fx_tracing_flag = _is_fx_tracing_flag, True
        try:
            return self._trace(root, concrete_args)
        finally:
            _is_fx_tracing_flag = before

    def _trace(self, root, concrete_args):
        is_module = isinstance(root, torch.nn.Module)
        if is_module:
            self.root = root
            assert hasattr(type(root), self.traced_func_name), (
                f"traced_func_name={self.traced_func_name} doesn't exist in {type(root).__name__}")
            function = getattr(type(root), self.traced_func_name)
            self.submodule_paths = {module: path for path, module in root.named_modules()}
        else:
            self.root = torch.nn.Module()
            function = root
        self.graph = Graph(tracer_cls=type(self))
        self.tensor_attrs = {}
        self._collect_tensors(self.root, [])
        assert isinstance(function, _FunctionType)
        scope = function.__globals__
        function, args = self.create_args_for_root(function, is_module, concrete_args)
        parameter_proxies = {}

        @_functools.wraps(_orig_module_getattr)
        def get_member(module, name):
            return self.getattr(name, _orig_module_getattr(module, name), parameter_proxies)

        @_functools.wraps(_orig_module_call)
        def call(module, *args, **kwargs):
            def forward(*args, **kwargs):
                return _orig_module_call(module, *args, **kwargs)

            _autowrap_check(patcher, getattr(getattr(module, "forward", module), "__globals__", {}), self._autowrap_function_ids)
            return self.call_module(module, forward, args, kwargs)

        with _Patcher() as patcher:
            patcher.patch_method(torch.nn.Module, "__getattr__", get_member, deduplicate=False)
            patcher.patch_method(torch.nn.Module, "__call__", call, deduplicate=False)
            _patch_wrapped_functions(patcher)
            _autowrap_check(patcher, scope, self._autowrap_function_ids)
            for module in self._autowrap_search:
                _autowrap_check(patcher, module.__dict__, self._autowrap_function_ids)
            self.create_node("output", "output", (self.create_arg(function(*args)),), {},
                             type_expr=function.__annotations__.get("return"))
        self.submodule_paths = None
        return self.graph

    def _collect_tensors(self, module, path):
        for name, value in module.__dict__.items():
            if isinstance(value, (torch.Tensor, torch._C.ScriptObject)):
                self.tensor_attrs[value] = ".".join(path + [name])
        for name, part in module.named_children():
            self._collect_tensors(part, path + [name])


# The functions that are no more than one step: where they are named, and their names.
_wrapped_fns_to_patch = []
_wrapped_methods_to_patch = []


def _find_proxy(*objects_to_search):
    found = []
    map_aggregate(objects_to_search, lambda x: found.append(x) if isinstance(x, Proxy) else None)
    return found[-1] if found else None


def _create_wrapped_func(orig_fn):
    @_functools.wraps(orig_fn)
    def wrapped(*args, **kwargs):
        proxy = _find_proxy(args, kwargs)
        if proxy is None:
            return orig_fn(*args, **kwargs)
        made = proxy.tracer.create_proxy("call_function", orig_fn, args, kwargs)
        made.node.meta["is_wrapped"] = True
        return made

    return wrapped


def _create_wrapped_method(cls, name):
    orig_fn = getattr(cls, name)

    @_functools.wraps(orig_fn)
    def wrapped(*args, **kwargs):
        proxy = _find_proxy(args, kwargs)
        if proxy is None:
            return orig_fn(*args, **kwargs)
        return proxy.tracer.create_proxy("call_method", name, args, kwargs)

    return wrapped


class _Patcher:
    """Names that mean something else for a while."""

    def __init__(self):
        self.undo = []
        self.visited = set()

    def patch(self, frame_dict, name, new_fn, deduplicate=True):
        new_fn._fx_already_patched = deduplicate
        if name not in frame_dict and hasattr(_builtins, name):
            self.undo.append(lambda: frame_dict.pop(name))
        elif getattr(frame_dict[name], "_fx_already_patched", False):
            return
        else:
            before = frame_dict[name]
            self.undo.append(lambda: frame_dict.__setitem__(name, before))
        frame_dict[name] = new_fn

    def patch_method(self, cls, name, new_fn, deduplicate=True):
        new_fn._fx_already_patched = deduplicate
        before = getattr(cls, name)
        if not getattr(before, "_fx_already_patched", False):
            self.undo.append(lambda: setattr(cls, name, before))
            setattr(cls, name, new_fn)

    def visit_once(self, thing):
        is_new = id(thing) not in self.visited
        self.visited.add(id(thing))
        return is_new

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        while self.undo:
            self.undo.pop()()
        self.visited.clear()


def _patch_wrapped_functions(patcher):
    for frame_dict, name in _wrapped_fns_to_patch:
        found = frame_dict[name] if name in frame_dict else getattr(_builtins, name)
        patcher.patch(frame_dict, name, _create_wrapped_func(found))
    for cls, name in _wrapped_methods_to_patch:
        patcher.patch_method(cls, name, _create_wrapped_method(cls, name))


def _autowrap_check(patcher, frame_dict, function_ids):
    if not patcher.visit_once(frame_dict):
        return
    for name, value in list(frame_dict.items()):
        if not name.startswith("_") and callable(value) and id(value) in function_ids:
            patcher.patch(frame_dict, name, _create_wrapped_func(value))


def wrap(fn_or_name):
    if not callable(fn_or_name) and not isinstance(fn_or_name, str):
        raise RuntimeError("Unsupported type for global function! Must be either a callable or string name")
    if _system.caller(0)[2] != "<module>":
        raise NotImplementedError("wrap must be called at the top level of a module")
    name = fn_or_name if isinstance(fn_or_name, str) else fn_or_name.__name__
    _wrapped_fns_to_patch.append((_system.caller_globals(0), name))
    return fn_or_name


def symbolic_trace(root, concrete_args=None):
    tracer = Tracer()
    graph = tracer.trace(root, concrete_args)
    name = type(root).__name__ if isinstance(root, torch.nn.Module) else root.__name__
    return GraphModule(tracer.root, graph, name)


@wrap
def _assert_is_none(value, msg):
    assert value is None, msg
