"""torch.fx.node: one step of a graph and what it is called with."""

import builtins as _builtins
import types as _types
import typing as _typing
import warnings as _warnings

import torch
from torch.fx.immutable_collections import immutable_dict, immutable_list

Target = _typing.Union[_typing.Callable, str]
Argument = _typing.Any
base_types = (str, int, float, bool, complex, torch.dtype, torch.Tensor, torch.device, torch.memory_format, torch.layout)
_operations = ("placeholder", "call_method", "call_module", "call_function", "get_attr", "output", "root")
# Calls that stay where nobody uses their results.
_side_effectful_functions = {torch._assert}


def _find_module_of_method(orig_method):
    module = orig_method.__module__
    if module is not None:
        return module
    for guess in (torch, torch.nn.functional):
        if getattr(guess, orig_method.__name__, None) is orig_method:
            return guess.__name__
    raise RuntimeError(f"cannot find module for {orig_method}")


def _get_qualified_name(func):
    name = func.__name__
    if getattr(_builtins, name, None) is func:
        return name
    return _find_module_of_method(func).replace("torch._ops", "torch.ops") + "." + name


def _type_repr(obj):
    if isinstance(obj, type):
        return obj.__qualname__ if obj.__module__ == "builtins" else f"{obj.__module__}.{obj.__qualname__}"
    if obj is ...:
        return "..."
    return obj.__name__ if isinstance(obj, _types.FunctionType) else repr(obj)


def _format_arg(arg, max_list_len=float("inf")):
    if hasattr(arg, "_custom_fx_repr_fn"):
        return arg._custom_fx_repr_fn()
    if isinstance(arg, (list, tuple)):
        shown = ", ".join(_format_arg(item) for i, item in enumerate(arg) if i < max_list_len)
        more = f", ...[total_len={len(arg)}]" if len(arg) > max_list_len else ""
        if isinstance(arg, list):
            return f"[{shown}{more}]"
        return f"({shown}{',' if len(arg) == 1 else ''}{more})"
    if isinstance(arg, dict):
        return "{" + ", ".join(f"{key}: {_format_arg(value)}" for key, value in arg.items()) + "}"
    return "%" + str(arg) if isinstance(arg, Node) else str(arg)


def map_aggregate(a, fn):
    """What is made of tuples, lists, dicts and slices like these, with fn of what is in them."""
    if isinstance(a, tuple):
        items = tuple(map_aggregate(item, fn) for item in a)
        return type(a)(*items) if hasattr(a, "_fields") else items
    if isinstance(a, list):
        return immutable_list([map_aggregate(item, fn) for item in a])
    if isinstance(a, dict):
        return immutable_dict([(key, map_aggregate(item, fn)) for key, item in a.items()])
    if isinstance(a, slice):
        return slice(map_aggregate(a.start, fn), map_aggregate(a.stop, fn), map_aggregate(a.step, fn))
    return fn(a)


def map_arg(a, fn):
    """The same for the nodes alone."""
    assert callable(fn), "torch.fx.map_arg(a, fn): fn must be a callable"
    return map_aggregate(a, lambda item: fn(item) if isinstance(item, Node) else item)


def _unchanged(node):
    return node


class Node:
    def __init__(self, graph, name, op, target, args, kwargs, return_type=None):
        assert op in _operations
        if op == "call_function":
            wanted = None if callable(target) else "Callable"
        else:
            wanted = None if isinstance(target, str) else "str"
        if wanted is not None:
            raise ValueError(f"Node [graph = {graph}, name = '{name}'] target {target} has type {torch.typename(target)} but a "
                             f"{wanted} is expected")
        self.graph, self.name, self.op, self.target, self.type = graph, name, op, target, return_type
        # Both are dicts without values: ordered sets.
        self._input_nodes, self.users = {}, {}
        self._set_inputs(map_arg(args, _unchanged), map_arg(kwargs, _unchanged))
        # The graph is a ring of nodes, closed by its root.
        self._prev = self._next = self
        self._erased = False
        self._repr_fn = None
        self.meta = {}

    def _set_inputs(self, args, kwargs):
        self._args, self._kwargs = args, kwargs
        for node in self._input_nodes:
            node.users.pop(self)
        self._input_nodes = {}
        map_arg((args, kwargs), lambda node: self._input_nodes.setdefault(node))
        for node in self._input_nodes:
            node.users.setdefault(self)

    args = property(lambda self: self._args, lambda self, args: self._set_inputs(map_arg(args, _unchanged), self._kwargs))
    kwargs = property(lambda self: self._kwargs,
                      lambda self, kwargs: self._set_inputs(self._args, map_arg(kwargs, _unchanged)))
    all_input_nodes = property(lambda self: list(self._input_nodes))
    next = property(lambda self: self._next)
    prev = property(lambda self: self._prev)

    @property
    def stack_trace(self):
        return self.meta.get("stack_trace")

    @stack_trace.setter
    def stack_trace(self, trace):
        self.meta["stack_trace"] = trace

    def __repr__(self):
        return self._repr_fn(self) if self._repr_fn else self.name

    # Where it is in the graph.

    def _remove_from_list(self):
        self._prev._next, self._next._prev = self._next, self._prev

    def prepend(self, x):
        assert self.graph == x.graph, "Attempting to move a Node into a different Graph"
        if self is x:
            _warnings.warn("Trying to prepend a node to itself. This behavior has no effect on the graph.", stacklevel=2)
            return
        x._remove_from_list()
        before = self._prev
        before._next, x._prev = x, before
        x._next, self._prev = self, x

    def append(self, x):
        self._next.prepend(x)

    # What it uses.

    def update_arg(self, idx, arg):
        args = list(self._args)
        args[idx] = arg
        self.args = tuple(args)

    def update_kwarg(self, key, arg):
        self.kwargs = {**self._kwargs, key: arg}

    def replace_input_with(self, old_input, new_input):
        def change(node):
            return new_input if node is old_input else node

        self._set_inputs(map_arg(self._args, change), map_arg(self._kwargs, change))

    def replace_all_uses_with(self, replace_with, delete_user_cb=lambda user: True):
        changed = [user for user in list(self.users) if delete_user_cb(user)]
        for user in changed:
            user.replace_input_with(self, replace_with)
        return changed

    def is_impure(self):
        if self.op in ("placeholder", "output"):
            return True
        if self.op == "call_function":
            return self.target in _side_effectful_functions
        if self.op == "call_module":
            assert self.graph.owning_module is not None, "self.graph.owning_module not set for purity check"
            return getattr(self.graph.owning_module.get_submodule(self.target), "_is_impure", False)
        return False

    # Its text.

    def _pretty_print_target(self, target):
        if isinstance(target, str):
            return target
        shown = {"builtins": "builtins", "_operator": "operator"}.get(getattr(target, "__module__", None))
        return _get_qualified_name(target) if shown is None else shown + "." + target.__name__

    def format_node(self, placeholder_names=None, maybe_return_typename=None):
        shown_type = f"{_type_repr(self.type)} " if self.type is not None else ""
        start = f"%{self.name} : {shown_type}[#users={len(self.users)}] = {self.op}[target={self._pretty_print_target(self.target)}]"
        if self.op == "placeholder":
            if placeholder_names:
                shown = self.target + (f"{self.target}: {_type_repr(self.type)}" if self.type else "")
                placeholder_names.append(shown)
                return None
            return start + (f"(default={self.args[0]})" if self.args else "")
        if self.op == "get_attr":
            return start
        if self.op == "output":
            if self.type and maybe_return_typename:
                maybe_return_typename[0] = f" -> {_type_repr(self.type)}"
            return f"return {self.args[0]}"
        return f"{start}(args = {_format_arg(self.args)}, kwargs = {_format_arg(self.kwargs)})"
