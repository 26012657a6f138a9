"""torch.autograd.function: functions with a gradient of their own, and what their gradients are marked with."""

import functools as _functools

import torch as _torch
from torch.autograd import Function, _Context as FunctionCtx

BackwardCFunction = _ContextMethodMixin = _HookMixin = FunctionCtx


def once_differentiable(fn):
    """A gradient that has no gradient itself: it is computed without being recorded."""

    @_functools.wraps(fn)
    def wrapper(ctx, *args):
        with _torch.no_grad():
            return fn(ctx, *args)

    return wrapper
