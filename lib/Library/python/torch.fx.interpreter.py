"""torch.fx.interpreter: a graph run step by step, and made anew step by step."""

import inspect as _inspect

import torch.fx.traceback as _fx_traceback
from torch.fx._symbolic_trace import Tracer
from torch.fx.graph import Graph, _find_last_uses
from torch.fx.graph_module import GraphModule
from torch.fx.node import map_aggregate, map_arg
from torch.fx.proxy import Proxy


class Interpreter:
    def __init__(self, module, garbage_collect_values=True):
        assert isinstance(module, GraphModule)
        self.module = module
        self.submodules = dict(module.named_modules())
        self.env = {}
        self.garbage_collect_values = garbage_collect_values
        if garbage_collect_values:
            self.user_to_last_uses = _find_last_uses(module.graph.nodes)

    def run(self, *args, initial_env=None, enable_io_processing=True):
        graph = self.module.graph
        self.env = initial_env if initial_env else {}
        self.args_iter = iter(graph.process_inputs(*args) if enable_io_processing else args)
        for node in graph.nodes:
            if node in self.env:
                continue
            try:
                self.env[node] = self.run_node(node)
            except Exception as e:
                text = f"While executing {node.format_node()}"
                text = f"{e.args[0]}\n\n{text}" if e.args else text
                e.args = (text + f"\nOriginal traceback:\n{node.stack_trace}", *e.args[1:])
                if isinstance(e, KeyError):
                    raise RuntimeError(*e.args)
                raise
            if self.garbage_collect_values:
                for used in self.user_to_last_uses.get(node, ()):
                    del self.env[used]
            if node.op == "output":
                result = self.env[node]
                return graph.process_outputs(result) if enable_io_processing else result

    def run_node(self, n):
        with _fx_traceback.append_stack_trace(n.stack_trace):
            args, kwargs = self.fetch_args_kwargs_from_env(n)
            return getattr(self, n.op)(n.target, args, kwargs)

    def placeholder(self, target, args, kwargs):
        if target.startswith("*"):
            return list(self.args_iter)
        for value in self.args_iter:
            return value
        if args:
            return args[0]
        raise RuntimeError(f"Expected positional argument for parameter {target}, but one was not passed in!")

    def get_attr(self, target, args, kwargs):
        return self.fetch_attr(target)

    def call_function(self, target, args, kwargs):
        assert not isinstance(target, str)
        return target(*args, **kwargs)

    def call_method(self, target, args, kwargs):
        return getattr(args[0], target)(*args[1:], **kwargs)

    def call_module(self, target, args, kwargs):
        return self.fetch_attr(target)(*args, **kwargs)

    def output(self, target, args, kwargs):
        return args[0]

    def fetch_attr(self, target):
        found, names = self.module, target.split(".")
        for i, name in enumerate(names):
            if not hasattr(found, name):
                raise RuntimeError(f"Node referenced nonexistent target {'.'.join(names[:i])}")
            found = getattr(found, name)
        return found

    def fetch_args_kwargs_from_env(self, n):
        return self.map_nodes_to_values(n.args, n), self.map_nodes_to_values(n.kwargs, n)

    def map_nodes_to_values(self, args, n):
        def load(node):
            if node not in self.env:
                raise RuntimeError(f"Node {n} referenced nonexistent value {node}! Run Graph.lint() to diagnose such issues")
            return self.env[node]

        return map_arg(args, load)


class _TransformerTracer(Tracer):
    def __init__(self, graph, root):
        super().__init__()
        self.graph, self.root = graph, root
        self.tensor_attrs = {}

    def is_leaf_module(self, _, __):
        return True


class Transformer(Interpreter):
    def __init__(self, module):
        super().__init__(module)
        self.new_graph = Graph()
        self.new_graph.set_codegen(module.graph._codegen)
        self.tracer = _TransformerTracer(self.new_graph, module)

    def placeholder(self, target, args, kwargs):
        default = args[0] if args else _inspect.Signature.empty
        return Proxy(self.new_graph.placeholder(target, default_value=default), self.tracer)

    def get_attr(self, target, args, kwargs):
        return Proxy(self.new_graph.get_attr(target), self.tracer)

    def call_module(self, target, args, kwargs):
        part = self.fetch_attr(target)
        return self.tracer.call_module(part, part.forward, args, kwargs)

    def call_function(self, target, args, kwargs):
        return self.tracer.create_proxy("call_function", target, args, kwargs)

    def transform(self):
        with _fx_traceback.override_stack_trace():
            result = super().run(enable_io_processing=False)
        if result is not None:
            self.new_graph.output(map_aggregate(result, lambda a: a.node if isinstance(a, Proxy) else a))
        return GraphModule(self.module, self.new_graph)
