"""torch.fx.proxy: what stands for a value while a function is traced, and writes down what is done with it."""

import operator as _operator

import _system
import torch
import torch.fx.traceback as _fx_traceback
from torch.fx.graph import magic_methods, reflectable_magic_methods
from torch.fx.node import Node, base_types, map_aggregate


class TraceError(ValueError):
    pass


def assert_fn(x):
    assert x


class TracerBase:
    record_stack_traces = False
    check_mutable_operations = False
    trace_asserts = False
    proxy_buffer_attributes = False
    traced_func_name = "forward"

    def create_node(self, kind, target, args, kwargs, name=None, type_expr=None):
        if kind == "call_function" and self.check_mutable_operations:
            _check_for_mutable_operation(target)
        return self.graph.create_node(kind, target, args, kwargs, name, type_expr)

    def proxy(self, node):
        return Proxy(node, self)

    def create_proxy(self, kind, target, args, kwargs, name=None, type_expr=None, proxy_factory_fn=None):
        args, kwargs = self.create_arg(args), self.create_arg(kwargs)
        assert isinstance(args, tuple)
        assert isinstance(kwargs, dict)
        node = self.create_node(kind, target, args, kwargs, name, type_expr)
        made = proxy_factory_fn(node) if proxy_factory_fn else self.proxy(node)
        if _fx_traceback.is_stack_trace_overridden():
            made.node.stack_trace = "\n".join(reversed(_fx_traceback.format_stack()))
        elif self.record_stack_traces:
            made.node.stack_trace = _format_stack()
        return made

    def create_arg(self, a):
        """The argument of a node that a value is: nodes for what stands for them."""
        if isinstance(a, Proxy):
            return a.node
        if hasattr(a, "__fx_create_arg__"):
            return a.__fx_create_arg__(self)
        if isinstance(a, tuple) and hasattr(a, "_fields"):
            return type(a)(*[self.create_arg(item) for item in a])
        if isinstance(a, (tuple, list)):
            return type(a)([self.create_arg(item) for item in a])
        if isinstance(a, dict):
            made = {}
            for key, value in a.items():
                key = self.create_arg(key)
                map_aggregate(key, _refuse_node)
                made[key] = self.create_arg(value)
            return made
        if isinstance(a, slice):
            return slice(self.create_arg(a.start), self.create_arg(a.stop), self.create_arg(a.step))
        if isinstance(a, base_types) or a is None or a is ...:
            return a
        raise NotImplementedError(f"argument of type: {type(a)}")

    def to_bool(self, obj):
        raise TraceError("symbolically traced variables cannot be used as inputs to control flow")

    def iter(self, obj):
        raise TraceError(
            "Proxy object cannot be iterated. This can be attempted when the Proxy is used in a loop or as a *args or **kwargs "
            "function argument. See the torch.fx docs on pytorch.org for a more detailed explanation of what types of control "
            "flow can be traced, and check out the Proxy docstring for help troubleshooting Proxy iteration errors")

    def keys(self, obj):
        return Attribute(obj, "keys")()


def _refuse_node(arg):
    if isinstance(arg, Node):
        raise RuntimeError("Keys for dictionaries used as an argument cannot contain a Node. Got key: {k}")


def _check_for_mutable_operation(target):
    name = getattr(target, "__name__", "")
    if name.endswith("_") and not name.endswith("__") and getattr(target, "__module__", "").partition(".")[0] == "torch":
        raise RuntimeError(f"Tried to trace mutable operation {target}. FX only supports functional code, so operations that "
                           "mutate operands in-place (e.g. via `out` arguments) are not supported")


def _format_stack():
    """The calls that led here, innermost first, without those of tracing itself."""
    lines, up = [], 0
    place = _system.caller(up)
    while place is not None:
        file, line, name = place
        if lines or not file.startswith("python/torch/"):
            source = _system.source_line(file, line)
            lines.append(f'  File "{file}", line {line}, in {name}\n' + (f"    {source.strip()}\n" if source else ""))
        up += 1
        place = _system.caller(up)
    return "".join(lines)


class GraphAppendingTracer(TracerBase):
    def __init__(self, graph):
        super().__init__()
        self.graph = graph


class Proxy:
    def __init__(self, node, tracer=None):
        self.tracer = GraphAppendingTracer(node.graph) if tracer is None else tracer
        self.node = node

    def __repr__(self):
        return f"Proxy({self.node.name})"

    def __getattr__(self, k):
        return Attribute(self, k)

    def __call__(self, *args, **kwargs):
        return self.tracer.create_proxy("call_method", "__call__", (self, *args), kwargs)

    def __iter__(self):
        # Of `a, b = proxy` is known how many there are.
        count = _system.unpacked(0)
        return self.tracer.iter(self) if count is None else (self[i] for i in range(count))

    def __bool__(self):
        if self.tracer.trace_asserts and _system.asserts(0):
            self.tracer.create_proxy("call_function", assert_fn, (self,), {})
            return True
        return self.tracer.to_bool(self)

    def keys(self):
        return self.tracer.keys(self)

    def __len__(self):
        raise RuntimeError("'len' is not supported in symbolic tracing by default. If you want this call to be recorded, please "
                           "call torch.fx.wrap('len') at module scope")

    @classmethod
    def __torch_function__(cls, orig_method, types, args=None, kwargs=None):
        args, kwargs = args or (), kwargs or {}
        tracers = {}
        map_aggregate((args, kwargs), lambda a: tracers.setdefault(a.tracer) if isinstance(a, Proxy) else None)
        if len(tracers) > 1:
            raise RuntimeError(f"Found multiple different tracers {list(tracers)} while trying to trace operations {orig_method}")
        tracer = next(iter(tracers))
        if torch.overrides.is_tensor_method_or_property(orig_method):
            return tracer.create_proxy("call_method", orig_method.__name__, args, kwargs)
        name = tracer.graph._target_to_str(orig_method.__name__)
        return tracer.create_proxy("call_function", orig_method, args, kwargs, name=name)


class Attribute(Proxy):
    """`proxy.name`: a step of its own only when it is no call of a method."""

    def __init__(self, root, attr):
        self.root, self.attr = root, attr
        self.tracer = root.tracer
        self._node = None

    @property
    def node(self):
        if self._node is None:
            self._node = self.tracer.create_proxy("call_function", getattr, (self.root, self.attr), {}).node
        return self._node

    def __call__(self, *args, **kwargs):
        return self.tracer.create_proxy("call_method", self.attr, (self.root, *args), kwargs)


class ParameterProxy(Proxy):
    """A parameter whose sizes are those of now."""

    def __init__(self, tracer, node, name, param):
        super().__init__(node, tracer)
        assert isinstance(param, torch.nn.Parameter)
        self.param, self.name = param, name

    def __repr__(self):
        return f"ParameterProxy({self.name})"

    shape = property(lambda self: self.param.shape)
    ndim = property(lambda self: self.param.ndim)

    def size(self):
        return self.param.size()

    def dim(self):
        return self.param.dim()

    def numel(self):
        return self.param.numel()

    def nelement(self):
        return self.param.nelement()


def _define(name, is_reflected):
    target = getattr(_operator, name, None)

    def step(*args, **kwargs):
        return args[0].tracer.create_proxy("call_function", target, args, kwargs)

    def reflected_step(self, other):
        return self.tracer.create_proxy("call_function", target, (other, self), {})

    method = reflected_step if is_reflected else step
    method.__name__ = f"__{'r' if is_reflected else ''}{name.strip('_')}__"
    if target is not None:
        setattr(Proxy, method.__name__, method)


for _name in magic_methods:
    _define(_name, False)
for _name in reflectable_magic_methods:
    _define(_name, True)
