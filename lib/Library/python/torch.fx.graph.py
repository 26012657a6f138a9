"""torch.fx.graph: the steps of a function in order, and the text of Python that they are."""

import builtins as _builtins
import copy as _copy
import inspect as _inspect
import keyword as _keyword
import math as _math
import re as _re
import warnings as _warnings
from collections import namedtuple as _namedtuple
from contextlib import contextmanager as _contextmanager
from typing import Dict, FrozenSet, List, Set, Tuple

import torch
import torch.utils._pytree as _pytree
from torch.fx import _pytree as _fx_pytree
from torch.fx.node import Node, _get_qualified_name, _type_repr, map_arg

_operations = ("call_function", "call_method", "get_attr", "call_module", "placeholder", "output")
# Names that the text of every graph may use, with the statements that make them.
_CustomBuiltin = _namedtuple("_CustomBuiltin", "import_str obj")
_custom_builtins = {
    "inf": _CustomBuiltin("from math import inf", _math.inf),
    "nan": _CustomBuiltin("from math import nan", _math.nan),
    "NoneType": _CustomBuiltin("NoneType = type(None)", type(None)),
    "torch": _CustomBuiltin("import torch", torch),
    "device": _CustomBuiltin("from torch import device", torch.device),
    "fx_pytree": _CustomBuiltin("import torch.fx._pytree as fx_pytree", _fx_pytree),
    "pytree": _CustomBuiltin("import torch.utils._pytree as pytree", _pytree),
}
# What Python has besides as names of its own.
_interactive = {"aiter", "anext", "breakpoint", "compile", "copyright", "credits", "eval", "exec", "exit", "help", "input",
                "license", "memoryview", "open", "quit"}

reflectable_magic_methods = {
    "add": "{} + {}", "sub": "{} - {}", "mul": "{} * {}", "floordiv": "{} // {}", "truediv": "{} / {}", "div": "{} / {}",
    "mod": "{} % {}", "pow": "{} ** {}", "lshift": "{} << {}", "rshift": "{} >> {}", "and_": "{} & {}", "or_": "{} | {}",
    "xor": "{} ^ {}", "getitem": "{}[{}]", "matmul": "{} @ {}",
}
magic_methods = {
    "eq": "{} == {}", "ne": "{} != {}", "lt": "{} < {}", "gt": "{} > {}", "le": "{} <= {}", "ge": "{} >= {}", "pos": "+{}",
    "neg": "-{}", "invert": "~{}", **reflectable_magic_methods,
}
inplace_methods = {
    "iadd": "{} += {}", "iand": "{} &= {}", "ifloordiv": "{} //= {}", "ilshift": "{} <<= {}", "imod": "{} %= {}",
    "imul": "{} *= {}", "imatmul": "{} @= {}", "ior": "{} |= {}", "ipow": "{} **= {}", "irshift": "{} >>= {}",
    "isub": "{} -= {}", "itruediv": "{} /= {}", "ixor": "{} ^= {}", "setitem": "{}[{}] = {}",
}
_generic_types = {list: List, dict: Dict, set: Set, frozenset: FrozenSet, tuple: Tuple}


def _snake_case(text):
    shown, was_lower = "", False
    for c in text:
        shown += ("_" if was_lower and c.isupper() else "") + c.lower()
        was_lower = c.islower()
    return shown


def _is_from_torch(obj):
    module = getattr(obj, "__module__", None)
    if module is not None:
        return module.partition(".")[0] == "torch"
    name = getattr(obj, "__name__", None)
    return name not in (None, "torch") and any(getattr(guess, name, None) is obj for guess in (torch, torch.nn.functional))


class _Namespace:
    """Names that are given once: a second `relu` is `relu_1`."""

    def __init__(self):
        self._obj_to_name = {}
        self._unassociated_names = set()
        self._used_names = set()
        self._illegal_char_regex = _re.compile("[^0-9a-zA-Z_]+")
        self._name_suffix_regex = _re.compile(r"(.*)_(\d+)$")

    def create_name(self, candidate, obj):
        if obj is not None and obj in self._obj_to_name:
            return self._obj_to_name[obj]
        candidate = self._illegal_char_regex.sub("_", candidate)
        if candidate[0].isdigit():
            candidate = "_" + candidate
        found = self._name_suffix_regex.match(candidate)
        base, number = (found.group(1), int(found.group(2))) if found else (candidate, 0)
        if found:
            candidate = f"{base}_{number}"
        while candidate in self._used_names or self._is_illegal_name(candidate, obj):
            number += 1
            candidate = f"{base}_{number}"
        self._used_names.add(candidate)
        if obj is None:
            self._unassociated_names.add(candidate)
        else:
            self._obj_to_name[obj] = candidate
        return candidate

    def associate_name_with_obj(self, name, obj):
        self._unassociated_names.remove(name)
        self._obj_to_name[obj] = name

    def _is_illegal_name(self, name, obj):
        if name in _keyword.kwlist or name in _interactive:
            return True
        if hasattr(_builtins, name):
            return obj is not getattr(_builtins, name)
        return name in _custom_builtins and obj is not _custom_builtins[name].obj


class PythonCode:
    """The text of a function, and what the names in it mean."""

    def __init__(self, src, globals):
        self.src, self.globals = src, globals


def _format_target(base, target):
    for name in target.split("."):
        base = f"{base}.{name}" if name.isidentifier() else f'getattr({base}, "{name}")'
    return base


class _InsertPoint:
    def __init__(self, graph, new_insert):
        self.graph = graph
        self.orig_insert, graph._insert = graph._insert, new_insert

    def __enter__(self):
        pass

    def __exit__(self, type, value, tb):
        self.graph._insert = self.orig_insert


class _node_list:
    def __init__(self, graph, direction="_next"):
        self.graph, self.direction = graph, direction

    def __len__(self):
        return self.graph._len

    def __iter__(self):
        node = getattr(self.graph._root, self.direction)
        while node is not self.graph._root:
            if not node._erased:
                yield node
            node = getattr(node, self.direction)

    def __reversed__(self):
        return _node_list(self.graph, "_next" if self.direction == "_prev" else "_prev")


def _find_last_uses(nodes):
    """For nodes, those that they are the last to use."""
    uses, seen = {}, set()
    for node in reversed(nodes):
        for used in node._input_nodes:
            if used not in seen:
                seen.add(used)
                uses.setdefault(node, []).append(used)
    return uses


_PyTreeInfo = _namedtuple("_PyTreeInfo", "orig_args in_spec out_spec")


class _Writer:
    """The text of one graph."""

    def __init__(self, codegen, root_module, namespace):
        self.codegen, self.root_module, self.namespace = codegen, root_module, namespace
        self.free_vars, self.body, self.globals, self.wrapped = [], [], {}, {}
        self.return_annotation = ""
        for name, (_, obj) in _custom_builtins.items():
            self.add_global(name, obj)

    def add_global(self, name_hint, obj):
        if _is_from_torch(obj) and obj is not torch.device:
            return _get_qualified_name(obj)
        name = self.namespace.create_name(name_hint, obj)
        assert self.globals.setdefault(name, obj) is obj
        return name

    def spell_type(self, o):
        if o == ():
            return "()"
        if not hasattr(o, "__origin__"):
            return self.add_global(_type_repr(o), o)
        origin = _generic_types.get(o.__origin__, o.__origin__)
        name = self.add_global(_type_repr(origin), origin)
        args = [self.spell_type(arg) for arg in getattr(o, "__args__", ())]
        return f"{name}[{','.join(args)}]" if args else name

    def spell(self, arg):
        if isinstance(arg, tuple) and hasattr(arg, "_fields"):
            return self.add_global(_get_qualified_name(type(arg)), type(arg)) + repr(tuple(arg))
        return repr(arg)

    def spell_arguments(self, args, kwargs):
        return ", ".join([self.spell(a) for a in args] + [f"{key} = {self.spell(value)}" for key, value in kwargs.items()])

    def emit(self, node):
        shown_type = "" if node.type is None else f" : {self.spell_type(node.type)}"
        if node.op == "placeholder":
            default = f" = {node.args[0]!r}" if node.args else ""
            self.free_vars.append(f"{node.target}{shown_type}{default}")
            plain = node.target.replace("*", "")
            if plain != repr(node):
                self.body.append(f"{node!r} = {plain}\n")
            return
        if node.op == "output":
            if node.type is not None:
                self.return_annotation = f" -> {self.spell_type(node.type)}"
            self.body.append(self.codegen.generate_output(node.args[0]) + "\n")
            return
        unused = self.last_uses.get(node, [])
        end = ";  " + " = ".join([repr(n) for n in unused] + ["None"]) if unused else ""
        self.body.append(self.spell_step(node, f"{node!r}{shown_type}") + end + "\n")

    def spell_step(self, node, result):
        if node.op == "call_method":
            callee = _format_target(repr(node.args[0]), node.target)
            return f"{result} = {callee}({self.spell_arguments(node.args[1:], node.kwargs)})"
        if node.op == "get_attr":
            return f"{result} = {_format_target(self.root_module, node.target)}"
        if node.op == "call_module":
            callee = _format_target(self.root_module, node.target)
            return f"{result} = {callee}({self.spell_arguments(node.args, node.kwargs)})"
        assert node.op == "call_function"
        target = node.target
        if target.__module__ == "_operator":
            args = [repr(a) for a in node.args]
            if target.__name__ in magic_methods:
                return f"{result} = {magic_methods[target.__name__].format(*args)}"
            if target.__name__ in inplace_methods:
                return f"{inplace_methods[target.__name__].format(*args)};  {result} = {args[0]}"
        name = self.add_global(_get_qualified_name(target), target)
        if name == "getattr" and len(node.args) == 2 and isinstance(node.args[1], str) and node.args[1].isidentifier():
            return f"{result} = {_format_target(repr(node.args[0]), node.args[1])}"
        if node.meta.get("is_wrapped", False):
            self.wrapped.setdefault(name)
        return f"{result} = {name}({self.spell_arguments(node.args, node.kwargs)})"

    def emit_place(self, node, before):
        """A comment where a step comes from another place than the one before."""
        if node.op in ("placeholder", "output"):
            return before
        trace = node.stack_trace
        if not trace:
            if before != "":
                self.body.append("\n# No stacktrace found for following nodes \n")
            return ""
        if trace != before:
            lines = [line.strip() for line in trace.strip().split("\n")]
            at = 0
            while at < len(lines) and not lines[at].startswith("File "):
                at += 1
            parts = [", ".join(lines[:at])] if at else []
            if at + 1 < len(lines):
                found = _re.match('^File "(.+)", line ([0-9]+), in (.+)$', lines[at])
                if found:
                    parts.append(f"File: {found.group(1)}:{found.group(2)}")
                parts.append(f"code: {lines[at + 1]}")
            self.body.append(f"\n# {', '.join(parts)}\n")
        return trace

    def write(self, nodes, verbose):
        self.last_uses = _find_last_uses(nodes)
        place = None
        for node in nodes:
            if verbose:
                place = self.emit_place(node, place)
            self.emit(node)
        if not self.body:
            self.body.append("pass\n")
        wrap_statements = ""
        if self.wrapped:
            wrap = self.add_global("wrap", torch.fx.wrap)
            wrap_statements = "\n".join(f'{wrap}("{name}")' for name in self.wrapped)
        if self.codegen._body_transformer:
            self.body = self.codegen._body_transformer(self.body)
        for name, value in self.codegen.additional_globals():
            self.add_global(name, value)
        start = self.codegen.gen_fn_def(self.free_vars, self.return_annotation)
        code = "\n".join("    " + line for line in "".join(self.body).split("\n"))
        return PythonCode(f"\n{wrap_statements}\n\n{start}\n{code}", self.globals)


class CodeGen:
    """How the text of a graph looks."""

    def __init__(self):
        self._body_transformer = None

    def gen_fn_def(self, free_vars, maybe_return_annotation):
        if not free_vars or free_vars[0] != "self":
            free_vars.insert(0, "self")
        return f"def forward({', '.join(free_vars)}){maybe_return_annotation}:"

    def generate_output(self, output_args):
        return f"return {output_args!r}"

    def process_inputs(self, *args):
        return args

    def process_outputs(self, outputs):
        return outputs

    def additional_globals(self):
        return []

    def _gen_python_code(self, nodes, root_module, namespace, *, verbose=False):
        return _Writer(self, root_module, namespace).write(nodes, verbose)


class _PyTreeCodeGen(CodeGen):
    """A function whose arguments and results are trees of what the graph has."""

    def __init__(self, pytree_info):
        super().__init__()
        self.pytree_info = pytree_info

    def process_inputs(self, *inputs):
        return _pytree.tree_flatten(inputs)[0]

    def process_outputs(self, out):
        return _pytree.tree_unflatten(out if isinstance(out, list) else [out], self.pytree_info.out_spec)

    def gen_fn_def(self, free_vars, maybe_return_annotation):
        names = list(self.pytree_info.orig_args)
        if names[0] == "self":
            free_vars.insert(0, "self")
        start = super().gen_fn_def(names, maybe_return_annotation)
        if free_vars:
            given = ", ".join(self.pytree_info.orig_args)
            start += f"\n    {', '.join(free_vars)}, = fx_pytree.tree_flatten_spec([{given}], self._in_spec)"
        return start

    def generate_output(self, output_args):
        return f"return pytree.tree_unflatten({output_args!r}, self._out_spec)"


class Graph:
    def __init__(self, owning_module=None, tracer_cls=None, tracer_extras=None):
        self._root = Node(self, "", "root", "", (), {})
        self._insert = self._root.prepend
        self._len = 0
        self._graph_namespace = _Namespace()
        self._owners = 0
        self._owning_module = owning_module
        self._tracer_cls, self._tracer_extras = tracer_cls, tracer_extras
        self._codegen = CodeGen()

    @property
    def owning_module(self):
        return self._owning_module

    @owning_module.setter
    def owning_module(self, mod):
        # Nobody's when it is of several.
        if mod is not None:
            self._owning_module = None if self._owners else mod
            self._owners += 1

    @property
    def nodes(self):
        return _node_list(self)

    # New nodes.

    def create_node(self, op, target, args=None, kwargs=None, name=None, type_expr=None):
        assert op in _operations
        args, kwargs = () if args is None else args, {} if kwargs is None else kwargs
        assert isinstance(args, tuple), "args must be a tuple"
        assert isinstance(kwargs, dict), "kwargs must be a dict"
        name = self._graph_namespace.create_name(self._target_to_str(target) if name is None else name, None)
        node = Node(self, name, op, target, args, kwargs, type_expr)
        self._graph_namespace.associate_name_with_obj(name, node)
        self._insert(node)
        self._len += 1
        return node

    def _target_to_str(self, target):
        if callable(target):
            name = target.__name__
        else:
            name = target[2:-2] if target.startswith("__") and target.endswith("__") else target
        return _snake_case(name)

    def placeholder(self, name, type_expr=None, default_value=_inspect.Signature.empty):
        args = () if default_value is _inspect.Signature.empty else (default_value,)
        return self.create_node("placeholder", name, args, type_expr=type_expr)

    def get_attr(self, qualified_name, type_expr=None):
        if self.owning_module is not None and not self._has_attr(qualified_name):
            _warnings.warn(
                "Attempted to insert a get_attr Node with no underlying reference in the owning GraphModule! Call "
                "GraphModule.add_submodule to add the necessary submodule, GraphModule.add_parameter to add the necessary "
                "Parameter, or nn.Module.register_buffer to add the necessary buffer", stacklevel=2)
        return self.create_node("get_attr", qualified_name, type_expr=type_expr)

    def _has_attr(self, qualified_name):
        path, _, name = qualified_name.rpartition(".")
        try:
            module = self.owning_module.get_submodule(path)
        except AttributeError:
            _warnings.warn(f"Failed to fetch module {path}!")
            return False
        found = getattr(module, name, None)
        return isinstance(found, (torch.nn.Module, torch.nn.Parameter)) or name in module._buffers

    def call_module(self, module_name, args=None, kwargs=None, type_expr=None):
        if self.owning_module is not None:
            self.owning_module.get_submodule(module_name)
        return self.create_node("call_module", module_name, args, kwargs, type_expr=type_expr)

    def call_method(self, method_name, args=None, kwargs=None, type_expr=None):
        return self.create_node("call_method", method_name, args, kwargs, type_expr=type_expr)

    def call_function(self, the_function, args=None, kwargs=None, type_expr=None):
        return self.create_node("call_function", the_function, args, kwargs, type_expr=type_expr)

    def output(self, result, type_expr=None):
        return self.create_node("output", "output", (result,), type_expr=type_expr)

    def inserting_before(self, n=None):
        if n is None:
            return self.inserting_after(self._root)
        assert n.graph == self, "Node to insert before is not in graph."
        return _InsertPoint(self, n.prepend)

    def inserting_after(self, n=None):
        if n is None:
            return self.inserting_before(self._root)
        assert n.graph == self, "Node to insert after is not in graph."
        return _InsertPoint(self, n.append)

    def erase_node(self, to_erase):
        if to_erase.users:
            raise RuntimeError(f"Tried to erase Node {to_erase} but it still had {len(to_erase.users)} users in the graph: "
                               f"{to_erase.users}!")
        to_erase._remove_from_list()
        to_erase._erased = True
        self._len -= 1
        # It uses nothing any more.
        to_erase._set_inputs(map_arg(to_erase.args, lambda n: None), map_arg(to_erase.kwargs, lambda n: None))

    # Copies.

    def node_copy(self, node, arg_transform=lambda x: x):
        made = self.create_node(node.op, node.target, map_arg(node.args, arg_transform), map_arg(node.kwargs, arg_transform),
                                node.name, node.type)
        made.meta = _copy.copy(node.meta)
        return made

    def graph_copy(self, g, val_map, return_output_node=False):
        """Copies the nodes of another graph here; its result in this one."""
        for node in g.nodes:
            if node in val_map:
                continue
            if node.op == "output":
                result = map_arg(node.args[0], lambda n: val_map[n])
                return (result, node) if return_output_node else result
            val_map[node] = self.node_copy(node, lambda n: val_map[n])
        return None

    def __deepcopy__(self, memo=None):
        made = Graph(tracer_cls=self._tracer_cls)
        result, output = made.graph_copy(self, {}, return_output_node=True)
        made._codegen = _copy.deepcopy(self._codegen)
        made.output(result, type_expr=output.type)
        return made

    # What is wrong or unused.

    def lint(self):
        seen, names = set(), set()

        def check(arg, node):
            if arg.graph is not self:
                raise RuntimeError(f"Argument '{arg}' of Node '{node}' does not belong to this Graph, but was used as an argument! "
                                   "If you are copying nodes from another graph, make sure to use ``arg_transform`` on "
                                   f"node_copy() to remap values\n{self}")
            if arg not in seen:
                raise RuntimeError(f"Argument '{arg}' of Node '{node}' was used before it has been defined! Please check that "
                                   f"Nodes in the graph are topologically ordered\n{self}")

        for node in self.nodes:
            if node.op not in _operations:
                raise RuntimeError(f"Node {node} had unknown opcode {node.op}!")
            if node.graph is not self:
                raise RuntimeError(f"Node '{node}' does not belong to this Graph!")
            map_arg((node.args, node.kwargs), lambda arg: check(arg, node))
            seen.add(node)
            if node.name in names:
                raise RuntimeError(f"Node redefined name {node.name}!")
            names.add(node.name)
        if self.owning_module is not None:
            for node in self.nodes:
                self._check_target(node)

    def _check_target(self, node):
        if node.op == "call_function":
            if not callable(node.target):
                raise ValueError(f"Node {node} target {node.target} has type {torch.typename(node.target)} but a Callable is "
                                 "expected")
            return
        if not isinstance(node.target, str):
            raise ValueError(f"Node {node} target {node.target} has type {torch.typename(node.target)} but a str is expected")
        if node.op not in ("get_attr", "call_module"):
            return
        names, module = node.target.split("."), self.owning_module
        for i, name in enumerate(names):
            found, path = getattr(module, name, None), ".".join(names[:i])
            if found is None:
                raise RuntimeError(f"Node {node} target {node.target} references nonexistent attribute {name} of {path}")
            if node.op == "call_module" and not isinstance(found, torch.nn.Module):
                raise RuntimeError(f"Node {node} target {node.target} {name} of {path} does not reference an nn.Module")
            if not isinstance(found, (torch.nn.Module, torch.nn.Parameter)) and name not in module._buffers:
                _warnings.warn(f"Node {node} target {node.target} {name} of {path} does not reference an nn.Module, "
                               "nn.Parameter, or buffer, which is what 'get_attr' Nodes typically target")
            else:
                module = found

    def eliminate_dead_code(self):
        self.lint()
        changed = False
        for node in reversed(self.nodes):
            if not node.is_impure() and not node.users:
                self.erase_node(node)
                changed = True
        return changed

    # Its text.

    def process_inputs(self, *args):
        return self._codegen.process_inputs(*args)

    def process_outputs(self, out):
        return self._codegen.process_outputs(out)

    def set_codegen(self, codegen):
        self._codegen = codegen

    def on_generate_code(self, make_transformer):
        before = self._codegen._body_transformer
        self._codegen._body_transformer = make_transformer(before)

        @_contextmanager
        def restoring():
            try:
                yield
            finally:
                self._codegen._body_transformer = before

        return restoring()

    def python_code(self, root_module, *, verbose=False):
        namespace = _Namespace()
        before = [(node, node._repr_fn) for node in self.nodes]
        for node, _ in before:
            node._repr_fn = lambda n: namespace.create_name(n.name, n)
        try:
            return self._codegen._gen_python_code(self.nodes, root_module, namespace, verbose=verbose)
        finally:
            for node, shown in before:
                node._repr_fn = shown

    def __str__(self):
        return "\n    ".join(["graph():"] + [node.format_node([]) for node in self.nodes])

    def print_tabular(self):
        try:
            from tabulate import tabulate
        except ImportError:
            print("`print_tabular` relies on the library `tabulate`, which could not be found on this machine. Run `pip install "
                  "tabulate` to install the library.")
            raise
        rows = [[n.op, n.name, n.target, n.args, n.kwargs] for n in self.nodes]
        print(tabulate(rows, headers=["opcode", "name", "target", "args", "kwargs"]))
