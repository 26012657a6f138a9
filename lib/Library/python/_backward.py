"""The way back: gradients of results become gradients of what they were computed from."""

import heapq

import _saved
import _tape
import _torch
from _tape import edge_of


def _fit(gradient, argument):
    """A gradient in the sizes and the dtype of the argument it belongs to."""
    if gradient.shape != argument.shape:
        gradient = gradient.sum_to_size(list(argument.shape)) if argument.ndim else gradient.sum()
    if gradient.dtype is not argument.dtype:
        if gradient.dtype.is_complex and not argument.dtype.is_complex:
            gradient = _torch.call("aten::real", gradient)
        gradient = gradient.to(argument.dtype)
    return gradient


def _add(a, b):
    return b if a is None else _sum_with_sparse(a, b)


def _apply(node, gradients):
    if node.hooks:
        for index, hook in list(node.hooks.values()):
            if gradients.get(index) is not None:
                changed = hook(gradients[index])
                if changed is not None:
                    gradients[index] = changed
    if node.retained:
        for index, tensor in node.retained:
            if gradients.get(index) is not None:
                tensor.grad = gradients[index] if tensor.grad is None else tensor.grad + gradients[index]
    if node.args is None:
        raise RuntimeError(
            "Trying to backward through the graph a second time (or directly access saved tensors after they have "
            "already been freed). Saved intermediate values of the graph are freed when you call .backward() or "
            "autograd.grad(). Specify retain_graph=True if you need to backward through the graph a second time or if "
            "you need to access saved tensors after calling backward."
        )
    if node.saved:
        _saved.check(node)
    args = _saved.unpack(node) if node.packed else node.args
    count = len(node._result) if isinstance(node._result, tuple) else 1
    if isinstance(node._result, tuple):
        given = [gradients.get(i) for i in range(count)]
    else:
        given = gradients[0]
    found = node.rule(node, given, *args, **node.kwargs)
    return _call_after(node, given, list(found)) if node.after else found


def _call_after(node, given, found):
    """What the hooks of a node make of the gradients of its inputs."""
    inputs = node.inputs()
    gradients = []
    for tensor in inputs:
        place = next((i for i, (t, _) in enumerate(found) if t is tensor), None)
        gradient = None if place is None else found.pop(place)[1]
        gradients.append(gradient if id(tensor) in node.edges else None)
    gradients = _turn_weight(node, gradients)
    for hook in list(node.after.values()):
        changed = hook(gradients, tuple(given) if isinstance(given, list) else (given,))
        if changed is not None:
            gradients = changed if isinstance(changed, tuple) else (changed,)
    return zip(inputs, _turn_weight(node, gradients))


def _turn_weight(node, gradients):
    last = gradients[-1] if node.is_linear() else None
    return tuple(gradients) if last is None else (*gradients[:-1], last.t())


def back(roots, gradients, keep_graph, create_graph, wanted=None):
    """Carries the gradients of the roots back. With `wanted`, a list of edges, gives their gradients;
    without it they are added to the leaves."""
    import torch

    before = torch._set_grad(create_graph), _tape._graph_mode
    _tape._graph_mode = create_graph
    try:
        return _back(roots, gradients, keep_graph, create_graph, wanted)
    finally:
        torch._set_grad(before[0])
        _tape._graph_mode = before[1]


def _back(roots, gradients, keep_graph, create_graph, wanted):
    pending = {}
    queue = []
    found = {}
    keys = None if wanted is None else {(id(edge[0]), edge[1]) for edge in wanted}

    def arrive(edge, gradient):
        target, index = edge
        if index < 0:
            if keys is None:
                _accumulate(target, gradient, create_graph)
            elif (id(target), -1) in keys:
                gradient = _call_leaf_hooks(target, gradient)
                found[id(target), -1] = _add(found.get((id(target), -1)), gradient)
            return
        if id(target) not in pending:
            pending[id(target)] = {}
            heapq.heappush(queue, (-target.order, target))
        waiting = pending[id(target)]
        waiting[index] = _add(waiting.get(index), gradient)

    for root, gradient in zip(roots, gradients):
        arrive(edge_of(root), gradient)
    while queue:
        _, node = heapq.heappop(queue)
        waiting = pending.pop(id(node))
        if keys is not None:
            for index, gradient in waiting.items():
                if (id(node), index) in keys:
                    found[id(node), index] = gradient
        for argument, gradient in _apply(node, waiting):
            if gradient is None or not isinstance(argument, _torch.TensorBase):
                continue
            edge = node.edges.get(id(argument))
            if edge is not None:
                arrive(edge, _fit(gradient, argument))
        if not keep_graph and not node.is_light:
            node.args = node._result = node.saved = None
    if wanted is not None:
        return [found.get((id(edge[0]), edge[1])) for edge in wanted]


def _call_leaf_hooks(leaf, gradient):
    hooks = leaf.__dict__.get("_gradient_hooks")
    if hooks:
        for hook in list(hooks.values()):
            changed = hook(gradient)
            if changed is not None:
                gradient = changed
    return gradient


def _sum_with_sparse(a, b):
    """Dense where one of both is."""
    return b + a if a.is_sparse and not b.is_sparse else a + b


def _accumulate(leaf, gradient, create_graph):
    gradient = _call_leaf_hooks(leaf, gradient)
    if gradient.is_sparse or leaf.grad is not None and leaf.grad.is_sparse:
        gradient = gradient if create_graph else gradient.detach()
        leaf.grad = gradient.clone() if leaf.grad is None else _sum_with_sparse(leaf.grad, gradient)
    elif leaf.grad is None:
        leaf.grad = gradient.clone() if create_graph else gradient.detach().contiguous().clone()
    elif create_graph:
        leaf.grad = leaf.grad + gradient
    else:
        leaf.grad.add_(gradient.detach())


class _Handle:
    _next = 0

    def __init__(self, hooks):
        self.hooks = hooks
        _Handle._next += 1
        self.id = _Handle._next

    def remove(self):
        self.hooks.pop(self.id, None)


def add_to(hooks, hook):
    handle = _Handle(hooks)
    hooks[handle.id] = hook
    return handle


def add_hook(node, index, hook):
    if node.hooks is None:
        node.hooks = {}
    return add_to(node.hooks, (index, hook))


def register_hook(tensor, hook):
    if not _torch.requires_gradient(tensor):
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    _tape._renew(tensor)
    history = _torch.history_of(tensor)
    if history is not None:
        return add_hook(history[0], history[1], hook)
    return add_to(tensor.__dict__.setdefault("_gradient_hooks", {}), hook)


def retain_grad(tensor):
    if not _torch.requires_gradient(tensor):
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    _tape._renew(tensor)
    history = _torch.history_of(tensor)
    if history is not None:
        node, index = history
        node.retained = (node.retained or []) + [(index, tensor)]
        # It may be asked for, without a warning.
        if "grad" not in tensor.__dict__:
            tensor.grad = None
