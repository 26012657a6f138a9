"""Gradients: what the operators did to tensors that require them, and the way back.

A call of an operator with such a tensor becomes a `Node` with the arguments and a rule, a function
`rule(node, gradient, *arguments)` that gives pairs of an argument and its gradient. The rules are in
`_gradients_*`; an operator without one is written in others (`_expansions`, the compositions of the
library). An operator with neither runs, and its gradient is an error when it is asked for.
"""

import _saved
import _torch

_run = _torch.run
_history_of = _torch.history_of
_set_history = _torch.set_history
_requires = _torch.requires_gradient
_set_requires = _torch.set_requires_gradient

rules = {}
names = {}
expansions = {}
# Operators whose results have no gradient, whatever they are called with.
constant = set()
# Operators whose results have no gradients, whatever their operands require.
quantizing = {"quantize_per_tensor", "quantize_per_channel", "quantize_per_tensor_dynamic", "_choose_qparams_per_tensor",
              "quantized_lstm", "quantized_gru"}
# Rules that need nothing but the sizes of their arguments: a graph of these can be used again.
light = set()

_count = 0
_graph_mode = False


class Node:
    """A call of an operator. `edges` leads from the identity of an argument to what made it."""

    __slots__ = ("_name", "rule", "args", "kwargs", "edges", "order", "metadata", "hooks", "after", "retained", "_result", "is_light", "saved", "packed")

    def __init__(self, name, rule, args, kwargs):
        global _count
        _count += 1
        self._name = name
        self.rule = rule
        self.args = args
        self.kwargs = kwargs
        self.edges = {}
        self.order = _count
        self.metadata = {}
        self.hooks = None
        self.after = None
        self.retained = None
        self._result = None
        self.is_light = False
        self.saved = None
        self.packed = None

    def name(self):
        return self._name

    @property
    def next_functions(self):
        edges = self.edges.values() if self.args is None else [self.edges.get(id(t)) for t in self.inputs()]
        return tuple((_node_of(edge), max(edge[1], 0)) if edge else (None, 0) for edge in edges)

    def inputs(self):
        """What may have a gradient, in order: the tensors, and the number that a tensor is combined with."""
        found = []
        for argument in (*self.args, *self.kwargs.values()):
            found += [t for t in (argument if isinstance(argument, (list, tuple)) else (argument,))
                      if isinstance(t, _torch.TensorBase) and (t.is_floating_point() or t.is_complex())]
        if self.is_linear():
            found = found[2:] + found[:2]
        elif self._name.endswith("BatchNormBackward0"):
            found = found[:3]
        elif self._name in _combining and len(found) == 1:
            found.append(None)
        return found

    @property
    def result(self):
        """The result, or the tuple of results."""
        if not _graph_mode:
            return self._result
        if isinstance(self._result, tuple):
            return tuple(self._linked(r, i) for i, r in enumerate(self._result))
        return self._linked(self._result, 0)

    def _linked(self, result, index):
        if not isinstance(result, _torch.TensorBase):
            return result
        made = _run("aten::detach", result)
        _link(made, self, index)
        return made

    def needs(self, argument):
        return id(argument) in self.edges

    def is_linear(self):
        """Whether this is a linear layer of rows, which PyTorch writes as a product with its weight's transpose."""
        return self.rule is rules["linear"] and self._name in ("AddmmBackward0", "MmBackward0")

    def register_hook(self, hook):
        """Calls `hook(gradients of the inputs, gradients of the results)` behind the rule."""
        import _backward

        if self.after is None:
            self.after = {}
        return _backward.add_to(self.after, hook)

    def __repr__(self):
        return f"<{self._name} object at {hex(id(self))}>"


# Where PyTorch makes a number a tensor.
_combining = {"AddBackward0", "SubBackward0", "MulBackward0", "DivBackward0"}

# Classes of nodes by the names of what they undo.
_node_classes = {}


def make_node(name, rule, args, kwargs):
    cls = _node_classes.get(name)
    if cls is None:
        cls = _node_classes[name] = type(name, (Node,), {"__slots__": ()})
    return cls(name, rule, args, kwargs)


class AccumulateGrad:
    def __init__(self, variable):
        self.variable = variable
        self.next_functions = ()

    def name(self):
        return "struct torch::autograd::AccumulateGrad"

    def __repr__(self):
        return f"<AccumulateGrad object at {hex(id(self))}>"


def _node_of(edge):
    return edge[0] if edge[1] >= 0 else AccumulateGrad(edge[0])


def _link(tensor, node, index):
    _set_requires(tensor, True)
    _set_history(tensor, (node, index))


def edge_of(tensor):
    """Where the gradient of a tensor goes: a node and a result of it, or a leaf and -1."""
    _renew(tensor)
    history = _history_of(tensor)
    if history is not None:
        return history
    return (tensor, -1) if _requires(tensor) else None


def _renew(tensor):
    """Gives a view the history that its base got since by a change in place."""
    view = _torch.view_of(tensor)
    if view is None:
        return
    base, name, rest, keywords = view
    _renew(base)
    history = _history_of(base)
    changed = history is not None and isinstance(history[0], Node) and history[0].metadata.get("changes")
    if changed and _torch.change_of(tensor) != changed:
        node = make_node(_name_of(name, (base,) + rest, keywords, tensor), rules[_plain(name)], (base,) + rest, keywords)
        node.edges[id(base)] = history
        node.is_light = True
        _link(tensor, node, 0)
        _torch.set_change(tensor, changed)


def _plain(name):
    op = name[name.index("::") + 2 :]
    return op


def _camel(op):
    return "".join(part[:1].upper() + part[1:] for part in op.split("_") if part) + "Backward0"


def _name_of(name, args, kwargs, result):
    op = _plain(name)
    known = names.get(op)
    if known is None:
        return _camel(op)
    return known if isinstance(known, str) else known(args, kwargs, result)


def _tensors_in(args, kwargs):
    for values in (args, kwargs.values()):
        for value in values:
            if isinstance(value, _torch.TensorBase):
                yield value
            elif isinstance(value, (list, tuple)):
                for item in value:
                    if isinstance(item, _torch.TensorBase):
                        yield item


def _is_differentiable(value):
    return isinstance(value, _torch.TensorBase) and (value.dtype.is_floating_point or value.dtype.is_complex)


def record(name, args, kwargs):
    """Calls an operator with tensors that require gradients."""
    op = _plain(name)
    if op in constant:
        return _run(name, *args, **kwargs)
    if op in quantizing or name.startswith("quantized::"):
        result = _run(name, *args, **kwargs)
        for tensor in _tensors_in((result,), {}):
            _torch.set_requires_gradient(tensor, False)
        return result
    out = kwargs.get("out")
    if out is not None:
        raise RuntimeError(
            f"{op}(): functions with out=... arguments don't support automatic differentiation, but one of the "
            "arguments requires grad."
        )
    if op.endswith("_") and not op.endswith("__") or op in _in_place_dunders:
        return _record_in_place(name, op, args, kwargs)
    expand = expansions.get(op)
    if expand is not None:
        expanded = expand(*args, **kwargs)
        if expanded is not NotImplemented:
            return expanded
    rule = rules.get(op)
    if rule is None:
        expanded = _compositions().expand(name, args, kwargs)
        if expanded is not NotImplemented:
            return expanded
    result = _run(name, *args, **kwargs)
    if any(result is t for t in _tensors_in(args, kwargs)):
        return result
    node = _make_node(name, op, rule, args, kwargs, result)
    if node is not None:
        _attach(node, result)
        node.saved = _saved.note(node, op, args)
        if _saved.hooks and node.saved:
            _saved.pack(node)
    return result


_in_place_dunders = {"__iand__", "__ior__", "__ixor__", "__ilshift__", "__irshift__"}


def _compositions():
    import _compositions

    return _compositions


def _not_implemented(node, g, *args, **kwargs):
    raise NotImplementedError(f"the derivative for '{node._name}' is not implemented")


def _make_node(name, op, rule, args, kwargs, result):
    results = result if isinstance(result, (list, tuple)) else (result,)
    if not any(_is_differentiable(r) for r in results):
        return None
    node = make_node(_name_of(name, args, kwargs, result), rule or _not_implemented, args, kwargs)
    if rule is None:
        node._name = op
    node.is_light = op in light
    _connect(node, args, kwargs)
    return node


def _connect(node, args, kwargs):
    for tensor in _tensors_in(args, kwargs):
        edge = edge_of(tensor)
        if edge is not None:
            node.edges[id(tensor)] = edge


def _attach(node, result):
    """Makes the node the history of its results."""
    if isinstance(result, (list, tuple)):
        node._result = tuple(_run("aten::detach", r) if _is_differentiable(r) else r for r in result)
        for index, r in enumerate(result):
            if _is_differentiable(r):
                _link(r, node, index)
                node.metadata[index] = r.shape, r.dtype
    else:
        if not node.is_light:
            node._result = _run("aten::detach", result)
        _link(result, node, 0)
        node.metadata[0] = result.shape, result.dtype


def _record_in_place(name, op, args, kwargs):
    """A change in place: the functional operator applied to what was there before."""
    self = args[0]
    view = _torch.view_of(self)
    root = self
    while view is not None:
        root = view[0]
        view = _torch.view_of(root)
    if op == "requires_grad_" or op == "detach_" or op == "retain_grad_":
        return _run(name, *args, **kwargs)
    if root is self and _history_of(self) is None and _requires(self):
        raise RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")
    if root is not self and _history_of(root) is None and _requires(root):
        raise RuntimeError("a view of a leaf Variable that requires grad is being used in an in-place operation.")
    plain = op[:-1]
    before = edge_of(self)
    old = _run("aten::clone", self)
    rest = tuple(old if a is self else a for a in args[1:])
    rule = rules.get(plain)
    if rule is None and plain in expansions:
        return _expand_in_place(self, root, plain, old, before, rest, kwargs)
    node = make_node(_name_of("aten::" + plain, args, kwargs, self), rule or _not_implemented, (old,) + rest, kwargs)
    if rule is None:
        node._name = plain
    _connect(node, rest, kwargs)
    if before is not None:
        node.edges[id(old)] = before
    _run(name, *args, **kwargs)
    node._result = _run("aten::clone", self) if plain in _keeps_result else None
    node.metadata[0] = self.shape, self.dtype
    node.saved = _saved.note(node, plain, node.args)
    if root is self:
        node.metadata["changes"] = node.order
        _link(self, node, 0)
        return self
    return _change_base(self, root, node, old)


def _expand_in_place(self, root, plain, old, before, rest, kwargs):
    """Operators whose gradients are those of others: what these make of the tensor as it was is written to it."""
    if before is not None:
        _link(old, *before)
    made = record("aten::" + plain, (old,) + rest, kwargs)
    if made is old:
        return self
    if root is not self:
        return _record_in_place("aten::copy_", "copy_", (self, made), {})
    _run("aten::copy_", self, _run("aten::detach", made))
    history = edge_of(made)
    if history is not None:
        history[0].metadata["changes"] = history[0].order
        _link(self, *history)
    return self


_keeps_result = {"exp", "sigmoid", "tanh", "sqrt", "rsqrt", "relu", "reciprocal", "expm1", "exp2", "tan", "erfinv", "pow",
                 "softmax", "log_softmax", "clamp", "clamp_min", "clamp_max", "copysign", "cumprod", "float_power", "hypot",
                 "scatter_reduce"}


def _path(view, root):
    """The calls that lead from a tensor to its view, the first one first."""
    calls = []
    while view is not root:
        base, name, rest, keywords = _torch.view_of(view)
        calls.append((name, rest, keywords))
        view = base
    return calls[::-1]


def _change_base(view, root, inner, old):
    """The base of a view that was changed: outside of the view it is what it was."""
    calls = _path(view, root)

    def rule(node, g, base):
        whole = g.clone()
        part = whole
        for name, rest, keywords in calls:
            part = _torch.call(name, part, *rest, **keywords)
        pairs = inner.rule(inner, part.clone(), *inner.args, **inner.kwargs)
        part.zero_()
        given = []
        for argument, gradient in pairs:
            if argument is old:
                if gradient is not None:
                    part.copy_(gradient)
            else:
                given.append((argument, gradient))
        return [(base, whole)] + given

    node = Node("CopySlices", rule, (_run("aten::detach", root),), {})
    edge = edge_of(root)
    if edge is not None:
        node.edges[id(node.args[0])] = edge
    for key, value in inner.edges.items():
        if key != id(old):
            node.edges[key] = value
    node.metadata[0] = root.shape, root.dtype
    node.metadata["changes"] = node.order
    node.metadata["inner"] = inner
    _link(root, node, 0)
    _renew(view)
    return view


import _gradients_elementwise
import _gradients_layers
import _gradients_linear
import _gradients_factors
import _gradients_losses
import _gradients_reductions
import _gradients_views
import _expansions
import _expansions_recurrent
import _expansions_statistics
