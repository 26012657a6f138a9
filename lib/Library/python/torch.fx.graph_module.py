"""torch.fx.graph_module: a module whose forward is the text of a graph."""

import copy as _copy
import itertools as _itertools

import _torch_jit
import torch
from torch.fx.graph import Graph, _PyTreeCodeGen, _custom_builtins, _is_from_torch
from torch.nn import Module
from torch.nn.modules.module import _addindent

_texts = 0


def _forward_from_src(src, globals):
    """The function `forward` that a text defines."""
    global _texts
    key = f"<eval_with_key>.{_texts}"
    _texts += 1
    return _torch_jit.define(src, key, {**globals, "__name__": key, "__file__": key}).forward


def _format_import_block(globals):
    lines = {}
    for name, obj in globals.items():
        if name in _custom_builtins:
            lines.setdefault(_custom_builtins[name].import_str)
        elif _is_from_torch(obj):
            lines.setdefault("import torch")
        else:
            lines.setdefault(f"from {obj.__module__} import {obj.__name__} as {name}")
    return "\n".join(lines)


class _CodeOnlyModule(Module):
    def __init__(self, body):
        super().__init__()
        self.__dict__.update(body)


def reduce_graph_module(body, import_block):
    """The module that was saved as these members: its text is traced again."""
    from torch.fx._symbolic_trace import Tracer

    tracer_cls = body.get("_tracer_cls") or Tracer

    class KeepModules(tracer_cls):
        def is_leaf_module(self, _, __):
            return True

    plain = type("CodeOnlyModule", (_CodeOnlyModule,), {"forward": _forward_from_src(import_block + body["_code"], {})})(body)
    graph = KeepModules().trace(plain, **body.get("_tracer_extras", {}))
    graph._tracer_cls = tracer_cls
    made = GraphModule(plain, graph, class_name=body.get("_graphmodule_cls_name", "GraphModule"))
    for name, value in body.items():
        if not hasattr(made, name):
            setattr(made, name, value)
    return made


def _enter(module, name):
    """A submodule, which is made where there is none."""
    found = getattr(module, name, None)
    if found is None:
        found = Module()
        setattr(module, name, found)
    return found


def _assign_attr(from_obj, to_module, target):
    *path, field = target.split(".")
    for name in path:
        to_module = _enter(to_module, name)
    if isinstance(from_obj, torch.Tensor) and not isinstance(from_obj, torch.nn.Parameter):
        to_module.register_buffer(field, from_obj)
    else:
        setattr(to_module, field, from_obj)


def _copy_attr(from_module, to_module, target):
    *path, field = target.split(".")
    for name in path:
        found = getattr(from_module, name)
        # The whole is there already.
        if getattr(to_module, name, None) is found:
            return
        from_module, to_module = found, _enter(to_module, name)
    _assign_attr(getattr(from_module, field), to_module, field)


class GraphModule(Module):
    __jit_unused_properties__ = ["graph"]

    def __new__(cls, *args, **kwargs):
        # Each has a class of its own, which has its forward.
        for base in cls.__mro__:
            if base.__qualname__.split(".")[-1] != "GraphModuleImpl":
                cls = base
                break

        class GraphModuleImpl(cls):
            pass

        return super().__new__(GraphModuleImpl)

    def __init__(self, root, graph, class_name="GraphModule"):
        super().__init__()
        type(self).__name__ = class_name
        targets = [node.target for node in graph.nodes if node.op in ("get_attr", "call_module")]
        if isinstance(root, Module):
            if hasattr(root, "training"):
                self.training = root.training
            for target in targets:
                _copy_attr(root, self, target)
        elif isinstance(root, dict):
            for node in graph.nodes:
                if node.op in ("get_attr", "call_module") and node.target not in root:
                    raise RuntimeError(f"Node {node} referenced target {node.target} but that target was not provided in "
                                       "``root``!")
            for target in sorted(targets, key=lambda target: target.count(".")):
                _assign_attr(root[target], self, target)
        else:
            raise RuntimeError(f"Unsupported type {root} passed for root!")
        self.graph = graph
        self._tracer_cls = None
        if graph._tracer_cls and "<locals>" not in graph._tracer_cls.__qualname__:
            self._tracer_cls = graph._tracer_cls
        self._tracer_extras = graph._tracer_extras or {}
        self.meta = {}

    @property
    def graph(self):
        return self._graph

    @graph.setter
    def graph(self, g):
        assert isinstance(g, Graph), f"Expected a Graph instance, but got {type(g)}"
        self._graph = g
        g.owning_module = self
        self.recompile()

    @property
    def code(self):
        if not hasattr(self, "_code"):
            raise RuntimeError("Code has not been generated! Please report a bug to PyTorch")
        return self._code

    def recompile(self):
        if isinstance(self._graph._codegen, _PyTreeCodeGen):
            info = self._graph._codegen.pytree_info
            self._in_spec, self._out_spec = info.in_spec, info.out_spec
        made = self._graph.python_code(root_module="self")
        self._code = made.src
        type(self).forward = _forward_from_src(self._code, made.globals)
        return made

    # Its submodules.

    def add_submodule(self, target, m):
        *path, field = target.split(".")
        module = self
        for name in path:
            module = _enter(module, name)
            if not isinstance(module, Module):
                return False
        module.add_module(field, m)
        return True

    def delete_submodule(self, target):
        path, _, field = target.rpartition(".")
        try:
            module = self.get_submodule(path)
        except AttributeError:
            return False
        if not isinstance(getattr(module, field, None), Module):
            return False
        delattr(module, field)
        return True

    def delete_all_unused_submodules(self):
        used = set()
        for node in self.graph.nodes:
            if node.op not in ("call_module", "get_attr"):
                continue
            used.update(_itertools.accumulate(node.target.split("."), lambda path, name: f"{path}.{name}"))
            if node.op == "call_module":
                try:
                    found = self.get_submodule(node.target)
                except AttributeError:
                    continue
                used.update(f"{node.target}.{name}" for name, _ in found.named_modules() if name)
        for name in [name for name, _ in self.named_modules() if name not in used]:
            self.delete_submodule(name)

    # Copies and files.

    def __reduce__(self):
        members = dict(self.__dict__)
        block = _format_import_block(self.recompile().globals)
        del members["_graph"]
        return reduce_graph_module, (members, block)

    def __deepcopy__(self, memo):
        plain = Module()
        plain.__dict__.update(_copy.deepcopy(self.__dict__, memo))
        return GraphModule(plain, plain.__dict__["_graph"])

    def __copy__(self):
        return GraphModule(self, self.graph)

    def _scriptable(self):
        """A module with these members whose class has the forward in its text."""
        made = self._graph.python_code(root_module="self")
        body, name = made.src[made.src.index("def forward"):], type(self).__name__
        # Types have their names of TorchScript there.
        text = "from torch.nn import Module\nfrom typing import Dict, List, Optional, Tuple, Union\n"
        for known in made.globals:
            if known.startswith("typing_"):
                body = body.replace(known + "[", known.removeprefix("typing_") + "[")
        body = body.replace(",NoneType]", ",None]").replace("\n", "\n    ")
        text += f"\n\nclass {name}(Module):\n    {body}\n"
        space = _torch_jit.define(text, f"<{name} of a graph>", {**made.globals, "torch": torch})
        plain = object.__new__(getattr(space, name))
        own = ("_graph", "_code", "_tracer_cls", "_tracer_extras", "_in_spec", "_out_spec", "meta")
        plain.__dict__.update((key, value) for key, value in self.__dict__.items() if key not in own)
        return plain

    # Its text.

    def _nested_code(self):
        text = self._graph.python_code(root_module="self", verbose=True).src.lstrip("\n")
        text = _addindent(f"class {self._get_name()}(torch.nn.Module):\n" + text, 4)
        parts = [""] + [part._nested_code() for part in self.children() if isinstance(part, GraphModule)]
        return text + _addindent("\n".join(parts), 4)

    def print_readable(self):
        print(self._nested_code())

    def __str__(self):
        return "\n".join([super().__str__(), self._code,
                          "# To see more debug info, please use `graph_module.print_readable()`"])
