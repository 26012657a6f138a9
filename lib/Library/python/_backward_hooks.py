"""Hooks of modules that see the gradients of a call: of what it was given, and of what it returned."""

import functools

import torch


class BackwardHookFunction(torch.autograd.Function):
    """Passes tensors on, and their gradients through a function."""

    @staticmethod
    def forward(ctx, seen, *tensors):
        ctx.seen = seen
        ctx.set_materialize_grads(False)
        return tensors

    @staticmethod
    def backward(ctx, *gradients):
        return (None,) + tuple(ctx.seen(gradients))


def _watched(values, seen):
    """The values, whose tensors are passed through; the places of those."""
    places = [i for i, v in enumerate(values) if isinstance(v, torch.Tensor)]
    passed = BackwardHookFunction.apply(seen, *(values[i] for i in places))
    values = list(values)
    for place, tensor in zip(places, passed):
        values[place] = tensor
    return tuple(values), places


def _spread(gradients, places, count):
    whole = [None] * count
    for place, gradient in zip(places, gradients):
        whole[place] = gradient
    return tuple(whole)


def call(module, hooks, input, forward):
    """Calls `forward` so that the hooks are called when its gradients have come."""
    kept = {}
    count = len(input)

    def run(grad_input):
        for hook in hooks:
            changed = hook(module, grad_input, kept["output"])
            if changed is not None:
                grad_input = changed if isinstance(changed, tuple) else (changed,)
        return grad_input

    def of_input(gradients):
        whole = run(_spread(gradients, kept["places"], count))
        return [whole[i] for i in kept["places"]]

    def of_output(gradients):
        kept["output"] = _spread(gradients, kept["result places"], kept["results"])
        if not kept["asked"]:
            run((None,) * count)
        return gradients

    kept["asked"] = torch.is_grad_enabled() and any(isinstance(v, torch.Tensor) and v.requires_grad for v in input)
    if kept["asked"]:
        kept["places"] = [i for i, v in enumerate(input) if isinstance(v, torch.Tensor)]
        input, _ = _watched(input, of_input)
    result = forward(*input)
    results = result if isinstance(result, tuple) else (result,)
    kept["results"] = len(results)
    kept["result places"] = [i for i, v in enumerate(results) if isinstance(v, torch.Tensor)]
    if not torch.is_grad_enabled() or not any(isinstance(v, torch.Tensor) and v.requires_grad for v in results):
        return result
    results, _ = _watched(results, of_output)
    return results if isinstance(result, tuple) else results[0]


def watch_last(module, hooks, result):
    """Has the hooks called with the gradients of the operator that made the result, whatever else the module did."""
    while not isinstance(result, torch.Tensor):
        result = next(v for v in result.values() if isinstance(v, torch.Tensor)) if isinstance(result, dict) else result[0]
    if result.grad_fn is not None:
        for hook in hooks:
            result.grad_fn.register_hook(functools.partial(hook, module))
