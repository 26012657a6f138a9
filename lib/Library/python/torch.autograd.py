"""torch.autograd: gradients of tensors, and functions with gradients of their own."""

import _backward
import _saved
import _tape
import _torch
import torch

set_grad_enabled = torch.set_grad_enabled
no_grad = torch.no_grad
enable_grad = torch.enable_grad
inference_mode = torch.inference_mode


def _tuple(values):
    return (values,) if isinstance(values, torch.Tensor) else tuple(values)


def _start(tensor, gradient, create_graph):
    """The gradient a result begins with: ones for a single number."""
    if not tensor.requires_grad:
        raise RuntimeError("element 0 of tensors does not require grad and does not have a grad_fn")
    if gradient is None:
        if tensor.numel() != 1:
            raise RuntimeError("grad can be implicitly created only for scalar outputs")
        return torch.ones_like(tensor)
    if gradient.shape != tensor.shape:
        raise RuntimeError(
            f"Mismatch in shape: grad_output[0] has a shape of {gradient.shape} and output[0] has a shape of {tensor.shape}."
        )
    return gradient


def _starts(tensors, gradients, create_graph):
    gradients = [None] * len(tensors) if gradients is None else _tuple(gradients)
    return [_start(t, g, create_graph) for t, g in zip(tensors, gradients)]


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
    tensors = _tuple(tensors)
    starts = _starts(tensors, grad_tensors, create_graph)
    keep = create_graph if retain_graph is None else retain_graph
    if inputs is None:
        _backward.back(tensors, starts, keep, create_graph)
        return
    inputs = _tuple(inputs)
    found = _backward.back(tensors, starts, keep, create_graph, [_tape.edge_of(t) for t in inputs])
    for tensor, gradient in zip(inputs, found):
        if gradient is not None:
            gradient = gradient if create_graph else gradient.detach()
            tensor.grad = gradient if tensor.grad is None else tensor.grad + gradient


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True, allow_unused=False,
         is_grads_batched=False):
    outputs, wanted = _tuple(outputs), _tuple(inputs)
    starts = _starts(outputs, grad_outputs, create_graph)
    edges = []
    for tensor in wanted:
        edge = _tape.edge_of(tensor)
        if edge is None:
            raise RuntimeError("One of the differentiated Tensors does not require grad")
        edges.append(edge)
    keep = create_graph if retain_graph is None else retain_graph
    found = _backward.back(outputs, starts, keep, create_graph, edges)
    if not allow_unused and any(g is None for g in found):
        raise RuntimeError(
            "One of the differentiated Tensors appears to not have been used in the graph. Set allow_unused=True if this "
            "is the desired behavior."
        )
    return tuple(found)


class Variable:
    def __new__(cls, data, requires_grad=False, volatile=None):
        made = data.detach()
        made.requires_grad = requires_grad
        return made


# Functions with a `backward` of their own.


class _Context:
    def __init__(self):
        self._kept = ()
        self._unpack = None
        self.needs_input_grad = ()
        self._constant = ()
        self._changed = ()
        self.materialize = True

    def save_for_backward(self, *tensors):
        self._kept = tensors

    def _pack(self):
        if _saved.hooks:
            pack, self._unpack = _saved.hooks[-1]
            self._kept = tuple(t if t is None else pack(t) for t in self._kept)

    @property
    def saved_tensors(self):
        if self._unpack is None:
            return self._kept
        return tuple(t if t is None else self._unpack(t) for t in self._kept)

    def mark_non_differentiable(self, *tensors):
        self._constant = tensors

    def mark_dirty(self, *tensors):
        self._changed = tensors

    def set_materialize_grads(self, value):
        self.materialize = value

    @property
    def saved_variables(self):
        return self.saved_tensors


class Function:
    """The base of functions with `forward(ctx, ...)` and `backward(ctx, ...)`."""

    @staticmethod
    def forward(ctx, *args, **kwargs):
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def backward(ctx, *gradients):
        raise NotImplementedError(
            "You must implement either the backward or vjp method for your custom autograd.Function to use it with "
            "backward mode AD."
        )

    @classmethod
    def apply(cls, *args):
        context = _Context()
        context.needs_input_grad = tuple(isinstance(a, torch.Tensor) and a.requires_grad for a in args)
        with torch.no_grad():
            result = cls.forward(context, *args)
        if not torch.is_grad_enabled() or not any(context.needs_input_grad):
            return result
        context._pack()
        results = _tuple(result)

        def rule(node, g, *args):
            given = list(g) if isinstance(g, (list, tuple)) else [g]
            if context.materialize:
                given = [torch.zeros(shape, dtype=dtype) if one is None else one
                         for one, (shape, dtype) in zip(given, metadata)]
            found = _tuple(cls.backward(context, *given))
            if len(found) < len(args):
                raise RuntimeError(
                    f"function {cls.__name__}Backward returned an incorrect number of gradients (expected {len(args)}, "
                    f"got {len(found)})"
                )
            return list(zip(args, found))

        metadata = [(r.shape, r.dtype) if isinstance(r, torch.Tensor) else None for r in results]
        node = _tape.make_node(cls.__name__ + "Backward", rule, args, {})
        node.is_light = True
        _tape._connect(node, args, {})
        made = []
        for index, r in enumerate(results):
            if isinstance(r, torch.Tensor) and not any(r is c for c in context._constant):
                if any(r is a for a in args) and not any(r is c for c in context._changed):
                    r = r.view(r.shape)
                if r.dtype.is_floating_point or r.dtype.is_complex:
                    _tape._link(r, node, index)
            made.append(r)
        if isinstance(result, (list, tuple)):
            node._result = tuple(r.detach() if isinstance(r, torch.Tensor) else r for r in made)
            return tuple(made)
        return made[0]


def gradcheck(func, inputs, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, **kwargs):
    """Compares the gradients of a function with those of small differences."""
    inputs = _tuple(inputs)
    outputs = _tuple(func(*inputs))
    for output in outputs:
        for place in range(output.numel()):
            start = torch.zeros(output.numel(), dtype=output.dtype)
            start[place] = 1
            asked = [t for t in inputs if isinstance(t, torch.Tensor) and t.requires_grad]
            found = grad(output, asked, start.reshape(output.shape), retain_graph=True, allow_unused=True)
            for tensor, gradient in zip(asked, found):
                flat = torch.zeros(tensor.numel(), dtype=tensor.dtype) if gradient is None else gradient.reshape(-1)
                data = tensor.data.reshape(-1)
                for i in range(tensor.numel()):
                    # The function may ask for gradients itself.
                    before = data[i].item()
                    data[i] = before + eps
                    high = _tuple(func(*inputs))[_index(outputs, output)].reshape(-1)[place].item()
                    data[i] = before - eps
                    low = _tuple(func(*inputs))[_index(outputs, output)].reshape(-1)[place].item()
                    data[i] = before
                    slope = (high - low) / (2 * eps)
                    if abs(slope - flat[i].item()) > atol + rtol * abs(slope):
                        if raise_exception:
                            raise RuntimeError("Jacobian mismatch for output 0 with respect to input 0")
                        return False
    return True


def gradgradcheck(func, inputs, grad_outputs=None, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, **kwargs):
    """Compares the gradients of the gradients of a function with those of small differences."""
    inputs = _tuple(inputs)
    asked = [i for i, t in enumerate(inputs) if isinstance(t, torch.Tensor) and t.requires_grad]
    if grad_outputs is None:
        outputs = [o for o in _tuple(func(*inputs)) if isinstance(o, torch.Tensor) and o.requires_grad]
        given = [torch.rand_like(o, requires_grad=True) for o in outputs]
    else:
        given = list(_tuple(grad_outputs))

    def gradients(*args):
        own, starts = args[: len(inputs)], args[len(inputs) :]
        results = [o for o in _tuple(func(*own)) if isinstance(o, torch.Tensor) and o.requires_grad]
        found = grad(results, [own[i] for i in asked], starts, create_graph=True, allow_unused=True)
        return tuple(g for g in found if g is not None and g.requires_grad)

    return gradcheck(gradients, inputs + tuple(given), eps, atol, rtol, raise_exception)


def _index(values, wanted):
    return next(i for i, value in enumerate(values) if value is wanted)


class detect_anomaly:
    def __init__(self, check_nan=True):
        pass

    def __enter__(self):
        pass

    def __exit__(self, type, value, traceback):
        pass


class set_detect_anomaly(detect_anomaly):
    def __init__(self, mode=True, check_nan=True):
        pass


def __getattr__(name):
    if name in ("function", "functional", "graph", "profiler"):
        return __import__("torch.autograd." + name, None, None, ("*",))
    raise AttributeError(f"module 'torch.autograd' has no attribute {name!r}")
