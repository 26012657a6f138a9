"""torch.autograd.functional: derivatives of functions as tensors."""

import torch
from torch.autograd import grad


def _tuple(values):
    return tuple(values) if isinstance(values, (list, tuple)) else (values,)


def _variables(inputs, create_graph):
    return tuple(t.view_as(t) if create_graph and t.requires_grad else t.detach().requires_grad_() for t in _tuple(inputs))


def _shaped(outer, inner, values):
    """A tuple of tuples as the function's arguments and results are: without tuples of one."""
    rows = [tuple(row) if isinstance(inner, (list, tuple)) else row[0] for row in values]
    return tuple(rows) if isinstance(outer, (list, tuple)) else rows[0]


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    with torch.enable_grad():
        variables = _variables(inputs, create_graph)
        outputs = func(*variables)
        values = []
        for output in _tuple(outputs):
            rows = [[] for _ in variables]
            for place in range(output.numel()):
                found = grad(output.reshape(-1)[place], variables, retain_graph=True, create_graph=create_graph,
                             allow_unused=True)
                for row, variable, g in zip(rows, variables, found):
                    row.append(torch.zeros_like(variable) if g is None else g)
            values.append([torch.stack(row).reshape(tuple(output.shape) + tuple(v.shape)) for row, v in zip(rows, variables)])
    return _shaped(outputs, inputs, values)


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    is_tuple = isinstance(inputs, (list, tuple))

    def slope(*variables):
        variables = tuple(v if v.requires_grad else v.requires_grad_() for v in variables)
        found = grad(func(*variables), variables, create_graph=True, allow_unused=True)
        found = tuple(torch.zeros_like(v) if g is None else g for g, v in zip(found, variables))
        return found if is_tuple else found[0]

    return jacobian(slope, inputs, create_graph=create_graph)


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    with torch.enable_grad():
        variables = _variables(inputs, create_graph)
        outputs = func(*variables)
        starts = None if v is None else _tuple(v)
        found = grad(_tuple(outputs), variables, starts, create_graph=create_graph, allow_unused=True)
    found = tuple(torch.zeros_like(t) if g is None else g for g, t in zip(found, variables))
    values = outputs if create_graph else (
        tuple(o.detach() for o in outputs) if isinstance(outputs, (list, tuple)) else outputs.detach())
    return values, found if isinstance(inputs, (list, tuple)) else found[0]


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    with torch.enable_grad():
        variables = _variables(inputs, create_graph)
        outputs = func(*variables)
        starts = tuple(torch.zeros_like(o, requires_grad=True) for o in _tuple(outputs))
        found = grad(_tuple(outputs), variables, starts, create_graph=True, allow_unused=True)
        pairs = [(g, t) for g, t in zip(found, _tuple(v) if v is not None else [torch.ones_like(x) for x in variables])
                 if g is not None and g.requires_grad]
        moved = grad([g for g, _ in pairs], starts, [t for _, t in pairs], create_graph=create_graph, allow_unused=True)
    moved = tuple(torch.zeros_like(o) if g is None else g for g, o in zip(moved, _tuple(outputs)))
    if not create_graph:
        outputs = tuple(o.detach() for o in outputs) if isinstance(outputs, (list, tuple)) else outputs.detach()
    return outputs, moved if isinstance(outputs, (list, tuple)) else moved[0]


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    with torch.enable_grad():
        variables = _variables(inputs, True)
        variables = tuple(t if t.requires_grad else t.requires_grad_() for t in variables)
        output = func(*variables)
        slopes = grad(output, variables, create_graph=True, allow_unused=True)
        pairs = [(g, t) for g, t in zip(slopes, _tuple(v) if v is not None else [torch.ones_like(x) for x in variables])
                 if g is not None and g.requires_grad]
        found = grad([g for g, _ in pairs], variables, [t for _, t in pairs], create_graph=create_graph, allow_unused=True)
    found = tuple(torch.zeros_like(t) if g is None else g for g, t in zip(found, variables))
    return output if create_graph else output.detach(), found if isinstance(inputs, (list, tuple)) else found[0]


hvp = vhp
